//! Computes the keystream with NEON: a single block, or four interleaved blocks. Each vector holds one row of a matrix.

use super::Work;
use super::blocks::{advance, rows};
use crate::platform::cpu::Neon;
use crate::platform::enter::Token as _;
use crate::platform::simd::aarch64::U32x4;

pub(super) fn apply(cpu: Neon, work: &mut Work<'_>) {
    let mut matrix = *work.matrix;
    for text in work.text.chunks_mut(64 * 4) {
        let (matrix_of_run, last) = (&matrix, &mut *work.last);
        match text.len() {
            0..=64 => cpu.enter(
                #[inline(always)]
                move || rows::<U32x4, 1>(cpu, matrix_of_run, text, last),
            ),
            _ => cpu.enter(
                #[inline(always)]
                move || rows::<U32x4, 4>(cpu, matrix_of_run, text, last),
            ),
        }
        advance(&mut matrix, 4);
    }
}
