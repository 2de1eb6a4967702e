//! The contract of authenticated ciphers, and the one object over a family's [`AeadEngine`].

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::convert::Infallible;
use core::fmt;

#[cfg(feature = "alloc")]
use super::stream;
use super::{ByteArray, Implementation, opaque};
use crate::error::{Allowed, InvalidTag, ParameterError, VerifyError};
use crate::platform::words::erase;
use crate::traits::mac::same_tag;

/// An authenticated cipher; an object of it holds a key.
pub trait Aead: Clone + fmt::Debug + Send + Sync + 'static {
    /// The canonical name, as `ascon-aead128`.
    const NAME: &'static str;
    /// The family's name, as `ascon`.
    const FAMILY: &'static str;
    /// The standard and section that define it.
    const STANDARD: &'static str;
    /// The key's length in bytes.
    const KEY_BYTES: usize;
    /// The nonce's length in bytes.
    const NONCE_BYTES: usize;
    /// The tag's length in bytes.
    const TAG_BYTES: usize;
    /// `[u8; KEY_BYTES]`.
    type Key: ByteArray;
    /// `[u8; NONCE_BYTES]`.
    type Nonce: ByteArray;
    /// `[u8; TAG_BYTES]`.
    type Tag: ByteArray;

    /// The cipher under `key`.
    #[must_use]
    fn new(key: &Self::Key) -> Self;

    /// Encrypts `text` in place; the tag stands apart.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `text` is longer than the cipher takes, which Ascon never says; nothing
    /// changes then.
    fn encrypt_in_place_detached(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Result<Self::Tag, ParameterError>;

    /// Decrypts `text` in place if `tag` is its tag.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] when it is not; `text` is zeroed then. [`VerifyError::Parameter`] as for
    /// encryption.
    fn decrypt_in_place_detached(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &Self::Tag,
    ) -> Result<(), VerifyError>;

    /// The ciphertext of `plaintext`, with the tag behind it.
    ///
    /// # Errors
    /// As for [`encrypt_in_place_detached`](Self::encrypt_in_place_detached).
    #[cfg(feature = "alloc")]
    fn encrypt(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        plaintext: &[u8],
    ) -> Result<Vec<u8>, ParameterError> {
        stream::encrypt(plaintext, |text| {
            self.encrypt_in_place_detached(nonce, associated_data, text)
        })
    }

    /// The plaintext of `sealed`, a ciphertext with its tag behind it.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] when the tag does not verify or `sealed` is shorter than a tag.
    /// [`VerifyError::Parameter`] as for encryption.
    #[cfg(feature = "alloc")]
    fn decrypt(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        sealed: &[u8],
    ) -> Result<Vec<u8>, VerifyError> {
        stream::decrypt(sealed, |text, tag| {
            self.decrypt_in_place_detached(nonce, associated_data, text, tag)
        })
    }

    /// The cipher under a key whose length is only known at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `key` does not have [`KEY_BYTES`](Self::KEY_BYTES) bytes.
    fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::Exactly(Self::KEY_BYTES);
        ParameterError::check_length(Self::NAME, "key", key.len(), allowed)?;
        Ok(Self::new(&Self::Key::chunks(key).0[0]))
    }

    /// The code that runs here now.
    #[must_use]
    fn implementation() -> Implementation;
}

/// What a family provides for an [`AuthenticatedCipher`]: the schedule of a key, and what is done with a message
/// under it.
pub trait AeadEngine: Clone + Send + Sync + 'static {
    /// [`Aead::NAME`]
    const NAME: &'static str;
    /// [`Aead::FAMILY`]
    const FAMILY: &'static str;
    /// [`Aead::STANDARD`]
    const STANDARD: &'static str;
    /// An array of the key's bytes.
    type Key: ByteArray;
    /// The state of a message, after its associated data.
    type Message: Clone + Send + Sync + 'static;
    /// The schedule of `key`.
    fn new(key: &Self::Key) -> Self;
    /// The state before the message's text.
    fn begin(&self, nonce: &[u8; 16], associated_data: &[u8]) -> Self::Message;
    /// Encrypts the next piece of the text in place.
    fn encrypt(message: &mut Self::Message, text: &mut [u8]);
    /// Decrypts the next piece of the text in place.
    fn decrypt(message: &mut Self::Message, text: &mut [u8]);
    /// The tag of the whole message.
    fn tag(&self, message: Self::Message) -> [u8; 16];
    /// [`Aead::implementation`]
    fn implementation() -> Implementation;
}

/// An authenticated cipher under a key, with nonces and tags of 16 bytes. The aliases of the module
/// [`aead`](crate::aead) name what it can be. Dropping it erases the key.
#[derive(Clone)]
pub struct AuthenticatedCipher<E: AeadEngine>(E);

impl<E: AeadEngine> AuthenticatedCipher<E> {
    /// The cipher under `key`.
    #[must_use]
    pub fn new(key: &E::Key) -> Self {
        with_stack_wipe(|| Self(E::new(key)))
    }

