//! Computes the chaining values of eight chunks of BLAKE3, one per vector lane. `registers` does this for sixteen chunks.
//!
//! Before the rounds of a block, its words must be transposed. The shuffles for this run in only one or two of the
//! execution units, so the other units would wait. Each round therefore also does a part of the transposition of the next
//! block, and the message words are in memory.

use core::hint::black_box;

use super::super::compress::blake3::{CHUNK_BLOCKS, ChainingBytes, SCHEDULES};
use super::super::g::{Words32, arranged, round};
use super::lanes::{NodeBatch, concat_rows, counters_of, matrix, splat, write};
use crate::platform::cpu::Avx512;
use crate::platform::simd::x86_64::{U32x8, U32x16};
use crate::platform::simd::{Arx as _, Vector32};
use crate::platform::unroll::unroll;
use crate::platform::words::quarter;

/// Stack use of [`chain`] in bytes.
pub(super) const STACK_BYTES: usize = 4096;

/// Vector type whose transposition can be done in four parts.
pub(super) trait Parts<const W: usize>: Vector32<W, Proof = Avx512> {
    /// Does part `part` of the transposition of `blocks`. After all four parts, in order, vector `i` of `columns` holds
    /// word `i` of each block.
    fn transpose_part(cpu: Avx512, blocks: [&[u8; 64]; W], part: usize, columns: &mut [Self; 16]);
}

impl Parts<8> for U32x8<Avx512> {
    /// Transposes a quarter of each block.
    #[inline(always)]
    fn transpose_part(cpu: Avx512, blocks: [&[u8; 64]; 8], part: usize, columns: &mut [Self; 16]) {
        let mut rows = [columns[0]; 4];
        for j in 0..4 {
            rows[j] =
                Self::from_halves(cpu, [quarter(blocks[j], part), quarter(blocks[4 + j], part)]);
        }
        let squares = Self::transpose_squares(rows);
        for j in 0..4 {
            columns[4 * part + j] = squares[j];
        }
    }
}

impl Parts<16> for U32x16 {
    /// Transposes squares of 4 × 4 words in a half of eight blocks. After two such parts, quarters 0 and 1 of a vector
    /// hold words `i` and `i + 4` of four blocks, and quarters 2 and 3 hold these words of four other blocks.
    #[inline(always)]
    fn transpose_part(cpu: Avx512, blocks: [&[u8; 64]; 16], part: usize, columns: &mut [Self; 16]) {
        let (half, first) = (part / 2, 8 * (part % 2));
        let mut rows = [columns[0]; 4];
        for j in 0..4 {
            let low = U32x8::load_le(cpu, &blocks[first + j].as_chunks().0[half]);
            let high = U32x8::load_le(cpu, &blocks[first + 4 + j].as_chunks().0[half]);
            rows[j] = Self::from_halves([low, high]);
        }
        let squares = Self::transpose_squares(rows);
        for j in 0..4 {
            let i = 8 * half + j;
            if first == 0 {
                columns[i] = squares[j];
            } else {
                [columns[i], columns[i + 4]] = columns[i].even_and_odd_quarters(squares[j]);
            }
        }
    }
}

/// Computes the chaining values of at most `W` chunks. Unused lanes repeat the last chunk.
#[inline(always)]
pub(super) fn chain<V: Parts<W>, const W: usize>(
    cpu: Avx512,
    batch: NodeBatch<'_, CHUNK_BLOCKS>,
    out: &mut [ChainingBytes],
) {
    let inputs = batch.first::<W>();
    let counters = counters_of::<V, W, CHUNK_BLOCKS>(cpu, &batch);
    let mut cv = splat::<V, W, 8>(cpu, &batch.mode.key);
    let mut words = [[cv[0]; 16]; 2];
    let [mut m, mut next] = words.each_mut();
    let mut blocks = [&inputs[0][0]; W];
    for j in 0..W {
        blocks[j] = &inputs[j][0];
    }
    unroll!(for part in 0..4 {
        V::transpose_part(cpu, blocks, part, m);
    });
    for i in 0..CHUNK_BLOCKS {
        // After the last block, this block is transposed again, and the result is not used.
        for j in 0..W {
            blocks[j] = &inputs[j][(i + 1).min(CHUNK_BLOCKS - 1)];
        }
        let mut v = matrix::<V, W>(cpu, &cv, counters, [64, batch.flags_of(i)]);
        unroll!(for r in 0..7 {
            // `black_box` keeps the words in memory, and each part of the transposition behind its round.
            v = round::<Words32, [V; 4]>(v, arranged(black_box(&*m), &SCHEDULES[r]));
            if r == 1 || r == 2 || r == 4 || r == 5 {
                V::transpose_part(cpu, blocks, [0, 0, 1, 0, 2, 3, 0][r], next);
                black_box(&mut *next);
            }
        });
        let [a, b, c, d] = v;
        cv = concat_rows([a.xor(c), b.xor(d)]);
        core::mem::swap(&mut m, &mut next);
    }
    write(&V::rows_of_8(&cv), out);
}
