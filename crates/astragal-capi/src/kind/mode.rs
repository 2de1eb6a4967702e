//! Encryption without authentication: block cipher modes (CBC, CTR, CFB, OFB, XTS) and stream ciphers.

mod message;

use core::cell::Cell;
use core::ffi::{c_int, c_void};
use core::ptr;

use astragal::cipher::Padding;
use astragal::error::{Allowed, CipherError, ParameterError, StateError};
use astragal::registry::{CipherMode, Direction, DynMode, Mode as RegistryMode};

use crate::alg::{Alg, from_handle};
use crate::buffers::{check, input, output};
use crate::error::Error;
use crate::guard::{guard, guard_or};
use crate::object::{self, Memory};

use message::{Buffers, max_output_bytes, process_rest};
pub(crate) use message::{ModeArgs, write_len};

type Dyn = dyn DynMode;

/// Direction: encryption, from plaintext to ciphertext.
pub const ENCRYPT: c_int = 1;
/// Direction: decryption, from ciphertext to plaintext.
pub const DECRYPT: c_int = 2;

/// Padding: the mode's default. CBC uses PKCS#7; the other modes need no padding.
pub const PADDING_DEFAULT: c_int = 0;
/// Padding: PKCS#7 (RFC 5652 section 6.3); only for CBC.
pub const PADDING_PKCS7: c_int = 1;
/// Padding: none. CBC then accepts only whole blocks.
pub const PADDING_NONE: c_int = 2;

/// Streaming state that encrypts or decrypts one message with a block cipher mode or a stream cipher. Nothing is
/// authenticated: an attacker who can change the ciphertext can change the plaintext. Prefer an AEAD in new designs.
#[derive(Debug)]
pub struct Mode(());

lifecycle!(Mode guard astragal_mode_copy astragal_mode_copy_at astragal_mode_alg astragal_mode_free, object::copy::<Dyn, Mode>);

/// Maximum key length in bytes of the modes in the registry; an XTS key consists of two cipher keys. A test checks this
/// limit.
const MAX_KEY_BYTES: usize = 128;

/// Upper limit in bytes for the results of astragal_mode_sizeof(). Use it for arrays of fixed size:
/// `unsigned char memory[ASTRAGAL_MODE_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
pub const MODE_SIZE_MAX: usize = 16384;

/// Returns how many bytes of memory astragal_mode_init_at() needs for this algorithm. The memory needs no alignment.
/// Returns 0 if `alg` is not a mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = from_handle(alg)?;
        let mode = alg.mode()?;
        // This key is used only to measure the size of an object. Its halves differ, because XTS rejects a key with
        // equal halves.
        let mut key = [0; MAX_KEY_BYTES];
        key[0] = 1;
        let iv = [0; MAX_KEY_BYTES];
        let key = key.get(..mode.key_bytes()).ok_or(Error::Internal)?;
        let iv = iv.get(..mode.cipher.block_bytes).ok_or(Error::Internal)?;
        // The size of an object does not depend on the direction or the padding, so any values can be used here.
        let args = ModeArgs { direction: Direction::Decrypt, padding: Padding::None, key, iv };
        object::object_bytes::<Dyn>(alg, |slot| args.create(mode, slot))
    })
}

/// Creates the streaming state of a message, on the heap.
///
/// @param out receives the object, or NULL on error.
/// @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
/// @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
/// @param key ASTRAGAL_KEY_LEN_MIN bytes, which the library copies. For XTS, two cipher keys, one after the other.
/// @param iv ASTRAGAL_NONCE_LEN bytes. For CBC, the IV must be unpredictable, such as random bytes. For CTR, the IV may
/// be shorter (1 byte or more); zeros then fill the rest. For CTR, OFB and stream ciphers, never reuse an IV with the
/// same key. For XTS, the IV is the number of the data unit in little-endian order.
/// @retval ASTRAGAL_ERR_LENGTH if the key or IV has the wrong length.
/// @retval ASTRAGAL_ERR_PARAMETER if the mode does not accept the direction or padding, or if the two halves of an XTS
/// key are equal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_new(
    out: *mut *mut Mode,
    alg: *const Alg,
    direction: c_int,
    padding: c_int,
    key: *const u8,
    key_len: usize,
    iv: *const u8,
    iv_len: usize,
) -> c_int {
    let options = (direction, padding);
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { new(out, Memory::heap, alg, options, (key, key_len), (iv, iv_len)) })
}

