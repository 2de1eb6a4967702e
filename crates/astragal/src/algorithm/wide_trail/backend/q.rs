//! Rows of 8 columns: a register of NEON with a half for each side.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]
#![allow(
    unknown_lints,
    inline_always_mismatching_target_features,
    reason = "newer compilers warn; the methods are inlined first, where the features are on"
)]

use core::arch::aarch64::*;

use super::super::rows::Row;
use super::super::{Bytes, Layer};
use crate::machine::cpu::{ArmAes, Neon};

/// A row of two states of 8 columns; proves what `P` does.
#[derive(Clone, Copy)]
pub(crate) struct Q<P>(uint8x16_t, P);

/// A token for NEON.
pub(crate) trait Proof: Copy {
    /// Whether it proves the AES extension.
    const AES: bool;
}

impl Proof for Neon {
    const AES: bool = false;
}

impl Proof for ArmAes {
    const AES: bool = true;
}

impl<P: Proof> Q<P> {
    #[inline(always)]
    pub(super) fn new(proof: P, bytes: [u8; 16]) -> Self {
        // SAFETY: both are 16 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u8; 16], uint8x16_t>(bytes) }, proof)
    }

    /// The same token on another register.
    #[inline(always)]
    fn with(self, register: uint8x16_t) -> Self {
        Self(register, self.1)
    }

    /// These bytes, by the same token.
    #[inline(always)]
    pub(super) fn lane(self, bytes: &[u8; 16]) -> Self {
        Self::new(self.1, *bytes)
    }

    #[inline(always)]
    pub(super) fn zero(self) -> Self {
        self.lane(&[0; 16])
    }

    /// The bytes of `table` at the indices `self`.
    #[inline(always)]
    pub(super) fn indices_into(self, table: Self) -> Self {
        // SAFETY: `self` proves NEON.
        self.with(unsafe { vqtbl1q_u8(table.0, self.0) })
    }

    /// The entries of `table` at the indices `self`: indices out of range leave a result as it is.
    #[inline(always)]
    pub(super) fn look_up_256(self, table: &[u8; 256]) -> Self {
        let (quarters, _) = table.as_chunks();
        let mut index = self.0;
        let mut result = self.0;
        for (i, quarter) in quarters.iter().enumerate() {
            // SAFETY: `self` proves NEON; both are 64 bytes of any value.
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

impl<P: Proof> Bytes for Q<P> {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves NEON.
        self.with(unsafe { veorq_u8(self.0, b.0) })
    }
    #[inline(always)]
    fn nibbles(self) -> [Self; 2] {
        // SAFETY: `self` proves NEON.
        unsafe { [self.with(vandq_u8(self.0, vdupq_n_u8(15))), self.with(vshrq_n_u8::<4>(self.0))] }
    }
    #[inline(always)]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        self.indices_into(self.lane(table))
    }
    #[inline(always)]
    fn add_modulo_15(self, b: Self) -> Self {
        // SAFETY: `self` proves NEON.
        self.with(unsafe {
            let sum = vqaddq_u8(self.0, b.0);
            // Below 15, the difference wraps.
            vminq_u8(sum, vsubq_u8(sum, vdupq_n_u8(15)))
        })
    }
}

impl<P: Proof> Row for Q<P> {
    type Proof = P;
    const COLUMNS: usize = 8;
    const AES: bool = P::AES;

    #[inline(always)]
    fn load(proof: P, [lane, _]: [&[u8; 16]; 2]) -> Self {
        Self::new(proof, *lane)
    }
    #[inline(always)]
    fn first_lane(self) -> [u8; 16] {
        // SAFETY: both are 16 bytes of any value.
        unsafe { core::mem::transmute::<uint8x16_t, [u8; 16]>(self.0) }
    }
    #[inline(always)]
    fn constant(self, bytes: &[u8; 32]) -> Self {
        let (lanes, _) = bytes.as_chunks();
        self.lane(&lanes[0])
    }
    #[inline(always)]
    fn zip(self, b: Self) -> [Self; 2] {
        // SAFETY: `self` proves NEON.
        unsafe { [self.with(vzip1q_u8(self.0, b.0)), self.with(vzip2q_u8(self.0, b.0))] }
    }
    #[inline(always)]
    fn zip_halves(self, b: Self) -> [Self; 2] {
        // SAFETY: `self` proves NEON.
        unsafe {
            let (a, b) = (vreinterpretq_u64_u8(self.0), vreinterpretq_u64_u8(b.0));
            [
                self.with(vreinterpretq_u8_u64(vzip1q_u64(a, b))),
                self.with(vreinterpretq_u8_u64(vzip2q_u64(a, b))),
            ]
        }
    }
    #[inline(always)]
    fn double<L: Layer>(self) -> Self {
        let polynomial = const { L::POLYNOMIAL.to_le_bytes()[0] };
        // SAFETY: `self` proves NEON.
        self.with(unsafe {
            let overflow = vreinterpretq_u8_s8(vshrq_n_s8::<7>(vreinterpretq_s8_u8(self.0)));
            veorq_u8(vshlq_n_u8::<1>(self.0), vandq_u8(overflow, vdupq_n_u8(polynomial)))
        })
    }
    #[inline(always)]
    fn add(self, b: Self, carry: Self) -> (Self, Self) {
        // SAFETY: `self` proves NEON.
        unsafe {
            let sum = vaddq_u8(self.0, b.0);
            let passes = vandq_u8(vceqq_u8(sum, vdupq_n_u8(255)), carry.0);
            // The carry is 0 or -1.
            let out = vorrq_u8(vcltq_u8(sum, b.0), passes);
            (self.with(vsubq_u8(sum, carry.0)), self.with(out))
        }
    }
    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: `self` proves NEON.
        self.with(unsafe { vextq_u8::<8>(self.0, self.0) })
    }
    #[inline(always)]
    fn first(self) -> Self {
        // SAFETY: `self` proves NEON.
        self.with(unsafe { vcombine_u8(vget_low_u8(self.0), vdup_n_u8(0)) })
    }
    #[inline(always)]
    fn first_as_second(self) -> Self {
        // SAFETY: `self` proves NEON.
        self.with(unsafe { vcombine_u8(vdup_n_u8(0), vget_low_u8(self.0)) })
    }
    #[inline(always)]
    fn shuffle(self, moves: &[u8; 32]) -> Self {
        self.constant(moves).indices_into(self)
    }
    #[inline(always)]
    fn aes(self) -> Self {
        if P::AES {
            // SAFETY: `P` proves the AES extension.
            self.with(unsafe { vaeseq_u8(self.0, vdupq_n_u8(0)) })
        } else {
            self
        }
    }
    #[inline(always)]
    fn look_up<L: Layer>(mut rows: [Self; 8]) -> [Self; 8] {
        for (i, row) in rows.iter_mut().enumerate() {
            *row = row.look_up_256(L::S_BOX.of_row(i));
        }
        rows
    }
}
