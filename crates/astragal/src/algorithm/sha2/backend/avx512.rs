//! SHA-512 with its message schedule in vectors of AVX-512, and its rounds by BMI's rotations.

use super::pairs;
use crate::machine::cpu::Avx512;
use crate::machine::enter::Token as _;
use crate::machine::simd::x86_64::U64x4Vl;

pub(super) fn compress_blocks(cpu: Avx512, state: &mut [u64; 8], blocks: &[[u8; 128]]) {
    cpu.enter(
        #[inline(always)]
        || pairs::compress_blocks::<U64x4Vl>(cpu, state, blocks),
    );
}
