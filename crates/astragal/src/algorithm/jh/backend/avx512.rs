//! AVX-512 backend: one word of the state per 128-bit register. One instruction computes any function of three words.

use super::super::portable::State;
use super::super::round;
use crate::construction::block_buffer::Blocks;
use crate::platform::cpu::Avx512;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::U8x16;

pub(super) fn compress_blocks(cpu: Avx512, work: &mut Blocks<'_, State, 64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut state, blocks) = work;
            round::compress_blocks::<U8x16<Avx512>>(cpu, state, blocks);
        },
    );
}
