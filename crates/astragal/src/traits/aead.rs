//! The trait [`Aead`] for authenticated ciphers, and the type [`AuthenticatedCipher`]. `AuthenticatedCipher` implements
//! `Aead` for each [`AeadEngine`], such as the engine of Ascon.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::convert::Infallible;
use core::fmt;

#[cfg(feature = "alloc")]
use super::stream;
use super::{ByteArray, Implementation, array_of, opaque};
use crate::error::{Allowed, InvalidTag, ParameterError, VerifyError};
use crate::platform::array::copy;
use crate::platform::stack;
use crate::platform::words::erase;
use crate::traits::mac::same_tag;

/// Authenticated cipher with associated data. The object holds the key.
pub trait Aead: Clone + fmt::Debug + Send + Sync + 'static {
    /// Canonical name, such as `ascon-aead128`.
    const NAME: &'static str;
    /// Family name, such as `ascon`.
    const FAMILY: &'static str;
    /// Standard and section that define the algorithm.
    const STANDARD: &'static str;
    /// Key length in bytes.
    const KEY_BYTES: usize;
    /// Nonce length in bytes.
    const NONCE_BYTES: usize;
    /// Tag length in bytes.
    const TAG_BYTES: usize;
    /// Key: `[u8; KEY_BYTES]`.
    type Key: ByteArray;
    /// Nonce: `[u8; NONCE_BYTES]`.
    type Nonce: ByteArray;
    /// Tag: `[u8; TAG_BYTES]`.
    type Tag: ByteArray;

    /// Creates the cipher with `key`.
    #[must_use]
    fn new(key: &Self::Key) -> Self;

    /// Encrypts `text` in place and returns its tag.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `text` is longer than the cipher allows. In that case `text` is unchanged. Ciphers
    /// without a limit, such as Ascon, never return this error.
    fn encrypt_in_place_detached(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Result<Self::Tag, ParameterError>;

    /// Verifies `tag` and decrypts `text` in place.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
    ///
    /// [`VerifyError::Parameter`] if `text` is longer than the cipher allows. In that case `text` is unchanged.
    fn decrypt_in_place_detached(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &Self::Tag,
    ) -> Result<(), VerifyError>;

    /// Encrypts `plaintext` and returns the ciphertext followed by the tag.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `plaintext` is longer than the cipher allows.
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

    /// Verifies and decrypts `sealed`, a ciphertext followed by its tag. Returns the plaintext.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tag is invalid or `sealed` is shorter than a tag.
    ///
    /// [`VerifyError::Parameter`] if the text is longer than the cipher allows.
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

    /// Creates the cipher with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is not [`KEY_BYTES`](Self::KEY_BYTES) bytes long.
    fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        array_of(Self::NAME, "key", key).map(Self::new)
    }

    /// Returns the backend selected for this CPU, and its timing behaviour.
    #[must_use]
    fn implementation() -> Implementation;
}

