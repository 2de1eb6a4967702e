//! Skein with a key, domain-separating strings and outputs of any length (Skein 1.3 §3.5).

use core::fmt;

use super::{KEY_IDENTIFIER, NONCE, PERSONALIZATION, PUBLIC_KEY, Skein, stack_bytes};
use crate::algorithm::threefish::{Size, Threefish};
use crate::error::{Allowed, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::traits::hash::HashEngine as _;
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};

/// Parameters of Skein (Skein 1.3 table 6). Changing any parameter changes the whole output. An empty string means that
/// the parameter is not set.
#[derive(Clone, Copy)]
pub struct SkeinParams<'a> {
    /// Output length in bytes, at least 1. A shorter output is not a prefix of a longer one.
    pub digest_bytes: usize,
    /// Key of any length. With a key, Skein is a MAC or a key derivation function.
    pub key: &'a [u8],
    /// Personalization string, which identifies the application and the purpose.
    pub personal: &'a [u8],
    /// Public key that verifies a signature of the digest.
    pub public_key: &'a [u8],
    /// Identifier of a key that is derived from `key`.
    pub key_id: &'a [u8],
    /// Nonce, used for randomized hashing and stream encryption.
    pub nonce: &'a [u8],
}

impl SkeinParams<'_> {
    /// Creates the parameters of a hash with an output of `digest_bytes` bytes and no other inputs.
    #[must_use]
    pub const fn new(digest_bytes: usize) -> Self {
        let none: &[u8] = &[];
        Self {
            digest_bytes,
            key: none,
            personal: none,
            public_key: none,
            key_id: none,
            nonce: none,
        }
    }
}

impl fmt::Debug for SkeinParams<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SkeinParams")
            .field("digest_bytes", &self.digest_bytes)
            .finish_non_exhaustive()
    }
}

/// Incremental Skein with parameters and a state of `N` words (`BYTES` bytes). Use it through [`Skein256`],
/// [`Skein512`] and [`Skein1024`].
#[derive(Clone)]
pub struct SkeinHasher<const N: usize, const BYTES: usize> {
    start: Skein<N, BYTES>,
    hash: Skein<N, BYTES>,
    digest_bytes: usize,
    keyed: bool,
}

/// Skein-256 with parameters.
pub type Skein256 = SkeinHasher<4, 32>;

/// Skein-512 with parameters.
///
/// ```
/// use astragal::hash::{Skein512, SkeinParams};
/// let params = SkeinParams { personal: b"20261122 me@example.org files", ..SkeinParams::new(100) };
/// let mut hash = Skein512::new(&params)?;
/// hash.update(b"message");
/// let mut digest = [0; 100];
/// hash.finalize_into_reset(&mut digest)?;
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
pub type Skein512 = SkeinHasher<8, 64>;

/// Skein-1024 with parameters.
pub type Skein1024 = SkeinHasher<16, 128>;

#[expect(private_bounds, reason = "only the three aliases name this type")]
impl<const N: usize, const BYTES: usize> SkeinHasher<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    /// Allowed output lengths in bytes. The length in bits must fit in 64 bits.
    pub const DIGEST_BYTES: Allowed = Allowed::Between(1, usize::MAX / 8);

    /// Creates a hash of the empty message with these parameters.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the output is empty or too long.
    pub fn new(params: &SkeinParams<'_>) -> Result<Self, ParameterError> {
        let SkeinParams { digest_bytes, key, personal, public_key, key_id, nonce } = *params;
        ParameterError::check_length(name::<N>(), "digest", digest_bytes, Self::DIGEST_BYTES)?;
        Ok(with_stack_wipe(stack_bytes::<N>() + 4 * size_of::<Self>(), || {
            let strings = [
                (PERSONALIZATION, personal),
                (PUBLIC_KEY, public_key),
                (KEY_IDENTIFIER, key_id),
                (NONCE, nonce),
            ];
            let start = Skein::with(digest_bytes, key, &strings);
            Self { hash: start.clone(), start, digest_bytes, keyed: !key.is_empty() }
        }))
    }

    /// Returns the output length in bytes.
    #[must_use]
    pub const fn digest_bytes(&self) -> usize {
        self.digest_bytes
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(stack_bytes::<N>(), || self.hash.update(data));
    }

    /// Writes the digest of the message to `digest`, then resets the hash to an empty message.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `digest` differs from [`digest_bytes`](Self::digest_bytes). In that
    /// case the state is unchanged.
    pub fn finalize_into_reset(&mut self, digest: &mut [u8]) -> Result<(), ParameterError> {
        ParameterError::check_buffer(name::<N>(), digest, self.digest_bytes)?;
        with_stack_wipe(stack_bytes::<N>(), || self.hash.finish(digest));
        self.reset();
        Ok(())
    }

    /// Resets the hash to an empty message with the same parameters.
    pub fn reset(&mut self) {
        self.hash.clone_from(&self.start);
    }
}

