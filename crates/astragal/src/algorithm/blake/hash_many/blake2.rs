//! Hashes several messages with BLAKE2b or BLAKE2s.

use super::super::SIGMA;
use super::super::blake2::Blake2Blocks;
use super::super::compress::Last;
use super::super::compress::blake2::Blake2Word;
use super::super::g::{arranged, round};
use crate::construction::multi_buffer::{LaneInput, MultiBuffer, Wide, WideWord};
use crate::platform::simd::Lanes;
use crate::platform::unroll::unroll;
use crate::platform::words::{erase, store_le};

struct Blake2MultiBuffer;

impl<W: Blake2Word<B>, const B: usize> MultiBuffer<W, B, 8> for Blake2MultiBuffer {
    type Job = ();

    fn end(message: &[u8], last: &mut [[u8; B]; 2]) -> [usize; 2] {
        super::end(message, last)
    }

    #[inline(always)]
    fn compress<V: Lanes<W, N>, const N: usize>(
        proof: V::Proof,
        state: &mut [V; 8],
        w: [V; 16],
        inputs: &[LaneInput<()>; N],
    ) {
        let (mut t0, mut t1, mut f0) = ([W::ZERO; N], [W::ZERO; N], [W::ZERO; N]);
        for j in 0..N {
            let bytes = inputs[j].number * B as u64 + inputs[j].bytes as u64;
            [t0[j], t1[j]] = W::split(bytes.into());
            let last = if inputs[j].is_last { Last::Yes } else { Last::No };
            [f0[j], _] = last.flags(W::ALL_ONES);
        }
        let mut iv = [state[0]; 8];
        for i in 0..8 {
            iv[i] = V::splat(proof, W::IV[i]);
        }
        let [i0, i1, i2, i3, i4, i5, i6, i7] = iv;
        let [h0, h1, h2, h3, h4, h5, h6, h7] = *state;
        let (low, high) = ([h0, h1, h2, h3], [h4, h5, h6, h7]);
        let [t0, t1, f0] = [V::new(proof, t0), V::new(proof, t1), V::new(proof, f0)];
        let mut v = [low, high, [i0, i1, i2, i3], [i4.xor(t0), i5.xor(t1), i6.xor(f0), i7]];
        // The loop is unrolled, so that the message indices are constants instead of loads from memory.
        unroll!(for r in 0..12 {
            if r < W::ROUNDS {
                v = round::<W::Rotations, [V; 4]>(v, arranged(&w, &SIGMA[r % 10]));
            }
        });
        let [a, b, c, d] = v;
        for i in 0..4 {
            state[i] = low[i].xor3(a[i], c[i]);
            state[4 + i] = high[i].xor3(b[i], d[i]);
        }
    }

    fn write(chaining: &[W; 8], digest: &mut [u8]) {
        store_le(chaining, digest);
    }
}

/// Hashes several messages without a key. `start` is the initial chaining value of every message.
pub(in super::super) fn hash_many<'d, W: Blake2Blocks<B> + WideWord<B>, const B: usize>(
    wide: Wide,
    start: &[W; 8],
    messages: &[&[u8]],
    digests: impl Iterator<Item = &'d mut [u8]>,
) {
    let mut queue = messages.iter().zip(digests).map(|(message, digest)| ((), *message, digest));
    W::hash_queue::<Blake2MultiBuffer, 8>(wide, [2, 2], start, &mut queue, &|rest, digest| {
        let mut h = *rest.chaining;
        W::compress(&mut h, rest.bytes, u128::from(rest.number) * B as u128, Last::Yes);
        store_le(&h, digest);
        erase(&mut h);
    });
}
