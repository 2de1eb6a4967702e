//! A word per register of 128 bits.
#![expect(unsafe_code, reason = "intrinsics; the token, or the value, proves its instruction set")]

use core::arch::x86_64::*;

use super::super::State;
use super::super::round::{Word, compress_blocks as run};
use crate::machine::cpu::Avx2;
use crate::machine::simd::x86_64::m128;

pub(super) fn compress_blocks(cpu: Avx2, state: &mut State, blocks: &[[u8; 64]]) {
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn inner(cpu: Avx2, state: &mut State, blocks: &[[u8; 64]]) {
        run::<Xmm>(cpu, state, blocks);
    }
    // SAFETY: `cpu` proves the features.
    unsafe { inner(cpu, state, blocks) }
}

/// 128 bits; proves AVX2.
#[derive(Clone, Copy)]
struct Xmm(__m128i);

impl Word for Xmm {
    type Proof = Avx2;

    #[inline(always)]
    fn new(_: Avx2, bytes: [u8; 16]) -> Self {
        Self(m128::from_bytes(bytes))
    }
    #[inline(always)]
    fn to_bytes(self) -> [u8; 16] {
        m128::to_bytes(self.0)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2, here and below.
        Self(unsafe { _mm_xor_si128(self.0, b.0) })
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        self.xor(Self(unsafe { _mm_and_si128(b.0, c.0) }))
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        self.xor(Self(unsafe { _mm_andnot_si128(b.0, c.0) }))
    }
    #[inline(always)]
    fn xor_or(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        self.xor(Self(unsafe { _mm_or_si128(b.0, c.0) }))
    }
    #[inline(always)]
    fn not_xor_and_not(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        self.xor(Self(unsafe { _mm_set1_epi8(-1) })).xor_and_not(b, c)
    }
    #[inline(always)]
    fn swap<const BITS: i32>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            match BITS {
                1 => {
                    let low = _mm_set1_epi8(0x55);
                    let right = _mm_and_si128(_mm_srli_epi16::<1>(self.0), low);
                    let kept = _mm_and_si128(self.0, low);
                    _mm_or_si128(right, _mm_add_epi8(kept, kept))
                }
                2 => {
                    let low = _mm_set1_epi8(0x33);
                    let right = _mm_and_si128(_mm_srli_epi16::<2>(self.0), low);
                    _mm_or_si128(right, _mm_slli_epi16::<2>(_mm_and_si128(self.0, low)))
                }
                4 => {
                    let low = _mm_set1_epi8(0x0f);
                    let right = _mm_and_si128(_mm_srli_epi16::<4>(self.0), low);
                    _mm_or_si128(right, _mm_slli_epi16::<4>(_mm_and_si128(self.0, low)))
                }
                _ => shuffled::<BITS>(self.0),
            }
        })
    }
}

/// Swaps neighbouring groups of whole bytes.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn shuffled<const BITS: i32>(x: __m128i) -> __m128i {
    match BITS {
        8 => {
            let bytes = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14];
            _mm_shuffle_epi8(x, m128::from_bytes(bytes))
        }
        16 => {
            let bytes = [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13];
            _mm_shuffle_epi8(x, m128::from_bytes(bytes))
        }
        32 => _mm_shuffle_epi32::<0b10_11_00_01>(x),
        _ => _mm_shuffle_epi32::<0b01_00_11_10>(x),
    }
}
