//! Rows of one block in 128 or 256 bits, eight inputs of BLAKE3 side by side.
#![expect(unsafe_code, reason = "enters functions compiled for AVX2, token in hand")]

use super::super::Last;
use super::super::blake3::Inputs;
use super::super::tree::ChainingBytes;
use super::lanes::{self, Many};
use super::rows::{self, Scattered};
use crate::machine::cpu::Avx2;
use crate::machine::simd::x86_64::{U32x4, U32x8, U64x4};

pub(super) fn compress_512(cpu: Avx2, h: &mut [u64; 8], blocks: &[[u8; 128]], t: u128) {
    #[target_feature(enable = "avx2")]
    fn run(cpu: Avx2, h: &mut [u64; 8], blocks: &[[u8; 128]], t: u128) {
        rows::compress_512::<U64x4, Scattered<u64, U64x4>>(cpu, h, blocks, t);
    }
    // SAFETY: `cpu` proves AVX2.
    unsafe { run(cpu, h, blocks, t) }
}

pub(super) fn compress_256(cpu: Avx2, h: &mut [u32; 8], blocks: &[[u8; 64]], t: u128) {
    #[target_feature(enable = "avx2")]
    fn run(cpu: Avx2, h: &mut [u32; 8], blocks: &[[u8; 64]], t: u128) {
        rows::compress_256::<U32x4, Scattered<u32, U32x4>>(cpu, h, blocks, t);
    }
    // SAFETY: `cpu` proves AVX2.
    unsafe { run(cpu, h, blocks, t) }
}

pub(super) fn compress_2b(cpu: Avx2, h: &mut [u64; 8], blocks: &[[u8; 128]], t: u128, last: Last) {
    #[target_feature(enable = "avx2")]
    fn run(cpu: Avx2, h: &mut [u64; 8], blocks: &[[u8; 128]], t: u128, last: Last) {
        rows::compress_2b::<U64x4, Scattered<u64, U64x4>>(cpu, h, blocks, t, last);
    }
    // SAFETY: `cpu` proves AVX2.
    unsafe { run(cpu, h, blocks, t, last) }
}

pub(super) fn compress_2s(cpu: Avx2, h: &mut [u32; 8], blocks: &[[u8; 64]], t: u128, last: Last) {
    #[target_feature(enable = "avx2")]
    fn run(cpu: Avx2, h: &mut [u32; 8], blocks: &[[u8; 64]], t: u128, last: Last) {
        rows::compress_2s::<U32x4, Scattered<u32, U32x4>>(cpu, h, blocks, t, last);
    }
    // SAFETY: `cpu` proves AVX2.
    unsafe { run(cpu, h, blocks, t, last) }
}

pub(super) fn compress_3(
    cpu: Avx2,
    cv: &mut [u32; 8],
    blocks: &[[u8; 64]],
    inputs: Inputs,
    start: u32,
) {
    #[target_feature(enable = "avx2")]
    fn run(cpu: Avx2, cv: &mut [u32; 8], blocks: &[[u8; 64]], inputs: Inputs, start: u32) {
        rows::compress_3::<U32x4, Scattered<u32, U32x4>>(cpu, cv, blocks, inputs, start);
    }
    // SAFETY: `cpu` proves AVX2.
    unsafe { run(cpu, cv, blocks, inputs, start) }
}

pub(super) fn squeeze_3(
    cpu: Avx2,
    cv: &[u32; 8],
    block: &[u8; 64],
    mut inputs: Inputs,
    out: &mut [[u8; 64]],
) {
    #[target_feature(enable = "avx2")]
    fn one(cpu: Avx2, cv: &[u32; 8], block: &[u8; 64], inputs: Inputs, out: &mut [[u8; 64]]) {
        rows::squeeze_3::<U32x4, Scattered<u32, U32x4>>(cpu, cv, block, inputs, out);
    }
    #[target_feature(enable = "avx2")]
    fn eight(cpu: Avx2, cv: &[u32; 8], block: &[u8; 64], inputs: Inputs, out: &mut [[u8; 64]]) {
        lanes::squeeze::<U32x8, 8>(cpu, cv, block, inputs, out);
    }
    for out in out.chunks_mut(8) {
        let run = if out.len() == 1 { one } else { eight };
        // SAFETY: `cpu` proves AVX2.
        unsafe { run(cpu, cv, block, inputs, out) };
        inputs.counter = inputs.counter.wrapping_add(8);
    }
}

/// The chaining values of at least two inputs.
pub(super) fn chain<const E: usize>(cpu: Avx2, mut many: Many<'_, E>, out: &mut [ChainingBytes]) {
    #[target_feature(enable = "avx2")]
    fn run<const E: usize>(cpu: Avx2, many: Many<'_, E>, out: &mut [ChainingBytes]) {
        lanes::chain::<U32x8, 8, E>(cpu, many, out);
    }
    for out in out.chunks_mut(8) {
        // SAFETY: `cpu` proves AVX2.
        unsafe { run(cpu, many, out) };
        many = many.after(out.len());
    }
}
