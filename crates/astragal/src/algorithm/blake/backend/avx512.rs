//! AVX-512 backend. For one block, each vector holds a row of the matrix. For two to four BLAKE3 inputs, each vector
//! holds the same row of two or four inputs, 128 bits each. Five to sixteen inputs are compressed at once, one per vector
//! lane.
//!
//! The matrix stays in registers, and the message block in memory. Rotations are single instructions.

use super::super::compress::blake3::{CHUNK_BLOCKS, ChainingBytes, Chunk, Inputs};
use super::super::compress::{Work1, Work2};
use super::blocks::{Block32, Block64};
use super::groups::{self, Nodes};
use super::interleaved;
use super::lanes::{self, NodeBatch};
use super::registers;
use super::rows;
use crate::platform::cpu::Avx512;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::{U32x4, U32x8, U32x16, U64x4};

pub(super) fn compress_512(cpu: Avx512, work: &mut Work1<'_, u64, 128>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, salt, blocks, t) = work;
            rows::compress_512::<U64x4<Avx512>, Block64<Avx512>>(cpu, h, salt, blocks, t);
        },
    );
}

pub(super) fn compress_256(cpu: Avx512, work: &mut Work1<'_, u32, 64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, salt, blocks, t) = work;
            rows::compress_256::<U32x4<Avx512>, Block32<Avx512>>(cpu, h, salt, blocks, t);
        },
    );
}

pub(super) fn compress_2b(cpu: Avx512, work: &mut Work2<'_, u64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, bytes, t, last) = work;
            rows::compress_2::<u64, U64x4<Avx512>, Block64<Avx512>, 128>(cpu, h, bytes, t, last);
        },
    );
}

pub(super) fn compress_2s(cpu: Avx512, work: &mut Work2<'_, u32>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, bytes, t, last) = work;
            rows::compress_2::<u32, U32x4<Avx512>, Block32<Avx512>, 64>(cpu, h, bytes, t, last);
        },
    );
}

pub(super) fn chunk_3(cpu: Avx512, cv: &[u32; 8], chunk: &Chunk<'_>, out: &mut [u8]) {
    cpu.enter(
        #[inline(always)]
        move || rows::chunk_3::<U32x4<Avx512>, Block32<Avx512>>(cpu, cv, chunk, out),
    );
}

pub(super) fn compress_3(
    cpu: Avx512,
    cv: &mut [u32; 8],
    blocks: &[[u8; 64]],
    inputs: Inputs,
    start: u32,
) {
    cpu.enter(
        #[inline(always)]
        move || rows::compress_3::<U32x4<Avx512>, Block32<Avx512>>(cpu, cv, blocks, inputs, start),
    );
}

pub(super) fn squeeze_3(
    cpu: Avx512,
    cv: &[u32; 8],
    block: &[u8; 64],
    mut inputs: Inputs,
    out: &mut [[u8; 64]],
) {
    for out in out.chunks_mut(16) {
        match out.len() {
            1 => cpu.enter(
                #[inline(always)]
                move || {
                    rows::squeeze_3::<U32x4<Avx512>, Block32<Avx512>>(cpu, cv, block, inputs, out);
                },
            ),
            2..=8 => cpu.enter(
                #[inline(always)]
                move || lanes::squeeze::<U32x8<Avx512>, 8>(cpu, cv, block, inputs, out),
            ),
            _ => cpu.enter(
                #[inline(always)]
                move || lanes::squeeze::<U32x16, 16>(cpu, cv, block, inputs, out),
            ),
        }
        inputs.counter = inputs.counter.wrapping_add(16);
    }
}

/// Computes the chaining values of the chunks in `batch`, which must have at least two.
pub(super) fn chain_chunks(
    cpu: Avx512,
    mut batch: NodeBatch<'_, CHUNK_BLOCKS>,
    out: &mut [ChainingBytes],
) {
    for out in out.chunks_mut(16) {
        match out.len() {
            ..=2 => chain_two(cpu, &Nodes::first_of(batch), out),
            3..=4 => chain_few(cpu, &Nodes::first_of(batch), out),
            5..=8 => batch.mode.guarded_by(interleaved::STACK_BYTES, || {
                cpu.enter(
                    #[inline(always)]
                    || interleaved::chain::<U32x8<Avx512>, 8>(cpu, batch, out),
                );
            }),
            _ => batch.mode.guarded_by(interleaved::STACK_BYTES, || {
                cpu.enter(
                    #[inline(always)]
                    || registers::chain::<CHUNK_BLOCKS>(cpu, batch, out),
                );
            }),
        }
        batch = batch.after(out.len());
    }
}

/// Computes the chaining values of the parents in `batch`, which must have at least two.
pub(super) fn chain_parents(cpu: Avx512, mut batch: NodeBatch<'_, 1>, out: &mut [ChainingBytes]) {
    for out in out.chunks_mut(16) {
        match out.len() {
            // Two parents usually follow a kernel with 512-bit vectors. With `chain_two`, a message of 4096 bytes would then
            // take 16 ns longer.
            ..=4 => chain_few(cpu, &Nodes::first_of(batch), out),
            5..=8 => cpu.enter(
                #[inline(always)]
                || lanes::chain::<U32x8<Avx512>, 8, 1>(cpu, batch, out),
            ),
            _ => cpu.enter(
                #[inline(always)]
                || registers::chain::<1>(cpu, batch, out),
            ),
        }
        batch = batch.after(out.len());
    }
}

/// Computes the chaining values of at most four nodes. Each vector holds a row from each node.
fn chain_few(cpu: Avx512, nodes: &Nodes<'_, 4>, out: &mut [ChainingBytes]) {
    cpu.enter(
        #[inline(always)]
        move || groups::chain::<U32x16, U32x16, 4, 1, 4>(cpu, nodes, out),
    );
}

/// Computes the chaining values of at most two chunks. Each vector holds a row from each chunk. Three execution ports take
/// vectors of 256 bits, but only two take vectors of 512 bits: two chunks take 0.92 times as long as in `chain_few`.
fn chain_two(cpu: Avx512, nodes: &Nodes<'_, 2>, out: &mut [ChainingBytes]) {
    cpu.enter(
        #[inline(always)]
        move || groups::chain::<U32x8<Avx512>, U32x8<Avx512>, 2, 1, 2>(cpu, nodes, out),
    );
}
