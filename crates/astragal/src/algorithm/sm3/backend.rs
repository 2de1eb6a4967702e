//! Which code compresses blocks of SM3 here: the portable source, on x86-64 compiled for BMI where the
//! processor has it, whose rotations and `andn` save moves.

use super::compress::compress;
use crate::machine::backends::operation;
#[cfg(target_arch = "x86_64")]
use crate::machine::{cpu::Bmi, enter::Token as _};

/// A chaining value, and blocks to compress into it in order.
type Work<'a> = (&'a mut [u32; 8], &'a [[u8; 64]]);

operation! {
    /// A way to compress blocks.
    pub(super) enum Backend: Work<'_> {
        "x86_64" Bmi(Bmi) = "bmi" => bmi,
        Portable => portable,
    }
}

#[cfg(target_arch = "x86_64")]
fn bmi(cpu: Bmi, (state, blocks): Work<'_>) {
    cpu.enter(
        #[inline(always)]
        move || portable((state, blocks)),
    );
}

#[inline(always)]
fn portable((state, blocks): Work<'_>) {
    for block in blocks {
        compress(state, block);
    }
}
