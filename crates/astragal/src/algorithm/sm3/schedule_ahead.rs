//! SM3 with the message schedule in vectors, computed three words at a time and ahead of the rounds. While each round
//! waits for the previous one, the vector units compute the schedule. On AVX2, the rounds and the schedule are one piece
//! of assembly (`platform/simd/x86_64/sm3.rs`).

use super::compress::T;
use crate::platform::array::copy;
use crate::platform::asm_rounds;
use crate::platform::cpu::Bmi;
#[cfg(not(any(miri, astragal_model)))]
use crate::platform::simd::x86_64::sm3;
use crate::platform::simd::x86_64::{U32x4, X86};
use crate::platform::simd::{Arx, Turn as _, WordRow as _};
use crate::platform::unroll::unroll;
use crate::platform::words::{load_be, xor_into};

/// Schedule words W and W′, computed in groups of three. A vector store always writes four words, so each array has
/// space for one extra word.
struct Words {
    w: [u32; 16 + 18 * 3 + 1],
    w_prime: [u32; 12 + 18 * 3 + 1],
}

/// Compresses `blocks`.
#[inline(always)]
pub(super) fn compress_blocks<P: X86 + Into<Bmi>>(
    cpu: P,
    state: &mut [u32; 8],
    blocks: &[[u8; 64]],
) {
    #[cfg(not(any(miri, astragal_model)))]
    if !P::AVX512 {
        return compress_stitched(cpu, state, blocks);
    }
    let mut words = Words { w: [0; _], w_prime: [0; _] };
    for block in blocks {
        compress(cpu, state, block, &mut words);
    }
}

/// Compresses one block (§5.3.3). After every two rounds, computes three schedule words, until the schedule is
/// complete.
#[inline(always)]
fn compress<P: X86 + Into<Bmi>>(cpu: P, state: &mut [u32; 8], block: &[u8; 64], words: &mut Words) {
    let bmi = cpu.into();
    let mut working = *state;
    let mut rows = load_block(cpu, block, &mut words.w, &mut words.w_prime);
    unroll!(for i in 0..16 {
        working = asm_rounds::sm3_early(bmi, working, T[i], words.w[i], words.w_prime[i]);
        if i % 2 == 1 {
            words.expand(&mut rows, 16 + i / 2 * 3);
        }
    });
    unroll!(for j in 0..16 {
        let i = 16 + j;
        working = asm_rounds::sm3_late(bmi, working, T[i], words.w[i], words.w_prime[i]);
        if i % 2 == 1 {
            words.expand(&mut rows, 16 + i / 2 * 3);
        }
    });
    words.expand(&mut rows, 64);
    words.expand(&mut rows, 67);
    for i in [32, 48] {
        unroll!(for j in 0..16 {
            let i = i + j;
            working = asm_rounds::sm3_late(bmi, working, T[i], words.w[i], words.w_prime[i]);
        });
    }
    xor_into(state, &working);
}

/// Compresses `blocks` with assembly for AVX2. Three rounds compute three schedule words for later rounds.
#[cfg(not(any(miri, astragal_model)))]
#[inline(always)]
fn compress_stitched<P: X86>(cpu: P, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let mut words = [[0; _]; 2];
    let mut working = *state;
    for block in blocks {
        let [w, w_prime] = &mut words;
        let mut rows = load_block(cpu, block, w, w_prime);
        unroll!(for const I in 0..18 {
            let (sums, terms, new);
            (working, sums) =
                sm3::round_with_sums::<P, { 3 * I }, { t(3 * I) }>(working, &words, &rows);
            (working, terms) = sm3::round_with_terms::<P, { 3 * I + 1 }, { t(3 * I + 1) }>(
                working, &words, sums, rows[4],
            );
            (working, new) = sm3::round_with_words::<P, { 3 * I + 2 }, { t(3 * I + 2) }>(
                working, &mut words, terms, rows[4], rows[5],
            );
            rows = [rows[1], rows[2], rows[3], rows[4], rows[5], new];
        });
        unroll!(for const I in 0..10 {
            working = sm3::round::<P, { 54 + I }, { t(54 + I) }>(cpu, working, &words);
        });
        working = sm3::xor_into(state, working);
    }
}

/// Returns a round constant as a signed number.
#[cfg(not(any(miri, astragal_model)))]
const fn t(round: usize) -> i32 {
    T[round].cast_signed()
}

/// Stores the message words as the first schedule words. Returns the message words in six vectors, from which further
/// schedule words are computed. The first vector holds only W0, and each of the others holds three words.
#[inline(always)]
fn load_block<P: X86>(
    cpu: P,
    block: &[u8; 64],
    w: &mut [u32],
    w_prime: &mut [u32],
) -> [U32x4<P>; 6] {
    let quarters =
        [row(cpu, block, 0), row(cpu, block, 4), row(cpu, block, 8), row(cpu, block, 12)];
    unroll!(for i in 0..4 {
        store(quarters[i], w, 4 * i);
        if i < 3 {
            store(quarters[i].xor(quarters[i + 1]), w_prime, 4 * i);
        }
    });
    let [first, last] = [quarters[0].turn_2(), quarters[3].turn_1()];
    [first, row(cpu, block, 1), quarters[1], row(cpu, block, 7), row(cpu, block, 10), last]
}

impl Words {
    /// Computes schedule words `i` to `i + 2` (§5.3.2) from the previous words. Each of `rows` holds three words.
    #[inline(always)]
    fn expand<P: X86>(&mut self, rows: &mut [U32x4<P>; 6], i: usize) {
        let [a, b, c, d, e, f] = *rows;
        let x = b.behind(a.turn_3()).xor(d).xor(f.rotate_right::<17, 15>());
        // P1 XORs x with x rotated to the left by 15 bits and by 23 bits. Instead, the code XORs x with x rotated to
        // the right by 8 bits, which is a byte shuffle. It then rotates this sum to the left by 23 bits and XORs it
        // into x.
        let p1 = x.xor(x.xor(x.rotate_right::<8, 24>()).rotate_right::<9, 23>());
        let next = p1.xor(c.behind(b.turn_3()).rotate_right::<25, 7>()).xor(e);
        store(next, &mut self.w, i);
        store(f.behind(e.turn_3()).xor(next), &mut self.w_prime, i - 4);
        *rows = [b, c, d, e, f, next];
    }
}

/// Loads four words of a block, starting at word `first`.
#[inline(always)]
fn row<P: X86>(cpu: P, block: &[u8; 64], first: usize) -> U32x4<P> {
    U32x4::new(cpu, load_be(&block[4 * first..4 * first + 16]))
}

#[inline(always)]
fn store<P: X86>(row: U32x4<P>, words: &mut [u32], i: usize) {
    copy(&mut words[i..i + 4], &row.to_array());
}
