//! Which code compresses blocks of SM3 here: the portable source, on x86-64 compiled for BMI where the
//! processor has it, whose rotations and `andn` save moves.

use super::compress::compress;
use crate::construction::block_buffer::Blocks;
use crate::machine::backends::operation;
#[cfg(target_arch = "x86_64")]
use crate::machine::{cpu::Bmi, enter::Token as _};

operation! {
    /// A way to compress blocks.
    pub(super) enum Backend: Blocks<'_, [u32; 8], 64> {
        "x86_64" Bmi(Bmi) = "bmi" => bmi,
        Portable => portable,
    }
}

#[cfg(target_arch = "x86_64")]
fn bmi(cpu: Bmi, work: &mut Blocks<'_, [u32; 8], 64>) {
    cpu.enter(
        #[inline(always)]
        move || portable(work),
    );
}

#[inline(always)]
fn portable(work: &mut Blocks<'_, [u32; 8], 64>) {
    let &mut (ref mut state, blocks) = work;
    for block in blocks {
        compress(state, block);
    }
}
