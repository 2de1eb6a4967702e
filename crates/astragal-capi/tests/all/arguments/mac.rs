//! Calls MAC functions with invalid arguments.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::hash::*;
use astragal_capi::kind::mac::*;
use astragal_capi::params::Params;

use super::{HUGE, NOTHING, Table, alg, misaligned_handle, of_number, of_pointer, params};

pub(super) fn test_arguments(table: &mut Table) {
    let (hmac, sha3, ascon) =
        (alg(MAC, "hmac-sha256"), alg(HASH, "sha3-256"), alg(MAC, "ascon-mac"));
    let (data, mut out, mut memory) = ([1_u8; 64], [0_u8; 64], [0_u64; 512]);
    let (d, o) = (data.as_ptr(), out.as_mut_ptr());
    let (start, length) = (memory.as_mut_ptr().cast::<c_void>(), size_of_val(&memory));
    let custom = Params { custom: d, custom_len: 1, ..params() };
    let short_tag = Params { output_len: 3, ..params() };
    let block = Params { block_len: 1, ..params() };
    let (mut mac, mut copy) = (null_mut(), null_mut());
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_mac_sizeof",
            [null(), misaligned_handle(), sha3]
                .map(|alg| (of_number(astragal_mac_sizeof(alg)), NOTHING)),
        );
        table.rows(
            "astragal_mac_new",
            [
                (astragal_mac_new(null_mut(), hmac, d, 1, null()), ERR_NULL),
                (astragal_mac_new(&mut copy, null(), d, 1, null()), ERR_NULL),
                (astragal_mac_new(&mut copy, sha3, d, 1, null()), ERR_ALGORITHM),
                (astragal_mac_new(&mut copy, hmac, null(), 1, null()), ERR_NULL),
                (astragal_mac_new(&mut copy, hmac, d, HUGE, null()), ERR_LENGTH),
                (astragal_mac_new(&mut copy, ascon, d, 15, null()), ERR_LENGTH),
                (astragal_mac_new(&mut copy, hmac, d, 1, &custom), ERR_PARAMETER),
                (astragal_mac_new(&mut copy, hmac, d, 1, &block), ERR_PARAMETER),
                (astragal_mac_new(&mut copy, hmac, d, 1, &short_tag), ERR_LENGTH),
                (of_pointer(copy), NOTHING),
                (astragal_mac_new(&mut mac, hmac, null(), 0, null()), OK),
            ],
        );
        table.rows(
            "astragal_mac_init_at",
            [
                (astragal_mac_init_at(null_mut(), start, length, hmac, d, 1, null()), ERR_NULL),
                (astragal_mac_init_at(&mut copy, null_mut(), length, hmac, d, 1, null()), ERR_NULL),
                (astragal_mac_init_at(&mut copy, start, 0, hmac, d, 1, null()), ERR_LENGTH),
                (astragal_mac_init_at(&mut copy, start, HUGE, hmac, d, 1, null()), ERR_LENGTH),
                (astragal_mac_init_at(&mut copy, start, length, hmac, null(), 1, null()), ERR_NULL),
                (astragal_mac_init_at(&mut copy, start, length, sha3, d, 1, null()), ERR_ALGORITHM),
            ],
        );
        let mut hash = null_mut();
        assert_eq!(astragal_hash_new(&mut hash, sha3, null()), OK);
        let other: *mut Mac = hash.cast();
        table.rows(
            "astragal_mac_update",
            [
                (astragal_mac_update(null_mut(), d, 1), ERR_NULL),
                (astragal_mac_update(other, d, 1), ERR_OBJECT),
                (astragal_mac_update(mac, null(), 1), ERR_NULL),
                (astragal_mac_update(mac, d, HUGE), ERR_LENGTH),
                (astragal_mac_update(mac, null(), 0), OK),
            ],
        );
        table.rows(
            "astragal_mac_final",
            [
                (astragal_mac_final(null_mut(), o, 32), ERR_NULL),
                (astragal_mac_final(other, o, 32), ERR_OBJECT),
                (astragal_mac_final(mac, null_mut(), 32), ERR_NULL),
                (astragal_mac_final(mac, o, 31), ERR_LENGTH),
                (astragal_mac_final(mac, o, HUGE), ERR_LENGTH),
            ],
        );
        table.rows(
            "astragal_mac_verify",
            [
                (astragal_mac_verify(null_mut(), d, 32), ERR_NULL),
                (astragal_mac_verify(other, d, 32), ERR_OBJECT),
                (astragal_mac_verify(mac, null(), 32), ERR_NULL),
                (astragal_mac_verify(mac, d, HUGE), ERR_LENGTH),
                (astragal_mac_verify(mac, null(), 0), INVALID),
                (astragal_mac_verify(mac, d, 31), INVALID),
            ],
        );
        let no_mac = [null(), other.cast_const()];
        table.rows(
            "astragal_mac_tag_len",
            no_mac.map(|mac| (of_number(astragal_mac_tag_len(mac)), NOTHING)),
        );
        table.rows(
            "astragal_mac_alg",
            no_mac.map(|mac| (of_pointer(astragal_mac_alg(mac)), NOTHING)),
        );
        table.rows(
            "astragal_mac_reset",
            [(astragal_mac_reset(null_mut()), ERR_NULL), (astragal_mac_reset(other), ERR_OBJECT)],
        );
        let (mut state, mut capacity, mut none) = ([0_u8; 4096], 4096, 0);
        let state = state.as_mut_ptr();
        table.rows(
            "astragal_mac_export_with_key",
            [
                (astragal_mac_export_with_key(null(), state, &mut capacity), ERR_NULL),
                (astragal_mac_export_with_key(other, state, &mut capacity), ERR_OBJECT),
                (astragal_mac_export_with_key(mac, state, null_mut()), ERR_NULL),
                (astragal_mac_export_with_key(mac, null_mut(), &mut capacity), ERR_NULL),
                (astragal_mac_export_with_key(mac, state, &mut none), ERR_LENGTH),
                (astragal_mac_export_with_key(mac, state, &mut none), OK),
            ],
        );
        assert_eq!(capacity, none, "both calls must return the same length");
        table.rows(
            "astragal_mac_import_with_key",
            [
                (astragal_mac_import_with_key(null_mut(), state, capacity), ERR_NULL),
                (astragal_mac_import_with_key(other, state, capacity), ERR_OBJECT),
                (astragal_mac_import_with_key(mac, null(), capacity), ERR_NULL),
                (astragal_mac_import_with_key(mac, state, HUGE), ERR_LENGTH),
                (astragal_mac_import_with_key(mac, state, capacity - 1), ERR_PARAMETER),
                (astragal_mac_import_with_key(mac, null(), 0), ERR_PARAMETER),
                (astragal_mac_import_with_key(mac, state, capacity), OK),
            ],
        );
        table.rows(
            "astragal_mac_copy",
            [
                (astragal_mac_copy(null_mut(), mac), ERR_NULL),
                (astragal_mac_copy(&mut copy, null()), ERR_NULL),
                (astragal_mac_copy(&mut copy, other), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_mac_copy_at",
            [
                (astragal_mac_copy_at(&mut copy, null_mut(), length, mac), ERR_NULL),
                (astragal_mac_copy_at(&mut copy, start, 9, mac), ERR_LENGTH),
                (astragal_mac_copy_at(&mut copy, start, length, other), ERR_OBJECT),
            ],
        );
        astragal_mac_free(null_mut());
        astragal_mac_free(other);
        table.rows("astragal_mac_free", [(astragal_hash_reset(hash), OK)]);
        astragal_mac_free(mac);
        astragal_hash_free(hash);
        table.rows(
            "astragal_mac_once",
            [
                (astragal_mac_once(null(), d, 1, null(), d, 1, o, 32), ERR_NULL),
                (astragal_mac_once(sha3, d, 1, null(), d, 1, o, 32), ERR_ALGORITHM),
                (astragal_mac_once(hmac, null(), 1, null(), d, 1, o, 32), ERR_NULL),
                (astragal_mac_once(hmac, d, 1, &custom, d, 1, o, 32), ERR_PARAMETER),
                (astragal_mac_once(hmac, d, 1, null(), null(), 1, o, 32), ERR_NULL),
                (astragal_mac_once(hmac, d, 1, null(), d, HUGE, o, 32), ERR_LENGTH),
                (astragal_mac_once(hmac, d, 1, null(), d, 1, null_mut(), 32), ERR_NULL),
                (astragal_mac_once(hmac, d, 1, null(), d, 1, o, 0), ERR_LENGTH),
                (astragal_mac_once(hmac, d, 1, null(), d, 1, o, HUGE), ERR_LENGTH),
                (astragal_mac_once(hmac, null(), 0, null(), null(), 0, o, 32), OK),
            ],
        );
        table.rows(
            "astragal_mac_verify_once",
            [
                (astragal_mac_verify_once(null(), d, 1, null(), d, 1, d, 32), ERR_NULL),
                (astragal_mac_verify_once(sha3, d, 1, null(), d, 1, d, 32), ERR_ALGORITHM),
                (astragal_mac_verify_once(hmac, null(), 1, null(), d, 1, d, 32), ERR_NULL),
                (astragal_mac_verify_once(hmac, d, 1, null(), null(), 1, d, 32), ERR_NULL),
                (astragal_mac_verify_once(hmac, d, 1, null(), d, 1, null(), 32), ERR_NULL),
                (astragal_mac_verify_once(hmac, d, 1, null(), d, 1, d, 3), ERR_LENGTH),
                (astragal_mac_verify_once(hmac, d, 1, null(), d, 1, d, HUGE), ERR_LENGTH),
                (
                    astragal_mac_verify_once(alg(MAC, "kmac128"), d, 1, null(), d, 1, null(), 0),
                    ERR_LENGTH,
                ),
                (astragal_mac_verify_once(hmac, d, 1, null(), d, 1, d, 32), INVALID),
            ],
        );
    }
}
