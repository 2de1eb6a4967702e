//! AES in CTR, CBC and GCM.

use core::ffi::c_int;
use core::ptr;

use astragal::cipher::Padding;
use astragal::error::{Allowed, ParameterError};
use astragal::registry::object_storage::Slot;
use astragal::registry::{self, Direction, DynAead};

use crate::buffers::{array, input};
use crate::error::Error;
use crate::guard::guard_with_stack_wipe;
use crate::kind::aead::{open, seal};
use crate::kind::mode::{ModeArgs, write_len};

/// Encrypts or decrypts with AES in counter mode (SP 800-38A section 6.5). The length of the key selects AES-128,
/// AES-192 or AES-256. Nothing is authenticated.
///
/// @param key 16, 24 or 32 bytes.
/// @param iv first counter block. Two messages with the same key must never use the same counter block.
/// @param out receives `len` bytes; may be `msg`, but must not partially overlap it.
/// @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long.
///
/// cbindgen:ptrs-as-arrays=[[iv; 16]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aes_ctr(
    key: *const u8,
    key_len: usize,
    iv: *const u8,
    msg: *const u8,
    len: usize,
    out: *mut u8,
) -> c_int {
    let variant = ("aes-ctr", ["aes-128-ctr", "aes-192-ctr", "aes-256-ctr"], Direction::Encrypt);
    guard_with_stack_wipe(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe { mode(variant, (key, key_len), iv, (msg, len), (out, len)) }.map(|_| ())
    })
}

/// Encrypts with AES in CBC mode (SP 800-38A section 6.2) and PKCS#7 padding. Nothing is authenticated.
///
/// @param key 16, 24 or 32 bytes.
/// @param iv unpredictable and new for each message: 16 random bytes.
/// @param out receives the ciphertext; may be `msg`, but must not partially overlap it.
/// @param out_len size of `out` in bytes: at least (len / 16 + 1) * 16, the length of the ciphertext.
/// @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long, or if `out` is too short.
///
/// cbindgen:ptrs-as-arrays=[[iv; 16]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aes_cbc_encrypt(
    key: *const u8,
    key_len: usize,
    iv: *const u8,
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    let variant = ("aes-cbc", CBC, Direction::Encrypt);
    guard_with_stack_wipe(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe { mode(variant, (key, key_len), iv, (msg, len), (out, out_len)) }.map(|_| ())
    })
}

/// Decrypts with AES in CBC mode and PKCS#7 padding. Authenticate the ciphertext first: an attacker who sees the
/// results for chosen ciphertexts can decrypt the message (padding oracle).
///
/// @param key 16, 24 or 32 bytes.
/// @param iv the same as for encryption.
/// @param out receives the message, at most len - 1 bytes; may be `ct`, but must not partially overlap it.
/// @param out_len size of `out` in bytes.
/// @param written receives the length of the message; may be NULL.
/// @retval ASTRAGAL_INVALID if the padding is invalid. In this case, `out` is zeroed.
/// @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long, if `len` is not a positive multiple of 16, or
/// if `out` is too short.
///
/// cbindgen:ptrs-as-arrays=[[iv; 16]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aes_cbc_decrypt(
    key: *const u8,
    key_len: usize,
    iv: *const u8,
    ct: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
    written: *mut usize,
) -> c_int {
    let variant = ("aes-cbc", CBC, Direction::Decrypt);
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        write_len(written, mode(variant, (key, key_len), iv, (ct, len), (out, out_len))?);
        Ok(())
    })
}

/// Encrypts and authenticates with AES-GCM (SP 800-38D). If nonces are random or not 12 bytes long, encrypt at most
/// 2^32 messages with one key (section 8.3).
///
/// @param key 16, 24 or 32 bytes.
/// @param nonce 12 bytes, or any other length except 0; never reuse it with the same key.
/// @param ad associated data: authenticated, not encrypted.
/// @param ct receives `len` bytes; may be `msg` or overlap it, but must not overlap `ad`.
/// @param tag receives 16 bytes.
/// @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long, or if the nonce is empty.
///
/// cbindgen:ptrs-as-arrays=[[tag; 16]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aes_gcm_encrypt(
    key: *const u8,
    key_len: usize,
    nonce: *const u8,
    nonce_len: usize,
    ad: *const u8,
    ad_len: usize,
    msg: *const u8,
    len: usize,
    ct: *mut u8,
    tag: *mut u8,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        gcm((key, key_len), |cipher| {
            seal(cipher, (nonce, nonce_len), (ad, ad_len), (msg, len), ct, (tag, 16))
        })
    })
}

