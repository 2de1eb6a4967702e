//! Four 64-bit words in two NEON registers.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use core::arch::aarch64::*;

use crate::platform::cpu::Neon;
use crate::platform::simd::{Arx, Turn, WordRow};

/// Vector of four 64-bit words. A value of this type proves that the CPU has NEON.
#[derive(Clone, Copy)]
pub(crate) struct U64x4([uint64x2_t; 2]);

impl WordRow<u64> for U64x4 {
    type Proof = Neon;

    #[inline(always)]
    fn new(_: Neon, words: [u64; 4]) -> Self {
        // SAFETY: both types are 32 bytes long, begin with lane 0, and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u64; 4], [uint64x2_t; 2]>(words) })
    }
    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        // SAFETY: both types are 32 bytes long, begin with lane 0, and accept any bit pattern.
        unsafe { core::mem::transmute::<[uint64x2_t; 2], [u64; 4]>(self.0) }
    }
}

impl Turn for U64x4 {
    #[inline(always)]
    fn turn_1(self) -> Self {
        let [low, high] = self.0;
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { [vextq_u64::<1>(low, high), vextq_u64::<1>(high, low)] })
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        let [low, high] = self.0;
        Self([high, low])
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        let [low, high] = self.0;
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { [vextq_u64::<1>(high, low), vextq_u64::<1>(low, high)] })
    }
}

impl Arx for U64x4 {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { [vaddq_u64(self.0[0], b.0[0]), vaddq_u64(self.0[1], b.0[1])] })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { [veorq_u64(self.0[0], b.0[0]), veorq_u64(self.0[1], b.0[1])] })
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        let [low, high] = self.0;
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe {
            if RIGHT == 32 {
                let (low, high) = (vreinterpretq_u32_u64(low), vreinterpretq_u32_u64(high));
                return Self([
                    vreinterpretq_u64_u32(vrev64q_u32(low)),
                    vreinterpretq_u64_u32(vrev64q_u32(high)),
                ]);
            }
            // Rotates in two instructions: the left shift fills the upper bits, and SRI inserts the right-shifted word
            // into the lower bits.
            [
                vsriq_n_u64::<RIGHT>(vshlq_n_u64::<LEFT>(low), low),
                vsriq_n_u64::<RIGHT>(vshlq_n_u64::<LEFT>(high), high),
            ]
        })
    }
}
