//! Extendable-output functions, and hashes of chosen length.

use std::ffi::CStr;
use std::ptr::null_mut;

use astragal_capi::alg::*;
use astragal_capi::kind::xof::*;
use astragal_vectors::{Case, Message};

use super::{Checked, Memory, good, params, same, string};

/// Some cases pass over more output than memory holds.
const LONGEST_SKIP: u64 = 1 << 20;

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let expected = case.needed_bytes("out")?;
    let skip: u64 = case.number("out-skip")?.unwrap_or(0);
    // Where the length is no parameter, it may well be beyond what memory has.
    let output_len = usize::try_from(skip).map_or(0, |skip| skip + expected.len());
    let strings = [string(case, "custom")?, string(case, "name")?];
    let params = params(case, &strings, output_len)?;
    if case.get("domain").is_some_and(|domain| domain == "00") || case.get("block") == Some("0") {
        // 0 stands for the default here.
        return Err("0 is refused".into());
    }
    let message = Message::of(case)?;
    // SAFETY: lengths are those of the vectors; objects are freed once, the memory lives longer.
    unsafe {
        let mut memory = Memory::of(astragal_xof_sizeof(alg));
        let (mut here, mut heap) = (null_mut(), null_mut());
        good(astragal_xof_init_at(&mut here, memory.start(), memory.length(), alg, &params))?;
        good(astragal_xof_new(&mut heap, alg, &params))?;
        let result = (|| {
            if takes_items(alg) {
                for item in case.items()? {
                    for xof in [here, heap] {
                        good(astragal_xof_begin_item(xof, item.len() as u64))?;
                        good(astragal_xof_absorb(xof, item.as_ptr(), item.len()))?;
                    }
                }
                return squeeze_all("in whole elements", [here, heap], skip, &expected);
            }
            let whole = message.to_vec();
            if skip <= LONGEST_SKIP {
                let mut out = vec![0; output_len];
                let (start, bytes) = (out.as_mut_ptr(), out.len());
                good(astragal_xof_once(alg, &params, whole.as_ptr(), whole.len(), start, bytes))?;
                same("in one call", &out[output_len - expected.len()..], &expected)?;
            }
            for &piece_bytes in message.splits() {
                let mut result = Ok(());
                message.for_each_piece(piece_bytes, |piece| {
                    for xof in [here, heap] {
                        let code = astragal_xof_absorb(xof, piece.as_ptr(), piece.len());
                        result = result.clone().and(good(code));
                    }
                });
                result?;
                let mut copy = null_mut();
                good(astragal_xof_copy(&mut copy, here))?;
                let how = format!("in pieces of {piece_bytes} bytes");
                let squeezed = squeeze_all(&how, [here, heap, copy], skip, &expected);
                astragal_xof_free(copy);
                squeezed?;
                good(astragal_xof_reset(here))?;
                good(astragal_xof_reset(heap))?;
            }
            Ok(())
        })();
        astragal_xof_free(here);
        astragal_xof_free(heap);
        result
    }
}

fn takes_items(alg: *const Alg) -> bool {
    // SAFETY: a handle.
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
        // SAFETY: the caller gives live objects.
        unsafe {
            good(astragal_xof_skip(xof, skip))?;
            good(astragal_xof_squeeze(xof, head.as_mut_ptr(), head.len()))?;
            good(astragal_xof_squeeze(xof, tail.as_mut_ptr(), tail.len()))?;
        }
        same(how, &out, expected)?;
    }
    Ok(())
}
