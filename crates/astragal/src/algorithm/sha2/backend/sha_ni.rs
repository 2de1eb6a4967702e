//! SHA-256 by the SHA extensions: two rounds an instruction, at the limit of its latency.
#![expect(unsafe_code, reason = "enters a function compiled for SHA-NI, token in hand")]

use core::arch::x86_64::*;

use super::super::constants::K_32;
use crate::machine::cpu::ShaNi;
use crate::machine::simd::x86_64::m128;
use crate::machine::unroll::unroll;

pub(super) fn compress_blocks(_cpu: ShaNi, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    // SAFETY: `_cpu` proves SHA-NI with SSSE3 and SSE4.1.
    unsafe { run(state, blocks) }
}

#[target_feature(enable = "sha,sse4.1,ssse3")]
fn run(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let big_endian = m128::from_bytes([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]);
    let (k, _) = K_32.as_chunks::<4>();
    let [a, b, c, d, e, f, g, h] = *state;
    let (mut abef, mut cdgh) =
        regroup(m128::from_words([a, b, c, d]), m128::from_words([e, f, g, h]));
    for block in blocks {
        let (saved_abef, saved_cdgh) = (abef, cdgh);
        let (quarters, _) = block.as_chunks::<16>();
        let mut w = [_mm_setzero_si128(); 4];
        unroll!(for i in 0..16 {
            w[i % 4] = if i < 4 {
                _mm_shuffle_epi8(m128::from_bytes(quarters[i]), big_endian)
            } else {
                let (recent, before) = (w[(i + 3) % 4], w[(i + 2) % 4]);
                // W[t-16] + σ0(W[t-15]) + W[t-7], to which msg2 adds σ1(W[t-2]).
                let older = _mm_add_epi32(
                    _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]),
                    _mm_alignr_epi8::<4>(recent, before),
                );
                _mm_sha256msg2_epu32(older, recent)
            };
            let kw = _mm_add_epi32(w[i % 4], m128::from_words(k[i]));
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, kw);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32::<0x0e>(kw));
        });
        abef = _mm_add_epi32(abef, saved_abef);
        cdgh = _mm_add_epi32(cdgh, saved_cdgh);
    }
    let ([f, e, b, a], [h, g, d, c]) = (m128::to_words(abef), m128::to_words(cdgh));
    *state = [a, b, c, d, e, f, g, h];
}

/// From A to D and E to H, the first letter lowest, to what the instructions want: F, E, B, A and
/// H, G, D, C.
#[inline]
#[target_feature(enable = "sse4.1")]
fn regroup(abcd: __m128i, efgh: __m128i) -> (__m128i, __m128i) {
    let (abcd, efgh) = (_mm_castsi128_ps(abcd), _mm_castsi128_ps(efgh));
    let abef = _mm_shuffle_ps::<0x11>(efgh, abcd);
    let cdgh = _mm_shuffle_ps::<0xbb>(efgh, abcd);
    (_mm_castps_si128(abef), _mm_castps_si128(cdgh))
}
