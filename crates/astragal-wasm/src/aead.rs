//! Authenticated ciphers, one-shot and streaming.
#![expect(unsafe_code, reason = "JavaScript passes objects and buffers as addresses")]

use alloc::borrow::ToOwned as _;
use alloc::string::ToString as _;

use astragal::error::{ParameterError, VerifyError};
use astragal::registry::{self, AeadRow, DynAead, MessageLengths};
use zeroize::Zeroize as _;

use crate::memory::{slice, slice_mut, write_error};
use crate::object::{Object, direction, into_address};
use crate::params::Params;
use crate::row::{address_or_null, status, text};
use crate::{ERROR, INVALID_TAG, OK};

/// Looks up an authenticated cipher in the registry. Returns null if the name is unknown.
///
/// # Safety
/// `name` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn find_aead(name: *const u8, bytes: usize) -> *const AeadRow {
    // SAFETY: the caller upholds this function's contract.
    address_or_null(registry::aead(unsafe { text(name, bytes) }))
}

/// Returns a property of an authenticated cipher. If `property` is 0, 1 or 2, returns the length of the key, nonce or
/// tag in bytes. If it is 3, returns 1 if the tag precedes the ciphertext, and otherwise 0.
///
/// # Safety
/// `row` must come from [`find_aead`].
#[unsafe(no_mangle)]
unsafe extern "C" fn aead_property(row: *const AeadRow, property: u32) -> usize {
    // SAFETY: the caller upholds this function's contract.
    let row = unsafe { &*row };
    match property {
        0 => row.key_bytes,
        1 => row.nonce_bytes,
        2 => row.tag_bytes,
        _ => usize::from(row.is_tag_first),
    }
}

/// Returns a new authenticated cipher, or null on failure. `params` contains the key, and the tag length if it is not
/// the default.
///
/// # Safety
/// `row` must come from [`find_aead`], and `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_aead(row: *const AeadRow, params: *mut u8, bytes: usize) -> *mut Object {
    // SAFETY: the caller upholds this function's contract.
    let (row, written) = unsafe { (&*row, slice_mut(params, bytes)) };
    let params = Params::read(written);
    let aead = check_tag_length(row, params).and_then(|()| row.new_aead(params.key()));
    into_address(aead.map(Object::Aead), written)
}

fn check_tag_length(row: &AeadRow, params: Params<'_>) -> Result<(), ParameterError> {
    let (algorithm, what) = (row.name, "tag");
    match (params.length(b't'), row.sizes.output_bytes_allowed) {
        (Some(given), Some(allowed)) if !allowed.contains(given) => {
            Err(ParameterError::Length { algorithm, what, given, allowed })
        }
        _ => Ok(()),
    }
}

/// Converts the result of an operation that verifies a tag to the status that JavaScript receives.
pub(crate) fn verified(result: Result<(), VerifyError>) -> i32 {
    match result {
        Ok(()) => OK,
        Err(error) => {
            write_error(error);
            if error == VerifyError::InvalidTag { INVALID_TAG } else { ERROR }
        }
    }
}

/// Calls `operate` with the cipher, and with the nonce and the associated data from the parameters. Wipes the
/// parameters.
fn with_aead(
    object: &Object,
    params: &mut [u8],
    operate: impl FnOnce(&dyn DynAead, &[u8], &[u8]) -> i32,
) -> i32 {
    let Object::Aead(aead) = object else { return ERROR };
    let read = Params::read(params);
    let done = operate(&**aead, read.nonce(), read.associated_data());
    params.zeroize();
    done
}

/// Encrypts the message at `data` in place and writes its tag to `tag`. `params` contains nonce and associated data.
///
/// # Safety
/// The object must come from [`new_aead`] and must not have been freed. `params` must be valid for `params_bytes`
/// bytes, `data` for `bytes` bytes, and `tag` for `tag_bytes` bytes. They must not overlap.
#[unsafe(no_mangle)]
unsafe extern "C" fn seal_message(
    object: *const Object,
    params: *mut u8,
    params_bytes: usize,
    data: *mut u8,
    bytes: usize,
    tag: *mut u8,
    tag_bytes: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let (object, written) = unsafe { (&*object, slice_mut(params, params_bytes)) };
    // SAFETY: the caller upholds this function's contract.
    let (data, tag) = unsafe { (slice_mut(data, bytes), slice_mut(tag, tag_bytes)) };
    with_aead(object, written, |aead, nonce, associated_data| {
        status(aead.encrypt_in_place_detached(nonce, associated_data, data, tag))
    })
}

