//! Computes the keystream with WebAssembly vectors: a single block with one vector per matrix row, or four blocks with
//! one block per vector lane.

use super::Work;
use super::blocks::{in_runs, lanes, rows};
use crate::platform::cpu::Simd128;
use crate::platform::enter::Token as _;
use crate::platform::simd::wasm32::U32x4;

pub(super) fn apply(cpu: Simd128, work: &mut Work<'_>) {
    in_runs::<4, 4>(work, |blocks, text, last| match text.len() {
        0..=64 => cpu.enter(
            #[inline(always)]
            move || rows::<U32x4, 1>(cpu, blocks, text, last),
        ),
        _ => cpu.enter(
            #[inline(always)]
            move || {
                lanes::<U32x4, 4>(
                    cpu,
                    blocks,
                    text,
                    last,
                    #[inline(always)]
                    |_, _| (),
                );
            },
        ),
    });
}
