//! SM3 with the words of eight blocks expanded at once, a block in each lane, since an expansion does not depend on the
//! blocks before. The rounds take what they add from memory.

use super::compress::T;
use crate::machine::cpu::Bmi;
use crate::machine::enter::Token;
use crate::machine::rounds;
use crate::machine::simd::Lanes;
use crate::machine::stack::erase_after;
use crate::machine::unroll::unroll;

/// For each round W and W′, for each block a lane.
type Words = [[[u32; 8]; 2]; 64];

/// Compresses `blocks`, and overwrites the stack that it took: more than is overwritten behind keyed calls.
pub(super) fn compress_blocks<V: Lanes<u32, 8, Proof: Token + Into<Bmi>>>(
    proof: V::Proof,
    state: &mut [u32; 8],
    blocks: &[[u8; 64]],
) {
    erase_after(size_of::<Words>() + 1024, || {
        proof.enter(
            #[inline(always)]
            || compress_in_eights::<V>(proof, state, blocks),
        );
    });
}

/// Lanes behind the last block repeat it.
#[inline(always)]
fn compress_in_eights<V: Lanes<u32, 8, Proof: Into<Bmi>>>(
    proof: V::Proof,
    state: &mut [u32; 8],
    blocks: &[[u8; 64]],
) {
    let mut words = [[[0; 8]; 2]; 64];
    for blocks in blocks.chunks(8) {
        let rows = core::array::from_fn(|lane| &blocks[lane.min(blocks.len() - 1)]);
        expand::<V>(proof, &rows, &mut words);
        for lane in 0..blocks.len() {
            compress(proof.into(), state, &words, lane);
        }
    }
}

/// §5.3.2, four words ahead of those that are written.
#[inline(always)]
fn expand<V: Lanes<u32, 8>>(proof: V::Proof, rows: &[&[u8; 64]; 8], words: &mut Words) {
    let mut w = V::columns(proof, rows);
    unroll!(for i in 0..16 {
        w[i] = w[i].swap_bytes();
    });
    unroll!(for i in 0..12 {
        words[i] = [w[i].to_array(), w[i].xor(w[i + 4]).to_array()];
    });
    for sixteen in words[12..].chunks_mut(16) {
        unroll!(for i in 0..16 {
            if let Some(pair) = sixteen.get_mut(i) {
                let x = w[i].xor3(w[(i + 7) % 16], w[(i + 13) % 16].rotate_right::<17, 15>());
                let p1 = x.xor3(x.rotate_right::<17, 15>(), x.rotate_right::<9, 23>());
                w[i] = p1.xor3(w[(i + 3) % 16].rotate_right::<25, 7>(), w[(i + 10) % 16]);
                let now = w[(i + 12) % 16];
                *pair = [now.to_array(), now.xor(w[i]).to_array()];
            }
        });
    }
}

/// §5.3.3 for the block in a lane.
#[inline(always)]
fn compress(bmi: Bmi, state: &mut [u32; 8], words: &Words, lane: usize) {
    assert!(lane < 8);
    let mut letters = *state;
    let (words, _) = words.as_chunks::<16>();
    let (t, _) = T.as_chunks::<16>();
    unroll!(for i in 0..16 {
        let [w, w_prime] = &words[0][i];
        letters = rounds::sm3_early(bmi, letters, t[0][i], w[lane], w_prime[lane]);
    });
    for (t, words) in t[1..].iter().zip(&words[1..]) {
        unroll!(for i in 0..16 {
            let [w, w_prime] = &words[i];
            letters = rounds::sm3_late(bmi, letters, t[i], w[lane], w_prime[lane]);
        });
    }
    for (word, letter) in state.iter_mut().zip(letters) {
        *word ^= letter;
    }
}
