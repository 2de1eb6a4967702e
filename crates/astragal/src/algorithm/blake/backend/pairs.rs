//! Compresses two or four inputs of BLAKE3 at once. Each half of a vector holds a row of one input's matrix.
//!
//! The steps of one compression depend on each other, so two inputs take little longer than one. Code with one input
//! per vector lane takes as long for two inputs as for eight.

use core::hint::black_box;

use super::super::compress::blake3::{ChainingBytes, Mode};
use super::super::g::{Words32, round};
use super::lanes::NodeBatch;
use crate::algorithm::sha2::constants::SHA256_IV;
use crate::platform::array::copy;
use crate::platform::simd::Turn;
use crate::platform::simd::x86_64::{U32x8, X86};
use crate::platform::words::quarter;

/// One matrix row of every input: one vector for two inputs, or two vectors for four inputs.
pub(super) trait Rows<P, const Q: usize>: Turn {
    fn from_vectors(vectors: [U32x8<P>; Q]) -> Self;
    fn to_vectors(self) -> [U32x8<P>; Q];
}

impl<P: X86> Rows<P, 1> for U32x8<P> {
    #[inline(always)]
    fn from_vectors([vector]: [Self; 1]) -> Self {
        vector
    }
    #[inline(always)]
    fn to_vectors(self) -> [Self; 1] {
        [self]
    }
}

impl<P: X86> Rows<P, 2> for [U32x8<P>; 2] {
    #[inline(always)]
    fn from_vectors(vectors: [U32x8<P>; 2]) -> Self {
        vectors
    }
    #[inline(always)]
    fn to_vectors(self) -> [U32x8<P>; 2] {
        self
    }
}

/// Returns the message words of the first round as four rows, in the order of
/// [`ROW_WORDS`](super::super::g::ROW_WORDS).
#[inline(always)]
fn first_words<P: X86>([a, b, c, d]: [U32x8<P>; 4]) -> [U32x8<P>; 4] {
    let (x, y) = (c.pick_pairs::<0b10_00_10_00>(d), c.pick_pairs::<0b11_01_11_01>(d));
    [a.pick_pairs::<0b10_00_10_00>(b), a.pick_pairs::<0b11_01_11_01>(b), x.turn_3(), y.turn_3()]
}

/// Permutes the message words from the order of one round to the order of the next round ([`SCHEDULES`]).
///
/// [`SCHEDULES`]: super::super::compress::blake3::SCHEDULES
#[inline(always)]
fn next_words<P: X86>([a, b, c, d]: [U32x8<P>; 4]) -> [U32x8<P>; 4] {
    let ab = a.pick_pairs::<0b11_01_01_10>(b);
    let (ac, ad) = (a.pick_pairs::<0b00_10_11_00>(c), a.pick_pairs::<0b00_11_00_00>(d));
    let (db, cd) = (d.pick_pairs::<0b00_00_01_00>(b), c.pick_pairs::<0b00_01_00_11>(d));
    let bd = b.pick_pairs::<0b00_10_00_10>(d);
    let cbd = c.pick_pairs::<0b10_00_01_00>(bd);
    [
        ab.turn_1(),
        ac.pick_pairs::<0b10_00_10_01>(ad),
        db.pick_pairs::<0b10_00_10_00>(cd),
        cbd.pick_pairs::<0b00_10_11_01>(cbd),
    ]
}

/// Returns the message words of one round as four rows. `words` holds four vectors for each pair of inputs.
#[inline(always)]
fn by_row<P: X86, R: Rows<P, Q>, const Q: usize>(words: &[[U32x8<P>; 4]; Q]) -> [R; 4] {
    let mut rows = [[words[0][0]; Q]; 4];
    for q in 0..Q {
        for j in 0..4 {
            rows[j][q] = words[q][j];
        }
    }
    let [x, y, diagonal_x, diagonal_y] = rows;
    [
        R::from_vectors(x),
        R::from_vectors(y),
        R::from_vectors(diagonal_x),
        R::from_vectors(diagonal_y),
    ]
}

/// The first `W` nodes of a batch. If the batch has fewer, the last node is repeated. The number of blocks per node is
/// not part of the type, so chunks and parents share the code.
pub(super) struct Nodes<'a, const W: usize> {
    inputs: [&'a [[u8; 64]]; W],
    mode: &'a Mode,
    counter: u64,
    step: u64,
    flags: [u32; 3],
}

impl<'a, const W: usize> Nodes<'a, W> {
    pub(super) fn first_of<const E: usize>(batch: NodeBatch<'a, E>) -> Self {
        let NodeBatch { mode, counter, step, flags, .. } = batch;
        let inputs = batch.first::<W>().map(<[_; E]>::as_slice);
        Self { inputs, mode, counter, step, flags }
    }
}

/// Computes the chaining values of at most `W` nodes, in `Q` pairs.
#[inline(always)]
pub(super) fn chain<P: X86, R: Rows<P, Q>, const Q: usize, const W: usize>(
    proof: P,
    batch: &Nodes<'_, W>,
    out: &mut [ChainingBytes],
) {
    let inputs = &batch.inputs;
    let blocks = inputs[0].len();
    let [h0, h1, h2, h3, h4, h5, h6, h7] = batch.mode.key;
    let [i0, i1, i2, i3, ..] = SHA256_IV;
    let mut low = R::from_vectors([U32x8::twice(proof, &[h0, h1, h2, h3]); Q]);
    let mut high = R::from_vectors([U32x8::twice(proof, &[h4, h5, h6, h7]); Q]);
    let iv = R::from_vectors([U32x8::twice(proof, &[i0, i1, i2, i3]); Q]);
    let [all, first, last] = batch.flags;
    for i in 0..blocks {
        let mut flags = batch.mode.flags | all;
        flags |= if i == 0 { first } else { 0 };
        flags |= if i + 1 == blocks { last } else { 0 };
        let mut rest = low.to_vectors();
        let mut words = [[rest[0]; 4]; Q];
        for q in 0..Q {
            let (a, b) = (&inputs[2 * q][i], &inputs[2 * q + 1][i]);
            for j in 0..4 {
                words[q][j] = U32x8::from_halves(proof, [quarter(a, j), quarter(b, j)]);
            }
            words[q] = first_words(words[q]);
            let mut ends = [0; 2];
            for j in 0..2 {
                let counter = batch.counter.wrapping_add(batch.step * (2 * q + j) as u64);
                ends[j] = u128::from(counter) | 64 << 64 | u128::from(flags) << 96;
            }
            rest[q] = U32x8::from_halves(proof, ends);
        }
        let mut v = [low, high, iv, R::from_vectors(rest)];
        for _ in 0..7 {
            // `black_box` keeps the message words in memory. Without it, they would be in registers, and the compiler
            // would spill the matrix in every round: four inputs would take 1.3 times as long.
            v = round::<Words32, R>(v, by_row(black_box(&words)));
            for q in 0..Q {
                words[q] = next_words(black_box(&words)[q]);
            }
        }
        let [a, b, c, d] = v;
        (low, high) = (a.xor(c), b.xor(d));
    }
    let mut values = [[0; 32]; W];
    let (low, high) = (low.to_vectors(), high.to_vectors());
    for q in 0..Q {
        let [a, b] = U32x8::two_squares([low[q], high[q], low[q], high[q]]);
        values[2 * q] = a.as_chunks().0[0];
        values[2 * q + 1] = b.as_chunks().0[0];
    }
    copy(out, &values[..out.len()]);
}
