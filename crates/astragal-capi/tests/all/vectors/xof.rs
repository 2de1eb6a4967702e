//! Known-answer tests of XOFs and of hash functions with selectable output length.

use std::ffi::CStr;
use std::ptr::null_mut;

use astragal_capi::alg::*;
use astragal_capi::kind::xof::*;
use astragal_vectors::{Case, Message};

use super::{Checked, Memory, check_equal, check_ok, params, string};

/// Maximum number of output bytes that a test squeezes instead of skipping. Some cases skip more output than memory can
/// hold.
const LONGEST_SKIP: u64 = 1 << 20;

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let expected = case.needed_bytes("out")?;
    let skip: u64 = case.number("out-skip")?.unwrap_or(0);
    // Length in bytes of the skipped and the expected output together. Some cases skip more bytes than a `usize` can
    // count. Their algorithms do not take the output length as a parameter, so any number works here.
    let output_len = usize::try_from(skip).map_or(0, |skip| skip + expected.len());
    let strings = [string(case, "custom")?, string(case, "name")?];
    let params = params(case, &strings, output_len)?;
    if case.get("domain").is_some_and(|domain| domain == "00") || case.get("block") == Some("0") {
        // A domain byte or block length of 0 cannot be tested: in the parameters, 0 selects the default.
        return Err("0 is refused".into());
    }
    let message = Message::of(case)?;
    // SAFETY: each buffer is passed with its length. Each object is freed once, and its memory outlives it.
    unsafe {
        let mut memory = Memory::of(astragal_xof_sizeof(alg));
        let (mut here, mut heap) = (null_mut(), null_mut());
        check_ok(astragal_xof_init_at(&mut here, memory.start(), memory.length(), alg, &params))?;
        check_ok(astragal_xof_new(&mut heap, alg, &params))?;
        let result = (|| {
            if takes_items(alg) {
                for item in case.items()? {
                    for xof in [here, heap] {
                        check_ok(astragal_xof_begin_item(xof, item.len() as u64))?;
                        check_ok(astragal_xof_absorb(xof, item.as_ptr(), item.len()))?;
                    }
                }
                return squeeze_all("in whole elements", [here, heap], skip, &expected);
            }
            let whole = message.to_vec();
            if skip <= LONGEST_SKIP {
                let mut out = vec![0; output_len];
                let (start, bytes) = (out.as_mut_ptr(), out.len());
                check_ok(astragal_xof_once(
                    alg,
                    &params,
                    whole.as_ptr(),
                    whole.len(),
                    start,
                    bytes,
                ))?;
                check_equal("one-shot", &out[output_len - expected.len()..], &expected)?;
            }
            for &part_bytes in message.splits() {
                let mut result = Ok(());
                message.for_each_piece(part_bytes, |part| {
                    for xof in [here, heap] {
                        let code = astragal_xof_absorb(xof, part.as_ptr(), part.len());
                        result = result.clone().and(check_ok(code));
                    }
                });
                result?;
                let mut copy = null_mut();
                check_ok(astragal_xof_copy(&mut copy, here))?;
                let how = format!("in parts of {part_bytes} bytes");
                let squeezed = squeeze_all(&how, [here, heap, copy], skip, &expected);
                astragal_xof_free(copy);
                squeezed?;
                check_ok(astragal_xof_reset(here))?;
                check_ok(astragal_xof_reset(heap))?;
            }
            Ok(())
        })();
        astragal_xof_free(here);
        astragal_xof_free(heap);
        result
    }
}

fn takes_items(alg: *const Alg) -> bool {
    // SAFETY: the argument is an algorithm handle, which is never freed.
    unsafe { CStr::from_ptr(astragal_alg_name(alg)) }.to_bytes().starts_with(b"tuplehash")
}

unsafe fn squeeze_all<const N: usize>(
    how: &str,
    xofs: [*mut Xof; N],
    skip: u64,
    expected: &[u8],
) -> Checked {
    for xof in xofs {
        let mut out = vec![0; expected.len()];
        let (head, tail) = out.split_at_mut(expected.len() / 3);
        // SAFETY: the objects were created by this test and have not been freed.
        unsafe {
            check_ok(astragal_xof_skip(xof, skip))?;
            check_ok(astragal_xof_squeeze(xof, head.as_mut_ptr(), head.len()))?;
            check_ok(astragal_xof_squeeze(xof, tail.as_mut_ptr(), tail.len()))?;
        }
        check_equal(how, &out, expected)?;
    }
    Ok(())
}
