//! Registry row for key wrapping: KW (RFC 3394) and KWP (RFC 5649) with any cipher that has 16-byte blocks.

use alloc::vec;
use alloc::vec::Vec;

use super::aead::verify_with_stack_wipe;
use super::erased::cipher::{Erase, ErasedCipher, Expand, expand};
use super::info::{Info, Kind, Sizes, Status, deref_to_info};
use crate::cipher::{BlockCipher, KeyWrap, KeyWrapPadded};
use crate::construction::mode::key_wrap::wrapped_bytes;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::platform::stack::try_with_stack_wipe;
use crate::traits::Implementation;
use crate::traits::cipher::{CipherEngine, KeyUse};

/// A row of [`key_wraps`](super::key_wraps).
///
/// ```
/// use astragal::registry;
/// let row = registry::key_wrap("aes-256-kwp")?;
/// let wrapped = row.wrap(&[7; 32], b"a key of 19 bytes..")?;
/// assert_eq!(wrapped.len(), 32);
/// assert_eq!(row.unwrap(&[7; 32], &wrapped)?, b"a key of 19 bytes..");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct KeyWrapRow {
    /// Name, standard, status and sizes of the algorithm.
    pub info: Info,
    /// Length in bytes of the key encryption key, which wraps other keys.
    pub key_bytes: usize,
    /// Whether the algorithm pads keys and therefore wraps keys of any length (KWP). If `false`, the length of a key
    /// must be a multiple of 8 bytes, and at least 16 bytes (KW).
    pub is_padded: bool,
    wrap: Wrap,
    unwrap: Unwrap,
}

/// Function that wraps a key. The arguments are the row, the key encryption key, the key and the output.
type Wrap = fn(&KeyWrapRow, &[u8], &[u8], &mut [u8]) -> Result<(), ParameterError>;

/// Function that unwraps a key and returns its length. The arguments are the row, the key encryption key, the wrapped
/// key and the output.
type Unwrap = fn(&KeyWrapRow, &[u8], &[u8], &mut [u8]) -> Result<usize, VerifyError>;

deref_to_info!(KeyWrapRow);

impl KeyWrapRow {
    /// Creates the row of KW with the cipher `C`.
    pub(super) const fn kw<C>(status: Status) -> Self
    where
        C: BlockCipher<Block = [u8; 16], Engine: Erase>,
    {
        let names = (KeyWrap::<C>::NAME, C::FAMILY, KeyWrap::<C>::STANDARD);
        Self::new::<C>(names, status, false)
    }

    /// Creates the row of KWP with the cipher `C`.
    pub(super) const fn kwp<C>(status: Status) -> Self
    where
        C: BlockCipher<Block = [u8; 16], Engine: Erase>,
    {
        let names = (KeyWrapPadded::<C>::NAME, C::FAMILY, KeyWrapPadded::<C>::STANDARD);
        Self::new::<C>(names, status, true)
    }

