//! The compression function of JH over 128-bit vectors. It uses the circuit of the portable code, written with Boolean
//! functions of three operands.

use super::portable::{ROUND_CONSTANTS, State};
use crate::platform::simd::Bits;

/// Applies the compression function F8 to each block in order.
#[inline(always)]
pub(super) fn compress_blocks<W: Bits>(proof: W::Proof, state: &mut State, blocks: &[[u8; 64]]) {
    let mut x = [W::new(proof, [0; 16]); 8];
    for i in 0..8 {
        x[i] = W::new(proof, state[i].to_le_bytes());
    }
    for block in blocks {
        let (pieces, _) = block.as_chunks();
        let mut message = [W::new(proof, [0; 16]); 4];
        for i in 0..4 {
            message[i] = W::new(proof, pieces[i]);
            x[i] = x[i].xor(message[i]);
        }
        for seven in ROUND_CONSTANTS.as_chunks::<7>().0 {
            x = exchange::<W, 1>(mix(proof, x, &seven[0]));
            x = exchange::<W, 2>(mix(proof, x, &seven[1]));
            x = exchange::<W, 4>(mix(proof, x, &seven[2]));
            x = exchange::<W, 8>(mix(proof, x, &seven[3]));
            x = exchange::<W, 16>(mix(proof, x, &seven[4]));
            x = exchange::<W, 32>(mix(proof, x, &seven[5]));
            x = exchange::<W, 64>(mix(proof, x, &seven[6]));
        }
        for i in 0..4 {
            x[4 + i] = x[4 + i].xor(message[i]);
        }
    }
    for i in 0..8 {
        state[i] = u128::from_le_bytes(x[i].to_bytes());
    }
}

/// Applies the S-boxes and the linear layer L of one round.
#[inline(always)]
fn mix<W: Bits>(proof: W::Proof, x: [W; 8], [even, odd]: &[u128; 2]) -> [W; 8] {
    let [a0, a1, a2, a3] = substitute([x[0], x[2], x[4], x[6]], W::new(proof, even.to_le_bytes()));
    let [b0, b1, b2, b3] = substitute([x[1], x[3], x[5], x[7]], W::new(proof, odd.to_le_bytes()));
    let b0 = b0.xor(a1);
    let b1 = b1.xor(a2);
    let b2 = b2.xor3(a3, a0);
    let b3 = b3.xor(a0);
    [a0.xor(b1), b0, a1.xor(b2), b1, a2.xor3(b3, b0), b2, a3.xor(b0), b3]
}

/// Swaps adjacent groups of `BITS` bits in the odd state words.
#[inline(always)]
fn exchange<W: Bits, const BITS: i32>([a, b, c, d, e, f, g, h]: [W; 8]) -> [W; 8] {
    let [b, d, f, h] = [b.swap::<BITS>(), d.swap::<BITS>(), f.swap::<BITS>(), h.swap::<BITS>()];
    [a, b, c, d, e, f, g, h]
}

/// Applies the S-box S0 where the bit of `c` is 0, and S1 where the bit is 1.
#[inline(always)]
fn substitute<W: Bits>([m0, m1, m2, m3]: [W; 4], c: W) -> [W; 4] {
    let m0 = m0.xor_and_not(m2, c);
    let t = c.xor_and(m0, m1);
    let m0 = m0.xor_and_not(m3, m2);
    let m3 = m3.not_xor_and_not(m1, m2);
    let m1 = m1.xor_and(m0, m2);
    let m2 = m2.xor_and_not(m3, m0);
    let m0 = m0.xor_or(m1, m3);
    let m3 = m3.xor_and(m1, m2);
    let m1 = m1.xor_and(t, m0);
    [m0, m1, m2.xor(t), m3]
}
