//! A word per register of NEON.
#![expect(unsafe_code, reason = "intrinsics; the token, or the value, proves its instruction set")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn; the methods are inlined first, where the features are on"
)]

use core::arch::aarch64::*;

use super::super::State;
use super::super::round::{Word, compress_blocks as run};
use crate::machine::cpu::Neon;

pub(super) fn compress_blocks(cpu: Neon, state: &mut State, blocks: &[[u8; 64]]) {
    #[target_feature(enable = "neon")]
    fn inner(cpu: Neon, state: &mut State, blocks: &[[u8; 64]]) {
        run::<Q>(cpu, state, blocks);
    }
    // SAFETY: `cpu` proves NEON.
    unsafe { inner(cpu, state, blocks) }
}

/// 128 bits; proves NEON.
#[derive(Clone, Copy)]
struct Q(uint8x16_t);

impl Word for Q {
    type Proof = Neon;

    #[inline(always)]
    fn new(_: Neon, bytes: [u8; 16]) -> Self {
        // SAFETY: both are 16 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u8; 16], uint8x16_t>(bytes) })
    }
    #[inline(always)]
    fn to_bytes(self) -> [u8; 16] {
        // SAFETY: both are 16 bytes of any value.
        unsafe { core::mem::transmute::<uint8x16_t, [u8; 16]>(self.0) }
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves NEON, here and below.
        Self(unsafe { veorq_u8(self.0, b.0) })
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        self.xor(Self(unsafe { vandq_u8(b.0, c.0) }))
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        self.xor(Self(unsafe { vbicq_u8(c.0, b.0) }))
    }
    #[inline(always)]
    fn xor_or(self, b: Self, c: Self) -> Self {
        // SAFETY: see above.
        self.xor(Self(unsafe { vorrq_u8(b.0, c.0) }))
    }
    #[inline(always)]
    fn not_xor_and_not(self, b: Self, c: Self) -> Self {
        // b | !c is the inverse of !b & c.
        // SAFETY: see above.
        self.xor(Self(unsafe { vornq_u8(b.0, c.0) }))
    }
    #[inline(always)]
    fn swap<const BITS: i32>(self) -> Self {
        let x = self.0;
        // SAFETY: see above.
        Self(unsafe {
            match BITS {
                1 => vbslq_u8(vdupq_n_u8(0xaa), vshlq_n_u8::<1>(x), vshrq_n_u8::<1>(x)),
                2 => vbslq_u8(vdupq_n_u8(0xcc), vshlq_n_u8::<2>(x), vshrq_n_u8::<2>(x)),
                // Shifts right and inserts below what was shifted left.
                4 => vsriq_n_u8::<4>(vshlq_n_u8::<4>(x), x),
                8 => vrev16q_u8(x),
                16 => vreinterpretq_u8_u16(vrev32q_u16(vreinterpretq_u16_u8(x))),
                32 => vreinterpretq_u8_u32(vrev64q_u32(vreinterpretq_u32_u8(x))),
                _ => vextq_u8::<8>(x, x),
            }
        })
    }
}
