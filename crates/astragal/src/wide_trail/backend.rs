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
#[cfg(target_arch = "x86_64")]
use crate::cpu::{AesNi, Avx2, Avx512Vbmi, Gfni};
#[cfg(target_arch = "aarch64")]
use crate::cpu::{ArmAes, Neon};
use crate::hash::{Implementation, Timing};

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

/// A way to work on two states.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Backend {
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512Vbmi),
    #[cfg(target_arch = "x86_64")]
    Gfni(Gfni),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2, AesNi),
    #[cfg(target_arch = "aarch64")]
    ArmAes(ArmAes),
    #[cfg(target_arch = "aarch64")]
    Neon(Neon),
    Portable,
}

impl Backend {
    /// Every backend that this machine can run, the fastest first; the last is always portable.
    pub(crate) fn available() -> impl Iterator<Item = Self> {
        let found = [
            #[cfg(target_arch = "x86_64")]
            Avx512Vbmi::detect().map(Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            Gfni::detect().map(Self::Gfni),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().zip(AesNi::detect()).map(|(avx2, aes)| Self::Avx2(avx2, aes)),
            #[cfg(target_arch = "aarch64")]
            ArmAes::detect().map(Self::ArmAes),
            #[cfg(target_arch = "aarch64")]
            Neon::detect().map(Self::Neon),
            Some(Self::Portable),
        ];
        found.into_iter().flatten()
    }

    /// The fastest backend that this machine can run.
    #[inline]
    pub(crate) fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// The backend's name, and what its timing depends on.
    pub(crate) fn implementation(self) -> Implementation {
        let (backend, timing) = match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => ("avx512", Timing::Constant),
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(_) => ("gfni", Timing::Constant),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(..) => ("avx2", Timing::Constant),
            #[cfg(target_arch = "aarch64")]
            Self::ArmAes(_) => ("arm_aes", Timing::Constant),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(_) => ("neon", Timing::Constant),
            Self::Portable => ("portable", Timing::TableBased),
        };
        Implementation { backend, timing }
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
