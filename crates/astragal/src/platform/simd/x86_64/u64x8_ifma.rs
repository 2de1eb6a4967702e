//! Eight 64-bit words in an AVX-512 register, with the 52-bit multiplication of AVX-512 IFMA.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use crate::platform::cpu::Avx512Ifma;
use crate::platform::simd::instructions::binary;

/// Vector of eight 64-bit words. A value of this type proves that the CPU has AVX-512 with IFMA.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "some feature sets do not use this type")]
pub(crate) struct U64x8Ifma(__m512i, Avx512Ifma);

#[allow(dead_code, reason = "some feature sets do not use this type")]
impl U64x8Ifma {
    #[inline(always)]
    fn with(self, register: __m512i) -> Self {
        Self(register, self.1)
    }

    /// Creates a vector from `words`.
    #[inline(always)]
    pub(crate) fn new(cpu: Avx512Ifma, words: [u64; 8]) -> Self {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u64; 8], __m512i>(words) }, cpu)
    }
    /// Returns the words.
    #[inline(always)]
    pub(crate) fn to_array(self) -> [u64; 8] {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        unsafe { core::mem::transmute::<__m512i, [u64; 8]>(self.0) }
    }
    /// Creates a vector with `word` in each lane and the CPU-feature token of `self`.
    #[inline(always)]
    pub(crate) fn splat(self, word: u64) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_set1_epi64(word.cast_signed()) })
    }
    /// Loads eight pairs of little-endian words. Returns a vector of the lower words and a vector of the upper words.
    /// In both vectors, the lanes hold the words of pairs 0, 4, 1, 5, 2, 6, 3 and 7, in this order.
    #[inline(always)]
    pub(crate) fn load_pairs(cpu: Avx512Ifma, pairs: &[[u8; 16]; 8]) -> [Self; 2] {
        // SAFETY: both types are 128 bytes long and accept any bit pattern; the token proves that the CPU has AVX-512.
        unsafe {
            let [a, b] = core::mem::transmute::<[[u8; 16]; 8], [__m512i; 2]>(*pairs);
            [Self(_mm512_unpacklo_epi64(a, b), cpu), Self(_mm512_unpackhi_epi64(a, b), cpu)]
        }
    }

    binary! {
        pub(crate) add _mm512_add_epi64,
        pub(crate) xor _mm512_xor_si512,
        pub(crate) and _mm512_and_si512,
        pub(crate) or _mm512_or_si512
    }

    /// Multiplies the lower 52 bits of `a` and `b` in each lane. Adds the lower 52 bits of the product to `self`.
    #[inline(always)]
    pub(crate) fn add_product_low(self, a: Self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512 with IFMA.
        self.with(unsafe { _mm512_madd52lo_epu64(self.0, a.0, b.0) })
    }
    /// Multiplies the lower 52 bits of `a` and `b` in each lane. Adds the upper 52 bits of the product to `self`.
    #[inline(always)]
    pub(crate) fn add_product_high(self, a: Self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512 with IFMA.
        self.with(unsafe { _mm512_madd52hi_epu64(self.0, a.0, b.0) })
    }
    /// Shifts each word left by `LEFT` bits.
    #[inline(always)]
    pub(crate) fn shift_left<const LEFT: u32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_slli_epi64::<LEFT>(self.0) })
    }
    /// Shifts each word right by `RIGHT` bits.
    #[inline(always)]
    pub(crate) fn shift_right<const RIGHT: u32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_srli_epi64::<RIGHT>(self.0) })
    }
}
