//! Backends of SHA-2, for the blocks of one message and for PBKDF2 chains.
//!
//! SHA-256 uses `sha_ni` (x86-64) or `arm_sha2` (aarch64). SHA-512 uses `vector_schedule`, which combines a message
//! schedule in vectors with the rounds of `deferred_round`. `avx2` and `avx512` select its vector type. `sha2/lanes.rs`
//! hashes several messages in vector lanes.

#[cfg(target_arch = "aarch64")]
mod arm_sha2;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod deferred_round;
#[cfg(target_arch = "x86_64")]
pub(super) mod sha_ni;
#[cfg(target_arch = "x86_64")]
mod vector_schedule;

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
use crate::platform::cpu::ShaNi;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U32x16, U64x4, U64x8};

operation! {
    /// Backend that compresses blocks of SHA-224 and SHA-256.
    pub(super) enum Backend256: Blocks<'_, [u32; 8], 64> {
        "x86_64" ShaNi(ShaNi) = "sha-ni" => sha_ni::compress_blocks,
        "aarch64" ArmSha2(ArmSha2) = "arm-sha2" => arm_sha2::compress_blocks,
        Portable => portable_256,
    }
}

operation! {
    /// Backend that compresses blocks of SHA-384, SHA-512 and the truncated variants.
    pub(super) enum Backend512: Blocks<'_, [u64; 8], 128> {
        "x86_64" Avx512(Avx512) = "avx512" => avx512::compress_blocks,
        "x86_64" Avx2(Avx2) = "avx2" => avx2::compress_blocks,
        Portable => portable_512,
    }
}

fn portable_256(work: &mut Blocks<'_, [u32; 8], 64>) {
    let &mut (ref mut state, blocks) = work;
    blocks.iter().for_each(|block| compress(state, block));
}

fn portable_512(work: &mut Blocks<'_, [u64; 8], 128>) {
    let &mut (ref mut state, blocks) = work;
    blocks.iter().for_each(|block| compress(state, block));
}

backends! {
    /// Backend that computes PBKDF2 chains with HMAC-SHA-224 or HMAC-SHA-256.
    pub(super) enum Pbkdf2Backend256 {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" ShaNi(ShaNi) = "sha-ni",
    }
}

impl Pbkdf2Backend256 {
    /// Computes the next `count` HMAC tags of each PBKDF2 chain.
    pub(super) fn extend<'c, F: Compression<64, Chaining = [u32; 8]>>(
        self,
        links: impl Iterator<Item = Link<'c, [u32; 8]>>,
        padding: &[u8; 64],
        count: u32,
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => {
                // SHA-NI computes two PBKDF2 chains at a time. For fewer than 13 chains, SHA-NI is faster than vector
                // lanes.
                let sha_ni = ShaNi::detect();
                let min_chains = if sha_ni.is_some() { 13 } else { 2 };
                pbkdf2_lanes::extend_in_groups::<lanes::MultiBufferSha2, u32, U32x16, 64, 8, 16>(
                    cpu,
                    min_chains,
                    links,
                    padding,
                    count,
                    |links| match sha_ni {
                        Some(cpu) => sha_ni::extend(cpu, links, padding, count),
                        None => links.for_each(|link| {
                            extend_one::<F, 64>(link, padding, count);
                        }),
                    },
                );
            }
            #[cfg(target_arch = "x86_64")]
            Self::ShaNi(cpu) => sha_ni::extend(cpu, links, padding, count),
            Self::Portable => {
                links.for_each(|link| {
                    extend_one::<F, 64>(link, padding, count);
                });
            }
        }
    }
}

backends! {
    /// Backend that computes PBKDF2 chains with HMAC over SHA-384, SHA-512 or a truncated variant.
    pub(super) enum Pbkdf2Backend512 {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

impl Pbkdf2Backend512 {
    /// Computes the next `count` HMAC tags of each PBKDF2 chain.
    pub(super) fn extend<'c, F: Compression<128, Chaining = [u64; 8]>>(
        self,
        links: impl Iterator<Item = Link<'c, [u64; 8]>>,
        padding: &[u8; 128],
        count: u32,
    ) {
        #[cfg(target_arch = "x86_64")]
        let scalar = |links: &mut dyn Iterator<Item = Link<'c, [u64; 8]>>| {
            links.for_each(|link| extend_one::<F, 128>(link, padding, count));
        };
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => {
                pbkdf2_lanes::extend_in_groups::<lanes::MultiBufferSha2, u64, U64x8, 128, 8, 8>(
                    cpu, 2, links, padding, count, scalar,
                );
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => {
                pbkdf2_lanes::extend_in_groups::<lanes::MultiBufferSha2, u64, U64x4<_>, 128, 8, 4>(
                    cpu, 2, links, padding, count, scalar,
                );
            }
            Self::Portable => {
                links.for_each(|link| {
                    extend_one::<F, 128>(link, padding, count);
                });
            }
        }
    }
}
