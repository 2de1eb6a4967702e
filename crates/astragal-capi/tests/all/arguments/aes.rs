//! Calls the one-shot AES functions with bad arguments.

use std::ffi::c_int;
use std::ptr::{null, null_mut};

use astragal_capi::error::*;
use astragal_capi::typed::aes::*;

use super::{HUGE, Table};

pub(super) fn test_arguments(table: &mut Table) {
    let (data, mut out, mut tag, mut n) = ([1_u8; 64], [0_u8; 64], [0_u8; 16], 0);
    let (d, o, t, w) = (data.as_ptr(), out.as_mut_ptr(), tag.as_mut_ptr(), &raw mut n);
    let inside = o.cast_const().wrapping_add(3);
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_aes_ctr",
            [
                (astragal_aes_ctr(null(), 16, d, d, 8, o), ERR_NULL),
                (astragal_aes_ctr(d, 17, d, d, 8, o), ERR_LENGTH),
                (astragal_aes_ctr(d, HUGE, d, d, 8, o), ERR_LENGTH),
                (astragal_aes_ctr(d, 16, null(), d, 8, o), ERR_NULL),
                (astragal_aes_ctr(d, 16, d, null(), 8, o), ERR_NULL),
                (astragal_aes_ctr(d, 16, d, d, HUGE, o), ERR_LENGTH),
                (astragal_aes_ctr(d, 16, d, d, 8, null_mut()), ERR_NULL),
                (astragal_aes_ctr(d, 16, d, inside, 8, o), ERR_OVERLAP),
                (astragal_aes_ctr(d, 24, d, o, 8, o), OK),
                (astragal_aes_ctr(d, 32, d, null(), 0, null_mut()), OK),
            ],
        );
        let before = o.cast::<[u8; 16]>().read();
        table.rows(
            "astragal_aes_cbc_encrypt",
            [
                (astragal_aes_cbc_encrypt(null(), 16, d, d, 8, o, 16), ERR_NULL),
                (astragal_aes_cbc_encrypt(d, 15, d, d, 8, o, 16), ERR_LENGTH),
                (astragal_aes_cbc_encrypt(d, 16, null(), d, 8, o, 16), ERR_NULL),
                (astragal_aes_cbc_encrypt(d, 16, d, null(), 8, o, 16), ERR_NULL),
                (astragal_aes_cbc_encrypt(d, 16, d, d, 8, null_mut(), 16), ERR_NULL),
                (astragal_aes_cbc_encrypt(d, 16, d, d, 16, o, 31), ERR_LENGTH),
                (astragal_aes_cbc_encrypt(d, 16, d, d, HUGE, o, 64), ERR_LENGTH),
                (astragal_aes_cbc_encrypt(d, 16, d, inside, 16, o, 64), ERR_OVERLAP),
                (astragal_aes_cbc_encrypt(d, 16, d, o, 16, o, 31), ERR_LENGTH),
                (c_int::from(o.cast::<[u8; 16]>().read() == before), 1),
                (astragal_aes_cbc_encrypt(d, 16, d, o, 16, o, 32), OK),
            ],
        );
        table.rows(
            "astragal_aes_cbc_decrypt",
            [
                (astragal_aes_cbc_decrypt(null(), 16, d, d, 16, o, 16, w), ERR_NULL),
                (astragal_aes_cbc_decrypt(d, 15, d, d, 16, o, 16, w), ERR_LENGTH),
                (astragal_aes_cbc_decrypt(d, 16, null(), d, 16, o, 16, w), ERR_NULL),
                (astragal_aes_cbc_decrypt(d, 16, d, null(), 16, o, 16, w), ERR_NULL),
                (astragal_aes_cbc_decrypt(d, 16, d, d, 15, o, 16, w), ERR_LENGTH),
                (astragal_aes_cbc_decrypt(d, 16, d, d, HUGE, o, 16, w), ERR_LENGTH),
                (astragal_aes_cbc_decrypt(d, 16, d, inside, 16, o, 16, w), ERR_OVERLAP),
                (astragal_aes_cbc_decrypt(d, 16, d, d, 16, o.add(32), 16, w), INVALID),
                (astragal_aes_cbc_encrypt(d, 16, d, d, 16, o, 32), OK),
                (astragal_aes_cbc_decrypt(d, 16, d, o, 32, o, 32, w), OK),
                (c_int::from(n == 16), 1),
            ],
        );
        table.rows(
            "astragal_aes_gcm_encrypt",
            [
                (astragal_aes_gcm_encrypt(null(), 16, d, 12, d, 1, d, 8, o, t), ERR_NULL),
                (astragal_aes_gcm_encrypt(d, 15, d, 12, d, 1, d, 8, o, t), ERR_LENGTH),
                (astragal_aes_gcm_encrypt(d, 16, null(), 12, d, 1, d, 8, o, t), ERR_NULL),
                (astragal_aes_gcm_encrypt(d, 16, null(), 0, d, 1, d, 8, o, t), ERR_LENGTH),
                (astragal_aes_gcm_encrypt(d, 16, d, HUGE, d, 1, d, 8, o, t), ERR_LENGTH),
                (astragal_aes_gcm_encrypt(d, 16, d, 12, null(), 1, d, 8, o, t), ERR_NULL),
                (astragal_aes_gcm_encrypt(d, 16, d, 12, d, 1, null(), 8, o, t), ERR_NULL),
                (astragal_aes_gcm_encrypt(d, 16, d, 12, d, 1, d, HUGE, o, t), ERR_LENGTH),
                (astragal_aes_gcm_encrypt(d, 16, d, 12, d, 1, d, 8, null_mut(), t), ERR_NULL),
                (astragal_aes_gcm_encrypt(d, 16, d, 12, d, 1, d, 8, o, null_mut()), ERR_NULL),
                (astragal_aes_gcm_encrypt(d, 16, d, 12, inside, 8, d, 8, o, t), ERR_OVERLAP),
                (astragal_aes_gcm_encrypt(d, 16, d, 12, d, 1, d, 8, o, o.add(7)), ERR_OVERLAP),
                (astragal_aes_gcm_encrypt(d, 32, d, 12, null(), 0, inside, 8, o, t), OK),
            ],
        );
        table.rows(
            "astragal_aes_gcm_decrypt",
            [
                (astragal_aes_gcm_decrypt(null(), 16, d, 12, d, 1, d, 8, t, o), ERR_NULL),
                (astragal_aes_gcm_decrypt(d, 33, d, 12, d, 1, d, 8, t, o), ERR_LENGTH),
                (astragal_aes_gcm_decrypt(d, 16, null(), 12, d, 1, d, 8, t, o), ERR_NULL),
                (astragal_aes_gcm_decrypt(d, 16, d, 12, null(), 1, d, 8, t, o), ERR_NULL),
                (astragal_aes_gcm_decrypt(d, 16, d, 12, d, 1, null(), 8, t, o), ERR_NULL),
                (astragal_aes_gcm_decrypt(d, 16, d, 12, d, 1, d, 8, null(), o), ERR_NULL),
                (astragal_aes_gcm_decrypt(d, 16, d, 12, d, 1, d, 8, t, null_mut()), ERR_NULL),
                (astragal_aes_gcm_decrypt(d, 16, d, 12, inside, 8, d, 8, t, o), ERR_OVERLAP),
                (astragal_aes_gcm_decrypt(d, 32, d, 12, d, 1, o, 8, t, o), INVALID),
            ],
        );
    }
}
