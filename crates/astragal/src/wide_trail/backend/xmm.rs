//! Rows of 8 columns: a register of 128 bits with a half for each side.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::super::Layer;
use super::super::rows::Row;
use super::ymm::Ymm;
use crate::cpu::{AesNi, Avx2};
use crate::simd::x86_64::m128::{from_bytes, to_bytes};

/// A row of two states of 8 columns; proves AVX2 and AES-NI.
#[derive(Clone, Copy)]
pub(crate) struct Xmm(__m128i);

impl Row for Xmm {
    type Proof = (Avx2, AesNi);
    const COLUMNS: usize = 8;
    const AES: bool = true;

    #[inline(always)]
    fn load(_: Self::Proof, [lane, _]: [&[u8; 16]; 2]) -> Self {
        Self(from_bytes(*lane))
    }
    #[inline(always)]
    fn first_lane(self) -> [u8; 16] {
        to_bytes(self.0)
    }
    #[inline(always)]
    fn constant(self, bytes: &[u8; 32]) -> Self {
        let (lanes, _) = bytes.as_chunks();
        Self(from_bytes(lanes[0]))
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_xor_si128(self.0, b.0) })
    }
    #[inline(always)]
    fn zip(self, b: Self) -> [Self; 2] {
        // SAFETY: `self` proves AVX2.
        unsafe { [Self(_mm_unpacklo_epi8(self.0, b.0)), Self(_mm_unpackhi_epi8(self.0, b.0))] }
    }
    #[inline(always)]
    fn zip_halves(self, b: Self) -> [Self; 2] {
        // SAFETY: `self` proves AVX2.
        unsafe { [Self(_mm_unpacklo_epi64(self.0, b.0)), Self(_mm_unpackhi_epi64(self.0, b.0))] }
    }
    #[inline(always)]
    fn double(self, polynomial: u8) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe {
            let overflow = _mm_cmpgt_epi8(_mm_setzero_si128(), self.0);
            let reduction = _mm_and_si128(overflow, _mm_set1_epi8(polynomial.cast_signed()));
            _mm_xor_si128(_mm_add_epi8(self.0, self.0), reduction)
        })
    }
    #[inline(always)]
    fn add(self, b: Self, carry: Self) -> (Self, Self) {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let sum = _mm_add_epi8(self.0, b.0);
            let fits = _mm_cmpeq_epi8(_mm_adds_epu8(self.0, b.0), sum);
            let passes = _mm_and_si128(_mm_cmpeq_epi8(sum, _mm_set1_epi8(-1)), carry.0);
            let out = _mm_or_si128(_mm_xor_si128(fits, _mm_set1_epi8(-1)), passes);
            // The carry is 0 or -1.
            (Self(_mm_sub_epi8(sum, carry.0)), Self(out))
        }
    }
    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn first(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_move_epi64(self.0) })
    }
    #[inline(always)]
    fn first_as_second(self) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_slli_si128::<8>(self.0) })
    }
    #[inline(always)]
    fn shuffle(self, moves: &[u8; 32]) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_shuffle_epi8(self.0, self.constant(moves).0) })
    }
    #[inline(always)]
    fn aes(self) -> Self {
        // SAFETY: `self` proves AES-NI.
        Self(unsafe { _mm_aesenclast_si128(self.0, _mm_setzero_si128()) })
    }
    /// Two rows at a time: rows i and i + 4, which have the same S-box.
    #[inline(always)]
    fn look_up<L: Layer>(mut rows: [Self; 8]) -> [Self; 8] {
        let mut pairs = [Ymm::pair(rows[0].0, rows[4].0); 4];
        for i in 1..4 {
            pairs[i] = Ymm::pair(rows[i].0, rows[i + 4].0);
        }
        pairs = Ymm::look_up_4::<L>(pairs);
        for i in 0..4 {
            [rows[i].0, rows[i + 4].0] = pairs[i].lanes();
        }
        rows
    }
    #[inline(always)]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        // SAFETY: `self` proves AVX2.
        Self(unsafe { _mm_shuffle_epi8(from_bytes(*table), self.0) })
    }
    #[inline(always)]
    fn nibbles(self) -> [Self; 2] {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let mask = _mm_set1_epi8(15);
            let high = _mm_and_si128(_mm_srli_epi16::<4>(self.0), mask);
            [Self(_mm_and_si128(self.0, mask)), Self(high)]
        }
    }
}
