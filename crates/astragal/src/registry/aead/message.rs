//! A message that an authenticated cipher chosen at run time takes piece by piece.

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

/// What is known of a message before it comes piece by piece. CCM has to know both lengths; the others do not look.
#[derive(Clone, Copy, Debug, Default)]
pub struct MessageLengths {
    /// The message's length in bytes.
    pub message_bytes: Option<u64>,
    /// The tag's length in bytes; `None` is the algorithm's usual one.
    pub tag_bytes: Option<usize>,
}

/// A message under way, which is encrypted or decrypted piece by piece; it holds a key.
pub trait DynMessage: ObjectStorage<Messages> + Debug + Send + Sync {
    /// The algorithm's row.
    fn row(&self) -> &'static AeadRow;
    /// What is done with the message.
    fn direction(&self) -> Direction;
    /// Encrypts the next piece in place.
    ///
    /// # Errors
    /// [`CipherError::State`] when the message is being decrypted or has ended, [`CipherError::Parameter`] when it
    /// becomes longer than the algorithm takes or than it was said to be; nothing changes then.
    fn encrypt(&mut self, text: &mut [u8]) -> Result<(), CipherError>;
    /// Ends a message that is being encrypted: fills `tag`.
    ///
    /// # Errors
    /// [`CipherError::Parameter`] for a tag of another length. [`CipherError::State`] when the message is being
    /// decrypted, has ended, or is shorter than it was said to be. Nothing changes then.
    fn finish_encryption(&mut self, tag: &mut [u8]) -> Result<(), CipherError>;
    /// Takes the next piece of a message that is being decrypted, and keeps its plaintext back.
    ///
    /// # Errors
    /// As for [`encrypt`](Self::encrypt); and [`ParameterError::NoMemory`] where memory ends.
    fn decrypt(&mut self, ciphertext: &[u8]) -> Result<(), CipherError>;
    /// Bytes that [`finish_decryption`](Self::finish_decryption) gives.
    fn plaintext_bytes(&self) -> usize;
    /// Ends a message that is being decrypted: fills `plaintext`, if `tag` is its tag.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] when it is not: the plaintext is erased then, and `plaintext` zeroed. Else as for
    /// [`finish_encryption`](Self::finish_encryption), and for a `plaintext` of another length; nothing changes then.
    fn finish_decryption(&mut self, tag: &[u8], plaintext: &mut [u8]) -> Result<(), VerifyError>;
}

impl dyn DynMessage {
    /// Ends a message that is being decrypted: its plaintext, if `tag` is its tag.
    ///
    /// # Errors
    /// As for [`finish_decryption`](DynMessage::finish_decryption).
    pub fn plaintext(&mut self, tag: &[u8]) -> Result<Vec<u8>, VerifyError> {
        let mut plaintext = alloc::vec![0; self.plaintext_bytes()];
        self.finish_decryption(tag, &mut plaintext)?;
        Ok(plaintext)
    }
}

/// Puts the message that `begin` gives into `place`.
pub(in crate::registry) fn put<M: Message + Clone + 'static>(
    row: &'static AeadRow,
    direction: Direction,
    place: Slot<'_, dyn DynMessage>,
    begin: impl FnOnce() -> Result<M, ParameterError>,
) -> Result<(), ParameterError> {
    // Not as a result: what its variant leaves unused may be a piece of a round key.
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
    /// The stack that is used where an object is made: it is moved from frame to frame.
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

/// What does not depend on the cipher, which comes as an object: there are a hundred of them.
#[derive(Clone)]
struct State {
    row: &'static AeadRow,
    direction: Direction,
    /// Decrypted bytes, not yet authenticated.
    plaintext: Waiting,
    has_ended: bool,
}

impl State {
    /// `Err` unless the message is under way in this direction.
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

    /// Counts more text of the message.
    fn grow(&self, message: &mut dyn Message, bytes: usize) -> Result<(), ParameterError> {
        message.grow(bytes).map_err(|error| error.named(self.row.name))
    }

    /// `Err` unless tags may have this length.
    fn check_tag(&self, message: &dyn Message, bytes: usize) -> Result<(), ParameterError> {
        message.check_tag(bytes).map_err(|error| error.named(self.row.name))
    }

    /// The tag of the message.
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
        // Whatever is refused leaves no trace.
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
