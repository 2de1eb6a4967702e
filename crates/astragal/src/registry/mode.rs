//! Modes of block ciphers by name, composed by rule: `camellia-256-ctr`, `aes-128-cbc`, `serpent-256-xts`. The
//! authenticated ones are with the authenticated ciphers (`aes-128-gcm`), CMAC is with the message
//! authentication codes (`cmac-sm4`).

mod object;
mod state;
mod xts_data_unit;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

pub use object::DynMode;
pub(super) use object::{Begin, Start, start, start_128};

use super::cipher::{self, CipherRow};
use super::info::{Kind, Status};
use super::name::{Normal, UnknownName};
use super::object_storage::{self, Slot};
use crate::cipher::Padding;
pub use crate::construction::mode::Direction;
use crate::error::{Allowed, ParameterError};

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
    let of_cipher = |end: &[u8]| cipher::find(&normal.before(end)?);
    let composed = |mode: Mode| {
        // `aes-256-cbc`, and `aes256cbc` as other libraries write it.
        let end = mode.suffix().as_bytes();
        let cipher = of_cipher(end).or_else(|| of_cipher(end.strip_prefix(b"-")?))?;
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
            Mode::Ctr => Allowed::Between(1, self.cipher.block_bytes),
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
        object_storage::try_boxed(&mut |place| self.start_to(direction, key, iv, padding, place))
    }

    /// [`start`](Self::start) into `place`.
    pub(super) fn start_to(
        &self,
        direction: Direction,
        key: &[u8],
        iv: &[u8],
        padding: Padding,
        place: Slot<'_, dyn DynMode>,
    ) -> Result<(), ParameterError> {
        let Self { cipher: row, mode } = *self;
        // Of a key for XTS that is too short or too long, the name of the mode is told.
        let name = if mode == Mode::Xts { row.mode_names[mode as usize] } else { row.name };
        let allowed = Allowed::Exactly(self.key_bytes());
        ParameterError::check_length(name, "key", key.len(), allowed)?;
        (row.start)(&Begin { row, mode, direction, key, iv, padding }, place)
    }
}

/// The first `needed` bytes of a buffer, if it has as many.
fn checked_prefix<'a>(
    algorithm: &'static str,
    buffer: &'a mut [u8],
    needed: usize,
) -> Result<&'a mut [u8], ParameterError> {
    let given = buffer.len();
    buffer.get_mut(..needed).ok_or_else(|| ParameterError::short_buffer(algorithm, given, needed))
}
