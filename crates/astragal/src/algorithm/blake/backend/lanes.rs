//! Compresses several inputs of BLAKE3 in vector lanes: vector `i` holds word `i` of each input.

use core::hint::black_box;

use super::super::BlakeWord;
use super::super::compress::blake3::{
    CHUNK_BLOCKS, CHUNK_BYTES, ChainingBytes, Inputs, Mode, SCHEDULES, flag,
};
use super::super::g::{Words32, arranged, round};
use crate::algorithm::sha2::constants::SHA256_IV;
use crate::platform::array::{Flat as _, copy};
use crate::platform::simd::{Arx, Vector32};
use crate::platform::unroll::unroll;
use crate::platform::words::load_le;

/// Batch of BLAKE3 nodes, either chunks or parents. Each node has `E` blocks.
#[derive(Clone, Copy)]
pub(super) struct NodeBatch<'a, const E: usize> {
    pub(super) mode: &'a Mode,
    /// First node of the batch, if it is separate in memory from the other nodes.
    pub(super) head: Option<&'a [[u8; 64]; E]>,
    pub(super) inputs: &'a [[[u8; 64]; E]],
    /// Counter of the first node. The counter grows by `step` from each node to the next.
    pub(super) counter: u64,
    pub(super) step: u64,
    /// Flags of the nodes, in addition to the flags of the mode. The three values are the flags of every block, the
    /// extra flags of a node's first block, and the extra flags of its last block.
    pub(super) flags: [u32; 3],
}

impl<'a> NodeBatch<'a, CHUNK_BLOCKS> {
    /// Creates a batch of chunks. `counter` is the index of the first chunk in the message.
    pub(super) fn chunks(
        mode: &'a Mode,
        head: Option<&'a [u8; CHUNK_BYTES]>,
        chunks: &'a [[u8; CHUNK_BYTES]],
        counter: u64,
    ) -> Self {
        let (blocks, _) = chunks.flat().as_chunks();
        let flags = [0, flag::CHUNK_START, flag::CHUNK_END];
        let head = head.and_then(|chunk| chunk.as_chunks().0.first_chunk());
        Self { mode, head, inputs: blocks.as_chunks().0, counter, step: 1, flags }
    }
}

impl<'a> NodeBatch<'a, 1> {
    /// Creates a batch of parent nodes. Each parent has two consecutive elements of `children` as its children.
    pub(super) fn parents(mode: &'a Mode, children: &'a [ChainingBytes]) -> Self {
        let (blocks, _) = children.flat().as_chunks();
        Self {
            mode,
            head: None,
            inputs: blocks.as_chunks().0,
            counter: 0,
            step: 0,
            flags: [flag::PARENT, 0, 0],
        }
    }
}

impl<'a, const E: usize> NodeBatch<'a, E> {
    /// Returns the batch without its first `count` nodes. `count` must be at least 1.
    pub(super) fn after(self, count: usize) -> Self {
        let counter = self.counter.wrapping_add(self.step * count as u64);
        let head = usize::from(self.head.is_some());
        Self { head: None, inputs: &self.inputs[count - head..], counter, ..self }
    }

    /// Returns the first `W` nodes. If the batch has fewer than `W` nodes, repeats its last node. The field `inputs`
    /// must not be empty.
    #[inline(always)]
    pub(super) fn first<const W: usize>(&self) -> [&'a [[u8; 64]; E]; W] {
        let before = usize::from(self.head.is_some());
        let mut first = [&self.inputs[0]; W];
        for lane in 0..W {
            first[lane] = &self.inputs[lane.saturating_sub(before).min(self.inputs.len() - 1)];
        }
        if let Some(head) = self.head {
            first[0] = head;
        }
        first
    }

    /// Returns the flags of the nodes' block `i`.
    #[inline(always)]
    pub(super) fn flags_of(&self, i: usize) -> u32 {
        flags_of(self.mode, self.flags, i, E)
    }
}

/// Returns the flags of block `i` of nodes that have `blocks` blocks each. `flags` are those of a [`NodeBatch`].
#[inline(always)]
pub(super) fn flags_of(mode: &Mode, flags: [u32; 3], i: usize, blocks: usize) -> u32 {
    let [all, first, last] = flags;
    let mut flags = mode.flags | all;
    flags |= if i == 0 { first } else { 0 };
    flags |= if i + 1 == blocks { last } else { 0 };
    flags
}

/// Computes the chaining values of at most `W` nodes, one per lane. Unused lanes repeat the last node.
#[inline(always)]
pub(super) fn chain<V: Vector32<W>, const W: usize, const E: usize>(
    proof: V::Proof,
    batch: NodeBatch<'_, E>,
    out: &mut [ChainingBytes],
) {
    let inputs = batch.first::<W>();
    let counters = counters_of::<V, W, E>(proof, &batch);
    let mut cv = aligning(splat::<V, W, 8>(proof, &batch.mode.key));
    for i in 0..E {
        let mut rows = [&inputs[0][i]; W];
        for j in 0..W {
            rows[j] = &inputs[j][i];
        }
        let m = V::columns(proof, rows);
        let [a, b, c, d] = rounds::<V, W>(proof, &cv, &m, counters, [64, batch.flags_of(i)]);
        cv = concat_rows([a.xor(c), b.xor(d)]);
    }
    write(&V::rows_of_8(&cv), out);
}

