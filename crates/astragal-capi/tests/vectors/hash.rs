//! Hashes.

use std::ptr::{null, null_mut};

use astragal_capi::alg::Alg;
use astragal_capi::kind::hash::*;
use astragal_vectors::{Case, Message};

use super::{Checked, Memory, good, same};

pub(super) fn check(case: &Case, alg: *const Alg) -> Checked {
    let expected = case.needed_bytes("md")?;
    let mut out = vec![0; expected.len()];
    let mut message = Message::of(case)?;
    for _ in 1..case.number("iterations")?.unwrap_or(1) {
        let bytes = message.to_vec();
        // SAFETY: lengths are those of the vectors.
        good(unsafe {
            astragal_hash_once(alg, bytes.as_ptr(), bytes.len(), out.as_mut_ptr(), out.len())
        })?;
        message = out.clone().into();
    }
    let whole = message.to_vec();
    // SAFETY: as above; objects are freed once, the memory lives longer.
    unsafe {
        good(astragal_hash_once(alg, whole.as_ptr(), whole.len(), out.as_mut_ptr(), out.len()))?;
        same("in one call", &out, &expected)?;
        let mut memory = Memory::of(astragal_hash_sizeof(alg));
        let (mut here, mut heap) = (null_mut(), null_mut());
        good(astragal_hash_init_at(&mut here, memory.start(), memory.length(), alg, null()))?;
        good(astragal_hash_new(&mut heap, alg, null()))?;
        for &piece_bytes in message.splits() {
            let mut result = Ok(());
            message.for_each_piece(piece_bytes, |piece| {
                for hash in [here, heap] {
                    let code = astragal_hash_update(hash, piece.as_ptr(), piece.len());
                    result = result.clone().and(good(code));
                }
            });
            result?;
            let mut copy = null_mut();
            good(astragal_hash_copy(&mut copy, here))?;
            for hash in [copy, here, heap] {
                out.fill(0);
                good(astragal_hash_final(hash, out.as_mut_ptr(), out.len()))?;
                same(&format!("in pieces of {piece_bytes} bytes"), &out, &expected)?;
            }
            astragal_hash_free(copy);
        }
        astragal_hash_free(here);
        astragal_hash_free(heap);
    }
    Ok(())
}
