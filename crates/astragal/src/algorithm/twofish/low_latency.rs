//! Rounds of Twofish on vectors. Each vector holds whole blocks. Each half of a 128-bit lane computes g on a copy of
//! words 0 and 1.

use super::key_schedule::Schedule;
use super::lanes::{EF, FIVE_B};
use super::sbox::MDS;
use crate::platform::simd::Lookup;
use crate::platform::words::store_le;
use crate::traits::cipher::{LowLatency, Vector};

type Block = [u8; 16];

impl LowLatency for Schedule {
    const TIMES: usize = 3;

    #[inline(always)]
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        let mut x = x.xor(words(cpu, [self.k[0], self.k[1], self.k[2], self.k[3]]));
        for k in self.k[8..].as_chunks::<2>().0 {
            // f0 and f1 are in words 2 and 3, the words that they are XORed into.
            let f = self.f_in_vector(cpu, x, *k);
            x = x.rotate_left_32_by(words(cpu, [0, 0, 0, 1])).xor(f);
            x = x.rotate_left_32_by(words(cpu, [0, 0, 31, 0])).shuffle_by(&SWAP_HALVES);
        }
        x.shuffle_by(&SWAP_HALVES).xor(words(cpu, [self.k[4], self.k[5], self.k[6], self.k[7]]))
    }

    #[inline(always)]
    fn decrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        let mut x = x.xor(words(cpu, [self.k[4], self.k[5], self.k[6], self.k[7]]));
        for k in self.k[8..].as_chunks::<2>().0.iter().rev() {
            let f = self.f_in_vector(cpu, x, *k);
            x = x.rotate_left_32_by(words(cpu, [0, 0, 1, 0])).xor(f);
            x = x.rotate_left_32_by(words(cpu, [0, 0, 0, 31])).shuffle_by(&SWAP_HALVES);
        }
        x.shuffle_by(&SWAP_HALVES).xor(words(cpu, [self.k[0], self.k[1], self.k[2], self.k[3]]))
    }
}

impl Schedule {
    /// Computes F on words 0 and 1. Returns the result in words 2 and 3, and zeros in words 0 and 1.
    #[inline(always)]
    fn f_in_vector<V: Vector>(&self, cpu: V::Proof, x: V, k: [u32; 2]) -> V {
        // The low half gets r1 <<< 8 and r0, the high half r0 and r1 <<< 8.
        let x = x.shuffle_by(&[7, 4, 5, 6, 0, 1, 2, 3, 0, 1, 2, 3, 7, 4, 5, 6]);
        let s = look_up_each(cpu, x, &self.s);
        let t = mix(s);
        let upper_half = words(cpu, [0, 0, u32::MAX, u32::MAX]);
        // Adds t0 and t1 in both words, then adds t1 again in the second word. The result is the PHT: (t0 + t1, t0 +
        // 2·t1).
        let other = t.shuffle_by(&[128, 128, 128, 128, 128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7]);
        let twice = t.and(words(cpu, [0, 0, 0, u32::MAX]));
        let k = words(cpu, [0, 0, k[0], k[1]]);
        t.and(upper_half).add_32(other).add_32(twice.add_32(k))
    }
}

/// Looks up byte i of each word in `tables[i]`.
#[inline(always)]
fn look_up_each<V: Vector>(cpu: V::Proof, x: V, tables: &[Lookup; 4]) -> V {
    let mut sum = x.look_up_any(&tables[0]).and(V::splat_32(cpu, 0xff));
    for i in 1..4 {
        sum = sum.xor(x.look_up_any(&tables[i]).and(V::splat_32(cpu, 0xff << (8 * i))));
    }
    sum
}

/// Multiplies the bytes of each word by MDS.
#[inline(always)]
fn mix<V: Vector>(s: V) -> V {
    let (ef, five_b) = (s.map(&EF), s.map(&FIVE_B));
    let ones = s.shuffle_by(&ONES);
    let efs = ef.shuffle_by(&EFS[0]).xor(ef.shuffle_by(&EFS[1]));
    let five_bs = five_b.shuffle_by(&FIVE_BS[0]).xor(five_b.shuffle_by(&FIVE_BS[1]));
    ones.xor(efs).xor(five_bs)
}

/// Shuffles for the factors 01, ef and 5b of MDS. Each shuffle serves one occurrence of its factor per row.
const ONES: Block = positions(0x01, 0);
const EFS: [Block; 2] = [positions(0xef, 0), positions(0xef, 1)];
const FIVE_BS: [Block; 2] = [positions(0x5b, 0), positions(0x5b, 1)];

/// Returns shuffle indices for the multiplication by MDS. Byte `i` of each word gets the column where row `i` of MDS
/// contains `factor`. Occurrences in a row are counted from 0. If there is no such occurrence, the index is 128, which
/// selects a zero.
#[expect(clippy::cast_possible_truncation, reason = "below 16")]
const fn positions(factor: u8, occurrence: usize) -> Block {
    let mut positions = [128; 16];
    let mut byte = 0;
    while byte < 16 {
        let (mut column, mut seen) = (0, 0);
        while column < 4 {
            if MDS[byte % 4][column] == factor {
                if seen == occurrence {
                    positions[byte] = (byte / 4 * 4 + column) as u8;
                }
                seen += 1;
            }
            column += 1;
        }
        byte += 1;
    }
    positions
}

const SWAP_HALVES: Block = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];

/// Repeats four round-key words in each 128-bit lane.
#[inline(always)]
fn words<V: Vector>(cpu: V::Proof, words: [u32; 4]) -> V {
    let mut lane = [0; 16];
    store_le(&words, &mut lane);
    V::splat(cpu, &lane)
}