/// Creates the streaming state of a message, in memory that the caller provides. The memory must have
/// astragal_mode_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
/// astragal_mode_free() wipes it. Allocates nothing; XTS allocates later to buffer its data unit.
///
/// @param out receives the object, which is in `memory`, or NULL on error.
/// @param key as for astragal_mode_new().
/// @param iv as for astragal_mode_new().
/// @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the key or IV has the wrong length.
/// @retval ASTRAGAL_ERR_PARAMETER if the mode does not accept the direction or padding, or if the two halves of an XTS
/// key are equal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_init_at(
    out: *mut *mut Mode,
    memory: *mut c_void,
    memory_len: usize,
    alg: *const Alg,
    direction: c_int,
    padding: c_int,
    key: *const u8,
    key_len: usize,
    iv: *const u8,
    iv_len: usize,
) -> c_int {
    let memory = || Memory::caller(memory.cast(), memory_len);
    let options = (direction, padding);
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { new(out, memory, alg, options, (key, key_len), (iv, iv_len)) })
}

/// Returns the output length of astragal_mode_update() for the next input.
///
/// @param len length of the next input in bytes.
/// @return the number of bytes that astragal_mode_update() writes; 0 if `mode` is not a live object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_update_len(mode: *const Mode, len: usize) -> usize {
    guard_or(0, || {
        check("input", ptr::dangling(), len)?;
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        Ok(unsafe { object::shared::<Dyn, _>(mode)? }.update_bytes(len))
    })
}

/// Encrypts or decrypts the next part of the message, of any length. CTR, CFB, OFB and stream ciphers write as many
/// bytes as they read. CBC writes whole blocks. When CBC decrypts with padding, it delays the last block, which may
/// contain padding. XTS writes nothing until the message ends. After ASTRAGAL_ERR_LENGTH or ASTRAGAL_ERR_OVERLAP, the
/// message can continue.
///
/// @param in next part of the message.
/// @param out receives astragal_mode_update_len() bytes; may be `in`, but must not partially overlap it.
/// @param out_len size of `out` in bytes.
/// @param written receives the number of bytes written; may be NULL.
/// @retval ASTRAGAL_ERR_LENGTH if `out` is too short.
/// @retval ASTRAGAL_ERR_OVERLAP if `out` partially overlaps `in`.
/// @retval ASTRAGAL_ERR_STATE if the message has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_update(
    mode: *mut Mode,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    written: *mut usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let (mode, _) = active(mode)?;
            let given = match Buffers::new((r#in, len), (out, out_len))? {
                Buffers::Disjoint { from, to } => mode.update(from, to)?,
                Buffers::InPlace(data) => {
                    let (given, needed) = (out_len, mode.update_bytes(len));
                    if given < needed {
                        return Err(Error::BufferLength { what: "output", given, needed });
                    }
                    mode.update_in_place(data, len)?
                }
            };
            write_len(written, given);
        }
        Ok(())
    })
}

/// Returns the maximum output length of astragal_mode_finish().
///
/// @return the largest number of bytes that astragal_mode_finish() writes; 0 if `mode` is not a live object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_finish_len(mode: *const Mode) -> usize {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_or(0, || Ok(unsafe { object::shared::<Dyn, _>(mode)? }.finish_bytes()))
}

