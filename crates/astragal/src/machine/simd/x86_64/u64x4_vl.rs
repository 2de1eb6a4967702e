//! Four 64-bit words in a register of AVX-512VL.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use crate::machine::cpu::Avx512;
use crate::machine::simd::{Lanes64, Vector64};

/// Four 64-bit words; proves AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct U64x4Vl(pub(super) __m256i);

impl Vector64<4> for U64x4Vl {
    type Proof = Avx512;

    #[inline(always)]
    fn new(_: Avx512, words: [u64; 4]) -> Self {
        // SAFETY: both are 32 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u64; 4], __m256i>(words) })
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        // SAFETY: both are 32 bytes of any value.
        unsafe { core::mem::transmute::<__m256i, [u64; 4]>(self.0) }
    }

    #[inline(always)]
    fn columns(_: Avx512, rows: [&[[u8; 8]; 4]; 4]) -> [Self; 4] {
        // SAFETY: the token proves AVX2; rows are 32 bytes of any value.
        unsafe {
            let row = |j: usize| core::mem::transmute::<[[u8; 8]; 4], __m256i>(*rows[j]);
            // Words 0 and 2, then 1 and 3, of two rows.
            let (even01, odd01) =
                (_mm256_unpacklo_epi64(row(0), row(1)), _mm256_unpackhi_epi64(row(0), row(1)));
            let (even23, odd23) =
                (_mm256_unpacklo_epi64(row(2), row(3)), _mm256_unpackhi_epi64(row(2), row(3)));
            [
                Self(_mm256_permute2x128_si256::<0x20>(even01, even23)),
                Self(_mm256_permute2x128_si256::<0x20>(odd01, odd23)),
                Self(_mm256_permute2x128_si256::<0x31>(even01, even23)),
                Self(_mm256_permute2x128_si256::<0x31>(odd01, odd23)),
            ]
        }
    }
}

impl Lanes64 for U64x4Vl {
    type Effect = (Self, Self);

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm256_xor_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn xor_word(self, word: u64) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.xor(Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) }))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // 0x96 is the truth table of a ^ b ^ c.
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm256_ternarylogic_epi64::<0x96>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm256_rol_epi64::<LEFT>(self.0) })
    }
    #[inline(always)]
    fn chi(self, b: Self, c: Self) -> Self {
        // 0xd2 is the truth table of a ^ (!b & c).
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm256_ternarylogic_epi64::<0xd2>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn effect(self, b: Self) -> Self::Effect {
        (self, b.rotate_left::<1, 63>())
    }
    #[inline(always)]
    fn add_effect(self, effect: Self::Effect) -> Self {
        self.xor3(effect.0, effect.1)
    }
}
