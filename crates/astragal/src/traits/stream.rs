//! Operations that need an allocator: encryption of whole messages into new vectors, and streaming encryption.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use zeroize::Zeroize;

use crate::error::{CipherError, InvalidTag, ParameterError, StateError, VerifyError};
use crate::platform::stack::with_stack_wipe;
use crate::traits::ByteArray;
use crate::traits::aead::{AeadEngine, LONGEST_TAG_BYTES};
use crate::traits::mac::same_tag;

/// Copies `plaintext` and encrypts the copy with `seal`. Returns the ciphertext followed by the tag.
pub(crate) fn encrypt<T: ByteArray, E>(
    plaintext: &[u8],
    seal: impl FnOnce(&mut [u8]) -> Result<T, E>,
) -> Result<Vec<u8>, E> {
    let mut sealed = Vec::with_capacity(plaintext.len() + size_of::<T>());
    sealed.extend_from_slice(plaintext);
    match seal(&mut sealed) {
        Ok(tag) => sealed.extend_from_slice(tag.as_ref()),
        Err(error) => {
            sealed.zeroize();
            return Err(error);
        }
    }
    Ok(sealed)
}

/// Splits `sealed` into the ciphertext and the tag, verifies and decrypts the ciphertext with `open`, and returns the
/// plaintext.
pub(crate) fn decrypt<T: ByteArray, E: From<InvalidTag>>(
    sealed: &[u8],
    open: impl FnOnce(&mut [u8], &T) -> Result<(), E>,
) -> Result<Vec<u8>, E> {
    let length = sealed.len().checked_sub(size_of::<T>()).ok_or(InvalidTag)?;
    let (ciphertext, given) = sealed.split_at(length);
    let mut tag = T::ZERO;
    tag.as_mut().copy_from_slice(given);
    let mut plaintext = ciphertext.to_vec();
    open(&mut plaintext, &tag)?;
    Ok(plaintext)
}

/// Streaming state of an authenticated cipher for one message.
pub(crate) trait Message: Send + Sync {
    /// Adds `bytes` to the message length. Returns an error if the cipher does not allow the new length.
    fn grow(&mut self, bytes: usize) -> Result<(), ParameterError>;
    /// Encrypts the next part of the message in place. The caller must first add the length of `text` to the message
    /// length by calling `grow`.
    fn encrypt(&mut self, text: &mut [u8]);
    /// Decrypts the next part of the message in place. The caller must first add the length of `text` to the message
    /// length by calling `grow`.
    fn decrypt(&mut self, text: &mut [u8]);
    /// Checks that the tag length `bytes` is allowed.
    fn check_tag(&self, bytes: usize) -> Result<(), ParameterError>;
    /// Returns an upper bound on the stack that any of these methods uses, in bytes.
    fn stack_bytes(&self) -> usize;
    /// Fills `tag` with the tag of the message. The caller must have checked the length of `tag`. In CCM mode, returns
    /// an error if the message is shorter than the length announced at its start.
    fn tag(&mut self, tag: &mut [u8]) -> Result<(), StateError>;
}

/// Computes the tag of `message` and compares it with `tag`. The caller must have checked the length of `tag`.
pub(crate) fn verify(
    message: &mut dyn Message,
    tag: &[u8],
) -> Result<Result<(), InvalidTag>, StateError> {
    let mut computed = [0; LONGEST_TAG_BYTES];
    let computed = &mut computed[..tag.len()];
    message.tag(computed)?;
    Ok(same_tag(computed, tag))
}

/// Streaming state of an authenticated cipher that is implemented by an [`AeadEngine`].
#[derive(Clone)]
pub(crate) struct Running<E: AeadEngine> {
    engine: E,
    message: E::Message,
    /// Number of text bytes processed so far.
    text_bytes: u64,
}

impl<E: AeadEngine> Running<E> {
    pub(crate) fn new(engine: &E, nonce: &E::Nonce, associated_data: &[u8]) -> Self {
        let message = engine.begin(nonce, associated_data);
        Self { engine: engine.clone(), message, text_bytes: 0 }
    }

    fn full_tag(&self) -> [u8; 16] {
        self.engine.tag(&mut self.message.clone())
    }
}

