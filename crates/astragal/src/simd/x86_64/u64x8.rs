//! Eight 64-bit words in a register of AVX-512.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use crate::cpu::Avx512;
use crate::simd::{Lanes64, Vector64};

/// Eight 64-bit words; proves AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct U64x8(__m512i);

impl Vector64<8> for U64x8 {
    type Proof = Avx512;

    #[inline(always)]
    fn new(_: Avx512, words: [u64; 8]) -> Self {
        // SAFETY: both are 64 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u64; 8], __m512i>(words) })
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        // SAFETY: both are 64 bytes of any value.
        unsafe { core::mem::transmute::<__m512i, [u64; 8]>(self.0) }
    }
}

impl Lanes64 for U64x8 {
    type Effect = (Self, Self);

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm512_xor_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn xor_word(self, word: u64) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.xor(Self(unsafe { _mm512_set1_epi64(word.cast_signed()) }))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // 0x96 is the truth table of a ^ b ^ c.
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm512_ternarylogic_epi64::<0x96>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm512_rol_epi64::<LEFT>(self.0) })
    }
    #[inline(always)]
    fn chi(self, b: Self, c: Self) -> Self {
        // 0xd2 is the truth table of a ^ (!b & c).
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm512_ternarylogic_epi64::<0xd2>(self.0, b.0, c.0) })
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
