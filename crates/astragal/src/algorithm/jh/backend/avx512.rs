//! A word per register of 128 bits: any function of three words is one instruction.
#![expect(unsafe_code, reason = "intrinsics; the token, or the value, proves its instruction set")]

use core::arch::x86_64::*;

use super::super::State;
use super::super::round::{Word, compress_blocks as run};
use super::avx2::shuffled;
use crate::machine::cpu::Avx512;
use crate::machine::simd::x86_64::m128;

pub(super) fn compress_blocks(cpu: Avx512, state: &mut State, blocks: &[[u8; 64]]) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2")]
    fn inner(cpu: Avx512, state: &mut State, blocks: &[[u8; 64]]) {
        run::<Vl>(cpu, state, blocks);
    }
    // SAFETY: `cpu` proves the features.
    unsafe { inner(cpu, state, blocks) }
}

/// 128 bits; proves AVX-512VL.
#[derive(Clone, Copy)]
struct Vl(__m128i);

impl Word for Vl {
    type Proof = Avx512;

    #[inline(always)]
    fn new(_: Avx512, bytes: [u8; 16]) -> Self {
        Self(m128::from_bytes(bytes))
    }
    #[inline(always)]
    fn to_bytes(self) -> [u8; 16] {
        m128::to_bytes(self.0)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512VL, here and below.
        Self(unsafe { _mm_xor_si128(self.0, b.0) })
    }
    // What follows `<` is the table of the function: bit 4a + 2b + c for each a, b and c.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_ternarylogic_epi64::<0x96>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_ternarylogic_epi64::<0x78>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_ternarylogic_epi64::<0xd2>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn xor_or(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_ternarylogic_epi64::<0x1e>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn not_xor_and_not(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm_ternarylogic_epi64::<0x2d>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn swap<const BITS: i32>(self) -> Self {
        // SAFETY: see above.
        Self(unsafe {
            match BITS {
                1 => select(0xaaaa, _mm_slli_epi16::<1>(self.0), _mm_srli_epi16::<1>(self.0)),
                2 => select(0xcccc, _mm_slli_epi16::<2>(self.0), _mm_srli_epi16::<2>(self.0)),
                4 => select(0xf0f0, _mm_slli_epi16::<4>(self.0), _mm_srli_epi16::<4>(self.0)),
                _ => shuffled::<BITS>(self.0),
            }
        })
    }
}

/// The bits of `a` where the mask, repeated, has ones, and those of `b` elsewhere.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn select(mask: u16, a: __m128i, b: __m128i) -> __m128i {
    _mm_ternarylogic_epi64::<0xca>(_mm_set1_epi16(mask.cast_signed()), a, b)
}
