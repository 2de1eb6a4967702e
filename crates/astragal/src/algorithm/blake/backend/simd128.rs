//! Backend for WebAssembly vectors. For one block, a row of 32-bit words is one vector, and a row of 64-bit words is
//! two vectors. Four BLAKE3 inputs are compressed at once, one per vector lane. BLAKE2 uses the portable backend, in
//! which the order of the message words is known at compile time. This is 1.2 times as fast as vectors.

use super::super::compress::Work1;
use super::super::compress::blake3::{ChainingBytes, Chunk, Inputs};
use super::lanes::{self, NodeBatch};
use super::rows::{self, Scattered};
use crate::platform::cpu::Simd128;
use crate::platform::enter::Token as _;
use crate::platform::simd::wasm32::{U32x4, U64x4};

pub(super) fn compress_512(cpu: Simd128, work: &mut Work1<'_, u64, 128>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, salt, blocks, t) = work;
            rows::compress_512::<U64x4, Scattered<u64, U64x4>>(cpu, h, salt, blocks, t);
        },
    );
}

pub(super) fn compress_256(cpu: Simd128, work: &mut Work1<'_, u32, 64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, salt, blocks, t) = work;
            rows::compress_256::<U32x4, Scattered<u32, U32x4>>(cpu, h, salt, blocks, t);
        },
    );
}

pub(super) fn chunk_3(cpu: Simd128, cv: &[u32; 8], chunk: &Chunk<'_>, out: &mut [u8]) {
    cpu.enter(
        #[inline(always)]
        move || rows::chunk_3::<U32x4, Scattered<u32, U32x4>>(cpu, cv, chunk, out),
    );
}

pub(super) fn compress_3(
    cpu: Simd128,
    cv: &mut [u32; 8],
    blocks: &[[u8; 64]],
    inputs: Inputs,
    start: u32,
) {
    cpu.enter(
        #[inline(always)]
        move || {
            rows::compress_3::<U32x4, Scattered<u32, U32x4>>(cpu, cv, blocks, inputs, start);
        },
    );
}

pub(super) fn squeeze_3(
    cpu: Simd128,
    cv: &[u32; 8],
    block: &[u8; 64],
    mut inputs: Inputs,
    out: &mut [[u8; 64]],
) {
    for out in out.chunks_mut(4) {
        match out.len() {
            1 => cpu.enter(
                #[inline(always)]
                move || {
                    rows::squeeze_3::<U32x4, Scattered<u32, U32x4>>(cpu, cv, block, inputs, out);
                },
            ),
            _ => cpu.enter(
                #[inline(always)]
                move || lanes::squeeze::<U32x4, 4>(cpu, cv, block, inputs, out),
            ),
        }
        inputs.counter = inputs.counter.wrapping_add(4);
    }
}

/// Computes the chaining values of the nodes in `batch`, which must have at least two nodes.
pub(super) fn chain<const E: usize>(
    cpu: Simd128,
    mut batch: NodeBatch<'_, E>,
    out: &mut [ChainingBytes],
) {
    for out in out.chunks_mut(4) {
        cpu.enter(
            #[inline(always)]
            || lanes::chain::<U32x4, 4, E>(cpu, batch, out),
        );
        batch = batch.after(out.len());
    }
}
