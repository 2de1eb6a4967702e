//! A register or two per state, with VBMI and GFNI.
#![expect(unsafe_code, reason = "enters a function compiled for AVX-512, token in hand")]

use super::{Kernel, Width};
use crate::machine::cpu::Avx512Vbmi;

pub(super) fn run<K: Kernel>(cpu: Avx512Vbmi, kernel: K) {
    #[target_feature(
        enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,gfni,vaes,avx2,bmi1,bmi2"
    )]
    fn inner<K: Kernel>(cpu: Avx512Vbmi, kernel: K) {
        kernel.side_by_side::<<K::Width as Width>::Avx512>(cpu);
    }
    // SAFETY: `cpu` proves the features.
    unsafe { inner(cpu, kernel) }
}
