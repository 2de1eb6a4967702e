//! SHA-1 by the SHA extensions: four rounds an instruction, at the limit of its latency.
#![expect(unsafe_code, reason = "enters a function compiled for SHA-NI, token in hand")]

use core::arch::x86_64::*;

use crate::machine::cpu::ShaNi;
use crate::machine::simd::x86_64::m128;
use crate::machine::unroll::unroll;

pub(super) fn compress_blocks(_cpu: ShaNi, state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    // SAFETY: `_cpu` proves SHA-NI with SSSE3 and SSE4.1.
    unsafe { run(state, blocks) }
}

/// The instructions want A and the message's first word in the highest lane.
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn run(state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    let reverse = m128::from_bytes([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    let [a, b, c, d, e] = *state;
    let mut abcd = m128::from_words([d, c, b, a]);
    let mut e = m128::from_words([0, 0, 0, e]);
    for block in blocks {
        let (saved_abcd, saved_e) = (abcd, e);
        let (quarters, _) = block.as_chunks::<16>();
        let mut w = [_mm_setzero_si128(); 4];
        for (w, quarter) in w.iter_mut().zip(quarters) {
            *w = _mm_shuffle_epi8(m128::from_bytes(*quarter), reverse);
        }
        // The first E is given; later ones are A of four rounds before, which sha1nexte rotates.
        let first = _mm_add_epi32(e, w[0]);
        let mut before = abcd;
        abcd = _mm_sha1rnds4_epu32::<0>(abcd, first);
        unroll!(for i in 1..5 {
            four_rounds::<0>(&mut abcd, &mut before, &mut w, i);
        });
        unroll!(for i in 0..5 {
            four_rounds::<1>(&mut abcd, &mut before, &mut w, 5 + i);
        });
        unroll!(for i in 0..5 {
            four_rounds::<2>(&mut abcd, &mut before, &mut w, 10 + i);
        });
        unroll!(for i in 0..5 {
            four_rounds::<3>(&mut abcd, &mut before, &mut w, 15 + i);
        });
        e = _mm_sha1nexte_epu32(before, saved_e);
        abcd = _mm_add_epi32(abcd, saved_abcd);
    }
    let [d, c, b, a] = m128::to_words(abcd);
    *state = [a, b, c, d, m128::to_words(e)[3]];
}

/// Rounds 4i to 4i + 3, with the function and constant of number `F`. `before` is what `abcd` was four
/// rounds ago.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn four_rounds<const F: i32>(
    abcd: &mut __m128i,
    before: &mut __m128i,
    w: &mut [__m128i; 4],
    i: usize,
) {
    if i >= 4 {
        let older = _mm_xor_si128(_mm_sha1msg1_epu32(w[i % 4], w[(i + 1) % 4]), w[(i + 2) % 4]);
        w[i % 4] = _mm_sha1msg2_epu32(older, w[(i + 3) % 4]);
    }
    let e = _mm_sha1nexte_epu32(*before, w[i % 4]);
    *before = *abcd;
    *abcd = _mm_sha1rnds4_epu32::<F>(*abcd, e);
}
