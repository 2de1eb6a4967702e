//! The compression function of SM3 (§5.3) on several blocks, one state per vector lane.

use super::compress::T;
use crate::construction::block_buffer::Length;
use crate::construction::pbkdf2_lanes::LaneFunction;
use crate::platform::simd::Lanes;
use crate::platform::unroll::unroll;

/// SM3 of several messages, one per vector lane.
pub(super) struct MultiBufferSm3;

impl LaneFunction<u32, 8> for MultiBufferSm3 {
    const ORDER: Length = Length::BigEndian;

    #[inline(always)]
    fn compress<V: Lanes<u32, N>, const N: usize>(
        proof: V::Proof,
        state: &mut [V; 8],
        mut w: [V; 16],
    ) {
        let mut working = *state;
        unroll!(for i in 0..12 {
            let w_prime = w[i].xor(w[i + 4]);
            round::<V, N, true>(&mut working, V::splat(proof, T[i]), w[i], w_prime);
        });
        unroll!(for i in 0..4 {
            round_expanding::<V, N, true>(&mut working, V::splat(proof, T[12 + i]), &mut w, 12 + i);
        });
        for t in T[16..].as_chunks::<16>().0 {
            unroll!(for i in 0..16 {
                round_expanding::<V, N, false>(&mut working, V::splat(proof, t[i]), &mut w, i);
            });
        }
        for i in 0..8 {
            state[i] = state[i].xor(working[i]);
        }
    }
}

/// Performs a round whose number is `i` modulo 16. First computes schedule word `i + 4`, which replaces word `i - 12`.
#[inline(always)]
fn round_expanding<V: Lanes<u32, N>, const N: usize, const EARLY: bool>(
    working: &mut [V; 8],
    t: V,
    w: &mut [V; 16],
    i: usize,
) {
    let [back_16, back_13, back_9] = [w[(i + 4) % 16], w[(i + 7) % 16], w[(i + 11) % 16]];
    let [back_6, back_3] = [w[(i + 14) % 16], w[(i + 1) % 16]];
    let x = back_16.xor3(back_9, back_3.rotate_right::<17, 15>());
    let p1 = x.xor3(x.rotate_right::<17, 15>(), x.rotate_right::<9, 23>());
    let next = p1.xor3(back_13.rotate_right::<25, 7>(), back_6);
    w[(i + 4) % 16] = next;
    round::<V, N, EARLY>(working, t, w[i], w[i].xor(next));
}

/// Performs one round. `EARLY` selects the functions of the first sixteen rounds.
#[inline(always)]
fn round<V: Lanes<u32, N>, const N: usize, const EARLY: bool>(
    working: &mut [V; 8],
    t: V,
    w: V,
    w_prime: V,
) {
    let [a, b, c, d, e, f, g, h] = *working;
    let a12 = a.rotate_right::<20, 12>();
    let ss1 = a12.add(e.add(t)).rotate_right::<25, 7>();
    let ss2 = ss1.xor(a12);
    let ff = if EARLY { a.xor3(b, c) } else { a.majority(b, c) };
    let gg = if EARLY { e.xor3(f, g) } else { e.choose(f, g) };
    let tt1 = ff.add(d.add(w_prime)).add(ss2);
    let tt2 = gg.add(h.add(w)).add(ss1);
    let p0 = tt2.xor3(tt2.rotate_right::<23, 9>(), tt2.rotate_right::<15, 17>());
    *working = [tt1, a, b.rotate_right::<23, 9>(), c, p0, e, f.rotate_right::<13, 19>(), g];
}
