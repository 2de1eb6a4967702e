//! Modes of block ciphers that encrypt without authenticating: CBC, CTR, CFB, OFB, XTS.

mod message;

use core::cell::Cell;
use core::ffi::{c_int, c_void};
use core::ptr;

use astragal::cipher::Padding;
use astragal::error::{Allowed, CipherError, ParameterError, StateError};
use astragal::registry::{CipherMode, Direction, DynMode, Mode as Rule};

use crate::alg::{Alg, known};
use crate::bytes::{check, input, output};
use crate::code::Mistake;
use crate::guard::{guard, guard_or};
use crate::object::{self, Memory};

use message::{Buffers, most, whole};
pub(crate) use message::{Started, tell};

type Dyn = dyn DynMode;

/// Direction: from the plaintext to the ciphertext.
pub const ENCRYPT: c_int = 1;
/// Direction: from the ciphertext to the plaintext.
pub const DECRYPT: c_int = 2;

/// Padding: the usual one, PKCS#7 for CBC and none for the other modes, which need none.
pub const PADDING_DEFAULT: c_int = 0;
/// Padding: PKCS#7 (RFC 5652 section 6.3); only CBC takes it.
pub const PADDING_PKCS7: c_int = 1;
/// Padding: none; CBC takes whole blocks then.
pub const PADDING_NONE: c_int = 2;

/// A message under way in a mode, in one direction. Nothing is authenticated: whoever can change the ciphertext
/// changes the plaintext, so that new designs take an AEAD.
#[derive(Debug)]
pub struct Mode(());

lifecycle!(Mode guard astragal_mode_copy astragal_mode_copy_at astragal_mode_alg astragal_mode_free, object::copy::<Dyn, Mode>);

/// No cipher of the registry has a longer key, and XTS has two; a test looks.
const LONGEST_KEY: usize = 128;

/// Room for an object of any mode wherever it begins, for memory whose length is fixed when the program is
/// compiled: `unsigned char memory[ASTRAGAL_MODE_SIZE_MAX];` Enough for every version with this one's soname.
pub const MODE_SIZE_MAX: usize = 16384;

/// The bytes of memory that astragal_mode_init_at() needs, wherever that begins; 0 if it is no mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_sizeof(alg: *const Alg) -> usize {
    guard_or(0, || {
        let alg = known(alg)?;
        let mode = alg.mode()?;
        // XTS refuses keys with equal halves.
        let mut key = [0; LONGEST_KEY];
        key[0] = 1;
        let iv = [0; LONGEST_KEY];
        let key = key.get(..mode.key_bytes()).ok_or(Mistake::Internal)?;
        let iv = iv.get(..mode.cipher.block_bytes).ok_or(Mistake::Internal)?;
        // The size depends neither on the direction nor on the padding.
        let started = Started { direction: Direction::Decrypt, padding: Padding::None, key, iv };
        object::bytes::<Dyn>(alg, |place| started.put(mode, place))
    })
}

/// A message that begins, on the heap.
///
/// @param out receives the object, or NULL after an error.
/// @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
/// @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
/// @param key of ASTRAGAL_KEY_LEN_MIN bytes, for XTS twice the cipher's; copied.
/// @param iv of ASTRAGAL_NONCE_LEN bytes; for CTR 1 to as many, followed by zeros. CBC: unpredictable,
/// as random bytes are. CTR and OFB: never twice with the same key. XTS: the number of the data unit, little-endian.
/// @return ASTRAGAL_ERR_LENGTH for a key or IV of another length; ASTRAGAL_ERR_PARAMETER for a direction or
/// padding that the mode does not take, and for XTS keys with equal halves.
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
    let how = (direction, padding);
    // SAFETY: the caller's promise.
    guard(|| unsafe { new(out, Memory::ours, alg, how, (key, key_len), (iv, iv_len)) })
}

/// A message that begins, in the caller's memory of astragal_mode_sizeof() bytes, aligned or not. Allocates
/// nothing; only XTS does later, which gathers its data unit. The memory must not be moved, and must outlive the
/// object; astragal_mode_free() wipes it.
///
/// @param out receives the object, which lies in the memory, or NULL after an error.
/// @return ASTRAGAL_ERR_LENGTH if the memory is too small, or as for astragal_mode_new().
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
    let memory = || Memory::of_caller(memory.cast(), memory_len);
    let how = (direction, padding);
    // SAFETY: the caller's promise.
    guard(|| unsafe { new(out, memory, alg, how, (key, key_len), (iv, iv_len)) })
}

