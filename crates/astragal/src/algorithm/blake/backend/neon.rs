//! NEON backend: compresses one BLAKE2 block, with the rows of the matrix in vectors. A row of 32-bit words fills one
//! register, and a row of 64-bit words fills two.

use super::super::compress::Work2;
use super::rows::{self, Scattered};
use crate::platform::cpu::Neon;
use crate::platform::enter::Token as _;
use crate::platform::simd::aarch64::{U32x4, U64x4};

pub(super) fn compress_2b(cpu: Neon, work: &mut Work2<'_, u64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, bytes, t, last) = work;
            rows::compress_2::<u64, U64x4, Scattered<u64, U64x4>, 128>(cpu, h, bytes, t, last);
        },
    );
}

pub(super) fn compress_2s(cpu: Neon, work: &mut Work2<'_, u32>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut h, bytes, t, last) = work;
            rows::compress_2::<u32, U32x4, Scattered<u32, U32x4>, 64>(cpu, h, bytes, t, last);
        },
    );
}
