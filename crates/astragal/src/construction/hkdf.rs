//! HKDF (RFC 5869, SP 800-56C) with HMAC over any hash: extracts a pseudorandom key from a secret, then expands it into
//! several keys.

use crate::platform::stack::with_stack_wipe;
use crate::platform::words::erase;
use core::fmt;

use crate::construction::hmac::Hmac;
use crate::construction::names::{Composed, compose, text};
use crate::error::{Allowed, ParameterError};
use crate::traits::hash::Hash;
use crate::traits::opaque;

/// HKDF with HMAC over the hash `H`. Derives keys from a secret that must have high entropy: a password is not
/// suitable. The object holds the extracted pseudorandom key and expands it into any number of keys, each with its own
/// `info`.
///
/// ```
/// use astragal::hash::Sha256;
/// use astragal::kdf::Hkdf;
/// let hkdf = Hkdf::<Sha256>::new(b"salt", b"shared secret of a key agreement");
/// let encryption: [u8; 32] = hkdf.expand(b"encryption")?;
/// let authentication: [u8; 32] = hkdf.expand(b"authentication")?;
/// # assert_ne!(encryption, authentication);
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
///
/// HKDF-Expand-Label of TLS 1.3 (RFC 8446 §7.1) is an expansion with a structured `info`:
///
/// ```
/// use astragal::hash::Sha256;
/// use astragal::kdf::Hkdf;
///
/// // Encodes the key length, then the label and the transcript hash, each preceded by its length.
/// fn info(bytes: u16, label: &str, context: &[u8]) -> Vec<u8> {
///     let label = format!("tls13 {label}");
///     let lengths = [label.len() as u8, context.len() as u8];
///     [&bytes.to_be_bytes()[..], &lengths[..1], label.as_bytes(), &lengths[1..], context].concat()
/// }
///
/// let secret = [0x2a; 32];
/// let key: [u8; 16] = Hkdf::<Sha256>::from_key(&secret)?.expand(&info(16, "key", b""))?;
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct Hkdf<H: Hash>(Hmac<H>);

impl<H: Hash> Hkdf<H> {
    const COMPOSED: Composed = compose("hkdf-", H::NAME);
    /// Canonical name, such as `hkdf-sha256`.
    pub const NAME: &'static str = text(&Self::COMPOSED);

    /// Maximum key length in bytes: 255 digests.
    pub const LONGEST_KEY_BYTES: usize = 255 * H::DIGEST_BYTES;

    /// Extracts the pseudorandom key from `secret` (§2.2). An empty `salt` is equivalent to a salt of zero bytes that
    /// is as long as a digest.
    #[must_use]
    pub fn new(salt: &[u8], secret: &[u8]) -> Self {
        let mut key = Self::extract(salt, secret);
        let hkdf = Self(Hmac::new(key.as_ref()));
        erase(key.as_mut());
        hkdf
    }

    /// Extracts the pseudorandom key from `secret` (§2.2) and returns it. The key is as long as a digest. An empty
    /// `salt` is equivalent to a salt of zero bytes that is as long as a digest.
    #[must_use]
    pub fn extract(salt: &[u8], secret: &[u8]) -> H::Digest {
        Hmac::<H>::new(salt).mac(secret)
    }

    /// Creates HKDF from an existing pseudorandom key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the key is shorter than a digest.
    pub fn from_key(pseudorandom_key: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::AtLeast(H::DIGEST_BYTES);
        let what = "pseudorandom key";
        ParameterError::check_length(Self::NAME, what, pseudorandom_key.len(), allowed)?;
        Ok(Self(Hmac::new(pseudorandom_key)))
    }

    /// Expands a key of `N` bytes for the purpose that `info` identifies (§2.3).
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `N` exceeds [`LONGEST_KEY_BYTES`](Self::LONGEST_KEY_BYTES).
    pub fn expand<const N: usize>(&self, info: &[u8]) -> Result<[u8; N], ParameterError> {
        let mut key = [0; N];
        self.expand_into(info, &mut key)?;
        Ok(key)
    }

    /// Expands a key for the purpose that `info` identifies, and fills `key` (§2.3).
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is longer than [`LONGEST_KEY_BYTES`](Self::LONGEST_KEY_BYTES). In that case
    /// `key` is unchanged.
    pub fn expand_into(&self, info: &[u8], key: &mut [u8]) -> Result<(), ParameterError> {
        let allowed = Allowed::AtMost(Self::LONGEST_KEY_BYTES);
        ParameterError::check_length(Self::NAME, "key", key.len(), allowed)?;
        self.expand_parts(&[info], key);
        Ok(())
    }

    /// Creates HKDF from a pseudorandom key of any length, for protocols that skip the extraction.
    pub(crate) fn from_any_key(key: &[u8]) -> Self {
        Self(Hmac::new(key))
    }

    /// Like [`expand_into`](Self::expand_into), but `info` is given in parts. The caller must have checked the length
    /// of `key`.
    pub(crate) fn expand_parts(&self, info: &[&[u8]], key: &mut [u8]) {
        with_stack_wipe(Self::STACK_BYTES, || self.fill(info, key));
    }

    /// Upper bound, in bytes, on the stack that one expansion uses. The stack of HMAC is not included, because HMAC
    /// wipes it itself.
    const STACK_BYTES: usize = 512 + 4 * size_of::<Hmac<H>>();

    fn fill(&self, info: &[&[u8]], key: &mut [u8]) {
        let mut before: Option<H::Digest> = None;
        for (block, number) in key.chunks_mut(H::DIGEST_BYTES).zip(1_u8..=255) {
            let mut hmac = self.0.clone();
            if let Some(before) = &before {
                hmac.update(before.as_ref());
            }
            info.iter().for_each(|part| hmac.update(part));
            let tag = hmac.mac(&[number]);
            block.copy_from_slice(&tag.as_ref()[..block.len()]);
            before = Some(tag);
        }
        if let Some(last) = &mut before {
            erase(last.as_mut());
        }
    }
}

impl<H: Hash> fmt::Debug for Hkdf<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Hkdf<", H::NAME, ">"])
    }
}