/// Verifies the tag and decrypts with AES-GCM.
///
/// @param key 16, 24 or 32 bytes.
/// @param nonce the same as for encryption.
/// @param ad the same as for encryption.
/// @param msg receives `len` bytes; may be `ct` or overlap it, but must not overlap `ad`.
/// @retval ASTRAGAL_INVALID if the tag does not verify. In this case, `msg` is zeroed.
/// @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long, or if the nonce is empty.
///
/// cbindgen:ptrs-as-arrays=[[tag; 16]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_aes_gcm_decrypt(
    key: *const u8,
    key_len: usize,
    nonce: *const u8,
    nonce_len: usize,
    ad: *const u8,
    ad_len: usize,
    ct: *const u8,
    len: usize,
    tag: *const u8,
    msg: *mut u8,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        gcm((key, key_len), |cipher| {
            open(cipher, (nonce, nonce_len), (ad, ad_len), (ct, len), (tag, 16), msg)
        })
    })
}

const CBC: [&str; 3] = ["aes-128-cbc", "aes-192-cbc", "aes-256-cbc"];

/// Allowed key lengths of AES in bytes.
const KEY_BYTES: &[usize] = &[16, 24, 32];

/// Selects one of three algorithm names by the length of the key.
fn name_by_key(
    algorithm: &'static str,
    names: [&'static str; 3],
    key: &[u8],
) -> Result<&'static str, Error> {
    let chosen = KEY_BYTES.iter().position(|&bytes| bytes == key.len());
    chosen.map(|chosen| names[chosen]).ok_or_else(|| {
        let (what, given, allowed) = ("key", key.len(), Allowed::OneOf(KEY_BYTES));
        ParameterError::Length { algorithm, what, given, allowed }.into()
    })
}

/// Encrypts or decrypts a whole message with a mode. Returns the number of bytes written.
///
/// # Safety
/// Each pointer must be NULL or valid for its length: `key`, `iv` (16 bytes) and `from` for reads, `to` for reads and
/// writes. Nothing else may access `to` during the call, but `from` may start at the same address.
unsafe fn mode(
    (algorithm, names, direction): (&'static str, [&'static str; 3], Direction),
    (key, key_len): (*const u8, usize),
    iv: *const u8,
    from: (*const u8, usize),
    to: (*mut u8, usize),
) -> Result<usize, Error> {
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        let (key, iv) = (input("key", key, key_len)?, array::<16>("IV", iv)?);
        let mode =
            registry::mode(name_by_key(algorithm, names, key)?).map_err(Error::unknown_name)?;
        ModeArgs { direction, padding: Padding::Pkcs7, key, iv: &iv }.once(mode, from, to)
    }
}

/// Calls `body` with an AES-GCM object that has this key.
///
/// # Safety
/// `key` must be NULL or valid for reads of `key_len` bytes.
unsafe fn gcm(
    (key, key_len): (*const u8, usize),
    body: impl Fn(&(dyn DynAead + 'static)) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    let key = unsafe { input("key", key, key_len)? };
    let name = name_by_key("aes-gcm", ["aes-128-gcm", "aes-192-gcm", "aes-256-gcm"], key)?;
    let row = registry::aead(name).map_err(Error::unknown_name)?;
    let mut result = Ok(());
    row.new_aead_to(
        key,
        Slot::Owner(&mut |cipher| {
            result = body(cipher);
            // SAFETY: the registry gives the closure the only pointer to the object, so it is dropped once.
            unsafe { ptr::drop_in_place(cipher) };
        }),
    )?;
    result
}
