//! Multi-buffer Merkle–Damgård hashing: each vector lane hashes its own message.

use core::marker::PhantomData;

use super::{Compression, pad};
use crate::construction::block_buffer::Length;
use crate::construction::multi_buffer::{LaneInput, MultiBuffer, Wide, WideWord};
use crate::construction::pbkdf2_lanes::LaneFunction;
use crate::platform::array::Flat as _;
use crate::platform::simd::Lanes;
use crate::platform::words::{Word, store_be, store_le};

/// Multi-buffer hash over the compression function `M`, with a length field of `L` bytes.
struct LaneHash<M, const L: usize>(PhantomData<M>);

impl<M, W, const B: usize, const S: usize, const L: usize> MultiBuffer<W, B, S> for LaneHash<M, L>
where
    M: LaneFunction<W, S>,
    W: Word,
{
    type Job = ();

    fn end(message: &[u8], last: &mut [[u8; B]; 2]) -> [usize; 2] {
        let (blocks, tail) = message.as_chunks::<B>();
        let last = last.flat_mut();
        [blocks.len(), pad::<B, L>(last, tail, message.len() as u64, M::ORDER)]
    }
    #[inline(always)]
    fn compress<V: Lanes<W, N>, const N: usize>(
        proof: V::Proof,
        state: &mut [V; S],
        mut w: [V; 16],
        _: &[LaneInput<()>; N],
    ) {
        if matches!(M::ORDER, Length::BigEndian) {
            for word in &mut w {
                *word = word.swap_bytes();
            }
        }
        M::compress(proof, state, w);
    }
    fn write(chaining: &[W; S], digest: &mut [u8]) {
        match M::ORDER {
            Length::BigEndian => store_be(chaining, digest),
            Length::LittleEndian => store_le(chaining, digest),
        }
    }
}

/// Implements [`Compression::hash_many`] with one message per lane. `least` holds the minimum number of busy lanes:
/// element 0 for AVX-512, and element 1 for AVX2. When fewer lanes are busy, scalar code finishes the messages.
pub(crate) fn hash_multi_buffer<'d, F, M, W, const B: usize, const S: usize, const L: usize>(
    wide: Wide,
    least: [usize; 2],
    start: &[W; S],
    messages: &[&[u8]],
    digests: impl Iterator<Item = &'d mut [u8]>,
) where
    F: Compression<B, Chaining = [W; S]>,
    M: LaneFunction<W, S>,
    W: WideWord<B>,
{
    let mut queue = messages.iter().zip(digests).map(|(message, digest)| ((), *message, digest));
    W::hash_queue::<LaneHash<M, L>, S>(wide, least, start, &mut queue, &|rest, digest| {
        F::digest::<L>(rest.chaining, rest.number * B as u64, rest.bytes, digest);
    });
}
