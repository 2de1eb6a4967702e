//! Objects for block-cipher modes, with the cipher and the mode chosen at run time. The code of their streaming states
//! is compiled once for each block length.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::fmt::Debug;
use subtle::ConstantTimeEq;
use zeroize::Zeroize;

use super::Mode;
use super::state::State;
use super::xts_data_unit::{WholeUnits, XtsDataUnit};
use crate::cipher::{Padding, Xts};
use crate::construction::mode::Direction;
use crate::construction::mode::cipher::ModeCipher;
use crate::error::{CipherError, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::registry::erased::cipher::{ErasedCipher, Expand};
use crate::registry::object_storage::{ObjectStorage, Slot, object_kind};
use crate::traits::cipher::{CipherEngine, KeyUse};
use crate::traits::opaque;

/// Streaming state of a keyed mode chosen at run time.
pub trait DynMode: ObjectStorage<Modes> + Debug + Send + Sync {
    /// Returns the number of bytes that [`update`](Self::update) would write for `input` bytes of input.
    fn update_bytes(&self, input: usize) -> usize;
    /// Processes the next part of the message and writes the result to the start of `output`. Returns the number of
    /// bytes written.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `output` is too short, or if an XTS data unit becomes too long.
    /// [`ParameterError::NoMemory`] if an XTS data unit cannot be buffered. Nothing changes on error.
    fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, ParameterError>;
    /// Calls [`update`](Self::update) with the first `input` bytes of `data`, and writes the output to the start of
    /// `data`.
    ///
    /// # Errors
    /// The same errors as [`update`](Self::update), and [`ParameterError::Length`] if `data` is shorter than the input
    /// or the output. Nothing changes on error.
    fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, ParameterError>;
    /// Returns the maximum output length of [`finish`](Self::finish), in bytes.
    fn finish_bytes(&self) -> usize;
    /// Ends the message and writes the final bytes to the start of `output`. Returns the number of bytes written.
    ///
    /// # Errors
    /// [`CipherError`] if the mode does not allow the message length, if the padding is invalid, or if `output` is too
    /// short.
    fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError>;
    /// Processes the first `input` bytes of `data` in place, as the last part of the message, and ends the message.
    /// Returns the output length in bytes.
    ///
    /// # Errors
    /// The same errors as [`update`](Self::update) and [`finish`](Self::finish). The output in `data` is wiped on
    /// error.
    fn whole_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, CipherError> {
        let done = self.update_in_place(data, input)?;
        let (head, rest) = data.split_at_mut(done);
        match self.finish(rest) {
            Ok(last) => Ok(done + last),
            Err(error) => {
                head.zeroize();
                Err(error)
            }
        }
    }
    /// Starts a new message with the same key and the IV `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `iv` has the wrong length. Nothing changes on error.
    fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError>;
    /// Seeks to byte `position` of the keystream.
    ///
    /// # Errors
    /// [`ParameterError::NotTaken`] if the mode cannot seek; only CTR and stream ciphers can.
    fn seek(&mut self, position: u128) -> Result<(), ParameterError>;
}

impl dyn DynMode {
    /// Processes `input`, the last part of the message, and ends the message. Returns the output.
    ///
    /// # Errors
    /// The same errors as [`update`](DynMode::update) and [`finish`](DynMode::finish). On error, the output of this
    /// call is wiped.
    pub fn whole(&mut self, input: &[u8]) -> Result<Vec<u8>, CipherError> {
        let mut output = vec![0; self.update_bytes(input.len())];
        self.update(input, &mut output)?;
        let done = output.len();
        let last = self.finish_bytes();
        if last > 0 {
            let mut all = vec![0; done + last];
            all[..done].copy_from_slice(&output);
            output.zeroize();
            output = all;
        }
        match self.finish(&mut output[done..]) {
            Ok(last) => {
                output.truncate(done + last);
                Ok(output)
            }
            Err(error) => {
                output.zeroize();
                Err(error)
            }
        }
    }
}

/// Arguments for starting a message in a mode. The caller must have checked the key length.
pub(in crate::registry) struct Begin<'a> {
    /// Name of the cipher with its mode, such as `aes-128-cbc`, used in error messages.
    pub(in crate::registry) name: &'static str,
    pub(in crate::registry) mode: Mode,
    pub(in crate::registry) direction: Direction,
    pub(in crate::registry) key: &'a [u8],
    pub(in crate::registry) iv: &'a [u8],
    pub(in crate::registry) padding: Padding,
}

/// Function that starts a message and stores its mode object in a slot.
pub(in crate::registry) type Start =
    fn(&Begin<'_>, Slot<'_, dyn DynMode>) -> Result<(), ParameterError>;

/// Returns an upper bound, in bytes, on the stack used to start a message. The mode object is moved through several
/// stack frames, and each frame keeps a copy.
const fn move_bytes<M>() -> usize {
    2048 + 4 * size_of::<M>()
}

fn put<M: DynMode + 'static>(object: M, slot: Slot<'_, dyn DynMode>) {
    slot.put(object);
}

