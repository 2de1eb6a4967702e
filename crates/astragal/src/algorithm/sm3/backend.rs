//! Backends of SM3. `bmi` is the portable source, compiled with BMI instructions: `rorx` and `andn` avoid register
//! copies. The other backends compute the schedule in vectors.

use super::compress::compress;
#[cfg(target_arch = "x86_64")]
use super::schedule_ahead;
use crate::construction::block_buffer::Blocks;
use crate::platform::backends::operation;
#[cfg(target_arch = "x86_64")]
use crate::platform::{cpu::Bmi, enter::Token, simd::x86_64::X86};

operation! {
    /// Backend that compresses blocks of SM3.
    pub(super) enum Backend: Blocks<'_, [u32; 8], 64> {
        "x86_64" Avx512(Avx512) = "avx512" => schedule_ahead,
        "x86_64" Avx2(Avx2) = "avx2" => schedule_ahead,
        "x86_64" Bmi(Bmi) = "bmi" => bmi,
        Portable => portable,
    }
}

/// Computes the schedule in vectors and the rounds in assembly. Under Miri, which does not support assembly, the
/// portable source runs instead.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn schedule_ahead<P: X86 + Token + Into<Bmi>>(cpu: P, work: &mut Blocks<'_, [u32; 8], 64>) {
    if cfg!(miri) {
        return portable(work);
    }
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
