//! SHA-3 (FIPS 202 §6.1): a sponge with the suffix bits 01. Its capacity is twice the digest length.

use super::backend::Backend;
use super::hash_many::SpongeFunction;
use super::sponge::{Sponge, sponge_const};
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Domain byte of SHA-3: the suffix bits 01 and the first padding bit.
pub(super) const DOMAIN: u8 = 0x06;

/// Sponge with a digest of fixed length. SHA-3 and the original Keccak differ only in the domain byte `DOMAIN`.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct FixedSponge<const DOMAIN: u8>(Sponge);

impl<const DOMAIN: u8> FixedSponge<DOMAIN> {
    /// Creates a sponge for digests of `digest_bytes` bytes.
    pub(crate) const fn new(digest_bytes: usize) -> Self {
        Self(Sponge::new(rate(digest_bytes), 24))
    }
}

/// Returns the rate in bytes for which the capacity is twice the digest length (FIPS 202 §6.1).
const fn rate(digest_bytes: usize) -> usize {
    200 - 2 * digest_bytes
}

impl<const DOMAIN: u8> SerializeState for FixedSponge<DOMAIN> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const DOMAIN: u8> HashEngine for FixedSponge<DOMAIN> {
    fn update(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn finish(&mut self, digest: &mut [u8]) {
        self.0.finish(DOMAIN);
        self.0.squeeze(digest);
    }
    fn hash_many<'d>(&self, messages: &[&[u8]], digests: impl Iterator<Item = &'d mut [u8]>) {
        SpongeFunction { rate: self.0.rate(), rounds: 24, domain: DOMAIN }
            .hash_many(messages.iter().copied(), digests);
    }
    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

hash_types! { "keccak", FixedSponge<DOMAIN>;
    Sha3_224 = "sha3-224", digest 28, block 144, "FIPS 202 §6.1": FixedSponge::new(28);
    Sha3_256 = "sha3-256", digest 32, block 136, "FIPS 202 §6.1": FixedSponge::new(32);
    Sha3_384 = "sha3-384", digest 48, block 104, "FIPS 202 §6.1": FixedSponge::new(48);
    Sha3_512 = "sha3-512", digest 64, block 72, "FIPS 202 §6.1": FixedSponge::new(64);
}

/// Returns the SHA3-224 digest of `message` (FIPS 202 §6.1). Can be called at compile time.
#[must_use]
pub const fn sha3_224_const(message: &[u8]) -> [u8; 28] {
    sponge_const(message, rate(28), DOMAIN)
}

/// Returns the SHA3-256 digest of `message` (FIPS 202 §6.1). Can be called at compile time.
///
/// ```
/// use astragal::hash::{Sha3_256, sha3_256_const};
/// const DIGEST: [u8; 32] = sha3_256_const(b"abc");
/// assert_eq!(DIGEST, Sha3_256::hash(b"abc"));
/// ```
#[must_use]
pub const fn sha3_256_const(message: &[u8]) -> [u8; 32] {
    sponge_const(message, rate(32), DOMAIN)
}

/// Returns the SHA3-384 digest of `message` (FIPS 202 §6.1). Can be called at compile time.
#[must_use]
pub const fn sha3_384_const(message: &[u8]) -> [u8; 48] {
    sponge_const(message, rate(48), DOMAIN)
}

/// Returns the SHA3-512 digest of `message` (FIPS 202 §6.1). Can be called at compile time.
#[must_use]
pub const fn sha3_512_const(message: &[u8]) -> [u8; 64] {
    sponge_const(message, rate(64), DOMAIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Message lengths near multiples of the block lengths. Under Miri, which is slow, only a few.
    const LENGTHS: &[usize] = if cfg!(miri) {
        &[0, 71, 72, 136, 144, 300]
    } else {
        &[0, 1, 71, 72, 73, 135, 136, 137, 143, 144, 145, 272, 300]
    };

    #[test]
    fn const_hash_matches_at_block_boundaries() {
        let message = [0xa3; 300];
        for &length in LENGTHS {
            let message = &message[..length];
            assert_eq!(sha3_224_const(message), Sha3_224::hash(message));
            assert_eq!(sha3_256_const(message), Sha3_256::hash(message));
            assert_eq!(sha3_384_const(message), Sha3_384::hash(message));
            assert_eq!(sha3_512_const(message), Sha3_512::hash(message));
        }
    }
}
