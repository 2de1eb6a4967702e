//! SHA-1 by the extension of aarch64: four rounds an instruction.
#![expect(unsafe_code, reason = "enters a function compiled for SHA2, token in hand")]

use core::arch::aarch64::*;
use core::array::from_fn;

use crate::machine::cpu::ArmSha2;
use crate::machine::simd::aarch64::q;

pub(super) fn compress_blocks(_cpu: ArmSha2, state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    // SAFETY: `_cpu` proves the SHA-1 and SHA-256 extension.
    unsafe { run(state, blocks) }
}

#[target_feature(enable = "neon,sha2")]
fn run(state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    let [a, b, c, d, mut e] = *state;
    let mut abcd = q::from_words([a, b, c, d]);
    for block in blocks {
        let (saved_abcd, saved_e) = (abcd, e);
        let (quarters, _) = block.as_chunks::<16>();
        let mut w: [uint32x4_t; 4] = from_fn(|i| q::from_be_bytes(quarters[i]));
        for i in 0..20 {
            if i >= 4 {
                let older = vsha1su0q_u32(w[i % 4], w[(i + 1) % 4], w[(i + 2) % 4]);
                w[i % 4] = vsha1su1q_u32(older, w[(i + 3) % 4]);
            }
            let kw = vaddq_u32(w[i % 4], vdupq_n_u32(K[i / 5]));
            let next_e = vsha1h_u32(vgetq_lane_u32::<0>(abcd));
            abcd = match i / 5 {
                0 => vsha1cq_u32(abcd, e, kw),
                2 => vsha1mq_u32(abcd, e, kw),
                _ => vsha1pq_u32(abcd, e, kw),
            };
            e = next_e;
        }
        abcd = vaddq_u32(abcd, saved_abcd);
        e = e.wrapping_add(saved_e);
    }
    let [a, b, c, d] = q::to_words(abcd);
    *state = [a, b, c, d, e];
}

/// FIPS 180-4 §4.2.1
const K: [u32; 4] = [0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xca62_c1d6];