/// Implementation of one algorithm that an [`AuthenticatedCipher`] wraps: the expanded key, and the processing of
/// messages.
pub trait AeadEngine: Clone + Send + Sync + 'static {
    /// Value of [`Aead::NAME`].
    const NAME: &'static str;
    /// Value of [`Aead::FAMILY`].
    const FAMILY: &'static str;
    /// Value of [`Aead::STANDARD`].
    const STANDARD: &'static str;
    /// Maximum message length in bytes.
    const LONGEST_MESSAGE_BYTES: u64 = u64::MAX;
    /// Allowed tag lengths in bytes.
    const TAG_BYTES: Allowed = Allowed::Exactly(16);
    /// Upper bound, in bytes, on the stack that one method call of the engine uses. The bound for ARM comes from
    /// measurements by `cargo xtask firmware`.
    const STACK_BYTES: usize = if cfg!(target_arch = "arm") { 512 } else { 1024 };
    /// Upper bound, in bytes, on the stack that [`new`](Self::new) uses.
    const KEY_STACK_BYTES: usize = Self::STACK_BYTES;
    /// Key, a byte array.
    type Key: ByteArray;
    /// Nonce, a byte array.
    type Nonce: ByteArray;
    /// Streaming state of a message whose associated data has been absorbed.
    type Message: Clone + Send + Sync + 'static;
    /// Creates the engine from `key`.
    fn new(key: &Self::Key) -> Self;
    /// Starts a message: absorbs the nonce and the associated data.
    fn begin(&self, nonce: &Self::Nonce, associated_data: &[u8]) -> Self::Message;
    /// Encrypts the next part of the message in place.
    fn encrypt(message: &mut Self::Message, text: &mut [u8]);
    /// Decrypts the next part of the message in place.
    fn decrypt(message: &mut Self::Message, text: &mut [u8]);
    /// Returns the 16-byte tag of the whole message. The state of `message` is then no longer valid.
    fn tag(&self, message: &mut Self::Message) -> [u8; 16];
    /// Fills `tag` with the tag of the whole message. The length of `tag` is one of [`TAG_BYTES`](Self::TAG_BYTES).
    #[inline(always)]
    fn tag_to(&self, message: &mut Self::Message, tag: &mut [u8]) {
        copy(tag, &self.tag(message));
    }
    /// Encrypts or decrypts a whole message and fills `tag`. The length of `tag` is one of
    /// [`TAG_BYTES`](Self::TAG_BYTES).
    #[inline(always)]
    fn whole<const DECRYPT: bool>(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) {
        whole_in_steps(self, nonce, associated_data, text, tag, DECRYPT);
    }
    /// Returns an upper bound, in bytes, on the stack that [`whole`](Self::whole) uses for a text of `text_bytes` bytes
    /// with the active backend.
    #[inline]
    fn whole_stack_bytes(text_bytes: usize) -> usize {
        let _ = text_bytes;
        Self::STACK_BYTES
    }
    /// Returns the backend selected for this CPU, and its timing behaviour.
    fn implementation() -> Implementation;
}

/// Keyed authenticated cipher. Tags are 16 bytes long. The module [`aead`](crate::aead) has an alias for each cipher.
/// The key is wiped on drop.
#[derive(Clone)]
pub struct AuthenticatedCipher<E: AeadEngine>(E);

impl<E: AeadEngine> AuthenticatedCipher<E> {
    /// Creates the cipher with `key`.
    #[must_use]
    pub fn new(key: &E::Key) -> Self {
        stack::with_stack_wipe(E::KEY_STACK_BYTES, || Self(E::new(key)))
    }

    /// Creates the cipher with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is not the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        <Self as Aead>::from_slice(key)
    }

    /// Encrypts `text` in place and returns its tag.
    #[must_use]
    pub fn encrypt_in_place_detached(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
    ) -> [u8; 16] {
        let mut tag = [0; 16];
        self.seal(nonce, associated_data, text, &mut tag);
        tag
    }

    /// Verifies `tag` and decrypts `text` in place.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
    pub fn decrypt_in_place_detached(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), InvalidTag> {
        self.open(nonce, associated_data, text, tag)
    }

    /// Encrypts `text` in place and fills `tag`. The caller must have checked the length of `tag`.
    #[inline(always)]
    pub(crate) fn seal(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) {
        stack::with_stack_wipe(E::whole_stack_bytes(text.len()), || {
            self.0.whole::<false>(nonce, associated_data, text, tag);
        });
    }

    /// Verifies `tag` and decrypts `text` in place. Zeroes `text` if `tag` is invalid. The caller must have checked the
    /// length of `tag`.
    #[inline(always)]
    pub(crate) fn open(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), InvalidTag> {
        stack::with_stack_wipe(E::whole_stack_bytes(text.len()), || {
            open(&self.0, nonce, associated_data, text, tag)
        })
    }
}

