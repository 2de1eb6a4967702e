//! SHA-384, SHA-512, SHA-512/224 and SHA-512/256 (FIPS 180-4 §6.4 to §6.7).

use super::backend::{Backend512, Pbkdf2Backend512};
use super::constants::{SHA384_IV, SHA512_224_IV, SHA512_256_IV, SHA512_IV};
#[cfg(target_arch = "x86_64")]
use super::lanes;
use crate::construction::block_buffer::Length;
use crate::construction::hmac::Hmac;
#[cfg(target_arch = "x86_64")]
use crate::construction::merkle_damgard::hash_multi_buffer;
use crate::construction::merkle_damgard::{Compression, MerkleDamgard};
#[cfg(target_arch = "x86_64")]
use crate::construction::multi_buffer::Wide;
use crate::construction::pbkdf2_lanes::Link;
use crate::platform::stack;
use crate::platform::words::store_be;
use crate::traits::Implementation;
use crate::traits::hash::hash_types;

hash_types! { "sha2", MerkleDamgard<Sha512Compression, 128, 16>;
    Sha384 = "sha384", digest 48, block 128, "FIPS 180-4 §6.5":
        MerkleDamgard::new(SHA384_IV);
    Sha512 = "sha512", digest 64, block 128, "FIPS 180-4 §6.4":
        MerkleDamgard::new(SHA512_IV);
    Sha512_224 = "sha512-224", digest 28, block 128, "FIPS 180-4 §6.6":
        MerkleDamgard::new(SHA512_224_IV);
    Sha512_256 = "sha512-256", digest 32, block 128, "FIPS 180-4 §6.7":
        MerkleDamgard::new(SHA512_256_IV);
}

/// HMAC over SHA-384 (FIPS 198-1): a 48-byte tag.
pub type HmacSha384 = Hmac<Sha384>;
/// HMAC over SHA-512 (FIPS 198-1): a 64-byte tag.
pub type HmacSha512 = Hmac<Sha512>;
/// HMAC over SHA-512/224 (FIPS 198-1): a 28-byte tag.
pub type HmacSha512_224 = Hmac<Sha512_224>;
/// HMAC over SHA-512/256 (FIPS 198-1): a 32-byte tag.
pub type HmacSha512_256 = Hmac<Sha512_256>;

/// The compression function of SHA-384 and SHA-512 (FIPS 180-4 §6.4.2).
#[derive(Clone, Debug)]
pub struct Sha512Compression;

impl Compression<128> for Sha512Compression {
    type Chaining = [u64; 8];
    const LENGTH: Length = Length::BigEndian;
    // The stack holds the message schedules of two blocks, 80 words each.
    const STACK_BYTES: Option<usize> = Some(stack::STACK_BYTES + 1024);

    fn compress_blocks(chaining: &mut Self::Chaining, blocks: &[[u8; 128]]) {
        Backend512::best().run(&mut (chaining, blocks));
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
        hash_multi_buffer::<Self, lanes::MultiBufferSha2, _, 128, 8, L>(
            Wide::best(),
            [2, 3],
            start,
            messages,
            digests,
        );
    }
    fn extend<'c>(
        links: impl Iterator<Item = Link<'c, Self::Chaining>>,
        padding: &[u8; 128],
        count: u32,
    ) {
        Pbkdf2Backend512::best().extend::<Self>(links, padding, count);
    }
    fn implementation() -> Implementation {
        Implementation { backend: Backend512::best().name(), ..Implementation::PORTABLE }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::platform::words::load_be;
    use crate::traits::hash::Hasher;

    /// Compares the initial values with FIPS 180-4 §5.3.4 and §5.3.5, and the first and last round constant with
    /// §4.2.3.
    #[test]
    fn derived_constants_match_the_standard() {
        use super::super::constants::K_64;
        assert_eq!((SHA384_IV[0], SHA384_IV[7]), (0xcbbb_9d5d_c105_9ed8, 0x47b5_481d_befa_4fa4));
        assert_eq!((SHA512_IV[0], SHA512_IV[7]), (0x6a09_e667_f3bc_c908, 0x5be0_cd19_137e_2179));
        assert_eq!((K_64[0], K_64[79]), (0x428a_2f98_d728_ae22, 0x6c44_198c_4a47_5817));
    }

    /// Derives the initial values of the truncated variants (FIPS 180-4 §5.3.6) by hashing their names. The hash is
    /// SHA-512 with every byte of the initial value XORed with 0xa5.
    #[test]
    fn truncated_variants_match_the_generated_initial_values() {
        for (name, iv) in [("SHA-512/224", SHA512_224_IV), ("SHA-512/256", SHA512_256_IV)] {
            let seed = SHA512_IV.map(|word| word ^ 0xa5a5_a5a5_a5a5_a5a5);
            let mut generator: Sha512 = Hasher(MerkleDamgard::new(seed));
            generator.update(name.as_bytes());
            assert_eq!(load_be::<u64, 8>(&generator.finalize()), iv, "{name}");
        }
    }

    /// Checks a message of 2^61 bytes, whose length needs the upper half of the 128-bit length field.
    #[test]
    fn length_field_counts_past_2_pow_64() {
        let mut short = MerkleDamgard::<Sha512Compression, 128, 16>::new(SHA512_IV);
        let mut long = short.clone();
        long.skip_blocks(1 << 54);
        let (mut a, mut b) = ([0; 64], [0; 64]);
        crate::traits::hash::HashEngine::finish(&mut short, &mut a);
        crate::traits::hash::HashEngine::finish(&mut long, &mut b);
        assert_ne!(a, b);
    }
}
