//! Backends for the compression functions of BLAKE, BLAKE2 and BLAKE3.
//!
//! `rows` compresses one block, with one row of the matrix per vector. `groups` compresses a few BLAKE3 inputs; each
//! vector holds a row from each of two or four inputs. `lanes` compresses several BLAKE3 inputs, one per vector lane, and
//! `interleaved` and `registers` do the same with AVX-512. `avx2`, `avx512`, `neon` and `simd128` select the vector
//! types that these modules use. `portable` uses no vectors.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod blocks;
#[cfg(target_arch = "x86_64")]
mod groups;
#[cfg(target_arch = "x86_64")]
mod interleaved;
#[cfg_attr(
    not(any(target_arch = "x86_64", target_feature = "simd128")),
    allow(dead_code, reason = "other targets do not hash several BLAKE3 inputs in vector lanes")
)]
mod lanes;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(target_arch = "x86_64")]
mod registers;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))]
#[cfg_attr(
    target_arch = "aarch64",
    allow(
        dead_code,
        reason = "on aarch64, BLAKE and BLAKE3 have no backend with one state row per vector"
    )
)]
mod rows;
#[cfg(target_feature = "simd128")]
mod simd128;

use super::compress::blake3::{CHUNK_BYTES, ChainingBytes, Chunk, Inputs, Mode};
use super::compress::{Work1, Work2};
use crate::platform::backends::{backends, operation};
use crate::platform::words::store_le;
use lanes::NodeBatch;

operation! {
    /// Backend that compresses the blocks of BLAKE-384 and BLAKE-512.
    pub(crate) enum Backend512: Work1<'_, u64, 128> {
        "x86_64" Avx512(Avx512) = "avx512" => avx512::compress_512,
        "x86_64" Avx2(Avx2) = "avx2" => avx2::compress_512,
        "wasm32" + "simd128" Simd128(Simd128) = "simd128" => simd128::compress_512,
        Portable => portable::compress_512,
    }
}

operation! {
    /// Backend that compresses the blocks of BLAKE-224 and BLAKE-256.
    pub(crate) enum Backend256: Work1<'_, u32, 64> {
        "x86_64" Avx512(Avx512) = "avx512" => avx512::compress_256,
        "x86_64" Avx2(Avx2) = "avx2" => avx2::compress_256,
        "wasm32" + "simd128" Simd128(Simd128) = "simd128" => simd128::compress_256,
        Portable => portable::compress_256,
    }
}

operation! {
    /// Backend that compresses the bytes of a BLAKE2b message.
    pub(crate) enum Backend2b: Work2<'_, u64> {
        "x86_64" Avx512(Avx512) = "avx512" => avx512::compress_2b,
        "x86_64" Avx2(Avx2) = "avx2" => avx2::compress_2b,
        "aarch64" Neon(Neon) = "neon" => neon::compress_2b,
        Portable => portable::compress_2b,
    }
}

operation! {
    /// Backend that compresses the bytes of a BLAKE2s message.
    pub(crate) enum Backend2s: Work2<'_, u32> {
        "x86_64" Avx512(Avx512) = "avx512" => avx512::compress_2s,
        "x86_64" Avx2(Avx2) = "avx2" => avx2::compress_2s,
        "aarch64" Neon(Neon) = "neon" => neon::compress_2s,
        Portable => portable::compress_2s,
    }
}

backends! {
    /// Backend that compresses the blocks of BLAKE3.
    pub(crate) enum Backend3 {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
        "wasm32" + "simd128" Simd128(Simd128) = "simd128",
    }
}

