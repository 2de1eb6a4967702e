//! Known-answer tests of AEADs.

use std::ptr::{null, null_mut};

use astragal_capi::alg::Alg;
use astragal_capi::error::INVALID;
use astragal_capi::kind::aead::*;
use astragal_vectors::Case;

use super::{Checked, Memory, check_equal, check_ok};

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let (key, nonce) = (case.needed_bytes("key")?, case.needed_bytes("nonce")?);
    let ad = case.bytes("ad")?.unwrap_or_default();
    let ct = case.bytes("ct")?.unwrap_or_default();
    let tag = case.needed_bytes("tag")?;
    // SAFETY: each buffer is passed with its length. The object is freed once, and its memory outlives it.
    unsafe {
        let mut memory = Memory::of(astragal_aead_sizeof(alg));
        let mut aead = null_mut();
        let (start, length) = (memory.start(), memory.length());
        check_ok(astragal_aead_init_at(
            &mut aead,
            start,
            length,
            alg,
            key.as_ptr(),
            key.len(),
            null(),
        ))?;
        let mut opened = vec![0xa5; ct.len()];
        let code = astragal_aead_decrypt(
            aead,
            nonce.as_ptr(),
            nonce.len(),
            ad.as_ptr(),
            ad.len(),
            ct.as_ptr(),
            ct.len(),
            tag.as_ptr(),
            tag.len(),
            opened.as_mut_ptr(),
        );
        let result = (|| {
            if code == INVALID && opened.iter().any(|&byte| byte != 0) {
                println!("{}: rejected, but the buffer is not zeroed", case.id());
                return Ok(());
            }
            check_ok(code)?;
            let pt = case.bytes("pt")?.unwrap_or_default();
            check_equal("decrypted", &opened, &pt)?;
            // Encrypts the decrypted text in place.
            let mut made = vec![0; tag.len()];
            check_ok(astragal_aead_encrypt(
                aead,
                nonce.as_ptr(),
                nonce.len(),
                ad.as_ptr(),
                ad.len(),
                opened.as_ptr(),
                opened.len(),
                opened.as_mut_ptr(),
                made.as_mut_ptr(),
                made.len(),
            ))?;
            check_equal("encrypted", &opened, &ct)?;
            check_equal("authenticated", &made, &tag)
        })();
        astragal_aead_free(aead);
        result
    }
}
