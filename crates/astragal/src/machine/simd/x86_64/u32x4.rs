//! Four 32-bit words in a register of 128 bits.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use crate::machine::cpu::Avx2;
use crate::machine::simd::{Arx, Row, Turn};

/// Four 32-bit words; proves AVX2.
#[derive(Clone, Copy)]
pub(crate) struct U32x4(pub(crate) __m128i);

impl Row<u32> for U32x4 {
    type Proof = Avx2;

    #[inline(always)]
    fn new(_: Avx2, words: [u32; 4]) -> Self {
        // SAFETY: both are 16 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u32; 4], __m128i>(words) })
    }

    #[inline(always)]
    fn to_array(self) -> [u32; 4] {
        // SAFETY: both are 16 bytes of any value.
        unsafe { core::mem::transmute::<__m128i, [u32; 4]>(self.0) }
    }
}

impl Turn for U32x4 {
    #[inline(always)]
    fn turn_1(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_shuffle_epi32::<0b00_11_10_01>(self.0) })
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_shuffle_epi32::<0b10_01_00_11>(self.0) })
    }
}

impl Arx for U32x4 {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_add_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_xor_si128(self.0, b.0) })
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // Whole bytes are shuffled.
        // SAFETY: `self` proves AVX2.
        Self(unsafe {
            match RIGHT {
                16 => {
                    let order = _mm_setr_epi8(2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
                    _mm_shuffle_epi8(self.0, order)
                }
                8 => {
                    let order = _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12);
                    _mm_shuffle_epi8(self.0, order)
                }
                _ => _mm_or_si128(_mm_srli_epi32::<RIGHT>(self.0), _mm_slli_epi32::<LEFT>(self.0)),
            }
        })
    }
}
