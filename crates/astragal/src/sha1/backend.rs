//! Which code compresses blocks of SHA-1 here. No `unsafe`: a variant carries its proof.

#[cfg(target_arch = "aarch64")]
mod arm_sha2;
#[cfg(target_arch = "x86_64")]
mod sha_ni;

#[cfg(target_arch = "aarch64")]
use crate::cpu::ArmSha2;
#[cfg(target_arch = "x86_64")]
use crate::cpu::ShaNi;

/// A way to compress blocks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Backend {
    #[cfg(target_arch = "x86_64")]
    ShaNi(ShaNi),
    #[cfg(target_arch = "aarch64")]
    ArmSha2(ArmSha2),
    Portable,
}

impl Backend {
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
    pub(super) fn compress_blocks(self, state: &mut [u32; 5], blocks: &[[u8; 64]]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::ShaNi(cpu) => sha_ni::compress_blocks(cpu, state, blocks),
            #[cfg(target_arch = "aarch64")]
            Self::ArmSha2(cpu) => arm_sha2::compress_blocks(cpu, state, blocks),
            Self::Portable => blocks.iter().for_each(|block| super::compress(state, block)),
        }
    }
}