impl<E: AeadEngine> Message for Running<E> {
    fn grow(&mut self, bytes: usize) -> Result<(), ParameterError> {
        let text_bytes = self.text_bytes.saturating_add(bytes as u64);
        ParameterError::check_message(E::NAME, text_bytes, E::LONGEST_MESSAGE_BYTES)?;
        self.text_bytes = text_bytes;
        Ok(())
    }
    fn encrypt(&mut self, text: &mut [u8]) {
        E::encrypt(&mut self.message, text);
    }
    fn decrypt(&mut self, text: &mut [u8]) {
        E::decrypt(&mut self.message, text);
    }
    fn check_tag(&self, bytes: usize) -> Result<(), ParameterError> {
        ParameterError::check_length(E::NAME, "tag", bytes, E::TAG_BYTES)
    }
    fn stack_bytes(&self) -> usize {
        E::STACK_BYTES
    }
    fn tag(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        self.engine.tag_to(&mut self.message.clone(), tag);
        Ok(())
    }
}

/// Streaming state of a cipher without a maximum message length. Tags are always 16 bytes long. Checks of the message
/// length and the tag length therefore cannot fail.
trait Unbounded: Message {
    fn full_tag(&self) -> [u8; 16];
}

impl<E: AeadEngine> Unbounded for Running<E> {
    fn full_tag(&self) -> [u8; 16] {
        self.full_tag()
    }
}

/// Encryptor for one message that arrives in parts. Each part is encrypted in place.
///
/// ```
/// use astragal::aead::AsconAead128;
/// let cipher = AsconAead128::new(&[7; 16]);
/// let (mut head, mut tail) = (*b"mes", *b"sage");
/// let mut encryptor = cipher.encryptor(&[1; 16], b"header");
/// encryptor.update(&mut head);
/// encryptor.update(&mut tail);
/// let tag = encryptor.finish();
/// let sealed = [&head[..], &tail, &tag].concat();
/// assert_eq!(sealed, cipher.encrypt(&[1; 16], b"header", b"message"));
/// ```
pub struct Encryptor(Box<dyn Unbounded>);

impl Encryptor {
    pub(crate) fn new<E: AeadEngine>(message: Running<E>) -> Self {
        Self(Box::new(message))
    }

    /// Encrypts the next part of the message in place.
    pub fn update(&mut self, text: &mut [u8]) {
        with_stack_wipe(self.0.stack_bytes(), || self.0.encrypt(text));
    }

    /// Ends the message and returns its tag.
    #[must_use]
    pub fn finish(self) -> [u8; 16] {
        with_stack_wipe(self.0.stack_bytes(), || self.0.full_tag())
    }
}

impl fmt::Debug for Encryptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encryptor { .. }")
    }
}

/// Decryptor for one message that arrives in parts. It buffers the whole plaintext until the tag is verified, and wipes
/// it if verification fails.
pub struct Decryptor {
    message: Box<dyn Unbounded>,
    plaintext: PlaintextBuffer,
}

impl Decryptor {
    pub(crate) fn new<E: AeadEngine>(message: Running<E>) -> Self {
        Self { message: Box::new(message), plaintext: PlaintextBuffer::default() }
    }

    /// Appends the next part of the ciphertext.
    pub fn update(&mut self, ciphertext: &[u8]) {
        let text = self.plaintext.append(ciphertext);
        with_stack_wipe(self.message.stack_bytes(), || self.message.decrypt(text));
    }

    /// Ends the message, verifies `tag`, and returns the plaintext.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tag is invalid.
    pub fn finish(mut self, tag: &[u8; 16]) -> Result<Vec<u8>, InvalidTag> {
        let stack = self.message.stack_bytes();
        with_stack_wipe(stack, || same_tag(&mut self.message.full_tag(), tag))?;
        Ok(self.plaintext.take())
    }
}

impl fmt::Debug for Decryptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Decryptor { .. }")
    }
}

/// Encryptor for one message of limited length that arrives in parts. Each part is encrypted in place.
///
/// ```
/// use astragal::aead::Gcm;
/// use astragal::cipher::Aes256;
/// let gcm = Gcm::<Aes256>::new(&[7; 32]);
/// let (mut text, mut tag) = (*b"message", [0; 16]);
/// let mut encryptor = gcm.encryptor(&[1; 12], b"header")?;
/// encryptor.update(&mut text[..3])?;
/// encryptor.update(&mut text[3..])?;
/// encryptor.finish(&mut tag)?;
///
/// let mut decryptor = gcm.decryptor(&[1; 12], b"header")?;
/// decryptor.update(&text)?;
/// assert_eq!(decryptor.finish(&tag)?, b"message");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ModeEncryptor(Box<dyn Message>);

impl ModeEncryptor {
    pub(crate) fn new(message: impl Message + 'static) -> Self {
        Self(Box::new(message))
    }

