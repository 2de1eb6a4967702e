//! Streaming AEAD messages for an algorithm chosen at run time.

use alloc::vec::Vec;
use core::fmt::Debug;
use zeroize::Zeroize;

use super::AeadRow;
use crate::error::{CipherError, ParameterError, StateError, VerifyError};
use crate::platform::stack::with_stack_wipe;
use crate::registry::Direction;
use crate::registry::object_storage::{Messages, ObjectStorage, Slot};
use crate::traits::mac::same_tag;
use crate::traits::stream::{Message, Waiting};

/// Lengths declared before a streaming message starts. CCM requires `message_bytes`; other algorithms ignore it.
#[derive(Clone, Copy, Debug, Default)]
pub struct MessageLengths {
    /// Message length in bytes.
    pub message_bytes: Option<u64>,
    /// Tag length in bytes. `None` selects the algorithm's default.
    pub tag_bytes: Option<usize>,
}

/// Streaming encryption or decryption of one message. Contains a key.
pub trait DynMessage: ObjectStorage<Messages> + Debug + Send + Sync {
    /// Returns the algorithm's row.
    fn row(&self) -> &'static AeadRow;
    /// Returns the direction of the message.
    fn direction(&self) -> Direction;
    /// Encrypts the next part of the message in place.
    ///
    /// # Errors
    /// [`CipherError::State`] if the message is being decrypted or has ended. [`CipherError::Parameter`] if it exceeds
    /// the declared length or the algorithm's maximum. Nothing changes on error.
    fn encrypt(&mut self, text: &mut [u8]) -> Result<(), CipherError>;
    /// Ends an encrypted message and writes its tag to `tag`.
    ///
    /// # Errors
    /// [`CipherError::Parameter`] if the tag length is not allowed. [`CipherError::State`] if the message is being
    /// decrypted, has ended, or is shorter than declared. Nothing changes on error.
    fn finish_encryption(&mut self, tag: &mut [u8]) -> Result<(), CipherError>;
    /// Decrypts the next part of the message. The plaintext is withheld until the tag is verified.
    ///
    /// # Errors
    /// [`CipherError::State`] if the message is being encrypted or has ended. [`CipherError::Parameter`] if it exceeds
    /// the declared length or the algorithm's maximum, and [`ParameterError::NoMemory`] if the allocation fails.
    /// Nothing changes on error.
    fn decrypt(&mut self, ciphertext: &[u8]) -> Result<(), CipherError>;
    /// Returns the length of the plaintext from [`finish_decryption`](Self::finish_decryption), in bytes.
    fn plaintext_bytes(&self) -> usize;
    /// Ends a decrypted message. Writes the plaintext to `plaintext` if `tag` is valid.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if `tag` is wrong: the withheld plaintext is erased and `plaintext` is zeroed.
    /// [`VerifyError::Parameter`] if the length of `tag` or `plaintext` is not allowed. [`VerifyError::State`] if the
    /// message is being encrypted, has ended, or is shorter than declared. For these two, nothing changes.
    fn finish_decryption(&mut self, tag: &[u8], plaintext: &mut [u8]) -> Result<(), VerifyError>;
}

impl dyn DynMessage {
    /// Ends a decrypted message. Returns its plaintext if `tag` is valid.
    ///
    /// # Errors
    /// The errors of [`finish_decryption`](DynMessage::finish_decryption).
    pub fn plaintext(&mut self, tag: &[u8]) -> Result<Vec<u8>, VerifyError> {
        let mut plaintext = alloc::vec![0; self.plaintext_bytes()];
        self.finish_decryption(tag, &mut plaintext)?;
        Ok(plaintext)
    }
}

/// Creates the message in `place` from the result of `begin`.
pub(in crate::registry) fn put<M: Message + Clone + 'static>(
    row: &'static AeadRow,
    direction: Direction,
    place: Slot<'_, dyn DynMessage>,
    begin: impl FnOnce() -> Result<M, ParameterError>,
) -> Result<(), ParameterError> {
    // Not a `Result`: the unused bytes of a variant could contain part of a round key.
    let mut refused = None;
    with_stack_wipe((row.frames)() + MessageObject::<M>::MOVE_BYTES, || match begin() {
        Ok(message) => {
            let plaintext = Waiting::default();
            let state = State { row, direction, plaintext, has_ended: false };
            place.put(MessageObject { state, message });
        }
        Err(error) => refused = Some(error.named(row.name)),
    });
    refused.map_or(Ok(()), Err)
}

#[derive(Clone)]
struct MessageObject<M> {
    state: State,
    message: M,
}

impl<M: Message + Clone + 'static> MessageObject<M> {
    /// Stack used to create an object, in bytes. The object is moved from frame to frame.
    const MOVE_BYTES: usize = 2048 + 4 * size_of::<Self>();
}

