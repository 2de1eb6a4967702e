//! ARIA's rounds as RFC 5794 has them.

use super::key_schedule::Schedule;
use super::sbox::{SB1, SB2, SB3, SB4};

/// Encrypts a block; decrypts it under the reversed schedule (RFC 5794 §2.3).
pub(super) fn encrypt(schedule: &Schedule, block: &mut [u8; 16]) {
    let [keys @ .., last] = schedule.keys() else { return };
    let mut p = *block;
    let n = keys.len();
    for (i, key) in keys.iter().enumerate() {
        add(&mut p, key);
        p = match i {
            _ if i + 1 == n => substitute_even(p),
            _ if i % 2 == 0 => diffuse(substitute_odd(p)),
            _ => diffuse(substitute_even(p)),
        };
    }
    add(&mut p, last);
    *block = p;
}

fn add(p: &mut [u8; 16], key: &[u8; 16]) {
    p.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
}

/// SL1 (RFC 5794 §2.4.2).
fn substitute_odd(x: [u8; 16]) -> [u8; 16] {
    substitute(x, [&SB1, &SB2, &SB3, &SB4])
}

/// SL2, the inverse of SL1.
fn substitute_even(x: [u8; 16]) -> [u8; 16] {
    substitute(x, [&SB3, &SB4, &SB1, &SB2])
}

fn substitute(mut x: [u8; 16], boxes: [&[u8; 256]; 4]) -> [u8; 16] {
    for (i, byte) in x.iter_mut().enumerate() {
        *byte = boxes[i % 4][usize::from(*byte)];
    }
    x
}

/// A: each byte is the sum of seven; A is its own inverse (RFC 5794 §2.4.3).
pub(super) fn diffuse(x: [u8; 16]) -> [u8; 16] {
    core::array::from_fn(|i| SUMS[i].iter().fold(0, |sum, &j| sum ^ x[j]))
}

/// The bytes that add up to each byte of A(x).
const SUMS: [[usize; 7]; 16] = [
    [3, 4, 6, 8, 9, 13, 14],
    [2, 5, 7, 8, 9, 12, 15],
    [1, 4, 6, 10, 11, 12, 15],
    [0, 5, 7, 10, 11, 13, 14],
    [0, 2, 5, 8, 11, 14, 15],
    [1, 3, 4, 9, 10, 14, 15],
    [0, 2, 7, 9, 10, 12, 13],
    [1, 3, 6, 8, 11, 12, 13],
    [0, 1, 4, 7, 10, 13, 15],
    [0, 1, 5, 6, 11, 12, 14],
    [2, 3, 5, 6, 8, 13, 15],
    [2, 3, 4, 7, 9, 12, 14],
    [1, 2, 6, 7, 9, 11, 12],
    [0, 3, 6, 7, 8, 10, 13],
    [0, 3, 4, 5, 9, 11, 14],
    [1, 2, 4, 5, 8, 10, 15],
];
