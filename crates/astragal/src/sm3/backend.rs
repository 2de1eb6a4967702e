//! Which code compresses blocks of SM3 here: the portable source, on x86-64 compiled for BMI where the
//! processor has it, whose rotations and `andn` save moves.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "enters a function compiled for BMI, token in hand")
)]

use super::compress;
#[cfg(target_arch = "x86_64")]
use crate::cpu::Avx2;

/// A way to compress blocks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Backend {
    /// The token for AVX2 covers BMI1 and BMI2.
    #[cfg(target_arch = "x86_64")]
    Bmi(Avx2),
    Portable,
}

impl Backend {
    /// Every backend that this machine can run, the fastest first; the last is always portable.
    pub(super) fn available() -> impl Iterator<Item = Self> {
        let found = [
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Self::Bmi),
            Some(Self::Portable),
        ];
        found.into_iter().flatten()
    }

    /// The fastest backend that this machine can run.
    #[inline]
    pub(super) fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// The backend's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(_) => "bmi",
            Self::Portable => "portable",
        }
    }

    /// Compresses the blocks into the state, in order.
    #[inline]
    pub(super) fn compress_blocks(self, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(_cpu) => {
                #[target_feature(enable = "bmi1,bmi2")]
                fn run(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
                    for block in blocks {
                        compress(state, block);
                    }
                }
                // SAFETY: `_cpu` proves BMI1 and BMI2.
                unsafe { run(state, blocks) }
            }
            Self::Portable => {
                for block in blocks {
                    compress(state, block);
                }
            }
        }
    }
}
