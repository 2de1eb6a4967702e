//! Calls block cipher mode functions with bad arguments.

use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::hash::*;
use astragal_capi::kind::mode::*;

use super::{HUGE, NOTHING, Table, alg, misaligned_handle, of_number, of_pointer};

pub(super) fn test_arguments(table: &mut Table) {
    let (cbc, ctr) = (alg(MODE, "AES-128-CBC"), alg(MODE, "aes-128-ctr"));
    let (xts, sha3) = (alg(MODE, "sm4_xts"), alg(HASH, "sha3-256"));
    let mut data = [1_u8; 64];
    data[16..32].fill(2);
    let (mut out, mut memory) = ([0_u8; 64], [0_u64; 4096]);
    let (d, o) = (data.as_ptr(), out.as_mut_ptr());
    let (start, length) = (memory.as_mut_ptr().cast::<c_void>(), size_of_val(&memory));
    let (mut mode, mut copy, mut n) = (null_mut(), null_mut(), 0);
    let (e, p, w) = (ENCRYPT, PADDING_DEFAULT, &raw mut n);
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_mode_sizeof",
            [null(), misaligned_handle(), sha3]
                .map(|alg| (of_number(astragal_mode_sizeof(alg)), NOTHING)),
        );
        table.rows(
            "astragal_mode_new",
            [
                (astragal_mode_new(null_mut(), cbc, e, p, d, 16, d, 16), ERR_NULL),
                (astragal_mode_new(&mut copy, null(), e, p, d, 16, d, 16), ERR_NULL),
                (astragal_mode_new(&mut copy, sha3, e, p, d, 16, d, 16), ERR_ALGORITHM),
                (astragal_mode_new(&mut copy, cbc, 0, p, d, 16, d, 16), ERR_PARAMETER),
                (astragal_mode_new(&mut copy, cbc, c_int::MAX, p, d, 16, d, 16), ERR_PARAMETER),
                (astragal_mode_new(&mut copy, cbc, e, -1, d, 16, d, 16), ERR_PARAMETER),
                (astragal_mode_new(&mut copy, ctr, e, PADDING_PKCS7, d, 16, d, 16), ERR_PARAMETER),
                (astragal_mode_new(&mut copy, cbc, e, p, null(), 16, d, 16), ERR_NULL),
                (astragal_mode_new(&mut copy, cbc, e, p, d, 15, d, 16), ERR_LENGTH),
                (astragal_mode_new(&mut copy, cbc, e, p, d, HUGE, d, 16), ERR_LENGTH),
                (astragal_mode_new(&mut copy, cbc, e, p, d, 16, null(), 16), ERR_NULL),
                (astragal_mode_new(&mut copy, cbc, e, p, d, 16, d, 15), ERR_LENGTH),
                (astragal_mode_new(&mut copy, ctr, e, p, d, 16, d, 17), ERR_LENGTH),
                (astragal_mode_new(&mut copy, ctr, e, p, d, 16, d, 0), ERR_LENGTH),
                (astragal_mode_new(&mut copy, xts, e, p, d, 16, d, 16), ERR_LENGTH),
                (astragal_mode_new(&mut copy, xts, e, p, d.add(32), 32, d, 16), ERR_PARAMETER),
                (of_pointer(copy), NOTHING),
                (astragal_mode_new(&mut mode, cbc, e, p, d, 16, d, 16), OK),
            ],
        );
        table.rows(
            "astragal_mode_init_at",
            [
                (
                    astragal_mode_init_at(null_mut(), start, length, cbc, e, p, d, 16, d, 16),
                    ERR_NULL,
                ),
                (
                    astragal_mode_init_at(&mut copy, null_mut(), length, cbc, e, p, d, 16, d, 16),
                    ERR_NULL,
                ),
                (astragal_mode_init_at(&mut copy, start, 0, cbc, e, p, d, 16, d, 16), ERR_LENGTH),
                (
                    astragal_mode_init_at(&mut copy, start, HUGE, cbc, e, p, d, 16, d, 16),
                    ERR_LENGTH,
                ),
                (
                    astragal_mode_init_at(&mut copy, start, length, cbc, e, p, d, 17, d, 16),
                    ERR_LENGTH,
                ),
            ],
        );
        let mut hash = null_mut();
        assert_eq!(astragal_hash_new(&mut hash, sha3, null()), OK);
        let other: *mut Mode = hash.cast();
        table.rows(
            "astragal_mode_update_len",
            [
                (of_number(astragal_mode_update_len(null(), 16)), NOTHING),
                (of_number(astragal_mode_update_len(other, 16)), NOTHING),
                (of_number(astragal_mode_update_len(mode, HUGE)), NOTHING),
                (of_number(astragal_mode_update_len(mode, 15)), NOTHING),
                (of_number(astragal_mode_update_len(mode, 16)), OK),
            ],
        );
        table.rows(
            "astragal_mode_update",
            [
                (astragal_mode_update(null_mut(), d, 8, o, 64, w), ERR_NULL),
                (astragal_mode_update(other, d, 8, o, 64, w), ERR_OBJECT),
                (astragal_mode_update(mode, null(), 8, o, 64, w), ERR_NULL),
                (astragal_mode_update(mode, d, HUGE, o, 64, w), ERR_LENGTH),
                (astragal_mode_update(mode, d, 16, null_mut(), 16, w), ERR_NULL),
                (astragal_mode_update(mode, d, 16, o, HUGE, w), ERR_LENGTH),
                (astragal_mode_update(mode, d, 16, o, 15, w), ERR_LENGTH),
                (astragal_mode_update(mode, o, 16, o, 15, w), ERR_LENGTH),
                (astragal_mode_update(mode, o, 17, o.add(16), 17, w), ERR_OVERLAP),
                (astragal_mode_update(mode, o.add(1), 16, o, 16, w), ERR_OVERLAP),
                (astragal_mode_update(mode, d, 8, null_mut(), 0, null_mut()), OK),
                (astragal_mode_update(mode, o, 8, o, 16, w), OK),
                (c_int::from(n == 16), 1),
                (astragal_mode_update(mode, null(), 0, null_mut(), 0, w), OK),
            ],
        );
        table.rows(
            "astragal_mode_finish_len",
            [
                (of_number(astragal_mode_finish_len(null())), NOTHING),
                (of_number(astragal_mode_finish_len(other)), NOTHING),
                (of_number(astragal_mode_finish_len(mode)), OK),
            ],
        );
        table.rows(
            "astragal_mode_finish",
            [
                (astragal_mode_finish(null_mut(), o, 64, w), ERR_NULL),
                (astragal_mode_finish(other, o, 64, w), ERR_OBJECT),
                (astragal_mode_finish(mode, null_mut(), 64, w), ERR_NULL),
                (astragal_mode_finish(mode, o, HUGE, w), ERR_LENGTH),
                (astragal_mode_finish(mode, o, 15, w), ERR_LENGTH),
                (astragal_mode_finish(mode, o, 16, null_mut()), OK),
            ],
        );
        table.rows(
            "astragal_mode_restart",
            [
                (astragal_mode_restart(null_mut(), d, 16), ERR_NULL),
                (astragal_mode_restart(other, d, 16), ERR_OBJECT),
                (astragal_mode_restart(mode, null(), 16), ERR_NULL),
                (astragal_mode_restart(mode, d, 15), ERR_LENGTH),
                (astragal_mode_restart(mode, d, HUGE), ERR_LENGTH),
                (astragal_mode_restart(mode, d, 16), OK),
            ],
        );
        table.rows(
            "astragal_mode_whole",
            [
                (astragal_mode_whole(null_mut(), d, 8, o, 64, w), ERR_NULL),
                (astragal_mode_whole(other, d, 8, o, 64, w), ERR_OBJECT),
                (astragal_mode_whole(mode, null(), 8, o, 64, w), ERR_NULL),
                (astragal_mode_whole(mode, d, HUGE, o, 64, w), ERR_LENGTH),
                (astragal_mode_whole(mode, d, 16, o, 15, w), ERR_LENGTH),
                (astragal_mode_whole(mode, o, 17, o.add(16), 33, w), ERR_OVERLAP),
                (astragal_mode_restart(mode, d, 16), OK),
                (astragal_mode_whole(mode, o, 16, o, 32, w), OK),
                (c_int::from(n == 32), 1),
            ],
        );
        let mut seeker = null_mut();
        assert_eq!(astragal_mode_new(&mut seeker, ctr, e, p, d, 16, d, 1), OK);
        table.rows(
            "astragal_mode_seek",
            [
                (astragal_mode_seek(null_mut(), 0), ERR_NULL),
                (astragal_mode_seek(other, 0), ERR_OBJECT),
                (astragal_mode_seek(mode, 0), ERR_STATE),
                (astragal_mode_restart(mode, d, 16), OK),
                (astragal_mode_seek(mode, 0), ERR_PARAMETER),
                (astragal_mode_seek(seeker, u64::MAX), OK),
            ],
        );
        astragal_mode_free(seeker);
        table.rows(
            "astragal_mode_alg",
            [
                (of_pointer(astragal_mode_alg(null())), NOTHING),
                (of_pointer(astragal_mode_alg(other)), NOTHING),
            ],
        );
        table.rows(
            "astragal_mode_copy",
            [
                (astragal_mode_copy(null_mut(), mode), ERR_NULL),
                (astragal_mode_copy(&mut copy, null()), ERR_NULL),
                (astragal_mode_copy(&mut copy, other), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_mode_copy_at",
            [
                (astragal_mode_copy_at(&mut copy, null_mut(), length, mode), ERR_NULL),
                (astragal_mode_copy_at(&mut copy, start, 9, mode), ERR_LENGTH),
                (astragal_mode_copy_at(&mut copy, start, length, other), ERR_OBJECT),
            ],
        );
        astragal_mode_free(null_mut());
        astragal_mode_free(other);
        table.rows("astragal_mode_free", [(astragal_hash_reset(hash), OK)]);
        astragal_mode_free(mode);
        astragal_hash_free(hash);
        once(table);
    }
}

