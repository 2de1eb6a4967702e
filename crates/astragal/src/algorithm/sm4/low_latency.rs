//! Low-latency rounds of SM4, for a small number of blocks. Each vector holds one word of every block.
//!
//! The S-box is an inversion in GF(2^8) between two affine maps. In between the rounds, the first affine map is already
//! applied to each byte of the state. Three maps lead from one inversion to the next: the second affine map, the linear
//! map L and the first affine map. Apart from constants, they form one linear map. Each byte of its result is a sum of
//! products: a product multiplies one byte by an 8×8 bit matrix. With GFNI, one instruction computes the inversion and
//! the product.
//!
//! `docs/one-block.md` lists the dependency chain of a round.

use super::lanes::{AFFINE, POLYNOMIAL};
use super::linear;
use crate::platform::sbox::{Affine, Inversion, Prepared, SBox};
use crate::platform::simd::BEFORE_SHIFT_ROWS;
use crate::platform::words::{load_le, store_le};
use crate::traits::cipher::Vector;

/// Applies the 32 rounds to the words of the blocks.
#[inline(always)]
pub(super) fn rounds<V: Vector, const DECRYPT: bool>(
    keys: &[u32; 32],
    cpu: V::Proof,
    mut x: [V; 4],
) -> [V; 4] {
    for word in &mut x {
        *word = word.map(INPUT);
    }
    // Input of the inversion in the current round.
    let mut sum = x[3].xor(x[1].xor3(x[2], round_key::<V, DECRYPT>(keys, cpu, 0)));
    for four in 0..8 {
        for i in 0..4 {
            let next_key = round_key::<V, DECRYPT>(keys, cpu, (4 * four + i + 1) % 32);
            let word = x[i].xor(V::splat_32(cpu, CONSTANTS));
            // The new word belongs to the input of the next inversion. The other words of this input are XORed first,
            // because they are available before the result of the inversion.
            let others = word.xor(x[(i + 2) % 4].xor3(x[(i + 3) % 4], next_key));
            let [a, b, c, d] = terms(sum);
            sum = others.xor3(b, c).xor3(a, d);
            x[i] = word.xor3(b, c).xor3(a, d);
        }
    }
    for word in &mut x {
        *word = word.map(OUTPUT);
    }
    x
}

/// Applies the 32 rounds with AES instructions to `G` independent groups of blocks. The caller applies [`INPUT`] to each
/// byte before the rounds, and [`OUTPUT`] after them. [`prepare_keys`] has prepared the round keys.
///
/// Without the constant of a round, each new word lacks [`CONSTANTS`], and lacks nothing after its next change. The
/// round keys contain the constants that are then missing in the input of an inversion.
#[inline(always)]
pub(super) fn rounds_by_aes<V: Vector, const G: usize, const DECRYPT: bool>(
    keys: &[u32; 32],
    cpu: V::Proof,
    mut x: [[V; G]; 4],
) -> [[V; G]; 4] {
    let key = |i: usize| V::splat_32(cpu, keys[if DECRYPT { 31 - i } else { i }]);
    let (mut sum, first) = (x[3], key(0));
    for g in 0..G {
        sum[g] = sum[g].xor(x[1][g].xor(x[2][g]).xor(first));
    }
    for four in 0..8 {
        for i in 0..4 {
            let next_key = key((4 * four + i + 1) % 32);
            for g in 0..G {
                // The new word is the input of the next inversion, without the words and the key in `others`.
                let others = x[(i + 2) % 4][g].xor(next_key).xor(x[(i + 3) % 4][g]);
                sum[g] = add_terms(x[i][g].xor(others).black_box(), sum[g]);
                x[i][g] = sum[g].xor(others);
            }
        }
    }
    x
}

/// Computes the inversion and the linear map that follows it, and XORs `early` into the result.
///
/// The AES instruction also applies `ShiftRows`, which moves bytes between blocks. The shuffles that rotate the terms
/// cancel it. The term for the distance 3 is the sum of the terms for the distances 0 and 1, before their rotations.
#[inline(always)]
fn add_terms<V: Vector>(early: V, x: V) -> V {
    let image = x.aes_last_round::<false>();
    let [a, b] = [image.map(AFTER_AES[0]).black_box(), image.map(AFTER_AES[1]).black_box()];
    let d = a.xor(b).black_box().shuffle_by(&UNSHIFTED[3]);
    let [a, c] = [a.shuffle_by(&UNSHIFTED[0]), b.shuffle_by(&UNSHIFTED[2])];
    a.xor(early).xor(b.shuffle_by(&UNSHIFTED[1]).xor(c)).black_box().xor(d)
}

/// Affine maps after the S-box of AES that give the terms for the distances 0 and 1.
const AFTER_AES: [&Prepared; 2] =
    [&Term::<0>::MAPS.around_aes()[1], &Term::<1>::MAPS.around_aes()[1]];

