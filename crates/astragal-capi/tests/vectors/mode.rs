//! Modes of block ciphers.

use std::ffi::c_int;
use std::ptr::null_mut;

use astragal_capi::alg::Alg;
use astragal_capi::kind::mode::*;
use astragal_vectors::Case;

use super::{Checked, Memory, good, same};

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
    // SAFETY: lengths are those of the vectors; objects are freed once, the memory lives longer.
    unsafe {
        let room = astragal_mode_once_len(alg, direction, padding, input.len());
        let mut out = vec![0xa5; room];
        let (o, w, len) = (out.as_mut_ptr(), &raw mut n, input.len());
        let from = input.as_ptr();
        good(astragal_mode_once(
            alg, direction, padding, k, k_len, i, i_len, from, len, o, room, w,
        ))?;
        same("in one call", &out[..n], expected)?;
        let mut text = input.to_vec();
        text.resize(room.max(len), 0xa5);
        let t = text.as_mut_ptr();
        let t_len = text.len();
        good(astragal_mode_once(alg, direction, padding, k, k_len, i, i_len, t, len, t, t_len, w))?;
        same("in one call, in place", &text[..n], expected)?;

        let mut memory = Memory::of(astragal_mode_sizeof(alg));
        let (start, length) = (memory.start(), memory.length());
        let mut mode = null_mut();
        good(astragal_mode_init_at(
            &mut mode, start, length, alg, direction, padding, k, k_len, i, i_len,
        ))?;
        let result = (|| {
            for piece in [1, 7, 33, 256] {
                for in_place in [false, true] {
                    let mut copy = null_mut();
                    good(astragal_mode_copy(&mut copy, mode))?;
                    let result = in_pieces(copy, input, piece, in_place);
                    astragal_mode_free(copy);
                    same(&format!("in pieces of {piece} bytes"), &result?, expected)?;
                }
            }
            // The object itself, spoilt and begun anew.
            good(astragal_mode_restart(mode, i, i_len))?;
            let mut out = vec![0xa5; room];
            good(astragal_mode_whole(mode, from, len, out.as_mut_ptr(), room, w))?;
            same("begun anew", &out[..n], expected)
        })();
        astragal_mode_free(mode);
        result
    }
}

unsafe fn in_pieces(
    mode: *mut Mode,
    input: &[u8],
    piece: usize,
    in_place: bool,
) -> Result<Vec<u8>, String> {
    let (mut all, mut n) = (Vec::new(), 0);
    // SAFETY: the caller gives a live object.
    unsafe {
        for piece in input.chunks(piece) {
            let given = astragal_mode_update_len(mode, piece.len());
            let mut out = piece.to_vec();
            out.resize(if in_place { given.max(piece.len()) } else { given }, 0xa5);
            let (o, room) = (out.as_mut_ptr(), out.len());
            let from = if in_place { o.cast_const() } else { piece.as_ptr() };
            good(astragal_mode_update(mode, from, piece.len(), o, room, &mut n))?;
            if n != given {
                return Err(format!("{given} bytes announced, {n} given"));
            }
            all.extend_from_slice(&out[..n]);
        }
        let mut out = vec![0xa5; astragal_mode_finish_len(mode)];
        good(astragal_mode_finish(mode, out.as_mut_ptr(), out.len(), &mut n))?;
        all.extend_from_slice(&out[..n]);
    }
    Ok(all)
}
