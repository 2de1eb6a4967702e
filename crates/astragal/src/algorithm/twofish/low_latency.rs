//! Rounds of Twofish on vectors. Each 128-bit lane holds one block. Both halves of the lane compute the function g of
//! the same two words, in opposite order. The pseudo-Hadamard transform then adds one half to the other.

use super::key_schedule::Schedule;
use super::lanes::{EF, FIVE_B};
use super::sbox::MDS;
use crate::platform::thresholds::{self, FewBlocks};
use crate::platform::words::store_le;
use crate::traits::cipher::{LowLatency, Vector};

type Block = [u8; 16];

/// `docs/one-block.md` lists the dependency chain of a round.
impl LowLatency for Schedule {
    const FEW: FewBlocks = thresholds::TWOFISH;

    #[inline(always)]
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        let mut x = x.xor(words(cpu, [self.k[0], self.k[1], self.k[2], self.k[3]]));
        for k in self.k[8..].as_chunks::<4>().0 {
            let f = self.f_in_vector::<V, false>(cpu, x, [k[0], k[1]]);
            x = x.rotate_left_32_by(words(cpu, [0, 0, 0, 1])).xor(f);
            x = x.rotate_left_32_by(words(cpu, [0, 0, 31, 0]));
            let f = self.f_in_vector::<V, true>(cpu, x, [k[2], k[3]]);
            x = x.rotate_left_32_by(words(cpu, [0, 1, 0, 0])).xor(f);
            x = x.rotate_left_32_by(words(cpu, [31, 0, 0, 0]));
        }
        x.shuffle_by(&SWAP_HALVES).xor(words(cpu, [self.k[4], self.k[5], self.k[6], self.k[7]]))
    }

    #[inline(always)]
    fn decrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        let mut x = x.xor(words(cpu, [self.k[4], self.k[5], self.k[6], self.k[7]]));
        for k in self.k[8..].as_chunks::<4>().0.iter().rev() {
            let f = self.f_in_vector::<V, false>(cpu, x, [k[2], k[3]]);
            x = x.rotate_left_32_by(words(cpu, [0, 0, 1, 0])).xor(f);
            x = x.rotate_left_32_by(words(cpu, [0, 0, 0, 31]));
            let f = self.f_in_vector::<V, true>(cpu, x, [k[0], k[1]]);
            x = x.rotate_left_32_by(words(cpu, [1, 0, 0, 0])).xor(f);
            x = x.rotate_left_32_by(words(cpu, [0, 31, 0, 0]));
        }
        x.shuffle_by(&SWAP_HALVES).xor(words(cpu, [self.k[0], self.k[1], self.k[2], self.k[3]]))
    }
}

impl Schedule {
    /// Computes the function F. The input is in words 0 and 1 of each lane. The result is returned in words 2 and 3,
    /// with zeros in words 0 and 1. If `SWAPPED` is set, the input is in words 2 and 3 instead, and the result in words
    /// 0 and 1.
    #[inline(always)]
    fn f_in_vector<V: Vector, const SWAPPED: bool>(
        &self,
        cpu: V::Proof,
        x: V,
        [k0, k1]: [u32; 2],
    ) -> V {
        let swapped = |words: [u32; 4]| {
            let [a, b, c, d] = words;
            if SWAPPED { [c, d, a, b] } else { words }
        };
        // Copies the input words of F, `r0` and `r1`, to both halves of the lane and rotates `r1` to the left by 8
        // bits. The half that will hold the result gets `r0`, then the rotated `r1`. The other half gets the same words
        // in reverse order.
        let x = x.shuffle_by(if SWAPPED { &SWAPPED_INPUT } else { &INPUT });
        let t = mix(x.look_up_each(&self.s));
        // Computes the pseudo-Hadamard transform (t0 + t1, t0 + 2·t1): adds t0 and t1 in both words, and t1 once more
        // in the second word.
        let other = t.shuffle_by(if SWAPPED { &LOWER } else { &UPPER });
        let twice = t.and(words(cpu, swapped([0, 0, 0, u32::MAX])));
        let k = words(cpu, swapped([0, 0, k0, k1]));
        let result = words(cpu, swapped([0, 0, u32::MAX, u32::MAX]));
        t.and(result).add_32(twice.add_32(k)).add_32(other)
    }
}

const INPUT: Block = [7, 4, 5, 6, 0, 1, 2, 3, 0, 1, 2, 3, 7, 4, 5, 6];
const SWAPPED_INPUT: Block = [8, 9, 10, 11, 15, 12, 13, 14, 15, 12, 13, 14, 8, 9, 10, 11];

/// Shuffle indices that move one half of each lane and clear its old position. `UPPER` moves the lower half up, and
/// `LOWER` moves the upper half down.
const UPPER: Block = [128, 128, 128, 128, 128, 128, 128, 128, 0, 1, 2, 3, 4, 5, 6, 7];
const LOWER: Block = [8, 9, 10, 11, 12, 13, 14, 15, 128, 128, 128, 128, 128, 128, 128, 128];

/// Multiplies each word, as a column of four bytes, by the matrix MDS.
#[inline(always)]
fn mix<V: Vector>(s: V) -> V {
    let (ef, five_b) = (s.map(&EF), s.map(&FIVE_B));
    let ones = s.shuffle_by(&ONES);
    let efs = ef.shuffle_by(&EFS[0]).xor(ef.shuffle_by(&EFS[1]));
    let five_bs = five_b.shuffle_by(&FIVE_BS[0]).xor(five_b.shuffle_by(&FIVE_BS[1]));
    ones.xor(efs).xor(five_bs)
}

/// Shuffle indices for the multiplication by MDS, whose elements are 01, ef and 5b. For each element, a vector holds
/// its product with every byte. The shuffles move these products to the rows of MDS that contain the element. The
/// elements ef and 5b have two shuffles, because a row may contain them twice.
const ONES: Block = positions(0x01, 0);
const EFS: [Block; 2] = [positions(0xef, 0), positions(0xef, 1)];
const FIVE_BS: [Block; 2] = [positions(0x5b, 0), positions(0x5b, 1)];

/// Returns shuffle indices for the multiplication by MDS. They move the products of `factor` to the rows of MDS that
/// contain `factor`. The index for byte `i` of each word is the column in which row `i` contains `factor`. If several
/// columns contain it, `occurrence` selects one of them, counted from 0. If there is no such column, the index is 128,
/// which selects a zero.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 16")]
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

/// Returns a vector that contains the four `words` in every 128-bit lane.
#[inline(always)]
fn words<V: Vector>(cpu: V::Proof, words: [u32; 4]) -> V {
    let mut lane = [0; 16];
    store_le(&words, &mut lane);
    V::splat(cpu, &lane)
}
