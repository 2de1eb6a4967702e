//! 128-bit polynomial over GF(2) in a NEON register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn, but the callers enable the features and inline these methods"
)]

use core::arch::aarch64::*;

use crate::platform::cpu::ArmAes;
use crate::platform::simd::{Lanes128, PolyVector};

/// Vector of one polynomial. A value of this type proves that the CPU has NEON with the AES extension, which includes
/// 64-bit PMULL.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct PolyX1(uint64x2_t);

impl PolyX1 {
    /// Multiplies one 64-bit half of `self` by one 64-bit half of `b`. The first element of `halves` selects the half
    /// of `self`, and the second element selects the half of `b`.
    #[inline(always)]
    fn product(self, b: Self, halves: [usize; 2]) -> Self {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern; `self` proves that the
        // CPU has the instruction.
        unsafe {
            let (a, b) = (
                core::mem::transmute::<uint64x2_t, [u64; 2]>(self.0),
                core::mem::transmute::<uint64x2_t, [u64; 2]>(b.0),
            );
            Self(vreinterpretq_u64_p128(vmull_p64(a[halves[0]], b[halves[1]])))
        }
    }
}

impl Lanes128 for PolyX1 {
    type Proof = ArmAes;
    const LANES: usize = 1;

    #[inline(always)]
    fn load(_: ArmAes, lanes: &[[u8; 16]]) -> Self {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u8; 16], uint64x2_t>(lanes[0]) })
    }
    #[inline(always)]
    fn store(self, lanes: &mut [[u8; 16]]) {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        lanes[0] = unsafe { core::mem::transmute::<uint64x2_t, [u8; 16]>(self.0) };
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { veorq_u64(self.0, b.0) })
    }
}

impl PolyVector for PolyX1 {
    type One = Self;

    #[inline(always)]
    fn widen(_: ArmAes, one: Self) -> Self {
        one
    }
    #[inline(always)]
    fn fold(self) -> Self {
        self
    }
    #[inline(always)]
    fn reverse(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        let reversed =
            Self(unsafe { vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(self.0))) });
        reversed.swap()
    }
    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vextq_u64::<1>(self.0, self.0) })
    }
    #[inline(always)]
    fn low(self, b: Self) -> Self {
        self.product(b, [0, 0])
    }
    #[inline(always)]
    fn high(self, b: Self) -> Self {
        self.product(b, [1, 1])
    }
    #[inline(always)]
    fn up(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vextq_u64::<1>(vdupq_n_u64(0), self.0) })
    }
    #[inline(always)]
    fn down(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vextq_u64::<1>(self.0, vdupq_n_u64(0)) })
    }
}
