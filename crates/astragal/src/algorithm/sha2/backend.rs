//! Which code compresses blocks of SHA-2 here. No `unsafe`: a variant carries its proof.

#[cfg(target_arch = "aarch64")]
mod arm_sha2;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod pairs;
#[cfg(target_arch = "x86_64")]
mod sha_ni;

use super::compress::compress;
use crate::machine::backends::backends;

backends! {
    /// A way to compress blocks of SHA-224 and SHA-256.
    pub(super) enum Backend256 {
        "x86_64" ShaNi(ShaNi) = "sha-ni",
        "aarch64" ArmSha2(ArmSha2) = "arm-sha2",
    }
}

impl Backend256 {
    /// Compresses the blocks into the state, in order.
    #[inline]
    pub(super) fn compress_blocks(self, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::ShaNi(cpu) => sha_ni::compress_blocks(cpu, state, blocks),
            #[cfg(target_arch = "aarch64")]
            Self::ArmSha2(cpu) => arm_sha2::compress_blocks(cpu, state, blocks),
            Self::Portable => blocks.iter().for_each(|block| compress(state, block)),
        }
    }
}

backends! {
    /// A way to compress blocks of SHA-384, SHA-512 and its truncations.
    pub(super) enum Backend512 {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

impl Backend512 {
    /// Compresses the blocks into the state, in order.
    #[inline]
    pub(super) fn compress_blocks(self, state: &mut [u64; 8], blocks: &[[u8; 128]]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::compress_blocks(cpu, state, blocks),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => avx2::compress_blocks(cpu, state, blocks),
            Self::Portable => blocks.iter().for_each(|block| compress(state, block)),
        }
    }
}
