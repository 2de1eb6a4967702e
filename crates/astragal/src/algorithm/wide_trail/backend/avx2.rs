//! Rows in registers of AVX2, with AES-NI, or with GFNI and VAES.
#![expect(unsafe_code, reason = "enters functions compiled for AVX2, tokens in hand")]

use super::{Kernel, Width};
use crate::machine::cpu::{AesNi, Avx2, Gfni};

pub(super) fn run<K: Kernel>(cpu: (Avx2, AesNi), kernel: K) {
    #[target_feature(enable = "avx2,bmi1,bmi2,aes")]
    fn inner<K: Kernel>(cpu: (Avx2, AesNi), kernel: K) {
        kernel.side_by_side::<<K::Width as Width>::Avx2>(cpu);
    }
    // SAFETY: `cpu` proves the features.
    unsafe { inner(cpu, kernel) }
}

pub(super) fn run_with_gfni<K: Kernel>(cpu: Gfni, kernel: K) {
    #[target_feature(enable = "gfni,vaes,avx2,bmi1,bmi2")]
    fn inner<K: Kernel>(cpu: Gfni, kernel: K) {
        kernel.side_by_side::<<K::Width as Width>::Gfni>(cpu);
    }
    // SAFETY: `cpu` proves the features.
    unsafe { inner(cpu, kernel) }
}
