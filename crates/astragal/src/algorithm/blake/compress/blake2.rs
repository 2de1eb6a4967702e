//! The compression function F of BLAKE2 (RFC 7693 §3.2).

use super::super::g::{Distances, Words32, Words64, arranged, round};
use super::super::{BlakeWord, SIGMA};
use super::Last;
use crate::algorithm::sha2::constants::{SHA256_IV, SHA512_IV};
use crate::platform::array::{Flat as _, copy};
use crate::platform::simd::Arx;
use crate::platform::unroll::{WHOLE, unroll};
use crate::platform::words::{erase, load_le};

/// Word type of BLAKE2b or BLAKE2s, whose blocks have `N` bytes.
pub(crate) trait Blake2Word<const N: usize>: BlakeWord {
    /// Name of the algorithm without the digest length: `blake2b` or `blake2s`.
    const NAME: &'static str;
    /// Maximum index of a node in a layer of a tree.
    const LAST_NODE: u64;
    type Rotations: Distances;
    const ROUNDS: usize;
    const IV: [Self; 8];
    /// Value of a finalization flag that is set: all bits are 1.
    const ALL_ONES: Self;
}

impl Blake2Word<128> for u64 {
    const NAME: &'static str = "blake2b";
    const LAST_NODE: Self = Self::MAX;
    type Rotations = Words64;
    const ROUNDS: usize = 12;
    const IV: [Self; 8] = SHA512_IV;
    const ALL_ONES: Self = Self::MAX;
}

impl Blake2Word<64> for u32 {
    const NAME: &'static str = "blake2s";
    const LAST_NODE: u64 = (1 << 48) - 1;
    type Rotations = Words32;
    const ROUNDS: usize = 10;
    const IV: [Self; 8] = SHA256_IV;
    const ALL_ONES: Self = Self::MAX;
}

/// Applies the compression function F (RFC 7693 §3.2) to each block. `t` is the number of bytes up to and including the
/// first block.
#[inline(always)]
fn compress_blocks<W: Blake2Word<N>, const N: usize>(
    h: &mut [W; 8],
    blocks: &[[u8; N]],
    mut t: u128,
    last: Last,
) {
    for block in blocks {
        let m: [W; 16] = load_le(block);
        let [t0, t1] = W::split(t);
        let [f0, f1] = last.flags(W::ALL_ONES);
        let [h0, h1, h2, h3, h4, h5, h6, h7] = *h;
        let [i0, i1, i2, i3, i4, i5, i6, i7] = W::IV;
        let flagged = [i4.xor(t0), i5.xor(t1), i6.xor(f0), i7.xor(f1)];
        let (low, high) = ([h0, h1, h2, h3], [h4, h5, h6, h7]);
        let mut v = [low, high, [i0, i1, i2, i3], flagged];
        if WHOLE {
            unroll!(for r in 0..12 {
                if r < W::ROUNDS {
                    v = round::<W::Rotations, [W; 4]>(v, arranged(&m, &SIGMA[r % 10]));
                }
            });
        } else {
            for sigma in SIGMA.iter().cycle().take(W::ROUNDS) {
                v = round::<W::Rotations, [W; 4]>(v, arranged(&m, sigma));
            }
        }
        let [a, b, c, d] = v;
        copy(h, [low.xor(a).xor(c), high.xor(b).xor(d)].flat());
        t = t.wrapping_add(N as u128);
    }
}

/// Compresses `bytes` with the function F. Pads the last block with zeros. `t` is the number of bytes already compressed,
/// and `last` contains the flags of the last block.
pub(crate) fn compress<W: Blake2Word<N>, const N: usize>(
    h: &mut [W; 8],
    bytes: &[u8],
    t: u128,
    last: Last,
) {
    let (blocks, tail) = bytes.split_at(bytes.len().saturating_sub(1) / N * N);
    compress_blocks(h, blocks.as_chunks().0, t.wrapping_add(N as u128), Last::No);
    let mut block = [[0; N]];
    copy(&mut block[0][..tail.len()], tail);
    compress_blocks(h, &block, t.wrapping_add(bytes.len() as u128), last);
    erase(&mut block[0]);
}