    const fn new<C>(
        names: (&'static str, &'static str, &'static str),
        status: Status,
        is_padded: bool,
    ) -> Self
    where
        C: BlockCipher<Block = [u8; 16], Engine: Erase>,
    {
        let implementation: fn() -> Implementation = C::implementation;
        let sizes = Sizes { key_bytes: Some(Allowed::Exactly(C::KEY_BYTES)), ..Sizes::NONE };
        Self {
            info: Info::new(Kind::KeyWrap, names, sizes, implementation).with(status, &[]),
            key_bytes: C::KEY_BYTES,
            is_padded,
            wrap: wrap::<C::Engine>,
            unwrap: unwrap::<C::Engine>,
        }
    }

    /// Returns the length of a wrapped key in bytes, for a key of `key_bytes` bytes.
    #[must_use]
    pub const fn wrapped_bytes(&self, key_bytes: usize) -> usize {
        wrapped_bytes(key_bytes)
    }

    /// Wraps `key` with the key encryption key `kek`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `kek` or `key` has the wrong length.
    pub fn wrap(&self, kek: &[u8], key: &[u8]) -> Result<Vec<u8>, ParameterError> {
        let mut wrapped = vec![0; self.wrapped_bytes(key.len())];
        self.wrap_to(kek, key, &mut wrapped)?;
        Ok(wrapped)
    }

    /// Wraps `key` with the key encryption key `kek`, and writes the result to `wrapped`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `kek` or `key` has the wrong length, or if the length of `wrapped` is not
    /// [`wrapped_bytes`](Self::wrapped_bytes). In that case, `wrapped` is unchanged.
    pub fn wrap_to(
        &self,
        kek: &[u8],
        key: &[u8],
        wrapped: &mut [u8],
    ) -> Result<(), ParameterError> {
        self.check_kek(kek)?;
        (self.wrap)(self, kek, key, wrapped).map_err(|error| error.named(self.name))
    }

    /// Unwraps the key in `wrapped` with the key encryption key `kek`, verifies its integrity, and returns it.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if `wrapped` was modified or wrapped with another key.
    ///
    /// [`VerifyError::Parameter`] if `kek` or `wrapped` has the wrong length.
    pub fn unwrap(&self, kek: &[u8], wrapped: &[u8]) -> Result<Vec<u8>, VerifyError> {
        let mut key = vec![0; wrapped.len().saturating_sub(8)];
        let length = self.unwrap_to(kek, wrapped, &mut key)?;
        key.truncate(length);
        Ok(key)
    }

    /// Unwraps the key in `wrapped`, verifies its integrity, and writes it to the start of `key`. Returns the length of
    /// the key in bytes. The buffer `key` must be 8 bytes shorter than `wrapped`; the bytes after the key are zeroed.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if `wrapped` was modified or wrapped with another key. In that case, `key` is
    /// zeroed.
    ///
    /// [`VerifyError::Parameter`] if `kek`, `wrapped` or `key` has the wrong length. In that case, `key` is unchanged.
    pub fn unwrap_to(
        &self,
        kek: &[u8],
        wrapped: &[u8],
        key: &mut [u8],
    ) -> Result<usize, VerifyError> {
        self.check_kek(kek)?;
        (self.unwrap)(self, kek, wrapped, key).map_err(|error| error.named(self.name))
    }

    fn check_kek(&self, kek: &[u8]) -> Result<(), ParameterError> {
        let allowed = Allowed::Exactly(self.key_bytes);
        ParameterError::check_length(self.name, "key encryption key", kek.len(), allowed)
    }
}

// The functions below are generic over the key schedule instead of the cipher. Each is therefore compiled once per
// cipher family, not once per key length.
fn wrap<S: Erase<Block = [u8; 16]>>(
    row: &KeyWrapRow,
    kek: &[u8],
    key: &[u8],
    wrapped: &mut [u8],
) -> Result<(), ParameterError> {
    wrap_erased(expand::<S>, row, kek, key, wrapped)
}

fn unwrap<S: Erase<Block = [u8; 16]>>(
    row: &KeyWrapRow,
    kek: &[u8],
    wrapped: &[u8],
    key: &mut [u8],
) -> Result<usize, VerifyError> {
    unwrap_erased(expand::<S>, row, kek, wrapped, key)
}

fn wrap_erased<X: CipherEngine<Block = [u8; 16]>>(
    expand: Expand<X>,
    row: &KeyWrapRow,
    kek: &[u8],
    key: &[u8],
    wrapped: &mut [u8],
) -> Result<(), ParameterError> {
    try_with_stack_wipe(stack_bytes::<X>(), || {
        let cipher = ErasedCipher::new(expand(kek, KeyUse::Encryption));
        match row.is_padded {
            true => KeyWrapPadded::with_cipher(cipher).wrap_to(key, wrapped),
            false => KeyWrap::with_cipher(cipher).wrap_to(key, wrapped),
        }
    })
}

fn unwrap_erased<X: CipherEngine<Block = [u8; 16]>>(
    expand: Expand<X>,
    row: &KeyWrapRow,
    kek: &[u8],
    wrapped: &[u8],
    key: &mut [u8],
) -> Result<usize, VerifyError> {
    let mut key_bytes = 0;
    verify_with_stack_wipe(stack_bytes::<X>(), || {
        let cipher = ErasedCipher::new(expand(kek, KeyUse::Both));
        key_bytes = match row.is_padded {
            true => KeyWrapPadded::with_cipher(cipher).unwrap_to(wrapped, key)?,
            false => {
                KeyWrap::with_cipher(cipher).unwrap_to(wrapped, key)?;
                key.len()
            }
        };
        Ok(())
    })?;
    Ok(key_bytes)
}

/// Returns an upper bound, in bytes, on the stack used to expand the key and process blocks. The key schedule is moved
/// through several stack frames, and each frame keeps a copy.
fn stack_bytes<X: CipherEngine>() -> usize {
    1024 + X::stack_bytes() + 4 * size_of::<ErasedCipher<X>>()
}
