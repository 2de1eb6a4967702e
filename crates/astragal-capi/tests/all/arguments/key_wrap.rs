//! Calls the functions for key wrapping with bad arguments.

use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::key_wrap::*;

use super::{HUGE, Table, alg, misaligned_handle};

pub(super) fn test_arguments(table: &mut Table) {
    let (data, mut wrapped, mut out) = ([1_u8; 64], [0_u8; 24], [0_u8; 64]);
    let (d, o, w) = (data.as_ptr(), out.as_mut_ptr(), wrapped.as_mut_ptr());
    let (kw, kwp) = (alg(KEY_WRAP, "AES_128/KW"), alg(KEY_WRAP, "camellia-256-kwp"));
    let aes = alg(CIPHER, "aes-128");
    let (mut n, mut short, mut zero) = (64, 23, 0);
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_key_wrap",
            [
                (astragal_key_wrap(null(), d, 16, d, 16, w, &mut n), ERR_NULL),
                (astragal_key_wrap(misaligned_handle(), d, 16, d, 16, w, &mut n), ERR_ALGORITHM),
                (astragal_key_wrap(aes, d, 16, d, 16, w, &mut n), ERR_ALGORITHM),
                (astragal_key_wrap(kw, null(), 16, d, 16, w, &mut n), ERR_NULL),
                (astragal_key_wrap(kw, d, 15, d, 16, w, &mut n), ERR_LENGTH),
                (astragal_key_wrap(kw, d, HUGE, d, 16, w, &mut n), ERR_LENGTH),
                (astragal_key_wrap(kw, d, 16, null(), 16, w, &mut n), ERR_NULL),
                (astragal_key_wrap(kw, d, 16, d, 8, w, &mut n), ERR_LENGTH),
                (astragal_key_wrap(kw, d, 16, d, 17, w, &mut n), ERR_LENGTH),
                (astragal_key_wrap(kw, d, 16, d, HUGE, w, &mut n), ERR_LENGTH),
                (astragal_key_wrap(kwp, d, 32, null(), 0, w, &mut n), ERR_LENGTH),
                (astragal_key_wrap(kw, d, 16, d, 16, w, null_mut()), ERR_NULL),
                (astragal_key_wrap(kw, d, 16, d, 16, w, &mut short), ERR_LENGTH),
                (i32::from(short != 24), OK),
                (astragal_key_wrap(kw, d, 16, d, 16, null_mut(), &mut n), ERR_NULL),
                (astragal_key_wrap(kwp, d, 32, d, 3, w, &mut n), OK),
                (i32::from(n != 16), OK),
                (astragal_key_wrap(kw, d, 16, d, 16, w, &mut 24), OK),
            ],
        );
        table.rows(
            "astragal_key_unwrap",
            [
                (astragal_key_unwrap(null(), d, 16, w, 24, o, &mut 64), ERR_NULL),
                (astragal_key_unwrap(aes, d, 16, w, 24, o, &mut 64), ERR_ALGORITHM),
                (astragal_key_unwrap(kw, null(), 16, w, 24, o, &mut 64), ERR_NULL),
                (astragal_key_unwrap(kw, d, 17, w, 24, o, &mut 64), ERR_LENGTH),
                (astragal_key_unwrap(kw, d, 16, null(), 24, o, &mut 64), ERR_NULL),
                (astragal_key_unwrap(kw, d, 16, w, 16, o, &mut 64), ERR_LENGTH),
                (astragal_key_unwrap(kw, d, 16, w, 23, o, &mut 64), ERR_LENGTH),
                (astragal_key_unwrap(kw, d, 16, w, 0, o, &mut 64), ERR_LENGTH),
                (astragal_key_unwrap(kw, d, 16, w, HUGE, o, &mut 64), ERR_LENGTH),
                (astragal_key_unwrap(kw, d, 16, d, 24, o, &mut 64), INVALID),
                (astragal_key_unwrap(kwp, d, 32, d, 16, o, &mut 64), INVALID),
                (i32::from(out != [0; 64]), OK),
                (astragal_key_unwrap(kw, d, 16, w, 24, o, null_mut()), ERR_NULL),
                (astragal_key_unwrap(kw, d, 16, w, 24, null_mut(), &mut zero), ERR_LENGTH),
                (i32::from(zero != 16), OK),
                (astragal_key_unwrap(kw, d, 16, w, 24, o, &mut 16), OK),
                (i32::from(out[..16] != data[..16]), OK),
            ],
        );
    }
}
