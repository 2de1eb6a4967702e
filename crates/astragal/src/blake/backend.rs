//! Which code compresses blocks of BLAKE2 and BLAKE3 here. No `unsafe`: a variant carries its proof.

mod portable;

use super::Last;
use super::blake3::Inputs;
use super::tree::{CHUNK_BYTES, ChainingBytes, Mode};

/// A way to compress blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Backend {
    Portable,
}

impl Backend {
    /// Every backend that this machine can run, the fastest first; the last is always portable.
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        [Some(Self::Portable)].into_iter().flatten()
    }

    /// The fastest backend that this machine can run.
    #[inline]
    pub(crate) fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// The backend's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
        }
    }

    /// Compresses blocks of BLAKE2b in order; `t` is the counter of the first.
    #[inline]
    pub(crate) fn compress_2b(self, h: &mut [u64; 8], blocks: &[[u8; 128]], t: u128, last: Last) {
        match self {
            Self::Portable => portable::compress_2b(h, blocks, t, last),
        }
    }

    /// Compresses blocks of BLAKE2s in order; `t` is the counter of the first.
    #[inline]
    pub(crate) fn compress_2s(self, h: &mut [u32; 8], blocks: &[[u8; 64]], t: u128, last: Last) {
        match self {
            Self::Portable => portable::compress_2s(h, blocks, t, last),
        }
    }

    /// Compresses blocks of one chunk of BLAKE3 in order; `start` is a flag of the first alone.
    #[inline]
    pub(super) fn compress_3(
        self,
        cv: &mut [u32; 8],
        blocks: &[[u8; 64]],
        inputs: Inputs,
        start: u32,
    ) {
        match self {
            Self::Portable => portable::compress_3(cv, blocks, inputs, start),
        }
    }

    /// Fills `out` with the output of BLAKE3's root, from block `inputs.counter` on.
    #[inline]
    pub(super) fn squeeze_3(
        self,
        cv: &[u32; 8],
        block: &[u8; 64],
        inputs: Inputs,
        out: &mut [[u8; 64]],
    ) {
        match self {
            Self::Portable => portable::squeeze_3(cv, block, inputs, out),
        }
    }

    /// The chaining values of whole chunks of BLAKE3, the first of which has the number `counter`.
    #[inline]
    pub(super) fn chunks_3(
        self,
        mode: &Mode,
        chunks: &[[u8; CHUNK_BYTES]],
        counter: u64,
        out: &mut [ChainingBytes],
    ) {
        match self {
            Self::Portable => portable::chunks_3(mode, chunks, counter, out),
        }
    }

    /// The chaining values of BLAKE3's parents of two `children` each.
    #[inline]
    pub(super) fn parents_3(
        self,
        mode: &Mode,
        children: &[ChainingBytes],
        out: &mut [ChainingBytes],
    ) {
        match self {
            Self::Portable => portable::parents_3(mode, children, out),
        }
    }
}
