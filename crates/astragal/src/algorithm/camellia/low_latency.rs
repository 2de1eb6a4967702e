//! Low-latency rounds of Camellia, for a small number of blocks. Each 128-bit lane holds two copies of one half of a
//! block. The bytes of a half are stored in reverse order, because the code reads the half as a little-endian number.
//! Byte 1 in the numbering of RFC 3713 is therefore at index 7, and byte 8 is at index 0.
//!
//! With GFNI, each half of a lane has its own linear map after the inversion. Six shuffles then select all summands of
//! the diffusion P. `docs/one-block.md` lists the dependency chain of a round.

use super::key_schedule::{Expansion, SIGMA, Schedule, Subkey};
use super::round::p;
use super::sbox::{AFTER, BEFORE, LEFT};
use crate::platform::sbox::{Affine, Inversion, LinearPair, Prepared, SBox};
use crate::platform::thresholds::{self, FewBlocks};
use crate::traits::cipher::{ExpandWords, LowLatency, Reversible, Vector};

type Block = [u8; 16];

impl LowLatency for Schedule {
    const FEW: FewBlocks = thresholds::CAMELLIA;

    #[inline(always)]
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, x: V) -> V {
        let [kw1, kw2, kw3, kw4] = &self.whitening;
        let mut d1 = x.shuffle_by(&HALVES[0]).xor(word(cpu, kw1));
        let mut d2 = x.shuffle_by(&HALVES[1]).xor(word(cpu, kw2));
        for (six, keys) in self.rounds.as_chunks::<6>().0.iter().take(self.sixes).enumerate() {
            if six > 0 {
                let (ke1, ke2) = (&self.layers[2 * six - 2], &self.layers[2 * six - 1]);
                d1 = or_to_left(cpu, and_to_right(cpu, d1, ke1), ke1);
                d2 = and_to_right(cpu, or_to_left(cpu, d2, ke2), ke2);
            }
            [d1, d2] = six_rounds(cpu, [d1, d2], keys);
        }
        let [y, _] = d1.xor(word(cpu, kw4)).zip::<8>(d2.xor(word(cpu, kw3)));
        y.reverse_128()
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
        let is_long = self.schedule.sixes > 3;
        let mut state = two_key_rounds(cpu, mapped(cpu, kl.xor(kr)), 0);
        state = two_key_rounds(cpu, sum(state, mapped(cpu, kl)), 2);
        let ka = number(cpu, state);
        if is_long {
            state = two_key_rounds(cpu, sum(state, mapped(cpu, kr)), 4);
        }
        let kb = number(cpu, state);
        let [kl, kr] = [kl.reverse_128(), kr.reverse_128()];
        self.schedule.set(
            [kl, kr, ka, kb],
            #[inline(always)]
            |key, left| {
                let mut bytes = [0; 16];
                key.rotate_left_128(left).reverse_128().store(&mut bytes);
                bytes
            },
        );
    }
}

/// Performs two rounds with two of the constants Σ as subkeys. As in [`six_rounds`], the linear part of the S-box's
/// first affine map is already applied to each byte of the state.
#[inline(always)]
fn two_key_rounds<V: Vector>(cpu: V::Proof, [d1, d2]: [V; 2], sigma: usize) -> [V; 2] {
    let d2 = key_round(cpu, d1, d2, SIGMA[sigma]);
    [key_round(cpu, d2, d1, SIGMA[sigma + 1]), d2]
}

/// XORs the image of `x` under the function F into `half`.
#[inline(always)]
fn key_round<V: Vector>(cpu: V::Proof, x: V, half: V, sigma: u64) -> V {
    let x = x.xor(images(cpu, V::splat_64(cpu, sigma), AFFINE));
    let half = half.xor(V::splat_64(cpu, CONSTANTS[0]));
    match add_f(half, x, &STEPS[0]) {
        Some(sum) => sum,
        None => {
            let y = f(x);
            half.xor(y).xor(y.rotate_left_128(64))
        }
    }
}

/// Applies the linear part of the S-box's first affine map to each byte of a key. Returns the left and the right half
/// of the result.
#[inline(always)]
fn mapped<V: Vector>(cpu: V::Proof, key: V) -> [V; 2] {
    [
        images(cpu, key.shuffle_by(&HALVES[0]), LINEAR),
        images(cpu, key.shuffle_by(&HALVES[1]), LINEAR),
    ]
}

/// Inverse of [`mapped`]: converts the two halves back to the key, as a little-endian number.
#[inline(always)]
fn number<V: Vector>(cpu: V::Proof, [d1, d2]: [V; 2]) -> V {
    let [number, _] = images(cpu, d2, INVERSE).zip::<8>(images(cpu, d1, INVERSE));
    number
}

