//! Four 32-bit words in a register of NEON, with the instructions of the SHA-1 and SHA-256 extension.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn; the methods are inlined first, where the features are on"
)]

use core::arch::aarch64::*;

use crate::platform::cpu::ArmSha2;
use crate::platform::words::load_be;

/// Four 32-bit words; proves the SHA-1 and SHA-256 extension.
#[derive(Clone, Copy)]
pub(crate) struct U32x4Sha(uint32x4_t);

impl U32x4Sha {
    /// The vector of these words.
    #[inline(always)]
    pub(crate) fn new(_: ArmSha2, words: [u32; 4]) -> Self {
        // SAFETY: both are 16 bytes of any value, lane 0 first.
        Self(unsafe { core::mem::transmute::<[u32; 4], uint32x4_t>(words) })
    }
    /// The words.
    #[inline(always)]
    pub(crate) fn to_array(self) -> [u32; 4] {
        // SAFETY: both are 16 bytes of any value, lane 0 first.
        unsafe { core::mem::transmute::<uint32x4_t, [u32; 4]>(self.0) }
    }
    /// Four big-endian words.
    #[inline(always)]
    pub(crate) fn load_be(cpu: ArmSha2, bytes: &[u8; 16]) -> Self {
        Self::new(cpu, load_be(bytes))
    }
    /// The sums modulo 2^32.
    #[inline(always)]
    pub(crate) fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves NEON.
        Self(unsafe { vaddq_u32(self.0, b.0) })
    }
    /// The first word, rotated: what E is four rounds after it was A.
    #[inline(always)]
    pub(crate) fn sha1_next_e(self) -> u32 {
        // SAFETY: `self` proves the extension.
        unsafe { vsha1h_u32(vgetq_lane_u32::<0>(self.0)) }
    }
    /// A to D after four rounds of SHA-1 with function number `F`.
    #[inline(always)]
    pub(crate) fn sha1_rounds<const F: usize>(self, e: u32, kw: Self) -> Self {
        // SAFETY: `self` proves the extension.
        Self(unsafe {
            match F {
                0 => vsha1cq_u32(self.0, e, kw.0),
                2 => vsha1mq_u32(self.0, e, kw.0),
                _ => vsha1pq_u32(self.0, e, kw.0),
            }
        })
    }
    /// The first step of SHA-1's message schedule, of twelve words.
    #[inline(always)]
    pub(crate) fn sha1_older(self, second: Self, third: Self) -> Self {
        // SAFETY: `self` proves the extension.
        Self(unsafe { vsha1su0q_u32(self.0, second.0, third.0) })
    }
    /// The last step of SHA-1's message schedule.
    #[inline(always)]
    pub(crate) fn sha1_schedule(self, recent: Self) -> Self {
        // SAFETY: `self` proves the extension.
        Self(unsafe { vsha1su1q_u32(self.0, recent.0) })
    }
    /// A to D after four rounds of SHA-256, with E to H.
    #[inline(always)]
    pub(crate) fn sha256_rounds(self, efgh: Self, kw: Self) -> Self {
        // SAFETY: `self` proves the extension.
        Self(unsafe { vsha256hq_u32(self.0, efgh.0, kw.0) })
    }
    /// E to H after four rounds of SHA-256, with A to D of before.
    #[inline(always)]
    pub(crate) fn sha256_rounds_lower(self, abcd: Self, kw: Self) -> Self {
        // SAFETY: `self` proves the extension.
        Self(unsafe { vsha256h2q_u32(self.0, abcd.0, kw.0) })
    }
    /// W[t-16] + σ0(W[t-15]) for four t.
    #[inline(always)]
    pub(crate) fn sha256_older(self, next: Self) -> Self {
        // SAFETY: `self` proves the extension.
        Self(unsafe { vsha256su0q_u32(self.0, next.0) })
    }
    /// Adds σ1(W[t-2]) + W[t-7], from the eight words before.
    #[inline(always)]
    pub(crate) fn sha256_schedule(self, before: Self, recent: Self) -> Self {
        // SAFETY: `self` proves the extension.
        Self(unsafe { vsha256su1q_u32(self.0, before.0, recent.0) })
    }
}
