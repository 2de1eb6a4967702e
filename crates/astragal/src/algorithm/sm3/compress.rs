//! The compression function of SM3 (§5.3).

use crate::platform::unroll::unroll;
use crate::platform::words::{load_be, xor_into};

/// Compresses one block in 64 rounds (§5.3.3). The words of W (§5.3.2) are computed four rounds ahead, because round j
/// also uses the schedule word W′[j] = W[j] ⊕ W[j + 4].
#[inline(always)]
pub(super) fn compress(state: &mut [u32; 8], block: &[u8; 64]) {
    let mut w: [u32; 16] = load_be(block);
    let mut working = *state;
    unroll!(for i in 0..12 {
        round::<true>(&mut working, T[i], w[i], w[i] ^ w[i + 4]);
    });
    unroll!(for i in 0..4 {
        round_expanding::<true>(&mut working, T[12 + i], &mut w, 12 + i);
    });
    for t in T[16..].as_chunks::<16>().0 {
        unroll!(for i in 0..16 {
            round_expanding::<false>(&mut working, t[i], &mut w, i);
        });
    }
    xor_into(state, &working);
}

/// Performs a round whose number is `i` modulo 16. First computes schedule word `i + 4`, which replaces word `i - 12`.
#[inline(always)]
fn round_expanding<const EARLY: bool>(working: &mut [u32; 8], t: u32, w: &mut [u32; 16], i: usize) {
    let [back_16, back_13, back_9] = [w[(i + 4) % 16], w[(i + 7) % 16], w[(i + 11) % 16]];
    let [back_6, back_3] = [w[(i + 14) % 16], w[(i + 1) % 16]];
    let next = p1(back_16 ^ back_9 ^ back_3.rotate_left(15)) ^ back_13.rotate_left(7) ^ back_6;
    w[(i + 4) % 16] = next;
    round::<EARLY>(working, t, w[i], w[i] ^ next);
}

/// Performs one round. `EARLY` selects the functions of the first sixteen rounds.
#[inline(always)]
fn round<const EARLY: bool>(working: &mut [u32; 8], t: u32, w: u32, w_prime: u32) {
    let [a, b, c, d, e, f, g, h] = *working;
    let a12 = a.rotate_left(12);
    let ss1 = a12.wrapping_add(e.wrapping_add(t)).rotate_left(7);
    let ss2 = ss1 ^ a12;
    let ff = if EARLY { a ^ b ^ c } else { (a & b) | (a & c) | (b & c) };
    let gg = if EARLY { e ^ f ^ g } else { (e & f) | (!e & g) };
    let tt1 = ff.wrapping_add(d).wrapping_add(w_prime).wrapping_add(ss2);
    let tt2 = gg.wrapping_add(h).wrapping_add(w).wrapping_add(ss1);
    *working = [tt1, a, b.rotate_left(9), c, p0(tt2), e, f.rotate_left(19), g];
}

/// The permutation P0 (§4.4).
#[inline(always)]
fn p0(x: u32) -> u32 {
    x ^ x.rotate_left(9) ^ x.rotate_left(17)
}

/// The permutation P1 (§4.4).
#[inline(always)]
fn p1(x: u32) -> u32 {
    x ^ x.rotate_left(15) ^ x.rotate_left(23)
}

/// Round constants of §4.2. Each constant is rotated to the left by its round number.
pub(super) const T: [u32; 64] = {
    let mut t = [0; 64];
    let mut j: u32 = 0;
    while j < 64 {
        let constant: u32 = if j < 16 { 0x79cc_4519 } else { 0x7a87_9d8a };
        t[j as usize] = constant.rotate_left(j % 32);
        j += 1;
    }
    t
};
