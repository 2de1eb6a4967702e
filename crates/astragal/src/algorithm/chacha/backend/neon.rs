//! Computes the keystream with NEON: a single block, or four interleaved blocks. Each vector holds one row of a matrix.

use super::Work;
use super::blocks::{in_runs, rows};
use crate::platform::cpu::Neon;
use crate::platform::enter::Token as _;
use crate::platform::simd::aarch64::U32x4;

pub(super) fn apply(cpu: Neon, work: &mut Work<'_>) {
    in_runs::<4, 4>(work, |blocks, text, last| match text.len() {
        0..=64 => cpu.enter(
            #[inline(always)]
            move || rows::<U32x4, 1>(cpu, blocks, text, last),
        ),
        _ => cpu.enter(
            #[inline(always)]
            move || rows::<U32x4, 4>(cpu, blocks, text, last),
        ),
    });
}
