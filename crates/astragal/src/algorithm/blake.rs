//! The BLAKE family: one quarter round G, twelve years of designs around it.
//!
//! BLAKE (the SHA-3 finalist, version 1.3), BLAKE2 (RFC 7693 and the parameter block of the BLAKE2
//! paper) and BLAKE3 (its specification of 2020). `g` is the quarter round and the round, written once
//! over words of 32 and 64 bits and over vectors of them; `compress` has the compression functions in the
//! words of their papers, `blake1`, `blake2` and `blake3` the hashes; `tree` hangs BLAKE3's chunks together,
//! `part` and `outboard` take it apart; `backend` has the rows of one block, and many chunks of BLAKE3, in
//! vector registers, `many` has many messages of BLAKE2 and BLAKE3 there. Everything is constant-time: no branch and no index depends on data.

pub(crate) mod backend;
pub(crate) mod blake1;
pub(crate) mod blake1_salted;
pub(crate) mod blake2;
pub(crate) mod blake2_hasher;
pub(crate) mod blake2_mac;
pub(crate) mod blake2_params;
pub(crate) mod blake3;
pub(crate) mod compress;
mod g;
#[cfg(target_arch = "x86_64")]
mod hash_many;
#[cfg(feature = "alloc")]
pub(crate) mod outboard;
#[cfg(feature = "alloc")]
mod part;
pub(crate) mod tree;

use zeroize::Zeroize;

use crate::platform::simd::Arx;
use crate::platform::words::Word;

/// A word of the BLAKEs.
pub(crate) trait BlakeWord: Word + Arx + Zeroize + Send + Sync + 'static {
    /// The lower and the upper word of a counter.
    fn split(t: u128) -> [Self; 2];
    /// A small number as an index.
    fn to_index(self) -> usize;
}

#[expect(clippy::cast_possible_truncation, reason = "the counter's two words")]
impl BlakeWord for u32 {
    #[inline(always)]
    fn split(t: u128) -> [Self; 2] {
        [t as Self, (t >> 32) as Self]
    }
    #[inline(always)]
    fn to_index(self) -> usize {
        self as usize
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the counter's two words")]
impl BlakeWord for u64 {
    #[inline(always)]
    fn split(t: u128) -> [Self; 2] {
        [t as Self, (t >> 64) as Self]
    }
    #[inline(always)]
    fn to_index(self) -> usize {
        self as usize
    }
}

/// The permutations σ of the message words, one a round (BLAKE §2.1.2, RFC 7693 §2.7); after ten rounds
/// they begin again.
pub(crate) const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

#[cfg(test)]
mod tests {
    use super::SIGMA;

    #[test]
    fn sigma_rows_are_permutations() {
        for sigma in SIGMA {
            assert_eq!(sigma.iter().fold(0, |seen, i| seen | 1 << i), 0xffff);
        }
    }
}
