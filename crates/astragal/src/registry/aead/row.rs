//! Registry row for an authenticated cipher (`AeadRow`), and the traits of its objects. A `DynAead` is a cipher with
//! its key. A `DynMessage` encrypts or decrypts one message in parts.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use zeroize::Zeroize;

use crate::construction::mode::Direction;
use crate::error::{Allowed, CipherError, ParameterError, VerifyError};
use crate::registry::aead::limits::AeadLimits;
use crate::registry::info::{Info, deref_to_info};
use crate::registry::object_storage::{self, ObjectStorage, Slot, object_kind};

/// A row of [`AEADS`](super::AEADS) or [`composed_aeads`](super::super::composed_aeads).
#[derive(Debug)]
pub struct AeadRow {
    /// Name, standard, status and sizes of the algorithm.
    pub info: Info,
    /// Key length in bytes.
    pub key_bytes: usize,
    /// Nonce length in bytes.
    pub nonce_bytes: usize,
    /// Tag length in bytes.
    pub tag_bytes: usize,
    /// Whether the tag precedes the ciphertext in a sealed message. Otherwise it follows the ciphertext.
    pub is_tag_first: bool,
    /// Limits on the use of one key.
    pub limits: AeadLimits,
    /// Returns an upper bound, in bytes, on the stack used by one call that processes message data.
    pub(in crate::registry) stack_bytes: fn() -> usize,
    pub(in crate::registry) new: Constructor,
}

/// Function that creates a cipher object from a registry row and a key, and stores the object in a slot.
pub(in crate::registry) type Constructor = fn(&'static AeadRow, &[u8], Slot<'_, dyn DynAead>);

impl AeadRow {
    /// Creates a cipher object with this key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` has the wrong length.
    pub fn new_aead(&'static self, key: &[u8]) -> Result<Box<dyn DynAead>, ParameterError> {
        object_storage::try_boxed(&mut |slot| self.new_aead_to(key, slot))
    }

    /// Like [`new_aead`](Self::new_aead), but creates the object in `slot`.
    ///
    /// # Errors
    /// The same errors as [`new_aead`](Self::new_aead). `slot` is unchanged on error.
    #[doc(hidden)]
    pub fn new_aead_to(
        &'static self,
        key: &[u8],
        slot: Slot<'_, dyn DynAead>,
    ) -> Result<(), ParameterError> {
        let allowed = Allowed::Exactly(self.key_bytes);
        ParameterError::check_length(self.name, "key", key.len(), allowed)?;
        (self.new)(self, key, slot);
        Ok(())
    }
}

deref_to_info!(AeadRow);

/// Keyed authenticated cipher chosen at run time.
pub trait DynAead: ObjectStorage<Aeads> + Debug + Send + Sync {
    /// Returns the algorithm's row.
    fn row(&self) -> &'static AeadRow;
    /// Encrypts `text` in place and writes the authentication tag to `tag`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `nonce` or `tag` has the wrong length. In that case, `text` and `tag` are
    /// unchanged.
    fn encrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError>;
    /// Verifies `tag` and decrypts `text` in place.
    ///
    /// # Errors
    /// [`VerifyError::Parameter`] if `nonce` or `tag` has the wrong length. In that case, `text` is unchanged.
    /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case, `text` is zeroed.
    fn decrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError>;
    /// Like [`start`](#method.start), but creates the object in `slot`.
    #[doc(hidden)]
    fn start_to(
        &self,
        direction: Direction,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
        slot: Slot<'_, dyn DynMessage>,
    ) -> Result<(), ParameterError>;
}

impl dyn DynAead {
    /// Encrypts `plaintext` and returns the ciphertext followed by the tag. For SIV, the tag comes first.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `nonce` has the wrong length.
    pub fn encrypt(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        plaintext: &[u8],
    ) -> Result<Vec<u8>, ParameterError> {
        let AeadRow { tag_bytes, is_tag_first, .. } = *self.row();
        let mut sealed = vec![0; plaintext.len() + tag_bytes];
        let (text, tag) = if is_tag_first {
            let (tag, text) = sealed.split_at_mut(tag_bytes);
            (text, tag)
        } else {
            sealed.split_at_mut(plaintext.len())
        };
        text.copy_from_slice(plaintext);
        if let Err(error) = self.encrypt_in_place_detached(nonce, associated_data, text, tag) {
            sealed.zeroize();
            return Err(error);
        }
        Ok(sealed)
    }

    /// Verifies and decrypts `sealed`, and returns the plaintext. `sealed` is a ciphertext followed by its tag. For
    /// SIV, the tag comes first.
    ///
    /// # Errors
    /// [`VerifyError::Parameter`] if `nonce` has the wrong length. [`VerifyError::InvalidTag`] if the tag is invalid or
    /// `sealed` is shorter than a tag.
    pub fn decrypt(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        sealed: &[u8],
    ) -> Result<Vec<u8>, VerifyError> {
        let AeadRow { tag_bytes, is_tag_first, .. } = *self.row();
        let length = sealed.len().checked_sub(tag_bytes).ok_or(VerifyError::InvalidTag)?;
        let (ciphertext, tag) = if is_tag_first {
            let (tag, ciphertext) = sealed.split_at(tag_bytes);
            (ciphertext, tag)
        } else {
            sealed.split_at(length)
        };
        let mut plaintext = ciphertext.to_vec();
        self.decrypt_in_place_detached(nonce, associated_data, &mut plaintext, tag)?;
        Ok(plaintext)
    }
}

