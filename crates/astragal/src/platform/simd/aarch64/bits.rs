//! 128-bit word for bit-sliced code in a NEON register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn, but the callers enable the features and inline these methods"
)]

use core::arch::aarch64::*;

use super::{Arm, U8x16};
use crate::platform::simd::{Bits, Bytes};

impl<P: Arm> Bits for U8x16<P> {
    type Proof = P;

    #[inline(always)]
    fn new(proof: P, bytes: [u8; 16]) -> Self {
        Self::splat(proof, &bytes)
    }
    #[inline(always)]
    fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        self.store(&mut bytes);
        bytes
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with(unsafe { veorq_u8(self.register(), b.register()) })
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        Bits::xor(Bits::xor(self, b), c)
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Bits::xor(self, self.with(unsafe { vandq_u8(b.register(), c.register()) }))
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Bits::xor(self, self.with(unsafe { vbicq_u8(c.register(), b.register()) }))
    }
    #[inline(always)]
    fn xor_or(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Bits::xor(self, self.with(unsafe { vorrq_u8(b.register(), c.register()) }))
    }
    #[inline(always)]
    fn not_xor_and_not(self, b: Self, c: Self) -> Self {
        // b | !c is the complement of !b & c.
        // SAFETY: `self` proves that the CPU has NEON.
        Bits::xor(self, self.with(unsafe { vornq_u8(b.register(), c.register()) }))
    }
    #[inline(always)]
    fn swap<const BITS: i32>(self) -> Self {
        let x = self.register();
        // SAFETY: `self` proves that the CPU has NEON.
        self.with(unsafe {
            match BITS {
                1 => vbslq_u8(vdupq_n_u8(0xaa), vshlq_n_u8::<1>(x), vshrq_n_u8::<1>(x)),
                2 => vbslq_u8(vdupq_n_u8(0xcc), vshlq_n_u8::<2>(x), vshrq_n_u8::<2>(x)),
                // Swaps groups of four bits: the left shift fills the upper bits of each byte, and SRI inserts the
                // right-shifted word into the lower bits.
                4 => vsriq_n_u8::<4>(vshlq_n_u8::<4>(x), x),
                8 => vrev16q_u8(x),
                16 => vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(x))),
                32 => vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(x))),
                _ => vextq_u8::<8>(x, x),
            }
        })
    }
}
