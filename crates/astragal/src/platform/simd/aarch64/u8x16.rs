//! Sixteen bytes in a NEON register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn, but the callers enable the features and inline these methods"
)]

use core::arch::aarch64::*;

use crate::platform::cpu::{ArmAes, Neon};
use crate::platform::enter::Token;
use crate::platform::gf256::Field;
use crate::platform::sbox::{Prepared, SBox, Tables};
use crate::platform::simd::instructions::binary;
use crate::platform::simd::{BEFORE_SHIFT_ROWS, Bytes, Nibbles, rotated_32};

/// Token for NEON or for instruction sets that include it.
pub(crate) trait Arm: Token {
    /// Whether the token proves that the CPU has the AES extension.
    const AES: bool = false;
}

impl Arm for Neon {}

impl Arm for ArmAes {
    const AES: bool = true;
}

/// Vector of sixteen bytes. A value of this type proves that the CPU has NEON and the instructions of the token type
/// `P`.
#[derive(Clone, Copy)]
pub(crate) struct U8x16<P>(pub(super) uint8x16_t, pub(super) P);

impl<P: Arm> U8x16<P> {
    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(super) fn with(self, register: uint8x16_t) -> Self {
        Self(register, self.1)
    }

    /// Returns the register.
    #[inline(always)]
    pub(super) fn register(self) -> uint8x16_t {
        self.0
    }

    /// Applies an affine map to each byte.
    #[inline(always)]
    pub(super) fn affine(self, map: &Prepared) -> Self {
        if map.is_identity {
            return self;
        }
        let [low, high] = self.nibbles();
        low.look_up_16(&map.nibbles[0]).xor(high.look_up_16(&map.nibbles[1]))
    }

    /// Applies `SubBytes` and `ShiftRows` of AES. `P` must prove that the CPU has the AES extension.
    #[inline(always)]
    pub(crate) fn aes(self) -> Self {
        if !P::AES {
            return self;
        }
        // SAFETY: `P` proves that the CPU has the AES extension.
        self.with(unsafe { vaeseq_u8(self.0, vdupq_n_u8(0)) })
    }

    /// Looks up each byte of `self` in `table`, 64 entries at a time. The TBX instruction leaves a byte of the result
    /// unchanged if its index is outside these 64 entries.
    #[inline(always)]
    pub(crate) fn look_up_256(self, table: &[u8; 256]) -> Self {
        let (quarters, _) = table.as_chunks();
        let mut index = self.0;
        let mut result = self.0;
        for (i, quarter) in quarters.iter().enumerate() {
            // SAFETY: `self` proves that the CPU has NEON; both types are 64 bytes long and accept any bit pattern.
            unsafe {
                let quarter = core::mem::transmute::<[u8; 64], uint8x16x4_t>(*quarter);
                result = if i == 0 {
                    vqtbl4q_u8(quarter, index)
                } else {
                    vqtbx4q_u8(result, quarter, index)
                };
                index = vsubq_u8(index, vdupq_n_u8(64));
            }
        }
        self.with(result)
    }
}

impl<P: Arm> Nibbles for U8x16<P> {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with(unsafe { veorq_u8(self.0, b.0) })
    }
    #[inline(always)]
    fn nibbles(self) -> [Self; 2] {
        // SAFETY: `self` proves that the CPU has NEON.
        unsafe { [self.with(vandq_u8(self.0, vdupq_n_u8(15))), self.with(vshrq_n_u8::<4>(self.0))] }
    }
    #[inline(always)]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        Self::splat(self.1, table).shuffle(self)
    }
    #[inline(always)]
    fn add_modulo_15(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has NEON.
        self.with(unsafe {
            let sum = vqaddq_u8(self.0, b.0);
            // Reduces the sum modulo 15: takes the minimum of the sum and the sum minus 15. If the sum is below 15, the
            // subtraction wraps around to a larger number, so the minimum is the sum itself.
            vminq_u8(sum, vsubq_u8(sum, vdupq_n_u8(15)))
        })
    }
}

