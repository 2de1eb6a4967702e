//! RIPEMD-160, for Bitcoin addresses, old signatures and checksums. No practical attack is known, but a digest of 160
//! bits is short.
//!
//! # Standard
//! Dobbertin, Bosselaers, Preneel: "RIPEMD-160: A Strengthened Version of RIPEMD", 1996; ISO/IEC 10118-3 §7.
//!
//! # Files
//! `ripemd160.rs` only.
//!
//! # Backends
//! - `portable` only. The two lines of eighty steps are independent of each other, so the CPU runs them in parallel.
//!
//! # Constant time
//! No branch and no memory index depends on data.
//!
//! # Tests
//! Tests check the examples of the paper and its orders of message words. More known answers are in `astragal-vectors`.

use crate::construction::block_buffer::Length;
use crate::construction::hmac::Hmac;
use crate::construction::merkle_damgard::{Compression, MerkleDamgard};
use crate::platform::optimization_barrier::black_box;
use crate::platform::unroll::unroll;
use crate::platform::words::{load_le, store_le};
use crate::traits::Implementation;
use crate::traits::hash::hash_types;

hash_types! { "ripemd", MerkleDamgard<Ripemd160Compression, 64, 8>;
    Ripemd160 = "ripemd160", digest 20, block 64, "ISO/IEC 10118-3 §7": MerkleDamgard::new(IV);
}

/// HMAC over RIPEMD-160 (RFC 2286): a 20-byte tag.
pub type HmacRipemd160 = Hmac<Ripemd160>;

/// The compression function of RIPEMD-160.
#[derive(Clone, Debug)]
pub struct Ripemd160Compression;

impl Compression<64> for Ripemd160Compression {
    type Chaining = [u32; 5];
    const LENGTH: Length = Length::LittleEndian;

    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; 64]]) {
        for block in blocks {
            compress(chaining, &load_le(block));
        }
    }
    fn write(chaining: &Self::Chaining, digest: &mut [u8]) {
        store_le(chaining, digest);
    }
    fn implementation() -> Implementation {
        Implementation::PORTABLE
    }
}

/// Initial value, the same as in SHA-1.
const IV: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];

/// Constants of the left line, one per round: 0, then 2^30 times the square roots of 2, 3, 5 and 7.
const K_LEFT: [u32; 5] = [0, 0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xa953_fd4e];
/// Constants of the right line, one per round: 2^30 times the cube roots of 2, 3, 5 and 7, then 0.
const K_RIGHT: [u32; 5] = [0x50a2_8be6, 0x5c4d_d124, 0x6d70_3ef3, 0x7a6d_76e9, 0];

/// The permutation ρ of message words.
const RHO: [usize; 16] = [7, 4, 13, 1, 10, 6, 15, 3, 12, 0, 9, 5, 2, 14, 11, 8];
/// Index of the message word for each round and step. In round j, counted from 0, step i of the left line uses word
/// ρ^j(i). Step i of the right line uses word ρ^j(π(i)), where π(i) = 9i + 5 modulo 16.
const WORDS_LEFT: [[usize; 16]; 5] = words(1, 0);
const WORDS_RIGHT: [[usize; 16]; 5] = words(9, 5);

/// Rotation distance of each step, indexed by round and message word.
const ROTATIONS: [[u32; 16]; 5] = [
    [11, 14, 15, 12, 5, 8, 7, 9, 11, 13, 14, 15, 6, 7, 9, 8],
    [12, 13, 11, 15, 6, 9, 9, 7, 12, 15, 11, 13, 7, 8, 7, 7],
    [13, 15, 14, 11, 7, 7, 6, 8, 13, 14, 13, 12, 5, 5, 6, 9],
    [14, 11, 12, 14, 8, 6, 5, 5, 15, 12, 15, 14, 9, 9, 8, 6],
    [15, 12, 13, 13, 9, 5, 8, 6, 14, 11, 12, 11, 8, 6, 5, 5],
];