/// Ends the message: CBC adds or removes the padding, and XTS processes its data unit. Afterwards, even after invalid
/// padding, the object can only be restarted, copied or freed. Other calls return ASTRAGAL_ERR_STATE. After an error,
/// discard the decrypted data.
///
/// @param out receives at most astragal_mode_finish_len() bytes.
/// @param out_len size of `out` in bytes. If it is too short, the message has not ended, and the call can be repeated.
/// @param written receives the number of bytes written; may be NULL.
/// @retval ASTRAGAL_INVALID if the padding is invalid. The library does not say what is wrong with it.
/// @retval ASTRAGAL_ERR_LENGTH if `out` is too short, or if the mode does not accept the length of the message.
/// @retval ASTRAGAL_ERR_STATE if the message has already ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_finish(
    mode: *mut Mode,
    out: *mut u8,
    out_len: usize,
    written: *mut usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let (mode, has_ended) = active(mode)?;
            let finished = mode.finish(output("output", out, out_len)?);
            has_ended.set(!finished.as_ref().is_err_and(is_too_short));
            write_len(written, finished?);
        }
        Ok(())
    })
}

/// Starts another message with the same key, direction and padding, for example the next sector of a disk. This is
/// faster than creating a new object.
///
/// @param iv as for astragal_mode_new().
/// @retval ASTRAGAL_ERR_LENGTH if the IV has the wrong length. `mode` is left unchanged.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_restart(
    mode: *mut Mode,
    iv: *const u8,
    iv_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let iv = input("IV", iv, iv_len)?;
            object::unique::<Dyn, _>(mode)?.restart(iv)?;
            object::live::<Dyn, _>(mode)?.has_ended().set(false);
        }
        Ok(())
    })
}

/// Processes the rest of the message and ends it, like astragal_mode_update() followed by astragal_mode_finish(). If no
/// earlier call has passed data, XTS allocates no buffer. After an error, `out` contains no decrypted data.
///
/// @param in rest of the message.
/// @param out may be `in`, but must not partially overlap it.
/// @param out_len size of `out` in bytes.
/// @param written receives the number of bytes written; may be NULL.
/// @retval ASTRAGAL_INVALID if the padding is invalid.
/// @retval ASTRAGAL_ERR_LENGTH if `out` is too short, or if the mode does not accept the length of the message.
/// @retval ASTRAGAL_ERR_OVERLAP if `out` partially overlaps `in`.
/// @retval ASTRAGAL_ERR_STATE if the message has already ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_whole(
    mode: *mut Mode,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    written: *mut usize,
) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let (mode, has_ended) = active(mode)?;
            write_len(written, process_rest(mode, (r#in, len), (out, out_len), has_ended)?);
        }
        Ok(())
    })
}

/// Moves to a byte position in the keystream, so that the next call processes the message from there.
///
/// @param position offset in bytes from the start of the message.
/// @retval ASTRAGAL_ERR_PARAMETER if the algorithm is neither a block cipher in CTR mode nor a stream cipher.
/// @retval ASTRAGAL_ERR_STATE if the message has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_seek(mode: *mut Mode, position: u64) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        Ok(unsafe { active(mode)? }.0.seek(position.into())?)
    })
}

/// Returns the maximum output length in bytes of astragal_mode_once() for a message of `len` bytes; 0 if `alg` is not a
/// mode.
///
/// @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
/// @param len length of the message in bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_once_len(
    alg: *const Alg,
    direction: c_int,
    padding: c_int,
    len: usize,
) -> usize {
    guard_or(0, || {
        let mode = from_handle(alg)?.mode()?;
        max_output_bytes(mode, direction_of(direction)?, padding_of(mode, padding)?, len)
    })
}

