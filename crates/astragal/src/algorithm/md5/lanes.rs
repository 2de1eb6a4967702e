//! The compression function of MD5 (RFC 1321 §3.4) on several blocks, one state per vector lane.

use super::T;
use crate::construction::block_buffer::Length;
use crate::construction::pbkdf2_lanes::LaneFunction;
use crate::platform::simd::Lanes;
use crate::platform::unroll::unroll;

/// MD5 of several messages, one per vector lane.
pub(super) struct MultiBufferMd5;

impl LaneFunction<u32, 4> for MultiBufferMd5 {
    const ORDER: Length = Length::LittleEndian;

    #[inline(always)]
    fn compress<V: Lanes<u32, N>, const N: usize>(proof: V::Proof, state: &mut [V; 4], x: [V; 16]) {
        let mut working = *state;
        round::<Round1, V, N>(proof, &mut working, &x);
        round::<Round2, V, N>(proof, &mut working, &x);
        round::<Round3, V, N>(proof, &mut working, &x);
        round::<Round4, V, N>(proof, &mut working, &x);
        for i in 0..4 {
            state[i] = state[i].add(working[i]);
        }
    }
}

/// A round of MD5: its number and the rotation distances of its steps, which repeat every four steps.
trait Round {
    const NUMBER: usize;

    /// Rotates to the left by the distance of step `i`.
    fn rotate<V: Lanes<u32, N>, const N: usize>(v: V, i: usize) -> V;
}

macro_rules! rounds {
    ($($name:ident = $number:literal: $s0:literal $s1:literal $s2:literal $s3:literal;)+) => { $(
        struct $name;

        impl Round for $name {
            const NUMBER: usize = $number;

            #[inline(always)]
            fn rotate<V: Lanes<u32, N>, const N: usize>(v: V, i: usize) -> V {
                match i % 4 {
                    0 => v.rotate_right::<{ 32 - $s0 }, $s0>(),
                    1 => v.rotate_right::<{ 32 - $s1 }, $s1>(),
                    2 => v.rotate_right::<{ 32 - $s2 }, $s2>(),
                    _ => v.rotate_right::<{ 32 - $s3 }, $s3>(),
                }
            }
        }
    )+ };
}

rounds! {
    Round1 = 0: 7 12 17 22;
    Round2 = 1: 5 9 14 20;
    Round3 = 2: 4 11 16 23;
    Round4 = 3: 6 10 15 21;
}

/// Performs the sixteen steps of a round.
#[inline(always)]
fn round<R: Round, V: Lanes<u32, N>, const N: usize>(
    proof: V::Proof,
    working: &mut [V; 4],
    x: &[V; 16],
) {
    unroll!(for i in 0..16 {
        step::<R, V, N>(proof, working, x, 16 * R::NUMBER + i);
    });
}

/// Performs step `i`, then rotates the variables a, b, c and d.
#[inline(always)]
fn step<R: Round, V: Lanes<u32, N>, const N: usize>(
    proof: V::Proof,
    working: &mut [V; 4],
    x: &[V; 16],
    i: usize,
) {
    let [a, b, c, d] = *working;
    let (word, f) = match i / 16 {
        0 => (x[i], b.choose(c, d)),
        1 => (x[(5 * i + 1) % 16], d.choose(b, c)),
        2 => (x[(3 * i + 5) % 16], b.xor3(c, d)),
        // Computes c ^ (b | !d) as (c ^ d ^ !0) ^ (b & d). Only `b & d` then depends on the previous step.
        _ => (x[7 * i % 16], c.xor3(d, V::splat(proof, !0)).xor(b.and(d))),
    };
    let sum = a.add(word.add(V::splat(proof, T[i]))).add(f);
    *working = [d, b.add(R::rotate(sum, i)), b, c];
}
