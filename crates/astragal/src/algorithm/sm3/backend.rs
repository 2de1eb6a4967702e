//! Which code compresses blocks of SM3 here: the portable source, on x86-64 compiled for BMI where the
//! processor has it, whose rotations and `andn` save moves.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "enters a function compiled for BMI, token in hand")
)]

use super::compress;
use crate::machine::backends::backends;

backends! {
    /// A way to compress blocks.
    pub(super) enum Backend {
        // The token for AVX2 covers BMI1 and BMI2.
        "x86_64" Bmi(Avx2) = "bmi",
    }
}

impl Backend {
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
