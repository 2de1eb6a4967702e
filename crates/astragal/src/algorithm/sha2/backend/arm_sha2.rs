//! SHA-256 with the SHA instructions of aarch64: four rounds per instruction.

use super::super::constants::K_32;
use crate::construction::block_buffer::Blocks;
use crate::platform::cpu::ArmSha2;
use crate::platform::enter::Token as _;
use crate::platform::simd::aarch64::U32x4Sha;

pub(super) fn compress_blocks(cpu: ArmSha2, work: &mut Blocks<'_, [u32; 8], 64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut state, blocks) = work;
            run(cpu, state, blocks);
        },
    );
}

#[inline(always)]
fn run(cpu: ArmSha2, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let (k, _) = K_32.as_chunks::<4>();
    let [a, b, c, d, e, f, g, h] = *state;
    let mut abcd = U32x4Sha::new(cpu, [a, b, c, d]);
    let mut efgh = U32x4Sha::new(cpu, [e, f, g, h]);
    for block in blocks {
        let (saved_abcd, saved_efgh) = (abcd, efgh);
        let mut w = [abcd; 4];
        for (w, quarter) in w.iter_mut().zip(block.as_chunks::<16>().0) {
            *w = U32x4Sha::load_be(cpu, quarter);
        }
        for (i, &k) in k.iter().enumerate() {
            if i >= 4 {
                let older = w[i % 4].sha256_older(w[(i + 1) % 4]);
                w[i % 4] = older.sha256_schedule(w[(i + 2) % 4], w[(i + 3) % 4]);
            }
            let kw = w[i % 4].add(U32x4Sha::new(cpu, k));
            let before = abcd;
            abcd = abcd.sha256_rounds(efgh, kw);
            efgh = efgh.sha256_rounds_lower(before, kw);
        }
        abcd = abcd.add(saved_abcd);
        efgh = efgh.add(saved_efgh);
    }
    let ([a, b, c, d], [e, f, g, h]) = (abcd.to_array(), efgh.to_array());
    *state = [a, b, c, d, e, f, g, h];
}
