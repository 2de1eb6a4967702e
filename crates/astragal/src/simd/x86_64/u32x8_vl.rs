//! Eight 32-bit words in a register of AVX-512VL.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::transpose::transpose_8;
use crate::cpu::Avx512;
use crate::simd::{Arx, Vector32};

/// Eight 32-bit words; proves AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct U32x8Vl(__m256i);

impl Vector32<8> for U32x8Vl {
    type Proof = Avx512;

    #[inline(always)]
    fn new(_: Avx512, words: [u32; 8]) -> Self {
        // SAFETY: both are 32 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u32; 8], __m256i>(words) })
    }

    #[inline(always)]
    fn to_array(self) -> [u32; 8] {
        // SAFETY: both are 32 bytes of any value.
        unsafe { core::mem::transmute::<__m256i, [u32; 8]>(self.0) }
    }

    #[inline(always)]
    fn transpose(rows: [Self; 8]) -> [Self; 8] {
        let [a, b, c, d, e, f, g, h] = rows;
        // SAFETY: `rows` prove AVX-512, which includes AVX2.
        let columns = unsafe { transpose_8([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]) };
        let [a, b, c, d, e, f, g, h] = columns;
        [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
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
