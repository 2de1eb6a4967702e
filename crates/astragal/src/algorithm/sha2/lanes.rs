//! The compression function of SHA-2 (FIPS 180-4 §6.2.2, §6.4.2) on several blocks, one state per vector lane.

use super::compress::Sha2Word;
use crate::construction::block_buffer::Length;
use crate::construction::pbkdf2_lanes::LaneFunction;
use crate::platform::simd::Lanes;
use crate::platform::unroll::unroll;

/// SHA-256 or SHA-512 in vector lanes, depending on the word type.
pub(super) struct MultiBufferSha2;

/// Functions Σ and σ of §4.1.2 and §4.1.3 on vectors, with constant rotation distances.
pub(super) trait Sigmas: Sha2Word {
    /// Returns Σ0 of each word.
    fn big_0<V: Lanes<Self, N>, const N: usize>(v: V) -> V;
    /// Returns Σ1 of each word.
    fn big_1<V: Lanes<Self, N>, const N: usize>(v: V) -> V;
    /// Returns σ0 of each word.
    fn small_0<V: Lanes<Self, N>, const N: usize>(v: V) -> V;
    /// Returns σ1 of each word.
    fn small_1<V: Lanes<Self, N>, const N: usize>(v: V) -> V;
}

macro_rules! sigmas {
    ($word:ident of $bits:literal, $($function:ident = $r:literal $s:literal $third:ident $t:literal,)+) => {
        impl Sigmas for $word {
            $(
                #[inline(always)]
                fn $function<V: Lanes<Self, N>, const N: usize>(v: V) -> V {
                    let third = sigmas!(v $third $t, $bits);
                    v.rotate_right::<$r, { $bits - $r }>()
                        .xor3(v.rotate_right::<$s, { $bits - $s }>(), third)
                }
            )+
        }
    };
    ($v:ident rotate $t:literal, $bits:literal) => { $v.rotate_right::<$t, { $bits - $t }>() };
    ($v:ident shift $t:literal, $bits:literal) => { $v.shift_right::<$t>() };
}

sigmas! { u32 of 32,
    big_0 = 2 13 rotate 22,
    big_1 = 6 11 rotate 25,
    small_0 = 7 18 shift 3,
    small_1 = 17 19 shift 10,
}

sigmas! { u64 of 64,
    big_0 = 28 34 rotate 39,
    big_1 = 14 18 rotate 41,
    small_0 = 1 8 shift 7,
    small_1 = 19 61 shift 6,
}

impl<W: Sigmas> LaneFunction<W, 8> for MultiBufferSha2 {
    const ORDER: Length = Length::BigEndian;

    #[inline(always)]
    fn compress<V: Lanes<W, N>, const N: usize>(
        proof: V::Proof,
        state: &mut [V; 8],
        mut w: [V; 16],
    ) {
        let mut working = *state;
        let (k, _) = W::K.as_chunks::<16>();
        unroll!(for i in 0..16 {
            round::<W, V, N>(&mut working, w[i].add(V::splat(proof, k[0][i])));
        });
        for k in &k[1..] {
            unroll!(for i in 0..16 {
                let recent = W::small_1(w[(i + 14) % 16]).add(w[(i + 9) % 16]);
                w[i] = w[i].add(W::small_0(w[(i + 1) % 16])).add(recent);
                round::<W, V, N>(&mut working, w[i].add(V::splat(proof, k[i])));
            });
        }
        for i in 0..8 {
            state[i] = state[i].add(working[i]);
        }
    }
}

#[inline(always)]
fn round<W: Sigmas, V: Lanes<W, N>, const N: usize>(working: &mut [V; 8], kw: V) {
    let [a, b, c, d, e, f, g, h] = *working;
    let t1 = h.add(kw).add(e.choose(f, g)).add(W::big_1(e));
    let t2 = W::big_0(a).add(a.majority(b, c));
    *working = [t1.add(t2), a, b, c, d.add(t1), e, f, g];
}
