//! Sixteen 32-bit words in a register of AVX-512.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::U32x4Vl;
use crate::cpu::Avx512;
use crate::simd::{Arx, Vector32};
use crate::unroll::unroll;

/// Sixteen 32-bit words; proves AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct U32x16(pub(crate) __m512i);

impl Vector32<16> for U32x16 {
    type Proof = Avx512;

    #[inline(always)]
    fn new(_: Avx512, words: [u32; 16]) -> Self {
        // SAFETY: both are 64 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u32; 16], __m512i>(words) })
    }

    #[inline(always)]
    fn to_array(self) -> [u32; 16] {
        // SAFETY: both are 64 bytes of any value.
        unsafe { core::mem::transmute::<__m512i, [u32; 16]>(self.0) }
    }

    #[inline(always)]
    fn transpose(rows: [Self; 16]) -> [Self; 16] {
        let mut columns = rows;
        // SAFETY: `rows` prove AVX-512.
        unsafe { transpose_16(&mut columns) };
        columns
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

/// Within each 128-bit quarter as in a square of four by four, then the quarters.
#[inline]
#[target_feature(enable = "avx512f")]
fn transpose_16(v: &mut [U32x16; 16]) {
    // Quarter j of vector 4i + k holds words 4j + k of rows 4i to 4i + 3.
    unroll!(for i in 0..4 {
        let [a, b, c, d] = [v[4 * i].0, v[4 * i + 1].0, v[4 * i + 2].0, v[4 * i + 3].0];
        let (ab_low, ab_high) = (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let (cd_low, cd_high) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        v[4 * i].0 = _mm512_unpacklo_epi64(ab_low, cd_low);
        v[4 * i + 1].0 = _mm512_unpackhi_epi64(ab_low, cd_low);
        v[4 * i + 2].0 = _mm512_unpacklo_epi64(ab_high, cd_high);
        v[4 * i + 3].0 = _mm512_unpackhi_epi64(ab_high, cd_high);
    });
    unroll!(for k in 0..4 {
        let [a, b, c, d] = [v[k].0, v[4 + k].0, v[8 + k].0, v[12 + k].0];
        // Quarters 0 and 2 of two vectors, and 1 and 3.
        let (ab_even, ab_odd) =
            (_mm512_shuffle_i32x4::<0x88>(a, b), _mm512_shuffle_i32x4::<0xdd>(a, b));
        let (cd_even, cd_odd) =
            (_mm512_shuffle_i32x4::<0x88>(c, d), _mm512_shuffle_i32x4::<0xdd>(c, d));
        v[k].0 = _mm512_shuffle_i32x4::<0x88>(ab_even, cd_even);
        v[4 + k].0 = _mm512_shuffle_i32x4::<0x88>(ab_odd, cd_odd);
        v[8 + k].0 = _mm512_shuffle_i32x4::<0xdd>(ab_even, cd_even);
        v[12 + k].0 = _mm512_shuffle_i32x4::<0xdd>(ab_odd, cd_odd);
    });
}

impl U32x16 {
    /// Word `index[i]`, for each i.
    #[inline(always)]
    pub(crate) fn pick(self, index: [usize; 16]) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "below 16")]
        let index = index.map(|i| i as u32);
        // SAFETY: `self` proves AVX-512; both are 64 bytes of any value.
        Self(unsafe {
            let index = core::mem::transmute::<[u32; 16], __m512i>(index);
            _mm512_permutexvar_epi32(index, self.0)
        })
    }

    /// Words 0 to 3, 4 to 7, 8 to 11 and 12 to 15.
    #[inline(always)]
    pub(crate) fn quarters(self) -> [U32x4Vl; 4] {
        // SAFETY: `self` proves AVX-512.
        unsafe {
            [
                U32x4Vl(_mm512_castsi512_si128(self.0)),
                U32x4Vl(_mm512_extracti32x4_epi32::<1>(self.0)),
                U32x4Vl(_mm512_extracti32x4_epi32::<2>(self.0)),
                U32x4Vl(_mm512_extracti32x4_epi32::<3>(self.0)),
            ]
        }
    }
}
