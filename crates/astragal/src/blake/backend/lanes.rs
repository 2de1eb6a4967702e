//! Many inputs of BLAKE3 side by side: register `i` of the matrix holds word `i` of each.

use super::super::BlakeWord;
use super::super::blake3::{Inputs, SCHEDULES, flag};
use super::super::g::{Words32, round};
use super::super::tree::{ChainingBytes, Mode};
use super::Backend;
use crate::sha2::constants::SHA256_IV;
use crate::simd::Vector32;
use crate::unroll::unroll;
use crate::words::{load_le, store_le};

/// Chunks, or parents, that are hashed together.
#[derive(Clone, Copy)]
pub(super) struct Many<'a> {
    pub(super) mode: &'a Mode,
    /// The inputs one after another, each of as many blocks.
    pub(super) blocks: &'a [[u8; 64]],
    /// Blocks of each input.
    pub(super) each: usize,
    /// The counter of the first input; the next ones count on if they are chunks.
    pub(super) counter: u64,
    pub(super) step: u64,
    /// Flags beside those of the mode: of all blocks, of the first, of the last.
    pub(super) flags: [u32; 3],
}

impl<'a> Many<'a> {
    /// Chunks from number `counter` on.
    pub(super) fn chunks(mode: &'a Mode, blocks: &'a [[u8; 64]], counter: u64) -> Self {
        let flags = [0, flag::CHUNK_START, flag::CHUNK_END];
        Self { mode, blocks, each: 16, counter, step: 1, flags }
    }

    /// Parents, each of a block with the chaining values of its children.
    pub(super) fn parents(mode: &'a Mode, blocks: &'a [[u8; 64]]) -> Self {
        Self { mode, blocks, each: 1, counter: 0, step: 0, flags: [flag::PARENT, 0, 0] }
    }

    /// The chaining values, one input after the other.
    pub(super) fn one_by_one(&self, backend: Backend, out: &mut [ChainingBytes]) {
        let [all, first, last] = self.flags;
        let flags = self.mode.flags | all;
        let mut inputs = Inputs { counter: self.counter, length: 64, flags };
        for (blocks, out) in self.blocks.chunks_exact(self.each).zip(out) {
            let mut cv = self.mode.key;
            let (end, others) = blocks.split_last().unwrap_or((&[0; 64], &[]));
            backend.compress_3(&mut cv, others, inputs, first);
            let start = if others.is_empty() { first } else { 0 };
            backend.compress_3(&mut cv, core::slice::from_ref(end), inputs, start | last);
            store_le(&cv, out);
            inputs.counter = inputs.counter.wrapping_add(self.step);
        }
    }
}

/// The chaining values of at most `W` inputs. Lanes without an input repeat the last one.
#[inline(always)]
pub(super) fn chain<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    many: Many<'_>,
    out: &mut [ChainingBytes],
) {
    let mut inputs = [many.blocks; W];
    let mut counters = [many.counter; W];
    for lane in 0..W {
        let input = lane.min(out.len() - 1);
        inputs[lane] = &many.blocks[input * many.each..][..many.each];
        counters[lane] = many.counter.wrapping_add(many.step * input as u64);
    }
    let counters = split::<V, W>(proof, counters);
    let mut cv = splat::<V, W, 8>(proof, &many.mode.key);
    let [all, first, last] = many.flags;
    for i in 0..many.each {
        let mut rows = [&many.blocks[0]; W];
        for lane in 0..W {
            rows[lane] = &inputs[lane][i];
        }
        let m = V::columns(proof, rows);
        let mut flags = many.mode.flags | all;
        flags |= if i == 0 { first } else { 0 };
        flags |= if i + 1 == many.each { last } else { 0 };
        let v = rounds::<V, W>(proof, &cv, &m, counters, [64, flags]);
        unroll!(for j in 0..8 {
            cv[j] = v[j].xor(v[j + 8]);
        });
    }
    out.copy_from_slice(&V::rows_of_8(&cv)[..out.len()]);
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
    for lane in 0..W {
        counters[lane] = inputs.counter.wrapping_add(lane as u64);
    }
    let counters = split::<V, W>(proof, counters);
    let m = splat::<V, W, 16>(proof, &load_le(block));
    let cv = splat::<V, W, 8>(proof, cv);
    let mut v = rounds::<V, W>(proof, &cv, &m, counters, [inputs.length, inputs.flags]);
    unroll!(for j in 0..8 {
        v[j] = v[j].xor(v[j + 8]);
        v[j + 8] = v[j + 8].xor(cv[j]);
    });
    out.copy_from_slice(&V::rows_of_16(&v)[..out.len()]);
}

/// The lower and the upper words of counters.
#[inline(always)]
fn split<V: Vector32<W>, const W: usize>(proof: V::Proof, counters: [u64; W]) -> [V; 2] {
    let mut words = [[0; W]; 2];
    for lane in 0..W {
        [words[0][lane], words[1][lane]] = u32::split(counters[lane].into());
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

/// Seven rounds; `rest` are the block's length and flags.
#[inline(always)]
fn rounds<V: Vector32<W>, const W: usize>(
    proof: V::Proof,
    cv: &[V; 8],
    m: &[V; 16],
    [t0, t1]: [V; 2],
    rest: [u32; 2],
) -> [V; 16] {
    let [h0, h1, h2, h3, h4, h5, h6, h7] = *cv;
    let [i0, i1, i2, i3, ..] = splat::<V, W, 8>(proof, &SHA256_IV);
    let [length, flags] = splat::<V, W, 2>(proof, &rest);
    let mut v = [h0, h1, h2, h3, h4, h5, h6, h7, i0, i1, i2, i3, t0, t1, length, flags];
    unroll!(for r in 0..7 {
        round::<Words32, V>(&mut v, |i| m[SCHEDULES[r][i]]);
    });
    v
}
