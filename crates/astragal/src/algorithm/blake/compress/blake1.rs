//! The compression function of BLAKE (§2.1.2, §2.2.2).

use super::super::g::{Distances, FirstWords64, Words32, arranged, round};
use super::super::{BlakeWord, SIGMA};
use crate::platform::array::{Flat as _, copy};
use crate::platform::simd::Arx;
use crate::platform::words::load_be;

/// Word type of BLAKE, with the rotation distances, the number of rounds and the constants for this type.
pub(crate) trait Blake1Word: BlakeWord {
    type Rotations: Distances;
    const ROUNDS: usize;
    /// The constants c0 to c15 (§2.1.1, §2.2.1).
    const C: [Self; 16];
}

impl Blake1Word for u32 {
    type Rotations = Words32;
    const ROUNDS: usize = 14;
    const C: [Self; 16] = {
        let mut c = [0; 16];
        let mut i = 0;
        while i < 8 {
            c[2 * i] = (PI[i] >> 32) as Self;
            c[2 * i + 1] = (PI[i] & 0xffff_ffff) as Self;
            i += 1;
        }
        c
    };
}

impl Blake1Word for u64 {
    type Rotations = FirstWords64;
    const ROUNDS: usize = 16;
    const C: [Self; 16] = PI;
}

/// Applies the compression function (§2.1.2, §2.2.2) to each block. `t` is the number of message bits up to and
/// including the first block.
pub(crate) fn compress<W: Blake1Word, const N: usize>(
    h: &mut [W; 8],
    salt: &[W; 4],
    blocks: &[[u8; N]],
    mut t: u128,
) {
    for block in blocks {
        compress_block(h, salt, &load_be(block), t);
        t = t.wrapping_add(8 * N as u128);
    }
}

fn compress_block<W: Blake1Word>(h: &mut [W; 8], salt: &[W; 4], m: &[W; 16], t: u128) {
    let c = &W::C;
    let [t0, t1] = W::split(t);
    let [h_low, h_high] = [[h[0], h[1], h[2], h[3]], [h[4], h[5], h[6], h[7]]];
    let counter = [c[4].xor(t0), c[5].xor(t0), c[6].xor(t1), c[7].xor(t1)];
    let mut v = [h_low, h_high, [c[0], c[1], c[2], c[3]].xor(*salt), counter];
    for sigma in SIGMA.iter().cycle().take(W::ROUNDS) {
        let mut words = *m;
        for i in 0..16 {
            words[i] = m[sigma[i]].xor(c[sigma[i ^ 1]]);
        }
        v = round::<W::Rotations, [W; 4]>(v, arranged(&words, &SIGMA[0]));
    }
    let [a, b, c, d] = v;
    let (low, high) = (h_low.xor(*salt).xor(a).xor(c), h_high.xor(*salt).xor(b).xor(d));
    copy(h, [low, high].flat());
}

/// The first 1024 bits of the fractional part of π (§2.2.1).
const PI: [u64; 16] = [
    0x243f_6a88_85a3_08d3,
    0x1319_8a2e_0370_7344,
    0xa409_3822_299f_31d0,
    0x082e_fa98_ec4e_6c89,
    0x4528_21e6_38d0_1377,
    0xbe54_66cf_34e9_0c6c,
    0xc0ac_29b7_c97c_50dd,
    0x3f84_d5b5_b547_0917,
    0x9216_d5d9_8979_fb1b,
    0xd131_0ba6_98df_b5ac,
    0x2ffd_72db_d01a_dfb7,
    0xb8e1_afed_6a26_7e96,
    0xba7c_9045_f12c_7f99,
    0x24a1_9947_b391_6cf7,
    0x0801_f2e2_858e_fc16,
    0x6369_20d8_7157_4e69,
];
