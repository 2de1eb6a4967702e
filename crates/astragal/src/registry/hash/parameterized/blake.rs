//! Parameters of BLAKE (a salt) and of BLAKE2: lists the parameters that the hashes accept, and implements
//! `ParameterizedHash`.

use super::ParameterizedHash;
use crate::algorithm::blake::blake1::{Blake1, Blake1Blocks};
use crate::algorithm::blake::blake2::Blake2Blocks;
use crate::error::{Allowed, ParameterError};
use crate::hash::{Blake2Hasher, Blake2Node, Blake2Params, SaltedBlake};
use crate::registry::params::{HashParams, HashTakes};
use crate::traits::hash::{Hasher, Variant};

/// Returns the only parameter that BLAKE accepts: a salt. `block` is the block length in bytes.
pub(in crate::registry::hash) const fn salt(block: usize) -> HashTakes {
    HashTakes { salt_bytes: Some(Allowed::Exactly(block / 4)), ..HashTakes::NONE }
}

/// Returns the parameters that BLAKE2 accepts. `block` is the block length in bytes.
pub(in crate::registry::hash) const fn parameter_block(block: usize) -> HashTakes {
    HashTakes {
        digest_bytes: Some(Allowed::Between(1, block / 2)),
        key_bytes: Some(Allowed::Between(1, block / 2)),
        salt_bytes: Some(Allowed::AtMost(block / 8)),
        personal_bytes: Some(Allowed::AtMost(block / 8)),
        node: true,
        strings: false,
    }
}

impl<W: Blake1Blocks<N>, const N: usize, const L: usize, const DIGEST: usize> ParameterizedHash
    for SaltedBlake<W, N, L, DIGEST>
where
    Blake1<W, N, L>: Variant<DIGEST>,
{
    const ROW: (&'static str, usize) = (<Hasher<Blake1<W, N, L>, DIGEST>>::NAME, N);
    fn with_parameters(params: &HashParams<'_>) -> Result<Self, ParameterError> {
        Self::new(params.salt.unwrap_or_default())
    }
    fn digest_bytes(&self) -> usize {
        DIGEST
    }
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn fill(&mut self, digest: &mut [u8]) -> Result<(), ParameterError> {
        digest.copy_from_slice(&self.finalize_reset());
        Ok(())
    }
    fn reset(&mut self) {
        self.reset();
    }
}

impl<W: Blake2Blocks<N>, const N: usize> ParameterizedHash for Blake2Hasher<W, N> {
    const ROW: (&'static str, usize) = (if N == 128 { "blake2b-512" } else { "blake2s-256" }, N);
    fn with_parameters(params: &HashParams<'_>) -> Result<Self, ParameterError> {
        Self::new(&Blake2Params {
            digest_bytes: params.digest_bytes.unwrap_or(N / 2),
            key: params.key.unwrap_or_default(),
            salt: params.salt.unwrap_or_default(),
            personal: params.personal.unwrap_or_default(),
            node: params.node.unwrap_or(Blake2Node::SEQUENTIAL),
        })
    }
    fn digest_bytes(&self) -> usize {
        self.digest_bytes()
    }
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn fill(&mut self, digest: &mut [u8]) -> Result<(), ParameterError> {
        self.finalize_into_reset(digest)
    }
    fn reset(&mut self) {
        self.reset();
    }
}
