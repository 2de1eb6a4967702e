//! Backends for Poly1305. This file has the portable code, which is also compiled with BMI instructions.
//! `poly1305/ifma.rs` has the AVX-512 code.

use super::{Deferred, Multiplier, Number};
use crate::platform::backends::operation;
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::Bmi;
#[cfg(target_arch = "x86_64")]
use crate::platform::enter::Token as _;
use crate::traits::Implementation;

/// Multiplier r, accumulator h, and the whole blocks that Poly1305 absorbs.
pub(super) struct Work<'a> {
    pub(super) r: &'a Multiplier,
    pub(super) h: &'a mut Number,
    pub(super) blocks: &'a [[u8; 16]],
}

operation! {
    /// Backend for Poly1305 for whole blocks.
    pub(super) enum Backend: Work<'_> {
        "x86_64" Ifma(Avx512Ifma) = "avx512" => super::ifma::absorb,
        "x86_64" Bmi(Bmi) = "bmi" => bmi,
        Portable => absorb,
    }
}

/// Absorbs the blocks one by one.
#[inline(always)]
pub(super) fn absorb(work: &mut Work<'_>) {
    let mut h = Deferred::new(*work.h);
    for i in 0..work.blocks.len() {
        h = h.absorb_block(*work.r, &work.blocks[i], 1);
    }
    *work.h = h.finish();
}

/// The portable code, compiled with BMI instructions. The BMI2 multiplication `mulx` does not change the flags, so the
/// flags can hold carries.
#[cfg(target_arch = "x86_64")]
fn bmi(cpu: Bmi, work: &mut Work<'_>) {
    cpu.enter(
        #[inline(always)]
        move || absorb(work),
    );
}

impl Backend {
    /// Returns the name and the timing behaviour of the active backend. Every backend is constant-time.
    pub(super) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), ..Implementation::PORTABLE }
    }
}
