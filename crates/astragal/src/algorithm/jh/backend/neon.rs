//! NEON backend: one word of the state per register.

use super::super::portable::State;
use super::super::round;
use crate::construction::block_buffer::Blocks;
use crate::platform::cpu::Neon;
use crate::platform::enter::Token as _;
use crate::platform::simd::aarch64::U8x16;

pub(super) fn compress_blocks(cpu: Neon, work: &mut Blocks<'_, State, 64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut state, blocks) = work;
            round::compress_blocks::<U8x16<Neon>>(cpu, state, blocks);
        },
    );
}