/// The size of the output of astragal_mode_update().
///
/// @param len the length of the next piece in bytes.
/// @return the bytes that astragal_mode_update() gives for it; 0 if `mode` is not a live object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_update_len(mode: *const Mode, len: usize) -> usize {
    guard_or(0, || {
        check("the input", ptr::dangling(), len)?;
        // SAFETY: the caller's promise.
        Ok(unsafe { object::shared::<Dyn, _>(mode)? }.update_bytes(len))
    })
}

/// Encrypts or decrypts the next piece of the message, of any length. CTR, CFB and OFB give a byte for a byte. CBC
/// gives whole blocks, and decrypting with padding keeps the last one back. XTS gives nothing before the end.
///
/// @param out receives astragal_mode_update_len() bytes; may be `in` itself, and shares no byte with it otherwise.
/// @param out_len the room in `out`.
/// @param written receives the number of bytes given, unless it is NULL.
/// @return ASTRAGAL_ERR_LENGTH if `out` is too short, ASTRAGAL_ERR_OVERLAP, ASTRAGAL_ERR_STATE if the message has ended;
/// nothing changes then.
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
        // SAFETY: the caller's promise.
        unsafe {
            let (mode, _) = under_way(mode)?;
            let given = match Buffers::of((r#in, len), (out, out_len))? {
                Buffers::Apart { from, to } => mode.update(from, to)?,
                Buffers::Same(data) => {
                    let (given, needed) = (out_len, mode.update_bytes(len));
                    if given < needed {
                        return Err(Mistake::Buffer { what: "the output", given, needed });
                    }
                    mode.update_in_place(data, len)?
                }
            };
            tell(written, given);
        }
        Ok(())
    })
}

/// The size of the output of astragal_mode_finish().
///
/// @return the most bytes that astragal_mode_finish() gives; 0 if `mode` is not a live object.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_finish_len(mode: *const Mode) -> usize {
    // SAFETY: the caller's promise.
    guard_or(0, || Ok(unsafe { object::shared::<Dyn, _>(mode)? }.finish_bytes()))
}

/// Ends the message: CBC's padding, XTS's data unit. Afterwards, also when the end was not valid, restart or free:
/// everything else gives ASTRAGAL_ERR_STATE.
///
/// @param out receives at most astragal_mode_finish_len() bytes.
/// @param out_len the size of `out`; if it is too short, the message has not ended, and finish can be called again.
/// @param written receives the number of bytes given, unless it is NULL.
/// @return ASTRAGAL_INVALID if the padding is not valid, without saying why; ASTRAGAL_ERR_LENGTH if the mode does not
/// take the message's length, or `out` is too short; ASTRAGAL_ERR_STATE if the message has ended before. After an
/// error, do not use what was decrypted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_finish(
    mode: *mut Mode,
    out: *mut u8,
    out_len: usize,
    written: *mut usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe {
            let (mode, has_ended) = under_way(mode)?;
            let finished = mode.finish(output("the output", out, out_len)?);
            has_ended.set(!finished.as_ref().is_err_and(is_too_short));
            tell(written, finished?);
        }
        Ok(())
    })
}

/// Begins another message under the same key, in the same direction and with the same padding: cheaper than a new
/// object, as for the sectors of a disk.
///
/// @param iv as for astragal_mode_new().
/// @return ASTRAGAL_ERR_LENGTH for an IV of another length; nothing changes then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_restart(
    mode: *mut Mode,
    iv: *const u8,
    iv_len: usize,
) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe {
            let iv = input("the IV", iv, iv_len)?;
            object::unique::<Dyn, _>(mode)?.restart(iv)?;
            object::live::<Dyn, _>(mode)?.has_ended().set(false);
        }
        Ok(())
    })
}

/// The rest of the message in one call, and its end: as astragal_mode_update() and astragal_mode_finish(). With
/// nothing under way, XTS allocates nothing either.
///
/// @param out may be `in` itself, and shares no byte with it otherwise.
/// @param out_len the size of `out`.
/// @param written receives the number of bytes given, unless it is NULL.
/// @return as for astragal_mode_update() and astragal_mode_finish(); nothing decrypted is left in `out` after an error.
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
        // SAFETY: the caller's promise.
        unsafe {
            let (mode, has_ended) = under_way(mode)?;
            tell(written, whole(mode, (r#in, len), (out, out_len), has_ended)?);
        }
        Ok(())
    })
}

