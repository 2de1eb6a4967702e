//! SHA-512 with its message schedule in vectors of AVX-512, and its rounds by BMI's rotations.
#![expect(unsafe_code, reason = "enters a function compiled for AVX-512, token in hand")]

use super::pairs;
use crate::machine::cpu::Avx512;
use crate::machine::simd::x86_64::U64x4Vl;

pub(super) fn compress_blocks(cpu: Avx512, state: &mut [u64; 8], blocks: &[[u8; 128]]) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2")]
    fn run(cpu: Avx512, state: &mut [u64; 8], blocks: &[[u8; 128]]) {
        pairs::compress_blocks::<U64x4Vl>(cpu, state, blocks);
    }
    // SAFETY: `cpu` proves AVX-512 and BMI.
    unsafe { run(cpu, state, blocks) }
}
