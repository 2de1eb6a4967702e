//! Calls key derivation functions with bad arguments.

use std::ffi::{c_int, c_void};
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::kdf::*;

use super::{HUGE, Table, alg, failed_allocation, last_error, misaligned_handle};

/// Parameters in which no member except `size` is set.
pub(super) const NONE: KdfParams = KdfParams {
    size: size_of::<KdfParams>(),
    salt: null(),
    salt_len: 0,
    info: null(),
    info_len: 0,
    label: null(),
    label_len: 0,
    secret: null(),
    secret_len: 0,
    associated_data: null(),
    associated_data_len: 0,
    progress: None,
    progress_context: null_mut(),
    n: 0,
    memory_limit: 0,
    iterations: 0,
    r: 0,
    p: 0,
    m: 0,
    t: 0,
    version: 0,
    allow_short_salt: 0,
    one_thread: 0,
    hkdf_step: 0,
};

/// Progress callback that counts its calls and cancels the derivation.
unsafe extern "C" fn stop(context: *mut c_void, done: u64, total: u64) -> c_int {
    // SAFETY: the test passes the address of a `u64` counter as the context.
    unsafe { *context.cast::<u64>() += 1 };
    c_int::from(done <= total)
}

pub(super) fn test_arguments(table: &mut Table) {
    let (data, mut out) = ([1_u8; 64], [0_u8; 64]);
    let (d, o) = (data.as_ptr(), out.as_mut_ptr());
    let (pbkdf2, argon2) = (alg(KDF, "PBKDF2_HMAC_SHA256"), alg(KDF, "argon2id"));
    let (scrypt, hkdf) = (alg(KDF, "scrypt"), alg(KDF, "hkdf-sha256"));
    let (sha256, none) = (alg(HASH, "sha256"), alg(HASH, "ascon-hash256"));
    let mut calls = 0_u64;
    let good = KdfParams { salt: d, salt_len: 16, iterations: 2, ..NONE };
    let lacking = KdfParams { iterations: 0, ..good };
    let too_much = KdfParams { t: 1, ..good };
    let sized = KdfParams { size: 8, ..good };
    let pointless = KdfParams { salt: null(), ..good };
    let huge = KdfParams { salt_len: HUGE, ..good };
    let costs = KdfParams { salt: d, salt_len: 8, t: 1, m: 8, p: 1, ..NONE };
    let short = KdfParams { salt_len: 7, ..costs };
    let allowed = KdfParams { allow_short_salt: 1, one_thread: 1, ..short };
    let greedy = KdfParams { m: u32::MAX, ..costs };
    let limited = KdfParams { memory_limit: 8191, ..costs };
    let stopped = KdfParams {
        m: if cfg!(miri) { 8 } else { 1 << 12 },
        t: 4,
        progress: Some(stop),
        progress_context: (&raw mut calls).cast(),
        ..costs
    };
    let extract = KdfParams { hkdf_step: HKDF_EXTRACT, ..NONE };
    let no_step = KdfParams { hkdf_step: 3, ..NONE };
    let pow = KdfParams { salt: d, salt_len: 8, n: 1 << 55, r: 8, p: 1, ..NONE };
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_kdf",
            [
                (astragal_kdf(null(), d, 8, &good, o, 32), ERR_NULL),
                (astragal_kdf(misaligned_handle(), d, 8, &good, o, 32), ERR_ALGORITHM),
                (astragal_kdf(sha256, d, 8, &good, o, 32), ERR_ALGORITHM),
                (astragal_kdf(pbkdf2, null(), 8, &good, o, 32), ERR_NULL),
                (astragal_kdf(pbkdf2, d, HUGE, &good, o, 32), ERR_LENGTH),
                (astragal_kdf(pbkdf2, d, 8, null(), o, 32), ERR_NULL),
                (astragal_kdf(pbkdf2, d, 8, &sized, o, 32), ERR_PARAMETER),
                (astragal_kdf(pbkdf2, d, 8, &lacking, o, 32), ERR_PARAMETER),
                (astragal_kdf(pbkdf2, d, 8, &too_much, o, 32), ERR_PARAMETER),
                (astragal_kdf(pbkdf2, d, 8, &pointless, o, 32), ERR_NULL),
                (astragal_kdf(pbkdf2, d, 8, &huge, o, 32), ERR_LENGTH),
                (astragal_kdf(pbkdf2, d, 8, &good, null_mut(), 32), ERR_NULL),
                (astragal_kdf(pbkdf2, d, 8, &good, o, HUGE), ERR_LENGTH),
                // On 32-bit machines, a buffer of this length would extend beyond the address space.
                failed_allocation(if usize::BITS == 64 { ERR_MEMORY } else { ERR_LENGTH }, || {
                    astragal_kdf(pbkdf2, d, 8, &good, o, HUGE / 4)
                }),
                (astragal_kdf(pbkdf2, null(), 0, &good, o, 32), OK),
                (astragal_kdf(pbkdf2, o, 32, &good, o, 64), OK),
                (astragal_kdf(hkdf, d, 8, &NONE, o, 32), OK),
                (astragal_kdf(hkdf, d, 8, &extract, o, 31), ERR_LENGTH),
                (astragal_kdf(hkdf, d, 8, &extract, o, 32), OK),
                (astragal_kdf(hkdf, d, 8, &no_step, o, 32), ERR_PARAMETER),
                (
                    astragal_kdf(pbkdf2, d, 8, &KdfParams { hkdf_step: 1, ..good }, o, 32),
                    ERR_PARAMETER,
                ),
                (astragal_kdf(argon2, d, 8, &costs, o, 32), OK),
                (astragal_kdf(argon2, d, 8, &costs, o, 3), ERR_LENGTH),
                (astragal_kdf(argon2, d, 8, &short, o, 32), ERR_LENGTH),
                (astragal_kdf(argon2, d, 8, &allowed, o, 32), OK),
                failed_allocation(ERR_MEMORY, || astragal_kdf(argon2, d, 8, &greedy, o, 32)),
                (astragal_kdf(argon2, d, 8, &limited, o, 32), ERR_PARAMETER),
                (astragal_kdf(argon2, d, 8, &stopped, o, 32), ERR_CANCELLED),
                (c_int::from(calls > 0), 1),
                failed_allocation(ERR_MEMORY, || astragal_kdf(scrypt, d, 8, &pow, o, 32)),
            ],
        );
        let error = last_error();
        assert!(cfg!(miri) || error.starts_with("cannot allocate "), "{error}");
        table.rows(
            "astragal_argon2id",
            [
                (astragal_argon2id(d, 8, d, 7, 1, 8, 1, o, 32), ERR_LENGTH),
                (astragal_argon2id(d, 8, null(), 8, 1, 8, 1, o, 32), ERR_NULL),
                (astragal_argon2id(d, 8, d, 8, 0, 8, 1, o, 32), ERR_PARAMETER),
                (astragal_argon2id(d, 8, d, 8, 1, 7, 1, o, 32), ERR_PARAMETER),
                (astragal_argon2id(d, 8, d, 8, 1, 8, 1, o, 3), ERR_LENGTH),
                (astragal_argon2id(d, 8, d, 8, 1, 8, 1, o, 32), OK),
            ],
        );
        table.rows(
            "astragal_scrypt",
            [
                (astragal_scrypt(d, 8, d, 8, 3, 1, 1, o, 32), ERR_PARAMETER),
                failed_allocation(ERR_MEMORY, || astragal_scrypt(d, 8, d, 8, 1 << 55, 8, 1, o, 32)),
                (astragal_scrypt(d, 8, null(), 8, 2, 1, 1, o, 32), ERR_NULL),
                (astragal_scrypt(d, 8, null(), 0, 2, 1, 1, o, 32), OK),
            ],
        );
        table.rows(
            "astragal_pbkdf2",
            [
                (astragal_pbkdf2(null(), d, 8, d, 8, 1, o, 32), ERR_NULL),
                (astragal_pbkdf2(pbkdf2, d, 8, d, 8, 1, o, 32), ERR_ALGORITHM),
                (astragal_pbkdf2(sha256, d, 8, d, 8, 0, o, 32), ERR_PARAMETER),
                (astragal_pbkdf2(none, d, 8, d, 8, 1, o, 32), ERR_PARAMETER),
                (astragal_pbkdf2(sha256, d, 8, null(), 0, 1, o, 32), OK),
            ],
        );
        table.rows(
            "astragal_hkdf",
            [
                (astragal_hkdf(null(), d, 8, d, 8, d, 1, o, 32), ERR_NULL),
                (astragal_hkdf(none, d, 8, d, 8, d, 1, o, 32), ERR_PARAMETER),
                (astragal_hkdf(sha256, d, 8, d, 8, null(), 1, o, 32), ERR_NULL),
                (astragal_hkdf(sha256, d, 8, d, 8, d, 1, o, 255 * 32 + 1), ERR_LENGTH),
                (astragal_hkdf(sha256, d, 8, null(), 0, null(), 0, o, 32), OK),
            ],
        );
    }
}
