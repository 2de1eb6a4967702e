//! Which code compresses blocks of Argon2 here. No `unsafe`: a variant carries its proof.

use super::Block;
use super::compress::{self, Meet};
use crate::platform::backends::backends;
#[cfg(target_arch = "x86_64")]
use crate::platform::enter::Token;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::U64x4;

#[cfg(target_arch = "x86_64")]
use super::lanes;

backends! {
    /// A way to compress blocks.
    pub(super) enum Backend {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

impl Backend {
    /// `out` becomes G(`x`, `y`), or that is XORed into it.
    #[inline]
    pub(super) fn compress(self, out: &mut Block, x: &Block, y: &Block, meet: Meet) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => cpu.enter(
                #[inline(always)]
                move || lanes::compress::<U64x4<_>>(cpu, out, x, y, meet),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => cpu.enter(
                #[inline(always)]
                move || lanes::compress::<U64x4<_>>(cpu, out, x, y, meet),
            ),
            Self::Portable => compress::compress(out, x, y, meet),
        }
    }
}