    /// The cipher under a key whose length is only known at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `key` does not have the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        <Self as Aead>::from_slice(key)
    }

    /// Encrypts `text` in place; the tag stands apart.
    #[must_use]
    pub fn encrypt_in_place_detached(
        &self,
        nonce: &[u8; 16],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> [u8; 16] {
        with_stack_wipe(|| seal(&self.0, nonce, associated_data, text))
    }

    /// Decrypts `text` in place if `tag` is its tag.
    ///
    /// # Errors
    /// [`InvalidTag`] when it is not; `text` is zeroed then.
    pub fn decrypt_in_place_detached(
        &self,
        nonce: &[u8; 16],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), InvalidTag> {
        with_stack_wipe(|| open(&self.0, nonce, associated_data, text, tag))
    }
}

#[cfg(feature = "alloc")]
impl<E: AeadEngine> AuthenticatedCipher<E> {
    /// The ciphertext of `plaintext`, with the tag behind it.
    #[must_use]
    pub fn encrypt(&self, nonce: &[u8; 16], associated_data: &[u8], plaintext: &[u8]) -> Vec<u8> {
        let Ok(sealed) = stream::encrypt::<_, Infallible>(plaintext, |text| {
            Ok(self.encrypt_in_place_detached(nonce, associated_data, text))
        });
        sealed
    }

    /// The plaintext of `sealed`, a ciphertext with its tag behind it.
    ///
    /// # Errors
    /// [`InvalidTag`] when the tag does not verify or `sealed` is shorter than a tag.
    pub fn decrypt(
        &self,
        nonce: &[u8; 16],
        associated_data: &[u8],
        sealed: &[u8],
    ) -> Result<Vec<u8>, InvalidTag> {
        stream::decrypt(sealed, |text, tag| {
            self.decrypt_in_place_detached(nonce, associated_data, text, tag)
        })
    }

    /// Encrypts a message that comes piece by piece.
    #[must_use]
    pub fn encryptor(&self, nonce: &[u8; 16], associated_data: &[u8]) -> stream::Encryptor {
        with_stack_wipe(|| stream::Encryptor::new(self.running(nonce, associated_data)))
    }

    /// Decrypts a message that comes piece by piece; keeps it all until the tag has verified.
    #[must_use]
    pub fn decryptor(&self, nonce: &[u8; 16], associated_data: &[u8]) -> stream::Decryptor {
        with_stack_wipe(|| stream::Decryptor::new(self.running(nonce, associated_data)))
    }

    /// A message that begins.
    pub(crate) fn running(&self, nonce: &[u8; 16], associated_data: &[u8]) -> stream::Running<E> {
        stream::Running::new(&self.0, nonce, associated_data)
    }
}

impl<E: AeadEngine> Aead for AuthenticatedCipher<E> {
    const NAME: &'static str = E::NAME;
    const FAMILY: &'static str = E::FAMILY;
    const STANDARD: &'static str = E::STANDARD;
    const KEY_BYTES: usize = size_of::<E::Key>();
    const NONCE_BYTES: usize = 16;
    const TAG_BYTES: usize = 16;
    type Key = E::Key;
    type Nonce = [u8; 16];
    type Tag = [u8; 16];

    fn new(key: &E::Key) -> Self {
        Self::new(key)
    }
    fn encrypt_in_place_detached(
        &self,
        nonce: &[u8; 16],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Result<[u8; 16], ParameterError> {
        Ok(self.encrypt_in_place_detached(nonce, associated_data, text))
    }
    fn decrypt_in_place_detached(
        &self,
        nonce: &[u8; 16],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), VerifyError> {
        Ok(self.decrypt_in_place_detached(nonce, associated_data, text, tag)?)
    }
    fn implementation() -> Implementation {
        E::implementation()
    }
}

impl<E: AeadEngine> fmt::Debug for AuthenticatedCipher<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["AuthenticatedCipher<", E::NAME, ">"])
    }
}

/// Calls `body`, which works with a key, and erases its stack.
#[inline(always)]
pub(crate) fn with_stack_wipe<R>(body: impl FnOnce() -> R) -> R {
    // `cargo xtask firmware` measures what is used on ARM.
    const STACK_BYTES: usize = if cfg!(target_arch = "arm") { 376 } else { 1024 };
    crate::platform::stack::with_stack_wipe(STACK_BYTES, body)
}

/// Encrypts `text` in place and gives its tag.
fn seal<E: AeadEngine>(
    engine: &E,
    nonce: &[u8; 16],
    associated_data: &[u8],
    text: &mut [u8],
) -> [u8; 16] {
    let mut message = engine.begin(nonce, associated_data);
    E::encrypt(&mut message, text);
    engine.tag(message)
}

/// Decrypts `text` in place; zeroes it when `tag` is not its tag.
fn open<E: AeadEngine>(
    engine: &E,
    nonce: &[u8; 16],
    associated_data: &[u8],
    text: &mut [u8],
    tag: &[u8; 16],
) -> Result<(), InvalidTag> {
    let mut message = engine.begin(nonce, associated_data);
    E::decrypt(&mut message, text);
    let verified = same_tag(&mut engine.tag(message), tag);
    if verified.is_err() {
        erase(text);
    }
    verified
}
