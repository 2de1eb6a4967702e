//! Ascon (SP 800-232) beyond its hash.

use core::ffi::c_int;

use astragal::aead::AsconAead128;
use astragal::xof::AsconXof128;
use zeroize::Zeroizing;

use super::sponge::expand;
use crate::bytes::{array, check, check_apart, give};
use crate::guard::{guard, guard_keyed};
use crate::kind::aead::text;

/// Ascon-XOF128 (SP 800-232 section 5.2): `out_len` bytes of output for a message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_ascon_xof128(
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { expand(AsconXof128::new(), (msg, len), (out, out_len)) })
}

/// Encrypts with Ascon-AEAD128 (SP 800-232 section 4); the ciphertext has the message's length.
///
/// @param nonce never twice with the same key.
/// @param ad associated data: authenticated, not encrypted.
/// @param ct receives `len` bytes; may be `msg` itself, or overlap it, but not `ad`.
/// @param tag receives 16 bytes.
///
/// cbindgen:ptrs-as-arrays=[[key; 16], [nonce; 16], [tag; 16]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_ascon_aead128_encrypt(
    key: *const u8,
    nonce: *const u8,
    ad: *const u8,
    ad_len: usize,
    msg: *const u8,
    len: usize,
    ct: *mut u8,
    tag: *mut u8,
) -> c_int {
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        let key = Zeroizing::new(array("the key", key)?);
        let nonce = array("the nonce", nonce)?;
        check("the tag", tag, 16)?;
        check("the output", ct, len)?;
        check_apart("the tag and the output", (tag, 16), (ct, len))?;
        let (ad, text) = text((ad, ad_len), msg, ct, len)?;
        let computed = AsconAead128::new(&key).encrypt_in_place_detached(&nonce, ad, text);
        give(tag, &computed)
    })
}

/// Decrypts with Ascon-AEAD128 (SP 800-232 section 4) if the tag is the ciphertext's tag.
///
/// @param msg receives `len` bytes; may be `ct` itself, or overlap it, but not `ad`.
/// @return ASTRAGAL_INVALID if it is not the tag: `msg` is zeroed then, and the message is not to be used.
///
/// cbindgen:ptrs-as-arrays=[[key; 16], [nonce; 16], [tag; 16]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_ascon_aead128_decrypt(
    key: *const u8,
    nonce: *const u8,
    ad: *const u8,
    ad_len: usize,
    ct: *const u8,
    len: usize,
    tag: *const u8,
    msg: *mut u8,
) -> c_int {
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        let key = Zeroizing::new(array("the key", key)?);
        let nonce = array("the nonce", nonce)?;
        check("the tag", tag, 16)?;
        check("the output", msg, len)?;
        check_apart("the tag and the output", (tag, 16), (msg, len))?;
        let tag = array("the tag", tag)?;
        let (ad, text) = text((ad, ad_len), ct, msg, len)?;
        Ok(AsconAead128::new(&key).decrypt_in_place_detached(&nonce, ad, text, &tag)?)
    })
}