#[inline(always)]
fn sum<V: Vector>(a: [V; 2], b: [V; 2]) -> [V; 2] {
    [a[0].xor(b[0]), a[1].xor(b[1])]
}

/// Shuffle indices that copy the left or the right half of a block into both halves of a lane, in little-endian order.
const HALVES: [Block; 2] = [
    [7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0],
    [15, 14, 13, 12, 11, 10, 9, 8, 15, 14, 13, 12, 11, 10, 9, 8],
];

#[inline(always)]
fn word<V: Vector>(cpu: V::Proof, subkey: &Subkey) -> V {
    V::splat_64(cpu, u64::from_be_bytes(*subkey))
}

/// XORs (left half AND key) <<< 1 into the right half. Both FL and FL⁻¹ include this step.
#[inline(always)]
fn and_to_right<V: Vector>(cpu: V::Proof, x: V, ke: &Subkey) -> V {
    let left = V::splat_64(cpu, 0xffff_ffff_0000_0000);
    let t = x.and(left.and(word(cpu, ke))).rotate_left_32::<1, 31>();
    x.xor(t.rotate_left_64(32))
}

/// XORs (right half OR key) into the left half. Both FL and FL⁻¹ include this step.
#[inline(always)]
fn or_to_left<V: Vector>(cpu: V::Proof, x: V, ke: &Subkey) -> V {
    let right = V::splat_64(cpu, 0x0000_0000_ffff_ffff).and(word(cpu, ke));
    let others = V::splat_64(cpu, 0x0000_0000_ffff_ffff).and_not(word(cpu, ke));
    x.xor(right.rotate_left_64(32)).xor(x.and(others).rotate_left_64(32))
}

/// Performs six rounds. An S-box consists of a first affine map, an inversion and a second affine map.
///
/// Between the rounds, the linear part of the first affine map is already applied to each byte of the state. Three maps
/// lead from one inversion to the next: the second affine map, the diffusion P and this linear part. Apart from
/// constants, they form one linear map.
#[inline(always)]
fn six_rounds<V: Vector>(cpu: V::Proof, [d1, d2]: [V; 2], keys: &[Subkey; 6]) -> [V; 2] {
    let (mut a, mut b) = (images(cpu, d1, LINEAR), images(cpu, d2, LINEAR));
    let mut x = a.xor(images(cpu, word(cpu, &keys[0]), AFFINE));
    if let Some(halves) = six_rounds_by_pairs(cpu, a, b, x, keys) {
        return halves;
    }
    for i in 0..6 {
        // Before calling `f`, XORs the constants and the next subkey into `b`, which `f` does not read. The CPU can do
        // this while it computes the inversion in `f`.
        let sum = b.xor(V::splat_64(cpu, CONSTANTS[0]));
        let next = sum.xor(images(cpu, word(cpu, &keys[(i + 1) % 6]), AFFINE));
        let f = f(x);
        let swapped = f.rotate_left_128(64);
        b = a;
        a = sum.xor(f).xor(swapped);
        x = next.xor(f).xor(swapped);
    }
    [images(cpu, a, INVERSE), images(cpu, b, INVERSE)]
}

/// Performs six rounds with [`add_f`]. `x` is the XOR of `a` and the image of the first subkey. Returns `None` if the
/// CPU has no instruction for `add_f`.
#[inline(always)]
fn six_rounds_by_pairs<V: Vector>(
    cpu: V::Proof,
    mut a: V,
    mut b: V,
    mut x: V,
    keys: &[Subkey; 6],
) -> Option<[V; 2]> {
    for i in 1..6 {
        let next_key = images(cpu, word(cpu, &keys[i]), AFFINE);
        x = add_f(b.xor(V::splat_64(cpu, CONSTANTS[0])).xor(next_key), x, &STEPS[0])?;
        b = a;
        a = x.xor(next_key);
    }
    // The last round leaves out the first affine map of the next S-box, and the CPU removes it from the other operands
    // while it computes the inversion. This saves six cycles.
    let (older, half) = (images(cpu, a, INVERSE), images(cpu, b, INVERSE));
    Some([add_f(half.xor(V::splat_64(cpu, CONSTANTS[1])), x, &STEPS[1])?, older])
}

/// Applies `maps[1]` to the bytes that SBOX4 substitutes, and `maps[0]` to the other bytes.
#[inline(always)]
fn images<V: Vector>(cpu: V::Proof, x: V, maps: &[Prepared; 2]) -> V {
    V::splat_64(cpu, 0x0000_00ff_0000_ff00).ternary::<0xca>(x.map(&maps[1]), x.map(&maps[0]))
}

