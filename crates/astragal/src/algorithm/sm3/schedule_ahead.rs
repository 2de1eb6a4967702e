//! SM3 with the message schedule in vectors, computed three words at a time and ahead of the rounds. While each round
//! waits for the previous one, the vector units compute the schedule. The rounds and the schedule are in assembly
//! (`platform/simd/x86_64/sm3.rs`).

use super::compress::T;
use crate::platform::array::copy;
use crate::platform::simd::x86_64::{U32x4, X86, sm3};
use crate::platform::simd::{Arx as _, Turn as _, WordRow as _};
use crate::platform::unroll::unroll;
use crate::platform::words::load_be;

/// Compresses `blocks`. Three rounds compute three schedule words for later rounds.
#[inline(always)]
pub(super) fn compress_blocks<P: X86>(cpu: P, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
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

/// Loads four words of a block, starting at word `first`.
#[inline(always)]
fn row<P: X86>(cpu: P, block: &[u8; 64], first: usize) -> U32x4<P> {
    U32x4::new(cpu, load_be(&block[4 * first..4 * first + 16]))
}

#[inline(always)]
fn store<P: X86>(row: U32x4<P>, words: &mut [u32], i: usize) {
    copy(&mut words[i..i + 4], &row.to_array());
}
