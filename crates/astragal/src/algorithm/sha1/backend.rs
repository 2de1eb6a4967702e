//! Which code compresses blocks of SHA-1 here. No `unsafe`: a variant carries its proof.

#[cfg(target_arch = "aarch64")]
mod arm_sha2;
#[cfg(target_arch = "x86_64")]
mod sha_ni;

use crate::machine::backends::backends;

backends! {
    /// A way to compress blocks.
    pub(super) enum Backend {
        "x86_64" ShaNi(ShaNi) = "sha-ni",
        "aarch64" ArmSha2(ArmSha2) = "arm-sha2",
    }
}

impl Backend {
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