/// XORs the image of `x` under the function F into `half`, with an instruction that applies linear maps after the
/// inversion. Returns `None` if the CPU has no such instruction. As for [`f`], the caller must have applied the first
/// affine map of the S-boxes to each byte of `x`, and adds the constants.
#[inline(always)]
fn add_f<V: Vector>(half: V, x: V, step: &Step) -> Option<V> {
    // XORs the summands in the order in which they are available.
    let mut sum = half;
    for i in 0..3 {
        let y = x.invert_and_map(&step.pairs[i])?;
        let [first, second] = [&step.summands[2 * i], &step.summands[2 * i + 1]];
        sum = sum.xor3(y.shuffle_by(first), y.shuffle_by(second));
    }
    Some(sum)
}

/// Linear maps and shuffles of [`add_f`].
struct Step {
    /// Linear maps after the inversion. The maps of the upper halves rotate a byte to the left by 1, 7 and 2 bits. Those
    /// of the lower halves do not.
    pairs: [LinearPair; 3],
    /// Shuffle indices for the results of `pairs`, two shuffles for each. Byte i of a half is the sum of byte i of all
    /// six shuffled vectors. Both halves of a lane are equal.
    summands: [Block; 6],
}

/// The first entry leads to the inversion in the next round: it includes the linear part of the next S-box's first
/// affine map. The second entry leads to the result of F.
const STEPS: &[Step; 2] = &[
    Step {
        pairs: pairs(between(0), between(1), between(7), between(2)),
        summands: summands(&TURNS_BEFORE),
    },
    Step { pairs: pairs(after(0), after(1), after(7), after(2)), summands: summands(&[0; 8]) },
];

const fn pairs(lower: Affine, a: Affine, b: Affine, c: Affine) -> [LinearPair; 3] {
    [LinearPair::new(&lower, &a), LinearPair::new(&lower, &b), LinearPair::new(&lower, &c)]
}

/// Returns the linear part of the second affine map of SBOX1, followed by a rotation to the left by `turns` bits.
const fn after(mut turns: u32) -> Affine {
    let mut map = AFTER.linear();
    while turns > 0 {
        map = LEFT.after(&map);
        turns -= 1;
    }
    map
}

/// Returns the shuffle indices of a [`Step`]. `turns_before` are the rotations before SBOX1 of the next round.
#[expect(clippy::cast_possible_truncation, reason = "the byte index is below 8")]
const fn summands(turns_before: &[u32; 8]) -> [Block; 6] {
    let mut shuffles = [[128; 16]; 6];
    let mut i = 0;
    while i < 128 {
        // A rotated byte comes from the upper half of one pair. All other bytes are in the lower half of each pair, so
        // they take the shuffles that remain.
        let (to, rotated, from) = (i / 16, i / 8 % 2 == 0, i % 8);
        let turns = (TURNS_AFTER[from] + turns_before[to]) % 8;
        if is_summand(from, to) && (turns != 0) == rotated {
            let first = match turns {
                0 | 1 => 0,
                7 => 2,
                _ => 4,
            };
            let mut shuffle = first;
            while shuffles[shuffle][to] != 128 {
                shuffle += 1;
            }
            assert!(turns == 0 || shuffle < first + 2);
            let index = from as u8 + if turns == 0 { 0 } else { 8 };
            shuffles[shuffle][to] = index;
            shuffles[shuffle][to + 8] = index;
        }
        i += 1;
    }
    shuffles
}

/// Computes the function F without the affine constants of the S-boxes. The caller must have applied the first affine
/// map of the S-boxes to each byte of `x`. The XOR of the two halves of each returned lane is the result of F after the
/// linear part of this map, so that it can be the input of the next round.
#[inline(always)]
fn f<V: Vector>(x: V) -> V {
    let a = x.substitute::<Round<0>>();
    let [b, c, d] = if V::COMPUTES_INVERSION {
        [x.substitute::<Round<1>>(), x.substitute::<Round<7>>(), x.substitute::<Round<2>>()]
    } else {
        [a.map(&TURNED[0]), a.map(&TURNED[1]), a.map(&TURNED[2])]
    };
    let [b, c, d] = [b.shuffle_by(&P[2]), c.shuffle_by(&P[3]), d.shuffle_by(&P[4])];
    a.shuffle_by(&P[0]).xor(b).xor(a.shuffle_by(&P[1])).xor(c.xor(d))
}

/// S-box that inverts a byte, then applies a linear map. The linear map leads from the inversion in one round to the
/// inversion in the next round. It is the linear part of three maps in sequence: the second affine map of SBOX1, a
/// rotation to the left by `TURNS` bits, and the first affine map of SBOX1.
struct Round<const TURNS: u32>;

