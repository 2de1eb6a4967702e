//! Calls block cipher functions with bad arguments.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::cipher::*;
use astragal_capi::kind::hash::*;

use super::{HUGE, NOTHING, Table, alg, misaligned_handle, of_number, of_pointer};

pub(super) fn test_arguments(table: &mut Table) {
    let (sm4, sha3) = (alg(CIPHER, "SM4"), alg(HASH, "sha3-256"));
    let threefish = alg(CIPHER, "threefish-256");
    let (data, mut out, mut memory) = ([1_u8; 64], [0_u8; 64], [0_u64; 2048]);
    let (d, o) = (data.as_ptr(), out.as_mut_ptr());
    let (start, length) = (memory.as_mut_ptr().cast::<c_void>(), size_of_val(&memory));
    let (mut cipher, mut copy) = (null_mut(), null_mut());
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_cipher_sizeof",
            [null(), misaligned_handle(), sha3]
                .map(|alg| (of_number(astragal_cipher_sizeof(alg)), NOTHING)),
        );
        table.rows(
            "astragal_cipher_new",
            [
                (astragal_cipher_new(null_mut(), sm4, d, 16), ERR_NULL),
                (astragal_cipher_new(&mut copy, null(), d, 16), ERR_NULL),
                (astragal_cipher_new(&mut copy, misaligned_handle(), d, 16), ERR_ALGORITHM),
                (astragal_cipher_new(&mut copy, sha3, d, 16), ERR_ALGORITHM),
                (astragal_cipher_new(&mut copy, sm4, null(), 16), ERR_NULL),
                (astragal_cipher_new(&mut copy, sm4, null(), 0), ERR_LENGTH),
                (astragal_cipher_new(&mut copy, sm4, d, 15), ERR_LENGTH),
                (astragal_cipher_new(&mut copy, sm4, d, HUGE), ERR_LENGTH),
                (of_pointer(copy), NOTHING),
                (astragal_cipher_new(&mut cipher, sm4, d, 16), OK),
                (astragal_cipher_new(&mut copy, threefish, d, 32), OK),
            ],
        );
        let mut hash = null_mut();
        assert_eq!(astragal_hash_new(&mut hash, sha3, null()), OK);
        let other: *mut Cipher = hash.cast();
        table.rows(
            "astragal_cipher_set_tweak",
            [
                (astragal_cipher_set_tweak(null_mut(), d, 16), ERR_NULL),
                (astragal_cipher_set_tweak(other, d, 16), ERR_OBJECT),
                (astragal_cipher_set_tweak(cipher, d, 16), ERR_PARAMETER),
                (astragal_cipher_set_tweak(copy, null(), 16), ERR_NULL),
                (astragal_cipher_set_tweak(copy, d, 15), ERR_LENGTH),
                (astragal_cipher_set_tweak(copy, d, HUGE), ERR_LENGTH),
                (astragal_cipher_set_tweak(copy, d, 16), OK),
            ],
        );
        astragal_cipher_free(copy);
        table.rows(
            "astragal_cipher_init_at",
            [
                (astragal_cipher_init_at(null_mut(), start, length, sm4, d, 16), ERR_NULL),
                (astragal_cipher_init_at(&mut copy, null_mut(), length, sm4, d, 16), ERR_NULL),
                (astragal_cipher_init_at(&mut copy, start, 0, sm4, d, 16), ERR_LENGTH),
                (astragal_cipher_init_at(&mut copy, start, HUGE, sm4, d, 16), ERR_LENGTH),
                (astragal_cipher_init_at(&mut copy, start, length, sm4, d, 17), ERR_LENGTH),
            ],
        );
        for (name, run) in [
            (
                "astragal_cipher_encrypt",
                astragal_cipher_encrypt as unsafe extern "C" fn(_, _, _, _) -> _,
            ),
            ("astragal_cipher_decrypt", astragal_cipher_decrypt),
        ] {
            table.rows(
                name,
                [
                    (run(null(), d, 16, o), ERR_NULL),
                    (run(other, d, 16, o), ERR_OBJECT),
                    (run(cipher, null(), 16, o), ERR_NULL),
                    (run(cipher, d, 16, null_mut()), ERR_NULL),
                    (run(cipher, d, 15, o), ERR_LENGTH),
                    (run(cipher, d, HUGE, o), ERR_LENGTH),
                    (run(cipher, d, HUGE & !15, o), ERR_LENGTH),
                    (run(cipher, null(), 0, null_mut()), OK),
                    (run(cipher, d, 64, o), OK),
                    (run(cipher, o, 48, o.add(5)), OK),
                ],
            );
        }
        table.rows(
            "astragal_cipher_alg",
            [
                (of_pointer(astragal_cipher_alg(null())), NOTHING),
                (of_pointer(astragal_cipher_alg(other)), NOTHING),
            ],
        );
        table.rows(
            "astragal_cipher_copy",
            [
                (astragal_cipher_copy(null_mut(), cipher), ERR_NULL),
                (astragal_cipher_copy(&mut copy, null()), ERR_NULL),
                (astragal_cipher_copy(&mut copy, other), ERR_OBJECT),
            ],
        );
        table.rows(
            "astragal_cipher_copy_at",
            [
                (astragal_cipher_copy_at(&mut copy, null_mut(), length, cipher), ERR_NULL),
                (astragal_cipher_copy_at(&mut copy, start, 9, cipher), ERR_LENGTH),
                (astragal_cipher_copy_at(&mut copy, start, length, other), ERR_OBJECT),
            ],
        );
        astragal_cipher_free(null_mut());
        astragal_cipher_free(other);
        table.rows("astragal_cipher_free", [(astragal_hash_reset(hash), OK)]);
        astragal_cipher_free(cipher);
        astragal_hash_free(hash);
    }
}
