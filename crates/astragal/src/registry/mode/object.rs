//! A message in a mode that is chosen at run time.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use zeroize::Zeroize;

use super::{Direction, Mode};
use crate::cipher::{
    BlockCipher, CbcDecryptor, CbcEncryptor, CfbDecryptor, CfbEncryptor, Ctr, Ofb, Padding, Xts,
};
use crate::error::{Allowed, CipherError, ParameterError, StateError};
use crate::kind::ByteArray;
use crate::machine::stack::erase_after;
use crate::registry::embed::{self, Embed, Modes, Place};

/// A message under way in a mode chosen at run time; it holds a key.
pub trait DynMode: Embed<Modes> + Debug + Send + Sync {
    /// Bytes that [`update`](Self::update) gives for `input` more.
    fn update_bytes(&self, input: usize) -> usize;
    /// The next piece of the message into the start of `output`; the number of bytes there.
    ///
    /// # Errors
    /// [`StateError::BufferLength`] when `output` is too short; nothing changes then.
    fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, StateError>;
    /// [`update`](Self::update) with the first `input` bytes of `data`, in whose place the output comes.
    ///
    /// # Errors
    /// [`StateError::BufferLength`] when `data` is too short for either; nothing changes then.
    fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, StateError>;
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
    /// A copy with the same key and state.
    fn boxed_clone(&self) -> Box<dyn DynMode> {
        embed::boxed(|place| self.clone_to(place))
    }
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

impl Clone for Box<dyn DynMode> {
    fn clone(&self) -> Self {
        self.boxed_clone()
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
    place.put(object, |object| object, |object| object);
}

impl<M: DynMode + Clone + 'static> Embed<Modes> for M {
    fn clone_to(&self, place: Place<'_, dyn DynMode>) {
        erase_after(moved::<M>(), || put(self.clone(), place));
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynMode {
        memory.cast::<M>()
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
    // CBC's objects are the largest.
    erase_after(moved::<CbcDecryptor<C>>(), || {
        match (mode, direction) {
            (Mode::Cbc, Direction::Encrypt) => {
                put(CbcEncryptor::with_cipher(C::for_encryption(key), iv, padding)?, place);
            }
            (Mode::Cbc, Direction::Decrypt) => {
                put(CbcDecryptor::with_cipher(C::new(key), iv, padding)?, place);
            }
            (Mode::Ctr, _) => put(Ctr::with_cipher(C::for_encryption(key), iv)?, place),
            (Mode::Cfb, Direction::Encrypt) => {
                put(CfbEncryptor::with_cipher(C::for_encryption(key), iv)?, place);
            }
            (Mode::Cfb, Direction::Decrypt) => {
                put(CfbDecryptor::with_cipher(C::for_encryption(key), iv)?, place);
            }
            (Mode::Ofb, _) => put(Ofb::with_cipher(C::for_encryption(key), iv)?, place),
            (Mode::Xts, _) => {
                return Err(ParameterError::NotTaken { algorithm: C::NAME, what: "mode XTS" });
            }
        }
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
    erase_after(moved::<Unit<C>>(), || {
        let xts = Xts::<C>::from_slice(key)?;
        let tweak = Unit::<C>::tweak(iv)?;
        put(Unit { xts, tweak, direction, unit: Vec::new() }, place);
        Ok(())
    })
}

/// Modes that give a byte for a byte.
macro_rules! by_bytes {
    ($($mode:ident: $position:ident => $seek:expr;)+) => { $(
        impl<C: BlockCipher> DynMode for $mode<C> {
            fn update_bytes(&self, input: usize) -> usize {
                input
            }
            fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, StateError> {
                self.apply_to(input, first_of(Self::NAME, output, input.len())?)?;
                Ok(input.len())
            }
            fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, StateError> {
                self.apply(first_of(Self::NAME, data, input)?);
                Ok(input)
            }
            fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
                self.restart(iv)
            }
            fn finish_bytes(&self) -> usize {
                0
            }
            fn finish(&mut self, _: &mut [u8]) -> Result<usize, CipherError> {
                Ok(0)
            }
            fn seek(&mut self, $position: u128) -> Result<(), ParameterError> {
                let seek: fn(&mut Self, u128) -> Result<(), ParameterError> = $seek;
                seek(self, $position)
            }
        }
    )+ };
}

by_bytes! {
    Ctr: position => |ctr, position| {
        ctr.seek(position);
        Ok(())
    };
    CfbEncryptor: position => |_, _| no_position(Self::NAME);
    CfbDecryptor: position => |_, _| no_position(Self::NAME);
    Ofb: position => |_, _| no_position(Self::NAME);
}

/// The first `needed` bytes of a buffer, if it has as many.
fn first_of<'a>(
    algorithm: &'static str,
    buffer: &'a mut [u8],
    needed: usize,
) -> Result<&'a mut [u8], StateError> {
    let given = buffer.len();
    buffer.get_mut(..needed).ok_or(StateError::BufferLength { algorithm, given, needed })
}

fn no_position(algorithm: &'static str) -> Result<(), ParameterError> {
    Err(ParameterError::NotTaken { algorithm, what: "position" })
}

/// The two directions of CBC.
macro_rules! by_blocks {
    ($($mode:ident)+) => { $(
        impl<C: BlockCipher> DynMode for $mode<C> {
            fn update_bytes(&self, input: usize) -> usize {
                self.update_bytes(input)
            }
            fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, StateError> {
                self.update(input, output)
            }
            fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, StateError> {
                self.update_in_place(data, input)
            }
            fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
                self.restart(iv)
            }
            fn finish_bytes(&self) -> usize {
                self.finish_bytes()
            }
            fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError> {
                self.finish(output)
            }
            fn seek(&mut self, _: u128) -> Result<(), ParameterError> {
                no_position(crate::cipher::Cbc::<C>::NAME)
            }
        }
    )+ };
}

by_blocks!(CbcEncryptor CbcDecryptor);

/// A data unit of XTS, which is gathered: its last two blocks depend on where it ends.
#[derive(Clone)]
struct Unit<C: BlockCipher<Block = [u8; 16]>> {
    xts: Xts<C>,
    tweak: [u8; 16],
    direction: Direction,
    unit: Vec<u8>,
}

impl<C: BlockCipher<Block = [u8; 16]>> Unit<C> {
    /// The tweak that the IV is.
    fn tweak(iv: &[u8]) -> Result<[u8; 16], ParameterError> {
        ParameterError::check_length(Xts::<C>::NAME, "IV", iv.len(), Allowed::Exactly(16))?;
        Ok(<[u8; 16]>::chunks(iv).0[0])
    }

