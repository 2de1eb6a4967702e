//! Key wrapping: encryption of keys under another key.

use core::ffi::c_int;

use crate::alg::{Alg, from_handle};
use crate::buffers::{input, write_sized_output, zeroed};
use crate::guard::guard_with_stack_wipe;

/// Wraps a key: encrypts it under another key, without a nonce, and protects its integrity. Wrap only random keys:
/// without a nonce, equal inputs give equal outputs.
///
/// @param alg handle of the kind ASTRAGAL_KEY_WRAP, such as "aes-256-kw" (RFC 3394) or "aes-256-kwp" (RFC 5649). Any
/// cipher with 16-byte blocks can replace AES.
/// @param kek key encryption key.
/// @param key key to wrap. KW takes a multiple of 8 bytes, at least 16. KWP takes 1 byte or more.
/// @param wrapped receives the wrapped key, which is 8 to 15 bytes longer than the key and a multiple of 8 bytes long.
/// @param wrapped_len capacity of `wrapped` in bytes; receives the length of the wrapped key.
/// @retval ASTRAGAL_ERR_LENGTH if a key has the wrong length, or if the capacity is too small. If only the capacity is
/// too small, `*wrapped_len` receives the needed capacity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_key_wrap(
    alg: *const Alg,
    kek: *const u8,
    kek_len: usize,
    key: *const u8,
    key_len: usize,
    wrapped: *mut u8,
    wrapped_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        let row = from_handle(alg)?.key_wrap()?;
        let kek = input("key encryption key", kek, kek_len)?;
        let key = input("key to wrap", key, key_len)?;
        // The output may overlap the inputs, so the key is wrapped in a separate buffer.
        let mut result = zeroed(row.wrapped_bytes(key_len))?;
        row.wrap_to(kek, key, &mut result)?;
        write_sized_output(wrapped, wrapped_len, &result)
    })
}

/// Unwraps a key and verifies its integrity.
///
/// @param kek key encryption key, as for wrapping.
/// @param wrapped result of astragal_key_wrap().
/// @param key receives the key, which is 8 to 15 bytes shorter than the wrapped key.
/// @param key_len capacity of `key` in bytes; receives the length of the key.
/// @retval ASTRAGAL_INVALID if the wrapped key was modified, or if it was wrapped under another key.
/// @retval ASTRAGAL_ERR_LENGTH if a key has the wrong length, or if the capacity is too small. If only the capacity is
/// too small, `*key_len` receives the needed capacity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_key_unwrap(
    alg: *const Alg,
    kek: *const u8,
    kek_len: usize,
    wrapped: *const u8,
    wrapped_len: usize,
    key: *mut u8,
    key_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        let row = from_handle(alg)?.key_wrap()?;
        let kek = input("key encryption key", kek, kek_len)?;
        let wrapped = input("wrapped key", wrapped, wrapped_len)?;
        let mut result = zeroed(wrapped.len().saturating_sub(8))?;
        let unwrapped_len = row.unwrap_to(kek, wrapped, &mut result)?;
        write_sized_output(key, key_len, &result[..unwrapped_len])
    })
}
