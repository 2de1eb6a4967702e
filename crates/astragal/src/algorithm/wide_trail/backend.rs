//! Backends that process two states of a wide-trail hash together. This file selects the register layout:
//!
//! - States of 8 columns: `avx512` on AVX-512, `avx2` on AVX2, `u8x16` on aarch64.
//! - States of 16 columns: `avx512` on AVX-512, `u8x32` on AVX2, `neon` on aarch64.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "aarch64")]
mod u8x16;
#[cfg(target_arch = "x86_64")]
mod u8x32;

use super::StatePair;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::rows::Rows;
use crate::platform::backends::backends;
#[cfg(target_arch = "aarch64")]
use crate::platform::cpu::{ArmAes, Neon};
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::{Avx2Aes, Avx512Vbmi, Gfni};
use crate::platform::enter::{self, Token};
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::U8x16;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::U8x32;
use crate::traits::{Implementation, Timing};

/// Kernel of a wide-trail hash: a computation on two states, such as the compression of blocks. A type that implements
/// this trait holds the inputs and outputs of the computation.
pub(crate) trait PermutationKernel {
    /// Width of each state: 8 or 16 columns.
    type Width: Width;

    /// Runs the kernel in portable code, which indexes tables by data.
    fn portable(self);
    /// Runs the kernel on vectors. No memory access depends on data. This method is inlined into code that is compiled
    /// for the instruction set of `S`.
    fn vectorized<S: StatePair>(self, proof: S::Proof);
}

/// Width of a state. For each instruction set, it selects the vector type that holds two states.
pub(crate) trait Width {
    #[cfg(target_arch = "x86_64")]
    type Avx512: StatePair<Proof = Avx512Vbmi>;
    #[cfg(target_arch = "x86_64")]
    type Gfni: StatePair<Proof = Gfni>;
    #[cfg(target_arch = "x86_64")]
    type Avx2: StatePair<Proof = Avx2Aes>;
    #[cfg(target_arch = "aarch64")]
    type ArmAes: StatePair<Proof = ArmAes>;
    #[cfg(target_arch = "aarch64")]
    type Neon: StatePair<Proof = Neon>;
}

/// Width of 8 columns: 64-byte states.
pub(crate) enum Columns8 {}
/// Width of 16 columns: 128-byte states.
pub(crate) enum Columns16 {}

impl Width for Columns8 {
    #[cfg(target_arch = "x86_64")]
    type Avx512 = avx512::Zmm<1>;
    #[cfg(target_arch = "x86_64")]
    type Gfni = avx2::Folded<Gfni>;
    #[cfg(target_arch = "x86_64")]
    type Avx2 = avx2::Folded<Avx2Aes>;
    #[cfg(target_arch = "aarch64")]
    type ArmAes = Rows<U8x16<ArmAes>>;
    #[cfg(target_arch = "aarch64")]
    type Neon = Rows<U8x16<Neon>>;
}

impl Width for Columns16 {
    #[cfg(target_arch = "x86_64")]
    type Avx512 = avx512::Zmm<2>;
    #[cfg(target_arch = "x86_64")]
    type Gfni = Rows<U8x32<Gfni>>;
    #[cfg(target_arch = "x86_64")]
    type Avx2 = Rows<U8x32<Avx2Aes>>;
    #[cfg(target_arch = "aarch64")]
    type ArmAes = Rows<neon::QPair<ArmAes>>;
    #[cfg(target_arch = "aarch64")]
    type Neon = Rows<neon::QPair<Neon>>;
}

backends! {
    /// Backend that processes two states.
    pub(crate) enum Backend {
        "x86_64" Avx512(Avx512Vbmi) = "avx512",
        "x86_64" Gfni(Gfni) = "gfni",
        "x86_64" Avx2(Avx2Aes) = "avx2",
        "aarch64" ArmAes(ArmAes) = "arm-aes",
        "aarch64" Neon(Neon) = "neon",
    }
}

impl Backend {
    /// Returns the name and the timing behaviour of the backend.
    pub(crate) fn implementation(self) -> Implementation {
        let portable = matches!(self, Self::Portable);
        let timing = if portable { Timing::TableBased } else { Timing::Constant };
        Implementation { backend: self.name(), timing }
    }

    /// Runs the kernel on this backend.
    #[inline]
    pub(crate) fn run<K: PermutationKernel>(self, kernel: K) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => compiled::<K, <K::Width as Width>::Avx512>(cpu, kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(cpu) => compiled::<K, <K::Width as Width>::Gfni>(cpu, kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => compiled::<K, <K::Width as Width>::Avx2>(cpu, kernel),
            #[cfg(target_arch = "aarch64")]
            Self::ArmAes(cpu) => compiled::<K, <K::Width as Width>::ArmAes>(cpu, kernel),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(cpu) => compiled::<K, <K::Width as Width>::Neon>(cpu, kernel),
            Self::Portable => kernel.portable(),
        }
    }
}

/// Runs the kernel on vectors. The type `S` holds two states.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn compiled<K: PermutationKernel, S: StatePair<Proof: Token>>(proof: S::Proof, kernel: K) {
    struct Vectorized<K, S: StatePair>(K, S::Proof);

    impl<K: PermutationKernel, S: StatePair> enter::WithFeatures for Vectorized<K, S> {
        type Output = ();

        #[inline(always)]
        fn run(self) {
            self.0.vectorized::<S>(self.1);
        }
    }

    proof.enter(Vectorized::<K, S>(kernel, proof));
}
