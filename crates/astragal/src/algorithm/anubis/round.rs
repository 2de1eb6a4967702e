//! The rounds of Anubis (Anubis §3.10), one block at a time.

use super::key_schedule::Schedule;
use super::tables::{S, SH_TABLE};
use crate::platform::words::{load_be, store_be};

/// Encrypts a block, or decrypts it with the reversed schedule.
pub(super) fn encrypt(schedule: &Schedule, block: &mut [u8; 16]) {
    let [first, keys @ .., last] = schedule.keys() else { return };
    let mut a: [u32; 4] = load_be(block);
    add(&mut a, first);
    for key in keys {
        // One round consists of γ, τ and θ.
        a = columns(a).map(|column| product(&SH_TABLE, column));
        add(&mut a, key);
    }
    a = columns(a).map(|column| u32::from_be_bytes(column.map(|byte| S[usize::from(byte)])));
    add(&mut a, last);
    store_be(&a, block);
}

fn add(a: &mut [u32; 4], key: &[u8; 16]) {
    let key: [u32; 4] = load_be(key);
    a.iter_mut().zip(key).for_each(|(row, key)| *row ^= key);
}

/// Applies τ: column j becomes row j.
fn columns(a: [u32; 4]) -> [[u8; 4]; 4] {
    let rows = a.map(u32::to_be_bytes);
    core::array::from_fn(|j| core::array::from_fn(|i| rows[i][j]))
}

fn product(table: &[[u32; 256]; 4], row: [u8; 4]) -> u32 {
    row.iter().zip(table).fold(0, |sum, (&byte, products)| sum ^ products[usize::from(byte)])
}
