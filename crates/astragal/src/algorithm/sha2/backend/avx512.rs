//! SHA-512 with the message schedule in AVX-512 vectors and the rounds in general registers with BMI.

use super::vector_schedule;
use crate::construction::block_buffer::Blocks;
use crate::platform::cpu::Avx512;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::U64x4;

pub(super) fn compress_blocks(cpu: Avx512, work: &mut Blocks<'_, [u64; 8], 128>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut state, blocks) = work;
            // Works on a local copy of the chaining value. The compiler can then assume that the copy does not overlap
            // the blocks in memory.
            let mut chaining = **state;
            vector_schedule::compress_blocks::<U64x4<Avx512>>(cpu, &mut chaining, blocks);
            **state = chaining;
        },
    );
}
