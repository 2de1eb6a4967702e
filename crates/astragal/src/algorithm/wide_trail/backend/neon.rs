//! Rows in registers of NEON, with and without the AES extension.
#![expect(unsafe_code, reason = "enters functions compiled for NEON and AES, token in hand")]

use super::{Kernel, Width};
use crate::machine::cpu::{ArmAes, Neon};

pub(super) fn run<K: Kernel>(cpu: Neon, kernel: K) {
    #[target_feature(enable = "neon")]
    fn inner<K: Kernel>(cpu: Neon, kernel: K) {
        kernel.side_by_side::<<K::Width as Width>::Neon>(cpu);
    }
    // SAFETY: `cpu` proves NEON.
    unsafe { inner(cpu, kernel) }
}

pub(super) fn run_with_aes<K: Kernel>(cpu: ArmAes, kernel: K) {
    #[target_feature(enable = "neon,aes")]
    fn inner<K: Kernel>(cpu: ArmAes, kernel: K) {
        kernel.side_by_side::<<K::Width as Width>::ArmAes>(cpu);
    }
    // SAFETY: `cpu` proves NEON and AES.
    unsafe { inner(cpu, kernel) }
}
