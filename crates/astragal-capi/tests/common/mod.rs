//! Helpers that list algorithms and read their properties.

use std::ffi::{CStr, c_int};

use astragal_capi::alg::*;
use astragal_capi::error::OK;

/// Returns all algorithms of a kind. Under Miri, which is slow, returns only a few.
pub(crate) fn algs(kind: c_int) -> impl Iterator<Item = *const Alg> {
    let step = if cfg!(miri) { 23 } else { 1 };
    (0..astragal_alg_count(kind)).step_by(step).map(move |index| astragal_alg_at(kind, index))
}

pub(crate) fn name(alg: *const Alg) -> String {
    // SAFETY: the argument is an algorithm handle, which is never freed.
    unsafe { CStr::from_ptr(astragal_alg_name(alg)) }.to_str().unwrap().to_owned()
}

pub(crate) fn get(alg: *const Alg, what: c_int) -> usize {
    let mut number = 0;
    // SAFETY: the first argument is an algorithm handle, and the output pointer is valid for a write.
    assert_eq!(unsafe { astragal_alg_get(alg, what, &mut number) }, OK, "{}", name(alg));
    number
}
