//! Calls AEAD functions with bad arguments.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::aead::*;
use astragal_capi::kind::hash::*;
use astragal_capi::params::Params;
use astragal_capi::typed::ascon::*;

use super::{HUGE, NOTHING, Table, alg, misaligned_handle, of_number, of_pointer, params};

pub(super) fn test_arguments(table: &mut Table) {
    let (ascon, sha3) = (alg(AEAD, "ascon-aead128"), alg(HASH, "sha3-256"));
    let (data, mut out, mut tag, mut memory) = ([1_u8; 64], [0_u8; 64], [0_u8; 16], [0_u64; 512]);
    let (d, o, t) = (data.as_ptr(), out.as_mut_ptr(), tag.as_mut_ptr());
    let (start, length) = (memory.as_mut_ptr().cast::<c_void>(), size_of_val(&memory));
    let custom = Params { custom: d, custom_len: 1, ..params() };
    let (mut aead, mut copy) = (null_mut(), null_mut());
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_aead_sizeof",
            [null(), misaligned_handle(), sha3]
                .map(|alg| (of_number(astragal_aead_sizeof(alg)), NOTHING)),
        );
        table.rows(
            "astragal_aead_new",
            [
                (astragal_aead_new(null_mut(), ascon, d, 16, null()), ERR_NULL),
                (astragal_aead_new(&mut copy, null(), d, 16, null()), ERR_NULL),
                (astragal_aead_new(&mut copy, sha3, d, 16, null()), ERR_ALGORITHM),
                (astragal_aead_new(&mut copy, ascon, null(), 16, null()), ERR_NULL),
                (astragal_aead_new(&mut copy, ascon, null(), 0, null()), ERR_LENGTH),
                (astragal_aead_new(&mut copy, ascon, d, HUGE, null()), ERR_LENGTH),
                (astragal_aead_new(&mut copy, ascon, d, 16, &custom), ERR_PARAMETER),
                (of_pointer(copy), NOTHING),
                (astragal_aead_new(&mut aead, ascon, d, 16, null()), OK),
            ],
        );
        table.rows(
            "astragal_aead_init_at",
            [
                (astragal_aead_init_at(null_mut(), start, length, ascon, d, 16, null()), ERR_NULL),
                (
                    astragal_aead_init_at(&mut copy, null_mut(), length, ascon, d, 16, null()),
                    ERR_NULL,
                ),
                (astragal_aead_init_at(&mut copy, start, 0, ascon, d, 16, null()), ERR_LENGTH),
                (astragal_aead_init_at(&mut copy, start, HUGE, ascon, d, 16, null()), ERR_LENGTH),
                (astragal_aead_init_at(&mut copy, start, length, ascon, d, 15, null()), ERR_LENGTH),
            ],
        );
        let mut hash = null_mut();
        assert_eq!(astragal_hash_new(&mut hash, sha3, null()), OK);
        let other: *mut Aead = hash.cast();
        let inside = o.cast_const().add(3);
        table.rows(
            "astragal_aead_encrypt",
            [
                (astragal_aead_encrypt(null(), d, 16, d, 1, d, 8, o, t, 16), ERR_NULL),
                (astragal_aead_encrypt(other, d, 16, d, 1, d, 8, o, t, 16), ERR_OBJECT),
                (astragal_aead_encrypt(aead, null(), 16, d, 1, d, 8, o, t, 16), ERR_NULL),
                (astragal_aead_encrypt(aead, null(), 0, d, 1, d, 8, o, t, 16), ERR_LENGTH),
                (astragal_aead_encrypt(aead, d, HUGE, d, 1, d, 8, o, t, 16), ERR_LENGTH),
                (astragal_aead_encrypt(aead, d, 16, null(), 1, d, 8, o, t, 16), ERR_NULL),
                (astragal_aead_encrypt(aead, d, 16, d, HUGE, d, 8, o, t, 16), ERR_LENGTH),
                (astragal_aead_encrypt(aead, d, 16, d, 1, null(), 8, o, t, 16), ERR_NULL),
                (astragal_aead_encrypt(aead, d, 16, d, 1, d, HUGE, o, t, 16), ERR_LENGTH),
                (astragal_aead_encrypt(aead, d, 16, d, 1, d, 8, null_mut(), t, 16), ERR_NULL),
                (astragal_aead_encrypt(aead, d, 16, d, 1, d, 8, o, null_mut(), 16), ERR_NULL),
                (astragal_aead_encrypt(aead, d, 16, d, 1, d, 8, o, t, 15), ERR_LENGTH),
                (astragal_aead_encrypt(aead, d, 16, d, 1, d, 8, o, t, HUGE), ERR_LENGTH),
                (astragal_aead_encrypt(aead, d, 16, inside, 8, d, 8, o, t, 16), ERR_OVERLAP),
                (astragal_aead_encrypt(aead, d, 16, d, 1, d, 8, o, o.add(7), 16), ERR_OVERLAP),
                (astragal_aead_encrypt(aead, d, 16, d, 1, d, 8, o, o.add(8), 16), OK),
                (astragal_aead_encrypt(aead, d, 16, null(), 0, null(), 0, null_mut(), t, 16), OK),
                (astragal_aead_encrypt(aead, d, 16, null(), 0, inside, 8, o, t, 16), OK),
            ],
        );
        table.rows(
            "astragal_aead_decrypt",
            [
                (astragal_aead_decrypt(null(), d, 16, d, 1, d, 8, t, 16, o), ERR_NULL),
                (astragal_aead_decrypt(other, d, 16, d, 1, d, 8, t, 16, o), ERR_OBJECT),
                (astragal_aead_decrypt(aead, null(), 16, d, 1, d, 8, t, 16, o), ERR_NULL),
                (astragal_aead_decrypt(aead, d, 15, d, 1, d, 8, t, 16, o), ERR_LENGTH),
                (astragal_aead_decrypt(aead, d, 16, null(), 1, d, 8, t, 16, o), ERR_NULL),
                (astragal_aead_decrypt(aead, d, 16, d, 1, null(), 8, t, 16, o), ERR_NULL),
                (astragal_aead_decrypt(aead, d, 16, d, 1, d, HUGE, t, 16, o), ERR_LENGTH),
                (astragal_aead_decrypt(aead, d, 16, d, 1, d, 8, null(), 16, o), ERR_NULL),
                (astragal_aead_decrypt(aead, d, 16, d, 1, d, 8, null(), 0, o), ERR_LENGTH),
                (astragal_aead_decrypt(aead, d, 16, d, 1, d, 8, t, 16, null_mut()), ERR_NULL),
                (astragal_aead_decrypt(aead, d, 16, inside, 8, d, 8, t, 16, o), ERR_OVERLAP),
                (astragal_aead_decrypt(aead, d, 16, d, 1, d, 8, o.add(7), 16, o), ERR_OVERLAP),
                (astragal_aead_decrypt(aead, d, 16, d, 1, d, 8, t, 16, o), INVALID),
            ],
        );
        table.rows(
            "astragal_aead_alg",
            [
                (of_pointer(astragal_aead_alg(null())), NOTHING),
                (of_pointer(astragal_aead_alg(other)), NOTHING),
            ],
        );
        table.rows(
            "astragal_aead_copy",
            [
                (astragal_aead_copy(null_mut(), aead), ERR_NULL),
                (astragal_aead_copy(&mut copy, null()), ERR_NULL),
                (astragal_aead_copy(&mut copy, other), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_aead_copy_at",
            [
                (astragal_aead_copy_at(&mut copy, null_mut(), length, aead), ERR_NULL),
                (astragal_aead_copy_at(&mut copy, start, 9, aead), ERR_LENGTH),
                (astragal_aead_copy_at(&mut copy, start, length, other), ERR_OBJECT),
            ],
        );
        astragal_aead_free(null_mut());
        astragal_aead_free(other);
        table.rows("astragal_aead_free", [(astragal_hash_reset(hash), OK)]);
        astragal_aead_free(aead);
        astragal_hash_free(hash);

        table.rows(
            "astragal_ascon_aead128_encrypt",
            [
                (astragal_ascon_aead128_encrypt(null(), d, d, 1, d, 8, o, t), ERR_NULL),
                (astragal_ascon_aead128_encrypt(d, null(), d, 1, d, 8, o, t), ERR_NULL),
                (astragal_ascon_aead128_encrypt(d, d, null(), 1, d, 8, o, t), ERR_NULL),
                (astragal_ascon_aead128_encrypt(d, d, d, HUGE, d, 8, o, t), ERR_LENGTH),
                (astragal_ascon_aead128_encrypt(d, d, d, 1, null(), 8, o, t), ERR_NULL),
                (astragal_ascon_aead128_encrypt(d, d, d, 1, d, HUGE, o, t), ERR_LENGTH),
                (astragal_ascon_aead128_encrypt(d, d, d, 1, d, 8, null_mut(), t), ERR_NULL),
                (astragal_ascon_aead128_encrypt(d, d, d, 1, d, 8, o, null_mut()), ERR_NULL),
                (astragal_ascon_aead128_encrypt(d, d, inside, 8, d, 8, o, t), ERR_OVERLAP),
                (astragal_ascon_aead128_encrypt(d, d, d, 1, d, 8, o, o.add(7)), ERR_OVERLAP),
                (astragal_ascon_aead128_encrypt(d, d, null(), 0, null(), 0, null_mut(), t), OK),
            ],
        );
        table.rows(
            "astragal_ascon_aead128_decrypt",
            [
                (astragal_ascon_aead128_decrypt(null(), d, d, 1, d, 8, t, o), ERR_NULL),
                (astragal_ascon_aead128_decrypt(d, null(), d, 1, d, 8, t, o), ERR_NULL),
                (astragal_ascon_aead128_decrypt(d, d, null(), 1, d, 8, t, o), ERR_NULL),
                (astragal_ascon_aead128_decrypt(d, d, d, 1, null(), 8, t, o), ERR_NULL),
                (astragal_ascon_aead128_decrypt(d, d, d, 1, d, HUGE, t, o), ERR_LENGTH),
                (astragal_ascon_aead128_decrypt(d, d, d, 1, d, 8, null(), o), ERR_NULL),
                (astragal_ascon_aead128_decrypt(d, d, d, 1, d, 8, t, null_mut()), ERR_NULL),
                (astragal_ascon_aead128_decrypt(d, d, inside, 8, d, 8, t, o), ERR_OVERLAP),
                (astragal_ascon_aead128_decrypt(d, d, d, 1, d, 8, o.add(7), o), ERR_OVERLAP),
                (astragal_ascon_aead128_decrypt(d, d, d, 1, d, 8, t, o), INVALID),
            ],
        );
    }
}
