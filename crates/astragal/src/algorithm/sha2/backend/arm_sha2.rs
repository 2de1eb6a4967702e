//! SHA-256 by the extension of aarch64: four rounds an instruction.
#![expect(unsafe_code, reason = "enters a function compiled for SHA2, token in hand")]

use core::arch::aarch64::*;
use core::array::from_fn;

use super::super::constants::K_32;
use crate::machine::cpu::ArmSha2;
use crate::machine::simd::aarch64::q;

pub(super) fn compress_blocks(_cpu: ArmSha2, state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    // SAFETY: `_cpu` proves the SHA-1 and SHA-256 extension.
    unsafe { run(state, blocks) }
}

#[target_feature(enable = "neon,sha2")]
fn run(state: &mut [u32; 8], blocks: &[[u8; 64]]) {
    let (k, _) = K_32.as_chunks::<4>();
    let [a, b, c, d, e, f, g, h] = *state;
    let mut abcd = q::from_words([a, b, c, d]);
    let mut efgh = q::from_words([e, f, g, h]);
    for block in blocks {
        let (saved_abcd, saved_efgh) = (abcd, efgh);
        let (quarters, _) = block.as_chunks::<16>();
        let mut w: [uint32x4_t; 4] = from_fn(|i| q::from_be_bytes(quarters[i]));
        for (i, &k) in k.iter().enumerate() {
            if i >= 4 {
                let older = vsha256su0q_u32(w[i % 4], w[(i + 1) % 4]);
                w[i % 4] = vsha256su1q_u32(older, w[(i + 2) % 4], w[(i + 3) % 4]);
            }
            let kw = vaddq_u32(w[i % 4], q::from_words(k));
            let before = abcd;
            abcd = vsha256hq_u32(abcd, efgh, kw);
            efgh = vsha256h2q_u32(efgh, before, kw);
        }
        abcd = vaddq_u32(abcd, saved_abcd);
        efgh = vaddq_u32(efgh, saved_efgh);
    }
    let ([a, b, c, d], [e, f, g, h]) = (q::to_words(abcd), q::to_words(efgh));
    *state = [a, b, c, d, e, f, g, h];
}
