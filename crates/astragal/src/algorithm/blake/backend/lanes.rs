//! Many inputs of BLAKE3 side by side: register `i` of the matrix holds word `i` of each.

use super::super::BlakeWord;
use super::super::compress::blake3::{
    CHUNK_BLOCKS, CHUNK_BYTES, ChainingBytes, Inputs, Mode, SCHEDULES, flag,
};
use super::super::g::{Words32, arranged, round};
use crate::algorithm::sha2::constants::SHA256_IV;
use crate::platform::simd::{Arx, Vector32};
use crate::platform::unroll::unroll;
use crate::platform::words::load_le;

/// Nodes of one kind that are hashed together, each of `E` blocks: chunks, or parents.
#[derive(Clone, Copy)]
pub(super) struct Many<'a, const E: usize> {
    pub(super) mode: &'a Mode,
    /// The first, if it lies apart from the others.
    pub(super) apart: Option<&'a [[u8; 64]; E]>,
    pub(super) inputs: &'a [[[u8; 64]; E]],
    /// The counter of the first; `step` more for each of the next.
    pub(super) counter: u64,
    pub(super) step: u64,
    /// Flags beside those of the mode: of all blocks, of the first, of the last.
    pub(super) flags: [u32; 3],
}

impl<'a> Many<'a, CHUNK_BLOCKS> {
    /// Chunks from number `counter` on.
    pub(super) fn chunks(
        mode: &'a Mode,
        apart: Option<&'a [u8; CHUNK_BYTES]>,
        chunks: &'a [[u8; CHUNK_BYTES]],
        counter: u64,
    ) -> Self {
        let (blocks, _) = chunks.as_flattened().as_chunks();
        let flags = [0, flag::CHUNK_START, flag::CHUNK_END];
        let apart = apart.and_then(|chunk| chunk.as_chunks().0.first_chunk());
        Self { mode, apart, inputs: blocks.as_chunks().0, counter, step: 1, flags }
    }
}

impl<'a> Many<'a, 1> {
    /// Parents of two children each.
    pub(super) fn parents(mode: &'a Mode, children: &'a [ChainingBytes]) -> Self {
        let (blocks, _) = children.as_flattened().as_chunks();
        Self {
            mode,
            apart: None,
            inputs: blocks.as_chunks().0,
            counter: 0,
            step: 0,
            flags: [flag::PARENT, 0, 0],
        }
    }
}

impl<'a, const E: usize> Many<'a, E> {
    /// Without the first `count`, of which there is one or more.
    pub(super) fn after(self, count: usize) -> Self {
        let counter = self.counter.wrapping_add(self.step * count as u64);
        let apart = usize::from(self.apart.is_some());
        Self { apart: None, inputs: &self.inputs[count - apart..], counter, ..self }
    }

    /// The first `W`, of which there are two or more; the last is repeated where they are fewer.
    #[inline(always)]
    fn first<const W: usize>(&self) -> [&'a [[u8; 64]; E]; W] {
        let before = usize::from(self.apart.is_some());
        let mut first = [&self.inputs[0]; W];
        for (lane, input) in first.iter_mut().enumerate() {
            *input = &self.inputs[lane.saturating_sub(before).min(self.inputs.len() - 1)];
        }
        if let Some(apart) = self.apart {
            first[0] = apart;
        }
        first
    }
}

/// The chaining values of at most `W` nodes. Lanes without a node repeat another.
#[inline(always)]
pub(super) fn chain<V: Vector32<W>, const W: usize, const E: usize>(
    proof: V::Proof,
    many: Many<'_, E>,
    out: &mut [ChainingBytes],
) {
    let inputs = many.first::<W>();
    let mut counters = [many.counter; W];
    for (lane, counter) in (0..).zip(&mut counters) {
        *counter = many.counter.wrapping_add(if many.step == 0 { 0 } else { lane });
    }
    let counters = split::<V, W>(proof, counters);
    let mut cv = splat::<V, W, 8>(proof, &many.mode.key);
    let [all, first, last] = many.flags;
    for i in 0..E {
        let mut rows = [&inputs[0][i]; W];
        for (row, input) in rows.iter_mut().zip(inputs) {
            *row = &input[i];
        }
        let m = V::columns(proof, rows);
        let mut flags = many.mode.flags | all;
        flags |= if i == 0 { first } else { 0 };
        flags |= if i + 1 == E { last } else { 0 };
        let [a, b, c, d] = rounds::<V, W>(proof, &cv, &m, counters, [64, flags]);
        cv = in_one_row([a.xor(c), b.xor(d)]);
    }
    write(&V::rows_of_8(&cv), out);
}

