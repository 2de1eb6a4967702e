//! Four 32-bit words in a NEON register, with the instructions of the SHA-1 and SHA-256 extension.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn, but the callers enable the features and inline these methods"
)]

use core::arch::aarch64::*;

use crate::platform::cpu::ArmSha2;
use crate::platform::words::load_be;

/// Vector of four 32-bit words. A value of this type proves that the CPU has the SHA-1 and SHA-256 extension.
#[derive(Clone, Copy)]
pub(crate) struct U32x4Sha(uint32x4_t);

impl U32x4Sha {
    /// Creates a vector from `words`.
    #[inline(always)]
    pub(crate) fn new(_: ArmSha2, words: [u32; 4]) -> Self {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u32; 4], uint32x4_t>(words) })
    }
    /// Returns the words of the vector.
    #[inline(always)]
    pub(crate) fn to_array(self) -> [u32; 4] {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        unsafe { core::mem::transmute::<uint32x4_t, [u32; 4]>(self.0) }
    }
    /// Loads four big-endian words.
    #[inline(always)]
    pub(crate) fn load_be(cpu: ArmSha2, bytes: &[u8; 16]) -> Self {
        Self::new(cpu, load_be(bytes))
    }
    /// Adds words modulo 2^32.
    #[inline(always)]
    pub(crate) fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vaddq_u32(self.0, b.0) })
    }
    /// Returns the variable E after the next four rounds (SHA1H). `self` holds A to D before these rounds. E is the A
    /// in `self` (the lowest word), rotated left by 30 bits.
    #[inline(always)]
    pub(crate) fn sha1_next_e(self) -> u32 {
        // SAFETY: `self` proves that the CPU has the SHA-2 extension.
        unsafe { vsha1h_u32(vgetq_lane_u32::<0>(self.0)) }
    }
    /// Computes four rounds of SHA-1. `F` is 0 for the function Ch, 2 for Maj, and 1 or 3 for Parity. `self` holds A to
    /// D before the rounds, and the result holds A to D after them.
    #[inline(always)]
    pub(crate) fn sha1_rounds<const F: usize>(self, e: u32, kw: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-2 extension.
        Self(unsafe {
            match F {
                0 => vsha1cq_u32(self.0, e, kw.0),
                2 => vsha1mq_u32(self.0, e, kw.0),
                _ => vsha1pq_u32(self.0, e, kw.0),
            }
        })
    }
    /// Computes the first step of the SHA-1 message schedule (SHA1SU0). `self`, `second` and `third` hold twelve
    /// consecutive words.
    #[inline(always)]
    pub(crate) fn sha1_older(self, second: Self, third: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-2 extension.
        Self(unsafe { vsha1su0q_u32(self.0, second.0, third.0) })
    }
    /// Computes the last step of the SHA-1 message schedule (SHA1SU1). `recent` holds the latest four words.
    #[inline(always)]
    pub(crate) fn sha1_schedule(self, recent: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-2 extension.
        Self(unsafe { vsha1su1q_u32(self.0, recent.0) })
    }
    /// Computes four rounds of SHA-256 and returns the new A to D (SHA256H). Before the rounds, `self` holds A to D and
    /// `efgh` holds E to H.
    #[inline(always)]
    pub(crate) fn sha256_rounds(self, efgh: Self, kw: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-2 extension.
        Self(unsafe { vsha256hq_u32(self.0, efgh.0, kw.0) })
    }
    /// Computes four rounds of SHA-256 and returns the new E to H (SHA256H2). Before the rounds, `self` holds E to H
    /// and `abcd` holds A to D.
    #[inline(always)]
    pub(crate) fn sha256_rounds_lower(self, abcd: Self, kw: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-2 extension.
        Self(unsafe { vsha256h2q_u32(self.0, abcd.0, kw.0) })
    }
    /// Computes W[t-16] + σ0(W[t-15]) for four consecutive t, the first step of the SHA-256 message schedule
    /// (SHA256SU0).
    #[inline(always)]
    pub(crate) fn sha256_older(self, next: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-2 extension.
        Self(unsafe { vsha256su0q_u32(self.0, next.0) })
    }
    /// Adds σ1(W[t-2]) + W[t-7] for four consecutive t, the last step of the SHA-256 message schedule (SHA256SU1).
    /// `before` and `recent` hold the previous eight words.
    #[inline(always)]
    pub(crate) fn sha256_schedule(self, before: Self, recent: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA-2 extension.
        Self(unsafe { vsha256su1q_u32(self.0, before.0, recent.0) })
    }
}
