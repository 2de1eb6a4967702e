//! Computes keystream blocks with one of these register layouts:
//! - Four vectors hold the rows of one 4 × 4 matrix of words.
//! - Four vectors hold the rows of two matrices.
//! - Sixteen vectors hold `W` matrices, with one matrix per lane.
//! - Sixteen vectors hold 16 matrices, and four vectors hold the rows of two more.

use super::Work;
use crate::algorithm::chacha::matrix::{COUNTER, DOUBLE_ROUNDS, Matrix};
use crate::algorithm::chacha::round::double_round;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use crate::algorithm::chacha::round::{PAUSES, double_round_in_lanes};
#[cfg(target_arch = "x86_64")]
use crate::algorithm::chacha::round::{diagonal_round, quarter_rounds};
#[cfg(target_arch = "x86_64")]
use crate::platform::array::Flat as _;
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::Avx512;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::Arx as _;
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
use crate::platform::simd::Vector32;
use crate::platform::simd::WordRow;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U32x8, U32x16, X86};
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
    let mut pairs = [Pair::new(proof, Blocks { matrix, first }); L];
    for i in 1..L {
        pairs[i] = Pair::new(proof, Blocks { matrix, first: first.wrapping_add(2 * i as u32) });
    }
    for _ in 0..DOUBLE_ROUNDS {
        for i in 0..L {
            pairs[i].rows = double_round(pairs[i].rows);
        }
    }
    let mut keystream = [[[0; 64]; 2]; L];
    for i in 0..L {
        keystream[i] = pairs[i].keystream();
    }
    xor(keystream.flat(), text, last);
}

/// XORs the keystream of 17 or 18 blocks into `text`: 16 blocks in lanes and, at the same time, two blocks in rows.
///
/// One or two blocks alone take as long as ten blocks in lanes, because each step waits for the one before it.
#[inline(always)]
#[cfg(target_arch = "x86_64")]
pub(super) fn lanes_and_pair(
    cpu: Avx512,
    Blocks { matrix, first }: Blocks<'_>,
    text: &mut [u8],
    last: &mut [u8; 64],
) {
    let Some((text, rest)) = text.split_at_mut_checked(64 * 16) else { return };
    let mut pair = Pair::new(cpu, Blocks { matrix, first: first.wrapping_add(16) });
    lanes::<U32x16, 16>(
        cpu,
        Blocks { matrix, first },
        text,
        last,
        #[inline(always)]
        |pause, _| match pause {
            0 => pair.rows = quarter_rounds(pair.rows),
            1 => pair.rows = diagonal_round(pair.rows),
            _ => (),
        },
    );
    xor(&pair.keystream(), rest, last);
}

/// The matrices of two consecutive blocks. Four vectors hold their rows.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Pair<P: X86> {
    start: [U32x8<P>; 4],
    rows: [U32x8<P>; 4],
}

#[cfg(target_arch = "x86_64")]
impl<P: X86> Pair<P> {
    #[inline(always)]
    fn new(proof: P, Blocks { matrix, first }: Blocks<'_>) -> Self {
        let (rows, _) = matrix.as_chunks();
        let mut start = [U32x8::twice(proof, &rows[0]); 4];
        for i in 1..4 {
            start[i] = U32x8::twice(proof, &rows[i]);
        }
        let second = first.wrapping_add(1);
        start[3] = start[3].add(U32x8::new(proof, [first, 0, 0, 0, second, 0, 0, 0]));
        Self { start, rows: start }
    }

    /// Returns the keystream after the rounds.
    #[inline(always)]
    fn keystream(&self) -> [[u8; 64]; 2] {
        let mut sums = self.rows;
        for i in 0..4 {
            sums[i] = sums[i].add(self.start[i]);
        }
        U32x8::two_squares(sums)
    }
}

/// XORs the keystream of at most `W` blocks into `text`. Vector `i` holds word `i` of each matrix. Calls `beside`, which
/// does other work at the same time, with each number below [`PAUSES`] in every double round, and with [`PAUSES`] after
/// the rounds. Its second argument is a vector that is computed last before the call.
#[inline(always)]
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
#[expect(clippy::cast_possible_truncation, reason = "the lane index is below 16")]
#[expect(clippy::redundant_closure, reason = "the compiler does not inline calls of `&mut beside`")]
pub(super) fn lanes<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    Blocks { matrix, first }: Blocks<'_>,
    text: &mut [u8],
    last: &mut [u8; 64],
    mut beside: impl FnMut(usize, V),
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
            |pause, last| beside(pause, last),
        );
    }
    beside(PAUSES, words[4]);
    for i in 0..16 {
        words[i] = words[i].add(start[i]);
    }
    match text.as_chunks_mut().0.first_chunk_mut::<W>() {
        Some(blocks) => V::xor_rows_of_16(&words, blocks),
        None => xor(&V::rows_of_16(&words), text, last),
    }
}

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

/// Divides the text into runs of `L` blocks, and calls `kernel` for each. The last run has at most `LAST` blocks.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a run has at most 18 blocks")]
pub(super) fn in_runs<const L: usize, const LAST: usize>(
    work: &mut Work<'_>,
    mut kernel: impl FnMut(Blocks<'_>, &mut [u8], &mut [u8; 64]),
) {
    let mut blocks = Blocks { matrix: work.matrix, first: work.first };
    let mut rest = &mut *work.text;
    while rest.len() > 64 * LAST {
        let (text, behind) = rest.split_at_mut(64 * L);
        kernel(blocks, text, work.last);
        blocks.first = blocks.first.wrapping_add(L as u32);
        rest = behind;
    }
    if !rest.is_empty() {
        kernel(blocks, rest, work.last);
    }
}