    /// Encrypts the next part of the message in place.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the message becomes longer than the mode allows or, in CCM mode, longer than
    /// announced. In that case `text` is unchanged.
    pub fn update(&mut self, text: &mut [u8]) -> Result<(), ParameterError> {
        self.0.grow(text.len())?;
        with_stack_wipe(self.0.stack_bytes(), || self.0.encrypt(text));
        Ok(())
    }

    /// Ends the message and fills `tag`.
    ///
    /// # Errors
    /// [`CipherError::Parameter`] if the tag length is not allowed.
    ///
    /// [`StateError::MessageIncomplete`] if a CCM message is shorter than announced.
    pub fn finish(mut self, tag: &mut [u8]) -> Result<(), CipherError> {
        self.0.check_tag(tag.len())?;
        let stack = self.0.stack_bytes();
        Ok(with_stack_wipe(stack, || self.0.tag(tag))?)
    }
}

impl fmt::Debug for ModeEncryptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ModeEncryptor { .. }")
    }
}

/// Decryptor for one message of limited length that arrives in parts. It buffers the whole plaintext until the tag is
/// verified, and wipes it if verification fails.
pub struct ModeDecryptor {
    message: Box<dyn Message>,
    plaintext: PlaintextBuffer,
}

impl ModeDecryptor {
    pub(crate) fn new(message: impl Message + 'static) -> Self {
        Self { message: Box::new(message), plaintext: PlaintextBuffer::default() }
    }

    /// Appends the next part of the ciphertext.
    ///
    /// # Errors
    /// [`ParameterError::Length`] in the same cases as [`ModeEncryptor::update`]. In that case nothing changes.
    pub fn update(&mut self, ciphertext: &[u8]) -> Result<(), ParameterError> {
        self.message.grow(ciphertext.len())?;
        let text = self.plaintext.append(ciphertext);
        with_stack_wipe(self.message.stack_bytes(), || self.message.decrypt(text));
        Ok(())
    }

    /// Ends the message, verifies `tag`, and returns the plaintext.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tag is invalid. Also returns the errors of [`ModeEncryptor::finish`].
    pub fn finish(mut self, tag: &[u8]) -> Result<Vec<u8>, VerifyError> {
        self.message.check_tag(tag.len())?;
        let stack = self.message.stack_bytes();
        with_stack_wipe(stack, || verify(&mut *self.message, tag))??;
        Ok(self.plaintext.take())
    }
}

impl fmt::Debug for ModeDecryptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ModeDecryptor { .. }")
    }
}

/// Buffer for the text of an unfinished message, or for chaining values. Every copy of the text is wiped, including the
/// old copy after a reallocation.
#[derive(Clone, Default)]
pub(crate) struct PlaintextBuffer(Vec<u8>);

impl PlaintextBuffer {
    /// Appends `bytes` and returns the part of the buffer that holds them.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> &mut [u8] {
        if self.spare_capacity() < bytes.len() {
            self.move_to(Vec::with_capacity(self.grown_capacity(bytes.len())));
        }
        let start = self.0.len();
        self.0.extend_from_slice(bytes);
        &mut self.0[start..]
    }

    /// Reserves space for `bytes` more bytes of text. Returns an error if the allocation fails.
    #[cfg(feature = "registry")]
    pub(crate) fn reserve(
        &mut self,
        algorithm: &'static str,
        bytes: usize,
    ) -> Result<(), ParameterError> {
        if self.spare_capacity() < bytes {
            let (mut memory, given) = (Vec::new(), self.grown_capacity(bytes));
            memory.try_reserve_exact(given).map_err(|_| ParameterError::NoMemory {
                algorithm,
                what: "message",
                given,
            })?;
            self.move_to(memory);
        }
        Ok(())
    }

    fn spare_capacity(&self) -> usize {
        self.0.capacity() - self.0.len()
    }

    fn grown_capacity(&self, more: usize) -> usize {
        (2 * self.0.len()).saturating_add(more)
    }

    fn move_to(&mut self, mut memory: Vec<u8>) {
        memory.extend_from_slice(&self.0);
        self.0.zeroize();
        self.0 = memory;
    }

    /// Takes the contents out of the buffer. The caller must wipe the returned vector.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        core::mem::take(&mut self.0)
    }

    #[cfg(any(feature = "keccak", feature = "registry"))]
    pub(crate) fn as_slice(&self) -> &[u8] {
        &self.0
    }

    /// Wipes the buffer and releases its memory.
    #[cfg(any(feature = "keccak", feature = "registry"))]
    pub(crate) fn clear(&mut self) {
        self.take().zeroize();
    }
}

impl Drop for PlaintextBuffer {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}
