//! Sixteen 32-bit words in an AVX-512 register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::transpose::{columns_16, halves_16, transpose_16};
use crate::platform::cpu::Avx512;
use crate::platform::simd::instructions::binary;
use crate::platform::simd::{Arx, Vector32};
use crate::platform::unroll::unroll;

/// Vector of sixteen 32-bit words. A value of this type proves that the CPU has AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct U32x16(pub(super) __m512i, pub(super) Avx512);

impl U32x16 {
    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(super) fn with(self, register: __m512i) -> Self {
        Self(register, self.1)
    }
}

impl Vector32<16> for U32x16 {
    type Proof = Avx512;

    #[inline(always)]
    fn new(cpu: Avx512, words: [u32; 16]) -> Self {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u32; 16], __m512i>(words) }, cpu)
    }
    #[inline(always)]
    fn columns(cpu: Avx512, rows: [&[u8; 64]; 16]) -> [Self; 16] {
        let registers = columns_16(cpu, rows);
        let mut columns = [Self(registers[0], cpu); 16];
        unroll!(for i in 0..16 {
            columns[i].0 = registers[i];
        });
        columns
    }
    #[inline(always)]
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; 16] {
        let mut registers = [columns[0].0; 8];
        unroll!(for i in 0..8 {
            registers[i] = columns[i].0;
        });
        halves_16(columns[0].1, registers)
    }
    #[inline(always)]
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; 16] {
        let mut square = [columns[0].0; 16];
        unroll!(for i in 0..16 {
            square[i] = columns[i].0;
        });
        transpose_16(columns[0].1, &mut square);
        // SAFETY: both types are 1024 bytes long and accept any bit pattern.
        unsafe { core::mem::transmute::<[__m512i; 16], [[u8; 64]; 16]>(square) }
    }
}

impl Arx for U32x16 {
    binary! {
        add _mm512_add_epi32, xor _mm512_xor_si512
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_ror_epi32::<RIGHT>(self.0) })
    }
}
