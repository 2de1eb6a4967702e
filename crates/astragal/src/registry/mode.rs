//! Block-cipher modes by composed name: `camellia-256-ctr`, `aes-128-cbc`, `serpent-256-xts`. Authenticated modes are
//! in the AEAD table (`aes-128-gcm`), and CMAC is in the MAC table (`cmac-sm4`).

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

/// Mode of operation without authentication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Cipher block chaining.
    Cbc,
    /// Counter mode.
    Ctr,
    /// Cipher feedback with full-block segments.
    Cfb,
    /// Output feedback.
    Ofb,
    /// XTS with two keys. The IV is the data unit number.
    Xts,
}

impl Mode {
    /// Every mode.
    pub const ALL: [Self; 5] = [Self::Cbc, Self::Ctr, Self::Cfb, Self::Ofb, Self::Xts];

    /// Suffix after the cipher's name.
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

    /// Standard and section that define the mode.
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

/// Returns the cipher and mode with this name: a cipher's name or alias, then the mode's suffix.
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
/// [`UnknownName`] if no cipher and mode have this name.
pub fn mode(name: &str) -> Result<CipherMode, UnknownName> {
    let unknown = UnknownName::new(&[Kind::Cipher], name);
    let normal = Normal::of(name.as_bytes()).ok_or(unknown)?;
    let of_cipher = |end: &[u8]| cipher::find(&normal.before(end)?);
    let composed = |mode: Mode| {
        // Accepts `aes-256-cbc`, and `aes256cbc` for compatibility with other libraries.
        let end = mode.suffix().as_bytes();
        let cipher = of_cipher(end).or_else(|| of_cipher(end.strip_prefix(b"-")?))?;
        Some(CipherMode { cipher, mode }).filter(CipherMode::exists)
    };
    Mode::ALL.into_iter().find_map(composed).ok_or(unknown)
}

/// Iterates over every supported pair of cipher and mode.
pub fn modes() -> impl Iterator<Item = CipherMode> + Clone {
    cipher::CIPHERS.iter().flat_map(|cipher| {
        let every = Mode::ALL.into_iter().map(move |mode| CipherMode { cipher, mode });
        every.filter(CipherMode::exists)
    })
}

impl CipherMode {
    /// Whether the cipher supports the mode: XTS requires 16-byte blocks.
    fn exists(&self) -> bool {
        self.mode != Mode::Xts || self.cipher.composed.is_some()
    }

    /// Security status, at best [`Status::Acceptable`]: the mode does not authenticate.
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

    /// Key length in bytes.
    #[must_use]
    pub fn key_bytes(&self) -> usize {
        if self.mode == Mode::Xts { 2 * self.cipher.key_bytes } else { self.cipher.key_bytes }
    }

    /// Allowed IV lengths in bytes.
    #[must_use]
    pub fn iv_bytes(&self) -> Allowed {
        match self.mode {
            Mode::Ctr => Allowed::Between(1, self.cipher.block_bytes),
            _ => Allowed::Exactly(self.cipher.block_bytes),
        }
    }

    /// Starts encryption or decryption of a message. Only CBC uses `padding`.
    ///
    /// # Errors
    /// [`ParameterError`] if the key or IV has the wrong length, or the two XTS keys are equal.
    pub fn start(
        &self,
        direction: Direction,
        key: &[u8],
        iv: &[u8],
        padding: Padding,
    ) -> Result<Box<dyn DynMode>, ParameterError> {
        object_storage::try_boxed(&mut |place| self.start_to(direction, key, iv, padding, place))
    }

    /// Creates the object of [`start`](Self::start) in `place`.
    pub(super) fn start_to(
        &self,
        direction: Direction,
        key: &[u8],
        iv: &[u8],
        padding: Padding,
        place: Slot<'_, dyn DynMode>,
    ) -> Result<(), ParameterError> {
        let Self { cipher: row, mode } = *self;
        // An XTS key has twice the cipher's key length, so its length error names the mode.
        let name = if mode == Mode::Xts { row.mode_names[mode as usize] } else { row.name };
        let allowed = Allowed::Exactly(self.key_bytes());
        ParameterError::check_length(name, "key", key.len(), allowed)?;
        (row.start)(&Begin { row, mode, direction, key, iv, padding }, place)
    }
}

/// Returns the first `needed` bytes of a buffer, or an error if it is shorter.
fn checked_prefix<'a>(
    algorithm: &'static str,
    buffer: &'a mut [u8],
    needed: usize,
) -> Result<&'a mut [u8], ParameterError> {
    let given = buffer.len();
    buffer.get_mut(..needed).ok_or_else(|| ParameterError::short_buffer(algorithm, given, needed))
}
