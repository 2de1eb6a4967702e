//! Key wrapping (KW and KWP) with block ciphers.
#![expect(unsafe_code, reason = "JavaScript passes rows and buffers as addresses")]

use astragal::registry::{self, KeyWrapRow};
use zeroize::Zeroize as _;

use crate::aead::verified;
use crate::memory::slice_mut;
use crate::params::Params;
use crate::row::{address_or_null, status, text};

/// Looks up a key-wrapping algorithm in the registry. Returns null if the name is unknown.
///
/// # Safety
/// `name` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn find_key_wrap(name: *const u8, bytes: usize) -> *const KeyWrapRow {
    // SAFETY: the caller upholds this function's contract.
    address_or_null(registry::key_wrap(unsafe { text(name, bytes) }))
}

/// Wraps a key, or unwraps it if `unwraps` is 1, and writes the result to `output`. `params` contains the key
/// encryption key, and the key to wrap or unwrap.
///
/// After wrapping, returns `OK`. After unwrapping, returns the length of the key in bytes, or `INVALID_TAG` if the
/// wrapped key does not verify. Returns `ERROR` for any other failure.
///
/// # Safety
/// `row` must come from [`find_key_wrap`]. `params` must be valid for `params_bytes` bytes, and `output` must be valid
/// for `bytes` bytes. They must not overlap.
#[unsafe(no_mangle)]
unsafe extern "C" fn wrap_key(
    row: *const KeyWrapRow,
    unwraps: u32,
    params: *mut u8,
    params_bytes: usize,
    output: *mut u8,
    bytes: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let (row, written) = unsafe { (&*row, slice_mut(params, params_bytes)) };
    // SAFETY: the caller upholds this function's contract.
    let output = unsafe { slice_mut(output, bytes) };
    let params = Params::read(written);
    let (kek, key) = (params.key(), params.bytes(b'K').unwrap_or_default());
    let mut length = 0;
    let done = if unwraps == 1 {
        verified(row.unwrap_to(kek, key, output).map(|bytes| length = bytes))
    } else {
        status(row.wrap_to(kek, key, output))
    };
    written.zeroize();
    if done < 0 { done } else { i32::try_from(length).unwrap_or(i32::MAX) }
}
