//! Computes the keystream with AVX-512. Rotations are single instructions. The 32 registers hold both the sixteen words
//! of the matrix and the initial values of these words.

use super::Work;
use super::blocks::{advance, lanes, rows};
use crate::platform::cpu::Avx512;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::{U32x4, U32x8, U32x16};

/// Computes a single block with one vector per matrix row, 2 to 8 blocks in 8 vector lanes, and more blocks in 16
/// lanes. If there are fewer blocks than lanes, the other lanes compute unused keystream. This takes less time than
/// computing the blocks in two passes.
pub(super) fn apply(cpu: Avx512, work: &mut Work<'_>) {
    let mut matrix = *work.matrix;
    for text in work.text.chunks_mut(64 * 16) {
        let (matrix_of_run, last) = (&matrix, &mut *work.last);
        match text.len() {
            0..=64 => cpu.enter(
                #[inline(always)]
                move || rows::<U32x4<_>, 1>(cpu, matrix_of_run, text, last),
            ),
            65..=512 => cpu.enter(
                #[inline(always)]
                move || lanes::<U32x8<_>, 8>(cpu, matrix_of_run, text, last),
            ),
            _ => cpu.enter(
                #[inline(always)]
                move || lanes::<U32x16, 16>(cpu, matrix_of_run, text, last),
            ),
        }
        advance(&mut matrix, 16);
    }
}
