//! ARIA's rounds as RFC 5794 has them.

use super::key_schedule::Schedule;
use super::sbox::{SL1, SL2};
use crate::machine::sbox::sliced::Sliced;

/// Four blocks, which fill the bit planes of a substitution.
type Blocks = [[u8; 16]; 4];

/// Encrypts the blocks; decrypts them under the reversed schedule (RFC 5794 §2.3).
pub(super) fn encrypt(schedule: &Schedule, p: &mut Blocks) {
    let [keys @ .., last] = schedule.keys() else { return };
    let n = keys.len();
    for (i, key) in keys.iter().enumerate() {
        add(p, key);
        substitute(p, if i % 2 == 0 { &SL1 } else { &SL2 });
        if i + 1 < n {
            *p = p.map(diffuse);
        }
    }
    add(p, last);
}

fn add(p: &mut Blocks, key: &[u8; 16]) {
    for block in p {
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
    }
}

/// SL1 or SL2 (RFC 5794 §2.4.2).
fn substitute(p: &mut Blocks, layer: &Sliced) {
    let (halves, _) = p.as_flattened_mut().as_chunks_mut::<8>();
    let mut words = [0; 8];
    for (word, half) in words.iter_mut().zip(&*halves) {
        *word = u64::from_le_bytes(*half);
    }
    layer.substitute(&mut words);
    for (word, half) in words.iter().zip(halves) {
        *half = word.to_le_bytes();
    }
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