impl<M: DynMode + Clone + 'static> ObjectStorage<Modes> for M {
    fn clone_to(&self, slot: Slot<'_, dyn DynMode>) {
        with_stack_wipe(move_bytes::<M>(), || put(self.clone(), slot));
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynMode {
        memory.cast::<M>()
    }
}

/// Starts a message in any mode except XTS.
pub(in crate::registry) fn start<X: CipherEngine>(
    expand: Expand<X>,
    begin: &Begin<'_>,
    slot: Slot<'_, dyn DynMode>,
) -> Result<(), ParameterError> {
    let &Begin { name, mode, direction, key, iv, padding } = begin;
    with_stack_wipe(move_bytes::<Message<X>>(), || {
        let state = State::new(mode, direction, name, iv, padding)?;
        let uses = match (mode, direction) {
            (Mode::Cbc, Direction::Decrypt) => KeyUse::Both,
            _ => KeyUse::Encryption,
        };
        put(Message(WipeOnDrop::new((ErasedCipher::new(expand(key, uses)), state))), slot);
        Ok(())
    })
}

/// Starts a message in any mode, including XTS, which requires 16-byte blocks.
pub(in crate::registry) fn start_128<X: CipherEngine<Block = [u8; 16]>>(
    expand: Expand<X>,
    begin: &Begin<'_>,
    slot: Slot<'_, dyn DynMode>,
) -> Result<(), ParameterError> {
    let &Begin { name: algorithm, mode, direction, key, iv, .. } = begin;
    if mode != Mode::Xts {
        return start(expand, begin, slot);
    }
    with_stack_wipe(move_bytes::<XtsMessage<X>>(), || {
        let (data, tweak) = key.split_at(key.len() / 2);
        if data.ct_eq(tweak).into() {
            return Err(ParameterError::EqualHalves { algorithm });
        }
        let unit = XtsDataUnit::new(algorithm, direction, iv)?;
        let data = ErasedCipher::new(expand(data, KeyUse::Both));
        let tweak = ErasedCipher::new(expand(tweak, KeyUse::Encryption));
        put(XtsMessage { xts: Xts::with_ciphers(data, tweak), unit }, slot);
        Ok(())
    })
}

/// Streaming state of any mode except XTS.
#[derive(Clone)]
struct Message<X: CipherEngine>(WipeOnDrop<(ErasedCipher<X>, State<X::Block>)>);

impl<X: CipherEngine> Message<X> {
    fn parts(&mut self) -> (&dyn ModeCipher<X::Block>, &mut State<X::Block>) {
        let (cipher, state) = &mut *self.0;
        (cipher, state)
    }
}

impl<X: CipherEngine> DynMode for Message<X> {
    fn update_bytes(&self, input: usize) -> usize {
        self.0.1.update_bytes(input)
    }
    fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, ParameterError> {
        let (cipher, state) = self.parts();
        state.update(cipher, input, output)
    }
    fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, ParameterError> {
        let (cipher, state) = self.parts();
        state.update_in_place(cipher, data, input)
    }
    fn finish_bytes(&self) -> usize {
        self.0.1.finish_bytes()
    }
    fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError> {
        let (cipher, state) = self.parts();
        state.finish(cipher, output)
    }
    fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.0.1.restart(iv)
    }
    fn seek(&mut self, position: u128) -> Result<(), ParameterError> {
        let (cipher, state) = self.parts();
        state.seek(cipher, position)
    }
}

impl<X: CipherEngine> Debug for Message<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &[self.0.1.name()])
    }
}

/// Streaming XTS object: the cipher with its keys, and the buffered part of a data unit.
#[derive(Clone)]
struct XtsMessage<X: CipherEngine<Block = [u8; 16]>> {
    xts: Xts<ErasedCipher<X>>,
    unit: XtsDataUnit,
}

impl<X: CipherEngine<Block = [u8; 16]>> WholeUnits for Xts<ErasedCipher<X>> {
    fn apply(
        &self,
        direction: Direction,
        tweak: &[u8; 16],
        unit: &mut [u8],
    ) -> Result<(), ParameterError> {
        match direction {
            Direction::Encrypt => self.encrypt_in_place(tweak, unit),
            Direction::Decrypt => self.decrypt_in_place(tweak, unit),
        }
    }
}

impl<X: CipherEngine<Block = [u8; 16]>> DynMode for XtsMessage<X> {
    fn update_bytes(&self, _: usize) -> usize {
        0
    }
    fn update(&mut self, input: &[u8], _: &mut [u8]) -> Result<usize, ParameterError> {
        self.unit.gather(input)
    }
    fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, ParameterError> {
        self.unit.gather_from(data, input)
    }
    fn finish_bytes(&self) -> usize {
        self.unit.bytes()
    }
    fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError> {
        self.unit.finish(&self.xts, output)
    }
    fn whole_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, CipherError> {
        self.unit.whole_in_place(&self.xts, data, input)
    }
    fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.unit.restart(iv)
    }
    fn seek(&mut self, _: u128) -> Result<(), ParameterError> {
        Err(ParameterError::NotTaken { algorithm: self.unit.algorithm(), what: "position" })
    }
}

impl<X: CipherEngine<Block = [u8; 16]>> Debug for XtsMessage<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &[self.unit.algorithm()])
    }
}

object_kind!(Modes DynMode);