impl<const TURNS: u32> SBox for Round<TURNS> {
    const TABLE: [u8; 256] = Self::MAPS.table();
    const INVERSION: Option<Inversion> = Some(Self::MAPS);
}

impl<const TURNS: u32> Round<TURNS> {
    const MAPS: Inversion = Inversion::modulo(0x11b, Affine::IDENTITY, between(TURNS));
}

/// Returns the linear map that leads from an inversion to the next one, with a rotation to the left by `turns` bits in
/// between.
const fn between(turns: u32) -> Affine {
    before(turns).after(&AFTER).linear()
}

/// Linear maps that turn the result of the S-box `Round<0>` into the results of `Round<1>`, `Round<7>` and `Round<2>`.
/// These S-boxes contain the same inversion and differ only in a rotation by 1, 7 or 2 bits.
const TURNED: &[Prepared; 3] = &[turned(1), turned(7), turned(2)];

const fn turned(turns: u32) -> Prepared {
    between(turns).after(&between(0).inverse()).prepare()
}

/// Returns the map that rotates a byte to the left by `turns` bits, then applies the first affine map of SBOX1.
const fn before(turns: u32) -> Affine {
    let mut map = BEFORE;
    let mut i = 0;
    while i < turns {
        map = map.after(&LEFT);
        i += 1;
    }
    map
}

const AFFINE: &[Prepared; 2] = &[before(0).prepare(), before(1).prepare()];
const LINEAR: &[Prepared; 2] = &[before(0).linear().prepare(), before(1).linear().prepare()];
const INVERSE: &[Prepared; 2] =
    &[before(0).linear().inverse().prepare(), before(1).linear().inverse().prepare()];

/// Rotations to the left, in bits, of each byte of a half: before SBOX1 (`TURNS_BEFORE`) and after SBOX1
/// (`TURNS_AFTER`). SBOX2, SBOX3 and SBOX4 are SBOX1 with these rotations.
const TURNS_BEFORE: [u32; 8] = [0, 1, 0, 0, 1, 0, 0, 0];
const TURNS_AFTER: [u32; 8] = [0, 0, 7, 1, 0, 7, 1, 0];

/// Returns whether byte `from` is a summand of byte `to` in the diffusion P.
const fn is_summand(from: usize, to: usize) -> bool {
    p(1 << (8 * from)) >> (8 * to) & 1 == 1
}

/// Shuffle indices of the diffusion P. Between SBOX1 of one round and SBOX1 of the next, a byte is rotated to the left
/// by 0, 1, 7 or 2 bits. `P[0]` and `P[1]` move the bytes that are not rotated. `P[2]`, `P[3]` and `P[4]` move the
/// bytes that are rotated by 1, 7 and 2 bits. Byte i of the result is the sum of several of these bytes. Each shuffle
/// moves at most two of them: one to index i of the lane, and one to index i + 8.
#[expect(clippy::cast_possible_truncation, reason = "the byte index is below 8")]
const P: [Block; 5] = {
    let mut shuffles = [[128; 16]; 5];
    let mut to = 0;
    while to < 8 {
        let mut counts = [0; 8];
        let mut from = 0;
        while from < 8 {
            if is_summand(from, to) {
                let turns = ((TURNS_AFTER[from] + TURNS_BEFORE[to]) % 8) as usize;
                let count = counts[turns];
                counts[turns] += 1;
                let first = match turns {
                    0 => 0,
                    1 => 2,
                    7 => 3,
                    _ => 4,
                };
                assert!(count < if turns == 0 { 4 } else { 2 });
                shuffles[first + count / 2][to + count % 2 * 8] = from as u8;
            }
            from += 1;
        }
        to += 1;
    }
    shuffles
};

/// Sums of the constants that [`f`] and [`add_f`] omit. After each inversion, the second affine map of the S-box
/// adds a constant. This constant passes through P. In the first entry, it then passes through the linear part of the
/// next round's first affine map.
const CONSTANTS: [u64; 2] = {
    let mut constants = [[0; 8]; 2];
    let mut i = 0;
    while i < 64 {
        let (from, to) = (i / 8, i % 8);
        if is_summand(from, to) {
            let constant = AFTER.of(0).rotate_left(TURNS_AFTER[from]);
            constants[0][to] ^= before(TURNS_BEFORE[to]).linear().of(constant);
            constants[1][to] ^= constant;
        }
        i += 1;
    }
    [u64::from_le_bytes(constants[0]), u64::from_le_bytes(constants[1])]
};
