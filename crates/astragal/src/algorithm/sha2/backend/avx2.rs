//! SHA-512 with its message schedule in vectors of AVX2, and its rounds by BMI's rotations.
#![expect(unsafe_code, reason = "enters a function compiled for AVX2, token in hand")]

use super::pairs;
use crate::machine::cpu::Avx2;
use crate::machine::simd::x86_64::U64x4;

pub(super) fn compress_blocks(cpu: Avx2, state: &mut [u64; 8], blocks: &[[u8; 128]]) {
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn run(cpu: Avx2, state: &mut [u64; 8], blocks: &[[u8; 128]]) {
        pairs::compress_blocks::<U64x4>(cpu, state, blocks);
    }
    // SAFETY: `cpu` proves AVX2 and BMI.
    unsafe { run(cpu, state, blocks) }
}
