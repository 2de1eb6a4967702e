//! Eight 32-bit words in a register of AVX-512VL.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::U32x4Vl;
use super::transpose::{columns_8, rows_of_8, rows_of_16};
use crate::machine::cpu::Avx512;
use crate::machine::simd::{Arx, Vector32};

/// Eight 32-bit words; proves AVX-512.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U32x8Vl(__m256i);

impl Vector32<8> for U32x8Vl {
    type Proof = Avx512;

    #[inline(always)]
    fn new(_: Avx512, words: [u32; 8]) -> Self {
        // SAFETY: both are 32 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u32; 8], __m256i>(words) })
    }

    #[inline(always)]
    fn columns(_: Avx512, rows: [&[u8; 64]; 8]) -> [Self; 16] {
        // SAFETY: the token proves AVX-512, which includes AVX2; a vector is a register.
        unsafe { core::mem::transmute::<[__m256i; 16], [Self; 16]>(columns_8(rows)) }
    }
    #[inline(always)]
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; 8] {
        // SAFETY: `columns` prove AVX-512, which includes AVX2; a vector is a register.
        unsafe { rows_of_8(core::mem::transmute::<[Self; 8], [__m256i; 8]>(*columns)) }
    }
    #[inline(always)]
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; 8] {
        // SAFETY: `columns` prove AVX-512, which includes AVX2; a vector is a register.
        unsafe { rows_of_16(core::mem::transmute::<[Self; 16], [__m256i; 16]>(*columns)) }
    }
}

impl Arx for U32x8Vl {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm256_add_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm256_xor_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm256_ror_epi32::<RIGHT>(self.0) })
    }
}

impl U32x8Vl {
    /// Eight little-endian words. Words that are loaded one by one, as `new` takes them, LLVM would put into
    /// rows one by one, too.
    #[inline(always)]
    pub(crate) fn load_le(_: Avx512, bytes: &[u8; 32]) -> Self {
        // SAFETY: the token proves AVX-512; both are 32 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u8; 32], __m256i>(*bytes) })
    }
    /// The words with their bytes in the other order.
    #[inline(always)]
    pub(crate) fn swap_bytes(self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe {
            let order = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
            _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
        })
    }
    /// Word `numbers[i]` of the sixteen words of `self` and `high`, for each i.
    #[inline(always)]
    pub(crate) fn pick(self, high: Self, numbers: &[u32; 4]) -> U32x4Vl {
        // SAFETY: `self` proves AVX-512; arrays and registers of 16 bytes have any value.
        U32x4Vl(unsafe {
            let index = core::mem::transmute::<[u32; 4], __m128i>(*numbers);
            let index = _mm256_castsi128_si256(index);
            _mm256_castsi256_si128(_mm256_permutex2var_epi32(self.0, index, high.0))
        })
    }
}
