//! Ascon (SP 800-232): XOF and AEAD.

use core::ffi::c_int;

use astragal::aead::AsconAead128;
use astragal::xof::AsconXof128;
use zeroize::Zeroizing;

use super::sponge::xof_output;
use crate::buffers::{array, check, check_disjoint, write_output};
use crate::guard::{guard, guard_with_stack_wipe};
use crate::kind::aead::copy_text;

/// Computes `out_len` bytes of Ascon-XOF128 output for a message (SP 800-232 section 5.2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_ascon_xof128(
    msg: *const u8,
    len: usize,
    out: *mut u8,
    out_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { xof_output(AsconXof128::new(), (msg, len), (out, out_len)) })
}

/// Encrypts and authenticates with Ascon-AEAD128 (SP 800-232 section 4). The ciphertext is as long as the message.
///
/// @param nonce never reuse it with the same key.
/// @param ad associated data: authenticated, not encrypted.
/// @param ct receives `len` bytes; may be `msg` or overlap it, but must not overlap `ad`.
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
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        let key = Zeroizing::new(array("key", key)?);
        let nonce = array("nonce", nonce)?;
        check("tag", tag, 16)?;
        check("output", ct, len)?;
        check_disjoint("tag and output", (tag, 16), (ct, len))?;
        let (ad, text) = copy_text((ad, ad_len), msg, ct, len)?;
        let computed = AsconAead128::new(&key).encrypt_in_place_detached(&nonce, ad, text);
        write_output(tag, &computed)
    })
}

/// Verifies the tag and decrypts with Ascon-AEAD128 (SP 800-232 section 4).
///
/// @param nonce the same as for encryption.
/// @param ad the same as for encryption.
/// @param msg receives `len` bytes; may be `ct` or overlap it, but must not overlap `ad`.
/// @retval ASTRAGAL_INVALID if the tag does not verify. In this case, `msg` is zeroed.
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
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        let key = Zeroizing::new(array("key", key)?);
        let nonce = array("nonce", nonce)?;
        check("tag", tag, 16)?;
        check("output", msg, len)?;
        check_disjoint("tag and output", (tag, 16), (msg, len))?;
        let tag = array("tag", tag)?;
        let (ad, text) = copy_text((ad, ad_len), ct, msg, len)?;
        Ok(AsconAead128::new(&key).decrypt_in_place_detached(&nonce, ad, text, &tag)?)
    })
}
