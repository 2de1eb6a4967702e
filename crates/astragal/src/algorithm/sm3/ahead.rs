//! SM3 with the words of eight blocks expanded at once, a block in each lane, since an expansion does not depend on the
//! blocks before. The rounds take what they add from memory.
//!
//! They are written in instructions, in an order that no compiler keeps: what leads to the next e takes six steps that
//! wait for each other, so it stands first in each round, and what can wait behind it.
#![expect(unsafe_code, reason = "a round in assembly")]

use super::compress::T;
use crate::machine::simd::Lanes;
use crate::machine::unroll::unroll;
use crate::machine::words::erase;

/// For each round W and W′, for each block a lane.
type Words = [[[u32; 8]; 2]; 64];

/// Compresses `blocks`; lanes behind them repeat the last.
#[inline(always)]
pub(super) fn compress_blocks<V: Lanes<u32, 8>>(
    proof: V::Proof,
    state: &mut [u32; 8],
    blocks: &[[u8; 64]],
) {
    let mut words = [[[0; 8]; 2]; 64];
    for blocks in blocks.chunks(8) {
        let rows = core::array::from_fn(|lane| &blocks[lane.min(blocks.len() - 1)]);
        expand::<V>(proof, &rows, &mut words);
        for lane in 0..blocks.len() {
            compress(state, &words, lane);
        }
    }
    // More than is overwritten behind keyed calls.
    erase(words.as_flattened_mut().as_flattened_mut());
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
fn compress(state: &mut [u32; 8], words: &Words, lane: usize) {
    assert!(lane < 8);
    let mut letters = *state;
    let (words, _) = words.as_chunks::<16>();
    let (t, _) = T.as_chunks::<16>();
    unroll!(for i in 0..16 {
        early_round(&mut letters, t[0][i], [words[0][i][0][lane], words[0][i][1][lane]]);
    });
    for (t, words) in t[1..].iter().zip(&words[1..]) {
        unroll!(for i in 0..16 {
            late_round(&mut letters, t[i], [words[i][0][lane], words[i][1][lane]]);
        });
    }
    for (word, letter) in state.iter_mut().zip(letters) {
        *word ^= letter;
    }
}

/// A round whose functions FF and GG are these instructions, the first of d and the last of h. BMI is there.
macro_rules! round {
    ($name:ident: $gg:literal, $ff:literal) => {
        #[inline(always)]
        fn $name(letters: &mut [u32; 8], t: u32, [w, w_prime]: [u32; 2]) {
            let [a, mut b, c, mut d, e, mut f, g, mut h] = *letters;
            // SAFETY: the instructions change registers alone.
            unsafe {
                core::arch::asm!(
                    "add {h:e}, {y:e}",
                    "add {d:e}, {z:e}",
                    "rorx {u:e}, {a:e}, 20",
                    "add {x:e}, {u:e}",
                    $gg,
                    "add {x:e}, {e:e}",
                    "rorx {x:e}, {x:e}, 25",
                    $ff,
                    "add {h:e}, {x:e}",
                    "xor {u:e}, {x:e}",
                    "rorx {y:e}, {h:e}, 23",
                    "rorx {z:e}, {h:e}, 15",
                    "add {d:e}, {u:e}",
                    "xor {h:e}, {y:e}",
                    "xor {h:e}, {z:e}",
                    "rorx {f:e}, {f:e}, 13",
                    "rorx {b:e}, {b:e}, 23",
                    a = in(reg) a,
                    b = inout(reg) b,
                    c = in(reg) c,
                    d = inout(reg) d,
                    e = in(reg) e,
                    f = inout(reg) f,
                    g = in(reg) g,
                    h = inout(reg) h,
                    u = out(reg) _,
                    x = inout(reg) t => _,
                    y = inout(reg) w => _,
                    z = inout(reg) w_prime => _,
                    options(pure, nomem, nostack),
                );
            }
            *letters = [d, a, b, c, h, e, f, g];
        }
    };
}

round! { early_round:
    "mov {y:e}, {e:e}; xor {y:e}, {f:e}; xor {y:e}, {g:e}; add {h:e}, {y:e}",
    "mov {y:e}, {a:e}; xor {y:e}, {b:e}; xor {y:e}, {c:e}; add {d:e}, {y:e}"
}
// Sums of bits that exclude each other.
round! { late_round:
    "andn {y:e}, {e:e}, {g:e}; mov {z:e}, {e:e}; and {z:e}, {f:e}; add {h:e}, {y:e}; add {h:e}, {z:e}",
    "mov {y:e}, {a:e}; mov {z:e}, {a:e}; xor {y:e}, {b:e}; and {z:e}, {b:e}; and {y:e}, {c:e}; add {d:e}, {z:e}; add {d:e}, {y:e}"
}
