//! One block of BLAKE2 or BLAKE3, each row of its matrix in a register: G works on all four columns, then
//! on all four diagonals.
//!
//! Between the two the rows are turned against each other. Row b stays, since G waits for it longest; so
//! the diagonal through its word i lies in lane i:
//!
//! ```text
//! a  0  1  2  3        3  0  1  2
//! b  4  5  6  7   →    4  5  6  7
//! c  8  9 10 11        9 10 11  8
//! d 12 13 14 15       14 15 12 13
//! ```

use super::super::blake2::Blake2Word;
use super::super::blake3::{Inputs, SCHEDULES};
use super::super::g::{Distances, Words32, g};
use super::super::{BlakeWord, Last, SIGMA};
use crate::sha2::constants::SHA256_IV;
use crate::simd::Row;
use crate::unroll::unroll;
use crate::words::{Word, load_le, store_le};

/// Which of a round's sixteen words go to the lanes of the rows x and y, for columns and for diagonals.
const LANES: [[usize; 4]; 4] = [[0, 2, 4, 6], [1, 3, 5, 7], [14, 8, 10, 12], [15, 9, 11, 13]];

/// The order of the words of a round in four rows, from their order in the standard.
#[inline(always)]
pub(super) fn lanes(order: &[usize; 16]) -> [[usize; 4]; 4] {
    LANES.map(|row| row.map(|place| order[place]))
}

/// A message block from which rows of words are taken.
pub(super) trait Message<T, R: Row<T>> {
    /// The words of a block of sixteen words.
    fn new(proof: R::Proof, block: &[u8]) -> Self;
    /// The rows x and y for columns, then for diagonals; `order` is a constant.
    fn rows(&self, order: &[usize; 16]) -> [R; 4];
}

/// Words that are fetched from memory one by one.
pub(super) struct Scattered<T, R: Row<T>>(R::Proof, [T; 16]);

impl<T: Word, R: Row<T>> Message<T, R> for Scattered<T, R> {
    #[inline(always)]
    fn new(proof: R::Proof, block: &[u8]) -> Self {
        Self(proof, load_le(block))
    }
    #[inline(always)]
    fn rows(&self, order: &[usize; 16]) -> [R; 4] {
        let [[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]] = lanes(order);
        let w = &self.1;
        [
            R::new(self.0, [w[a], w[b], w[c], w[d]]),
            R::new(self.0, [w[e], w[f], w[g], w[h]]),
            R::new(self.0, [w[i], w[j], w[k], w[l]]),
            R::new(self.0, [w[m], w[n], w[o], w[p]]),
        ]
    }
}

/// One round.
#[inline(always)]
fn round<D: Distances, T, R: Row<T>>(v: [R; 4], [x, y, diagonal_x, diagonal_y]: [R; 4]) -> [R; 4] {
    let [a, b, c, d] = g::<D, R>(v, x, y);
    let turned = [a.rotate_words_3(), b, c.rotate_words_1(), d.rotate_words_2()];
    let [a, b, c, d] = g::<D, R>(turned, diagonal_x, diagonal_y);
    [a.rotate_words_1(), b, c.rotate_words_3(), d.rotate_words_2()]
}

/// The first and the second half of eight words.
#[inline(always)]
fn rows_of<T: Copy, R: Row<T>>(proof: R::Proof, words: &[T; 8]) -> [R; 2] {
    let [a, b, c, d, e, f, g, h] = *words;
    [R::new(proof, [a, b, c, d]), R::new(proof, [e, f, g, h])]
}

/// The eight words of two rows.
#[inline(always)]
fn words_of<T: Word, R: Row<T>>([low, high]: [R; 2]) -> [T; 8] {
    let ([a, b, c, d], [e, f, g, h]) = (low.to_array(), high.to_array());
    [a, b, c, d, e, f, g, h]
}

/// The compression function F of BLAKE2 on each of the blocks.
#[inline(always)]
pub(super) fn compress_2<T: Blake2Word<N>, R: Row<T>, M: Message<T, R>, const N: usize>(
    proof: R::Proof,
    h: &mut [T; 8],
    blocks: &[[u8; N]],
    mut t: u128,
    last: Last,
) {
    let f0 = if last == Last::Yes { T::ALL_ONES } else { T::ZERO };
    let [iv_low, iv_high] = rows_of::<T, R>(proof, &T::IV);
    let [mut low, mut high] = rows_of::<T, R>(proof, h);
    for block in blocks {
        let m = M::new(proof, block);
        let [t0, t1] = T::split(t);
        let mut v = [low, high, iv_low, iv_high.xor(R::new(proof, [t0, t1, f0, T::ZERO]))];
        unroll!(for r in 0..12 {
            if r < T::ROUNDS {
                v = round::<T::Rotations, T, R>(v, m.rows(&SIGMA[r % 10]));
            }
        });
        let [a, b, c, d] = v;
        low = low.xor(a).xor(c);
        high = high.xor(b).xor(d);
        t = t.wrapping_add(N as u128);
    }
    *h = words_of::<T, R>([low, high]);
}

/// The four rows that seven rounds of BLAKE3 leave.
#[inline(always)]
fn rounds_3<R: Row<u32>, M: Message<u32, R>>(
    proof: R::Proof,
    [low, high]: [R; 2],
    m: &M,
    inputs: Inputs,
) -> [R; 4] {
    let [iv, _] = rows_of::<u32, R>(proof, &SHA256_IV);
    let [t0, t1] = u32::split(inputs.counter.into());
    let mut v = [low, high, iv, R::new(proof, [t0, t1, inputs.length, inputs.flags])];
    unroll!(for r in 0..7 {
        v = round::<Words32, u32, R>(v, m.rows(&SCHEDULES[r]));
    });
    v
}

/// The compression function of BLAKE3 on each of the blocks; `start` is a flag of the first alone.
#[inline(always)]
pub(super) fn compress_3<R: Row<u32>, M: Message<u32, R>>(
    proof: R::Proof,
    cv: &mut [u32; 8],
    blocks: &[[u8; 64]],
    inputs: Inputs,
    start: u32,
) {
    let [mut low, mut high] = rows_of::<u32, R>(proof, cv);
    let mut flags = inputs.flags | start;
    for block in blocks {
        let m = M::new(proof, block);
        let [a, b, c, d] = rounds_3(proof, [low, high], &m, Inputs { flags, ..inputs });
        low = a.xor(c);
        high = b.xor(d);
        flags = inputs.flags;
    }
    *cv = words_of::<u32, R>([low, high]);
}

/// The output of BLAKE3's root, from block `inputs.counter` on.
#[inline(always)]
pub(super) fn squeeze_3<R: Row<u32>, M: Message<u32, R>>(
    proof: R::Proof,
    cv: &[u32; 8],
    block: &[u8; 64],
    inputs: Inputs,
    out: &mut [[u8; 64]],
) {
    let [low, high] = rows_of::<u32, R>(proof, cv);
    let m = M::new(proof, block);
    for (i, out) in (0..).zip(out) {
        let counter = inputs.counter.wrapping_add(i);
        let [a, b, c, d] = rounds_3(proof, [low, high], &m, Inputs { counter, ..inputs });
        let (first, second) = out.split_at_mut(32);
        store_le(&words_of::<u32, R>([a.xor(c), b.xor(d)]), first);
        store_le(&words_of::<u32, R>([c.xor(low), d.xor(high)]), second);
    }
}
