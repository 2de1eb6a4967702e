//! SHA-512 with its message schedule in vectors of AVX2, and its rounds by BMI's rotations.

use super::pairs;
use crate::machine::cpu::Avx2;
use crate::machine::enter::Token as _;
use crate::machine::simd::x86_64::U64x4;

pub(super) fn compress_blocks(cpu: Avx2, state: &mut [u64; 8], blocks: &[[u8; 128]]) {
    cpu.enter(
        #[inline(always)]
        || pairs::compress_blocks::<U64x4>(cpu, state, blocks),
    );
}
