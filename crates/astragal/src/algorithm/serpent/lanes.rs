//! Rounds of Serpent on vectors. Each vector holds one word of many blocks.

use super::key_schedule::Schedule;
use super::round;
use super::sbox::Words;
use crate::traits::cipher::{Lanes, Vector, transpose_32};

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

/// Two independent vectors. Their operations are interleaved.
#[derive(Clone, Copy)]
struct Pair<V>(V, V);

/// Transposes two groups of four vectors. Element i of the result holds word i of all blocks, with one vector per
/// group.
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

impl<V: Vector> Words for Pair<V> {
    #[inline(always)]
    fn xor_word(self, word: u32) -> Self {
        let word = V::splat_32(self.0.proof(), word);
        Self(self.0.xor(word), self.1.xor(word))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        Self(self.0.xor(b.0).xor(c.0), self.1.xor(b.1).xor(c.1))
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
        Self(self.0.ternary::<T>(b.0, c.0), self.1.ternary::<T>(b.1, c.1))
    }
}
