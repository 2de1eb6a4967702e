//! A word per register of NEON.

use super::super::portable::Work;
use super::super::round;
use crate::machine::cpu::Neon;
use crate::machine::enter::Token as _;
use crate::machine::simd::aarch64::U8x16;

pub(super) fn compress_blocks(cpu: Neon, (state, blocks): Work<'_>) {
    cpu.enter(
        #[inline(always)]
        move || round::compress_blocks::<U8x16<Neon>>(cpu, state, blocks),
    );
}
