//! Known-answer tests of key wrapping.

use astragal_capi::alg::Alg;
use astragal_capi::error::ERR_LENGTH;
use astragal_capi::kind::key_wrap::*;
use astragal_vectors::Case;

use super::{Checked, check_equal, check_ok};

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let (kek, wrapped) = (case.needed_bytes("key")?, case.needed_bytes("ct")?);
    let key = case.needed_bytes("pt")?;
    // SAFETY: `alg` is an algorithm handle, and each buffer is passed with its length.
    unsafe {
        let (w, w_len) = (wrapped.as_ptr(), wrapped.len());
        let mut out = vec![0xa5; w_len + 1];
        let mut length = out.len();
        let code = astragal_key_unwrap(
            alg,
            kek.as_ptr(),
            kek.len(),
            w,
            w_len,
            out.as_mut_ptr(),
            &mut length,
        );
        if code != 0 && out.iter().any(|&byte| byte != 0xa5) {
            println!("{}: rejected, but the output is written", case.id());
            return Ok(());
        }
        check_ok(code)?;
        check_equal("unwrapped", &out[..length], &key)?;
        // The first call returns the needed capacity.
        let (mut length, mut out) = (0, vec![0; w_len]);
        let wrap = |out: *mut u8, length: &mut usize| {
            astragal_key_wrap(alg, kek.as_ptr(), kek.len(), key.as_ptr(), key.len(), out, length)
        };
        if wrap(std::ptr::null_mut(), &mut length) != ERR_LENGTH || length != w_len {
            return Err(format!("the needed capacity is {length}"));
        }
        check_ok(wrap(out.as_mut_ptr(), &mut length))?;
        check_equal("wrapped", &out, &wrapped)
    }
}
