//! Rounds and key expansion of SM4 on vectors. Each vector holds one word of many blocks.

use super::{CK, KeyExpansion, Portable, Schedule, low_latency};
use crate::platform::sbox::{Affine, Inversion, Prepared, SBox, Tables};
use crate::traits::cipher::{ExpandWords, RoundsFamily, Vector, transpose_32};

/// SM4 rounds on sixteen vectors at a time.
#[derive(Clone, Copy)]
pub(super) struct WideRounds<'a, const DECRYPT: bool>(pub(super) &'a Schedule);

/// SM4 rounds on eight vectors at a time, for AVX2.
#[derive(Clone, Copy)]
pub(super) struct EightVectorRounds<'a, const DECRYPT: bool>(pub(super) &'a Schedule);

/// SM4 rounds on four vectors of 16 bytes, for AVX2 and up to four blocks.
#[derive(Clone, Copy)]
pub(super) struct FourBlockRounds<'a, const DECRYPT: bool>(pub(super) &'a Schedule);

/// SM4 rounds on four vectors at a time, for a small number of blocks.
#[derive(Clone, Copy)]
pub(super) struct LowLatencyRounds<'a, const DECRYPT: bool>(pub(super) &'a Schedule);

/// SM4 rounds on four vectors of 16 bytes, for a single block and for chaining modes. CPUs execute more instructions
/// per cycle on these vectors than on longer ones.
#[derive(Clone, Copy)]
pub(super) struct OneBlockRounds<'a, const DECRYPT: bool>(pub(super) &'a Schedule);

/// Implements `RoundsFamily` for `rounds` on `vectors` vectors of at most `bytes` bytes. The vectors are in groups of
/// four. Each group is transposed: in each 128-bit lane, vector i of the group holds word i of four blocks.
macro_rules! rounds_family {
    ($name:ident, $rounds:ident, $vectors:literal, $bytes:literal, $is_for_avx2:literal) => {
        impl<'a, const DECRYPT: bool> RoundsFamily for $name<'a, DECRYPT> {
            type Block = [u8; 16];
            type State<V: Vector> = [V; $vectors];
            type Portable = Portable<'a, DECRYPT>;
            const VECTOR_BYTES: usize = $bytes;
            const IS_FOR_AVX2: bool = $is_for_avx2;

            #[inline(always)]
            fn apply<V: Vector>(self, cpu: V::Proof, mut x: [V; $vectors]) -> [V; $vectors] {
                map_by_aes(&mut x, low_latency::INPUT);
                let words = $rounds::<V, { $vectors / 4 }, DECRYPT>(&self.0.keys, cpu, gather(&x));
                let mut blocks = [words[0][0]; $vectors];
                scatter(words, &mut blocks);
                map_by_aes(&mut blocks, low_latency::OUTPUT);
                blocks
            }
            #[inline(always)]
            fn portable(self) -> Self::Portable {
                Portable(&self.0.keys)
            }
        }
    };
}

rounds_family!(WideRounds, wide_rounds, 16, 64, false);
rounds_family!(EightVectorRounds, wide_rounds, 8, 32, true);
rounds_family!(FourBlockRounds, wide_rounds, 4, 16, true);
rounds_family!(LowLatencyRounds, low_latency_rounds, 4, 64, false);
rounds_family!(OneBlockRounds, low_latency_rounds, 4, 16, false);

/// Applies the affine map before or after [`low_latency::rounds_by_aes`]. A single block, among vectors of zeros, takes
/// one map here, and would take four maps after the transposition.
#[inline(always)]
fn map_by_aes<V: Vector>(x: &mut [V], map: &Prepared) {
    if const { V::INVERTS_BY_AES } {
        for x in x {
            *x = x.map(map);
        }
    }
}

#[inline(always)]
fn wide_rounds<V: Vector, const G: usize, const DECRYPT: bool>(
    keys: &[u32; 32],
    cpu: V::Proof,
    x: [Words<V, G>; 4],
) -> [Words<V, G>; 4] {
    if const { V::INVERTS_BY_AES } {
        low_latency::rounds_by_aes::<V, G, DECRYPT>(keys, cpu, x)
    } else {
        rounds::<V, G, DECRYPT>(keys, cpu, x)
    }
}

#[inline(always)]
fn low_latency_rounds<V: Vector, const G: usize, const DECRYPT: bool>(
    keys: &[u32; 32],
    cpu: V::Proof,
    mut x: [Words<V, G>; 4],
) -> [Words<V, G>; 4] {
    if const { V::COMPUTES_INVERSION && !V::INVERTS_BY_AES } {
        for g in 0..G {
            [x[0][g], x[1][g], x[2][g], x[3][g]] =
                low_latency::rounds::<V, DECRYPT>(keys, cpu, [x[0][g], x[1][g], x[2][g], x[3][g]]);
        }
        x
    } else {
        wide_rounds::<V, G, DECRYPT>(keys, cpu, x)
    }
}

/// One word of every block, in `G` vectors: one for each independent group of blocks.
type Words<V, const G: usize> = [V; G];

/// Shuffle that reverses the bytes of each word, to convert between big-endian and native order.
const REVERSE: [u8; 16] = [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12];

#[inline(always)]
fn gather<V: Vector, const G: usize>(x: &[V]) -> [Words<V, G>; 4] {
    let mut words = [[x[0]; G]; 4];
    for (group, x) in x.as_chunks::<4>().0.iter().enumerate() {
        let x = transpose_32(*x);
        for i in 0..4 {
            words[i][group] = x[i].shuffle_by(&REVERSE);
        }
    }
    words
}

