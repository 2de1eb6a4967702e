//! The compression function of JH over words of 128 bits that an instruction set provides: the circuit of
//! the portable code, in steps that three-operand logic does at once.

use super::portable::{ROUND_CONSTANTS, State};
use crate::machine::simd::Bits;
use crate::machine::unroll::unroll;

/// F8 of each block, in order.
#[inline(always)]
pub(super) fn compress_blocks<W: Bits>(proof: W::Proof, state: &mut State, blocks: &[[u8; 64]]) {
    let mut x = [W::new(proof, [0; 16]); 8];
    for (x, word) in x.iter_mut().zip(&*state) {
        *x = W::new(proof, word.to_le_bytes());
    }
    for block in blocks {
        let (pieces, _) = block.as_chunks();
        let mut message = [W::new(proof, [0; 16]); 4];
        for (message, piece) in message.iter_mut().zip(pieces) {
            *message = W::new(proof, *piece);
        }
        for i in 0..4 {
            x[i] = x[i].xor(message[i]);
        }
        for seven in ROUND_CONSTANTS.as_chunks::<7>().0 {
            x = seven_rounds(proof, x, seven);
        }
        for i in 0..4 {
            x[4 + i] = x[4 + i].xor(message[i]);
        }
    }
    for (x, word) in x.iter().zip(state) {
        *word = u128::from_le_bytes(x.to_bytes());
    }
}

#[inline(always)]
fn seven_rounds<W: Bits>(proof: W::Proof, mut x: [W; 8], constants: &[[u128; 2]; 7]) -> [W; 8] {
    unroll!(for round in 0..7 {
        let [even, odd] = constants[round].map(|word| word.to_le_bytes());
        let [a0, a1, a2, a3] = substitute([x[0], x[2], x[4], x[6]], W::new(proof, even));
        let [b0, b1, b2, b3] = substitute([x[1], x[3], x[5], x[7]], W::new(proof, odd));
        let b0 = b0.xor(a1);
        let b1 = b1.xor(a2);
        let b2 = b2.xor3(a3, a0);
        let b3 = b3.xor(a0);
        x = [a0.xor(b1), b0, a1.xor(b2), b1, a2.xor3(b3, b0), b2, a3.xor(b0), b3];
        for odd in [1, 3, 5, 7] {
            x[odd] = match round {
                0 => x[odd].swap::<1>(),
                1 => x[odd].swap::<2>(),
                2 => x[odd].swap::<4>(),
                3 => x[odd].swap::<8>(),
                4 => x[odd].swap::<16>(),
                5 => x[odd].swap::<32>(),
                _ => x[odd].swap::<64>(),
            };
        }
    });
    x
}

/// S0 where the bit of `c` is 0, S1 where it is 1.
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
