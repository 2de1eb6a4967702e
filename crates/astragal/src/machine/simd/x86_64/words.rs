//! The vectors of bytes as words.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::{U8x16, U8x32, U8x64, X86};
use crate::machine::cpu::Avx512Vbmi;
use crate::machine::sbox::Prepared;
use crate::machine::simd::words::ternary_by_two;
use crate::machine::simd::{Lookup, Words};

impl Words for U8x64 {
    #[inline(always)]
    fn splat_32(proof: Avx512Vbmi, word: u32) -> Self {
        // SAFETY: `proof` proves AVX-512.
        Self(unsafe { _mm512_set1_epi32(word.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn add_32(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_add_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn sub_32(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_sub_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn multiply_32(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_mullo_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn shift_left_32<const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_sll_epi32(self.0, _mm_cvtsi32_si128(LEFT)) })
    }
    #[inline(always)]
    fn rotate_left_32_by(self, by: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_rolv_epi32(self.0, by.0) })
    }
    #[inline(always)]
    fn splat_64(proof: Avx512Vbmi, word: u64) -> Self {
        // SAFETY: `proof` proves AVX-512.
        Self(unsafe { _mm512_set1_epi64(word.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn add_64(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_add_epi64(self.0, b.0) })
    }
    #[inline(always)]
    fn sub_64(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_sub_epi64(self.0, b.0) })
    }
    #[inline(always)]
    fn rotate_left_64(self, left: u32) -> Self {
        let left = Self::splat_64(self.1, left.into());
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_rolv_epi64(self.0, left.0) })
    }
    #[inline(always)]
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_ternarylogic_epi64::<T>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn map(self, map: &Prepared) -> Self {
        self.affine(map)
    }
    #[inline(always)]
    fn look_up_any(self, table: &Lookup) -> Self {
        self.look_up_256(&table.table)
    }
}

impl<P: X86> Words for U8x32<P> {
    #[inline(always)]
    fn splat_32(proof: P, word: u32) -> Self {
        // SAFETY: `proof` proves AVX2.
        Self(unsafe { _mm256_set1_epi32(word.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn add_32(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_add_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn sub_32(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_sub_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn multiply_32(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_mullo_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn shift_left_32<const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_slli_epi32::<LEFT>(self.0) })
    }
    #[inline(always)]
    fn rotate_left_32_by(self, by: Self) -> Self {
        // SAFETY: `self` proves AVX2, and AVX-512VL where it is used.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm256_rolv_epi32(self.0, by.0));
            }
            let left = _mm256_and_si256(by.0, _mm256_set1_epi32(31));
            let right = _mm256_sub_epi32(_mm256_set1_epi32(32), left);
            _mm256_or_si256(_mm256_sllv_epi32(self.0, left), _mm256_srlv_epi32(self.0, right))
        })
    }
    #[inline(always)]
    fn splat_64(proof: P, word: u64) -> Self {
        // SAFETY: `proof` proves AVX2.
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn add_64(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_add_epi64(self.0, b.0) })
    }
    #[inline(always)]
    fn sub_64(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_sub_epi64(self.0, b.0) })
    }
    #[inline(always)]
    fn rotate_left_64(self, left: u32) -> Self {
        let right = Self::splat_64(self.1, (64 - left % 64).into());
        let left = Self::splat_64(self.1, left.into());
        // SAFETY: `self` proves AVX2, and AVX-512VL where it is used.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm256_rolv_epi64(self.0, left.0));
            }
            _mm256_or_si256(_mm256_sllv_epi64(self.0, left.0), _mm256_srlv_epi64(self.0, right.0))
        })
    }
    #[inline(always)]
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves AVX2, and AVX-512VL where it is used.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm256_ternarylogic_epi64::<T>(self.0, b.0, c.0));
            }
            let ones = _mm256_set1_epi32(-1);
            ternary_by_two!(
                T,
                self.0,
                b.0,
                c.0,
                _mm256_xor_si256,
                _mm256_and_si256,
                _mm256_or_si256,
                ones
            )
        })
    }
    #[inline(always)]
    fn map(self, map: &Prepared) -> Self {
        self.affine(map)
    }
    #[inline(always)]
    fn look_up_any(self, table: &Lookup) -> Self {
        Self::look_up_256([self], [&table.steps])[0]
    }
}

impl<P: X86> Words for U8x16<P> {
    #[inline(always)]
    fn splat_32(proof: P, word: u32) -> Self {
        // SAFETY: `proof` proves AVX2.
        Self(unsafe { _mm_set1_epi32(word.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn add_32(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_add_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn sub_32(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_sub_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn multiply_32(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_mullo_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn shift_left_32<const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_slli_epi32::<LEFT>(self.0) })
    }
    #[inline(always)]
    fn rotate_left_32_by(self, by: Self) -> Self {
        // SAFETY: `self` proves AVX2, and AVX-512VL where it is used.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm_rolv_epi32(self.0, by.0));
            }
            let left = _mm_and_si128(by.0, _mm_set1_epi32(31));
            let right = _mm_sub_epi32(_mm_set1_epi32(32), left);
            _mm_or_si128(_mm_sllv_epi32(self.0, left), _mm_srlv_epi32(self.0, right))
        })
    }
    #[inline(always)]
    fn splat_64(proof: P, word: u64) -> Self {
        // SAFETY: `proof` proves AVX2.
        Self(unsafe { _mm_set1_epi64x(word.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn add_64(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_add_epi64(self.0, b.0) })
    }
    #[inline(always)]
    fn sub_64(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_sub_epi64(self.0, b.0) })
    }
    #[inline(always)]
    fn rotate_left_64(self, left: u32) -> Self {
        let right = Self::splat_64(self.1, (64 - left % 64).into());
        let left = Self::splat_64(self.1, left.into());
        // SAFETY: `self` proves AVX2, and AVX-512VL where it is used.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm_rolv_epi64(self.0, left.0));
            }
            _mm_or_si128(_mm_sllv_epi64(self.0, left.0), _mm_srlv_epi64(self.0, right.0))
        })
    }
    #[inline(always)]
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves AVX2, and AVX-512VL where it is used.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm_ternarylogic_epi64::<T>(self.0, b.0, c.0));
            }
            let ones = _mm_set1_epi32(-1);
            ternary_by_two!(T, self.0, b.0, c.0, _mm_xor_si128, _mm_and_si128, _mm_or_si128, ones)
        })
    }
    #[inline(always)]
    fn map(self, map: &Prepared) -> Self {
        self.affine(map)
    }
    #[inline(always)]
    fn look_up_any(self, table: &Lookup) -> Self {
        Self::look_up_256([self], [&table.steps])[0]
    }
}
