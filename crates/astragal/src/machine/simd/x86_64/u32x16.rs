//! Sixteen 32-bit words in a register of AVX-512.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::transpose::{columns_16, halves_16, transpose_16};
use crate::machine::cpu::Avx512;
use crate::machine::simd::{Arx, Vector32};

/// Sixteen 32-bit words; proves AVX-512.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct U32x16(pub(crate) __m512i);

impl Vector32<16> for U32x16 {
    type Proof = Avx512;

    #[inline(always)]
    fn new(_: Avx512, words: [u32; 16]) -> Self {
        // SAFETY: both are 64 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u32; 16], __m512i>(words) })
    }

    #[inline(always)]
    fn columns(_: Avx512, rows: [&[u8; 64]; 16]) -> [Self; 16] {
        // SAFETY: the token proves AVX-512; a vector is a register.
        unsafe { core::mem::transmute::<[__m512i; 16], [Self; 16]>(columns_16(rows)) }
    }
    #[inline(always)]
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; 16] {
        // SAFETY: `columns` prove AVX-512; a vector is a register.
        unsafe { halves_16(core::mem::transmute::<[Self; 8], [__m512i; 8]>(*columns)) }
    }
    #[inline(always)]
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; 16] {
        // SAFETY: `columns` prove AVX-512; a row is a register.
        unsafe {
            let mut square = core::mem::transmute::<[Self; 16], [__m512i; 16]>(*columns);
            transpose_16(&mut square);
            core::mem::transmute::<[__m512i; 16], [[u8; 64]; 16]>(square)
        }
    }
}

impl Arx for U32x16 {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm512_add_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm512_xor_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves AVX-512.
        Self(unsafe { _mm512_ror_epi32::<RIGHT>(self.0) })
    }
}
