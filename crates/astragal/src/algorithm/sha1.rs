//! SHA-1, for old checksums and protocols. Collisions are practical.
//!
//! # Standard
//! FIPS 180-4 §6.1.
//!
//! # Files
//! - `compress`: the compression function, the reference for all backends.
//! - `lanes`: several messages, one per vector lane. `backend`: the choice of backend, for blocks and for PBKDF2.
//!
//! # Backends
//! - `portable`: the algorithm of the standard, unrolled.
//! - `sha-ni`, `arm-sha2`: the SHA instructions, four rounds each. `sha-ni` interleaves two messages to hide latency.
//! - Several messages: one per vector lane, with AVX2 and AVX-512.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on data.
//!
//! # Tests
//! Tests check NIST's examples, compare the backends with `compress`, and check that parallel hashing matches
//! sequential hashing. More known answers are in `astragal-vectors`.

mod backend;
mod compress;
#[cfg(target_arch = "x86_64")]
mod lanes;

use crate::construction::block_buffer::Length;
use crate::construction::hmac::Hmac;
#[cfg(target_arch = "x86_64")]
use crate::construction::merkle_damgard::hash_multi_buffer;
use crate::construction::merkle_damgard::{
    Compression, MerkleDamgard, digest_buffered, hmac_sequential,
};
use crate::construction::pbkdf2_lanes::Link;
#[cfg(target_arch = "x86_64")]
use crate::construction::{interleaved, multi_buffer::Wide};
use crate::platform::words::store_be;
use crate::traits::Implementation;
use crate::traits::hash::hash_types;
use backend::{Backend, Pbkdf2Backend};

hash_types! { "sha1", MerkleDamgard<Sha1Compression, 64, 8>;
    Sha1 = "sha1", digest 20, block 64, "FIPS 180-4 §6.1": MerkleDamgard::new(IV);
}

/// HMAC over SHA-1 (FIPS 198-1): a 20-byte tag.
pub type HmacSha1 = Hmac<Sha1>;

/// The compression function of SHA-1 (FIPS 180-4 §6.1.2).
#[derive(Clone, Debug)]
pub struct Sha1Compression;

/// Initial value (FIPS 180-4 §5.3.1).
const IV: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];

impl Compression<64> for Sha1Compression {
    type Chaining = [u32; 5];
    const LENGTH: Length = Length::BigEndian;

    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; 64]]) {
        Backend::best().run(&mut (chaining, blocks));
    }
    fn write(chaining: &Self::Chaining, digest: &mut [u8]) {
        store_be(chaining, digest);
    }
    fn digest<const L: usize>(
        chaining: &Self::Chaining,
        before: u64,
        rest: &[u8],
        digest: &mut [u8],
    ) {
        #[cfg(target_arch = "x86_64")]
        if let Backend::ShaNi(cpu) = Backend::best() {
            return interleaved::digest(
                backend::sha_ni::ShaNiStreams(cpu),
                chaining,
                before,
                rest,
                digest,
            );
        }
        digest_buffered::<Self, 64, L>(chaining, before, rest, digest);
    }
    fn hmac<const L: usize>(
        start: &Self::Chaining,
        pads: (&[u8; 64], &[u8; 64]),
        message: &[u8],
        tag: &mut [u8],
    ) {
        #[cfg(target_arch = "x86_64")]
        if let Backend::ShaNi(cpu) = Backend::best() {
            return backend::sha_ni::hmac(cpu, start, pads, message, tag);
        }
        hmac_sequential::<Self, 64, L>(start, pads, message, tag);
    }
    #[cfg(target_arch = "x86_64")]
    fn hash_many<'d, const L: usize>(
        start: &Self::Chaining,
        messages: &[&[u8]],
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        match (Backend::best(), Wide::best()) {
            (Backend::ShaNi(cpu), Wide::Portable) => {
                interleaved::hash_many(
                    backend::sha_ni::ShaNiStreams(cpu),
                    start,
                    messages,
                    digests,
                );
            }
            (backend, wide) => {
                // Minimum number of messages for which vector lanes are used: first for AVX-512, then for AVX2. If the
                // CPU has SHA instructions, they are faster than vector lanes for fewer messages than this.
                let min_lanes = if matches!(backend, Backend::ShaNi(_)) { [5, 4] } else { [2, 2] };
                hash_multi_buffer::<Self, lanes::MultiBufferSha1, _, 64, 5, L>(
                    wide, min_lanes, start, messages, digests,
                );
            }
        }
    }
    fn extend<'c>(
        links: impl Iterator<Item = Link<'c, Self::Chaining>>,
        padding: &[u8; 64],
        count: u32,
    ) {
        Pbkdf2Backend::best().extend::<Self>(links, padding, count);
    }
    fn implementation() -> Implementation {
        Implementation { backend: Backend::best().name(), ..Implementation::PORTABLE }
    }
}
