//! Compresses a few inputs of BLAKE3 at once. Each vector holds a matrix row of every input of a group: two inputs in
//! 256 bits, or four inputs in 512 bits.
//!
//! The steps of one compression depend on each other, so a group takes little longer than one input. Code with one
//! input per vector lane takes as long for two inputs as for eight.

use core::hint::black_box;

use super::super::compress::blake3::{ChainingBytes, Mode};
use super::super::g::{Words32, round};
use super::lanes::{NodeBatch, flags_of, write};
use crate::algorithm::sha2::constants::SHA256_IV;
use crate::platform::array::copy;
use crate::platform::cpu::Avx512;
use crate::platform::simd::Turn;
#[cfg(not(any(miri, astragal_model)))]
use crate::platform::simd::x86_64::blake3;
use crate::platform::simd::x86_64::{U32x8, U32x16, X86};
use crate::platform::words::quarter;

/// Vector that holds a row of four words of each of the `K` inputs in a group.
pub(super) trait Group<const K: usize>: Turn {
    type Proof: Copy;
    /// Whether there are enough registers for the matrix and the message words.
    const IN_REGISTERS: bool;
    /// Whether [`rounds_of_two`](Self::rounds_of_two) is available.
    const STITCHED: bool = false;

    /// Creates a vector from a row of each input. The lowest bits of a row hold its first word.
    fn from_rows(proof: Self::Proof, rows: [u128; K]) -> Self;
    /// Creates a vector with the same row for all inputs.
    fn repeat(proof: Self::Proof, row: &[u32; 4]) -> Self;
    /// Joins two rows of each input into a chaining value.
    fn join(low: Self, high: Self) -> [ChainingBytes; K];
    /// Selects words of `self` and of `b`, in each row of four words. Words 0 and 1 of the result come from `self`, and
    /// words 2 and 3 from `b`. The base-4 digits of `I`, lowest first, are the indices of the words.
    fn pick_pairs<const I: i32>(self, b: Self) -> Self;
    /// Performs the seven rounds on the matrices `v` of two groups, in assembly. `words` are the rows of message words
    /// of the first round, of each group. Must be called only if [`STITCHED`](Self::STITCHED) is true.
    #[inline(always)]
    fn rounds_of_two(v: [[Self; 2]; 4], _words: [[Self; 4]; 2]) -> [[Self; 2]; 4] {
        v
    }
}

impl<P: X86> Group<2> for U32x8<P> {
    type Proof = P;
    const IN_REGISTERS: bool = P::AVX512;
    const STITCHED: bool = !P::AVX512 && !cfg!(any(miri, astragal_model));

    #[inline(always)]
    fn from_rows(proof: P, rows: [u128; 2]) -> Self {
        Self::from_halves(proof, rows)
    }
    #[inline(always)]
    fn repeat(proof: P, row: &[u32; 4]) -> Self {
        Self::twice(proof, row)
    }
    #[inline(always)]
    fn join(low: Self, high: Self) -> [ChainingBytes; 2] {
        let [a, b] = Self::two_squares([low, high, low, high]);
        [a.as_chunks().0[0], b.as_chunks().0[0]]
    }
    #[inline(always)]
    fn pick_pairs<const I: i32>(self, b: Self) -> Self {
        self.pick_pairs::<I>(b)
    }
    #[cfg(not(any(miri, astragal_model)))]
    #[inline(always)]
    fn rounds_of_two(v: [[Self; 2]; 4], words: [[Self; 4]; 2]) -> [[Self; 2]; 4] {
        blake3::rounds(v, words)
    }
}

impl Group<4> for U32x16 {
    type Proof = Avx512;
    const IN_REGISTERS: bool = true;

    #[inline(always)]
    fn from_rows(cpu: Avx512, [a, b, c, d]: [u128; 4]) -> Self {
        Self::from_halves([U32x8::from_halves(cpu, [a, b]), U32x8::from_halves(cpu, [c, d])])
    }
    #[inline(always)]
    fn repeat(cpu: Avx512, row: &[u32; 4]) -> Self {
        Self::repeat(cpu, row)
    }
    #[inline(always)]
    fn join(low: Self, high: Self) -> [ChainingBytes; 4] {
        let (low, high) = (low.to_rows(), high.to_rows());
        let mut values = [[0; 32]; 4];
        for i in 0..4 {
            let (first, second) = values[i].split_at_mut(16);
            copy(first, &low[i]);
            copy(second, &high[i]);
        }
        values
    }
    #[inline(always)]
    fn pick_pairs<const I: i32>(self, b: Self) -> Self {
        self.pick_pairs::<I>(b)
    }
}

/// Returns the message words of the first round as four rows, in the order of
/// [`ROW_WORDS`](super::super::g::ROW_WORDS). `quarters` holds the words in the order of the blocks.
#[inline(always)]
fn first_words<V: Group<K>, const K: usize>([a, b, c, d]: [V; 4]) -> [V; 4] {
    let (x, y) = (c.pick_pairs::<0b10_00_10_00>(d), c.pick_pairs::<0b11_01_11_01>(d));
    [a.pick_pairs::<0b10_00_10_00>(b), a.pick_pairs::<0b11_01_11_01>(b), x.turn_3(), y.turn_3()]
}

