//! Which code works on the states here. No `unsafe`: a variant carries its proof.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod bit_matrix;
#[cfg(target_arch = "x86_64")]
mod folded;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "aarch64")]
mod q;
#[cfg(target_arch = "aarch64")]
mod q_pair;
#[cfg(target_arch = "x86_64")]
mod ymm;
#[cfg(target_arch = "x86_64")]
mod zmm;

use super::Sides;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::rows::Rows;
use crate::kind::{Implementation, Timing};
use crate::machine::backends::backends;
#[cfg(target_arch = "x86_64")]
use crate::machine::cpu::{AesNi, Avx2, Avx512Vbmi, Gfni};
#[cfg(target_arch = "aarch64")]
use crate::machine::cpu::{ArmAes, Neon};

/// A piece of work on two states, with what it works on.
pub(crate) trait Kernel {
    /// How wide the states are.
    type Width: Width;

    /// The work by tables, which are indexed by data.
    fn portable(self);
    /// The work without tables in memory; it is inlined into code that is compiled for the instruction set
    /// of `S`.
    fn side_by_side<S: Sides>(self, proof: S::Proof);
}

/// The registers that hold two states of some width.
pub(crate) trait Width {
    #[cfg(target_arch = "x86_64")]
    type Avx512: Sides<Proof = Avx512Vbmi>;
    #[cfg(target_arch = "x86_64")]
    type Gfni: Sides<Proof = Gfni>;
    #[cfg(target_arch = "x86_64")]
    type Avx2: Sides<Proof = (Avx2, AesNi)>;
    #[cfg(target_arch = "aarch64")]
    type ArmAes: Sides<Proof = ArmAes>;
    #[cfg(target_arch = "aarch64")]
    type Neon: Sides<Proof = Neon>;
}

/// States of 64 bytes.
pub(crate) enum Columns8 {}
/// States of 128 bytes.
pub(crate) enum Columns16 {}

impl Width for Columns8 {
    #[cfg(target_arch = "x86_64")]
    type Avx512 = zmm::Zmm<1>;
    #[cfg(target_arch = "x86_64")]
    type Gfni = folded::Folded<Gfni>;
    #[cfg(target_arch = "x86_64")]
    type Avx2 = folded::Folded<(Avx2, AesNi)>;
    #[cfg(target_arch = "aarch64")]
    type ArmAes = Rows<q::Q<ArmAes>>;
    #[cfg(target_arch = "aarch64")]
    type Neon = Rows<q::Q<Neon>>;
}

impl Width for Columns16 {
    #[cfg(target_arch = "x86_64")]
    type Avx512 = zmm::Zmm<2>;
    #[cfg(target_arch = "x86_64")]
    type Gfni = Rows<ymm::Ymm<Gfni>>;
    #[cfg(target_arch = "x86_64")]
    type Avx2 = Rows<ymm::Ymm<(Avx2, AesNi)>>;
    #[cfg(target_arch = "aarch64")]
    type ArmAes = Rows<q_pair::QPair<ArmAes>>;
    #[cfg(target_arch = "aarch64")]
    type Neon = Rows<q_pair::QPair<Neon>>;
}

backends! {
    /// A way to work on two states.
    pub(crate) enum Backend {
        "x86_64" Avx512(Avx512Vbmi) = "avx512",
        "x86_64" Gfni(Gfni) = "gfni",
        "x86_64" Avx2(Avx2, AesNi) = "avx2",
        "aarch64" ArmAes(ArmAes) = "arm-aes",
        "aarch64" Neon(Neon) = "neon",
    }
}

impl Backend {
    /// The backend's name, and what its timing depends on.
    pub(crate) fn implementation(self) -> Implementation {
        let portable = matches!(self, Self::Portable);
        let timing = if portable { Timing::TableBased } else { Timing::Constant };
        Implementation { backend: self.name(), timing }
    }

    /// Does the work.
    #[inline]
    pub(crate) fn run<K: Kernel>(self, kernel: K) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => avx512::run(cpu, kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(cpu) => avx2::run_with_gfni(cpu, kernel),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(avx2, aes) => avx2::run((avx2, aes), kernel),
            #[cfg(target_arch = "aarch64")]
            Self::ArmAes(cpu) => neon::run_with_aes(cpu, kernel),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(cpu) => neon::run(cpu, kernel),
            Self::Portable => kernel.portable(),
        }
    }
}