#[cfg(feature = "alloc")]
impl<E: AeadEngine> AuthenticatedCipher<E> {
    /// Encrypts `plaintext` and returns the ciphertext followed by the tag.
    #[must_use]
    pub fn encrypt(&self, nonce: &E::Nonce, associated_data: &[u8], plaintext: &[u8]) -> Vec<u8> {
        let Ok(sealed) = stream::encrypt::<_, Infallible>(plaintext, |text| {
            Ok(self.encrypt_in_place_detached(nonce, associated_data, text))
        });
        sealed
    }

    /// Verifies and decrypts `sealed`, a ciphertext followed by its tag. Returns the plaintext.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tag is invalid or `sealed` is shorter than a tag.
    pub fn decrypt(
        &self,
        nonce: &E::Nonce,
        associated_data: &[u8],
        sealed: &[u8],
    ) -> Result<Vec<u8>, InvalidTag> {
        stream::decrypt(sealed, |text, tag| {
            self.decrypt_in_place_detached(nonce, associated_data, text, tag)
        })
    }

    /// Returns an object that encrypts a message in parts.
    #[must_use]
    pub fn encryptor(&self, nonce: &E::Nonce, associated_data: &[u8]) -> stream::Encryptor {
        with_stack_wipe::<E, _>(|| stream::Encryptor::new(self.running(nonce, associated_data)))
    }

    /// Returns an object that decrypts a message in parts. The object buffers the plaintext until the tag is verified.
    #[must_use]
    pub fn decryptor(&self, nonce: &E::Nonce, associated_data: &[u8]) -> stream::Decryptor {
        with_stack_wipe::<E, _>(|| stream::Decryptor::new(self.running(nonce, associated_data)))
    }

    /// Starts a message and returns its streaming state.
    pub(crate) fn running(&self, nonce: &E::Nonce, associated_data: &[u8]) -> stream::Running<E> {
        stream::Running::new(&self.0, nonce, associated_data)
    }
}

impl<E: AeadEngine> Aead for AuthenticatedCipher<E> {
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
        Ok(self.encrypt_in_place_detached(nonce, associated_data, text))
    }
    fn decrypt_in_place_detached(
        &self,
        nonce: &E::Nonce,
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

/// Calls `body`, and then wipes the stack that the methods of the engine `E` may have used for secrets.
#[inline(always)]
#[cfg(feature = "alloc")]
pub(crate) fn with_stack_wipe<E: AeadEngine, R>(body: impl FnOnce() -> R) -> R {
    stack::with_stack_wipe(E::STACK_BYTES, body)
}

/// Encrypts or decrypts a whole message with the methods that also process messages in parts.
pub(crate) fn whole_in_steps<E: AeadEngine>(
    engine: &E,
    nonce: &E::Nonce,
    associated_data: &[u8],
    text: &mut [u8],
    tag: &mut [u8],
    decrypt: bool,
) {
    let mut message = engine.begin(nonce, associated_data);
    if decrypt {
        E::decrypt(&mut message, text);
    } else {
        E::encrypt(&mut message, text);
    }
    engine.tag_to(&mut message, tag);
}

/// Length of the longest tag in bytes.
pub(crate) const LONGEST_TAG_BYTES: usize = 32;

/// Verifies `tag` and decrypts `text` in place. Zeroes `text` if `tag` is invalid. The caller must have checked the
/// length of `tag`.
pub(crate) fn open<E: AeadEngine>(
    engine: &E,
    nonce: &E::Nonce,
    associated_data: &[u8],
    text: &mut [u8],
    tag: &[u8],
) -> Result<(), InvalidTag> {
    let mut computed = [0; LONGEST_TAG_BYTES];
    let computed = &mut computed[..tag.len()];
    engine.whole::<true>(nonce, associated_data, text, computed);
    let verified = same_tag(computed, tag);
    if verified.is_err() {
        erase(text);
    }
    verified
}
