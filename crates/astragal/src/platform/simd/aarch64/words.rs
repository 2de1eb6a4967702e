//! Word operations on NEON byte vectors.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn, but the callers enable the features and inline these methods"
)]

use core::arch::aarch64::*;

use super::u8x16::{Arm, U8x16};
use crate::platform::sbox::Prepared;
use crate::platform::simd::words::by_two;
use crate::platform::simd::{Lookup, Words};

impl<P: Arm> U8x16<P> {
    #[inline(always)]
    fn words(self) -> uint32x4_t {
        // SAFETY: `self` proves that the CPU has NEON.
        unsafe { vreinterpretq_u32_u8(self.0) }
    }

    #[inline(always)]
    fn with_words(self, words: uint32x4_t) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with(unsafe { vreinterpretq_u8_u32(words) })
    }

    #[inline(always)]
    fn long_words(self) -> uint64x2_t {
        // SAFETY: `self` proves that the CPU has NEON.
        unsafe { vreinterpretq_u64_u8(self.0) }
    }

    #[inline(always)]
    fn with_long_words(self, words: uint64x2_t) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with(unsafe { vreinterpretq_u8_u64(words) })
    }
}

impl<P: Arm> Words for U8x16<P> {
    #[inline(always)]
    fn splat_8(proof: P, byte: u8) -> Self {
        // SAFETY: `proof` proves that the CPU has NEON.
        Self(unsafe { vdupq_n_u8(byte) }, proof)
    }
    #[inline(always)]
    fn splat_32(proof: P, word: u32) -> Self {
        // SAFETY: `proof` proves that the CPU has NEON.
        Self(unsafe { vreinterpretq_u8_u32(vdupq_n_u32(word)) }, proof)
    }
    #[inline(always)]
    fn add_32(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with_words(unsafe { vaddq_u32(self.words(), b.words()) })
    }
    #[inline(always)]
    fn sub_32(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with_words(unsafe { vsubq_u32(self.words(), b.words()) })
    }
    #[inline(always)]
    fn multiply_32(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with_words(unsafe { vmulq_u32(self.words(), b.words()) })
    }
    #[inline(always)]
    fn shift_left_32<const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with_words(unsafe { vshlq_n_u32::<LEFT>(self.words()) })
    }
    #[inline(always)]
    fn rotate_left_32_by(self, by: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with_words(unsafe {
            let left = vreinterpretq_s32_u32(vandq_u32(by.words(), vdupq_n_u32(31)));
            // The USHL instruction shifts right if the shift distance is negative.
            let right = vsubq_s32(left, vdupq_n_s32(32));
            vorrq_u32(vshlq_u32(self.words(), left), vshlq_u32(self.words(), right))
        })
    }
    #[inline(always)]
    fn splat_64(proof: P, word: u64) -> Self {
        // SAFETY: `proof` proves that the CPU has NEON.
        Self(unsafe { vreinterpretq_u8_u64(vdupq_n_u64(word)) }, proof)
    }
    #[inline(always)]
    fn add_64(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with_long_words(unsafe { vaddq_u64(self.long_words(), b.long_words()) })
    }
    #[inline(always)]
    fn sub_64(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with_long_words(unsafe { vsubq_u64(self.long_words(), b.long_words()) })
    }
    #[inline(always)]
    fn rotate_left_64(self, left: u32) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with_long_words(unsafe {
            let left = vdupq_n_s64(i64::from(left % 64));
            let right = vsubq_s64(left, vdupq_n_s64(64));
            vorrq_u64(vshlq_u64(self.long_words(), left), vshlq_u64(self.long_words(), right))
        })
    }
    #[inline(always)]
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
        by_two(T, self, b, c)
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
