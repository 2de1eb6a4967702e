//! Computes the keystream with AVX2. Rotations by a multiple of 8 bits are byte shuffles.

use super::Work;
use super::blocks::{advance, lanes, rows};
use crate::platform::cpu::Avx2;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::{U32x4, U32x8};

/// Computes a single block with one vector per matrix row, and 2 to 8 blocks with one block per vector lane. For 2 to 7
/// blocks, some lanes compute unused keystream. This takes less time than computing the blocks in two passes.
pub(super) fn apply(cpu: Avx2, work: &mut Work<'_>) {
    let mut matrix = *work.matrix;
    for text in work.text.chunks_mut(64 * 8) {
        let (matrix_of_run, last) = (&matrix, &mut *work.last);
        match text.len() {
            0..=64 => cpu.enter(
                #[inline(always)]
                move || rows::<U32x4<_>, 1>(cpu, matrix_of_run, text, last),
            ),
            _ => cpu.enter(
                #[inline(always)]
                move || lanes::<U32x8<_>, 8>(cpu, matrix_of_run, text, last),
            ),
        }
        advance(&mut matrix, 8);
    }
}
