//! AES in CTR, CBC and GCM.

use core::ffi::c_int;
use core::ptr;

use astragal::cipher::Padding;
use astragal::error::{Allowed, ParameterError};
use astragal::registry::object_storage::{self, Slot};
use astragal::registry::{self, Direction, DynAead};

use crate::bytes::{array, input};
use crate::code::Mistake;
use crate::guard::guard_keyed;
use crate::kind::aead::{open, seal};
use crate::kind::mode::{Started, tell};

/// AES-128, AES-192 or AES-256, by the key's length, in the counter mode (SP 800-38A section 6.5): encrypts and
/// decrypts. Nothing is authenticated.
///
/// @param key of 16, 24 or 32 bytes.
/// @param iv the first counter block; counters of two messages under one key must never meet.
/// @param out receives `len` bytes; may be `msg` itself, and shares no byte with it otherwise.
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
    let how = ("aes-ctr", ["aes-128-ctr", "aes-192-ctr", "aes-256-ctr"], Direction::Encrypt);
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe { mode(how, (key, key_len), iv, (msg, len), (out, len)) }.map(|_| ()))
}

/// AES in CBC (SP 800-38A section 6.2) with PKCS#7 padding: encrypts. Nothing is authenticated.
///
/// @param key of 16, 24 or 32 bytes.
/// @param iv unpredictable, and another for each message: 16 random bytes.
/// @param out receives the ciphertext; may be `msg` itself, and shares no byte with it otherwise.
/// @param out_len the room in `out`: at least (len / 16 + 1) * 16, which is the ciphertext's length.
/// @return ASTRAGAL_ERR_LENGTH if the room is too little.
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
    let how = ("aes-cbc", CBC, Direction::Encrypt);
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe { mode(how, (key, key_len), iv, (msg, len), (out, out_len)) }.map(|_| ()))
}

/// AES in CBC with PKCS#7 padding: decrypts.
///
/// @param key of 16, 24 or 32 bytes.
/// @param out receives the message, of at most len - 1 bytes; may be `ct` itself, and shares no byte with it
/// otherwise.
/// @param out_len the room in `out`.
/// @param written receives the message's length.
/// @return ASTRAGAL_INVALID if the padding is not as it has to be; `out` is zeroed then. An attacker who
/// sees this result for ciphertexts of his choice can decrypt the message (a padding oracle): authenticate first.
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
    let how = ("aes-cbc", CBC, Direction::Decrypt);
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        tell(written, mode(how, (key, key_len), iv, (ct, len), (out, out_len))?);
        Ok(())
    })
}

/// AES-GCM (SP 800-38D): encrypts and authenticates. Encrypt at most 2^32 messages under one key if nonces are random
/// or do not have 12 bytes (section 8.3).
///
/// @param key of 16, 24 or 32 bytes.
/// @param nonce of 12 bytes, or of any other length but 0; never twice with the same key.
/// @param ad associated data: authenticated, not encrypted.
/// @param ct receives `len` bytes; may be `msg` itself, or overlap it, but not `ad`.
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
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        gcm((key, key_len), |cipher| {
            seal(cipher, (nonce, nonce_len), (ad, ad_len), (msg, len), ct, (tag, 16))
        })
    })
}

/// AES-GCM: decrypts if the tag is the ciphertext's tag.
///
/// @param msg receives `len` bytes; may be `ct` itself, or overlap it, but not `ad`.
/// @return ASTRAGAL_INVALID if the tag does not verify; `msg` is zeroed then.
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
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        gcm((key, key_len), |cipher| {
            open(cipher, (nonce, nonce_len), (ad, ad_len), (ct, len), (tag, 16), msg)
        })
    })
}

const CBC: [&str; 3] = ["aes-128-cbc", "aes-192-cbc", "aes-256-cbc"];

/// The lengths of AES's keys.
const KEYS: &[usize] = &[16, 24, 32];

/// The name that the key's length chooses.
fn by_key(
    algorithm: &'static str,
    names: [&'static str; 3],
    key: &[u8],
) -> Result<&'static str, Mistake> {
    let chosen = KEYS.iter().position(|&bytes| bytes == key.len());
    chosen.map(|chosen| names[chosen]).ok_or_else(|| {
        let (what, given, allowed) = ("key", key.len(), Allowed::OneOf(KEYS));
        ParameterError::Length { algorithm, what, given, allowed }.into()
    })
}

/// A whole message in a mode; the number of bytes given.
///
/// # Safety
/// The key and the 16 bytes of the IV are valid for reads; the rest as for [`Started::once`].
unsafe fn mode(
    (algorithm, names, direction): (&'static str, [&'static str; 3], Direction),
    (key, key_len): (*const u8, usize),
    iv: *const u8,
    from: (*const u8, usize),
    to: (*mut u8, usize),
) -> Result<usize, Mistake> {
    // SAFETY: the caller's promise.
    unsafe {
        let (key, iv) = (input("the key", key, key_len)?, array::<16>("the IV", iv)?);
        let mode = registry::mode(by_key(algorithm, names, key)?).map_err(Mistake::unknown_name)?;
        Started { direction, padding: Padding::Pkcs7, key, iv: &iv }.once(mode, from, to)
    }
}

/// Runs `body` on AES-GCM under a key.
///
/// # Safety
/// The key is valid for reads of its length.
unsafe fn gcm(
    (key, key_len): (*const u8, usize),
    body: impl Fn(&(dyn DynAead + 'static)) -> Result<(), Mistake>,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    let key = unsafe { input("the key", key, key_len)? };
    let name = by_key("aes-gcm", ["aes-128-gcm", "aes-192-gcm", "aes-256-gcm"], key)?;
    let row = registry::aead(name).map_err(Mistake::unknown_name)?;
    let mut result = Ok(());
    object_storage::new_aead(
        row,
        key,
        Slot::Owner(&mut |cipher| {
            result = body(cipher);
            // SAFETY: the registry gives the object away.
            unsafe { ptr::drop_in_place(cipher) };
        }),
    )?;
    result
}
