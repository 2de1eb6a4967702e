//! The compression function of SHA-1 (FIPS 180-4 §6.1.2) on several blocks, one state per vector lane.

use crate::construction::block_buffer::Length;
use crate::construction::pbkdf2_lanes::LaneFunction;
use crate::platform::simd::Lanes;
use crate::platform::unroll::unroll;

/// SHA-1 of several messages, one per vector lane.
pub(super) struct MultiBufferSha1;

impl LaneFunction<u32, 5> for MultiBufferSha1 {
    const ORDER: Length = Length::BigEndian;

    #[inline(always)]
    fn compress<V: Lanes<u32, N>, const N: usize>(
        proof: V::Proof,
        state: &mut [V; 5],
        mut w: [V; 16],
    ) {
        let mut working = *state;
        unroll!(for quarter in 0..4 {
            let k = V::splat(proof, K[quarter]);
            unroll!(for i in 0..16 {
                round::<V, N>(&mut working, &mut w, 20 * quarter + i, k);
            });
            unroll!(for i in 0..4 {
                round::<V, N>(&mut working, &mut w, 20 * quarter + 16 + i, k);
            });
        });
        for i in 0..5 {
            state[i] = state[i].add(working[i]);
        }
    }
}

/// Round constants of §4.2.1. Each constant is used for twenty rounds.
const K: [u32; 4] = [0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xca62_c1d6];

/// Performs round `t`. The new schedule word replaces the word from sixteen rounds earlier.
#[inline(always)]
fn round<V: Lanes<u32, N>, const N: usize>(working: &mut [V; 5], w: &mut [V; 16], t: usize, k: V) {
    if t >= 16 {
        let older = w[t % 16].xor3(w[(t + 2) % 16], w[(t + 8) % 16]);
        w[t % 16] = older.xor(w[(t + 13) % 16]).rotate_right::<31, 1>();
    }
    let [a, b, c, d, e] = *working;
    let f = match t / 20 {
        0 => b.choose(c, d),
        2 => b.majority(c, d),
        _ => b.xor3(c, d),
    };
    let sum = a.rotate_right::<27, 5>().add(f).add(e.add(k).add(w[t % 16]));
    *working = [sum, a, b.rotate_right::<2, 30>(), c, d];
}
