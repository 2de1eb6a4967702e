//! The forms that need an allocator: whole messages as vectors, and messages that come piece by piece.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use zeroize::Zeroize;

use crate::error::InvalidTag;
use crate::kind::ByteArray;
use crate::kind::aead::{Aead, Engine};
use crate::kind::mac::same_tag;

/// The ciphertext with the tag behind it.
pub(crate) fn encrypt<A: Aead>(
    cipher: &A,
    nonce: &A::Nonce,
    associated_data: &[u8],
    plaintext: &[u8],
) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(plaintext.len() + A::TAG_BYTES);
    sealed.extend_from_slice(plaintext);
    let tag = cipher.encrypt_in_place_detached(nonce, associated_data, &mut sealed);
    sealed.extend_from_slice(tag.as_ref());
    sealed
}

/// The plaintext of a ciphertext with the tag behind it.
pub(crate) fn decrypt<A: Aead>(
    cipher: &A,
    nonce: &A::Nonce,
    associated_data: &[u8],
    sealed: &[u8],
) -> Result<Vec<u8>, InvalidTag> {
    let length = sealed.len().checked_sub(A::TAG_BYTES).ok_or(InvalidTag)?;
    let (ciphertext, given) = sealed.split_at(length);
    let mut tag = A::Tag::ZERO;
    tag.as_mut().copy_from_slice(given);
    let mut plaintext = ciphertext.to_vec();
    cipher.decrypt_in_place_detached(nonce, associated_data, &mut plaintext, &tag)?;
    Ok(plaintext)
}

/// A message under way, of a cipher that only its maker knows.
trait Message: Send + Sync {
    fn encrypt(&mut self, text: &mut [u8]);
    fn decrypt(&mut self, text: &mut [u8]);
    fn tag(&self) -> [u8; 16];
}

struct Running<E: Engine> {
    engine: E,
    message: E::Message,
}

impl<E: Engine> Message for Running<E> {
    fn encrypt(&mut self, text: &mut [u8]) {
        E::encrypt(&mut self.message, text);
    }
    fn decrypt(&mut self, text: &mut [u8]) {
        E::decrypt(&mut self.message, text);
    }
    fn tag(&self) -> [u8; 16] {
        self.engine.tag(self.message.clone())
    }
}

fn running<E: Engine>(engine: E, nonce: &[u8; 16], associated_data: &[u8]) -> Box<dyn Message> {
    let message = engine.begin(nonce, associated_data);
    Box::new(Running { engine, message })
}

/// Encrypts a message that comes piece by piece, each piece in place.
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
pub struct Encryptor(Box<dyn Message>);

impl Encryptor {
    pub(crate) fn new<E: Engine>(engine: E, nonce: &[u8; 16], associated_data: &[u8]) -> Self {
        Self(running(engine, nonce, associated_data))
    }

    /// Encrypts the next piece of the message in place.
    pub fn update(&mut self, text: &mut [u8]) {
        self.0.encrypt(text);
    }

    /// Ends the message: its tag.
    #[must_use]
    pub fn finish(self) -> [u8; 16] {
        self.0.tag()
    }
}

impl fmt::Debug for Encryptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Encryptor { .. }")
    }
}

/// Decrypts a message that comes piece by piece. Nothing comes out before the tag has verified: the whole
/// plaintext waits in memory, and is erased if it does not.
pub struct Decryptor {
    message: Box<dyn Message>,
    plaintext: Vec<u8>,
}

impl Decryptor {
    pub(crate) fn new<E: Engine>(engine: E, nonce: &[u8; 16], associated_data: &[u8]) -> Self {
        Self { message: running(engine, nonce, associated_data), plaintext: Vec::new() }
    }

    /// Takes the next piece of the ciphertext.
    pub fn update(&mut self, ciphertext: &[u8]) {
        self.reserve(ciphertext.len());
        let start = self.plaintext.len();
        self.plaintext.extend_from_slice(ciphertext);
        self.message.decrypt(&mut self.plaintext[start..]);
    }

    /// Ends the message: its plaintext, if `tag` is its tag.
    ///
    /// # Errors
    /// [`InvalidTag`] when it is not.
    pub fn finish(mut self, tag: &[u8; 16]) -> Result<Vec<u8>, InvalidTag> {
        same_tag(&mut self.message.tag(), tag)?;
        Ok(core::mem::take(&mut self.plaintext))
    }

    /// Makes room without leaving plaintext in memory that is given back.
    fn reserve(&mut self, bytes: usize) {
        if self.plaintext.capacity() - self.plaintext.len() < bytes {
            let mut roomier = Vec::with_capacity(2 * self.plaintext.len() + bytes);
            roomier.extend_from_slice(&self.plaintext);
            self.plaintext.zeroize();
            self.plaintext = roomier;
        }
    }
}

impl Drop for Decryptor {
    fn drop(&mut self) {
        self.plaintext.zeroize();
    }
}

impl fmt::Debug for Decryptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Decryptor { .. }")
    }
}
