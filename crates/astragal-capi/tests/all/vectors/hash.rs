//! Known-answer tests of hash functions.

use std::ffi::CString;
use std::ptr::{null, null_mut};

use astragal_capi::alg::{Alg, HASH, astragal_find};
use astragal_capi::kind::hash::*;
use astragal_capi::params::Params;
use astragal_vectors::{Case, Message, Outcome};

use super::{Checked, Memory, check_equal, check_ok};

/// Runs a test case of a hash function that takes parameters such as a salt. Returns `None` for all other cases.
pub(super) fn with_parameters(case: &Case) -> Option<Outcome> {
    let alg = case.alg();
    let is_sized = alg.starts_with("blake2") || alg.starts_with("skein");
    let fields = ["salt", "custom", "public-key", "key-id", "nonce"];
    let is_told = fields.into_iter().any(|field| case.has(field));
    if !(case.has("md") && is_told && (is_sized || alg.starts_with("blake-"))) {
        return None;
    }
    let name = if is_sized { alg.split('-').next()? } else { alg };
    let name = CString::new(name).ok()?;
    // SAFETY: the argument is a C string.
    let alg = unsafe { astragal_find(HASH, name.as_ptr()) };
    Some(check_parameters(case, alg).into())
}

fn check_parameters(case: &Case, alg: *const Alg) -> Checked {
    let expected = case.needed_bytes("md")?;
    let fields = ["key", "salt", "custom", "public-key", "key-id", "nonce"];
    let mut strings = Vec::new();
    for field in fields {
        strings.push(case.bytes(field)?);
    }
    let start = |i: usize| strings[i].as_ref().map_or(null(), |string| string.as_ptr());
    let len = |i: usize| strings[i].as_ref().map_or(0, Vec::len);
    let params = Params {
        output_len: expected.len(),
        key: start(0),
        key_len: len(0),
        salt: start(1),
        salt_len: len(1),
        personal: start(2),
        personal_len: len(2),
        public_key: start(3),
        public_key_len: len(3),
        key_id: start(4),
        key_id_len: len(4),
        nonce: start(5),
        nonce_len: len(5),
        ..Params::default()
    };
    let message = Message::of(case)?;
    let mut out = vec![0; expected.len()];
    // SAFETY: each buffer is passed with its length. Each object is freed once, and its memory outlives it.
    unsafe {
        let mut memory = Memory::of(astragal_hash_sizeof(alg));
        let mut hash = null_mut();
        check_ok(astragal_hash_init_at(&mut hash, memory.start(), memory.length(), alg, &params))?;
        let mut result = Ok(());
        if astragal_hash_digest_len(hash) != expected.len() {
            result = Err("digest length of the object differs".into());
        }
        for &part_bytes in message.splits() {
            message.for_each_piece(part_bytes, |part| {
                let code = astragal_hash_update(hash, part.as_ptr(), part.len());
                result = result.clone().and(check_ok(code));
            });
            let code = astragal_hash_final(hash, out.as_mut_ptr(), out.len());
            result = result
                .and(check_ok(code))
                .and_then(|()| check_equal("incremental", &out, &expected));
        }
        astragal_hash_free(hash);
        result
    }
}

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let expected = case.needed_bytes("md")?;
    let mut out = vec![0; expected.len()];
    let mut message = Message::of(case)?;
    for _ in 1..case.number("iterations")?.unwrap_or(1) {
        let bytes = message.to_vec();
        // SAFETY: each buffer is passed with its length.
        check_ok(unsafe {
            astragal_hash_once(alg, bytes.as_ptr(), bytes.len(), out.as_mut_ptr(), out.len())
        })?;
        message = out.clone().into();
    }
    let whole = message.to_vec();
    // SAFETY: each buffer is passed with its length. Each object is freed once, and its memory outlives it.
    unsafe {
        check_ok(astragal_hash_once(
            alg,
            whole.as_ptr(),
            whole.len(),
            out.as_mut_ptr(),
            out.len(),
        ))?;
        check_equal("one-shot", &out, &expected)?;
        let mut memory = Memory::of(astragal_hash_sizeof(alg));
        let (mut here, mut heap) = (null_mut(), null_mut());
        check_ok(astragal_hash_init_at(&mut here, memory.start(), memory.length(), alg, null()))?;
        check_ok(astragal_hash_new(&mut heap, alg, null()))?;
        for &part_bytes in message.splits() {
            let mut result = Ok(());
            message.for_each_piece(part_bytes, |part| {
                for hash in [here, heap] {
                    let code = astragal_hash_update(hash, part.as_ptr(), part.len());
                    result = result.clone().and(check_ok(code));
                }
            });
            result?;
            let mut copy = null_mut();
            check_ok(astragal_hash_copy(&mut copy, here))?;
            for hash in [copy, here, heap] {
                out.fill(0);
                check_ok(astragal_hash_final(hash, out.as_mut_ptr(), out.len()))?;
                check_equal(&format!("in parts of {part_bytes} bytes"), &out, &expected)?;
            }
            astragal_hash_free(copy);
        }
        astragal_hash_free(here);
        astragal_hash_free(heap);
    }
    Ok(())
}
