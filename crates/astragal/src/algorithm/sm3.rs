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
//! - `avx2`, `avx512`: compute three schedule words at a time in vectors, while the rounds run in general registers.
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
#[cfg(target_arch = "x86_64")]
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
    // The stack holds a message schedule of 138 words.
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

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    #[cfg(target_arch = "x86_64")]
    use crate::construction::merkle_damgard::assert_multi_buffer;
    use crate::construction::merkle_damgard::sample_blocks;
    use crate::platform::words::load_be;

    #[test]
    fn backends_match_portable() {
        let blocks: [[u8; 64]; 11] = sample_blocks();
        for count in 0..=blocks.len() {
            let mut expected = IV;
            Backend::Portable.run(&mut (&mut expected, &blocks[..count]));
            for backend in Backend::available() {
                let mut state = IV;
                backend.run(&mut (&mut state, &blocks[..count]));
                assert_eq!(state, expected, "{} disagrees at {count} blocks", backend.name());
            }
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn interleaved_messages_match_sequential() {
        assert_multi_buffer::<Sm3Compression, lanes::MultiBufferSm3, Sm3, _, 64, 8, 8>(&IV);
    }

    /// Checks the examples of GB/T 32905-2016, appendix A.
    #[test]
    fn matches_published_examples() {
        let digest = [
            0x66c7_f0f4,
            0x62ee_edd9,
            0xd1f2_d46b,
            0xdc10_e4e2,
            0x4167_c487,
            0x5cf2_f7a2,
            0x297d_a02b,
            0x8f4b_a8e0,
        ];
        assert_eq!(load_be::<u32, 8>(&Sm3::hash(b"abc")), digest);
        let digest = [
            0xdebe_9ff9,
            0x2275_b8a1,
            0x3860_4889,
            0xc18e_5a4d,
            0x6fdb_70e5,
            0x387e_5765,
            0x293d_cba3,
            0x9c0c_5732,
        ];
        assert_eq!(load_be::<u32, 8>(&Sm3::hash(&[*b"abcd"; 16].concat())), digest);
    }
}
