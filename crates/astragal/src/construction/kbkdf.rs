//! KBKDF in counter mode (SP 800-108r1 §4.1), over any MAC that is a pseudorandom function.
//!
//! The standard does not fix the encoding of the input. Like other libraries, this implementation uses the encoding of
//! the example in §4:
//!
//! - a 32-bit counter, the label and a zero byte;
//! - the context;
//! - the length of the derived key in bits, as a 32-bit number.

use crate::platform::words::erase;
use core::fmt;

use crate::construction::names::{Composed, compose, text};
use crate::error::{Allowed, ParameterError};
use crate::traits::mac::Mac;
use crate::traits::opaque;

/// KBKDF in counter mode with the MAC `M`, which is HMAC or CMAC. The object holds the key. With KMAC, use
/// `Kmac256::new(key, label).mac(context)` instead to derive a key (§4.4).
///
/// ```
/// use astragal::kdf::Kbkdf;
/// use astragal::mac::HmacSha256;
/// let kbkdf = Kbkdf::new(HmacSha256::new(b"a key with enough entropy"));
/// let key: [u8; 32] = kbkdf.derive(b"label: the purpose", b"context: both parties")?;
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct Kbkdf<M>(M);

/// Maximum length of a derived key in bytes. The length in bits must fit in 32 bits.
pub(crate) const LONGEST_KEY_BYTES: usize = (u32::MAX / 8) as usize;

impl<M: Mac> Kbkdf<M> {
    const COMPOSED: Composed = compose("kbkdf-", M::NAME);
    /// Canonical name, such as `kbkdf-hmac-sha256`.
    pub const NAME: &'static str = text(&Self::COMPOSED);

    /// Creates KBKDF from `mac`, which must be keyed and must not have absorbed any data.
    #[must_use]
    pub const fn new(mac: M) -> Self {
        Self(mac)
    }

    /// Derives a key of `N` bytes. `label` is the purpose of the key. `context` binds the key to data such as the
    /// identities of both parties.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the key has 2^32 bits or more.
    pub fn derive<const N: usize>(
        &self,
        label: &[u8],
        context: &[u8],
    ) -> Result<[u8; N], ParameterError> {
        let mut key = [0; N];
        self.derive_into(label, context, &mut key)?;
        Ok(key)
    }

    /// Fills `key`. `label` is the purpose of the key. `context` binds the key to data such as the identities of both
    /// parties.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` has 2^32 bits or more. In that case `key` is unchanged.
    pub fn derive_into(
        &self,
        label: &[u8],
        context: &[u8],
        key: &mut [u8],
    ) -> Result<(), ParameterError> {
        let bits = length_in_bits(Self::NAME, key)?;
        for (block, counter) in key.chunks_mut(M::TAG_BYTES).zip(1_u32..) {
            let mut mac = self.0.clone();
            for input in [&counter.to_be_bytes()[..], label, &[0], context, &bits] {
                mac.update(input);
            }
            let mut tag = mac.finalize();
            block.copy_from_slice(&tag.as_ref()[..block.len()]);
            erase(tag.as_mut());
        }
        Ok(())
    }
}

/// Returns the length of the derived key in bits. This number is the last field of the MAC's input.
pub(crate) fn length_in_bits(name: &'static str, key: &[u8]) -> Result<[u8; 4], ParameterError> {
    let allowed = Allowed::AtMost(LONGEST_KEY_BYTES);
    ParameterError::check_length(name, "key", key.len(), allowed)?;
    #[expect(clippy::cast_possible_truncation, reason = "the key's length was checked above")]
    Ok((key.len() as u32 * 8).to_be_bytes())
}

impl<M: Mac> fmt::Debug for Kbkdf<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Kbkdf<", M::NAME, ">"])
    }
}
