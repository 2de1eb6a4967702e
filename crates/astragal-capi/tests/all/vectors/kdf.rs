//! Known-answer tests of key derivation functions.

use std::ptr::{null, null_mut};

use astragal_capi::alg::Alg;
use astragal_capi::kind::kdf::*;
use astragal_vectors::Case;

use super::{Checked, check_equal, check_ok};

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let secret = case.needed_bytes(if case.has("password") { "password" } else { "key" })?;
    let expected = case.needed_bytes("out")?;
    let [salt, info, label] = [case.bytes("salt")?, case.bytes("custom")?, case.bytes("name")?];
    let [pepper, data] = [case.bytes("secret")?, case.bytes("ad")?];
    let start = |string: &Option<Vec<u8>>| string.as_ref().map_or(null(), |string| string.as_ptr());
    let length = |string: &Option<Vec<u8>>| string.as_ref().map_or(0, Vec::len);
    let number = |field| Ok::<u32, String>(case.number(field)?.unwrap_or(0));
    let params = KdfParams {
        size: size_of::<KdfParams>(),
        salt: start(&salt),
        salt_len: length(&salt),
        info: start(&info),
        info_len: length(&info),
        label: start(&label),
        label_len: length(&label),
        secret: start(&pepper),
        secret_len: length(&pepper),
        associated_data: start(&data),
        associated_data_len: length(&data),
        progress: None,
        progress_context: null_mut(),
        n: case.number("n")?.unwrap_or(0),
        memory_limit: 0,
        iterations: number("iterations")?,
        r: number("r")?,
        p: number("p")?,
        m: number("m")?,
        t: number("t")?,
        version: number("version")?,
        allow_short_salt: 1,
        one_thread: 0,
        hkdf_step: 0,
    };
    let mut key = vec![0xa5; expected.len()];
    let (k, k_len) = (key.as_mut_ptr(), key.len());
    // SAFETY: `alg` is an algorithm handle, and each buffer is passed with its length.
    check_ok(unsafe { astragal_kdf(alg, secret.as_ptr(), secret.len(), &params, k, k_len) })?;
    check_equal("the key", &key, &expected)
}
