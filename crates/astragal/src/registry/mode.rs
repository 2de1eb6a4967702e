//! Lookup of block-cipher modes by composed name: `camellia-256-ctr`, `aes-128-cbc`, `serpent-256-xts`. The functions
//! [`aead`](fn@super::aead) and [`mac`](fn@super::mac) find authenticated modes (`aes-128-gcm`) and CMAC (`cmac-sm4`).
//! Stream ciphers have no suffix: `chacha20`. `cipher/mode.rs` and its folder implement the modes.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use super::cipher::mode::Mode;
use super::cipher::mode::object::{Begin, DynMode};
use super::cipher::{self, CipherRow};
use super::info::{Kind, Status};
use super::name::{NormalizedName, UnknownName};
use super::object_storage::{self, Slot};
use crate::cipher::Padding;
use crate::construction::mode::Direction;
use crate::error::{Allowed, ParameterError};

/// Block cipher in a mode of operation, or a stream cipher.
#[derive(Clone, Copy, Debug)]
pub struct CipherMode {
    /// Registry row of the block cipher or stream cipher.
    pub cipher: &'static CipherRow,
    /// Mode of operation.
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
    let normal = NormalizedName::of(name.as_bytes()).ok_or(unknown)?;
    let composed = |mode: Mode| {
        let cipher = cipher::find_composed(&normal, mode.suffix())?;
        Some(CipherMode { cipher, mode }).filter(CipherMode::exists)
    };
    let stream = || Some(CipherMode { cipher: cipher::find_stream(&normal)?, mode: Mode::Stream });
    Mode::ALL.into_iter().find_map(composed).or_else(stream).ok_or(unknown)
}

/// Iterates over every supported pair of cipher and mode, and over the stream ciphers.
pub fn modes() -> impl Iterator<Item = CipherMode> + Clone {
    let streams = cipher::STREAM_CIPHERS.iter();
    let of_blocks = cipher::CIPHERS.iter().flat_map(|cipher| {
        let every = Mode::ALL.into_iter().map(move |mode| CipherMode { cipher, mode });
        every.filter(CipherMode::exists)
    });
    of_blocks.chain(streams.map(|cipher| CipherMode { cipher, mode: Mode::Stream }))
}

impl CipherMode {
    /// Returns whether the cipher supports the mode. XTS requires 16-byte blocks.
    fn exists(&self) -> bool {
        self.mode != Mode::Xts || self.cipher.composed.is_some()
    }

    /// Returns the standard and section that define the mode or the stream cipher.
    #[must_use]
    pub const fn standard(&self) -> &'static str {
        match self.mode {
            Mode::Cbc => "SP 800-38A §6.2",
            Mode::Ctr => "SP 800-38A §6.5",
            Mode::Cfb => "SP 800-38A §6.3",
            Mode::Ofb => "SP 800-38A §6.4",
            Mode::Xts => "IEEE 1619",
            Mode::Stream => self.cipher.info.standard,
        }
    }

    /// Returns the security status. It is at best [`Status::Acceptable`], because the mode does not authenticate.
    #[must_use]
    pub fn status(&self) -> Status {
        match self.cipher.status {
            Status::Recommended => Status::Acceptable,
            other => other,
        }
    }

    /// Returns the canonical name, which consists of the cipher's name and the mode's suffix.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}{}", self.cipher.name, self.mode.suffix())
    }

    /// Returns the key length in bytes.
    #[must_use]
    pub fn key_bytes(&self) -> usize {
        if self.mode == Mode::Xts { 2 * self.cipher.key_bytes } else { self.cipher.key_bytes }
    }

    /// Returns the allowed IV lengths in bytes.
    #[must_use]
    pub fn iv_bytes(&self) -> Allowed {
        match self.mode {
            Mode::Ctr => Allowed::Between(1, self.cipher.block_bytes),
            _ => Allowed::Exactly(self.cipher.block_bytes),
        }
    }

    /// Starts encrypting or decrypting a message. `padding` applies only to CBC.
    ///
    /// # Errors
    /// [`ParameterError`] if the key or IV has the wrong length, or if the two XTS keys are equal.
    pub fn start(
        &self,
        direction: Direction,
        key: &[u8],
        iv: &[u8],
        padding: Padding,
    ) -> Result<Box<dyn DynMode>, ParameterError> {
        object_storage::try_boxed(&mut |slot| self.start_to(direction, key, iv, padding, slot))
    }

    /// Like [`start`](Self::start), but creates the object in `slot`.
    #[doc(hidden)]
    pub fn start_to(
        &self,
        direction: Direction,
        key: &[u8],
        iv: &[u8],
        padding: Padding,
        slot: Slot<'_, dyn DynMode>,
    ) -> Result<(), ParameterError> {
        let Self { cipher: row, mode } = *self;
        // For XTS, errors about the key length contain the mode's name, because an XTS key is twice as long as the
        // cipher's key.
        let name = row.mode_names.get(mode as usize).copied().unwrap_or(row.name);
        let algorithm = if mode == Mode::Xts { name } else { row.name };
        let allowed = Allowed::Exactly(self.key_bytes());
        ParameterError::check_length(algorithm, "key", key.len(), allowed)?;
        (row.start)(&Begin { name, mode, direction, key, iv, padding }, slot)
    }
}
