//! Computes keystream blocks with one of three register layouts:
//! - Four vectors hold the rows of one 4 × 4 matrix of words.
//! - Four vectors hold the rows of two matrices.
//! - Sixteen vectors hold `W` matrices, with one matrix per lane.

use super::Work;
use crate::algorithm::chacha::matrix::{COUNTER, DOUBLE_ROUNDS, Matrix};
use crate::algorithm::chacha::round::double_round;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use crate::algorithm::chacha::round::{PAUSES, double_round_in_lanes};
#[cfg(target_arch = "x86_64")]
use crate::platform::array::Flat as _;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::Arx as _;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use crate::platform::simd::Vector32;
use crate::platform::simd::WordRow;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U32x8, X86};
use crate::platform::words::{store_le, xor_into};

/// Consecutive blocks of the keystream.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    /// The initial matrix of block 0.
    pub(super) matrix: &'a Matrix,
    /// Number of the first block. The code adds it to the block counter in a register. If the code stored the counter
    /// first, the vector load of the counter would wait for the store.
    pub(super) first: u32,
}

/// XORs the keystream of at most `L` blocks into `text`. Four vectors hold the rows of each matrix. Interleaving the
/// blocks hides the latency of their dependent steps.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the block index is at most 4")]
pub(super) fn rows<R: WordRow<u32>, const L: usize>(
    proof: R::Proof,
    Blocks { matrix, first }: Blocks<'_>,
    text: &mut [u8],
    last: &mut [u8; 64],
) {
    let mut words = *matrix;
    words[COUNTER] = words[COUNTER].wrapping_add(first);
    let [c0, c1, c2, c3, k0, k1, k2, k3, k4, k5, k6, k7, n0, n1, n2, n3] = words;
    let start = [
        R::new(proof, [c0, c1, c2, c3]),
        R::new(proof, [k0, k1, k2, k3]),
        R::new(proof, [k4, k5, k6, k7]),
        R::new(proof, [n0, n1, n2, n3]),
    ];
    let mut starts = [start; L];
    for i in 1..L {
        starts[i][3] = start[3].add(R::new(proof, [i as u32, 0, 0, 0]));
    }
    let mut states = starts;
    for _ in 0..DOUBLE_ROUNDS {
        for i in 0..L {
            states[i] = double_round(states[i]);
        }
    }
    let mut keystream = [[0; 64]; L];
    for i in 0..L {
        for j in 0..4 {
            let row = states[i][j].add(starts[i][j]).to_array();
            store_le(&row, &mut keystream[i][16 * j..16 * j + 16]);
        }
    }
    xor(&keystream, text, last);
}

/// XORs the keystream of at most 2 · `L` blocks into `text`. Four vectors hold the rows of two matrices.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
#[expect(clippy::cast_possible_truncation, reason = "the block index is at most 4")]
pub(super) fn pairs<P: X86, const L: usize>(
    proof: P,
    Blocks { matrix, first }: Blocks<'_>,
    text: &mut [u8],
    last: &mut [u8; 64],
) {
    let (rows, _) = matrix.as_chunks();
    let mut starts = [[U32x8::twice(proof, &rows[0]); 4]; L];
    for i in 0..L {
        for j in 1..4 {
            starts[i][j] = U32x8::twice(proof, &rows[j]);
        }
        let first = first.wrapping_add(2 * i as u32);
        let second = first.wrapping_add(1);
        let counters = U32x8::new(proof, [first, 0, 0, 0, second, 0, 0, 0]);
        starts[i][3] = starts[i][3].add(counters);
    }
    let mut states = starts;
    for _ in 0..DOUBLE_ROUNDS {
        for i in 0..L {
            states[i] = double_round(states[i]);
        }
    }
    let mut keystream = [[[0; 64]; 2]; L];
    for i in 0..L {
        for j in 0..4 {
            states[i][j] = states[i][j].add(starts[i][j]);
        }
        keystream[i] = U32x8::two_squares(states[i]);
    }
    xor(keystream.flat(), text, last);
}

/// XORs the keystream of at most `W` blocks into `text`. Vector `i` holds word `i` of each matrix. During the rounds
/// and once after them, calls `beside` with the number of scalar operations to perform. The sum of these numbers is
/// [`SCALAR_STEPS`].
#[inline(always)]
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
#[expect(clippy::cast_possible_truncation, reason = "the lane index is below 16")]
pub(super) fn lanes<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    Blocks { matrix, first }: Blocks<'_>,
    text: &mut [u8],
    last: &mut [u8; 64],
    mut beside: impl FnMut(usize),
) {
    let mut counters = [matrix[COUNTER].wrapping_add(first); W];
    for i in 0..W {
        counters[i] = counters[i].wrapping_add(i as u32);
    }
    let mut start = [V::new(proof, counters); 16];
    for i in 0..16 {
        if i != COUNTER {
            start[i] = V::new(proof, [matrix[i]; W]);
        }
    }
    let mut words = start;
    for _ in 0..DOUBLE_ROUNDS {
        double_round_in_lanes(
            &mut words,
            #[inline(always)]
            || beside(1),
        );
    }
    beside(SCALAR_STEPS - PAUSES * DOUBLE_ROUNDS);
    for i in 0..16 {
        words[i] = words[i].add(start[i]);
    }
    match text.as_chunks_mut().0.first_chunk_mut::<W>() {
        Some(blocks) => V::xor_rows_of_16(&words, blocks),
        None => xor(&V::rows_of_16(&words), text, last),
    }
}

/// Total number of scalar operations that [`lanes`] requests from `beside`.
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
pub(super) const SCALAR_STEPS: usize = 32;

/// XORs `keystream` into `text`, which must not be longer than the keystream. If the last block of text is incomplete,
/// stores its keystream block in `last`.
#[inline(always)]
fn xor(keystream: &[[u8; 64]], text: &mut [u8], last: &mut [u8; 64]) {
    let (blocks, tail) = text.as_chunks_mut::<64>();
    let whole = blocks.len();
    for i in 0..whole {
        xor_into(&mut blocks[i], &keystream[i]);
    }
    if !tail.is_empty() {
        *last = keystream[whole];
        xor_into(tail, &keystream[whole]);
    }
}

/// Divides the text into runs of at most `L` blocks, and calls `kernel` for each.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a run has at most 16 blocks")]
pub(super) fn in_runs<const L: usize>(
    work: &mut Work<'_>,
    mut kernel: impl FnMut(Blocks<'_>, &mut [u8], &mut [u8; 64]),
) {
    let mut blocks = Blocks { matrix: work.matrix, first: work.first };
    for text in work.text.chunks_mut(64 * L) {
        kernel(blocks, text, work.last);
        blocks.first = blocks.first.wrapping_add(L as u32);
    }
}
