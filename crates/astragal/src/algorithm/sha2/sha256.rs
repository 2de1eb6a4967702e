//! SHA-224 and SHA-256 (FIPS 180-4 §6.2, §6.3).

#[cfg(target_arch = "x86_64")]
use super::backend::sha_ni;
use super::backend::{Backend256, Pbkdf2Backend256};
use super::constants::{SHA224_IV, SHA256_IV};
#[cfg(target_arch = "x86_64")]
use super::lanes;
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

hash_types! { "sha2", MerkleDamgard<Sha256Compression, 64, 8>;
    Sha224 = "sha224", digest 28, block 64, "FIPS 180-4 §6.3": MerkleDamgard::new(SHA224_IV);
    Sha256 = "sha256", digest 32, block 64, "FIPS 180-4 §6.2": MerkleDamgard::new(SHA256_IV);
}

/// HMAC over SHA-224 (FIPS 198-1): a 28-byte tag.
pub type HmacSha224 = Hmac<Sha224>;
/// HMAC over SHA-256 (FIPS 198-1): a 32-byte tag.
pub type HmacSha256 = Hmac<Sha256>;

/// The compression function of SHA-224 and SHA-256 (FIPS 180-4 §6.2.2).
#[derive(Clone, Debug)]
pub struct Sha256Compression;

impl Compression<64> for Sha256Compression {
    type Chaining = [u32; 8];
    const LENGTH: Length = Length::BigEndian;

    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; 64]]) {
        Backend256::best().run(&mut (chaining, blocks));
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
        if let Backend256::ShaNi(cpu) = Backend256::best() {
            return interleaved::digest(sha_ni::ShaNiStreams(cpu), chaining, before, rest, digest);
        }
        digest_buffered::<Self, 64, L>(chaining, before, rest, digest);
    }
    /// With the SHA extensions, HMAC uses up to 750 bytes of stack in release builds. Without, the message schedule needs
    /// more.
    #[cfg(target_arch = "x86_64")]
    fn hmac_stack() -> Option<usize> {
        matches!(Backend256::best(), Backend256::ShaNi(_)).then_some(1024)
    }
    fn hmac<const L: usize>(
        start: &Self::Chaining,
        pads: (&[u8; 64], &[u8; 64]),
        message: &[u8],
        tag: &mut [u8],
    ) {
        #[cfg(target_arch = "x86_64")]
        if let Backend256::ShaNi(cpu) = Backend256::best() {
            return sha_ni::hmac(cpu, start, pads, message, tag);
        }
        hmac_sequential::<Self, 64, L>(start, pads, message, tag);
    }
    #[cfg(target_arch = "x86_64")]
    fn hash_many<'d, const L: usize>(
        start: &Self::Chaining,
        messages: &[&[u8]],
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        let wide = Wide::best();
        let min_lanes = match Backend256::best() {
            // SHA-NI hashes two messages at a time. For fewer than sixteen messages, SHA-NI is faster than AVX-512
            // lanes.
            Backend256::ShaNi(cpu) if !matches!(wide, Wide::Avx512(_)) || messages.len() < 16 => {
                return interleaved::hash_many(sha_ni::ShaNiStreams(cpu), start, messages, digests);
            }
            Backend256::ShaNi(_) => 9,
            Backend256::Portable => 2,
        };
        hash_multi_buffer::<Self, lanes::MultiBufferSha2, _, 64, 8, L>(
            wide,
            [min_lanes, 2],
            start,
            messages,
            digests,
        );
    }
    fn extend<'c>(
        links: impl Iterator<Item = Link<'c, Self::Chaining>>,
        padding: &[u8; 64],
        count: u32,
    ) {
        Pbkdf2Backend256::best().extend::<Self>(links, padding, count);
    }
    fn implementation() -> Implementation {
        Implementation { backend: Backend256::best().name(), ..Implementation::PORTABLE }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;

    /// Compares the initial values with FIPS 180-4 §5.3.2 and §5.3.3, and the first and last round constant with
    /// §4.2.2.
    #[test]
    fn derived_constants_match_the_standard() {
        use super::super::constants::K_32;
        assert_eq!(
            SHA224_IV,
            [
                0xc105_9ed8,
                0x367c_d507,
                0x3070_dd17,
                0xf70e_5939,
                0xffc0_0b31,
                0x6858_1511,
                0x64f9_8fa7,
                0xbefa_4fa4,
            ]
        );
        assert_eq!(
            SHA256_IV,
            [
                0x6a09_e667,
                0xbb67_ae85,
                0x3c6e_f372,
                0xa54f_f53a,
                0x510e_527f,
                0x9b05_688c,
                0x1f83_d9ab,
                0x5be0_cd19,
            ]
        );
        assert_eq!((K_32[0], K_32[63]), (0x428a_2f98, 0xc671_78f2));
    }
}
