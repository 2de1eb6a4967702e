//! AVX2 backend. For one block, each row of the matrix is a vector of 128 or 256 bits. Five to eight BLAKE3 inputs are
//! compressed at once, one per vector lane. For two to four inputs, each vector holds a row from each of two inputs.

use super::super::compress::blake3::{ChainingBytes, Chunk, Inputs};
use super::super::compress::{Work1, Work2};
use super::blocks::Block64;
use super::groups::{self, Nodes, Rows};
use super::lanes::{self, NodeBatch};
use super::rows::{self, Scattered};
use crate::platform::cpu::Avx2;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::{U32x4, U32x8, U64x4};

pub(super) fn compress_512(cpu: Avx2, work: &mut Work1<'_, u64, 128>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, salt, blocks, t) = work;
            rows::compress_512::<U64x4<Avx2>, Block64<Avx2>>(cpu, h, salt, blocks, t);
        },
    );
}

pub(super) fn compress_256(cpu: Avx2, work: &mut Work1<'_, u32, 64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, salt, blocks, t) = work;
            rows::compress_256::<U32x4<Avx2>, Scattered<u32, U32x4<Avx2>>>(cpu, h, salt, blocks, t);
        },
    );
}

pub(super) fn compress_2b(cpu: Avx2, work: &mut Work2<'_, u64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, bytes, t, last) = work;
            rows::compress_2::<u64, U64x4<Avx2>, Block64<Avx2>, 128>(cpu, h, bytes, t, last);
        },
    );
}

pub(super) fn compress_2s(cpu: Avx2, work: &mut Work2<'_, u32>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, bytes, t, last) = work;
            rows::compress_2::<u32, U32x4<Avx2>, Scattered<u32, U32x4<Avx2>>, 64>(
                cpu, h, bytes, t, last,
            );
        },
    );
}

pub(super) fn chunk_3(cpu: Avx2, cv: &[u32; 8], chunk: &Chunk<'_>, out: &mut [u8]) {
    cpu.enter(
        #[inline(always)]
        move || rows::chunk_3::<U32x4<Avx2>, Scattered<u32, U32x4<Avx2>>>(cpu, cv, chunk, out),
    );
}

pub(super) fn compress_3(
    cpu: Avx2,
    cv: &mut [u32; 8],
    blocks: &[[u8; 64]],
    inputs: Inputs,
    start: u32,
) {
    cpu.enter(
        #[inline(always)]
        move || {
            rows::compress_3::<U32x4<Avx2>, Scattered<u32, U32x4<Avx2>>>(
                cpu, cv, blocks, inputs, start,
            );
        },
    );
}

pub(super) fn squeeze_3(
    cpu: Avx2,
    cv: &[u32; 8],
    block: &[u8; 64],
    mut inputs: Inputs,
    out: &mut [[u8; 64]],
) {
    for out in out.chunks_mut(8) {
        match out.len() {
            1 => cpu.enter(
                #[inline(always)]
                move || {
                    rows::squeeze_3::<U32x4<Avx2>, Scattered<u32, U32x4<Avx2>>>(
                        cpu, cv, block, inputs, out,
                    );
                },
            ),
            _ => cpu.enter(
                #[inline(always)]
                move || lanes::squeeze::<U32x8<Avx2>, 8>(cpu, cv, block, inputs, out),
            ),
        }
        inputs.counter = inputs.counter.wrapping_add(8);
    }
}

/// Computes the chaining values of the nodes in `batch`, which must have at least two nodes.
pub(super) fn chain<const E: usize>(
    cpu: Avx2,
    mut batch: NodeBatch<'_, E>,
    out: &mut [ChainingBytes],
) {
    for out in out.chunks_mut(8) {
        match out.len() {
            ..=2 => chain_pairs::<U32x8<Avx2>, 1, 2>(cpu, &Nodes::first_of(batch), out),
            3 | 4 => chain_pairs::<[U32x8<Avx2>; 2], 2, 4>(cpu, &Nodes::first_of(batch), out),
            _ => cpu.enter(
                #[inline(always)]
                || lanes::chain::<U32x8<Avx2>, 8, E>(cpu, batch, out),
            ),
        }
        batch = batch.after(out.len());
    }
}

/// Computes the chaining values of at most `W` nodes. Each vector holds a row from each of two nodes.
fn chain_pairs<R: Rows<U32x8<Avx2>, Q>, const Q: usize, const W: usize>(
    cpu: Avx2,
    nodes: &Nodes<'_, W>,
    out: &mut [ChainingBytes],
) {
    cpu.enter(
        #[inline(always)]
        move || groups::chain::<U32x8<Avx2>, R, 2, Q, W>(cpu, nodes, out),
    );
}
