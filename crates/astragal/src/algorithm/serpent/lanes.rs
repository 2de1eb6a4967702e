//! Rounds of Serpent on vectors. Each vector holds one word of many blocks.

use super::key_schedule::Schedule;
use super::round;
use super::sbox::Words;
use crate::platform::array::Flat as _;
use crate::platform::optimization_barrier::black_box;
use crate::platform::simd::{self, Bytes, Nibbles};
use crate::platform::thresholds::{self, FewBlocks};
use crate::platform::words::{load_le, store_le};
use crate::traits::cipher::{
    Lanes, LowLatencyFamily, RoundsFamily, ScalarRounds, Vector, transpose_32,
};

impl Lanes for Schedule {
    type Vectors<V: Vector> = [V; 8];
    const USES_GFNI: bool = false;

    #[inline(always)]
    fn encrypt_lanes<V: Vector>(&self, _: V::Proof, x: [V; 8]) -> [V; 8] {
        unpaired(round::encrypt(&self.0, paired(x)))
    }

    #[inline(always)]
    fn decrypt_lanes<V: Vector>(&self, _: V::Proof, x: [V; 8]) -> [V; 8] {
        unpaired(round::decrypt(&self.0, paired(x)))
    }
}

/// Rounds for up to four blocks a lane, in one vector per word. They take less time than those of [`Lanes`], which
/// interleave two groups of blocks.
#[derive(Clone, Copy)]
pub(super) struct Few<'a, const DECRYPT: bool>(pub(super) &'a Schedule);

impl<'a, const DECRYPT: bool> RoundsFamily for Few<'a, DECRYPT> {
    type Block = [u8; 16];
    type State<V: Vector> = [V; 4];
    type Portable = ScalarRounds<'a, Schedule, DECRYPT>;
    const USES_GFNI: bool = false;

    #[inline(always)]
    fn apply<V: Vector>(self, _: V::Proof, x: [V; 4]) -> [V; 4] {
        transpose_32(round::apply::<DECRYPT, _>(&self.0.0, transpose_32(x)))
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        ScalarRounds(self.0)
    }
}

impl<const DECRYPT: bool> LowLatencyFamily for Few<'_, DECRYPT> {
    const FEW: FewBlocks = thresholds::SERPENT;

    #[inline(always)]
    fn apply_low_latency<V: Vector>(self, cpu: V::Proof, x: V) -> V {
        low_latency::<V, DECRYPT>(&self.0.0, cpu, x)
    }
}

/// Applies the rounds to the block in each lane of `x`. With AVX-512, a block takes one lane in each of four vectors.
/// Vector i holds word i of the block, repeated in all elements of the lane. Other vector instructions can neither rotate
/// words nor compute Boolean functions of three words, so general-purpose registers process the blocks instead, one at a
/// time.
#[inline(always)]
fn low_latency<V: Vector, const DECRYPT: bool>(keys: &[[u32; 4]; 33], cpu: V::Proof, x: V) -> V {
    if const { <V as simd::Words>::TERNARY } {
        return joined(round::apply::<DECRYPT, _>(keys, divided(x)));
    }
    let mut blocks = [[0; 16]; 4];
    x.store(blocks.flat_mut());
    for block in &mut blocks[..V::LANES] {
        // Without the barriers, the compiler would move the words between both kinds of registers in every iteration of
        // the rounds.
        let words = in_general_registers(load_le(block));
        store_le(&in_general_registers(round::apply::<DECRYPT, u32>(keys, words)), block);
    }
    V::load(cpu, blocks.flat())
}

#[inline(always)]
fn in_general_registers([a, b, c, d]: [u32; 4]) -> [u32; 4] {
    [black_box(a), black_box(b), black_box(c), black_box(d)]
}

/// Returns four vectors: in vector i, word i of each lane is copied to all words of that lane.
#[inline(always)]
fn divided<V: Vector>(x: V) -> [V; 4] {
    [
        x.shuffle_by(&[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]),
        x.shuffle_by(&[4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7]),
        x.shuffle_by(&[8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11]),
        x.shuffle_by(&[12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15]),
    ]
}

#[inline(always)]
fn joined<V: Vector>(words: [V; 4]) -> V {
    transpose_32(words)[0]
}

/// One word of every block, in two independent vectors. The code interleaves operations on the two vectors.
#[derive(Clone, Copy)]
struct Pair<V>(V, V);

/// Transposes two groups of four vectors. Element i of the result is a pair of vectors, one for each group, that holds
/// word i of all blocks.
#[inline(always)]
fn paired<V: Vector>(x: [V; 8]) -> [Pair<V>; 4] {
    let a = transpose_32([x[0], x[1], x[2], x[3]]);
    let b = transpose_32([x[4], x[5], x[6], x[7]]);
    [Pair(a[0], b[0]), Pair(a[1], b[1]), Pair(a[2], b[2]), Pair(a[3], b[3])]
}

#[inline(always)]
fn unpaired<V: Vector>([w0, w1, w2, w3]: [Pair<V>; 4]) -> [V; 8] {
    let [a, b, c, d] = transpose_32([w0.0, w1.0, w2.0, w3.0]);
    let [e, f, g, h] = transpose_32([w0.1, w1.1, w2.1, w3.1]);
    [a, b, c, d, e, f, g, h]
}

impl<V: Vector> Words for V {
    const TERNARY: bool = <V as simd::Words>::TERNARY;

    #[inline(always)]
    fn xor_word(self, word: u32) -> Self {
        Nibbles::xor(self, V::splat_32(self.proof(), word))
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Bytes::and(self, b)
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        Bytes::and_not(self, b)
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Bytes::or(self, b)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Nibbles::xor(self, b)
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        simd::Words::xor3(self, b, c)
    }
    #[inline(always)]
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        self.rotate_left_32::<LEFT, RIGHT>()
    }
    #[inline(always)]
    fn shift_left<const LEFT: i32>(self) -> Self {
        self.shift_left_32::<LEFT>()
    }
    #[inline(always)]
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
        simd::Words::ternary::<T>(self, b, c)
    }
}

/// Each method contains its operation twice, once for each vector, instead of a loop or a closure. The compiler copies
/// a method for each truth table and each instruction set, and a loop or a closure would make every copy longer.
impl<V: Vector> Words for Pair<V> {
    const TERNARY: bool = <V as simd::Words>::TERNARY;

    #[inline(always)]
    fn xor_word(self, word: u32) -> Self {
        Self(self.0.xor_word(word), self.1.xor_word(word))
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(Bytes::and(self.0, b.0), Bytes::and(self.1, b.1))
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        Self(Bytes::and_not(self.0, b.0), Bytes::and_not(self.1, b.1))
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(Bytes::or(self.0, b.0), Bytes::or(self.1, b.1))
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(Nibbles::xor(self.0, b.0), Nibbles::xor(self.1, b.1))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        Self(simd::Words::xor3(self.0, b.0, c.0), simd::Words::xor3(self.1, b.1, c.1))
    }
    #[inline(always)]
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        Self(self.0.rotate_left_32::<LEFT, RIGHT>(), self.1.rotate_left_32::<LEFT, RIGHT>())
    }
    #[inline(always)]
    fn shift_left<const LEFT: i32>(self) -> Self {
        Self(self.0.shift_left_32::<LEFT>(), self.1.shift_left_32::<LEFT>())
    }
    #[inline(always)]
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
        Self(
            simd::Words::ternary::<T>(self.0, b.0, c.0),
            simd::Words::ternary::<T>(self.1, b.1, c.1),
        )
    }
}