const fn words(factor: usize, summand: usize) -> [[usize; 16]; 5] {
    let mut words = [[0; 16]; 5];
    let mut i = 0;
    while i < 16 {
        words[0][i] = (factor * i + summand) % 16;
        let mut round = 1;
        while round < 5 {
            words[round][i] = RHO[words[round - 1][i]];
            round += 1;
        }
        i += 1;
    }
    words
}

/// Compresses one block. The left line and the right line of steps are independent, and both start from the old
/// chaining value. Word i of the new chaining value is a sum of three words: word i + 1 of the old value, word i + 2 of
/// the left line's result, and word i + 3 of the right line's result. Indices are modulo 5.
fn compress(h: &mut [u32; 5], x: &[u32; 16]) {
    let (mut left, mut right) = (*h, *h);
    round(0, [&mut left, &mut right], x, f1, f5);
    round(1, [&mut left, &mut right], x, f2, f4);
    round(2, [&mut left, &mut right], x, f3, f3);
    round(3, [&mut left, &mut right], x, f4, f2);
    round(4, [&mut left, &mut right], x, f5, f1);
    let sum = |i: usize| h[i].wrapping_add(left[(i + 1) % 5]).wrapping_add(right[(i + 2) % 5]);
    *h = [sum(1), sum(2), sum(3), sum(4), sum(0)];
}

/// Computes sum + f(x, y, z), where f is a Boolean function of RIPEMD-160. The arguments are sum, x, y and z. x is the
/// result of the previous step; y and z are results of earlier steps. The terms without x are therefore computed first,
/// while the previous step is still running.
type Boolean = fn(u32, u32, u32, u32) -> u32;

/// Performs sixteen steps of both lines. The loop is unrolled, because each step has its own constants.
#[inline(always)]
fn round(j: usize, [left, right]: [&mut [u32; 5]; 2], x: &[u32; 16], f: Boolean, g: Boolean) {
    unroll!(for i in 0..16 {
        let (word, other) = (WORDS_LEFT[j][i], WORDS_RIGHT[j][i]);
        *left = step(*left, f, x[word].wrapping_add(K_LEFT[j]), ROTATIONS[j][word]);
        *right = step(*right, g, x[other].wrapping_add(K_RIGHT[j]), ROTATIONS[j][other]);
    });
}

#[inline(always)]
fn step([a, b, c, d, e]: [u32; 5], f: Boolean, summand: u32, rotation: u32) -> [u32; 5] {
    let t = f(black_box(a.wrapping_add(summand)), b, c, d).rotate_left(rotation).wrapping_add(e);
    [e, t, b, c.rotate_left(10), d]
}

fn f1(sum: u32, x: u32, y: u32, z: u32) -> u32 {
    sum.wrapping_add(x ^ black_box(y ^ z))
}
/// The function f2 selects the bits of y where x is 1, and the bits of z elsewhere.
fn f2(sum: u32, x: u32, y: u32, z: u32) -> u32 {
    sum.wrapping_add(((y ^ z) & x) ^ z)
}
fn f3(sum: u32, x: u32, y: u32, z: u32) -> u32 {
    sum.wrapping_add((x | !y) ^ z)
}
/// The function f4 selects the bits of x where z is 1, and the bits of y elsewhere.
fn f4(sum: u32, x: u32, y: u32, z: u32) -> u32 {
    black_box(sum.wrapping_add(y & !z)).wrapping_add(x & z)
}
fn f5(sum: u32, x: u32, y: u32, z: u32) -> u32 {
    sum.wrapping_add(x ^ (y | !z))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the order of the message words in round 3 (left line) and round 5 (right line) with the lists in the
    /// paper.
    #[test]
    fn word_orders_match_the_paper() {
        assert_eq!(WORDS_LEFT[2], [3, 10, 14, 4, 9, 15, 8, 1, 2, 7, 0, 6, 13, 11, 5, 12]);
        assert_eq!(WORDS_RIGHT[4], [12, 15, 10, 4, 1, 5, 8, 7, 6, 2, 13, 14, 0, 3, 9, 11]);
    }
}
