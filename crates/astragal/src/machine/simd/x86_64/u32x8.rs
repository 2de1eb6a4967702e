//! Eight 32-bit words in a register of AVX2.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::transpose::{columns_8, rows_of_8, rows_of_16};
use crate::machine::cpu::Avx2;
use crate::machine::simd::{Arx, Vector32};

/// Eight 32-bit words; proves AVX2.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U32x8(pub(super) __m256i);

impl Vector32<8> for U32x8 {
    type Proof = Avx2;

    #[inline(always)]
    fn new(_: Avx2, words: [u32; 8]) -> Self {
        // SAFETY: both are 32 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u32; 8], __m256i>(words) })
    }

    #[inline(always)]
    fn columns(_: Avx2, rows: [&[u8; 64]; 8]) -> [Self; 16] {
        // SAFETY: the token proves AVX2; a vector is a register.
        unsafe { core::mem::transmute::<[__m256i; 16], [Self; 16]>(columns_8(rows)) }
    }
    #[inline(always)]
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; 8] {
        // SAFETY: `columns` prove AVX2; a vector is a register.
        unsafe { rows_of_8(core::mem::transmute::<[Self; 8], [__m256i; 8]>(*columns)) }
    }
    #[inline(always)]
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; 8] {
        // SAFETY: `columns` prove AVX2; a vector is a register.
        unsafe { rows_of_16(core::mem::transmute::<[Self; 16], [__m256i; 16]>(*columns)) }
    }
}

impl Arx for U32x8 {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_add_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // Whole bytes are shuffled.
        // SAFETY: `self` proves AVX2.
        Self(unsafe {
            match RIGHT {
                16 => {
                    let order = _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
                    _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
                }
                8 => {
                    let order = _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12);
                    _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
                }
                _ => _mm256_or_si256(
                    _mm256_srli_epi32::<RIGHT>(self.0),
                    _mm256_slli_epi32::<LEFT>(self.0),
                ),
            }
        })
    }
}
