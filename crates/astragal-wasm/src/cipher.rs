//! Block ciphers, their modes without authentication, and stream ciphers.
#![expect(unsafe_code, reason = "JavaScript passes objects and buffers as addresses")]

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};

use astragal::cipher::Padding;
use astragal::error::CipherError;
use astragal::registry::{self, CipherRow, Direction, DynMode, Mode};

use crate::memory::{slice, slice_mut};
use crate::object::{Object, direction, into_address};
use crate::params::Params;
use crate::row::{address_or_null, status, text};
use crate::{ERROR, OK};

/// Looks up a block cipher in the registry. Returns null if the name is unknown.
///
/// # Safety
/// `name` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn find_cipher(name: *const u8, bytes: usize) -> *const CipherRow {
    // SAFETY: the caller upholds this function's contract.
    address_or_null(registry::cipher(unsafe { text(name, bytes) }))
}

/// Returns the block length of a cipher in bytes.
///
/// # Safety
/// `row` must come from [`find_cipher`].
#[unsafe(no_mangle)]
unsafe extern "C" fn block_bytes(row: *const CipherRow) -> usize {
    // SAFETY: the caller upholds this function's contract.
    unsafe { &*row }.block_bytes
}

/// Returns a new block cipher, or null on failure. `params` contains the key, and the tweak if the cipher takes one.
///
/// # Safety
/// `row` must come from [`find_cipher`], and `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_cipher(
    row: *const CipherRow,
    params: *mut u8,
    bytes: usize,
) -> *mut Object {
    // SAFETY: the caller upholds this function's contract.
    let (row, written) = unsafe { (&*row, slice_mut(params, bytes)) };
    let params = Params::read(written);
    let cipher = row.new_cipher(params.key()).and_then(|mut cipher| {
        if let Some(tweak) = params.bytes(b'w') {
            cipher.set_tweak(tweak)?;
        }
        Ok(cipher)
    });
    into_address(cipher.map(Object::Cipher), written)
}

/// Sets the tweak for the next blocks.
///
/// # Safety
/// The object must come from [`new_cipher`] and must not have been freed. `tweak` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn set_tweak(object: *mut Object, tweak: *const u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { (&mut *object, slice(tweak, bytes)) } {
        (Object::Cipher(cipher), tweak) => status(cipher.set_tweak(tweak)),
        _ => ERROR,
    }
}

/// Encrypts each block at `data` in place, or decrypts it if `decrypts` is 1.
///
/// # Safety
/// The object must come from [`new_cipher`] and must not have been freed. `data` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn process_blocks(
    object: *const Object,
    decrypts: u32,
    data: *mut u8,
    bytes: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { (&*object, slice_mut(data, bytes), direction(decrypts)) } {
        (Object::Cipher(cipher), data, Direction::Encrypt) => status(cipher.encrypt_blocks(data)),
        (Object::Cipher(cipher), data, Direction::Decrypt) => status(cipher.decrypt_blocks(data)),
        _ => ERROR,
    }
}

/// Starts a message in a mode of a block cipher, or under a stream cipher. Returns the streaming state, or null on
/// failure. `decrypts` is 1 for decryption. `params` contains the key, the IV, and whether the message is padded.
///
/// # Safety
/// `name` must be valid for `name_bytes` bytes and `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_mode(
    name: *const u8,
    name_bytes: usize,
    decrypts: u32,
    params: *mut u8,
    bytes: usize,
) -> *mut Object {
    // SAFETY: the caller upholds this function's contract.
    let (name, written) = unsafe { (text(name, name_bytes), slice_mut(params, bytes)) };
    let params = Params::read(written);
    let mode = start(name, direction(decrypts), params);
    into_address(mode.map(Object::Mode), written)
}

fn start(name: &str, direction: Direction, params: Params<'_>) -> Result<Box<dyn DynMode>, String> {
    let mode = registry::mode(name).map_err(|error| error.to_string())?;
    let padding = match params.number(b'z') {
        Some(_) if mode.mode != Mode::Cbc => {
            return Err(format!("{} takes no padding", mode.name()));
        }
        Some(0) => Padding::None,
        _ => Padding::Pkcs7,
    };
    let started = mode.start(direction, params.key(), params.nonce(), padding);
    started.map_err(|error| error.to_string())
}

/// Processes the first `input` bytes of `data` in place. Returns the number of bytes written to the start of `data`, or
/// `ERROR`.
///
/// # Safety
/// The object must come from [`new_mode`] and must not have been freed. `data` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn update_mode(
    object: *mut Object,
    data: *mut u8,
    bytes: usize,
    input: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let (object, data) = unsafe { (&mut *object, slice_mut(data, bytes)) };
    match object {
        Object::Mode(mode) => length(mode.update_in_place(data, input).map_err(CipherError::from)),
        _ => ERROR,
    }
}

/// If `is_end` is 0, returns the number of bytes that [`update_mode`] writes for `input` bytes. If `is_end` is 1,
/// returns the maximum number of bytes that [`finish_mode`] writes.
///
/// # Safety
/// The object must come from [`new_mode`] and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn mode_bytes(object: *const Object, input: usize, is_end: u32) -> usize {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { &*object } {
        Object::Mode(mode) if is_end == 1 => mode.finish_bytes(),
        Object::Mode(mode) => mode.update_bytes(input),
        _ => 0,
    }
}

/// Ends the message and writes its last bytes to `data`. Returns the number of bytes written, or `ERROR`.
///
/// # Safety
/// The object must come from [`new_mode`] and must not have been freed. `data` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn finish_mode(object: *mut Object, data: *mut u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { (&mut *object, slice_mut(data, bytes)) } {
        (Object::Mode(mode), data) => length(mode.finish(data)),
        _ => ERROR,
    }
}

/// Starts another message with the same key.
///
/// # Safety
/// The object must come from [`new_mode`] and must not have been freed. `iv` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn restart_mode(object: *mut Object, iv: *const u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { (&mut *object, slice(iv, bytes)) } {
        (Object::Mode(mode), iv) => status(mode.restart(iv)),
        _ => ERROR,
    }
}

/// Moves to byte `high` · 2^64 + `low` of the keystream.
///
/// # Safety
/// The object must come from [`new_mode`] and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn seek_mode(object: *mut Object, low: u64, high: u64) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { &mut *object } {
        Object::Mode(mode) => status(mode.seek(u128::from(high) << 64 | u128::from(low))),
        _ => ERROR,
    }
}

/// Returns the number of bytes in `result`. If `result` is an error, writes the error message and returns `ERROR`.
fn length(result: Result<usize, CipherError>) -> i32 {
    let mut written = 0;
    match status(result.map(|bytes| written = bytes)) {
        OK => i32::try_from(written).unwrap_or(i32::MAX),
        failed => failed,
    }
}
