//! A message in a mode that is chosen at run time: per cipher an object, whose work is done by a state that is
//! compiled once for each length of a block.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::fmt::Debug;
use zeroize::Zeroize;

use super::state::State;
use super::unit::{Unit, WholeUnits};
use super::{Direction, Mode};
use crate::cipher::{BlockCipher, Cbc, CfbEncryptor, Ctr, Ofb, Padding, Xts};
use crate::construction::mode::cipher::ModeCipher;
use crate::error::{Allowed, CipherError, ParameterError};
use crate::kind::{ByteArray, opaque};
use crate::machine::stack::erase_after;
use crate::machine::wiped::Wiped;
use crate::registry::embed::{Embed, Modes, Place};

/// A message under way in a mode chosen at run time; it holds a key.
pub trait DynMode: Embed<Modes> + Debug + Send + Sync {
    /// Bytes that [`update`](Self::update) gives for `input` more.
    fn update_bytes(&self, input: usize) -> usize;
    /// The next piece of the message into the start of `output`; the number of bytes there.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `output` is too short; nothing changes then.
    fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, ParameterError>;
    /// [`update`](Self::update) with the first `input` bytes of `data`, in whose place the output comes.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `data` is too short for either; nothing changes then.
    fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, ParameterError>;
    /// The most bytes that [`finish`](Self::finish) gives.
    fn finish_bytes(&self) -> usize;
    /// Ends the message: what is left of it into the start of `output`; the number of bytes there.
    ///
    /// # Errors
    /// [`CipherError`] when the message does not have the length that the mode takes, its padding is not valid, or
    /// `output` is too short.
    fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError>;
    /// The rest of the message, the first `input` bytes of `data`, in whose place the output comes; its length.
    ///
    /// # Errors
    /// As for [`update`](Self::update) and [`finish`](Self::finish); of what came out, nothing is left in `data`
    /// then.
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
    /// Begins another message under the same key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for an IV of another length; nothing changes then.
    fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError>;
    /// Goes to byte `position` of the keystream.
    ///
    /// # Errors
    /// [`ParameterError::NotTaken`] where the mode has none to go to: only CTR has.
    fn seek(&mut self, position: u128) -> Result<(), ParameterError>;
}

impl dyn DynMode {
    /// The rest of the message in one call.
    ///
    /// # Errors
    /// As for [`finish`](DynMode::finish); what came out before is erased then.
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

/// A message that begins in a mode of `C`, put into a place.
pub(in crate::registry) type Start = fn(
    Mode,
    Direction,
    &[u8],
    &[u8],
    Padding,
    Place<'_, dyn DynMode>,
) -> Result<(), ParameterError>;

/// The stack that is used where a message begins: what is made is moved from frame to frame.
const fn moved<M>() -> usize {
    2048 + 4 * size_of::<M>()
}

fn put<M: DynMode + 'static>(object: M, place: Place<'_, dyn DynMode>) {
    place.put(object);
}

impl<M: DynMode + Clone + 'static> Embed<Modes> for M {
    fn clone_to(&self, place: Place<'_, dyn DynMode>) {
        erase_after(moved::<M>(), || put(self.clone(), place));
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynMode {
        memory.cast::<M>()
    }
}

/// The name of a mode of `C`.
fn name<C: BlockCipher>(mode: Mode) -> &'static str {
    match mode {
        Mode::Cbc => Cbc::<C>::NAME,
        Mode::Ctr => Ctr::<C>::NAME,
        Mode::Cfb => CfbEncryptor::<C>::NAME,
        Mode::Ofb => Ofb::<C>::NAME,
        Mode::Xts => C::NAME,
    }
}

/// What every cipher has.
pub(in crate::registry) fn start<C: BlockCipher>(
    mode: Mode,
    direction: Direction,
    key: &[u8],
    iv: &[u8],
    padding: Padding,
    place: Place<'_, dyn DynMode>,
) -> Result<(), ParameterError> {
    ParameterError::check_length(C::NAME, "key", key.len(), Allowed::Exactly(C::KEY_BYTES))?;
    let key = &C::Key::chunks(key).0[0];
    erase_after(moved::<Message<C>>(), || {
        let state = State::new(mode, direction, name::<C>(mode), iv, padding)?;
        let cipher = match (mode, direction) {
            (Mode::Cbc, Direction::Decrypt) => C::new(key),
            _ => C::for_encryption(key),
        };
        put(Message(Wiped::new((cipher, state))), place);
        Ok(())
    })
}

/// What every cipher of 16-byte blocks has.
pub(in crate::registry) fn start_128<C: BlockCipher<Block = [u8; 16]>>(
    mode: Mode,
    direction: Direction,
    key: &[u8],
    iv: &[u8],
    padding: Padding,
    place: Place<'_, dyn DynMode>,
) -> Result<(), ParameterError> {
    if mode != Mode::Xts {
        return start::<C>(mode, direction, key, iv, padding, place);
    }
    erase_after(moved::<XtsMessage<C>>(), || {
        let xts = Xts::<C>::from_slice(key)?;
        let unit = Unit::new(Xts::<C>::NAME, direction, iv)?;
        put(XtsMessage { xts, unit }, place);
        Ok(())
    })
}

/// A message in any mode but XTS.
#[derive(Clone)]
struct Message<C: BlockCipher>(Wiped<(C, State<C::Block>)>);

impl<C: BlockCipher> Message<C> {
    fn parts(&mut self) -> (&dyn ModeCipher<C::Block>, &mut State<C::Block>) {
        let (cipher, state) = &mut *self.0;
        (cipher, state)
    }
}

impl<C: BlockCipher> DynMode for Message<C> {
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

impl<C: BlockCipher> Debug for Message<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &[self.0.1.name()])
    }
}

/// A data unit of XTS.
#[derive(Clone)]
struct XtsMessage<C: BlockCipher<Block = [u8; 16]>> {
    xts: Xts<C>,
    unit: Unit,
}

impl<C: BlockCipher<Block = [u8; 16]>> WholeUnits for Xts<C> {
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

impl<C: BlockCipher<Block = [u8; 16]>> DynMode for XtsMessage<C> {
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
        Err(ParameterError::NotTaken { algorithm: Xts::<C>::NAME, what: "position" })
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> Debug for XtsMessage<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.xts.fmt(f)
    }
}
