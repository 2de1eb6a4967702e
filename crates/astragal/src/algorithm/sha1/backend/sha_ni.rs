//! SHA-1 by the SHA extensions: four rounds an instruction, at the limit of its latency.

use crate::construction::block_buffer::Blocks;
use crate::machine::cpu::ShaNi;
use crate::machine::enter::Token as _;
use crate::machine::simd::x86_64::U32x4Sha;
use crate::machine::unroll::unroll;

pub(super) fn compress_blocks(cpu: ShaNi, (state, blocks): Blocks<'_, [u32; 5], 64>) {
    cpu.enter(
        #[inline(always)]
        move || run(cpu, state, blocks),
    );
}

/// The instructions want A and the message's first word in the highest lane.
#[inline(always)]
fn run(cpu: ShaNi, state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    let [a, b, c, d, e] = *state;
    let mut abcd = U32x4Sha::new(cpu, [d, c, b, a]);
    let mut e = U32x4Sha::new(cpu, [0, 0, 0, e]);
    for block in blocks {
        let (saved_abcd, saved_e) = (abcd, e);
        let mut w = [abcd; 4];
        for (w, quarter) in w.iter_mut().zip(block.as_chunks::<16>().0) {
            *w = U32x4Sha::load_reversed(cpu, quarter);
        }
        // The first E is given; later ones are A of four rounds before, rotated.
        let first = e.add(w[0]);
        let mut before = abcd;
        abcd = abcd.sha1_rounds::<0>(first);
        unroll!(for i in 1..5 {
            four_rounds::<0>(&mut abcd, &mut before, &mut w, i);
        });
        unroll!(for i in 0..5 {
            four_rounds::<1>(&mut abcd, &mut before, &mut w, 5 + i);
        });
        unroll!(for i in 0..5 {
            four_rounds::<2>(&mut abcd, &mut before, &mut w, 10 + i);
        });
        unroll!(for i in 0..5 {
            four_rounds::<3>(&mut abcd, &mut before, &mut w, 15 + i);
        });
        e = before.sha1_next_e(saved_e);
        abcd = abcd.add(saved_abcd);
    }
    let [d, c, b, a] = abcd.to_array();
    *state = [a, b, c, d, e.to_array()[3]];
}

/// Rounds 4i to 4i + 3, with the function and constant of number `F`. `before` is what `abcd` was four
/// rounds ago.
#[inline(always)]
fn four_rounds<const F: i32>(
    abcd: &mut U32x4Sha,
    before: &mut U32x4Sha,
    w: &mut [U32x4Sha; 4],
    i: usize,
) {
    if i >= 4 {
        let older = w[i % 4].sha1_older(w[(i + 1) % 4]).xor(w[(i + 2) % 4]);
        w[i % 4] = older.sha1_schedule(w[(i + 3) % 4]);
    }
    let e = before.sha1_next_e(w[i % 4]);
    *before = *abcd;
    *abcd = abcd.sha1_rounds::<F>(e);
}
