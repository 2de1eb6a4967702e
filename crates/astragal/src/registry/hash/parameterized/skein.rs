//! Skein with parameters: lists the parameters that it accepts, and implements `ParameterizedHash`.

use super::ParameterizedHash;
use crate::algorithm::threefish::{Size, Threefish};
use crate::error::{Allowed, ParameterError};
use crate::hash::{SkeinHasher, SkeinParams};
use crate::registry::params::{HashParams, HashTakes};

pub(in crate::registry::hash) const TAKES: HashTakes = HashTakes {
    digest_bytes: Some(Allowed::AtLeast(1)),
    key_bytes: Some(Allowed::AtLeast(1)),
    salt_bytes: None,
    personal_bytes: Some(Allowed::AtLeast(0)),
    node: false,
    strings: true,
};

impl<const N: usize, const BYTES: usize> ParameterizedHash for SkeinHasher<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    const ROW: (&'static str, usize) = match N {
        4 => ("skein256-256", BYTES),
        8 => ("skein512-512", BYTES),
        _ => ("skein1024-1024", BYTES),
    };
    fn with_parameters(params: &HashParams<'_>) -> Result<Self, ParameterError> {
        Self::new(&SkeinParams {
            digest_bytes: params.digest_bytes.unwrap_or(BYTES),
            key: params.key.unwrap_or_default(),
            personal: params.personal.unwrap_or_default(),
            public_key: params.public_key.unwrap_or_default(),
            key_id: params.key_id.unwrap_or_default(),
            nonce: params.nonce.unwrap_or_default(),
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