unsafe fn once(table: &mut Table) {
    let (cbc, sha3) = (alg(MODE, "AES-128-CBC"), alg(HASH, "sha3-256"));
    let (xts, mut key) = (alg(MODE, "aes-128-xts"), [1_u8; 32]);
    key[0] = 2;
    let k = key.as_ptr();
    let (data, mut out, mut n) = ([1_u8; 64], [7_u8; 64], 0);
    let (d, o, w) = (data.as_ptr(), out.as_mut_ptr(), &raw mut n);
    let (e, p) = (ENCRYPT, PADDING_DEFAULT);
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_mode_once_len",
            [
                (of_number(astragal_mode_once_len(null(), e, p, 16)), NOTHING),
                (of_number(astragal_mode_once_len(sha3, e, p, 16)), NOTHING),
                (of_number(astragal_mode_once_len(cbc, 3, p, 16)), NOTHING),
                (of_number(astragal_mode_once_len(cbc, e, 3, 16)), NOTHING),
                (of_number(astragal_mode_once_len(cbc, e, p, HUGE)), NOTHING),
                (c_int::from(astragal_mode_once_len(cbc, e, p, 16) == 32), 1),
                (c_int::from(astragal_mode_once_len(cbc, DECRYPT, p, 32) == 31), 1),
            ],
        );
        let call = |alg, direction, key_len, iv_len, len, capacity| {
            astragal_mode_once(alg, direction, p, d, key_len, d, iv_len, d, len, o, capacity, w)
        };
        table.rows(
            "astragal_mode_once",
            [
                (call(null(), e, 16, 16, 8, 64), ERR_NULL),
                (call(sha3, e, 16, 16, 8, 64), ERR_ALGORITHM),
                (call(cbc, 0, 16, 16, 8, 64), ERR_PARAMETER),
                (call(cbc, e, 15, 16, 8, 64), ERR_LENGTH),
                (call(cbc, e, HUGE, 16, 8, 64), ERR_LENGTH),
                (call(cbc, e, 16, 17, 8, 64), ERR_LENGTH),
                (call(cbc, e, 16, 16, HUGE, 64), ERR_LENGTH),
                (call(cbc, e, 16, 16, 16, 31), ERR_LENGTH),
                (call(cbc, DECRYPT, 16, 16, 17, 64), ERR_LENGTH),
                (call(cbc, DECRYPT, 16, 16, 0, 64), ERR_LENGTH),
                (call(cbc, DECRYPT, 16, 16, 48, 64), INVALID),
            ],
        );
        let left = core::slice::from_raw_parts(o, 48);
        assert!(
            left[..32].iter().all(|&byte| byte == 0),
            "plaintext remains in the output: {left:02x?}"
        );
        table.rows(
            "astragal_mode_once",
            [
                (call(cbc, e, 16, 16, 16, 32), OK),
                (astragal_mode_once(cbc, DECRYPT, p, d, 16, d, 16, o, 32, o, 32, w), OK),
                (c_int::from(n == 16), 1),
                (astragal_mode_once(cbc, e, p, d, 16, d, 16, null(), 0, o, 16, null_mut()), OK),
                (astragal_mode_once(xts, e, p, k, 32, d, 16, d, 32, o, 31, w), ERR_LENGTH),
                (astragal_mode_once(xts, e, p, k, 32, d, 16, o, 32, o, 31, w), ERR_LENGTH),
                (astragal_mode_once(xts, e, p, k, 32, d, 16, o, 32, o, 32, w), OK),
            ],
        );
    }
}