/// Encrypts or decrypts a whole message. Allocates nothing. After an error, `out` contains no decrypted data.
///
/// @param key as for astragal_mode_new().
/// @param iv as for astragal_mode_new().
/// @param in the whole message.
/// @param out receives at most astragal_mode_once_len() bytes; may be `in`, but must not partially overlap it.
/// @param out_len size of `out` in bytes.
/// @param written receives the number of bytes written; may be NULL.
/// @retval ASTRAGAL_INVALID if the padding is invalid.
/// @retval ASTRAGAL_ERR_LENGTH if `out` is too short, or if the mode does not accept the length of the key, IV or
/// message.
/// @retval ASTRAGAL_ERR_PARAMETER if the mode does not accept the direction or padding, or if the two halves of an XTS
/// key are equal.
/// @retval ASTRAGAL_ERR_OVERLAP if `out` partially overlaps `in`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_once(
    alg: *const Alg,
    direction: c_int,
    padding: c_int,
    key: *const u8,
    key_len: usize,
    iv: *const u8,
    iv_len: usize,
    r#in: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    written: *mut usize,
) -> c_int {
    guard(|| {
        let mode = from_handle(alg)?.mode()?;
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let (key, iv) = (input("key", key, key_len)?, input("IV", iv, iv_len)?);
            let padding = padding_of(mode, padding)?;
            let args = ModeArgs { direction: direction_of(direction)?, padding, key, iv };
            write_len(written, args.once(mode, (r#in, len), (out, out_len))?);
        }
        Ok(())
    })
}

/// Returns the mode object, and the flag that records whether its message has ended. Returns an error if the message
/// has already ended.
///
/// # Safety
/// `mode` must be NULL or point to an object of this library. Nothing else may use the object while the result is in
/// use.
unsafe fn active<'a>(mode: *mut Mode) -> Result<(&'a mut Dyn, &'a Cell<bool>), Error> {
    // SAFETY: the caller upholds this function's contract.
    let header = unsafe { object::live::<Dyn, _>(mode)? };
    if header.has_ended().get() {
        return Err(StateError::MessageEnded { algorithm: header.alg().name() }.into());
    }
    // SAFETY: the caller upholds this function's contract.
    Ok((unsafe { object::unique::<Dyn, _>(mode)? }, header.has_ended()))
}

/// Returns whether `error` says that the output buffer is too short. After this error, the caller can still end the
/// message.
fn is_too_short(error: &CipherError) -> bool {
    let CipherError::Parameter(ParameterError::Length { allowed, .. }) = error else {
        return false;
    };
    matches!(allowed, Allowed::AtLeast(_))
}

pub(crate) fn direction_of(number: c_int) -> Result<Direction, Error> {
    match number {
        ENCRYPT => Ok(Direction::Encrypt),
        DECRYPT => Ok(Direction::Decrypt),
        _ => Err(Error::InvalidChoice {
            what: "direction",
            given: number,
            allowed: "ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT",
        }),
    }
}

fn padding_of(mode: CipherMode, number: c_int) -> Result<Padding, Error> {
    let is_cbc = mode.mode == RegistryMode::Cbc;
    match number {
        PADDING_DEFAULT if is_cbc => Ok(Padding::Pkcs7),
        PADDING_PKCS7 if is_cbc => Ok(Padding::Pkcs7),
        PADDING_DEFAULT | PADDING_NONE => Ok(Padding::None),
        PADDING_PKCS7 => {
            Err(Error::PaddingNotTaken { cipher: mode.cipher.name, suffix: mode.mode.suffix() })
        }
        _ => Err(Error::InvalidChoice {
            what: "padding",
            given: number,
            allowed: "ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE",
        }),
    }
}

/// Creates the streaming state of a mode in `memory` and writes its address to `out`.
///
/// # Safety
/// `out` must be NULL or valid for a write. `key` and `iv` must be NULL or valid for reads of their lengths. The memory
/// must be valid for reads and writes, and nothing else may use it during the lifetime of the object.
unsafe fn new(
    out: *mut *mut Mode,
    memory: impl FnOnce() -> Result<Memory, Error>,
    alg: *const Alg,
    (direction, padding): (c_int, c_int),
    (key, key_len): (*const u8, usize),
    (iv, iv_len): (*const u8, usize),
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        object::create::<Dyn, _>(
            out,
            memory,
            || from_handle(alg),
            |alg, slot| {
                let mode = alg.mode()?;
                let (key, iv) = (input("key", key, key_len)?, input("IV", iv, iv_len)?);
                let padding = padding_of(mode, padding)?;
                let direction = direction_of(direction)?;
                ModeArgs { direction, padding, key, iv }.create(mode, slot)
            },
        )
    }
}
