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
#[cfg(target_arch = "aarch64")]
use crate::cpu::ArmSha2;
#[cfg(target_arch = "x86_64")]
use crate::cpu::{Avx2, Avx512, ShaNi};

/// A way to compress blocks of SHA-224 and SHA-256.
#[derive(Clone, Copy, Debug)]
pub(super) enum Backend256 {
    #[cfg(target_arch = "x86_64")]
    ShaNi(ShaNi),
    #[cfg(target_arch = "aarch64")]
    ArmSha2(ArmSha2),
    Portable,
}

impl Backend256 {
    /// Every backend that this machine can run, the fastest first; the last is always portable.
    pub(super) fn available() -> impl Iterator<Item = Self> {
        let found = [
            #[cfg(target_arch = "x86_64")]
            ShaNi::detect().map(Self::ShaNi),
            #[cfg(target_arch = "aarch64")]
            ArmSha2::detect().map(Self::ArmSha2),
            Some(Self::Portable),
        ];
        found.into_iter().flatten()
    }

    /// The fastest backend that this machine can run.
    #[inline]
    pub(super) fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// The backend's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::ShaNi(_) => "sha_ni",
            #[cfg(target_arch = "aarch64")]
            Self::ArmSha2(_) => "arm_sha2",
            Self::Portable => "portable",
        }
    }

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

/// A way to compress blocks of SHA-384, SHA-512 and its truncations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Backend512 {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable,
}

impl Backend512 {
    /// Every backend that this machine can run, the fastest first; the last is always portable.
    pub(super) fn available() -> impl Iterator<Item = Self> {
        let found = [
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Self::Avx2),
            Some(Self::Portable),
        ];
        found.into_iter().flatten()
    }

    /// The fastest backend that this machine can run.
    #[inline]
    pub(super) fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// The backend's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => "avx2",
            Self::Portable => "portable",
        }
    }

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
