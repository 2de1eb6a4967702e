//! The rounds of Twofish (Twofish §4).

use super::key_schedule::{MDS, Schedule};
use crate::platform::words::{load_le, store_le};

/// Encrypts a block.
pub(super) fn encrypt(schedule: &Schedule, block: &mut [u8; 16]) {
    let k = &schedule.k;
    let mut r: [u32; 4] = load_le(block);
    for i in 0..4 {
        r[i] ^= k[i];
    }
    for round in 0..16 {
        let [f0, f1] = schedule.f(r[0], r[1], round);
        r[2] = (r[2] ^ f0).rotate_right(1);
        r[3] = r[3].rotate_left(1) ^ f1;
        r.rotate_left(2);
    }
    // Undoes the last exchange of the halves, because the last round of Twofish does not exchange them.
    r.rotate_left(2);
    for i in 0..4 {
        r[i] ^= k[4 + i];
    }
    store_le(&r, block);
}

/// Decrypts a block.
pub(super) fn decrypt(schedule: &Schedule, block: &mut [u8; 16]) {
    let k = &schedule.k;
    let mut r: [u32; 4] = load_le(block);
    for i in 0..4 {
        r[i] ^= k[4 + i];
    }
    r.rotate_left(2);
    for round in (0..16).rev() {
        r.rotate_left(2);
        let [f0, f1] = schedule.f(r[0], r[1], round);
        r[2] = r[2].rotate_left(1) ^ f0;
        r[3] = (r[3] ^ f1).rotate_right(1);
    }
    for i in 0..4 {
        r[i] ^= k[i];
    }
    store_le(&r, block);
}

impl Schedule {
    /// The function F: applies g to both words, then the pseudo-Hadamard transform, and adds two words of the round
    /// key.
    fn f(&self, r0: u32, r1: u32, round: usize) -> [u32; 2] {
        let t0 = self.g(r0);
        let t1 = self.g(r1.rotate_left(8));
        let f0 = t0.wrapping_add(t1).wrapping_add(self.k[2 * round + 8]);
        let f1 = t0.wrapping_add(t1.wrapping_mul(2)).wrapping_add(self.k[2 * round + 9]);
        [f0, f1]
    }

    fn g(&self, x: u32) -> u32 {
        let boxes = x.to_le_bytes().into_iter().zip(&self.s).zip(&MDS);
        boxes.fold(0, |sum, ((x, keyed), column)| {
            sum ^ column[usize::from(keyed.table[usize::from(x)])]
        })
    }
}
