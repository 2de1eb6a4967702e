//! SM3: a hash with the structure of SHA-256 and two schedule words per round.
//!
//! # Standard
//! GB/T 32905-2016 (ISO/IEC 10118-3). Section numbers in this module refer to it.
//!
//! # Files
//! - `compress`: the compression function, the reference for all backends.
//! - `schedule_ahead`: the schedule in vectors. `lanes`: several messages, one per vector lane.
//!
//! # Backends
//! - `portable`: the algorithm of the standard, unrolled.
//! - `bmi`: the portable source, compiled with BMI instructions. `rorx` and `andn` avoid register copies.
//! - `avx2`: computes three schedule words at a time in vectors, while the rounds run in general registers.
//! - Several messages: one per vector lane, with AVX2 and AVX-512.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on data.
//!
//! # Tests
//! Tests check the examples of the standard, compare the backends with `compress`, and check that parallel hashing
//! matches sequential hashing. More known answers are in `astragal-vectors`.

mod backend;
mod compress;
#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(all(target_arch = "x86_64", not(any(miri, astragal_model))))]
mod schedule_ahead;

use crate::construction::block_buffer::Length;
use crate::construction::hmac::Hmac;
#[cfg(target_arch = "x86_64")]
use crate::construction::merkle_damgard::hash_multi_buffer;
use crate::construction::merkle_damgard::{Compression, MerkleDamgard};
#[cfg(target_arch = "x86_64")]
use crate::construction::multi_buffer::Wide;
use crate::platform::words::store_be;
use crate::traits::Implementation;
use crate::traits::hash::hash_types;
use backend::Backend;

hash_types! { "sm3", MerkleDamgard<Sm3Compression, 64, 8>;
    Sm3 = "sm3", digest 32, block 64, "GB/T 32905-2016": MerkleDamgard::new(IV);
}

/// HMAC over SM3 (FIPS 198-1): a 32-byte tag.
pub type HmacSm3 = Hmac<Sm3>;

/// The compression function of SM3 (§5.3.3).
#[derive(Clone, Debug)]
pub struct Sm3Compression;

/// Initial value of SM3 (§4.1).
const IV: [u32; 8] = [
    0x7380_166f,
    0x4914_b2b9,
    0x1724_42d7,
    0xda8a_0600,
    0xa96f_30bc,
    0x1631_38aa,
    0xe38d_ee4d,
    0xb0fb_0e4e,
];

impl Compression<64> for Sm3Compression {
    type Chaining = [u32; 8];
    const LENGTH: Length = Length::BigEndian;
    // The stack holds a message schedule of up to 144 words.
    const STACK_BYTES: Option<usize> = Some(2304);

    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; 64]]) {
        Backend::best().run(&mut (chaining, blocks));
    }
    fn write(chaining: &Self::Chaining, digest: &mut [u8]) {
        store_be(chaining, digest);
    }
    #[cfg(target_arch = "x86_64")]
    fn hash_many<'d, const L: usize>(
        start: &Self::Chaining,
        messages: &[&[u8]],
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        hash_multi_buffer::<Self, lanes::MultiBufferSm3, _, 64, 8, L>(
            Wide::best(),
            [2, 2],
            start,
            messages,
            digests,
        );
    }
    fn implementation() -> Implementation {
        Implementation { backend: Backend::best().name(), ..Implementation::PORTABLE }
    }
}
