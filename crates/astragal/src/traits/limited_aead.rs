//! The public type for authenticated ciphers with a maximum message length.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "alloc")]
use super::stream::{self, ModeDecryptor, ModeEncryptor};
use super::{Implementation, opaque};
use crate::error::{ParameterError, VerifyError};
#[cfg(feature = "alloc")]
use crate::traits::aead::with_stack_wipe;
use crate::traits::aead::{Aead, AeadEngine, AuthenticatedCipher};

/// Keyed authenticated cipher with a maximum message length. Tags are 16 bytes long. The module [`aead`](crate::aead)
/// has an alias for each such cipher. The key is wiped on drop.
#[derive(Clone)]
pub struct LimitedCipher<E: AeadEngine>(AuthenticatedCipher<E>);

impl<E: AeadEngine> LimitedCipher<E> {
    /// Maximum message length in bytes.
    pub const LONGEST_MESSAGE_BYTES: u64 = E::LONGEST_MESSAGE_BYTES;

    /// Creates the cipher with `key`.
    #[must_use]
    pub fn new(key: &E::Key) -> Self {
        Self(AuthenticatedCipher::new(key))
    }

    /// Creates the cipher with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is not the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        <Self as Aead>::from_slice(key)
    }

    /// Encrypts `text` in place and returns its tag.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `text` is longer than the cipher allows. In that case `text` is unchanged.
    pub fn encrypt_in_place_detached(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Result<[u8; 16], ParameterError> {
        check::<E>(text)?;
        Ok(self.0.encrypt_in_place_detached(nonce, associated_data, text))
    }

    /// Verifies `tag` and decrypts `text` in place.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
    ///
    /// [`VerifyError::Parameter`] if `text` is longer than the cipher allows. In that case `text` is unchanged.
    pub fn decrypt_in_place_detached(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), VerifyError> {
        check::<E>(text)?;
        Ok(self.0.decrypt_in_place_detached(nonce, associated_data, text, tag)?)
    }
}

impl<E: AeadEngine> LimitedCipher<E> {
    /// Encrypts `text` in place and fills `tag`, for ciphers that allow several tag lengths.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the tag length is not allowed or `text` is too long. In that case nothing changes.
    pub fn encrypt_in_place_any_length(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        check::<E>(text)?;
        ParameterError::check_length(E::NAME, "tag", tag.len(), E::TAG_BYTES)?;
        self.0.seal(nonce, associated_data, text, tag);
        Ok(())
    }

    /// Verifies `tag` and decrypts `text` in place, for ciphers that allow several tag lengths.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
    ///
    /// [`VerifyError::Parameter`] if the tag length is not allowed or `text` is too long. In that case nothing changes.
    pub fn decrypt_in_place_any_length(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        check::<E>(text)?;
        ParameterError::check_length(E::NAME, "tag", tag.len(), E::TAG_BYTES)?;
        Ok(self.0.open(nonce, associated_data, text, tag)?)
    }
}

fn check<E: AeadEngine>(text: &[u8]) -> Result<(), ParameterError> {
    ParameterError::check_message(E::NAME, text.len() as u64, E::LONGEST_MESSAGE_BYTES)
}

#[cfg(feature = "alloc")]
impl<E: AeadEngine> LimitedCipher<E> {
    /// Encrypts `plaintext` and returns the ciphertext followed by the tag.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `plaintext` is longer than the cipher allows.
    pub fn encrypt(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        plaintext: &[u8],
    ) -> Result<Vec<u8>, ParameterError> {
        Aead::encrypt(self, nonce, associated_data, plaintext)
    }

    /// Verifies and decrypts `sealed`, a ciphertext followed by its tag. Returns the plaintext.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tag is invalid or `sealed` is shorter than a tag.
    ///
    /// [`VerifyError::Parameter`] if the text is longer than the cipher allows.
    pub fn decrypt(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        sealed: &[u8],
    ) -> Result<Vec<u8>, VerifyError> {
        Aead::decrypt(self, nonce, associated_data, sealed)
    }

    /// Returns an object that encrypts a message in parts.
    #[must_use]
    pub fn encryptor(&self, nonce: &E::Nonce, associated_data: &[u8]) -> ModeEncryptor {
        with_stack_wipe::<E, _>(|| ModeEncryptor::new(self.running(nonce, associated_data)))
    }

    /// Returns an object that decrypts a message in parts. The object buffers the plaintext until the tag is verified.
    #[must_use]
    pub fn decryptor(&self, nonce: &E::Nonce, associated_data: &[u8]) -> ModeDecryptor {
        with_stack_wipe::<E, _>(|| ModeDecryptor::new(self.running(nonce, associated_data)))
    }

    /// Starts a message and returns its streaming state.
    pub(crate) fn running(&self, nonce: &E::Nonce, associated_data: &[u8]) -> stream::Running<E> {
        self.0.running(nonce, associated_data)
    }
}

impl<E: AeadEngine> Aead for LimitedCipher<E> {
    const NAME: &'static str = E::NAME;
    const FAMILY: &'static str = E::FAMILY;
    const STANDARD: &'static str = E::STANDARD;
    const KEY_BYTES: usize = size_of::<E::Key>();
    const NONCE_BYTES: usize = size_of::<E::Nonce>();
    const TAG_BYTES: usize = 16;
    type Key = E::Key;
    type Nonce = E::Nonce;
    type Tag = [u8; 16];

    fn new(key: &E::Key) -> Self {
        Self::new(key)
    }
    fn encrypt_in_place_detached(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Result<[u8; 16], ParameterError> {
        self.encrypt_in_place_detached(nonce, associated_data, text)
    }
    fn decrypt_in_place_detached(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), VerifyError> {
        self.decrypt_in_place_detached(nonce, associated_data, text, tag)
    }
    fn implementation() -> Implementation {
        E::implementation()
    }
}

impl<E: AeadEngine> fmt::Debug for LimitedCipher<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["LimitedCipher<", E::NAME, ">"])
    }
}