impl Backend3 {
    /// Compresses the blocks of one BLAKE3 chunk in order. The flags `start` are set for the first block only.
    #[inline]
    pub(super) fn compress_3(
        self,
        cv: &mut [u32; 8],
        blocks: &[[u8; 64]],
        inputs: Inputs,
        start: u32,
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::compress_3(cpu, cv, blocks, inputs, start),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::compress_3(cpu, cv, blocks, inputs, start),
            #[cfg(target_feature = "simd128")]
            Self::Simd128(cpu) => simd128::compress_3(cpu, cv, blocks, inputs, start),
            Self::Portable => portable::compress_3(cv, blocks, inputs, start),
        }
    }

    /// Computes the chaining value of a BLAKE3 chunk and copies its first bytes to `out`.
    #[inline]
    pub(super) fn chunk_3(self, cv: &[u32; 8], chunk: &Chunk<'_>, out: &mut [u8]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::chunk_3(cpu, cv, chunk, out),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::chunk_3(cpu, cv, chunk, out),
            #[cfg(target_feature = "simd128")]
            Self::Simd128(cpu) => simd128::chunk_3(cpu, cv, chunk, out),
            Self::Portable => portable::chunk_3(cv, chunk, out),
        }
    }

    /// Fills `out` with output blocks of a BLAKE3 root node. `inputs.counter` is the index of the first output block.
    #[inline]
    pub(super) fn squeeze_3(
        self,
        cv: &[u32; 8],
        block: &[u8; 64],
        inputs: Inputs,
        out: &mut [[u8; 64]],
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::squeeze_3(cpu, cv, block, inputs, out),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::squeeze_3(cpu, cv, block, inputs, out),
            #[cfg(target_feature = "simd128")]
            Self::Simd128(cpu) => simd128::squeeze_3(cpu, cv, block, inputs, out),
            Self::Portable => portable::squeeze_3(cv, block, inputs, out),
        }
    }

    /// Computes the chaining values of consecutive chunks. The first chunk is `head` if it is not `None`; the others
    /// are in `chunks`. `counter` is the index of the first chunk in the message.
    pub(super) fn chunks_3(
        self,
        mode: &Mode,
        head: Option<&[u8; CHUNK_BYTES]>,
        chunks: &[[u8; CHUNK_BYTES]],
        counter: u64,
        out: &mut [ChainingBytes],
    ) {
        let batch = NodeBatch::chunks(mode, head, chunks, counter);
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) if out.len() > 1 => avx512::chain_chunks(cpu, batch, out),
            _ => self.chain_3(batch, out),
        }
    }

    /// Computes the chaining values of BLAKE3 parent nodes. Each parent has two consecutive elements of `children` as
    /// its children.
    pub(super) fn parents_3(
        self,
        mode: &Mode,
        children: &[ChainingBytes],
        out: &mut [ChainingBytes],
    ) {
        let batch = NodeBatch::parents(mode, children);
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) if out.len() > 1 => avx512::chain_parents(cpu, batch, out),
            _ => self.chain_3(batch, out),
        }
    }

    /// Computes the chaining values of the nodes in a batch, one node at a time.
    fn chain_scalar<const E: usize>(self, batch: NodeBatch<'_, E>, out: &mut [ChainingBytes]) {
        let [all, first, last] = batch.flags;
        let flags = batch.mode.flags | all;
        let mut inputs = Inputs { counter: batch.counter, length: 64, flags };
        for (blocks, out) in batch.head.into_iter().chain(batch.inputs).zip(out) {
            let mut cv = batch.mode.key;
            let (others, end) = blocks.split_at(E - 1);
            self.compress_3(&mut cv, others, inputs, first);
            let start = if others.is_empty() { first } else { 0 };
            self.compress_3(&mut cv, end, inputs, start | last);
            store_le(&cv, out);
            inputs.counter = inputs.counter.wrapping_add(batch.step);
        }
    }

    fn chain_3<const E: usize>(self, batch: NodeBatch<'_, E>, out: &mut [ChainingBytes]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) if out.len() > 1 => avx2::chain(cpu, batch, out),
            #[cfg(target_feature = "simd128")]
            Self::Simd128(cpu) if out.len() > 1 => simd128::chain(cpu, batch, out),
            _ => self.chain_scalar(batch, out),
        }
    }
}