/// Permutes the message words of a round to those of the next round ([`SCHEDULES`]).
///
/// [`SCHEDULES`]: super::super::compress::blake3::SCHEDULES
#[inline(always)]
fn next_words<V: Group<K>, const K: usize>([a, b, c, d]: [V; 4]) -> [V; 4] {
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

/// One matrix row of every input: one vector for one group, or two vectors for two groups.
pub(super) trait Rows<V, const Q: usize>: Turn {
    fn from_vectors(vectors: [V; Q]) -> Self;
    fn to_vectors(self) -> [V; Q];
}

impl<V: Turn> Rows<V, 1> for V {
    #[inline(always)]
    fn from_vectors([vector]: [V; 1]) -> Self {
        vector
    }
    #[inline(always)]
    fn to_vectors(self) -> [V; 1] {
        [self]
    }
}

impl<V: Turn> Rows<V, 2> for [V; 2] {
    #[inline(always)]
    fn from_vectors(vectors: [V; 2]) -> Self {
        vectors
    }
    #[inline(always)]
    fn to_vectors(self) -> [V; 2] {
        self
    }
}

/// Returns the message words of one round as four rows. `words` holds four vectors for each group of inputs.
#[inline(always)]
fn by_row<V: Copy, R: Rows<V, Q>, const Q: usize>(words: &[[V; 4]; Q]) -> [R; 4] {
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

/// Computes the chaining values of at most `W` nodes, in `Q` groups of `K` nodes.
#[inline(always)]
pub(super) fn chain<V: Group<K>, R: Rows<V, Q>, const K: usize, const Q: usize, const W: usize>(
    proof: V::Proof,
    batch: &Nodes<'_, W>,
    out: &mut [ChainingBytes],
) {
    let inputs = &batch.inputs;
    let blocks = inputs[0].len();
    let [h0, h1, h2, h3, h4, h5, h6, h7] = batch.mode.key;
    let [i0, i1, i2, i3, ..] = SHA256_IV;
    let mut low = R::from_vectors([V::repeat(proof, &[h0, h1, h2, h3]); Q]);
    let mut high = R::from_vectors([V::repeat(proof, &[h4, h5, h6, h7]); Q]);
    let iv = R::from_vectors([V::repeat(proof, &[i0, i1, i2, i3]); Q]);
    let mut counters = low.to_vectors();
    for q in 0..Q {
        let mut ends = [0; K];
        for k in 0..K {
            let counter = batch.counter.wrapping_add(batch.step * (K * q + k) as u64);
            ends[k] = u128::from(counter) | 64 << 64;
        }
        counters[q] = V::from_rows(proof, ends);
    }
    let counters = R::from_vectors(counters);
    for i in 0..blocks {
        let flags = flags_of(batch.mode, batch.flags, i, blocks);
        let flags = R::from_vectors([V::repeat(proof, &[0, 0, 0, flags]); Q]);
        let mut words = [[low.to_vectors()[0]; 4]; Q];
        for q in 0..Q {
            for j in 0..4 {
                let mut rows = [0; K];
                for k in 0..K {
                    rows[k] = quarter(&inputs[K * q + k][i], j);
                }
                words[q][j] = V::from_rows(proof, rows);
            }
            words[q] = first_words(words[q]);
        }
        let mut v = [low, high, iv, counters.xor(flags)];
        if V::STITCHED && Q == 2 {
            let mut pairs = [[words[0][0]; 2]; 4];
            for j in 0..4 {
                let row = v[j].to_vectors();
                pairs[j] = [row[0], row[Q - 1]];
            }
            pairs = V::rounds_of_two(pairs, [words[0], words[Q - 1]]);
            for j in 0..4 {
                let mut row = v[j].to_vectors();
                [row[0], row[Q - 1]] = pairs[j];
                v[j] = R::from_vectors(row);
            }
            let [a, b, c, d] = v;
            (low, high) = (a.xor(c), b.xor(d));
            continue;
        }
        for _ in 0..7 {
            // `black_box` keeps the message words in memory. Without it, they would be in registers, and on AVX2 the
            // compiler would spill the matrix in every round: four inputs would take 1.3 times as long.
            let rows = if V::IN_REGISTERS { &words } else { black_box(&words) };
            v = round::<Words32, R>(v, by_row(rows));
            for q in 0..Q {
                let rows = if V::IN_REGISTERS { &words } else { black_box(&words) };
                words[q] = next_words(rows[q]);
            }
        }
        let [a, b, c, d] = v;
        (low, high) = (a.xor(c), b.xor(d));
    }
    let mut values = [[0; 32]; W];
    let (low, high) = (low.to_vectors(), high.to_vectors());
    for q in 0..Q {
        let group = V::join(low[q], high[q]);
        for k in 0..K {
            values[K * q + k] = group[k];
        }
    }
    write(&values, out);
}
