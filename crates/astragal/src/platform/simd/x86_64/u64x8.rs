//! Eight 64-bit words in an AVX-512 register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use crate::platform::cpu::Avx512;
use crate::platform::simd::{Vector64, Words64};

/// Vector of eight 64-bit words. A value of this type proves that the CPU has AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct U64x8(pub(super) __m512i, pub(super) Avx512);

impl U64x8 {
    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(super) fn with(self, register: __m512i) -> Self {
        Self(register, self.1)
    }
}

impl Vector64<8> for U64x8 {
    type Proof = Avx512;

    #[inline(always)]
    fn new(cpu: Avx512, words: [u64; 8]) -> Self {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u64; 8], __m512i>(words) }, cpu)
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 8] {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        unsafe { core::mem::transmute::<__m512i, [u64; 8]>(self.0) }
    }

    #[inline(always)]
    fn columns(cpu: Avx512, rows: [&[[u8; 8]; 4]; 8]) -> [Self; 4] {
        // SAFETY: the token proves that the CPU has AVX-512. A row is 32 bytes long and accepts any bit pattern.
        unsafe {
            // Loads row j into the low half of vector j, and row j + 4 into the high half.
            let mut pairs = [_mm512_setzero_si512(); 4];
            for j in 0..4 {
                let low = core::mem::transmute::<[[u8; 8]; 4], __m256i>(*rows[j]);
                let high = core::mem::transmute::<[[u8; 8]; 4], __m256i>(*rows[j + 4]);
                pairs[j] = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high);
            }
            // The even vectors hold words 0 and 2 of two rows in each 256-bit half, and the odd vectors hold words 1
            // and 3.
            let [a, b, c, d] = pairs;
            let (even01, odd01) = (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
            let (even23, odd23) = (_mm512_unpacklo_epi64(c, d), _mm512_unpackhi_epi64(c, d));
            let first = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13);
            let second = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
            [
                Self(_mm512_permutex2var_epi64(even01, first, even23), cpu),
                Self(_mm512_permutex2var_epi64(odd01, first, odd23), cpu),
                Self(_mm512_permutex2var_epi64(even01, second, even23), cpu),
                Self(_mm512_permutex2var_epi64(odd01, second, odd23), cpu),
            ]
        }
    }
}

impl Words64 for U64x8 {
    const TERNARY: bool = true;

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_xor_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn xor_word(self, word: u64) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.xor(self.with(unsafe { _mm512_set1_epi64(word.cast_signed()) }))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // 0x96 is the truth table of a ^ b ^ c.
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_ternarylogic_epi64::<0x96>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn rotate_left(self, left: u32) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_rolv_epi64(self.0, _mm512_set1_epi64(left.into())) })
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        // 0xd2 is the truth table of a ^ (!b & c).
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_ternarylogic_epi64::<0xd2>(self.0, b.0, c.0) })
    }
}