/// Goes to a byte of the keystream, for a part of a message.
///
/// @param position in bytes from the message's start.
/// @return ASTRAGAL_ERR_PARAMETER for a mode other than CTR; ASTRAGAL_ERR_STATE if the message has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_seek(mode: *mut Mode, position: u64) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        Ok(unsafe { under_way(mode)? }.0.seek(position.into())?)
    })
}

/// The most bytes that astragal_mode_once() gives for a message of `len` bytes; 0 if it is no mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_mode_once_len(
    alg: *const Alg,
    direction: c_int,
    padding: c_int,
    len: usize,
) -> usize {
    guard_or(0, || {
        let mode = known(alg)?.mode()?;
        most(mode, direction_of(direction)?, padding_of(mode, padding)?, len)
    })
}

/// Encrypts or decrypts a whole message. Allocates nothing.
///
/// @param key as for astragal_mode_new().
/// @param iv as for astragal_mode_new().
/// @param out receives at most astragal_mode_once_len() bytes; may be `in` itself, and shares no byte with it
/// otherwise.
/// @param out_len the room in `out`.
/// @param written receives the number of bytes given, unless it is NULL.
/// @return as for astragal_mode_new() and astragal_mode_finish(); nothing decrypted is left in `out` then.
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
        let mode = known(alg)?.mode()?;
        // SAFETY: the caller's promise.
        unsafe {
            let (key, iv) = (input("the key", key, key_len)?, input("the IV", iv, iv_len)?);
            let padding = padding_of(mode, padding)?;
            let started = Started { direction: direction_of(direction)?, padding, key, iv };
            tell(written, started.once(mode, (r#in, len), (out, out_len))?);
        }
        Ok(())
    })
}

/// The object, if its message has not ended, and whether it has.
///
/// # Safety
/// As for [`object::unique`].
unsafe fn under_way<'a>(mode: *mut Mode) -> Result<(&'a mut Dyn, &'a Cell<bool>), Mistake> {
    // SAFETY: the caller's promise.
    let header = unsafe { object::live::<Dyn, _>(mode)? };
    if header.has_ended().get() {
        return Err(StateError::MessageEnded { algorithm: header.alg().name() }.into());
    }
    // SAFETY: the caller's promise.
    Ok((unsafe { object::unique::<Dyn, _>(mode)? }, header.has_ended()))
}

/// Whether the caller's output is too short, after which the message can still be ended.
fn is_too_short(error: &CipherError) -> bool {
    let CipherError::Parameter(ParameterError::Length { allowed, .. }) = error else {
        return false;
    };
    matches!(allowed, Allowed::AtLeast(_))
}

pub(crate) fn direction_of(number: c_int) -> Result<Direction, Mistake> {
    match number {
        ENCRYPT => Ok(Direction::Encrypt),
        DECRYPT => Ok(Direction::Decrypt),
        _ => Err(Mistake::NoChoice { what: "direction", given: number }),
    }
}

fn padding_of(mode: CipherMode, number: c_int) -> Result<Padding, Mistake> {
    let is_cbc = mode.mode == Rule::Cbc;
    match number {
        PADDING_DEFAULT if is_cbc => Ok(Padding::Pkcs7),
        PADDING_PKCS7 if is_cbc => Ok(Padding::Pkcs7),
        PADDING_DEFAULT | PADDING_NONE => Ok(Padding::None),
        PADDING_PKCS7 => {
            Err(Mistake::NoPadding { cipher: mode.cipher.name, suffix: mode.mode.suffix() })
        }
        _ => Err(Mistake::NoChoice { what: "padding", given: number }),
    }
}

/// # Safety
/// As for [`object::make`] and [`input`].
unsafe fn new(
    out: *mut *mut Mode,
    memory: impl FnOnce() -> Result<Memory, Mistake>,
    alg: *const Alg,
    (direction, padding): (c_int, c_int),
    (key, key_len): (*const u8, usize),
    (iv, iv_len): (*const u8, usize),
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    unsafe {
        object::make::<Dyn, _>(
            out,
            memory,
            || known(alg),
            |alg, place| {
                let mode = alg.mode()?;
                let (key, iv) = (input("the key", key, key_len)?, input("the IV", iv, iv_len)?);
                let padding = padding_of(mode, padding)?;
                let direction = direction_of(direction)?;
                Started { direction, padding, key, iv }.put(mode, place)
            },
        )
    }
}
