//! Known-answer tests of block ciphers.

use std::ptr::null_mut;

use astragal_capi::alg::Alg;
use astragal_capi::kind::cipher::*;
use astragal_vectors::Case;

use super::{Checked, Memory, check_equal, check_ok};

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let (key, tweak) = (case.needed_bytes("key")?, case.bytes("tweak")?);
    let (plain, encrypted) = (case.needed_bytes("pt")?, case.needed_bytes("ct")?);
    let iterations: u32 = case.number("iterations")?.unwrap_or(1);
    let mut block = plain.clone();
    let (b, b_len) = (block.as_mut_ptr(), block.len());
    // SAFETY: each buffer is passed with its length. Each object is freed once, and its memory outlives it.
    unsafe {
        let mut memory = Memory::of(astragal_cipher_sizeof(alg));
        let (start, length) = (memory.start(), memory.length());
        let (mut cipher, mut copy) = (null_mut(), null_mut());
        check_ok(astragal_cipher_init_at(
            &mut cipher,
            start,
            length,
            alg,
            key.as_ptr(),
            key.len(),
        ))?;
        if let Some(tweak) = tweak {
            check_ok(astragal_cipher_set_tweak(cipher, tweak.as_ptr(), tweak.len()))?;
        }
        check_ok(astragal_cipher_copy(&mut copy, cipher))?;
        let result = (|| {
            for _ in 0..iterations {
                check_ok(astragal_cipher_encrypt(cipher, b, b_len, b))?;
            }
            check_equal("encrypted", core::slice::from_raw_parts(b, b_len), &encrypted)?;
            if iterations == 1 {
                // Encrypts several blocks in one call to another buffer, and decrypts them in place.
                let (many, mut out) = (plain.repeat(77), vec![0; 77 * b_len]);
                let o = out.as_mut_ptr();
                check_ok(astragal_cipher_encrypt(copy, many.as_ptr(), many.len(), o))?;
                check_equal("several blocks encrypted", &out, &encrypted.repeat(77))?;
                check_ok(astragal_cipher_decrypt(cipher, o, many.len(), o))?;
                check_equal("several blocks decrypted", &out, &many)?;
            }
            for _ in 0..iterations {
                check_ok(astragal_cipher_decrypt(copy, b, b_len, b))?;
            }
            check_equal("decrypted", core::slice::from_raw_parts(b, b_len), &plain)
        })();
        astragal_cipher_free(cipher);
        astragal_cipher_free(copy);
        result
    }
}
