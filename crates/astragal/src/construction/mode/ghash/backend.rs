//! Backend selection of GHASH. `vectors` multiplies with carry-less multiply instructions, and `portable` with integer
//! multiplication. Each variant of `Backend` holds a proof that the CPU has its instruction set, so this file needs no
//! `unsafe`.

mod portable;
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "other targets have no vectors for carry-less multiplication")
)]
mod vectors;

#[cfg(target_arch = "x86_64")]
use super::COMMON_POWERS;
use super::{Element, Order};
use crate::platform::backends::backends;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::enter::Token;
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::PolyX1;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{PolyX1, PolyX2, PolyX4};
pub(in crate::construction::mode) use vectors::Product;

backends! {
    /// Backend for polynomial multiplication.
    pub(super) enum Backend {
        "x86_64" Avx512(Avx512Vbmi) = "avx512",
        "x86_64" Vaes(Vaes) = "vaes",
        "x86_64" Avx2(Avx2Aes) = "avx2",
        "x86_64" Pclmul(Pclmul) = "pclmul",
        "aarch64" ArmAes(ArmAes) = "arm-aes",
    }
}

impl Backend {
    /// Returns whether the backend has masked loads and stores, which access only the first bytes of a vector.
    pub(super) fn loads_parts(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => true,
            _ => false,
        }
    }

    /// Computes powers of the key, in descending order: on return, the last entry of `powers` is the key, and the entry
    /// before it is the square of the key. On entry, every entry must be the key. The backend may skip powers that a
    /// message of `blocks` blocks does not need, and powers that it does not use.
    pub(super) fn powers(self, powers: &mut [Element], blocks: usize) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => cpu.enter(
                #[inline(always)]
                move || {
                    // A vector load of powers that were stored one at a time waits for all these stores. Only many
                    // powers are worth this wait.
                    if powers.len() == COMMON_POWERS {
                        vectors::powers::<PolyX1>(cpu.into(), powers, blocks);
                    } else {
                        vectors::powers::<PolyX4>(cpu, powers, blocks);
                    }
                },
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Vaes(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::powers::<PolyX1>(cpu.into(), powers, blocks),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::powers::<PolyX1>(cpu.into(), powers, blocks),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Pclmul(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::powers::<PolyX1>(cpu, powers, blocks),
            ),
            #[cfg(target_arch = "aarch64")]
            Self::ArmAes(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::powers::<PolyX1>(cpu, powers, blocks),
            ),
            Self::Portable => portable::powers(powers, blocks),
        }
    }

    /// Hashes `blocks` into `sum`, the GHASH value of the blocks before them. For each block, adds the block to `sum`
    /// and multiplies `sum` by the key.
    pub(super) fn absorb(
        self,
        order: Order,
        powers: &[Element],
        sum: &mut Element,
        blocks: &[[u8; 16]],
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::absorb::<PolyX4>(cpu, order, powers, sum, blocks),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Vaes(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::absorb::<PolyX2>(cpu, order, powers, sum, blocks),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::absorb::<PolyX1>(cpu.into(), order, powers, sum, blocks),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Pclmul(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::absorb::<PolyX1>(cpu, order, powers, sum, blocks),
            ),
            #[cfg(target_arch = "aarch64")]
            Self::ArmAes(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::absorb::<PolyX1>(cpu, order, powers, sum, blocks),
            ),
            Self::Portable => portable::absorb(order, powers, sum, blocks),
        }
    }

    /// Computes POLYVAL of `blocks` without powers of the key.
    pub(super) fn polyval_of_few(self, key: &Element, blocks: &[[u8; 16]]) -> Element {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::polyval_of_few::<PolyX1>(cpu.into(), key, blocks),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Vaes(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::polyval_of_few::<PolyX1>(cpu.into(), key, blocks),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::polyval_of_few::<PolyX1>(cpu.into(), key, blocks),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Pclmul(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::polyval_of_few::<PolyX1>(cpu, key, blocks),
            ),
            #[cfg(target_arch = "aarch64")]
            Self::ArmAes(cpu) => cpu.enter(
                #[inline(always)]
                move || vectors::polyval_of_few::<PolyX1>(cpu, key, blocks),
            ),
            Self::Portable => {
                let mut sum = [0; 16];
                portable::absorb(Order::Polyval, core::slice::from_ref(key), &mut sum, blocks);
                sum
            }
        }
    }
}
