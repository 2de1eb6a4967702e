//! Objects that encrypt or decrypt one message of an authenticated cipher in several calls (streaming).

use core::fmt::Debug;
use zeroize::Zeroize;

use super::row::{AeadRow, DynMessage, Messages};
use crate::construction::mode::Direction;
use crate::error::{CipherError, ParameterError, StateError, VerifyError};
use crate::platform::stack::{try_with_stack_wipe, with_stack_wipe};
use crate::registry::object_storage::{ObjectStorage, Slot};
use crate::traits::stream::{Message, PlaintextBuffer, verify};

/// Creates the streaming state of a message by calling `begin`, and stores an object with this state in `slot`.
pub(in crate::registry) fn put<M: Message + Clone + 'static>(
    row: &'static AeadRow,
    direction: Direction,
    slot: Slot<'_, dyn DynMessage>,
    begin: impl FnOnce() -> Result<M, ParameterError>,
) -> Result<(), ParameterError> {
    try_with_stack_wipe((row.stack_bytes)() + MessageObject::<M>::MOVE_BYTES, || {
        let message = begin().map_err(|error| error.named(row.name))?;
        let plaintext = PlaintextBuffer::default();
        let state = State { row, direction, plaintext, has_ended: false };
        slot.put(MessageObject { state, message });
        Ok(())
    })
}

#[derive(Clone)]
struct MessageObject<M> {
    state: State,
    message: M,
}

impl<M: Message + Clone + 'static> MessageObject<M> {
    /// Upper bound, in bytes, on the stack used to create an object. The object is moved through several stack frames,
    /// and each frame keeps a copy.
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
    fn clone_to(&self, slot: Slot<'_, dyn DynMessage>) {
        with_stack_wipe(Self::MOVE_BYTES, || slot.put(self.clone()));
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

/// Part of the streaming state that is the same for every cipher. The methods take the cipher as `dyn Message`, so
/// their code is compiled once for about 100 ciphers.
#[derive(Clone)]
struct State {
    row: &'static AeadRow,
    direction: Direction,
    /// Decrypted text that is withheld until its tag is verified.
    plaintext: PlaintextBuffer,
    has_ended: bool,
}

impl State {
    /// Returns an error if the message has ended, or if `direction` (encryption or decryption) is not the direction of
    /// the message.
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

    /// Increases the message length by `bytes` bytes. Returns an error if the message would become too long.
    fn grow(&self, message: &mut dyn Message, bytes: usize) -> Result<(), ParameterError> {
        message.grow(bytes).map_err(|error| error.named(self.row.name))
    }

    /// Returns an error if the algorithm does not allow tags of `bytes` bytes.
    fn check_tag(&self, message: &dyn Message, bytes: usize) -> Result<(), ParameterError> {
        message.check_tag(bytes).map_err(|error| error.named(self.row.name))
    }

    fn encrypt(&self, message: &mut dyn Message, text: &mut [u8]) -> Result<(), CipherError> {
        self.check(Direction::Encrypt)?;
        self.grow(message, text.len())?;
        with_stack_wipe((self.row.stack_bytes)(), || message.encrypt(text));
        Ok(())
    }

    fn finish_encryption(
        &mut self,
        message: &mut dyn Message,
        tag: &mut [u8],
    ) -> Result<(), CipherError> {
        self.check(Direction::Encrypt)?;
        self.check_tag(message, tag.len())?;
        with_stack_wipe((self.row.stack_bytes)(), || message.tag(tag))
            .map_err(|error| error.named(self.row.name))?;
        self.has_ended = true;
        Ok(())
    }

    fn decrypt(&mut self, message: &mut dyn Message, ciphertext: &[u8]) -> Result<(), CipherError> {
        self.check(Direction::Decrypt)?;
        // Reserves memory before changing the message, so that a failed allocation leaves the message unchanged.
        self.plaintext.reserve(self.row.name, ciphertext.len())?;
        self.grow(message, ciphertext.len())?;
        let text = self.plaintext.append(ciphertext);
        with_stack_wipe((self.row.stack_bytes)(), || message.decrypt(text));
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
        let verified = with_stack_wipe((self.row.stack_bytes)(), || verify(message, tag))
            .map_err(|error| error.named(self.row.name))?;
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
