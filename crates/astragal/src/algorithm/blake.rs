//! The BLAKE family: hash functions from 2008 to 2020 that share the quarter round G.
//!
//! # Standard
//! BLAKE 1.3 (finalist of the SHA-3 competition); BLAKE2 (RFC 7693, and the parameter block of the BLAKE2 paper);
//! BLAKE3 (specification of 2020).
//!
//! # Files
//! - `g`: the quarter round and the round, over words of 32 and 64 bits and over vectors of such words.
//! - `compress`: the compression functions as their papers describe them, the reference for all backends.
//! - `blake1`, `blake1_salted`, `blake2`, `blake2_hasher`, `blake2_mac`, `blake2_params`, `blake3`: the hashes and
//!   MACs.
//! - `tree`: the tree of BLAKE3. `part`: parts of a message that are hashed separately. `outboard`: verification of
//!   message ranges.
//! - `backend`: compresses one block, or several nodes of BLAKE3. `hash_many`: hashes several messages of BLAKE2 or
//!   BLAKE3.
//!
//! # Backends
//! - `portable`: one block in general registers.
//! - One block in vectors (`backend/rows.rs`): each row of the 4 × 4 matrix is one vector. On `avx512`, one vector
//!   permutation selects the message words of a row, and one instruction rotates a row.
//! - Several inputs at once (`backend/lanes.rs`, `hash_many/`): vector i holds word i of each input. BLAKE3 uses up to
//!   16 lanes on `avx512`, 8 on `avx2`, and 4 on `simd128`.
//! - On `neon`, only BLAKE2 stores rows in vectors. On `simd128`, only BLAKE and BLAKE3 do, because BLAKE2 is faster in
//!   scalar code on WebAssembly.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on data.
//!
//! # Tests
//! `g.rs` proves symbolically that G and the round are correct. `backend.rs` compares the backends with `compress`,
//! including counters that carry into their upper word. `tree.rs` and `outboard/tests.rs` compare the tree with its
//! recursive definition. `tests/all/blake3_reference.rs` contains an independent BLAKE3. Known answers are in
//! `astragal-vectors`.

pub(crate) mod backend;
#[cfg(feature = "blake")]
pub(crate) mod blake1;
#[cfg(feature = "blake")]
pub(crate) mod blake1_salted;
#[cfg(feature = "blake")]
pub(crate) mod blake2;
#[cfg(feature = "blake")]
pub(crate) mod blake2_hasher;
#[cfg(feature = "blake")]
pub(crate) mod blake2_mac;
#[cfg(feature = "blake")]
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

/// Word type of BLAKE, BLAKE2 and BLAKE3: `u32` or `u64`.
pub(crate) trait BlakeWord: Word + Arx + Zeroize + Send + Sync + 'static {
    /// Splits a counter into its lower and upper word.
    fn split(t: u128) -> [Self; 2];
    /// Converts a word to an index. The word must fit in `usize`.
    fn to_index(self) -> usize;
}

#[expect(clippy::cast_possible_truncation, reason = "the casts split the counter into two words")]
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

#[expect(clippy::cast_possible_truncation, reason = "the casts split the counter into two words")]
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

/// The permutations σ of the message words (BLAKE §2.1.2, RFC 7693 §2.7). Round r uses σ[r mod 10] to order the words.
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
