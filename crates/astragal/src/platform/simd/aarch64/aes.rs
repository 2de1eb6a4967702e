//! AES state in a NEON register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn, but the callers enable the features and inline these methods"
)]

use core::arch::aarch64::*;

use crate::platform::array::copy;
use crate::platform::cpu::ArmAes;
use crate::platform::simd::{AesVector, Lanes128};

/// Vector of one AES state. A value of this type proves that the CPU has NEON with the AES extension.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct AesX1(uint8x16_t);

impl Lanes128 for AesX1 {
    type Proof = ArmAes;
    const LANES: usize = 1;

    #[inline(always)]
    fn load(_: ArmAes, lanes: &[[u8; 16]]) -> Self {
        // SAFETY: both types are 16 bytes long, in the same byte order, and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u8; 16], uint8x16_t>(lanes[0]) })
    }
    #[inline(always)]
    fn store(self, lanes: &mut [[u8; 16]]) {
        // SAFETY: both types are 16 bytes long, in the same byte order, and accept any bit pattern.
        lanes[0] = unsafe { core::mem::transmute::<uint8x16_t, [u8; 16]>(self.0) };
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { veorq_u8(self.0, b.0) })
    }
}

/// FIPS 197 adds the round key at the end of a round. The AESE instruction adds its key earlier, before SubBytes. The
/// methods therefore pass a zero key to AESE and XOR the round key at the end. LLVM folds this XOR into the next AESE
/// instruction.
impl AesVector for AesX1 {
    const ADDS_BEFORE: bool = true;

    #[inline(always)]
    fn splat(proof: ArmAes, lane: &[u8; 16]) -> Self {
        Self::load(proof, core::slice::from_ref(lane))
    }
    #[inline(always)]
    fn counters(proof: ArmAes, first: &[u8; 16], offset: u32, step: u32) -> Self {
        let (mut block, words) = (*first, first.as_chunks::<4>().0);
        let number = u32::from_be_bytes(words[3]).wrapping_add(offset).wrapping_add(step);
        copy(&mut block[12..], &number.to_be_bytes());
        Self::splat(proof, &block)
    }
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the cast takes the low half")]
    fn counter_numbers(proof: ArmAes, first: &[u8; 16], offset: u32, step: u32) -> Self {
        let [a, b, c, d, e, f, g, h, end @ ..] = *first;
        let high = u64::from_be_bytes(end);
        let number = (high as u32).wrapping_add(offset).wrapping_add(step);
        let high = high >> 32 << 32 | u64::from(number);
        let low = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        Self::splat(proof, &(u128::from(high) << 64 | u128::from(low)).to_le_bytes())
    }
    #[inline(always)]
    fn counters_of_numbers(_: ArmAes, numbers: Self) -> Self {
        // SAFETY: `numbers` proves that the CPU has NEON.
        Self(unsafe { vcombine_u8(vget_low_u8(numbers.0), vrev64_u8(vget_high_u8(numbers.0))) })
    }
    #[inline(always)]
    fn add_32(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe {
            let sums = vaddq_u32(vreinterpretq_u32_u8(self.0), vreinterpretq_u32_u8(b.0));
            vreinterpretq_u8_u32(sums)
        })
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vandq_u8(self.0, b.0) })
    }
    #[inline(always)]
    fn with_column<const FROM: i32>(self, columns: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe {
            let (state, columns) = (vreinterpretq_u32_u8(self.0), vreinterpretq_u32_u8(columns.0));
            vreinterpretq_u8_u32(vcopyq_laneq_u32::<0, FROM>(state, columns))
        })
    }
    #[inline(always)]
    fn encrypt_round(self, key: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON with the AES extension.
        Self(unsafe { vaesmcq_u8(vaeseq_u8(self.0, vdupq_n_u8(0))) }).xor(key)
    }
    #[inline(always)]
    fn encrypt_last(self, key: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON with the AES extension.
        Self(unsafe { vaeseq_u8(self.0, vdupq_n_u8(0)) }).xor(key)
    }
    #[inline(always)]
    fn decrypt_round(self, key: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON with the AES extension.
        Self(unsafe { vaesimcq_u8(vaesdq_u8(self.0, vdupq_n_u8(0))) }).xor(key)
    }
    #[inline(always)]
    fn decrypt_last(self, key: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON with the AES extension.
        Self(unsafe { vaesdq_u8(self.0, vdupq_n_u8(0)) }).xor(key)
    }
    #[inline(always)]
    fn doublings<const N: usize>(
        self,
        _: [Self; 2],
        mut step: impl FnMut(usize, Self) -> Self,
    ) -> ([Self; N], Self) {
        const { assert!(N <= 32, "the upper words of the halves hold the bits of 32 doublings") };
        // Doubling each half shifts its highest bit out. The bit from the lower half is added to the upper half, as 1.
        // The bit from the upper half is added to the lower half, as 0x87, which reduces it. `signs` holds the two bits
        // as the sign bits of its 32-bit words 2 and 0.
        let back = [[0x87, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]];
        let (mut tweaks, mut next) = ([self; N], self);
        // SAFETY: `self` proves that the CPU has NEON. Both types are 16 bytes long and accept any bit pattern.
        unsafe {
            let back = core::mem::transmute::<[[u8; 8]; 2], uint8x16_t>(back);
            let mut signs = vreinterpretq_s32_u8(vextq_u8::<12>(self.0, self.0));
            for i in 0..N {
                tweaks[i] = next;
                next = step(i, next);
                let shifted = vreinterpretq_u8_u64(vshlq_n_u64::<1>(vreinterpretq_u64_u8(next.0)));
                let carries = vandq_u8(vreinterpretq_u8_s32(vshrq_n_s32::<31>(signs)), back);
                next = Self(veorq_u8(shifted, carries));
                signs = vshlq_n_s32::<1>(signs);
            }
        }
        (tweaks, next)
    }
    #[inline(always)]
    fn left_1(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vreinterpretq_u8_u32(vshlq_n_u32::<1>(vreinterpretq_u32_u8(self.0))) })
    }
    #[inline(always)]
    fn left_2(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vreinterpretq_u8_u32(vshlq_n_u32::<2>(vreinterpretq_u32_u8(self.0))) })
    }
    #[inline(always)]
    fn left_7(self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vreinterpretq_u8_u32(vshlq_n_u32::<7>(vreinterpretq_u32_u8(self.0))) })
    }
    #[inline(always)]
    fn shuffle(self, order: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        Self(unsafe { vqtbl1q_u8(self.0, order.0) })
    }
}
