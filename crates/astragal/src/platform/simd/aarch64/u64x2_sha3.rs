//! Two 64-bit words in a NEON register, with the instructions of the SHA-3 extension.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn, but the callers enable the features and inline these methods"
)]

use core::arch::aarch64::*;

use super::immediate::by_distance;
use crate::platform::cpu::ArmSha3;
use crate::platform::simd::{Vector64, Words64};

/// Vector of two 64-bit words. A value of this type proves that the CPU has the SHA-3 extension.
#[derive(Clone, Copy)]
pub(crate) struct U64x2Sha3(uint64x2_t);

impl Vector64<2> for U64x2Sha3 {
    type Proof = ArmSha3;

    #[inline(always)]
    fn new(_: ArmSha3, words: [u64; 2]) -> Self {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u64; 2], uint64x2_t>(words) })
    }
    #[inline(always)]
    fn to_array(self) -> [u64; 2] {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        unsafe { core::mem::transmute::<uint64x2_t, [u64; 2]>(self.0) }
    }
}

impl Words64 for U64x2Sha3 {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { veorq_u64(self.0, b.0) })
    }
    #[inline(always)]
    fn xor_word(self, word: u64) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.xor(Self(unsafe { vdupq_n_u64(word) }))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-3 extension.
        Self(unsafe { veor3q_u64(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn rotate_left(self, left: u32) -> Self {
        // Rotates in two instructions: the left shift fills the upper bits, and SRI inserts the right-shifted word into
        // the lower bits.
        Self(by_distance!(left, |LEFT, RIGHT| {
            // SAFETY: `self` proves that the CPU has NEON.
            unsafe { vsriq_n_u64::<RIGHT>(vshlq_n_u64::<LEFT>(self.0), self.0) }
        }))
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-3 extension.
        Self(unsafe { vbcaxq_u64(self.0, c.0, b.0) })
    }
    #[inline(always)]
    fn xor_doubled(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-3 extension.
        Self(unsafe { vrax1q_u64(self.0, b.0) })
    }
    #[inline(always)]
    fn xor_rotate(self, b: Self, left: u32) -> Self {
        Self(by_distance!(left, |_LEFT, RIGHT| {
            // SAFETY: `self` proves that the CPU has the SHA-3 extension.
            unsafe { vxarq_u64::<RIGHT>(self.0, b.0) }
        }))
    }
}
