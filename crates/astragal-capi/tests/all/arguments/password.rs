//! Calls password storage functions with bad arguments.

use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::kdf::KdfParams;
use astragal_capi::kind::password::*;

use super::kdf::NONE;
use super::{HUGE, Table, alg, misaligned_handle};

pub(super) fn test_arguments(table: &mut Table) {
    let (data, mut out) = ([1_u8; 64], [0; PASSWORD_STRING_MAX]);
    let (d, o, capacity) = (data.as_ptr(), out.as_mut_ptr(), out.len());
    let (pbkdf2, hkdf) = (alg(KDF, "pbkdf2-hmac-sha256"), alg(KDF, "hkdf-sha256"));
    let good = KdfParams { salt: d, salt_len: 16, iterations: 2, ..NONE };
    let short_salt = KdfParams { salt_len: 7, ..good };
    let partial = KdfParams { m: 8, ..NONE };
    let sized = KdfParams { size: 8, ..good };
    let strict = PasswordPolicy { size: size_of::<PasswordPolicy>(), memory_limit: 1, steps: 1 };
    let foreign = PasswordPolicy { size: 8, ..strict };
    let mut needed = 0;
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_password_hash",
            [
                (astragal_password_hash(null(), d, 8, &good, o, capacity), ERR_NULL),
                (
                    astragal_password_hash(misaligned_handle(), d, 8, &good, o, capacity),
                    ERR_ALGORITHM,
                ),
                (astragal_password_hash(hkdf, d, 8, &NONE, o, capacity), ERR_PARAMETER),
                (astragal_password_hash(pbkdf2, null(), 8, &good, o, capacity), ERR_NULL),
                (astragal_password_hash(pbkdf2, d, HUGE, &good, o, capacity), ERR_LENGTH),
                (astragal_password_hash(pbkdf2, d, 8, null(), o, capacity), ERR_NULL),
                (astragal_password_hash(pbkdf2, d, 8, &short_salt, o, capacity), ERR_LENGTH),
                (astragal_password_hash(pbkdf2, d, 8, &partial, o, capacity), ERR_PARAMETER),
                (astragal_password_hash(pbkdf2, d, 8, &sized, o, capacity), ERR_PARAMETER),
                (astragal_password_hash(pbkdf2, d, 8, &good, null_mut(), capacity), ERR_NULL),
                (astragal_password_hash(pbkdf2, d, 8, &good, o, 0), ERR_LENGTH),
                (astragal_password_hash(pbkdf2, d, 8, &good, o, HUGE), ERR_LENGTH),
                (astragal_password_hash(pbkdf2, null(), 0, &good, o, capacity), OK),
            ],
        );
        table.rows(
            "astragal_password_verify",
            [
                (astragal_password_verify(null(), 1, o, null()), ERR_NULL),
                (astragal_password_verify(d, HUGE, o, null()), ERR_LENGTH),
                (astragal_password_verify(d, 8, null(), null()), ERR_NULL),
                (astragal_password_verify(d, 8, c"".as_ptr(), null()), ERR_PARAMETER),
                (astragal_password_verify(d, 8, c"\xff\xfe".as_ptr(), null()), ERR_PARAMETER),
                (astragal_password_verify(d, 8, o, &strict), ERR_PARAMETER),
                (astragal_password_verify(d, 8, o, &foreign), ERR_PARAMETER),
                (astragal_password_verify(d, 8, o, null()), INVALID),
                (astragal_password_verify(null(), 0, o, null()), OK),
            ],
        );
        let n = &raw mut needed;
        table.rows(
            "astragal_password_needs_rehash",
            [
                (astragal_password_needs_rehash(null(), pbkdf2, &good, n), ERR_NULL),
                (astragal_password_needs_rehash(c"$".as_ptr(), pbkdf2, &good, n), ERR_PARAMETER),
                (astragal_password_needs_rehash(o, null(), &good, n), ERR_NULL),
                (astragal_password_needs_rehash(o, hkdf, &good, n), ERR_PARAMETER),
                (astragal_password_needs_rehash(o, pbkdf2, &partial, n), ERR_PARAMETER),
                (astragal_password_needs_rehash(o, pbkdf2, &good, null_mut()), ERR_NULL),
                (astragal_password_needs_rehash(o, pbkdf2, null(), n), OK),
            ],
        );
    }
    assert_eq!(needed, 1);
}
