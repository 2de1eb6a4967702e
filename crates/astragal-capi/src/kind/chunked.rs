//! Chunked encryption of files and streams: each chunk of a message is sealed with its own tag.

use core::ffi::c_int;

use astragal::aead::chunked::{self, AnyCobblestone};
use astragal::error::ChunkedError;

use crate::boxed::{BoxedObject, create, free, unique};
use crate::buffers::{array, check, check_disjoint, input, output};
use crate::error::Error;
use crate::guard::{guard, guard_with_stack_wipe};

/// Length in bytes of the salt of chunked encryption.
pub const CHUNKED_SALT_LEN: usize = 24;
/// Length in bytes of the header of a sealed message. The header consists of the salt and a commitment to the key and
/// the context.
pub const CHUNKED_HEADER_LEN: usize = 56;

const _: () = assert!(CHUNKED_SALT_LEN == chunked::SALT_BYTES);
const _: () = assert!(CHUNKED_HEADER_LEN == chunked::HEADER_BYTES);

/// Stream that seals one message, which the caller passes in parts.
#[derive(Debug)]
pub struct SealStream(());

/// Stream that opens one sealed message, which the caller passes in parts.
#[derive(Debug)]
pub struct OpenStream(());

/// Returns the length in bytes of a sealed message with a plaintext of `len` bytes; 0 if `len` exceeds the maximum
/// length.
///
/// @param len length of the plaintext in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_chunked_sealed_len(len: u64) -> u64 {
    chunked::sealed_bytes(len).unwrap_or(0)
}

/// Computes the plaintext length of a sealed message of `sealed_len` bytes. Trust this length only after the last chunk
/// has been verified.
///
/// @param sealed_len length of the sealed message in bytes.
/// @param len receives the plaintext length in bytes.
/// @retval ASTRAGAL_INVALID if no sealed message has this length, which means that the message is truncated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_chunked_plaintext_len(sealed_len: u64, len: *mut u64) -> c_int {
    guard(|| {
        if len.is_null() {
            return Err(Error::Null("pointer to the length"));
        }
        let plaintext = chunked::plaintext_bytes(sealed_len).ok_or(ChunkedError::Truncated)?;
        // SAFETY: the pointer is not NULL; the C caller upholds the contract stated in astragal.h.
        unsafe { len.write(plaintext) };
        Ok(())
    })
}

/// Seals a message in chunks of 16 KiB (c2sp.org/chunked-encryption). A 32-byte key selects Cobblestone-256, and a
/// 16-byte key selects Cobblestone-128. Uses all cores if the message is long.
///
/// @param salt ASTRAGAL_CHUNKED_SALT_LEN random bytes, new for each message. Two messages with the same key, salt and
/// context reveal the XOR of their plaintexts.
/// @param context any bytes that both sides know, such as the purpose of the message.
/// @param sealed receives astragal_chunked_sealed_len(len) bytes; must not overlap an input.
/// @retval ASTRAGAL_ERR_LENGTH if the key or `sealed` has the wrong length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_chunked_seal(
    key: *const u8,
    key_len: usize,
    salt: *const u8,
    context: *const u8,
    context_len: usize,
    msg: *const u8,
    len: usize,
    sealed: *mut u8,
    sealed_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        let (key, salt) = (cipher(key, key_len)?.parallel(), array("salt", salt)?);
        let context = input("context", context, context_len)?;
        check_buffers((msg, len), (sealed, sealed_len))?;
        check_disjoint(
            "context and output",
            (context.as_ptr(), context_len),
            (sealed, sealed_len),
        )?;
        let (msg, sealed) = (input("message", msg, len)?, output("output", sealed, sealed_len)?);
        Ok(key.seal_into(&salt, context, msg, sealed)?)
    })
}

