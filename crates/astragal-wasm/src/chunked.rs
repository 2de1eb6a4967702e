//! Streaming chunked encryption (Cobblestone-128 and Cobblestone-256).
#![expect(unsafe_code, reason = "JavaScript passes objects and buffers as addresses")]

use alloc::format;
use alloc::string::{String, ToString as _};

use astragal::aead::chunked::{AnyCobblestone, OpenStream, SALT_BYTES, SealStream};
use astragal::error::ChunkedError;

use crate::memory::{slice, slice_mut, write_error};
use crate::object::{Object, into_address};
use crate::params::Params;
use crate::{ERROR, INVALID_TAG, OK};

/// State of a stream that seals or opens one message, which JavaScript passes in parts.
pub(crate) enum Stream {
    Seal(SealStream),
    Open(OpenStream),
}

/// Returns a new stream, or null on failure. If `opens` is 1, the stream opens a sealed message; otherwise it seals a
/// message. `params` contains the key, the context and, for sealing, the salt.
///
/// # Safety
/// `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_stream(opens: u32, params: *mut u8, bytes: usize) -> *mut Object {
    // SAFETY: the caller upholds this function's contract.
    let written = unsafe { slice_mut(params, bytes) };
    let stream = new(opens == 1, Params::read(written));
    into_address(stream.map(Object::Stream), written)
}

fn new(opens: bool, params: Params<'_>) -> Result<Stream, String> {
    let key = AnyCobblestone::from_slice(params.key()).map_err(|error| error.to_string())?;
    let context = params.bytes(b'C').unwrap_or_default();
    if opens {
        return Ok(Stream::Open(key.open_stream(context)));
    }
    let salt = params.bytes(b's').unwrap_or_default();
    let wrong = |_| format!("salt is {} bytes; expected {SALT_BYTES}", salt.len());
    Ok(Stream::Seal(key.seal_stream(salt.try_into().map_err(wrong)?, context)))
}

/// Converts the result of an operation on a stream to the status that JavaScript receives.
fn status(result: Result<(), ChunkedError>) -> i32 {
    let Err(error) = result else { return OK };
    write_error(error);
    match error {
        ChunkedError::InvalidCommitment
        | ChunkedError::InvalidChunk { .. }
        | ChunkedError::Truncated => INVALID_TAG,
        _ => ERROR,
    }
}

/// If `is_end` is 0, returns the number of bytes that [`update_stream`] writes for `input` bytes. If `is_end` is 1,
/// returns the number of bytes that [`finish_stream`] writes.
///
/// # Safety
/// The object must come from [`new_stream`] and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn stream_bytes(object: *const Object, input: usize, is_end: u32) -> usize {
    // SAFETY: the caller upholds this function's contract.
    match (unsafe { &*object }, is_end == 1) {
        (Object::Stream(Stream::Seal(stream)), false) => stream.update_bytes(input),
        (Object::Stream(Stream::Seal(stream)), true) => stream.finish_bytes(),
        (Object::Stream(Stream::Open(stream)), false) => stream.update_bytes(input),
        (Object::Stream(Stream::Open(stream)), true) => stream.finish_bytes(),
        _ => 0,
    }
}

/// Processes the next part of the message. Writes the chunks that this part completes to `output`. Returns
/// `INVALID_TAG` if the message does not verify.
///
/// # Safety
/// The object must come from [`new_stream`] and must not have been freed. `data` must be valid for `bytes` bytes, and
/// `output` must be valid for `output_bytes` bytes. They must not overlap.
#[unsafe(no_mangle)]
unsafe extern "C" fn update_stream(
    object: *mut Object,
    data: *const u8,
    bytes: usize,
    output: *mut u8,
    output_bytes: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let (object, data) = unsafe { (&mut *object, slice(data, bytes)) };
    // SAFETY: the caller upholds this function's contract.
    let output = unsafe { slice_mut(output, output_bytes) };
    match object {
        Object::Stream(Stream::Seal(stream)) => status(stream.update_into(data, output)),
        Object::Stream(Stream::Open(stream)) => status(stream.update_into(data, output)),
        _ => ERROR,
    }
}

/// Ends the message and writes the last chunk to `output`. Returns `INVALID_TAG` if the message does not verify or is
/// truncated.
///
/// # Safety
/// The object must come from [`new_stream`] and must not have been freed. `output` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn finish_stream(object: *mut Object, output: *mut u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { (&mut *object, slice_mut(output, bytes)) } {
        (Object::Stream(Stream::Seal(stream)), output) => status(stream.finish_into(output)),
        (Object::Stream(Stream::Open(stream)), output) => status(stream.finish_into(output)),
        _ => ERROR,
    }
}

/// Moves to a byte position in the plaintext of a message that is being opened. Returns the offset in the sealed
/// message at which the next part must start, or -1 before the header is complete.
///
/// # Safety
/// The object must come from [`new_stream`] and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn seek_stream(object: *mut Object, position: u64) -> i64 {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { &mut *object } {
        Object::Stream(Stream::Open(stream)) => {
            stream.seek(position).and_then(|offset| i64::try_from(offset).ok()).unwrap_or(-1)
        }
        _ => -1,
    }
}
