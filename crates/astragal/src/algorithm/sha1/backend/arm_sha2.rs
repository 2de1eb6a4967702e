//! SHA-1 with the SHA instructions of aarch64: four rounds per instruction.

use crate::construction::block_buffer::Blocks;
use crate::platform::cpu::ArmSha2;
use crate::platform::enter::Token as _;
use crate::platform::simd::aarch64::U32x4Sha;

pub(super) fn compress_blocks(cpu: ArmSha2, work: &mut Blocks<'_, [u32; 5], 64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut state, blocks) = work;
            run(cpu, state, blocks);
        },
    );
}

#[inline(always)]
fn run(cpu: ArmSha2, state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    let [a, b, c, d, mut e] = *state;
    let mut abcd = U32x4Sha::new(cpu, [a, b, c, d]);
    for block in blocks {
        let (saved_abcd, saved_e) = (abcd, e);
        let mut w = [abcd; 4];
        for (w, quarter) in w.iter_mut().zip(block.as_chunks::<16>().0) {
            *w = U32x4Sha::load_be(cpu, quarter);
        }
        for i in 0..20 {
            if i >= 4 {
                let older = w[i % 4].sha1_older(w[(i + 1) % 4], w[(i + 2) % 4]);
                w[i % 4] = older.sha1_schedule(w[(i + 3) % 4]);
            }
            let kw = w[i % 4].add(U32x4Sha::new(cpu, [K[i / 5]; 4]));
            let next_e = abcd.sha1_next_e();
            abcd = match i / 5 {
                0 => abcd.sha1_rounds::<0>(e, kw),
                2 => abcd.sha1_rounds::<2>(e, kw),
                _ => abcd.sha1_rounds::<1>(e, kw),
            };
            e = next_e;
        }
        abcd = abcd.add(saved_abcd);
        e = e.wrapping_add(saved_e);
    }
    let [a, b, c, d] = abcd.to_array();
    *state = [a, b, c, d, e];
}

/// Round constants of FIPS 180-4 §4.2.1.
const K: [u32; 4] = [0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xca62_c1d6];
