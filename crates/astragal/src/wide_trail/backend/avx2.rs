//! Rows in registers of AVX2, with AES-NI.
#![expect(unsafe_code, reason = "enters a function compiled for AVX2 and AES-NI, tokens in hand")]

use super::{Kernel, Width};
use crate::cpu::{AesNi, Avx2};

pub(super) fn run<K: Kernel>(cpu: (Avx2, AesNi), kernel: K) {
    #[target_feature(enable = "avx2,bmi1,bmi2,aes")]
    fn inner<K: Kernel>(cpu: (Avx2, AesNi), kernel: K) {
        kernel.side_by_side::<<K::Width as Width>::Avx2>(cpu);
    }
    // SAFETY: `cpu` proves the features.
    unsafe { inner(cpu, kernel) }
}
