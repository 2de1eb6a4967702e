//! Backends for the ChaCha20 keystream.
//!
//! `blocks` computes keystream blocks, generic over the vector type. `avx2`, `avx512`, `neon` and `simd128` select the
//! vector type and the number of blocks per call.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod blocks;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_feature = "simd128")]
mod simd128;

use super::matrix::Matrix;
use crate::platform::backends::operation;
use crate::traits::Implementation;

/// Text to encrypt or decrypt. The caller has checked that the block counter does not overflow.
pub(super) struct Work<'a> {
    /// The initial matrix of keystream block 0.
    pub(super) matrix: &'a Matrix,
    /// Number of the first keystream block.
    pub(super) first: u32,
    pub(super) text: &'a mut [u8],
    /// Buffer for the keystream of the last block of text, if that block is incomplete.
    pub(super) last: &'a mut [u8; 64],
}

operation! {
    /// Backend for keystream blocks.
    pub(super) enum Backend: Work<'_> {
        "x86_64" Avx512(Avx512) = "avx512" => avx512::apply,
        "x86_64" Avx2(Avx2) = "avx2" => avx2::apply,
        "aarch64" Neon(Neon) = "neon" => neon::apply,
        "wasm32" + "simd128" Simd128(Simd128) = "simd128" => simd128::apply,
        Portable => portable,
    }
}

fn portable(work: &mut Work<'_>) {
    blocks::in_runs::<1, 1>(
        work,
        #[inline(always)]
        |blocks, text, last| blocks::rows::<[u32; 4], 1>((), blocks, text, last),
    );
}

impl Backend {
    /// Returns the name and the timing behaviour of the active backend. Every backend is constant-time.
    pub(super) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), ..Implementation::PORTABLE }
    }
}