    fn gather(&mut self, input: &[u8]) -> Result<(), StateError> {
        let (algorithm, longest) = (Xts::<C>::NAME, Xts::<C>::LONGEST_UNIT_BYTES);
        if input.len() > longest - self.unit.len() {
            return Err(StateError::MessageLength { algorithm, longest });
        }
        if self.unit.capacity() - self.unit.len() < input.len() {
            let output_bytes = 2 * self.unit.len() + input.len();
            let mut roomier = Vec::new();
            roomier
                .try_reserve_exact(output_bytes)
                .map_err(|_| StateError::OutputMemory { algorithm, output_bytes })?;
            roomier.extend_from_slice(&self.unit);
            self.unit.zeroize();
            self.unit = roomier;
        }
        self.unit.extend_from_slice(input);
        Ok(())
    }

    fn apply(&self, unit: &mut [u8]) -> Result<(), ParameterError> {
        match self.direction {
            Direction::Encrypt => self.xts.encrypt_in_place(&self.tweak, unit),
            Direction::Decrypt => self.xts.decrypt_in_place(&self.tweak, unit),
        }
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> DynMode for Unit<C> {
    fn update_bytes(&self, _: usize) -> usize {
        0
    }
    fn update(&mut self, input: &[u8], _: &mut [u8]) -> Result<usize, StateError> {
        self.gather(input)?;
        Ok(0)
    }
    fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, StateError> {
        self.gather(first_of(Xts::<C>::NAME, data, input)?)?;
        Ok(0)
    }
    fn finish_bytes(&self) -> usize {
        self.unit.len()
    }
    fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError> {
        let needed = self.unit.len();
        let output = first_of(Xts::<C>::NAME, output, needed)?;
        let mut unit = core::mem::take(&mut self.unit);
        let result = self.apply(&mut unit);
        if result.is_ok() {
            output.copy_from_slice(&unit);
        }
        unit.zeroize();
        Ok(result.map(|()| needed)?)
    }
    fn whole_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, CipherError> {
        if !self.unit.is_empty() {
            self.update_in_place(data, input)?;
            return self.finish(data);
        }
        self.apply(first_of(Xts::<C>::NAME, data, input)?)?;
        Ok(input)
    }
    fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.tweak = Self::tweak(iv)?;
        self.unit.zeroize();
        Ok(())
    }
    fn seek(&mut self, _: u128) -> Result<(), ParameterError> {
        no_position(Xts::<C>::NAME)
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> Drop for Unit<C> {
    fn drop(&mut self) {
        self.unit.zeroize();
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> Debug for Unit<C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.xts.fmt(f)
    }
}
