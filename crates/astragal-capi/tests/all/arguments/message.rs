//! Calls streaming AEAD functions with bad arguments.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::aead::message::*;
use astragal_capi::kind::aead::*;
use astragal_capi::kind::mode::{DECRYPT, ENCRYPT};

use super::{HUGE, NOTHING, Table, alg, misaligned_handle, of_number, of_pointer};

pub(super) fn test_arguments(table: &mut Table) {
    let (ccm, siv) = (alg(AEAD, "aes-128-ccm"), alg(AEAD, "aes-128-gcm-siv"));
    let (data, mut out, mut tag, mut memory) = ([1_u8; 64], [0_u8; 64], [0_u8; 16], [0_u64; 1024]);
    let (d, o, t) = (data.as_ptr(), out.as_mut_ptr(), tag.as_mut_ptr());
    let (start, length) = (memory.as_mut_ptr().cast::<c_void>(), size_of_val(&memory));
    let (mut aead, mut other, mut copy) = (null_mut(), null_mut(), null_mut());
    let (mut sealing, mut opening) = (null_mut(), null_mut());
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        assert_eq!(astragal_aead_new(&mut aead, ccm, d, 16, null()), OK);
        assert_eq!(astragal_aead_new(&mut other, siv, d, 16, null()), OK);
        table.rows(
            "astragal_aead_message_sizeof",
            [
                (of_number(astragal_aead_message_sizeof(null())), NOTHING),
                (of_number(astragal_aead_message_sizeof(misaligned_handle())), NOTHING),
                (of_number(astragal_aead_message_sizeof(siv)), NOTHING),
                (of_number(astragal_aead_message_sizeof(ccm)), OK),
            ],
        );
        let new = |out: *mut _, aead: *const Aead, direction, nonce, nonce_len, ad, ad_len, tag| {
            astragal_aead_message_new(out, aead, direction, nonce, nonce_len, ad, ad_len, 8, tag)
        };
        table.rows(
            "astragal_aead_message_new",
            [
                (new(null_mut(), aead, ENCRYPT, d, 12, d, 1, 16), ERR_NULL),
                (new(&mut copy, null(), ENCRYPT, d, 12, d, 1, 16), ERR_NULL),
                (new(&mut copy, d.wrapping_add(1).cast(), ENCRYPT, d, 12, d, 1, 16), ERR_OBJECT),
                (new(&mut copy, aead, 0, d, 12, d, 1, 16), ERR_PARAMETER),
                (new(&mut copy, aead, ENCRYPT, null(), 12, d, 1, 16), ERR_NULL),
                (new(&mut copy, aead, ENCRYPT, d, 14, d, 1, 16), ERR_LENGTH),
                (new(&mut copy, aead, ENCRYPT, d, HUGE, d, 1, 16), ERR_LENGTH),
                (new(&mut copy, aead, ENCRYPT, d, 12, null(), 1, 16), ERR_NULL),
                (new(&mut copy, aead, ENCRYPT, d, 12, d, HUGE, 16), ERR_LENGTH),
                (new(&mut copy, aead, ENCRYPT, d, 12, d, 1, 15), ERR_LENGTH),
                (new(&mut copy, aead, ENCRYPT, d, 12, d, 1, HUGE), ERR_LENGTH),
                (new(&mut copy, other, ENCRYPT, d, 12, d, 1, 16), ERR_PARAMETER),
                (of_pointer(copy), NOTHING),
                (new(&mut sealing, aead, ENCRYPT, d, 12, d, 1, 16), OK),
            ],
        );
        let at = |out: *mut _, memory, length| {
            astragal_aead_message_init_at(out, memory, length, aead, DECRYPT, d, 12, d, 1, 8, 16)
        };
        table.rows(
            "astragal_aead_message_init_at",
            [
                (at(null_mut(), start, length), ERR_NULL),
                (at(&mut copy, null_mut(), length), ERR_NULL),
                (at(&mut copy, start, 9), ERR_LENGTH),
                (at(&mut opening, start, length), OK),
            ],
        );
        let stranger: *mut AeadMessage = aead.cast();
        table.rows(
            "astragal_aead_message_encrypt",
            [
                (astragal_aead_message_encrypt(null_mut(), d, 4, o), ERR_NULL),
                (astragal_aead_message_encrypt(stranger, d, 4, o), ERR_OBJECT),
                (astragal_aead_message_encrypt(opening, d, 4, o), ERR_STATE),
                (astragal_aead_message_encrypt(sealing, null(), 4, o), ERR_NULL),
                (astragal_aead_message_encrypt(sealing, d, 4, null_mut()), ERR_NULL),
                (astragal_aead_message_encrypt(sealing, d, HUGE, o), ERR_LENGTH),
                (astragal_aead_message_encrypt(sealing, d, 9, o), ERR_LENGTH),
                (astragal_aead_message_encrypt(sealing, null(), 0, null_mut()), OK),
                (astragal_aead_message_encrypt(sealing, d, 5, o), OK),
            ],
        );
        table.rows(
            "astragal_aead_message_copy",
            [
                (astragal_aead_message_copy(null_mut(), sealing), ERR_NULL),
                (astragal_aead_message_copy(&mut copy, null()), ERR_NULL),
                (astragal_aead_message_copy(&mut copy, stranger), ERR_OBJECT),
                (astragal_aead_message_copy(&mut copy, sealing), ERR_STATE),
                (of_pointer(copy), NOTHING),
            ],
        );
        table.rows(
            "astragal_aead_message_copy_at",
            [
                (astragal_aead_message_copy_at(&mut copy, null_mut(), length, opening), ERR_NULL),
                (astragal_aead_message_copy_at(&mut copy, o.cast(), 9, opening), ERR_LENGTH),
                (astragal_aead_message_copy_at(&mut copy, start, length, sealing), ERR_STATE),
                (astragal_aead_message_copy_at(&mut copy, start, length, stranger), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_aead_message_seal",
            [
                (astragal_aead_message_seal(null_mut(), t, 16), ERR_NULL),
                (astragal_aead_message_seal(sealing, t, 16), ERR_STATE),
                (astragal_aead_message_encrypt(sealing, d, 3, o.add(5)), OK),
                (astragal_aead_message_seal(sealing, null_mut(), 16), ERR_NULL),
                (astragal_aead_message_seal(sealing, t, 15), ERR_LENGTH),
                (astragal_aead_message_seal(sealing, t, HUGE), ERR_LENGTH),
                (astragal_aead_message_seal(opening, t, 16), ERR_STATE),
                (astragal_aead_message_seal(sealing, t, 16), OK),
                (astragal_aead_message_seal(sealing, t, 16), ERR_STATE),
                (astragal_aead_message_encrypt(sealing, d, 1, o.add(32)), ERR_STATE),
            ],
        );
        table.rows(
            "astragal_aead_message_decrypt",
            [
                (astragal_aead_message_decrypt(null_mut(), o, 8), ERR_NULL),
                (astragal_aead_message_decrypt(sealing, o, 8), ERR_STATE),
                (astragal_aead_message_decrypt(opening, null(), 8), ERR_NULL),
                (astragal_aead_message_decrypt(opening, o, HUGE), ERR_LENGTH),
                (astragal_aead_message_decrypt(opening, o, 9), ERR_LENGTH),
                (astragal_aead_message_decrypt(opening, o, 6), OK),
                (astragal_aead_message_decrypt(opening, o.add(6), 2), OK),
            ],
        );
        table.rows(
            "astragal_aead_message_open_len",
            [
                (of_number(astragal_aead_message_open_len(null())), NOTHING),
                (of_number(astragal_aead_message_open_len(stranger)), NOTHING),
                (i32::try_from(astragal_aead_message_open_len(opening)).unwrap(), 8),
            ],
        );
        let mut forged = null_mut();
        assert_eq!(astragal_aead_message_copy(&mut forged, opening), OK);
        table.rows(
            "astragal_aead_message_open",
            [
                (astragal_aead_message_open(null_mut(), t, 16, o, 8), ERR_NULL),
                (astragal_aead_message_open(opening, null(), 16, o, 8), ERR_NULL),
                (astragal_aead_message_open(opening, t, 15, o, 8), ERR_LENGTH),
                (astragal_aead_message_open(opening, t, 16, null_mut(), 8), ERR_NULL),
                (astragal_aead_message_open(opening, t, 16, o, 7), ERR_LENGTH),
                (astragal_aead_message_open(opening, t, 16, t.add(8), 8), ERR_OVERLAP),
                (astragal_aead_message_open(sealing, t, 16, o, 8), ERR_STATE),
                (astragal_aead_message_open(opening, t, 16, o, 8), OK),
                (i32::from(o.read()), 1),
                (i32::from(o.add(7).read()), 1),
                (astragal_aead_message_open(opening, t, 16, o, 0), ERR_STATE),
                (astragal_aead_message_open(forged, d, 16, o, 8), INVALID),
                (i32::from(o.read()), 0),
                (i32::from(o.add(7).read()), 0),
            ],
        );
        table.rows(
            "astragal_aead_message_alg",
            [
                (of_pointer(astragal_aead_message_alg(null())), NOTHING),
                (of_pointer(astragal_aead_message_alg(stranger)), NOTHING),
                (of_pointer(astragal_aead_message_alg(opening)), OK),
            ],
        );
        astragal_aead_message_free(null_mut());
        astragal_aead_message_free(stranger);
        table.rows("astragal_aead_message_free", [(of_pointer(astragal_aead_alg(aead)), OK)]);
        for message in [sealing, opening, forged] {
            astragal_aead_message_free(message);
        }
        astragal_aead_free(aead);
        astragal_aead_free(other);
    }
}
