//! Computes the keystream with WebAssembly vectors: a single block with one vector per matrix row, or four blocks with
//! one block per vector lane.

use super::Work;
use super::blocks::{advance, lanes, rows};
use crate::platform::cpu::Simd128;
use crate::platform::enter::Token as _;
use crate::platform::simd::wasm32::U32x4;

pub(super) fn apply(cpu: Simd128, work: &mut Work<'_>) {
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
                move || lanes::<U32x4, 4>(cpu, matrix_of_run, text, last),
            ),
        }
        advance(&mut matrix, 4);
    }
}
