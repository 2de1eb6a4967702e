//! Computes keystream blocks with one of two register layouts. Either four vectors hold the rows of one 4 × 4 matrix of
//! words, or sixteen vectors hold `W` matrices, with one matrix per lane.

use super::Work;
use crate::algorithm::chacha::matrix::{COUNTER, DOUBLE_ROUNDS, Matrix};
use crate::algorithm::chacha::round::double_round;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use crate::algorithm::chacha::round::double_round_beside;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use crate::platform::simd::Vector32;
use crate::platform::simd::WordRow;
use crate::platform::words::{store_le, xor_into};

/// Encrypts or decrypts the text `L` blocks at a time. Interleaving the blocks hides the latency of their dependent
/// steps.
#[inline(always)]
pub(super) fn in_rows<R: WordRow<u32>, const L: usize>(proof: R::Proof, work: &mut Work<'_>) {
    let mut matrix = *work.matrix;
    for text in work.text.chunks_mut(64 * L) {
        rows::<R, L>(proof, &matrix, text, work.last);
        advance(&mut matrix, L);
    }
}

/// Number of scalar operations that [`lanes_beside`] requests.
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
pub(super) const SCALAR_STEPS: usize = 32;

/// Adds `blocks` to the block counter of the matrix.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the number of blocks is at most 16")]
pub(super) fn advance(matrix: &mut Matrix, blocks: usize) {
    matrix[COUNTER] = matrix[COUNTER].wrapping_add(blocks as u32);
}

/// XORs the keystream of at most `L` blocks into `text`. Four vectors hold the rows of each matrix.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the block index is at most 4")]
pub(super) fn rows<R: WordRow<u32>, const L: usize>(
    proof: R::Proof,
    matrix: &Matrix,
    text: &mut [u8],
    last: &mut [u8; 64],
) {
    let [c0, c1, c2, c3, k0, k1, k2, k3, k4, k5, k6, k7, n0, n1, n2, n3] = *matrix;
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

/// XORs the keystream of at most `W` blocks into `text`. Vector `i` holds word `i` of each matrix.
#[inline(always)]
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
pub(super) fn lanes<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    matrix: &Matrix,
    text: &mut [u8],
    last: &mut [u8; 64],
) {
    lanes_beside::<V, W>(
        proof,
        matrix,
        text,
        last,
        #[inline(always)]
        |_| (),
    );
}

/// XORs the keystream of at most `W` blocks into `text`, like [`lanes`]. Between the steps, calls `beside` with the
/// number of scalar operations that it should perform. The sum of these numbers is [`SCALAR_STEPS`].
#[inline(always)]
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
#[expect(clippy::cast_possible_truncation, reason = "the lane index is below 16")]
#[expect(
    clippy::redundant_closure,
    reason = "the closure is inlined; a call through `&mut` is not"
)]
pub(super) fn lanes_beside<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    matrix: &Matrix,
    text: &mut [u8],
    last: &mut [u8; 64],
    mut beside: impl FnMut(usize),
) {
    let mut counters = [matrix[COUNTER]; W];
    for i in 0..W {
        counters[i] = counters[i].wrapping_add(i as u32);
    }
    let mut start = [[V::new(proof, counters); 4]; 4];
    for i in 0..4 {
        for j in 0..4 {
            if 4 * i + j != COUNTER {
                start[i][j] = V::new(proof, [matrix[4 * i + j]; W]);
            }
        }
    }
    let mut state = start;
    for _ in 0..DOUBLE_ROUNDS {
        state = double_round_beside(
            state,
            #[inline(always)]
            |steps| beside(steps),
        );
    }
    beside(SCALAR_STEPS - 3 * DOUBLE_ROUNDS);
    let mut words = [start[0][0]; 16];
    for i in 0..4 {
        for j in 0..4 {
            words[4 * i + j] = state[i][j].add(start[i][j]);
        }
    }
    xor(&V::rows_of_16(&words), text, last);
}

/// XORs `keystream` into `text`, which must not be longer than the keystream. If the last block of text is incomplete,
/// stores its keystream block in `last`.
#[inline(always)]
fn xor<const N: usize>(keystream: &[[u8; 64]; N], text: &mut [u8], last: &mut [u8; 64]) {
    let (blocks, tail) = text.as_chunks_mut::<64>();
    let whole = blocks.len();
    if whole == N {
        for i in 0..N {
            xor_into(&mut blocks[i], &keystream[i]);
        }
        return;
    }
    for i in 0..whole {
        xor_into(&mut blocks[i], &keystream[i]);
    }
    if !tail.is_empty() {
        *last = keystream[whole];
        xor_into(tail, &keystream[whole]);
    }
}
