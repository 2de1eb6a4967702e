//! Calls hash functions with bad arguments.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::hash::*;
use astragal_capi::kind::xof::*;
use astragal_capi::params::Params;

use super::{HUGE, NOTHING, Table, alg, misaligned_handle, of_number, of_pointer, params};

pub(super) fn test_arguments(table: &mut Table) {
    let (sha3, shake) = (alg(HASH, "sha3-256"), alg(XOF, "shake128"));
    let (data, mut out, mut memory) = ([1_u8; 64], [0_u8; 64], [0_u64; 512]);
    let (d, o) = (data.as_ptr(), out.as_mut_ptr());
    let (start, length) = (memory.as_mut_ptr().cast::<c_void>(), size_of_val(&memory));
    let custom = Params { custom: d, custom_len: 1, ..params() };
    let old = Params { size: 8, ..params() };
    let (salt, first) = (
        Params { salt: d, salt_len: 16, ..params() },
        // This structure has the size of the first version, which ended before the member `salt`. The library must not
        // read `salt`.
        Params { size: std::mem::offset_of!(Params, salt), salt: d, salt_len: 1, ..params() },
    );
    let blake = alg(HASH, "blake-256");
    let (mut hash, mut copy) = (null_mut(), null_mut());
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_hash_sizeof",
            [null(), misaligned_handle(), shake]
                .map(|alg| (of_number(astragal_hash_sizeof(alg)), NOTHING)),
        );
        table.rows(
            "astragal_hash_new",
            [
                (astragal_hash_new(null_mut(), sha3, null()), ERR_NULL),
                (astragal_hash_new(&mut copy, null(), null()), ERR_NULL),
                (astragal_hash_new(&mut copy, misaligned_handle(), null()), ERR_ALGORITHM),
                (astragal_hash_new(&mut copy, shake, null()), ERR_ALGORITHM),
                (astragal_hash_new(&mut copy, sha3, &custom), ERR_PARAMETER),
                (astragal_hash_new(&mut copy, sha3, &old), ERR_PARAMETER),
                (astragal_hash_new(&mut copy, sha3, &salt), ERR_PARAMETER),
                (astragal_hash_new(&mut copy, blake, &custom), ERR_PARAMETER),
                (astragal_hash_new(&mut copy, blake, &Params { salt_len: 1, ..salt }), ERR_LENGTH),
                (of_pointer(copy), NOTHING),
                (astragal_hash_new(&mut hash, blake, &salt), OK),
                (replace(&mut hash, sha3, &first), OK),
                (replace(&mut hash, sha3, &params()), OK),
            ],
        );
        table.rows(
            "astragal_hash_init_at",
            [
                (astragal_hash_init_at(null_mut(), start, length, sha3, null()), ERR_NULL),
                (astragal_hash_init_at(&mut copy, null_mut(), length, sha3, null()), ERR_NULL),
                (astragal_hash_init_at(&mut copy, null_mut(), 0, sha3, null()), ERR_NULL),
                (astragal_hash_init_at(&mut copy, start, 0, sha3, null()), ERR_LENGTH),
                (astragal_hash_init_at(&mut copy, start, HUGE, sha3, null()), ERR_LENGTH),
                (astragal_hash_init_at(&mut copy, start, length, null(), null()), ERR_NULL),
                (astragal_hash_init_at(&mut copy, start, length, shake, null()), ERR_ALGORITHM),
            ],
        );
        let mut xof = null_mut();
        assert_eq!(astragal_xof_new(&mut xof, shake, null()), OK);
        let other: *mut Hash = xof.cast();
        table.rows(
            "astragal_hash_update",
            [
                (astragal_hash_update(null_mut(), d, 1), ERR_NULL),
                (astragal_hash_update(other, d, 1), ERR_OBJECT),
                (astragal_hash_update(hash, null(), 1), ERR_NULL),
                (astragal_hash_update(hash, d, HUGE), ERR_LENGTH),
                (astragal_hash_update(hash, null(), 0), OK),
            ],
        );
        table.rows(
            "astragal_hash_update_parallel",
            [
                (astragal_hash_update_parallel(null_mut(), d, 1), ERR_NULL),
                (astragal_hash_update_parallel(other, d, 1), ERR_OBJECT),
                (astragal_hash_update_parallel(hash, null(), 1), ERR_NULL),
                (astragal_hash_update_parallel(hash, d, HUGE), ERR_LENGTH),
                (astragal_hash_update_parallel(hash, null(), 0), OK),
            ],
        );
        table.rows(
            "astragal_hash_final",
            [
                (astragal_hash_final(null_mut(), o, 32), ERR_NULL),
                (astragal_hash_final(other, o, 32), ERR_OBJECT),
                (astragal_hash_final(hash, null_mut(), 32), ERR_NULL),
                (astragal_hash_final(hash, null_mut(), 0), ERR_LENGTH),
                (astragal_hash_final(hash, o, 31), ERR_LENGTH),
                (astragal_hash_final(hash, o, HUGE), ERR_LENGTH),
            ],
        );
        table.rows(
            "astragal_hash_reset",
            [(astragal_hash_reset(null_mut()), ERR_NULL), (astragal_hash_reset(other), ERR_OBJECT)],
        );
        let (mut state, mut capacity, mut none) = ([0_u8; 2048], 2048, 0);
        let state = state.as_mut_ptr();
        table.rows(
            "astragal_hash_export",
            [
                (astragal_hash_export(null(), state, &mut capacity), ERR_NULL),
                (astragal_hash_export(other, state, &mut capacity), ERR_OBJECT),
                (astragal_hash_export(hash, state, null_mut()), ERR_NULL),
                (astragal_hash_export(hash, null_mut(), &mut capacity), ERR_NULL),
                (astragal_hash_export(hash, state, &mut none), ERR_LENGTH),
                (astragal_hash_export(hash, state, &mut none), OK),
            ],
        );
        assert_eq!(capacity, none, "both calls must return the same length");
        table.rows(
            "astragal_hash_import",
            [
                (astragal_hash_import(null_mut(), state, capacity), ERR_NULL),
                (astragal_hash_import(other, state, capacity), ERR_OBJECT),
                (astragal_hash_import(hash, null(), capacity), ERR_NULL),
                (astragal_hash_import(hash, state, HUGE), ERR_LENGTH),
                (astragal_hash_import(hash, state, capacity - 1), ERR_PARAMETER),
                (astragal_hash_import(hash, null(), 0), ERR_PARAMETER),
                (astragal_hash_import(hash, state, capacity), OK),
            ],
        );
        table.rows(
            "astragal_hash_copy",
            [
                (astragal_hash_copy(null_mut(), hash), ERR_NULL),
                (astragal_hash_copy(&mut copy, null()), ERR_NULL),
                (astragal_hash_copy(&mut copy, other), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_hash_copy_at",
            [
                (astragal_hash_copy_at(null_mut(), start, length, hash), ERR_NULL),
                (astragal_hash_copy_at(&mut copy, null_mut(), length, hash), ERR_NULL),
                (astragal_hash_copy_at(&mut copy, start, 9, hash), ERR_LENGTH),
                (astragal_hash_copy_at(&mut copy, start, HUGE, hash), ERR_LENGTH),
                (astragal_hash_copy_at(&mut copy, start, length, other), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_hash_digest_len",
            [null(), other.cast_const()]
                .map(|hash| (of_number(astragal_hash_digest_len(hash)), NOTHING)),
        );
        table.rows(
            "astragal_hash_alg",
            [
                (of_pointer(astragal_hash_alg(null())), NOTHING),
                (of_pointer(astragal_hash_alg(other)), NOTHING),
            ],
        );
        astragal_hash_free(null_mut());
        astragal_hash_free(other);
        table.rows("astragal_hash_free", [(astragal_xof_reset(xof), OK)]);
        astragal_hash_free(hash);
        astragal_xof_free(xof);

        table.rows(
            "astragal_hash_once",
            [
                (astragal_hash_once(null(), d, 1, o, 32), ERR_NULL),
                (astragal_hash_once(misaligned_handle(), d, 1, o, 32), ERR_ALGORITHM),
                (astragal_hash_once(shake, d, 1, o, 32), ERR_ALGORITHM),
                (astragal_hash_once(sha3, null(), 1, o, 32), ERR_NULL),
                (astragal_hash_once(sha3, d, HUGE, o, 32), ERR_LENGTH),
                (astragal_hash_once(sha3, d, 1, null_mut(), 32), ERR_NULL),
                (astragal_hash_once(sha3, d, 1, o, 31), ERR_LENGTH),
                (astragal_hash_once(sha3, d, 1, o, HUGE), ERR_LENGTH),
                (astragal_hash_once(sha3, null(), 0, o, 32), OK),
            ],
        );
        let (messages, lengths) = ([d, d], [3, 4]);
        let (m, l) = (messages.as_ptr(), lengths.as_ptr());
        let (null_messages, huge) = ([d, null()], [3, HUGE]);
        let inside = [d, o.cast_const()];
        table.rows(
            "astragal_hash_many",
            [
                (astragal_hash_many(null(), m, l, 2, o, 64), ERR_NULL),
                (astragal_hash_many(shake, m, l, 2, o, 64), ERR_ALGORITHM),
                (astragal_hash_many(sha3, null(), l, 2, o, 64), ERR_NULL),
                (astragal_hash_many(sha3, m, null(), 2, o, 64), ERR_NULL),
                (astragal_hash_many(sha3, m, l, 2, null_mut(), 64), ERR_NULL),
                (astragal_hash_many(sha3, m, l, 2, o, 63), ERR_LENGTH),
                (astragal_hash_many(sha3, m, l, HUGE, o, 64), ERR_LENGTH),
                (astragal_hash_many(sha3, m, l, HUGE / 32, o, HUGE / 32 * 32), ERR_LENGTH),
                (astragal_hash_many(sha3, null_messages.as_ptr(), l, 2, o, 64), ERR_NULL),
                (astragal_hash_many(sha3, m, huge.as_ptr(), 2, o, 64), ERR_LENGTH),
                (astragal_hash_many(sha3, inside.as_ptr(), l, 2, o, 64), ERR_OVERLAP),
                (astragal_hash_many(sha3, null(), null(), 0, null_mut(), 0), OK),
            ],
        );
    }
}

/// Replaces a hash object with a new one.
///
/// # Safety
/// `hash` must contain NULL or a live object. `alg` must be NULL or a handle, and the strings in `params` must be valid
/// for reads of their lengths.
unsafe fn replace(hash: &mut *mut Hash, alg: *const Alg, params: &Params) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        astragal_hash_free(*hash);
        astragal_hash_new(hash, alg, params)
    }
}
