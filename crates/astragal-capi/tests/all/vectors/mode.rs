//! Known-answer tests of block cipher modes and stream ciphers.

use std::ffi::c_int;
use std::ptr::null_mut;

use astragal_capi::alg::Alg;
use astragal_capi::kind::mode::*;
use astragal_vectors::Case;

use super::{Checked, Memory, check_equal, check_ok};

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let (plain, encrypted) = (case.needed_bytes("pt")?, case.needed_bytes("ct")?);
    one_direction(case, alg, DECRYPT, &encrypted, &plain)?;
    one_direction(case, alg, ENCRYPT, &plain, &encrypted)
}

fn one_direction(
    case: &Case,
    alg: *const Alg,
    direction: c_int,
    input: &[u8],
    expected: &[u8],
) -> Checked {
    let (key, iv) = (case.needed_bytes("key")?, case.needed_bytes("iv")?);
    let padding = if case.get("padding") == Some("pkcs7") { PADDING_PKCS7 } else { PADDING_NONE };
    let (k, k_len, i, i_len) = (key.as_ptr(), key.len(), iv.as_ptr(), iv.len());
    let mut n = 0;
    // SAFETY: each buffer is passed with its length. Each object is freed once, and its memory outlives it.
    unsafe {
        let capacity = astragal_mode_once_len(alg, direction, padding, input.len());
        let mut out = vec![0xa5; capacity];
        let (o, w, len) = (out.as_mut_ptr(), &raw mut n, input.len());
        let from = input.as_ptr();
        check_ok(astragal_mode_once(
            alg, direction, padding, k, k_len, i, i_len, from, len, o, capacity, w,
        ))?;
        check_equal("one-shot", &out[..n], expected)?;
        let mut text = input.to_vec();
        text.resize(capacity.max(len), 0xa5);
        let t = text.as_mut_ptr();
        let t_len = text.len();
        check_ok(astragal_mode_once(
            alg, direction, padding, k, k_len, i, i_len, t, len, t, t_len, w,
        ))?;
        check_equal("one-shot, in place", &text[..n], expected)?;

        let mut memory = Memory::of(astragal_mode_sizeof(alg));
        let (start, length) = (memory.start(), memory.length());
        let mut mode = null_mut();
        check_ok(astragal_mode_init_at(
            &mut mode, start, length, alg, direction, padding, k, k_len, i, i_len,
        ))?;
        let result = (|| {
            for part_bytes in [1, 7, 33, 256] {
                for in_place in [false, true] {
                    let mut copy = null_mut();
                    check_ok(astragal_mode_copy(&mut copy, mode))?;
                    let result = process_in_parts(copy, input, part_bytes, in_place);
                    astragal_mode_free(copy);
                    check_equal(&format!("in parts of {part_bytes} bytes"), &result?, expected)?;
                }
            }
            // Restarts the object, which has processed no data, with the same IV. Then processes the whole message.
            check_ok(astragal_mode_restart(mode, i, i_len))?;
            let mut out = vec![0xa5; capacity];
            check_ok(astragal_mode_whole(mode, from, len, out.as_mut_ptr(), capacity, w))?;
            check_equal("restarted", &out[..n], expected)
        })();
        astragal_mode_free(mode);
        result
    }
}

unsafe fn process_in_parts(
    mode: *mut Mode,
    input: &[u8],
    part_bytes: usize,
    in_place: bool,
) -> Result<Vec<u8>, String> {
    let (mut all, mut n) = (Vec::new(), 0);
    // SAFETY: the object was created by this test and has not been freed.
    unsafe {
        for part in input.chunks(part_bytes) {
            let given = astragal_mode_update_len(mode, part.len());
            let mut out = part.to_vec();
            out.resize(if in_place { given.max(part.len()) } else { given }, 0xa5);
            let (o, capacity) = (out.as_mut_ptr(), out.len());
            let from = if in_place { o.cast_const() } else { part.as_ptr() };
            check_ok(astragal_mode_update(mode, from, part.len(), o, capacity, &mut n))?;
            if n != given {
                return Err(format!("{given} bytes announced, {n} given"));
            }
            all.extend_from_slice(&out[..n]);
        }
        let mut out = vec![0xa5; astragal_mode_finish_len(mode)];
        check_ok(astragal_mode_finish(mode, out.as_mut_ptr(), out.len(), &mut n))?;
        all.extend_from_slice(&out[..n]);
    }
    Ok(all)
}