/// Verifies and decrypts a message that astragal_chunked_seal() sealed. Uses all cores if the message is long.
///
/// @param context the same bytes as for sealing.
/// @param sealed the whole sealed message.
/// @param msg receives the plaintext; must not overlap an input.
/// @param msg_len length of the plaintext, as computed by astragal_chunked_plaintext_len().
/// @retval ASTRAGAL_INVALID if the key or context is wrong, or if the message was changed or truncated. In this case,
/// `msg` is zeroed.
/// @retval ASTRAGAL_ERR_LENGTH if the key or `msg` has the wrong length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_chunked_open(
    key: *const u8,
    key_len: usize,
    context: *const u8,
    context_len: usize,
    sealed: *const u8,
    sealed_len: usize,
    msg: *mut u8,
    msg_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        let key = cipher(key, key_len)?.parallel();
        let context = input("context", context, context_len)?;
        check_buffers((sealed, sealed_len), (msg, msg_len))?;
        check_disjoint("context and output", (context.as_ptr(), context_len), (msg, msg_len))?;
        let (sealed, msg) = (input("sealed", sealed, sealed_len)?, output("output", msg, msg_len)?);
        let opened = key.open_into(context, sealed, msg);
        if !matches!(opened, Ok(()) | Err(ChunkedError::Parameter(_))) {
            msg.fill(0);
        }
        Ok(opened?)
    })
}

/// Creates a stream that seals one message, on the heap.
///
/// @param out receives the object, or NULL on error.
/// @param salt as for astragal_chunked_seal().
/// @retval ASTRAGAL_ERR_LENGTH if the key has the wrong length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_seal_stream_new(
    out: *mut *mut SealStream,
    key: *const u8,
    key_len: usize,
    salt: *const u8,
    context: *const u8,
    context_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        create(out, || {
            let (key, salt) = (cipher(key, key_len)?.parallel(), array("salt", salt)?);
            Ok(Sealing(key.seal_stream(&salt, input("context", context, context_len)?)))
        })
    })
}

/// Seals the next part of the message, of any length. The first call writes the header; every call writes the chunks
/// that are complete. Each call writes at most `len` + 16456 bytes, plus 16 bytes for every 16384 bytes of `len`.
///
/// @param msg next part of the message.
/// @param out receives sealed bytes; must not overlap `msg`.
/// @param out_len capacity of `out` in bytes; receives the number of bytes written.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small. In this case, nothing is sealed, and `*out_len` receives
/// the needed capacity.
/// @retval ASTRAGAL_ERR_STATE if astragal_seal_stream_final() has ended the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_seal_stream_update(
    stream: *mut SealStream,
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let stream = &mut unique::<Sealing, _>(stream)?.0;
        check("message", msg, len)?;
        let needed = stream.update_bytes(len);
        let out = sized_output(out, out_len, needed, (msg, len))?;
        Ok(stream.update_into(input("message", msg, len)?, out)?)
    })
}

/// Ends the message and writes its last bytes, at most 16456. A message without these bytes is rejected as truncated.
///
/// @param out receives the last bytes of the sealed message.
/// @param out_len capacity of `out` in bytes; receives the number of bytes written.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small. In this case, nothing is sealed, and `*out_len` receives
/// the needed capacity.
/// @retval ASTRAGAL_ERR_STATE if the message has already ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_seal_stream_final(
    stream: *mut SealStream,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let stream = &mut unique::<Sealing, _>(stream)?.0;
        let out = sized_output(out, out_len, stream.finish_bytes(), (out, 0))?;
        Ok(stream.finish_into(out)?)
    })
}

/// Wipes and frees the stream. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_seal_stream_free(stream: *mut SealStream) {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { free::<Sealing, _>(stream) });
}

/// Creates a stream that opens one message, on the heap.
///
/// @param out receives the object, or NULL on error.
/// @retval ASTRAGAL_ERR_LENGTH if the key has the wrong length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_open_stream_new(
    out: *mut *mut OpenStream,
    key: *const u8,
    key_len: usize,
    context: *const u8,
    context_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        create(out, || {
            let key = cipher(key, key_len)?.parallel();
            Ok(Opening(key.open_stream(input("context", context, context_len)?)))
        })
    })
}

/// Opens the next part of the message, of any length. Writes the plaintext of each chunk that has arrived completely
/// and passed verification. One call writes fewer than `len` + 16400 bytes. Until astragal_open_stream_final()
/// succeeds, the message may be truncated.
///
/// @param sealed next part of the sealed message.
/// @param out receives plaintext; must not overlap `sealed`.
/// @param out_len capacity of `out` in bytes; receives the number of bytes written.
/// @retval ASTRAGAL_INVALID if the key or context is wrong, or if the message was changed. In this case, `*out_len` is
/// 0, and the bytes that this call wrote are zeroed. Later calls also return ASTRAGAL_INVALID.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small. In this case, nothing is decrypted, and `*out_len`
/// receives the needed capacity.
/// @retval ASTRAGAL_ERR_STATE if astragal_open_stream_final() has ended the message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_open_stream_update(
    stream: *mut OpenStream,
    sealed: *const u8,
    len: usize,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let stream = &mut unique::<Opening, _>(stream)?.0;
        check("sealed", sealed, len)?;
        let needed = stream.update_bytes(len);
        let out = sized_output(out, out_len, needed, (sealed, len))?;
        let opened = stream.update_into(input("sealed", sealed, len)?, out);
        if opened.is_err() {
            out_len.write(0);
        }
        Ok(opened?)
    })
}