/// As many of the rows as there is room for.
#[inline(always)]
fn write<T: Copy, const W: usize>(rows: &[T; W], out: &mut [T]) {
    match out.as_chunks_mut() {
        ([all], []) => *all = *rows,
        (_, some) => some.copy_from_slice(&rows[..some.len()]),
    }
}

/// At most `W` blocks of output of the root, from block `inputs.counter` on.
#[inline(always)]
pub(super) fn squeeze<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    cv: &[u32; 8],
    block: &[u8; 64],
    inputs: Inputs,
    out: &mut [[u8; 64]],
) {
    let mut counters = [inputs.counter; W];
    for (lane, counter) in (0..).zip(&mut counters) {
        *counter = inputs.counter.wrapping_add(lane);
    }
    let counters = split::<V, W>(proof, counters);
    let m = splat::<V, W, 16>(proof, &load_le(block));
    let cv = splat::<V, W, 8>(proof, cv);
    let [a, b, c, d] = rounds::<V, W>(proof, &cv, &m, counters, [inputs.length, inputs.flags]);
    let [h0, h1, h2, h3, h4, h5, h6, h7] = cv;
    let second = [c.xor([h0, h1, h2, h3]), d.xor([h4, h5, h6, h7])];
    let [e, f, g, h, i, j, k, l] = in_one_row([a.xor(c), b.xor(d)]);
    let [m, n, o, p, q, r, s, t] = in_one_row(second);
    let words = [e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t];
    write(&V::rows_of_16(&words), out);
}

/// The lower and the upper words of counters.
#[inline(always)]
fn split<V: Vector32<W>, const W: usize>(proof: V::Proof, counters: [u64; W]) -> [V; 2] {
    let mut words = [[0; W]; 2];
    for (lane, counter) in counters.into_iter().enumerate() {
        [words[0][lane], words[1][lane]] = u32::split(counter.into());
    }
    [V::new(proof, words[0]), V::new(proof, words[1])]
}

/// Vectors of equal words.
#[inline(always)]
fn splat<V: Vector32<W>, const W: usize, const N: usize>(
    proof: V::Proof,
    words: &[u32; N],
) -> [V; N] {
    let mut vectors = [V::new(proof, [0; W]); N];
    for i in 0..N {
        vectors[i] = V::new(proof, [words[i]; W]);
    }
    vectors
}

/// Two rows as one.
#[inline(always)]
fn in_one_row<V: Copy>([[a, b, c, d], [e, f, g, h]]: [[V; 4]; 2]) -> [V; 8] {
    [a, b, c, d, e, f, g, h]
}

/// The matrix after seven rounds, in rows; `rest` are the block's length and flags.
#[inline(always)]
fn rounds<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    cv: &[V; 8],
    m: &[V; 16],
    [t0, t1]: [V; 2],
    rest: [u32; 2],
) -> [[V; 4]; 4] {
    let [h0, h1, h2, h3, h4, h5, h6, h7] = *cv;
    let [i0, i1, i2, i3, ..] = splat::<V, W, 8>(proof, &SHA256_IV);
    let [length, flags] = splat::<V, W, 2>(proof, &rest);
    let mut v = [[h0, h1, h2, h3], [h4, h5, h6, h7], [i0, i1, i2, i3], [t0, t1, length, flags]];
    unroll!(for r in 0..7 {
        v = round::<Words32, [V; 4]>(v, arranged(m, &SCHEDULES[r]));
    });
    v
}