/// Stores the words in reverse order, which is the transformation R of §6.2.
#[inline(always)]
fn scatter<V: Vector, const G: usize>(words: [Words<V, G>; 4], x: &mut [V]) {
    for (group, x) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let mut square = [words[3][group], words[2][group], words[1][group], words[0][group]];
        for word in &mut square {
            *word = word.shuffle_by(&REVERSE);
        }
        *x = transpose_32(square);
    }
}

#[inline(always)]
fn rounds<V: Vector, const G: usize, const DECRYPT: bool>(
    keys: &[u32; 32],
    cpu: V::Proof,
    mut x: [Words<V, G>; 4],
) -> [Words<V, G>; 4] {
    for four in 0..8 {
        let mut four_keys = [0; 4];
        for i in 0..4 {
            four_keys[i] = keys[if DECRYPT { 31 - 4 * four - i } else { 4 * four + i }];
        }
        x = four_rounds(cpu, x, four_keys);
    }
    x
}

#[inline(always)]
fn four_rounds<V: Vector, const G: usize>(
    cpu: V::Proof,
    [mut a, mut b, mut c, mut d]: [Words<V, G>; 4],
    keys: [u32; 4],
) -> [Words<V, G>; 4] {
    a = round(cpu, a, b, c, d, keys[0]);
    b = round(cpu, b, c, d, a, keys[1]);
    c = round(cpu, c, d, a, b, keys[2]);
    d = round(cpu, d, a, b, c, keys[3]);
    [a, b, c, d]
}

#[inline(always)]
fn round<V: Vector, const G: usize>(
    cpu: V::Proof,
    mut x0: Words<V, G>,
    x1: Words<V, G>,
    x2: Words<V, G>,
    x3: Words<V, G>,
    key: u32,
) -> Words<V, G> {
    let key = V::splat_32(cpu, key);
    for i in 0..G {
        // x3 is XORed last, because the previous round computes it. The other XORs need not wait for that round.
        let b = x1[i].xor(x2[i]).xor(key).xor(x3[i]).substitute::<Tau>();
        // Applies the linear map L, which XORs rotations by 0, 2, 10, 18 and 24 bits. For the rotations by 2, 10 and 18
        // bits, the code XORs rotations by 0, 8 and 16 bits, then rotates the sum by 2 bits.
        let sum = b.xor(b.rotate_left_32::<8, 24>()).xor(b.rotate_left_32::<16, 16>());
        let sum = sum.rotate_left_32::<2, 30>();
        x0[i] = x0[i].xor(b).xor(b.rotate_left_32::<24, 8>()).xor(sum);
    }
    x0
}

/// Expands the key in vectors, each of which holds copies of one word. The words stay in vectors during all rounds:
/// moving a value to general registers and back in each round would take as long as the linear map.
impl ExpandWords for KeyExpansion<'_> {
    type Output = ();
    const VECTOR_BYTES: usize = 16;

    #[inline(always)]
    fn run<V: Vector>(self, cpu: V::Proof) {
        let [a, b, c, d] = self.words();
        let [mut a, mut b] = [V::splat_32(cpu, a), V::splat_32(cpu, b)];
        let [mut c, mut d] = [V::splat_32(cpu, c), V::splat_32(cpu, d)];
        // Indexes `CK` instead of using `zip`, a function that the compiler does not always inline.
        for (i, four) in self.keys.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let ck = &CK[i];
            a = key_round(cpu, a, b, c, d, ck[0]);
            b = key_round(cpu, b, c, d, a, ck[1]);
            c = key_round(cpu, c, d, a, b, ck[2]);
            d = key_round(cpu, d, a, b, c, ck[3]);
            *four = [a.first_word(), b.first_word(), c.first_word(), d.first_word()];
            if const { V::INVERTS_BY_AES } {
                low_latency::prepare_keys::<V>(cpu, four, i);
            }
        }
    }
}

/// Computes a round key from the four words before it (§7.3).
#[inline(always)]
fn key_round<V: Vector>(cpu: V::Proof, x0: V, x1: V, x2: V, x3: V, ck: u32) -> V {
    // x3 is XORed last, because the previous round computes it.
    let sum = x1.xor(x2).xor(V::splat_32(cpu, ck)).xor(x3);
    let b = if const { V::INVERTS_BY_AES } {
        // `ShiftRows` has no effect, because all words are equal.
        let [before, after] = const { &Tables::<Tau>::AROUND_AES };
        sum.map(before).aes_last_round::<false>().map(after)
    } else {
        sum.substitute::<Tau>()
    };
    x0.xor(b).xor(b.rotate_left_32::<13, 19>().xor(b.rotate_left_32::<23, 9>()))
}

/// S-box of SM4.
pub(super) struct Tau;

impl SBox for Tau {
    const TABLE: [u8; 256] = INVERSION.table();
    const INVERSION: Option<Inversion> = Some(INVERSION);
}

const INVERSION: Inversion = Inversion::modulo(POLYNOMIAL, AFFINE, AFFINE);

/// Polynomial of the field in which the S-box inverts: x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1.
pub(super) const POLYNOMIAL: u16 = 0x1f5;

/// Affine map of the S-box. Bit i of the output is the XOR of bit i of a constant and the parity of x & m. The mask m
/// is 0xa7, rotated to the left by i bits.
pub(super) const AFFINE: Affine = {
    let mut rows = [0xa7_u8; 8];
    let mut i = 1;
    while i < 8 {
        rows[i] = rows[i - 1].rotate_left(1);
        i += 1;
    }
    Affine::from_rows(rows, 0xd3)
};
