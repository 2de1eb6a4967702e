//! SHA-256 by the SHA extensions: two rounds an instruction, at the limit of its latency, and below it where two
//! chains of PBKDF2 take turns.
#![expect(unsafe_code, reason = "enters a function compiled for SHA-NI, token in hand")]

use core::arch::x86_64::*;

use zeroize::Zeroize;

use super::super::constants::K_32;
use super::Work;
use crate::construction::chains::Link;
use crate::machine::cpu::ShaNi;
use crate::machine::simd::x86_64::m128;
use crate::machine::unroll::unroll;
use crate::machine::words::{load_be, store_be};

pub(super) fn compress_blocks(_cpu: ShaNi, (state, blocks): Work<'_, u32, 64>) {
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

/// Extends PBKDF2's chains by `count` tags, two at a time: the instructions of one run while those of the other
/// wait for their operands. 2.5 times as fast as one after the other by `compress_blocks`, of which a quarter comes
/// from tags that stay in registers.
pub(super) fn extend<'c>(
    _cpu: ShaNi,
    mut links: impl Iterator<Item = Link<'c, [u32; 8]>>,
    padding: &[u8; 64],
    count: u32,
) {
    while let Some(first) = links.next() {
        // SAFETY: `_cpu` proves SHA-NI with SSSE3 and SSE4.1.
        unsafe {
            match links.next() {
                Some(second) => extend_together([first, second], padding, count),
                None => extend_together([first], padding, count),
            }
        }
    }
}

/// A chaining value in the instructions' order.
type State = [__m128i; 2];

#[target_feature(enable = "sha,sse4.1,ssse3")]
fn extend_together<const N: usize>(links: [Link<'_, [u32; 8]>; N], padding: &[u8; 64], count: u32) {
    let mut mask = [0; 32];
    mask[..links[0].last.len()].fill(0xff);
    let mask = in_order(state_of_bytes(&mask));
    let mut quarters = [_mm_setzero_si128(); 4];
    for (quarter, words) in quarters.iter_mut().zip(load_be::<u32, 16>(padding).as_chunks().0) {
        *quarter = m128::from_words(*words);
    }
    let nothing = [[_mm_setzero_si128(); 2]; N];
    let (mut starts, mut last, mut sum) = ([nothing; 2], nothing, nothing);
    for (i, link) in links.iter().enumerate() {
        starts[0][i] = state_of(link.inner);
        starts[1][i] = state_of(link.outer);
        last[i] = state_of_bytes(link.last);
        sum[i] = state_of_bytes(link.sum);
    }
    for _ in 0..count {
        for start in &starts {
            let mut blocks = [quarters; N];
            for i in 0..N {
                let [abcd, efgh] = in_order(last[i]);
                blocks[i][0] = _mm_xor_si128(quarters[0], _mm_and_si128(abcd, mask[0]));
                blocks[i][1] = _mm_xor_si128(quarters[1], _mm_and_si128(efgh, mask[1]));
            }
            last = compress_together(start, blocks);
        }
        for i in 0..N {
            sum[i][0] = _mm_xor_si128(sum[i][0], last[i][0]);
            sum[i][1] = _mm_xor_si128(sum[i][1], last[i][1]);
        }
    }
    for (i, link) in links.into_iter().enumerate() {
        write(last[i], link.last);
        write(sum[i], link.sum);
    }
}

/// Compresses a block into each chaining value, whose rounds take turns.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn compress_together<const N: usize>(start: &[State; N], mut w: [[__m128i; 4]; N]) -> [State; N] {
    let (k, _) = K_32.as_chunks::<4>();
    let mut state = *start;
    unroll!(for i in 0..16 {
        for (w, [abef, cdgh]) in w.iter_mut().zip(&mut state) {
            if i >= 4 {
                let (recent, before) = (w[(i + 3) % 4], w[(i + 2) % 4]);
                let older = _mm_add_epi32(
                    _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]),
                    _mm_alignr_epi8::<4>(recent, before),
                );
                w[i % 4] = _mm_sha256msg2_epu32(older, recent);
            }
            let kw = _mm_add_epi32(w[i % 4], m128::from_words(k[i]));
            *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, kw);
            *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32::<0x0e>(kw));
        }
    });
    for (state, start) in state.iter_mut().zip(start) {
        state[0] = _mm_add_epi32(state[0], start[0]);
        state[1] = _mm_add_epi32(state[1], start[1]);
    }
    state
}

/// The state of these words.
#[inline]
#[target_feature(enable = "sse4.1")]
fn state_of(words: &[u32; 8]) -> State {
    let [a, b, c, d, e, f, g, h] = *words;
    let (abef, cdgh) = regroup(m128::from_words([a, b, c, d]), m128::from_words([e, f, g, h]));
    [abef, cdgh]
}

/// The state that a tag is, zeros where it is shorter.
#[inline]
#[target_feature(enable = "sse4.1")]
fn state_of_bytes(tag: &[u8]) -> State {
    let mut bytes = [0; 32];
    bytes[..tag.len()].copy_from_slice(tag);
    let state = state_of(&load_be(&bytes));
    bytes.zeroize();
    state
}

/// The tag that a state is, as far as it goes.
#[inline]
#[target_feature(enable = "sse4.1")]
fn write(state: State, tag: &mut [u8]) {
    let [abcd, efgh] = in_order(state).map(m128::to_words);
    let mut words = [0; 8];
    words[..4].copy_from_slice(&abcd);
    words[4..].copy_from_slice(&efgh);
    store_be(&words, tag);
    words.zeroize();
}

/// From the instructions' order to A to D and E to H, the first letter lowest.
#[inline]
#[target_feature(enable = "sse4.1")]
fn in_order([abef, cdgh]: State) -> [__m128i; 2] {
    let (abef, cdgh) = (_mm_castsi128_ps(abef), _mm_castsi128_ps(cdgh));
    let abcd = _mm_shuffle_ps::<0xbb>(abef, cdgh);
    let efgh = _mm_shuffle_ps::<0x11>(abef, cdgh);
    [_mm_castps_si128(abcd), _mm_castps_si128(efgh)]
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
