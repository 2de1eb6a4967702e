//! Low-latency rounds of ARIA, for a small number of blocks. Each vector holds whole blocks.
//!
//! With GFNI on Zen 4, the dependency chain of a round takes 12 cycles:
//! - 6 for the affine maps and the inversion;
//! - 2 for the shuffles;
//! - 2 for the sums;
//! - 2 because the inversions and the shuffles do not all start at once.

use super::key_schedule::{Diffusion, Expansion, Schedule};
use super::round::diffuse;
use super::sbox::{AFTER_AES, BEFORE_INVERSE_AES, Sb1, Sb2, Sb3, Sb4};
use crate::platform::simd::{BEFORE_SHIFT_ROWS, SHIFT_ROWS};
use crate::platform::thresholds::{self, FewBlocks};
use crate::traits::cipher::{ExpandWords, LowLatency, Reversible, Vector};

impl LowLatency for Schedule {
    const FEW: FewBlocks = thresholds::ARIA;

    #[inline(always)]
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        let [first, second, keys @ .., last] = self.keys() else { return x };
        let mut x =
            substitute_and_diffuse::<V, false>(x.xor(V::splat(cpu, first)), V::splat(cpu, second));
        for [odd, even] in keys.as_chunks::<2>().0 {
            x = substitute_and_diffuse::<V, true>(x, V::splat(cpu, odd));
            x = substitute_and_diffuse::<V, false>(x, V::splat(cpu, even));
        }
        substitute_last(x, V::splat(cpu, last))
    }

    #[inline(always)]
    fn decrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        self.reversed().encrypt_low_latency(cpu, x)
    }
}

impl ExpandWords for Expansion<'_> {
    type Output = ();
    const VECTOR_BYTES: usize = 16;

    #[inline(always)]
    fn run<V: Vector>(self, cpu: V::Proof) {
        let [kl, kr] = [V::splat(cpu, &self.kl), V::splat(cpu, &self.kr)];
        let constant = |i: usize| V::splat(cpu, &self.ck[i]);
        let w1 = substitute_and_diffuse::<V, false>(kl.xor(constant(0)), kr);
        let w2 = substitute_and_diffuse::<V, true>(w1.xor(constant(1)), kl);
        let w3 = substitute_and_diffuse::<V, false>(w2.xor(constant(2)), w1);
        self.schedule.set(
            [kl.reverse_128(), w1.reverse_128(), w2.reverse_128(), w3.reverse_128()],
            #[inline(always)]
            |a, b, right| {
                let mut key = [0; 16];
                a.xor(b.rotate_left_128(128 - right)).reverse_128().store(&mut key);
                key
            },
        );
    }
}

impl ExpandWords for Diffusion<'_> {
    type Output = ();
    const VECTOR_BYTES: usize = 16;

    #[inline(always)]
    fn run<V: Vector>(self, cpu: V::Proof) {
        for (from, to) in self.from.iter().rev().zip(self.to) {
            let x = V::splat(cpu, from);
            let mut sum = x.xor(x);
            for [first, second] in const { &summands(false, false) } {
                sum = sum.xor(x.shuffle_by(first).xor(x.shuffle_by(second)));
            }
            sum.store(to);
        }
    }
}

/// Applies the four S-boxes of the substitution layer SL1, or of SL2 if `EVEN` is set. Vector i of the result holds the
/// images of all bytes of the block under S-box i, in the order of [`index_of_image`]. The layer uses only the images of
/// the bytes i, i + 4, i + 8 and i + 12.
#[inline(always)]
fn substitute<V: Vector, const EVEN: bool>(x: V) -> [V; 4] {
    let [a, b, c, d] = if const { V::INVERTS_BY_AES } {
        // SB1 and SB2 share an instruction. SB1 and SB3 need no affine map, and the others need one.
        let (a, c) = (x.aes_last_round::<false>(), x.aes_last_round::<true>());
        [a, a.map(AFTER_AES), c, x.map(BEFORE_INVERSE_AES).aes_last_round::<true>()]
    } else {
        let [a, b] = [x.substitute::<Sb1>(), x.substitute::<Sb2>()];
        [a, b, x.substitute::<Sb3>(), x.substitute::<Sb4>()]
    };
    if EVEN { [c, d, a, b] } else { [a, b, c, d] }
}

/// Returns the index at which [`substitute`] puts the image of byte `from` under the S-box of this byte. AES
/// instructions also apply `ShiftRows` to SB1 and SB2, and its inverse to SB3 and SB4.
#[expect(clippy::cast_possible_truncation, reason = "the index is below 16")]
const fn index_of_image(from: usize, by_aes: bool, even: bool) -> u8 {
    if !by_aes {
        from as u8
    } else if even == (from % 4 < 2) {
        SHIFT_ROWS[from]
    } else {
        BEFORE_SHIFT_ROWS[from]
    }
}

/// Applies a substitution layer and the diffusion A, then XORs `key` into the result.
#[inline(always)]
fn substitute_and_diffuse<V: Vector, const EVEN: bool>(x: V, key: V) -> V {
    let indices = const { &summands(V::INVERTS_BY_AES, EVEN) };
    let mut sums = substitute::<V, EVEN>(x);
    for i in 0..4 {
        sums[i] = sums[i].shuffle_by(&indices[i][0]).xor(sums[i].shuffle_by(&indices[i][1]));
    }
    // Adds the results of SB1 and SB2 first, because the results of SB3 and SB4 are available later.
    let [a, b, c, d] = if EVEN { [sums[2], sums[3], sums[0], sums[1]] } else { sums };
    key.xor(a).xor(b).xor(c.xor(d))
}

/// Applies the last substitution layer, then XORs `key` into the result.
#[inline(always)]
fn substitute_last<V: Vector>(x: V, key: V) -> V {
    let indices = const { &selections(V::INVERTS_BY_AES) };
    let [a, b, c, d] = substitute::<V, true>(x);
    let [a, b] = [a.shuffle_by(&indices[0]), b.shuffle_by(&indices[1])];
    let [c, d] = [c.shuffle_by(&indices[2]), d.shuffle_by(&indices[3])];
    key.xor(a).xor(c).xor(b.xor(d))
}

/// Returns the shuffle indices of the diffusion A. The input of A is four vectors, one for each S-box: vector i holds
/// the images of all bytes of a block under S-box i. A uses only the images of the bytes i, i + 4, i + 8 and i + 12.
/// Each result byte is the XOR of at most two of these four images and of images from other vectors. Two shuffles per
/// vector are therefore enough.
const fn summands(by_aes: bool, even: bool) -> [[[u8; 16]; 2]; 4] {
    let mut indices = [[[128; 16]; 2]; 4];
    let mut from = 0;
    while from < 16 {
        let mut unit = [0; 16];
        unit[from] = 1;
        let sums = diffuse(unit);
        let mut to = 0;
        while to < 16 {
            if sums[to] == 1 {
                let column = &mut indices[from % 4];
                let second = (column[0][to] < 128) as usize;
                assert!(column[second][to] == 128);
                column[second][to] = index_of_image(from, by_aes, even);
            }
            to += 1;
        }
        from += 1;
    }
    indices
}

/// Returns the shuffle indices of the last layer, one shuffle for each vector.
const fn selections(by_aes: bool) -> [[u8; 16]; 4] {
    let mut indices = [[128; 16]; 4];
    let mut i = 0;
    while i < 16 {
        indices[i % 4][i] = index_of_image(i, by_aes, true);
        i += 1;
    }
    indices
}
