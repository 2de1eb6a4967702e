//! Backends for Argon2's compression function G. `argon2/lanes.rs` has the vector code, and `argon2/compress.rs` the
//! portable code.

use super::Block;
use super::compress::{self, Combine};
use crate::platform::backends::backends;
#[cfg(target_arch = "x86_64")]
use crate::platform::enter::Token;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::U64x4;

#[cfg(target_arch = "x86_64")]
use super::lanes;

backends! {
    /// Backend for Argon2's compression function G.
    pub(super) enum Backend {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

impl Backend {
    /// Computes G(`x`, `y`). Stores the result in `out` or XORs it into `out`, depending on `combine`.
    #[inline]
    pub(super) fn compress(self, out: &mut Block, x: &Block, y: &Block, combine: Combine) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => cpu.enter(
                #[inline(always)]
                move || lanes::compress::<U64x4<_>>(cpu, out, x, y, combine),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => cpu.enter(
                #[inline(always)]
                move || lanes::compress::<U64x4<_>>(cpu, out, x, y, combine),
            ),
            Self::Portable => compress::compress(out, x, y, combine),
        }
    }
}
