//! Backends of SHA-1, for the blocks of one message and for PBKDF2 chains.
//!
//! `sha_ni` (x86-64) and `arm_sha2` (aarch64) use the SHA instructions of the CPU. `sha1/lanes.rs` hashes several
//! messages in vector lanes.

#[cfg(target_arch = "aarch64")]
mod arm_sha2;
#[cfg(target_arch = "x86_64")]
pub(super) mod sha_ni;

use super::compress::compress;
#[cfg(target_arch = "x86_64")]
use super::lanes;
use crate::construction::block_buffer::Blocks;
use crate::construction::merkle_damgard::{Compression, extend_one};
#[cfg(target_arch = "x86_64")]
use crate::construction::pbkdf2_lanes;
use crate::construction::pbkdf2_lanes::Link;
use crate::platform::backends::{backends, operation};
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U32x8, U32x16};

operation! {
    /// Backend that compresses blocks of SHA-1.
    pub(super) enum Backend: Blocks<'_, [u32; 5], 64> {
        "x86_64" ShaNi(ShaNi) = "sha-ni" => sha_ni::compress_blocks,
        "aarch64" ArmSha2(ArmSha2) = "arm-sha2" => arm_sha2::compress_blocks,
        Portable => portable,
    }
}

fn portable(work: &mut Blocks<'_, [u32; 5], 64>) {
    let &mut (ref mut state, blocks) = work;
    blocks.iter().for_each(|block| compress(state, block));
}

backends! {
    /// Backend that computes PBKDF2 chains with HMAC-SHA-1.
    pub(super) enum Pbkdf2Backend {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

impl Pbkdf2Backend {
    /// Computes the next `count` HMAC tags of each PBKDF2 chain.
    pub(super) fn extend<'c, F: Compression<64, Chaining = [u32; 5]>>(
        self,
        links: impl Iterator<Item = Link<'c, [u32; 5]>>,
        padding: &[u8; 64],
        count: u32,
    ) {
        // For fewer than four PBKDF2 chains, the SHA instructions are faster than vector lanes.
        #[cfg(target_arch = "x86_64")]
        let min_chains = if matches!(Backend::best(), Backend::Portable) { 2 } else { 4 };
        #[cfg(target_arch = "x86_64")]
        let scalar = |links: &mut dyn Iterator<Item = Link<'c, [u32; 5]>>| {
            links.for_each(|link| extend_one::<F, 64>(link, padding, count));
        };
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => {
                pbkdf2_lanes::extend_in_groups::<lanes::MultiBufferSha1, u32, U32x16, 64, 5, 16>(
                    cpu, min_chains, links, padding, count, scalar,
                );
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => {
                pbkdf2_lanes::extend_in_groups::<lanes::MultiBufferSha1, u32, U32x8<_>, 64, 5, 8>(
                    cpu, min_chains, links, padding, count, scalar,
                );
            }
            Self::Portable => {
                links.for_each(|link| extend_one::<F, 64>(link, padding, count));
            }
        }
    }
}
