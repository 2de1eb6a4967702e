//! Computes the chaining values of sixteen BLAKE3 nodes with AVX-512, one per vector lane, with G in assembly.
//!
//! The matrix and the message words fill all 32 registers. On Emerald Rapids, power limits the frequency of this code, and
//! loads and stores cost power. The compiler's code had the message words in memory or spilled the matrix: it ran at 2.80
//! GHz, and this code at 2.90 GHz, with the same number of cycles. Hashing 16 KiB takes 0.95 times as long.

use super::super::compress::blake3::{ChainingBytes, SCHEDULES};
use super::super::g::arranged;
#[cfg(any(miri, astragal_model))]
use super::super::g::{Words32, round};
use super::interleaved::Parts as _;
use super::lanes::{NodeBatch, concat_rows, counters_of, matrix, splat, write};
use crate::platform::cpu::Avx512;
#[cfg(not(any(miri, astragal_model)))]
use crate::platform::simd::Turn as _;
use crate::platform::simd::x86_64::U32x16;
#[cfg(not(any(miri, astragal_model)))]
use crate::platform::simd::x86_64::blake3_lanes::g_16;
use crate::platform::simd::{Arx as _, Vector32 as _};
use crate::platform::unroll::unroll;

/// Computes the chaining values of at most sixteen nodes. Unused lanes repeat the last node.
#[inline(always)]
pub(super) fn chain<const E: usize>(
    cpu: Avx512,
    batch: NodeBatch<'_, E>,
    out: &mut [ChainingBytes],
) {
    let inputs = batch.first::<16>();
    let counters = counters_of::<U32x16, 16, E>(cpu, &batch);
    let mut cv = splat::<U32x16, 16, 8>(cpu, &batch.mode.key);
    for i in 0..E {
        let mut blocks = [&inputs[0][i]; 16];
        for j in 0..16 {
            blocks[j] = &inputs[j][i];
        }
        // Loads of half blocks replace 16 of 64 shuffles, which only one execution port takes.
        let mut m = [cv[0]; 16];
        unroll!(for part in 0..4 {
            U32x16::transpose_part(cpu, blocks, part, &mut m);
        });
        let mut v = matrix::<U32x16, 16>(cpu, &cv, counters, [64, batch.flags_of(i)]);
        unroll!(for r in 0..7 {
            v = round_16(v, arranged(&m, &SCHEDULES[r]));
        });
        let [a, b, c, d] = v;
        cv = concat_rows([a.xor(c), b.xor(d)]);
    }
    write(&U32x16::rows_of_8(&cv), out);
}

/// Performs one round, as [`super::super::g::round`] does.
#[cfg(not(any(miri, astragal_model)))]
#[inline(always)]
fn round_16(v: [[U32x16; 4]; 4], [x, y, z, w]: [[U32x16; 4]; 4]) -> [[U32x16; 4]; 4] {
    let [a, b, c, d] = g_16(v, [x, y]);
    let [a, b, c, d] = g_16([a.turn_3(), b, c.turn_1(), d.turn_2()], [z, w]);
    [a.turn_1(), b, c.turn_3(), d.turn_2()]
}

#[cfg(any(miri, astragal_model))]
#[inline(always)]
fn round_16(v: [[U32x16; 4]; 4], words: [[U32x16; 4]; 4]) -> [[U32x16; 4]; 4] {
    round::<Words32, [U32x16; 4]>(v, words)
}
