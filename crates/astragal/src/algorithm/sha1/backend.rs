//! Which code compresses blocks of SHA-1 here. No `unsafe`: a variant carries its proof.

#[cfg(target_arch = "aarch64")]
mod arm_sha2;
#[cfg(target_arch = "x86_64")]
mod sha_ni;

use super::Function;
#[cfg(target_arch = "x86_64")]
use super::lanes;
#[cfg(target_arch = "x86_64")]
use crate::construction::chains;
use crate::construction::chains::Link;
use crate::construction::merkle_damgard::extend_one;
use crate::machine::backends::backends;
#[cfg(target_arch = "x86_64")]
use crate::machine::simd::x86_64::{U32x8, U32x16};

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

backends! {
    /// A way to extend PBKDF2's chains.
    pub(super) enum Side {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

impl Side {
    /// Extends each chain by `count` tags.
    pub(super) fn extend<'c>(
        self,
        links: impl Iterator<Item = Link<'c, [u32; 5]>>,
        padding: &[u8; 64],
        count: u32,
    ) {
        // One by one they have the processor's own instructions.
        #[cfg(target_arch = "x86_64")]
        let least = if matches!(Backend::best(), Backend::Portable) { 2 } else { 4 };
        #[cfg(target_arch = "x86_64")]
        let one_by_one = |few: &mut dyn Iterator<Item = Link<'c, [u32; 5]>>| {
            few.for_each(|link| extend_one::<Function, 64>(link, padding, count));
        };
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => {
                chains::extend_in_groups::<lanes::Many, u32, U32x16, 64, 5, 16>(
                    cpu, least, links, padding, count, one_by_one,
                );
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => {
                chains::extend_in_groups::<lanes::Many, u32, U32x8, 64, 5, 8>(
                    cpu, least, links, padding, count, one_by_one,
                );
            }
            Self::Portable => {
                links.for_each(|link| extend_one::<Function, 64>(link, padding, count));
            }
        }
    }
}