impl<M: Message + Clone + 'static> DynMessage for MessageObject<M> {
    fn row(&self) -> &'static AeadRow {
        self.state.row
    }
    fn direction(&self) -> Direction {
        self.state.direction
    }
    fn encrypt(&mut self, text: &mut [u8]) -> Result<(), CipherError> {
        self.state.encrypt(&mut self.message, text)
    }
    fn finish_encryption(&mut self, tag: &mut [u8]) -> Result<(), CipherError> {
        self.state.finish_encryption(&mut self.message, tag)
    }
    fn decrypt(&mut self, ciphertext: &[u8]) -> Result<(), CipherError> {
        self.state.decrypt(&mut self.message, ciphertext)
    }
    fn plaintext_bytes(&self) -> usize {
        self.state.plaintext.as_slice().len()
    }
    fn finish_decryption(&mut self, tag: &[u8], plaintext: &mut [u8]) -> Result<(), VerifyError> {
        self.state.finish_decryption(&mut self.message, tag, plaintext)
    }
}

impl<M: Message + Clone + 'static> ObjectStorage<Messages> for MessageObject<M> {
    fn clone_to(&self, place: Slot<'_, dyn DynMessage>) {
        with_stack_wipe(Self::MOVE_BYTES, || place.put(self.clone()));
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynMessage {
        memory.cast::<Self>()
    }
}

impl<M> Debug for MessageObject<M> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.state.fmt(f)
    }
}

/// State independent of the cipher. Its methods take the cipher as `dyn Message`, so about 100 ciphers share their
/// code.
#[derive(Clone)]
struct State {
    row: &'static AeadRow,
    direction: Direction,
    /// Decrypted text, not yet authenticated.
    plaintext: Waiting,
    has_ended: bool,
}

impl State {
    /// Returns an error unless the message has this direction and has not ended.
    fn check(&self, direction: Direction) -> Result<(), StateError> {
        let algorithm = self.row.name;
        if self.direction != direction {
            let direction = match self.direction {
                Direction::Encrypt => "encrypted",
                Direction::Decrypt => "decrypted",
            };
            return Err(StateError::OtherDirection { algorithm, direction });
        }
        if self.has_ended {
            return Err(StateError::MessageEnded { algorithm });
        }
        Ok(())
    }

    /// Adds `bytes` to the length of the message text.
    fn grow(&self, message: &mut dyn Message, bytes: usize) -> Result<(), ParameterError> {
        message.grow(bytes).map_err(|error| error.named(self.row.name))
    }

    /// Returns an error if the tag length is not allowed.
    fn check_tag(&self, message: &dyn Message, bytes: usize) -> Result<(), ParameterError> {
        message.check_tag(bytes).map_err(|error| error.named(self.row.name))
    }

    /// Returns the tag of the message.
    fn tag(&self, message: &mut dyn Message) -> Result<[u8; 16], StateError> {
        message.tag().map_err(|error| error.named(self.row.name))
    }

    fn encrypt(&self, message: &mut dyn Message, text: &mut [u8]) -> Result<(), CipherError> {
        self.check(Direction::Encrypt)?;
        self.grow(message, text.len())?;
        with_stack_wipe((self.row.frames)(), || message.encrypt(text));
        Ok(())
    }

    fn finish_encryption(
        &mut self,
        message: &mut dyn Message,
        tag: &mut [u8],
    ) -> Result<(), CipherError> {
        self.check(Direction::Encrypt)?;
        self.check_tag(message, tag.len())?;
        with_stack_wipe((self.row.frames)(), || {
            tag.copy_from_slice(&self.tag(message)?[..tag.len()]);
            Ok::<_, StateError>(())
        })?;
        self.has_ended = true;
        Ok(())
    }

    fn decrypt(&mut self, message: &mut dyn Message, ciphertext: &[u8]) -> Result<(), CipherError> {
        self.check(Direction::Decrypt)?;
        // Reserve memory first, so that an error changes nothing.
        self.plaintext.reserve(self.row.name, ciphertext.len())?;
        self.grow(message, ciphertext.len())?;
        let text = self.plaintext.append(ciphertext);
        with_stack_wipe((self.row.frames)(), || message.decrypt(text));
        Ok(())
    }

    fn finish_decryption(
        &mut self,
        message: &mut dyn Message,
        tag: &[u8],
        plaintext: &mut [u8],
    ) -> Result<(), VerifyError> {
        self.check(Direction::Decrypt)?;
        self.check_tag(message, tag.len())?;
        let length = self.plaintext.as_slice().len();
        ParameterError::check_buffer(self.row.name, plaintext, length)?;
        let verified = with_stack_wipe((self.row.frames)(), || {
            Ok::<_, StateError>(same_tag(&mut self.tag(message)?[..tag.len()], tag))
        })?;
        self.has_ended = true;
        if verified.is_ok() {
            plaintext.copy_from_slice(self.plaintext.as_slice());
        } else {
            plaintext.zeroize();
        }
        self.plaintext.clear();
        Ok(verified?)
    }
}

impl Debug for State {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "DynMessage({}, {:?})", self.row.name, self.direction)
    }
}
