//! GMAC (SP 800-38D §3): a MAC with a nonce, which is GCM without a plaintext.

use core::fmt;

use super::gcm::Gcm;
use crate::error::{ParameterError, VerifyError};
use crate::traits::cipher::{BlockCipher, BlockOperations};
use crate::traits::opaque;

/// GMAC over a cipher with 16-byte blocks: authenticates a message under a key and a nonce.
///
/// Use each nonce only once per key: two messages with the same nonce allow forgeries. Nonces are usually 12 bytes
/// long. The limits of [`Gcm`](crate::aead::Gcm) apply. GMAC cannot be selected by name. Instead, use GCM with the
/// message as associated data and an empty plaintext.
///
/// ```
/// use astragal::cipher::Aes256;
/// use astragal::mac::Gmac;
/// let gmac = Gmac::<Aes256>::new(&[7; 32]);
/// let tag = gmac.mac(&[1; 12], b"message")?;
/// gmac.verify(&[1; 12], b"message", &tag)?;
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct Gmac<C: BlockOperations<Block = [u8; 16]>>(Gcm<C>);

impl<C: BlockCipher<Block = [u8; 16]>> Gmac<C> {
    /// Creates GMAC with `key`.
    #[must_use]
    pub fn new(key: &C::Key) -> Self {
        Self(Gcm::new(key))
    }

    /// Creates GMAC with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is not the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        Gcm::from_slice(key).map(Self)
    }

    /// Returns the tag of `message` under `nonce`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the nonce is empty.
    pub fn mac(&self, nonce: &[u8], message: &[u8]) -> Result<[u8; 16], ParameterError> {
        let mut tag = [0; 16];
        self.0.encrypt_in_place_any_length(nonce, message, &mut [], &mut tag)?;
        Ok(tag)
    }

    /// Compares the tag of `message` under `nonce` with `tag` in constant time. `tag` is 16 bytes long, or has a
    /// shorter length that [`Gcm`](crate::aead::Gcm) allows.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tags differ.
    ///
    /// [`VerifyError::Parameter`] if the nonce is empty or the tag length is not allowed.
    pub fn verify(&self, nonce: &[u8], message: &[u8], tag: &[u8]) -> Result<(), VerifyError> {
        self.0.decrypt_in_place_any_length(nonce, message, &mut [], tag)
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> fmt::Debug for Gmac<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Gmac<", C::NAME, ">"])
    }
}
