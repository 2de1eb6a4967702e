//! Low-latency rounds of ARIA, for a small number of blocks. Each vector holds whole blocks.
//!
//! With GFNI on Zen 4, the dependency chain of a round takes 12 cycles:
//! - 6 for the affine maps and the inversion;
//! - 2 for the shuffles;
//! - 2 for the sums;
//! - 2 because the inversions and the shuffles do not all start at once.

use super::key_schedule::{Diffusion, Expansion, Schedule};
use super::round::diffuse;
use super::sbox::{Sb1, Sb2, Sb3, Sb4};
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
        let mut y = V::splat(cpu, last);
        let images = substitute::<V, true>(x);
        for i in 0..4 {
            y = y.xor(images[i].and(V::splat_32(cpu, 0xff << (8 * i))));
        }
        y
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
            for [first, second] in &SUMMANDS {
                sum = sum.xor(x.shuffle_by(first).xor(x.shuffle_by(second)));
            }
            sum.store(to);
        }
    }
}

/// Applies the four S-boxes of the substitution layer SL1, or of SL2 if `EVEN` is set. Vector i of the result holds the
/// images of all bytes of the block under S-box i. The layer uses only the images at positions i, i + 4, i + 8 and i +
/// 12.
#[inline(always)]
fn substitute<V: Vector, const EVEN: bool>(x: V) -> [V; 4] {
    let [a, b] = [x.substitute::<Sb1>(), x.substitute::<Sb2>()];
    let [c, d] = [x.substitute::<Sb3>(), x.substitute::<Sb4>()];
    if EVEN { [c, d, a, b] } else { [a, b, c, d] }
}

/// Applies a substitution layer and the diffusion A, then XORs `key` into the result.
#[inline(always)]
fn substitute_and_diffuse<V: Vector, const EVEN: bool>(x: V, key: V) -> V {
    let mut sums = substitute::<V, EVEN>(x);
    for i in 0..4 {
        sums[i] = sums[i].shuffle_by(&SUMMANDS[i][0]).xor(sums[i].shuffle_by(&SUMMANDS[i][1]));
    }
    // Adds the results of SB1 and SB2 first, because the results of SB3 and SB4 are available later.
    let [a, b, c, d] = if EVEN { [sums[2], sums[3], sums[0], sums[1]] } else { sums };
    key.xor(a).xor(b).xor(c.xor(d))
}

/// Shuffle indices of the diffusion A. The input of A is four vectors, one for each S-box: vector i holds the images of
/// all bytes of a block under S-box i. A uses only the images at positions i, i + 4, i + 8 and i + 12 of vector i. Each
/// result byte is the XOR of at most two of these four images and of images from other vectors. Two shuffles per vector
/// are therefore enough: `SUMMANDS[i]`.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 16")]
const SUMMANDS: [[[u8; 16]; 2]; 4] = {
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
                column[second][to] = from as u8;
            }
            to += 1;
        }
        from += 1;
    }
    indices
};
