//! Four 32-bit words in a NEON register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use core::arch::aarch64::*;

use crate::platform::cpu::Neon;
use crate::platform::simd::{Arx, Turn, WordRow};

/// Vector of four 32-bit words. A value of this type proves that the CPU has NEON.
#[derive(Clone, Copy)]
pub(crate) struct U32x4(uint32x4_t);

impl WordRow<u32> for U32x4 {
    type Proof = Neon;

    #[inline(always)]
    fn new(_: Neon, words: [u32; 4]) -> Self {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u32; 4], uint32x4_t>(words) })
    }
    #[inline(always)]
    fn to_array(self) -> [u32; 4] {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        unsafe { core::mem::transmute::<uint32x4_t, [u32; 4]>(self.0) }
    }
}

impl Turn for U32x4 {
    #[inline(always)]
    fn turn_1(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vextq_u32::<1>(self.0, self.0) })
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vextq_u32::<2>(self.0, self.0) })
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vextq_u32::<3>(self.0, self.0) })
    }
}

impl Arx for U32x4 {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vaddq_u32(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { veorq_u32(self.0, b.0) })
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe {
            match RIGHT {
                16 => vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(self.0))),
                // Rotates in two instructions: the left shift fills the upper bits, and SRI inserts the right-shifted
                // word into the lower bits.
                _ => vsriq_n_u32::<RIGHT>(vshlq_n_u32::<LEFT>(self.0), self.0),
            }
        })
    }
}
