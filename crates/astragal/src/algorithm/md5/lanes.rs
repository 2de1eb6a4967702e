//! The compression function of MD5 (RFC 1321 §3.4) on many blocks side by side, a state in each lane.

use super::T;
use crate::construction::block_buffer::Length;
use crate::construction::pbkdf2_lanes::LaneFunction;
use crate::platform::simd::Lanes;
use crate::platform::unroll::unroll;

/// MD5.
pub(super) struct MultiBufferMd5;

impl LaneFunction<u32, 4> for MultiBufferMd5 {
    const ORDER: Length = Length::LittleEndian;

    #[inline(always)]
    fn compress<V: Lanes<u32, N>, const N: usize>(proof: V::Proof, state: &mut [V; 4], x: [V; 16]) {
        let mut letters = *state;
        round::<V, N, 0, 25, 7, 20, 12, 15, 17, 10, 22>(proof, &mut letters, &x);
        round::<V, N, 1, 27, 5, 23, 9, 18, 14, 12, 20>(proof, &mut letters, &x);
        round::<V, N, 2, 28, 4, 21, 11, 16, 16, 9, 23>(proof, &mut letters, &x);
        round::<V, N, 3, 26, 6, 22, 10, 17, 15, 11, 21>(proof, &mut letters, &x);
        for i in 0..4 {
            state[i] = state[i].add(letters[i]);
        }
    }
}

/// Sixteen steps. The distances of their rotations come back every four, each to the right and to the left.
#[inline(always)]
fn round<
    V: Lanes<u32, N>,
    const N: usize,
    const ROUND: usize,
    const R1: i32,
    const L1: i32,
    const R2: i32,
    const L2: i32,
    const R3: i32,
    const L3: i32,
    const R4: i32,
    const L4: i32,
>(
    proof: V::Proof,
    letters: &mut [V; 4],
    x: &[V; 16],
) {
    unroll!(for four in 0..4 {
        let i = 16 * ROUND + 4 * four;
        step::<V, N, R1, L1>(proof, letters, x, i);
        step::<V, N, R2, L2>(proof, letters, x, i + 1);
        step::<V, N, R3, L3>(proof, letters, x, i + 2);
        step::<V, N, R4, L4>(proof, letters, x, i + 3);
    });
}

/// Step `i`, after which each letter is the next one.
#[inline(always)]
fn step<V: Lanes<u32, N>, const N: usize, const RIGHT: i32, const LEFT: i32>(
    proof: V::Proof,
    letters: &mut [V; 4],
    x: &[V; 16],
    i: usize,
) {
    let [a, b, c, d] = *letters;
    let (word, f) = match i / 16 {
        0 => (x[i], b.choose(c, d)),
        1 => (x[(5 * i + 1) % 16], d.choose(b, c)),
        2 => (x[(3 * i + 5) % 16], b.xor3(c, d)),
        // c ^ (b | !d), of which only `b & d` waits for the step before.
        _ => (x[7 * i % 16], c.xor3(d, V::splat(proof, !0)).xor(b.and(d))),
    };
    let sum = a.add(word.add(V::splat(proof, T[i]))).add(f);
    *letters = [d, b.add(sum.rotate_right::<RIGHT, LEFT>()), b, c];
}
