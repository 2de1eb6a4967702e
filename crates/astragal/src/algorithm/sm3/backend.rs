//! Backends of SM3. `bmi` is the portable source, compiled with BMI instructions: `rorx` and `andn` avoid register
//! copies. `avx2` computes the schedule in vectors. Rotations of AVX-512 would make the schedule shorter, but the rounds
//! take as long, so processors with AVX-512 use `avx2` too.

use super::compress::compress;
#[cfg(all(target_arch = "x86_64", not(any(miri, astragal_model))))]
use super::schedule_ahead;
use crate::construction::block_buffer::Blocks;
use crate::platform::backends::operation;
#[cfg(target_arch = "x86_64")]
use crate::platform::{
    cpu::{Avx2, Bmi},
    enter::Token as _,
};

operation! {
    /// Backend that compresses blocks of SM3.
    pub(super) enum Backend: Blocks<'_, [u32; 8], 64> {
        "x86_64" Avx2(Avx2) = "avx2" => schedule_ahead,
        "x86_64" Bmi(Bmi) = "bmi" => bmi,
        Portable => portable,
    }
}

/// Computes the schedule in vectors, and the rounds. Both are in assembly, which Miri and the models of instructions do
/// not support. Under these, the portable source runs instead.
#[cfg(target_arch = "x86_64")]
fn schedule_ahead(cpu: Avx2, work: &mut Blocks<'_, [u32; 8], 64>) {
    #[cfg(any(miri, astragal_model))]
    return bmi(cpu.into(), work);
    #[cfg(not(any(miri, astragal_model)))]
    cpu.enter(
        #[inline(always)]
        move || schedule_ahead::compress_blocks(cpu, work.0, work.1),
    );
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
