//! Checks that one-shot functions return the same results as objects, even if the output overlaps the message.

use std::ffi::CStr;
use std::ptr::{null, null_mut};

use crate::common::{algs, get, name};
use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::hash::*;
use astragal_capi::kind::mac::*;
use astragal_capi::kind::xof::*;
use astragal_capi::library::*;
use astragal_capi::params::Params;

const BYTES: usize = 600;
/// Offset of the message in a buffer that also contains the outputs.
const START: usize = 200;
const MESSAGE: usize = 150;

fn memory() -> [u8; BYTES] {
    std::array::from_fn(|i| i.to_le_bytes()[0])
}

/// Returns offsets for an output of `bytes` bytes. Depending on the offset, the output is disjoint from the message,
/// adjacent to it, or overlaps it.
fn output_offsets(bytes: usize) -> [usize; 6] {
    [0, START - bytes, START - bytes + 1, START, START + MESSAGE - 1, START + MESSAGE]
}

#[test]
fn digest_may_overwrite_the_message() {
    let given = memory();
    for alg in algs(HASH) {
        let (name, bytes, mut hash) = (name(alg), get(alg, OUTPUT_LEN), null_mut());
        let mut expected = vec![0; bytes];
        // SAFETY: all arguments outlive the calls.
        unsafe {
            assert_eq!(astragal_hash_new(&mut hash, alg, null()), OK, "{name}");
            let msg = given.as_ptr().add(START);
            assert_eq!(astragal_hash_update(hash, msg, MESSAGE), OK, "{name}");
            assert_eq!(astragal_hash_final(hash, expected.as_mut_ptr(), bytes), OK, "{name}");
            astragal_hash_free(hash);
            for offset in output_offsets(bytes) {
                let mut whole = memory();
                let start = whole.as_mut_ptr();
                let (msg, out) = (start.add(START).cast_const(), start.add(offset));
                assert_eq!(astragal_hash_once(alg, msg, MESSAGE, out, bytes), OK, "{name}");
                assert_eq!(whole[offset..offset + bytes], expected, "{name} at {offset}");
            }
        }
    }
}

#[test]
fn output_may_overwrite_the_message() {
    let given = memory();
    let message = &given[START..START + MESSAGE];
    for (kind, alg) in
        [XOF, KEYED_XOF].into_iter().flat_map(|kind| algs(kind).map(move |alg| (kind, alg)))
    {
        let name = name(alg);
        let key_len = if kind == KEYED_XOF { get(alg, KEY_LEN_MIN) } else { 0 };
        let key = if kind == KEYED_XOF { given.as_ptr() } else { null() };
        for bytes in [0, 1, 64] {
            let params = Params { key, key_len, output_len: bytes, ..Params::default() };
            let mut expected = vec![0; bytes];
            let mut xof = null_mut();
            // SAFETY: all arguments outlive the calls.
            unsafe {
                // Skips an output of 0 bytes: there is nothing to compute, and 0 as `output_len` in the parameters
                // would select the default length.
                if bytes > 0 {
                    assert_eq!(astragal_xof_new(&mut xof, alg, &params), OK, "{name}");
                    if name.starts_with("tuplehash") {
                        assert_eq!(astragal_xof_begin_item(xof, MESSAGE as u64), OK, "{name}");
                    }
                    assert_eq!(astragal_xof_absorb(xof, message.as_ptr(), MESSAGE), OK, "{name}");
                    assert_eq!(
                        astragal_xof_squeeze(xof, expected.as_mut_ptr(), bytes),
                        OK,
                        "{name}"
                    );
                    astragal_xof_free(xof);
                }
                for offset in output_offsets(bytes) {
                    let mut whole = memory();
                    let start = whole.as_mut_ptr();
                    let own = Params { key: if key.is_null() { key } else { start }, ..params };
                    let params = if kind == KEYED_XOF { &raw const own } else { null() };
                    let (msg, out) = (start.add(START).cast_const(), start.add(offset));
                    let code = astragal_xof_once(alg, params, msg, MESSAGE, out, bytes);
                    assert_eq!(code, OK, "{name}, {bytes} bytes at {offset}");
                    let mut after = memory();
                    after[offset..offset + bytes].copy_from_slice(&expected);
                    assert!(whole == after, "{name}, {bytes} bytes at {offset}");
                }
            }
        }
    }
}

#[test]
fn tag_may_overwrite_the_message() {
    let given = memory();
    for alg in algs(MAC) {
        let (name, bytes) = (name(alg), get(alg, OUTPUT_LEN));
        let (key_len, mut mac) = (get(alg, KEY_LEN_MIN), null_mut());
        // Ascon-PRFshort accepts at most 16 bytes.
        let len = if name == "ascon-prfshort" { 16 } else { MESSAGE };
        let mut expected = vec![0; bytes];
        // SAFETY: all arguments outlive the calls.
        unsafe {
            let (key, msg) = (given.as_ptr(), given.as_ptr().add(START));
            assert_eq!(astragal_mac_new(&mut mac, alg, key, key_len, null()), OK, "{name}");
            assert_eq!(astragal_mac_update(mac, msg, len), OK, "{name}");
            assert_eq!(astragal_mac_final(mac, expected.as_mut_ptr(), bytes), OK, "{name}");
            astragal_mac_free(mac);
            let verify = |tag: &[u8]| {
                astragal_mac_verify_once(
                    alg,
                    key,
                    key_len,
                    null(),
                    msg,
                    len,
                    tag.as_ptr(),
                    tag.len(),
                )
            };
            assert_eq!(verify(&expected), OK, "{name}");
            for byte in [0, bytes - 1] {
                let mut wrong = expected.clone();
                wrong[byte] ^= 1;
                assert_eq!(verify(&wrong), INVALID, "{name}");
            }
            // Every MAC rejects a 3-byte tag. Either it accepts only tags of one length, or it rejects tags shorter
            // than 4 bytes.
            assert!(verify(&expected[..3]) < 0, "{name}");
            for offset in output_offsets(bytes) {
                let mut whole = memory();
                let start = whole.as_mut_ptr();
                let (msg, tag) = (start.add(START).cast_const(), start.add(offset));
                let code = astragal_mac_once(alg, start, key_len, null(), msg, len, tag, bytes);
                assert_eq!(code, OK, "{name} at {offset}");
                assert_eq!(whole[offset..offset + bytes], expected, "{name} at {offset}");
            }
        }
    }
}

#[test]
fn rejects_long_tag_overlapping_the_message() {
    let alg = algs(MAC).find(|alg| name(*alg) == "kmac128").unwrap_or_else(null);
    if alg.is_null() {
        return;
    }
    let mut whole = [0_u8; 1000];
    let start = whole.as_mut_ptr();
    // SAFETY: all arguments outlive the calls.
    unsafe {
        let once = |offset, bytes| {
            astragal_mac_once(alg, start, 16, null(), start.add(START), 9, start.add(offset), bytes)
        };
        assert_eq!(once(START, 128), OK);
        assert_eq!(once(START, 129), ERR_OVERLAP);
        assert_eq!(once(START + 9, 500), OK);
        let words = CStr::from_ptr(astragal_last_error()).to_str();
        assert_eq!(words, Ok("tag and input overlap"));
        let long = start.add(START + 9);
        let verify =
            |len| astragal_mac_verify_once(alg, start, 16, null(), start.add(START), 9, long, len);
        assert_eq!(verify(500), OK);
        assert_eq!(verify(499), INVALID);
    }
}