/// Returns the name of the hash with a state of `N` words.
pub(crate) const fn name<const N: usize>() -> &'static str {
    match N {
        4 => "skein256",
        8 => "skein512",
        _ => "skein1024",
    }
}

impl<const N: usize, const BYTES: usize> SerializeState for SkeinHasher<N, BYTES> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        fields.size(&mut self.digest_bytes)?;
        let mut keyed = u8::from(self.keyed);
        keyed.serialize(fields)?;
        self.keyed = keyed == 1;
        self.start.serialize(fields)?;
        self.hash.serialize(fields)?;
        Fields::check(keyed <= 1 && (1..=usize::MAX / 8).contains(&self.digest_bytes))
    }
}

impl<const N: usize, const BYTES: usize> state::StateEngine for SkeinHasher<N, BYTES> {
    const KIND: StateKind = StateKind::Hash;

    fn name(&self) -> &'static str {
        name::<N>()
    }
    fn is_keyed(&self) -> bool {
        self.keyed
    }
}

#[cfg(feature = "alloc")]
impl<const N: usize, const BYTES: usize> state::ExportState for SkeinHasher<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    fn empty() -> Self {
        let start = Skein::new(BYTES);
        Self { hash: start.clone(), start, digest_bytes: BYTES, keyed: false }
    }
}

impl<const N: usize, const BYTES: usize> fmt::Debug for SkeinHasher<N, BYTES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Skein{} {{ .. }}", 8 * BYTES)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::skein::{Skein512_224, Skein512_512};
    use std::string::ToString;
    use std::vec;
    use std::vec::Vec;

    fn digest(params: &SkeinParams<'_>, message: &[u8]) -> Vec<u8> {
        let mut hash = Skein512::new(params).unwrap();
        let mut digest = vec![0; params.digest_bytes];
        let mut again = digest.clone();
        hash.update(message);
        hash.finalize_into_reset(&mut digest).unwrap();
        hash.update(message);
        hash.finalize_into_reset(&mut again).unwrap();
        assert_eq!(digest, again);
        digest
    }

    #[test]
    fn default_parameters_give_the_plain_hash() {
        assert_eq!(digest(&SkeinParams::new(64), b"abc"), Skein512_512::hash(b"abc"));
        assert_eq!(digest(&SkeinParams::new(28), b"abc"), Skein512_224::hash(b"abc"));
    }

    #[test]
    fn each_parameter_changes_the_digest() {
        let plain = SkeinParams::new(64);
        let all = [
            plain,
            SkeinParams { key: b"1", ..plain },
            SkeinParams { personal: b"1", ..plain },
            SkeinParams { public_key: b"1", ..plain },
            SkeinParams { key_id: b"1", ..plain },
            SkeinParams { nonce: b"1", ..plain },
            SkeinParams { nonce: b"1\0", ..plain },
            SkeinParams { digest_bytes: 65, ..plain },
        ];
        let digests = all.map(|params| digest(&params, b""));
        for (i, one) in digests.iter().enumerate() {
            for other in &digests[..i] {
                assert_ne!(one[..64], other[..64]);
            }
        }
    }

    #[test]
    fn rejects_output_of_0_bytes() {
        let error = Skein1024::new(&SkeinParams::new(0)).unwrap_err().to_string();
        assert!(error.starts_with("digest is 0 bytes; skein1024 takes 1 to "), "{error}");
        assert!(Skein1024::new(&SkeinParams::new(usize::MAX)).is_err());
    }
}
