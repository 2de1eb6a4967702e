//! Computes the keystream with AVX-512. Rotations are single instructions. The 32 registers hold both the sixteen words
//! of the matrix and the initial values of these words.

use super::Work;
use super::blocks::{in_runs, lanes, lanes_and_pair, pairs};
use crate::platform::cpu::Avx512;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::{U32x8, U32x16};

/// XORs the keystream into the text. The register layout depends on the number of blocks:
/// - 1 or 2 blocks: one vector per row of both matrices.
/// - 3 to 8 blocks: 8 vector lanes, one block per lane.
/// - 9 to 16 blocks: 16 lanes.
/// - 17 or 18 blocks: 16 lanes, and one vector per row of the last two matrices. More blocks are divided into runs of
///   16 blocks and a last run of up to 18.
///
/// If there are fewer blocks than lanes, the other lanes compute unused keystream. This takes less time than computing
/// the blocks in two passes.
pub(super) fn apply(cpu: Avx512, work: &mut Work<'_>) {
    in_runs::<16, 18>(work, |blocks, text, last| match text.len() {
        0..=128 => cpu.enter(
            #[inline(always)]
            move || pairs::<_, 1>(cpu, blocks, text, last),
        ),
        129..=512 => cpu.enter(
            #[inline(always)]
            move || {
                lanes::<U32x8<_>, 8>(
                    cpu,
                    blocks,
                    text,
                    last,
                    #[inline(always)]
                    |_, _| (),
                );
            },
        ),
        513..=1024 => cpu.enter(
            #[inline(always)]
            move || {
                lanes::<U32x16, 16>(
                    cpu,
                    blocks,
                    text,
                    last,
                    #[inline(always)]
                    |_, _| (),
                );
            },
        ),
        _ => cpu.enter(
            #[inline(always)]
            move || lanes_and_pair(cpu, blocks, text, last),
        ),
    });
}
