//! Backend selection of scrypt's block mixing. The mixing itself is in `scrypt/mix.rs`, generic over the vector type.
//! Each variant of `Backend` holds a proof that the CPU has its instruction set, so this file needs no `unsafe`.

use core::ops::Range;

use super::mix::{Half, Lane, run};
use crate::platform::backends::backends;
#[cfg(target_arch = "x86_64")]
use crate::platform::enter::Token;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::{WordRow, x86_64::U32x4};

backends! {
    /// Backend for block mixing.
    pub(super) enum Backend {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

/// Range of steps in one of the two loops of scryptROMix.
#[derive(Clone)]
pub(super) struct Steps {
    pub(super) half: Half,
    pub(super) range: Range<usize>,
    pub(super) n: usize,
}

impl Backend {
    /// Returns the number of scrypt instances to compute in lock-step. The states of this many instances fit in the
    /// vector registers.
    pub(super) fn multi_buffer(self) -> u32 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => 4,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => 2,
            Self::Portable => 1,
        }
    }

    /// Runs `steps` on all `lanes`. Callers pass at most [`multi_buffer`](Self::multi_buffer) lanes.
    pub(super) fn run(self, lanes: &mut [Lane<'_>], steps: &Steps) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => cpu.enter(
                #[inline(always)]
                move || in_groups::<U32x4<_>>(cpu, lanes, steps),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => cpu.enter(
                #[inline(always)]
                move || in_groups::<U32x4<_>>(cpu, lanes, steps),
            ),
            Self::Portable => lanes.iter_mut().for_each(|lane| {
                run::<[u32; 4], 1>((), core::array::from_mut(lane), steps);
            }),
        }
    }
}

/// Runs `steps` on all `lanes`, in groups whose lanes advance in lock-step.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn in_groups<R: WordRow<u32>>(proof: R::Proof, lanes: &mut [Lane<'_>], steps: &Steps) {
    let (fours, rest) = lanes.as_chunks_mut::<4>();
    for four in fours {
        run::<R, 4>(proof, four, steps);
    }
    let (twos, rest) = rest.as_chunks_mut::<2>();
    for two in twos {
        run::<R, 2>(proof, two, steps);
    }
    for one in rest {
        run::<R, 1>(proof, core::array::from_mut(one), steps);
    }
}