/// Shuffle indices that cancel `ShiftRows`, then rotate each word to the left by 0 to 3 bytes.
const UNSHIFTED: [[u8; 16]; 4] = {
    let mut indices = [[0; 16]; 4];
    let mut i = 0;
    while i < 64 {
        let word = i % 16 / 4 * 4;
        indices[i / 16][i % 16] = BEFORE_SHIFT_ROWS[word + (i + 4 - i / 16) % 4];
        i += 1;
    }
    indices
};

/// Prepares the round keys `4 * i` to `4 * i + 3` for [`rounds_by_aes`].
#[inline(always)]
pub(super) fn prepare_keys<V: Vector>(cpu: V::Proof, keys: &mut [u32; 4], i: usize) {
    let missing =
        V::splat_64(cpu, u64::from(CONSTANTS) << if i.is_multiple_of(2) { 32 } else { 0 });
    let mut bytes = [0; 16];
    store_le(keys, &mut bytes);
    V::splat(cpu, &bytes).map(INPUT_WITH_CONSTANT).xor(missing).store(&mut bytes);
    *keys = load_le(&bytes);
}

/// Applies the first affine map of the S-box to each byte of round key `i`.
#[inline(always)]
fn round_key<V: Vector, const DECRYPT: bool>(keys: &[u32; 32], cpu: V::Proof, i: usize) -> V {
    V::splat_32(cpu, keys[if DECRYPT { 31 - i } else { i }]).map(INPUT_WITH_CONSTANT)
}

/// Computes the inversion and the linear map that follows it. The result is the sum of the four returned vectors.
#[inline(always)]
fn terms<V: Vector>(x: V) -> [V; 4] {
    // The terms that need a shuffle come first.
    let (b, d) = (x.substitute::<Term<1>>(), x.substitute::<Term<3>>());
    [
        x.substitute::<Term<0>>(),
        b.rotate_left_32::<8, 24>(),
        b.rotate_left_32::<16, 16>(),
        d.rotate_left_32::<24, 8>(),
    ]
}

/// The part of a round that leads from byte i to byte i + `DISTANCE`, modulo 4, of the next word: an inversion, then a
/// linear map. This linear map is the composition of the second affine map of the S-box, of the part of L that leads
/// from byte i to byte i + `DISTANCE`, and of the first affine map. For the distances 1 and 2, it is the same.
struct Term<const DISTANCE: u32>;

impl<const DISTANCE: u32> SBox for Term<DISTANCE> {
    const TABLE: [u8; 256] = Self::MAPS.table();
    const INVERSION: Option<Inversion> = Some(Self::MAPS);
}

impl<const DISTANCE: u32> Term<DISTANCE> {
    const MAPS: Inversion = Inversion::modulo(
        0x11b,
        Affine::IDENTITY,
        BEFORE.linear().after(&part_of_linear(DISTANCE)).after(&AFTER.linear()),
    );
}

/// Returns the part of the linear map L that leads from byte i to byte i + `distance`, modulo 4.
#[expect(clippy::cast_possible_truncation, reason = "the cast selects one byte of a word")]
const fn part_of_linear(distance: u32) -> Affine {
    let mut images = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        images[bit] = (linear(1 << bit) >> (8 * distance)) as u8;
        bit += 1;
    }
    Affine::new(images, 0)
}

/// Affine maps before and after the inversion of the S-box, for an inversion in the field of AES.
const BEFORE: Affine = Affine::to_aes(POLYNOMIAL).after(&AFFINE);
const AFTER: Affine = AFFINE.after(&Affine::to_aes(POLYNOMIAL).inverse());

const INPUT_WITH_CONSTANT: &Prepared = &BEFORE.prepare();
pub(super) const INPUT: &Prepared = &BEFORE.linear().prepare();
pub(super) const OUTPUT: &Prepared = &BEFORE.linear().inverse().prepare();

/// Sum of the constants that [`terms`] omits. After each inversion, the second affine map adds a constant. This constant
/// passes through L, then through the linear part of the first affine map.
const CONSTANTS: u32 = {
    let constant = linear(u32::from_le_bytes([AFTER.of(0); 4])).to_le_bytes();
    let map = BEFORE.linear();
    u32::from_le_bytes([
        map.of(constant[0]),
        map.of(constant[1]),
        map.of(constant[2]),
        map.of(constant[3]),
    ])
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_distances_1_and_2_are_equal() {
        assert_eq!(part_of_linear(1), part_of_linear(2));
    }

    #[test]
    fn term_of_distance_3_is_the_sum_of_terms_0_and_1() {
        for x in 0..=255 {
            let [a, b, d] = [0, 1, 3].map(|distance| part_of_linear(distance).of(x));
            assert_eq!(a ^ b, d);
        }
    }
}