/// Ends the message and writes the rest of the plaintext, fewer than 16384 bytes.
///
/// @param out receives the rest of the plaintext.
/// @param out_len capacity of `out` in bytes; receives the number of bytes written.
/// @retval ASTRAGAL_INVALID if the message was changed or truncated. In this case, `*out_len` is 0.
/// @retval ASTRAGAL_ERR_LENGTH if the capacity is too small. In this case, nothing is decrypted, and `*out_len`
/// receives the needed capacity.
/// @retval ASTRAGAL_ERR_STATE if the message has already ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_open_stream_final(
    stream: *mut OpenStream,
    out: *mut u8,
    out_len: *mut usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let stream = &mut unique::<Opening, _>(stream)?.0;
        let out = sized_output(out, out_len, stream.finish_bytes(), (out, 0))?;
        let opened = stream.finish_into(out);
        if opened.is_err() {
            out_len.write(0);
        }
        Ok(opened?)
    })
}

/// Continues decryption at a position in the plaintext, even after the end of the message or an error. Skipped chunks
/// are not verified. Before this call, pass the first ASTRAGAL_CHUNKED_HEADER_LEN bytes of the message to
/// astragal_open_stream_update().
///
/// @param position offset in the plaintext in bytes.
/// @param offset receives the offset in the sealed message from which astragal_open_stream_update() must continue.
/// @retval ASTRAGAL_ERR_PARAMETER if the stream has not received the whole header, or if no message is long enough to
/// contain `position`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_open_stream_seek(
    stream: *mut OpenStream,
    position: u64,
    offset: *mut u64,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        if offset.is_null() {
            return Err(Error::Null("pointer to the offset"));
        }
        let stream = &mut unique::<Opening, _>(stream)?.0;
        offset.write(stream.seek(position).ok_or(Error::CannotSeek { position })?);
        Ok(())
    })
}

/// Wipes and frees the stream. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_open_stream_free(stream: *mut OpenStream) {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { free::<Opening, _>(stream) });
}

struct Sealing(chunked::SealStream);

impl BoxedObject for Sealing {
    const KIND: &'static str = "astragal_seal_stream";
    const MAGIC: u64 = u64::from_be_bytes(*b"astrseal");
}

struct Opening(chunked::OpenStream);

impl BoxedObject for Opening {
    const KIND: &'static str = "astragal_open_stream";
    const MAGIC: u64 = u64::from_be_bytes(*b"astropen");
}

/// Creates the Cobblestone cipher that the key length selects.
///
/// # Safety
/// `key` must be NULL or valid for reads of `key_len` bytes.
unsafe fn cipher(key: *const u8, key_len: usize) -> Result<AnyCobblestone, Error> {
    // SAFETY: the caller upholds this function's contract.
    Ok(AnyCobblestone::from_slice(unsafe { input("key", key, key_len) }?)?)
}

fn check_buffers(from: (*const u8, usize), to: (*const u8, usize)) -> Result<(), Error> {
    check("input", from.0, from.1)?;
    check("output", to.0, to.1)?;
    check_disjoint("input and output", from, to)
}

/// Returns the first `needed` bytes of the output buffer, and sets `*out_len` to `needed`.
///
/// # Safety
/// `out_len` must be NULL or valid for a read and a write, and `out` must be NULL or valid for writes of `*out_len`
/// bytes.
unsafe fn sized_output<'a>(
    out: *mut u8,
    out_len: *mut usize,
    needed: usize,
    from: (*const u8, usize),
) -> Result<&'a mut [u8], Error> {
    if out_len.is_null() {
        return Err(Error::Null("pointer to the length"));
    }
    // SAFETY: the pointer is not NULL; the caller upholds the rest of this function's contract.
    let given = unsafe { out_len.replace(needed) };
    if given < needed {
        return Err(Error::BufferLength { what: "output", given, needed });
    }
    check_buffers(from, (out, needed))?;
    // SAFETY: the caller upholds this function's contract.
    unsafe { output("output", out, needed) }
}