impl<P: Arm> Bytes for U8x16<P> {
    type Proof = P;
    const LANES: usize = 1;

    #[inline(always)]
    fn load(proof: P, bytes: &[u8]) -> Self {
        let (vectors, _) = bytes.as_chunks::<16>();
        Self::splat(proof, &vectors[0])
    }
    #[inline(always)]
    fn splat(proof: P, lane: &[u8; 16]) -> Self {
        // SAFETY: both types are 16 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u8; 16], uint8x16_t>(*lane) }, proof)
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let (vectors, _) = bytes.as_chunks_mut::<16>();
        // SAFETY: both types are 16 bytes long and accept any bit pattern.
        vectors[0] = unsafe { core::mem::transmute::<uint8x16_t, [u8; 16]>(self.0) };
    }
    #[inline(always)]
    fn proof(self) -> P {
        self.1
    }
    binary! {
        add vaddq_u8, saturating_add vqaddq_u8, sub vsubq_u8, equal vceqq_u8, or vorrq_u8,
        and vandq_u8, and_not vbicq_u8, shuffle vqtbl1q_u8
    }
    #[inline(always)]
    fn zip<const BYTES: usize>(self, b: Self) -> [Self; 2] {
        let (a, b) = (self.0, b.0);
        // SAFETY: `self` proves that the CPU has NEON.
        let [low, high] = unsafe {
            match BYTES {
                1 => [vzip1q_u8(a, b), vzip2q_u8(a, b)],
                2 => {
                    let (a, b) = (vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b));
                    [vreinterpretq_u8_u16(vzip1q_u16(a, b)), vreinterpretq_u8_u16(vzip2q_u16(a, b))]
                }
                4 => {
                    let (a, b) = (vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b));
                    [vreinterpretq_u8_u32(vzip1q_u32(a, b)), vreinterpretq_u8_u32(vzip2q_u32(a, b))]
                }
                _ => {
                    let (a, b) = (vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b));
                    [vreinterpretq_u8_u64(vzip1q_u64(a, b)), vreinterpretq_u8_u64(vzip2q_u64(a, b))]
                }
            }
        };
        [self.with(low), self.with(high)]
    }
    #[inline(always)]
    fn rotate_left_32<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        if LEFT % 8 == 0 {
            return self.shuffle_by(const { &rotated_32(LEFT) });
        }
        // SAFETY: `self` proves that the CPU has NEON.
        self.with(unsafe {
            // Rotates in two instructions: the left shift fills the upper bits, and SRI inserts the right-shifted word
            // into the lower bits.
            let x = vreinterpretq_u32_u8(self.0);
            vreinterpretq_u8_u32(vsriq_n_u32::<RIGHT>(vshlq_n_u32::<LEFT>(x), x))
        })
    }
    #[inline(always)]
    fn double<F: Field>(self) -> Self {
        let polynomial = const { F::POLYNOMIAL.to_le_bytes()[0] };
        // SAFETY: `self` proves that the CPU has NEON.
        self.with(unsafe {
            let overflow = vreinterpretq_u8_s8(vshrq_n_s8::<7>(vreinterpretq_s8_u8(self.0)));
            veorq_u8(vshlq_n_u8::<1>(self.0), vandq_u8(overflow, vdupq_n_u8(polynomial)))
        })
    }
    #[inline(always)]
    fn substitute<S: SBox>(self) -> Self {
        if S::NIBBLES {
            S::nibbles(self)
        } else if S::INVERSION.is_some() && P::AES {
            let [before, after] = &Tables::<S>::AROUND_AES;
            self.affine(before).shuffle_by(&BEFORE_SHIFT_ROWS).aes().affine(after)
        } else {
            self.look_up_256(&S::TABLE)
        }
    }
}