/// Returns `vectors` unchanged. Vectors of AVX2 are stored and loaded again: vectors in memory make the compiler align
/// the stack frame to 32 bytes. Otherwise, a spilled vector could cross a page boundary, depending on the address of the
/// stack, and the function would take twice as long.
#[inline(always)]
fn aligning<V: Copy, const N: usize>(vectors: [V; N]) -> [V; N] {
    if size_of::<V>() == 32 { *black_box(&vectors) } else { vectors }
}

/// Returns the counters of the first `W` nodes, as [`split`] does.
#[inline(always)]
pub(super) fn counters_of<V: Vector32<W>, const W: usize, const E: usize>(
    proof: V::Proof,
    batch: &NodeBatch<'_, E>,
) -> [V; 2] {
    let mut counters = [batch.counter; W];
    for lane in 0..W {
        let step = if batch.step == 0 { 0 } else { lane as u64 };
        counters[lane] = batch.counter.wrapping_add(step);
    }
    split::<V, W>(proof, counters)
}

/// Copies the first `out.len()` elements of `rows` to `out`.
#[inline(always)]
pub(super) fn write<T: Copy, const W: usize>(rows: &[T; W], out: &mut [T]) {
    match out.as_chunks_mut() {
        ([all], []) => *all = *rows,
        (_, some) => copy(some, &rows[..some.len()]),
    }
}

/// Computes up to `W` output blocks of a root node. `inputs.counter` is the index of the first output block.
#[inline(always)]
pub(super) fn squeeze<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    cv: &[u32; 8],
    block: &[u8; 64],
    inputs: Inputs,
    out: &mut [[u8; 64]],
) {
    let mut counters = [inputs.counter; W];
    for lane in 0..W {
        counters[lane] = inputs.counter.wrapping_add(lane as u64);
    }
    let counters = split::<V, W>(proof, counters);
    let m = splat::<V, W, 16>(proof, &load_le(block));
    let cv = aligning(splat::<V, W, 8>(proof, cv));
    let [a, b, c, d] = rounds::<V, W>(proof, &cv, &m, counters, [inputs.length, inputs.flags]);
    let [h0, h1, h2, h3, h4, h5, h6, h7] = cv;
    let second = [c.xor([h0, h1, h2, h3]), d.xor([h4, h5, h6, h7])];
    let [e, f, g, h, i, j, k, l] = concat_rows([a.xor(c), b.xor(d)]);
    let [m, n, o, p, q, r, s, t] = concat_rows(second);
    let words = [e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t];
    write(&V::rows_of_16(&words), out);
}

/// Splits each counter into its lower and upper word. Returns a vector of the lower words and a vector of the upper
/// words.
#[inline(always)]
fn split<V: Vector32<W>, const W: usize>(proof: V::Proof, counters: [u64; W]) -> [V; 2] {
    let mut words = [[0; W]; 2];
    for lane in 0..W {
        [words[0][lane], words[1][lane]] = u32::split(counters[lane].into());
    }
    [V::new(proof, words[0]), V::new(proof, words[1])]
}

/// Broadcasts each word to all lanes of a vector.
#[inline(always)]
pub(super) fn splat<V: Vector32<W>, const W: usize, const N: usize>(
    proof: V::Proof,
    words: &[u32; N],
) -> [V; N] {
    let mut vectors = [V::new(proof, [0; W]); N];
    for i in 0..N {
        vectors[i] = V::new(proof, [words[i]; W]);
    }
    vectors
}

/// Concatenates two rows of the matrix.
#[inline(always)]
pub(super) fn concat_rows<V: Copy>([[a, b, c, d], [e, f, g, h]]: [[V; 4]; 2]) -> [V; 8] {
    [a, b, c, d, e, f, g, h]
}

/// Returns the initial matrix (§2.2). `length_and_flags` holds the length and the flags of the block.
#[inline(always)]
pub(super) fn matrix<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    cv: &[V; 8],
    [t0, t1]: [V; 2],
    length_and_flags: [u32; 2],
) -> [[V; 4]; 4] {
    let [h0, h1, h2, h3, h4, h5, h6, h7] = *cv;
    let [i0, i1, i2, i3, ..] = splat::<V, W, 8>(proof, &SHA256_IV);
    let [length, flags] = splat::<V, W, 2>(proof, &length_and_flags);
    [[h0, h1, h2, h3], [h4, h5, h6, h7], [i0, i1, i2, i3], [t0, t1, length, flags]]
}

/// Applies the seven rounds of BLAKE3 to the initial matrix and returns its rows.
#[inline(always)]
fn rounds<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    cv: &[V; 8],
    m: &[V; 16],
    counters: [V; 2],
    length_and_flags: [u32; 2],
) -> [[V; 4]; 4] {
    let mut v = matrix::<V, W>(proof, cv, counters, length_and_flags);
    unroll!(for r in 0..7 {
        v = round::<Words32, [V; 4]>(v, arranged(m, &SCHEDULES[r]));
    });
    v
}
