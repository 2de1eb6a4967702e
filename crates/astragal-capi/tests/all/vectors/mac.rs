//! Known-answer tests of MACs.

use std::ptr::null_mut;

use astragal_capi::alg::Alg;
use astragal_capi::error::*;
use astragal_capi::kind::mac::*;
use astragal_capi::params::Params;
use astragal_vectors::{Case, Message};

use super::{Checked, Memory, check_equal, check_ok, params, string};

/// Minimum length in bytes of a tag that can be verified. Shorter tags can only be computed.
const SHORTEST_VERIFIED_TAG: usize = 4;

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let key = case.needed_bytes("key")?;
    let expected = match case.bytes("out")? {
        Some(out) => out,
        None => case.needed_bytes(if case.has("md") { "md" } else { "tag" })?,
    };
    let skip: usize = case.number("out-skip")?.unwrap_or(0);
    let end = skip + expected.len();
    if end == 0 {
        // A tag length of 0 cannot be tested: in the parameters, 0 selects the default length.
        return Ok(());
    }
    let strings = [string(case, "custom")?, None];
    let mut params = params(case, &strings, end)?;
    let message = Message::of(case)?;
    let whole = message.to_vec();
    // SAFETY: each buffer is passed with its length. Each object is freed once, and its memory outlives it.
    unsafe {
        let mut memory = Memory::of(astragal_mac_sizeof(alg));
        let mut mac = null_mut();
        let make = |mac: &mut *mut Mac, memory: &mut Memory, params: &Params| {
            let (start, length) = (memory.start(), memory.length());
            astragal_mac_init_at(mac, start, length, alg, key.as_ptr(), key.len(), params)
        };
        if make(&mut mac, &mut memory, &params) == ERR_LENGTH {
            // If the algorithm does not accept this tag length, the expected tag is the beginning of the full tag.
            params.output_len = 0;
            check_ok(make(&mut mac, &mut memory, &params))?;
        }
        if mac.is_null() {
            return Err("object was not created".into());
        }
        let result = (|| {
            let mut tag = vec![0; astragal_mac_tag_len(mac)];
            if tag.len() < end {
                return Err("expected tag is too long".into());
            }
            let arguments =
                (key.as_ptr(), key.len(), &raw const params, whole.as_ptr(), whole.len());
            let (k, k_len, p, m, m_len) = arguments;
            check_ok(astragal_mac_once(alg, k, k_len, p, m, m_len, tag.as_mut_ptr(), tag.len()))?;
            check_equal("one-shot", &tag[skip..end], &expected)?;
            let verified =
                astragal_mac_verify_once(alg, k, k_len, p, m, m_len, tag.as_ptr(), tag.len());
            if tag.len() < SHORTEST_VERIFIED_TAG {
                let too_short = verified == ERR_LENGTH;
                return too_short
                    .then_some(())
                    .ok_or("verification accepted a tag that is too short".into());
            }
            check_ok(verified)?;
            for &part_bytes in message.splits() {
                let mut result = Ok(());
                message.for_each_piece(part_bytes, |part| {
                    let code = astragal_mac_update(mac, part.as_ptr(), part.len());
                    result = result.clone().and(check_ok(code));
                });
                result?;
                let mut copy = null_mut();
                check_ok(astragal_mac_copy(&mut copy, mac))?;
                check_ok(astragal_mac_final(mac, tag.as_mut_ptr(), tag.len()))?;
                let verified = check_ok(astragal_mac_verify(copy, tag.as_ptr(), tag.len()));
                tag[0] ^= 1;
                let refused = astragal_mac_verify(copy, tag.as_ptr(), tag.len());
                astragal_mac_free(copy);
                tag[0] ^= 1;
                verified?;
                check_equal(
                    &format!("in parts of {part_bytes} bytes"),
                    &tag[skip..end],
                    &expected,
                )?;
                if refused != INVALID {
                    return Err(format!("verification of a modified tag returned {refused}"));
                }
            }
            Ok(())
        })();
        astragal_mac_free(mac);
        result
    }
}
