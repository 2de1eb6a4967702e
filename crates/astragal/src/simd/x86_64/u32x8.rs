//! Eight 32-bit words in a register of AVX2.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::transpose::transpose_8;
use crate::cpu::Avx2;
use crate::simd::{Arx, Vector32};

/// Eight 32-bit words; proves AVX2.
#[derive(Clone, Copy)]
pub(crate) struct U32x8(__m256i);

impl Vector32<8> for U32x8 {
    type Proof = Avx2;

    #[inline(always)]
    fn new(_: Avx2, words: [u32; 8]) -> Self {
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
        // SAFETY: `rows` prove AVX2.
        let columns = unsafe { transpose_8([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]) };
        let [a, b, c, d, e, f, g, h] = columns;
        [Self(a), Self(b), Self(c), Self(d), Self(e), Self(f), Self(g), Self(h)]
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
