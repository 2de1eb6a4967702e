//! Modes of operation without authentication: CBC, CTR, CFB, OFB and XTS. `mode/object.rs` declares the trait `DynMode`
//! and the objects that implement it. `mode/xts_data_unit.rs` implements the streaming state of XTS, and
//! `mode/state.rs` implements the streaming state of the other modes. `mode/stream.rs` starts stream ciphers.
//! `registry/mode.rs` parses names such as `aes-128-cbc`.

pub(in crate::registry) mod object;
mod state;
#[cfg(feature = "chacha")]
pub(super) mod stream;
mod xts_data_unit;

use crate::error::ParameterError;

/// Mode of operation without authentication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mode {
    /// Cipher block chaining.
    Cbc,
    /// Counter mode.
    Ctr,
    /// Cipher feedback (CFB) with segments as long as a block.
    Cfb,
    /// Output feedback.
    Ofb,
    /// XTS with two keys. The IV is the data unit number.
    Xts,
    /// Stream cipher, which needs no mode. The IV is the nonce.
    Stream,
}

impl Mode {
    /// All modes of block ciphers.
    pub const ALL: [Self; 5] = [Self::Cbc, Self::Ctr, Self::Cfb, Self::Ofb, Self::Xts];

    /// Returns the suffix that follows the cipher's name in a composed name, such as `-cbc` in `aes-128-cbc`.
    #[must_use]
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::Cbc => "-cbc",
            Self::Ctr => "-ctr",
            Self::Cfb => "-cfb",
            Self::Ofb => "-ofb",
            Self::Xts => "-xts",
            Self::Stream => "",
        }
    }
}

/// Returns the first `needed` bytes of `buffer`, or an error if `buffer` is shorter.
fn checked_prefix<'a>(
    algorithm: &'static str,
    buffer: &'a mut [u8],
    needed: usize,
) -> Result<&'a mut [u8], ParameterError> {
    let given = buffer.len();
    buffer.get_mut(..needed).ok_or_else(|| ParameterError::short_buffer(algorithm, given, needed))
}
