//! The compression function of SHA-1 (FIPS 180-4 §6.1.2).

use crate::platform::array::copy;
use crate::platform::unroll::{WHOLE, unroll};
use crate::platform::words::load_be;

/// Compresses one block (FIPS 180-4 §6.1.2).
pub(super) fn compress(state: &mut [u32; 5], block: &[u8; 64]) {
    if WHOLE {
        return compress_unrolled(state, block);
    }
    let mut w = [0; 80];
    copy(&mut w[..16], &load_be::<u32, 16>(block));
    for t in 16..80 {
        w[t] = (w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotate_left(1);
    }
    let mut working = *state;
    let (w, _) = w.as_chunks();
    rounds(&mut working, &w[0..4], 0x5a82_7999, |x, y, z| (x & y) ^ (!x & z));
    rounds(&mut working, &w[4..8], 0x6ed9_eba1, |x, y, z| x ^ y ^ z);
    rounds(&mut working, &w[8..12], 0x8f1b_bcdc, |x, y, z| (x & y) ^ (x & z) ^ (y & z));
    rounds(&mut working, &w[12..16], 0xca62_c1d6, |x, y, z| x ^ y ^ z);
    for i in 0..5 {
        state[i] = state[i].wrapping_add(working[i]);
    }
}

/// Compresses one block with unrolled rounds. Each new schedule word replaces the word from sixteen rounds earlier.
#[inline(always)]
fn compress_unrolled(state: &mut [u32; 5], block: &[u8; 64]) {
    let mut w: [u32; 16] = load_be(block);
    let mut working = *state;
    unroll!(for five in 0..16 {
        unroll!(for i in 0..5 {
            let t = 5 * five + i;
            if t >= 16 {
                let older = w[(t + 13) % 16] ^ w[(t + 8) % 16] ^ w[(t + 2) % 16];
                w[t % 16] = (older ^ w[t % 16]).rotate_left(1);
            }
            let [a, b, c, d, e] = working;
            let (f, k) = match t / 20 {
                0 => ((b & c) ^ (!b & d), 0x5a82_7999_u32),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => ((b & c) ^ (b & d) ^ (c & d), 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6),
            };
            let t = a
                .rotate_left(5)
                .wrapping_add(f)
                .wrapping_add(e)
                .wrapping_add(k)
                .wrapping_add(w[t % 16]);
            working = [t, a, b.rotate_left(30), c, d];
        });
    });
    for i in 0..5 {
        state[i] = state[i].wrapping_add(working[i]);
    }
}

/// Performs twenty rounds with the constant `k` and the function `f`. Each iteration performs five rounds. After five
/// rounds, each working variable is in its original position again, so no values need to be moved.
#[inline(always)]
fn rounds(working: &mut [u32; 5], w: &[[u32; 5]], k: u32, f: fn(u32, u32, u32) -> u32) {
    for five in w {
        unroll!(for i in 0..5 {
            let [a, b, c, d, e] = *working;
            let t = a.rotate_left(5).wrapping_add(f(b, c, d)).wrapping_add(e);
            *working = [t.wrapping_add(k).wrapping_add(five[i]), a, b.rotate_left(30), c, d];
        });
    }
}
