//! Modes of block ciphers by name, composed by rule: `camellia-256-ctr`, `aes-128-cbc`, `serpent-256-xts`. The
//! authenticated ones are with the authenticated ciphers (`aes-128-gcm`), CMAC is with the message
//! authentication codes (`cmac-sm4`).

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use zeroize::Zeroize;

use super::cipher::{self, CipherRow};
use super::embed::{self, Embed, Modes, Place};
use super::info::{Kind, Status};
use super::name::{Normal, UnknownName};
use crate::cipher::{
    BlockCipher, CbcDecryptor, CbcEncryptor, CfbDecryptor, CfbEncryptor, Ctr, Ofb, Padding, Xts,
};
use crate::error::{Allowed, CipherError, ParameterError, StateError};
use crate::kind::ByteArray;
use crate::machine::stack::erase_after;

/// What encrypts without authenticating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Cipher block chaining.
    Cbc,
    /// The counter mode.
    Ctr,
    /// Cipher feedback of whole blocks.
    Cfb,
    /// Output feedback.
    Ofb,
    /// XTS: two keys, and a data unit's number as IV.
    Xts,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Self; 5] = [Self::Cbc, Self::Ctr, Self::Cfb, Self::Ofb, Self::Xts];

    /// What stands behind the cipher's name.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Cbc => "-cbc",
            Self::Ctr => "-ctr",
            Self::Cfb => "-cfb",
            Self::Ofb => "-ofb",
            Self::Xts => "-xts",
        }
    }

    /// The standard and section that define it.
    #[must_use]
    pub const fn standard(self) -> &'static str {
        match self {
            Self::Cbc => "SP 800-38A §6.2",
            Self::Ctr => "SP 800-38A §6.5",
            Self::Cfb => "SP 800-38A §6.3",
            Self::Ofb => "SP 800-38A §6.4",
            Self::Xts => "IEEE 1619",
        }
    }
}

/// Which way a mode goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the plaintext to the ciphertext.
    Encrypt,
    /// From the ciphertext to the plaintext.
    Decrypt,
}

/// A cipher in a mode.
#[derive(Clone, Copy, Debug)]
pub struct CipherMode {
    /// The cipher.
    pub cipher: &'static CipherRow,
    /// The mode.
    pub mode: Mode,
}

/// The cipher and mode of a name: a cipher's name or alias, and the mode behind it.
///
/// ```
/// use astragal::cipher::Padding;
/// use astragal::registry::{self, Direction};
/// let mode = registry::mode("AES-128-CBC")?;
/// let mut encryptor = mode.start(Direction::Encrypt, &[7; 16], &[1; 16], Padding::Pkcs7)?;
/// assert_eq!(encryptor.whole(b"a message")?.len(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`UnknownName`] when there is none.
pub fn mode(name: &str) -> Result<CipherMode, UnknownName> {
    let unknown = UnknownName::new(&[Kind::Cipher], name);
    let normal = Normal::of(name.as_bytes()).ok_or(unknown)?;
    let composed = |mode: Mode| {
        let cipher = cipher::find(&normal.before(mode.suffix().as_bytes())?)?;
        Some(CipherMode { cipher, mode }).filter(CipherMode::exists)
    };
    Mode::ALL.into_iter().find_map(composed).ok_or(unknown)
}

/// Every cipher in every mode that it has.
pub fn modes() -> impl Iterator<Item = CipherMode> + Clone {
    cipher::CIPHERS.iter().flat_map(|cipher| {
        let every = Mode::ALL.into_iter().map(move |mode| CipherMode { cipher, mode });
        every.filter(CipherMode::exists)
    })
}

impl CipherMode {
    /// XTS takes blocks of 16 bytes alone.
    fn exists(&self) -> bool {
        self.mode != Mode::Xts || self.cipher.composed.is_some()
    }

    /// How it stands today: at best acceptable, since it does not authenticate.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.cipher.status {
            Status::Recommended => Status::Acceptable,
            other => other,
        }
    }

    /// The canonical name.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}{}", self.cipher.name, self.mode.suffix())
    }

    /// The key's length in bytes.
    #[must_use]
    pub fn key_bytes(&self) -> usize {
        if self.mode == Mode::Xts { 2 * self.cipher.key_bytes } else { self.cipher.key_bytes }
    }

    /// The lengths in bytes that an IV may have.
    #[must_use]
    pub fn iv_bytes(&self) -> Allowed {
        match self.mode {
            Mode::Ctr => Allowed::AtMost(self.cipher.block_bytes),
            _ => Allowed::Exactly(self.cipher.block_bytes),
        }
    }

    /// A message that begins, in one direction. `padding` is for CBC alone.
    ///
    /// # Errors
    /// [`ParameterError`] for a key or IV of another length, and for XTS keys with equal halves.
    pub fn start(
        &self,
        direction: Direction,
        key: &[u8],
        iv: &[u8],
        padding: Padding,
    ) -> Result<Box<dyn DynMode>, ParameterError> {
        embed::try_boxed(|place| self.start_to(direction, key, iv, padding, place))
    }

    /// [`start`](Self::start) into `place`.
    pub(super) fn start_to(
        &self,
        direction: Direction,
        key: &[u8],
        iv: &[u8],
        padding: Padding,
        place: Place<'_, dyn DynMode>,
    ) -> Result<(), ParameterError> {
        (self.cipher.start)(self.mode, direction, key, iv, padding, place)
    }
}

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
    /// [`CipherError`] when the message has not the length that the mode takes, its padding is not valid, or
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
pub(super) type Start = fn(
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
pub(super) fn start<C: BlockCipher>(
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
pub(super) fn start_128<C: BlockCipher<Block = [u8; 16]>>(
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
                let (given, needed) = (output.len(), input.len());
                let algorithm = Self::NAME;
                let short = StateError::BufferLength { algorithm, given, needed };
                self.apply_to(input, output.get_mut(..needed).ok_or(short)?)?;
                Ok(needed)
            }
            fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, StateError> {
                let (algorithm, given, needed) = (Self::NAME, data.len(), input);
                let short = StateError::BufferLength { algorithm, given, needed };
                self.apply(data.get_mut(..input).ok_or(short)?);
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
        let (algorithm, given, needed) = (Xts::<C>::NAME, data.len(), input);
        let short = StateError::BufferLength { algorithm, given, needed };
        self.gather(data.get(..input).ok_or(short)?)?;
        Ok(0)
    }
    fn finish_bytes(&self) -> usize {
        self.unit.len()
    }
    fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError> {
        let (given, needed) = (output.len(), self.unit.len());
        let algorithm = Xts::<C>::NAME;
        let short = StateError::BufferLength { algorithm, given, needed };
        let output = output.get_mut(..needed).ok_or(short)?;
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
        let (algorithm, given, needed) = (Xts::<C>::NAME, data.len(), input);
        let short = StateError::BufferLength { algorithm, given, needed };
        self.apply(data.get_mut(..input).ok_or(short)?)?;
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