impl dyn DynAead {
    /// Starts a streaming message. All associated data must precede the text. Decrypted text is released only after the
    /// tag is verified.
    ///
    /// ```
    /// use astragal::registry::{self, Direction, MessageLengths};
    /// let cipher = registry::aead("aes-256-gcm")?.new_aead(&[7; 32])?;
    /// let (mut text, mut tag) = (*b"message", [0; 16]);
    /// let lengths = MessageLengths::default();
    /// let mut sealing = cipher.start(Direction::Encrypt, &[1; 12], b"header", lengths)?;
    /// sealing.encrypt(&mut text[..3])?;
    /// sealing.encrypt(&mut text[3..])?;
    /// sealing.finish_encryption(&mut tag)?;
    ///
    /// let mut opening = cipher.start(Direction::Decrypt, &[1; 12], b"header", lengths)?;
    /// opening.decrypt(&text)?;
    /// assert_eq!(opening.plaintext(&tag)?, b"message");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the algorithm does not allow the length of the nonce, tag or message.
    /// [`ParameterError::Missing`] for CCM without a message length. [`ParameterError::NotTaken`] for GCM-SIV, SIV and
    /// OCB, which need the whole message.
    pub fn start(
        &self,
        direction: Direction,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
    ) -> Result<Box<dyn DynMessage>, ParameterError> {
        object_storage::try_boxed(&mut |slot| {
            self.start_to(direction, nonce, associated_data, lengths, slot)
        })
    }
}

/// Message and tag lengths that are declared before a streaming message starts. CCM requires the message length in
/// `message_bytes`; other algorithms ignore it.
#[derive(Clone, Copy, Debug, Default)]
pub struct MessageLengths {
    /// Message length in bytes.
    pub message_bytes: Option<u64>,
    /// Tag length in bytes. `None` selects the algorithm's default.
    pub tag_bytes: Option<usize>,
}

/// Streaming encryption or decryption of one message. The object holds the key.
pub trait DynMessage: ObjectStorage<Messages> + Debug + Send + Sync {
    /// Returns the algorithm's row.
    fn row(&self) -> &'static AeadRow;
    /// Returns whether the object encrypts or decrypts the message.
    fn direction(&self) -> Direction;
    /// Encrypts the next part of the message in place.
    ///
    /// # Errors
    /// [`CipherError::State`] if the message is being decrypted or has ended. [`CipherError::Parameter`] if the message
    /// becomes longer than declared or than the algorithm allows. Nothing changes on error.
    fn encrypt(&mut self, text: &mut [u8]) -> Result<(), CipherError>;
    /// Ends a message that is being encrypted, and writes its tag to `tag`.
    ///
    /// # Errors
    /// [`CipherError::Parameter`] if the tag length is invalid. [`CipherError::State`] if the message is being
    /// decrypted, has ended, or is shorter than declared. Nothing changes on error.
    fn finish_encryption(&mut self, tag: &mut [u8]) -> Result<(), CipherError>;
    /// Decrypts the next part of the message. The plaintext is withheld until the tag is verified.
    ///
    /// # Errors
    /// [`CipherError::State`] if the message is being encrypted or has ended. [`CipherError::Parameter`] if the message
    /// becomes longer than declared or than the algorithm allows, or if the allocation fails
    /// ([`ParameterError::NoMemory`]). Nothing changes on error.
    fn decrypt(&mut self, ciphertext: &[u8]) -> Result<(), CipherError>;
    /// Returns the length of the withheld plaintext, in bytes. [`finish_decryption`](Self::finish_decryption) writes
    /// this plaintext.
    fn plaintext_bytes(&self) -> usize;
    /// Ends a message that is being decrypted. If `tag` is valid, writes the plaintext to `plaintext`.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if `tag` is wrong. The withheld plaintext is then erased, and `plaintext` is zeroed.
    /// [`VerifyError::Parameter`] if the length of `tag` or `plaintext` is invalid. [`VerifyError::State`] if the
    /// message is being encrypted, has ended, or is shorter than declared. Nothing changes on a `Parameter` or `State`
    /// error.
    fn finish_decryption(&mut self, tag: &[u8], plaintext: &mut [u8]) -> Result<(), VerifyError>;
}

impl dyn DynMessage {
    /// Ends a message that is being decrypted. Returns its plaintext if `tag` is valid.
    ///
    /// # Errors
    /// The same errors as [`finish_decryption`](DynMessage::finish_decryption).
    pub fn plaintext(&mut self, tag: &[u8]) -> Result<Vec<u8>, VerifyError> {
        let mut plaintext = alloc::vec![0; self.plaintext_bytes()];
        self.finish_decryption(tag, &mut plaintext)?;
        Ok(plaintext)
    }
}

object_kind!(Aeads DynAead);
object_kind!(Messages DynMessage);