/// Verifies the tag of the message at `data` and decrypts the message in place. Returns `INVALID_TAG` if the tag does
/// not verify. `params` contains nonce and associated data.
///
/// # Safety
/// The object must come from [`new_aead`] and must not have been freed. `params` must be valid for `params_bytes`
/// bytes, `data` for `bytes` bytes, and `tag` for `tag_bytes` bytes. They must not overlap.
#[unsafe(no_mangle)]
unsafe extern "C" fn open_message(
    object: *const Object,
    params: *mut u8,
    params_bytes: usize,
    data: *mut u8,
    bytes: usize,
    tag: *const u8,
    tag_bytes: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let (object, written) = unsafe { (&*object, slice_mut(params, params_bytes)) };
    // SAFETY: the caller upholds this function's contract.
    let (data, tag) = unsafe { (slice_mut(data, bytes), slice(tag, tag_bytes)) };
    with_aead(object, written, |aead, nonce, associated_data| {
        verified(aead.decrypt_in_place_detached(nonce, associated_data, data, tag))
    })
}

/// Starts a message that is processed in parts. Returns its streaming state, or null on failure. `decrypts` is 1 for
/// decryption. `params` contains nonce, associated data, and the lengths of message and tag if they are known.
///
/// # Safety
/// The object must come from [`new_aead`] and must not have been freed. `params` must be valid for `params_bytes`
/// bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn start_message(
    object: *const Object,
    decrypts: u32,
    params: *mut u8,
    params_bytes: usize,
) -> *mut Object {
    // SAFETY: the caller upholds this function's contract.
    let (object, written) = unsafe { (&*object, slice_mut(params, params_bytes)) };
    let params = Params::read(written);
    let lengths =
        MessageLengths { message_bytes: params.number(b'L'), tag_bytes: params.length(b't') };
    let message = match object {
        Object::Aead(aead) => aead
            .start(direction(decrypts), params.nonce(), params.associated_data(), lengths)
            .map_err(|error| error.to_string()),
        _ => Err("the object is not an authenticated cipher".to_owned()),
    };
    into_address(message.map(Object::Message), written)
}

/// Encrypts the next part of the message in place.
///
/// # Safety
/// The object must come from [`start_message`] and must not have been freed. `data` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn encrypt_part(object: *mut Object, data: *mut u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { (&mut *object, slice_mut(data, bytes)) } {
        (Object::Message(message), data) => status(message.encrypt(data)),
        _ => ERROR,
    }
}

/// Ends a message that is being encrypted, and writes its tag to `tag`.
///
/// # Safety
/// The object must come from [`start_message`] and must not have been freed. `tag` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn finish_sealing(object: *mut Object, tag: *mut u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { (&mut *object, slice_mut(tag, bytes)) } {
        (Object::Message(message), tag) => status(message.finish_encryption(tag)),
        _ => ERROR,
    }
}

/// Decrypts the next part of the message. The object withholds the plaintext until the tag is verified.
///
/// # Safety
/// The object must come from [`start_message`] and must not have been freed. `data` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn decrypt_part(object: *mut Object, data: *const u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { (&mut *object, slice(data, bytes)) } {
        (Object::Message(message), data) => status(message.decrypt(data)),
        _ => ERROR,
    }
}

/// Returns the length in bytes of the plaintext that the object has decrypted and withholds until the tag is verified.
///
/// # Safety
/// The object must come from [`start_message`] and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn withheld_bytes(object: *const Object) -> usize {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { &*object } {
        Object::Message(message) => message.plaintext_bytes(),
        _ => 0,
    }
}

/// Ends a message that is being decrypted, and verifies its tag. If the tag is valid, writes the plaintext to
/// `plaintext`. Otherwise returns `INVALID_TAG`.
///
/// # Safety
/// The object must come from [`start_message`] and must not have been freed. `tag` must be valid for `tag_bytes` bytes,
/// and `plaintext` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn finish_opening(
    object: *mut Object,
    tag: *const u8,
    tag_bytes: usize,
    plaintext: *mut u8,
    bytes: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let (object, tag) = unsafe { (&mut *object, slice(tag, tag_bytes)) };
    // SAFETY: the caller upholds this function's contract.
    let plaintext = unsafe { slice_mut(plaintext, bytes) };
    match object {
        Object::Message(message) => verified(message.finish_decryption(tag, plaintext)),
        _ => ERROR,
    }
}
