//! Calls XOF functions with bad arguments.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::hash::*;
use astragal_capi::kind::xof::*;
use astragal_capi::params::Params;

use super::{HUGE, NOTHING, Table, alg, misaligned_handle, of_number, of_pointer, params};

pub(super) fn test_arguments(table: &mut Table) {
    let (shake, sha3, turbo) =
        (alg(XOF, "shake128"), alg(HASH, "sha3-256"), alg(XOF, "turboshake128"));
    let (data, mut out, mut memory) = ([1_u8; 64], [0_u8; 64], [0_u64; 512]);
    let (d, o) = (data.as_ptr(), out.as_mut_ptr());
    let (start, length) = (memory.as_mut_ptr().cast::<c_void>(), size_of_val(&memory));
    let custom = Params { custom: d, custom_len: 1, ..params() };
    let no_custom = Params { custom_len: 1, ..params() };
    let huge_custom = Params { custom: d, custom_len: HUGE, ..params() };
    let no_name = Params { function_name_len: 1, ..params() };
    let domains =
        [0x80, 0x100, usize::MAX / 2, usize::MAX].map(|domain| Params { domain, ..params() });
    let (mut xof, mut copy) = (null_mut(), null_mut());
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_xof_sizeof",
            [null(), misaligned_handle(), sha3]
                .map(|alg| (of_number(astragal_xof_sizeof(alg)), NOTHING)),
        );
        table.rows(
            "astragal_xof_new",
            [
                (astragal_xof_new(null_mut(), shake, null()), ERR_NULL),
                (astragal_xof_new(&mut copy, null(), null()), ERR_NULL),
                (astragal_xof_new(&mut copy, sha3, null()), ERR_ALGORITHM),
                (astragal_xof_new(&mut copy, shake, &custom), ERR_PARAMETER),
                (astragal_xof_new(&mut copy, alg(XOF, "cshake128"), &no_custom), ERR_NULL),
                (astragal_xof_new(&mut copy, alg(XOF, "cshake128"), &huge_custom), ERR_LENGTH),
                (astragal_xof_new(&mut copy, alg(XOF, "cshake128"), &no_name), ERR_NULL),
                (of_pointer(copy), NOTHING),
                (astragal_xof_new(&mut xof, shake, null()), OK),
            ],
        );
        table.rows(
            "astragal_xof_new",
            [0, 1, 2, 3].map(|i| (astragal_xof_new(&mut copy, turbo, &domains[i]), ERR_PARAMETER)),
        );
        let (prf, kmac) = (alg(KEYED_XOF, "ascon-prf"), alg(KEYED_XOF, "kmacxof128"));
        let key = |key, key_len| Params { key, key_len, ..params() };
        table.rows(
            "astragal_xof_new",
            [
                (astragal_xof_new(&mut copy, shake, &key(d, 16)), ERR_PARAMETER),
                (astragal_xof_new(&mut copy, prf, null()), ERR_PARAMETER),
                (astragal_xof_new(&mut copy, prf, &key(d, 15)), ERR_LENGTH),
                (astragal_xof_new(&mut copy, prf, &key(null(), 16)), ERR_NULL),
                (astragal_xof_new(&mut copy, prf, &key(d, HUGE)), ERR_LENGTH),
                (astragal_xof_new(&mut copy, kmac, &key(null(), 0)), ERR_PARAMETER),
                (of_pointer(copy), NOTHING),
            ],
        );
        table.rows(
            "astragal_xof_init_at",
            [
                (astragal_xof_init_at(null_mut(), start, length, shake, null()), ERR_NULL),
                (astragal_xof_init_at(&mut copy, null_mut(), length, shake, null()), ERR_NULL),
                (astragal_xof_init_at(&mut copy, start, 0, shake, null()), ERR_LENGTH),
                (astragal_xof_init_at(&mut copy, start, HUGE, shake, null()), ERR_LENGTH),
                (astragal_xof_init_at(&mut copy, start, length, sha3, null()), ERR_ALGORITHM),
            ],
        );
        let mut hash = null_mut();
        assert_eq!(astragal_hash_new(&mut hash, sha3, null()), OK);
        let other: *mut Xof = hash.cast();
        table.rows(
            "astragal_xof_absorb",
            [
                (astragal_xof_absorb(null_mut(), d, 1), ERR_NULL),
                (astragal_xof_absorb(other, d, 1), ERR_OBJECT),
                (astragal_xof_absorb(xof, null(), 1), ERR_NULL),
                (astragal_xof_absorb(xof, d, HUGE), ERR_LENGTH),
                (astragal_xof_absorb(xof, null(), 0), OK),
            ],
        );
        table.rows(
            "astragal_xof_absorb_parallel",
            [
                (astragal_xof_absorb_parallel(null_mut(), d, 1), ERR_NULL),
                (astragal_xof_absorb_parallel(other, d, 1), ERR_OBJECT),
                (astragal_xof_absorb_parallel(xof, null(), 1), ERR_NULL),
                (astragal_xof_absorb_parallel(xof, d, HUGE), ERR_LENGTH),
            ],
        );
        table.rows(
            "astragal_xof_begin_item",
            [
                (astragal_xof_begin_item(null_mut(), 1), ERR_NULL),
                (astragal_xof_begin_item(other, 1), ERR_OBJECT),
                (astragal_xof_begin_item(xof, u64::MAX), ERR_STATE),
            ],
        );
        table.rows(
            "astragal_xof_squeeze",
            [
                (astragal_xof_squeeze(null_mut(), o, 1), ERR_NULL),
                (astragal_xof_squeeze(other, o, 1), ERR_OBJECT),
                (astragal_xof_squeeze(xof, null_mut(), 1), ERR_NULL),
                (astragal_xof_squeeze(xof, o, HUGE), ERR_LENGTH),
                (astragal_xof_squeeze(xof, null_mut(), 0), OK),
                (astragal_xof_absorb(xof, d, 1), ERR_STATE),
            ],
        );
        table.rows(
            "astragal_xof_skip",
            [
                (astragal_xof_skip(null_mut(), 1), ERR_NULL),
                (astragal_xof_skip(other, 1), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_xof_reset",
            [(astragal_xof_reset(null_mut()), ERR_NULL), (astragal_xof_reset(other), ERR_OBJECT)],
        );
        let (mut state, mut capacity, mut none) = ([0_u8; 2048], 2048, 0);
        let state = state.as_mut_ptr();
        table.rows(
            "astragal_xof_export",
            [
                (astragal_xof_export(null(), state, &mut capacity), ERR_NULL),
                (astragal_xof_export(other, state, &mut capacity), ERR_OBJECT),
                (astragal_xof_export(xof, state, null_mut()), ERR_NULL),
                (astragal_xof_export(xof, null_mut(), &mut capacity), ERR_NULL),
                (astragal_xof_export(xof, state, &mut none), ERR_LENGTH),
                (astragal_xof_export(xof, state, &mut none), OK),
            ],
        );
        assert_eq!(capacity, none, "both calls must return the same length");
        table.rows(
            "astragal_xof_import",
            [
                (astragal_xof_import(null_mut(), state, capacity), ERR_NULL),
                (astragal_xof_import(other, state, capacity), ERR_OBJECT),
                (astragal_xof_import(xof, null(), capacity), ERR_NULL),
                (astragal_xof_import(xof, state, HUGE), ERR_LENGTH),
                (astragal_xof_import(xof, state, capacity - 1), ERR_PARAMETER),
                (astragal_xof_import(xof, null(), 0), ERR_PARAMETER),
                (astragal_xof_import(xof, state, capacity), OK),
            ],
        );
        let (mut state, mut capacity, mut none) = ([0_u8; 4096], 4096, 0);
        let state = state.as_mut_ptr();
        table.rows(
            "astragal_xof_export_with_key",
            [
                (astragal_xof_export_with_key(null(), state, &mut capacity), ERR_NULL),
                (astragal_xof_export_with_key(other, state, &mut capacity), ERR_OBJECT),
                (astragal_xof_export_with_key(xof, state, null_mut()), ERR_NULL),
                (astragal_xof_export_with_key(xof, null_mut(), &mut capacity), ERR_NULL),
                (astragal_xof_export_with_key(xof, state, &mut none), ERR_LENGTH),
                (astragal_xof_export_with_key(xof, state, &mut none), OK),
            ],
        );
        assert_eq!(capacity, none, "both calls must return the same length");
        table.rows(
            "astragal_xof_import_with_key",
            [
                (astragal_xof_import_with_key(null_mut(), state, capacity), ERR_NULL),
                (astragal_xof_import_with_key(other, state, capacity), ERR_OBJECT),
                (astragal_xof_import_with_key(xof, null(), capacity), ERR_NULL),
                (astragal_xof_import_with_key(xof, state, HUGE), ERR_LENGTH),
                (astragal_xof_import_with_key(xof, state, capacity - 1), ERR_PARAMETER),
                (astragal_xof_import_with_key(xof, null(), 0), ERR_PARAMETER),
                (astragal_xof_import_with_key(xof, state, capacity), OK),
            ],
        );
        table.rows(
            "astragal_xof_copy",
            [
                (astragal_xof_copy(null_mut(), xof), ERR_NULL),
                (astragal_xof_copy(&mut copy, null()), ERR_NULL),
                (astragal_xof_copy(&mut copy, other), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_xof_copy_at",
            [
                (astragal_xof_copy_at(&mut copy, null_mut(), length, xof), ERR_NULL),
                (astragal_xof_copy_at(&mut copy, start, 9, xof), ERR_LENGTH),
                (astragal_xof_copy_at(&mut copy, start, length, other), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_xof_alg",
            [
                (of_pointer(astragal_xof_alg(null())), NOTHING),
                (of_pointer(astragal_xof_alg(other)), NOTHING),
            ],
        );
        astragal_xof_free(null_mut());
        astragal_xof_free(other);
        table.rows("astragal_xof_free", [(astragal_hash_reset(hash), OK)]);
        astragal_xof_free(xof);
        astragal_hash_free(hash);
        table.rows(
            "astragal_xof_once",
            [
                (astragal_xof_once(null(), null(), d, 1, o, 1), ERR_NULL),
                (astragal_xof_once(sha3, null(), d, 1, o, 1), ERR_ALGORITHM),
                (astragal_xof_once(shake, &custom, d, 1, o, 1), ERR_PARAMETER),
                (astragal_xof_once(shake, null(), null(), 1, o, 1), ERR_NULL),
                (astragal_xof_once(shake, null(), d, HUGE, o, 1), ERR_LENGTH),
                (astragal_xof_once(shake, null(), d, 1, null_mut(), 1), ERR_NULL),
                (astragal_xof_once(shake, null(), d, 1, o, HUGE), ERR_LENGTH),
                (astragal_xof_once(shake, null(), null(), 0, null_mut(), 0), OK),
            ],
        );
    }
}
