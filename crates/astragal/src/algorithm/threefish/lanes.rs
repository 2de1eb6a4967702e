//! Threefish over vectors of which each holds one word of many blocks.

use super::cipher::Schedule;
use super::{Size, Threefish};
use crate::kind::cipher::{Apply, Forms, OneByOne, Rounds, Vector};
use crate::machine::unroll::unroll;

/// Threefish's rounds in one direction.
#[derive(Clone, Copy)]
pub(super) struct Direction<'a, const N: usize, const BYTES: usize, const DECRYPT: bool>(
    pub(super) &'a Schedule<N, BYTES>,
);

impl<'a, const N: usize, const BYTES: usize, const DECRYPT: bool> Forms
    for Direction<'a, N, BYTES, DECRYPT>
where
    Threefish<N>: Size<N>,
{
    type Block = [u8; BYTES];
    type State<V: Vector> = [V; N];
    type Over<'o, V: Vector> = Over<'o, N, BYTES, V>;
    type Portable = OneByOne<'a, Schedule<N, BYTES>, DECRYPT>;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, x: [V; N]) -> [V; N] {
        let cipher = &self.0.cipher;
        if DECRYPT { decrypt(cipher, cpu, x) } else { encrypt(cipher, cpu, x) }
    }
    #[inline(always)]
    fn over<V: Vector>(rounds: &dyn Apply<V, [V; N]>, cpu: V::Proof) -> Self::Over<'_, V> {
        Over(rounds, cpu)
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        OneByOne(self.0)
    }
}

/// Rounds over vectors that hold words.
pub(super) struct Over<'a, const N: usize, const BYTES: usize, V: Vector>(
    &'a dyn Apply<V, [V; N]>,
    V::Proof,
);

impl<const N: usize, const BYTES: usize, V: Vector> Clone for Over<'_, N, BYTES, V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, const BYTES: usize, V: Vector> Copy for Over<'_, N, BYTES, V> {}

impl<const N: usize, const BYTES: usize, V: Vector> Rounds for Over<'_, N, BYTES, V> {
    type Block = [u8; BYTES];
    type Blocks = V::OfWords<[u8; BYTES]>;
    type State = [V; N];

    #[inline(always)]
    fn load(&self, blocks: &[[u8; BYTES]]) -> [V; N] {
        let mut x = [V::splat(self.1, &[0; 16]); N];
        for (j, x) in x.iter_mut().enumerate() {
            let mut bytes = [0; 64];
            for (word, block) in
                bytes.as_chunks_mut::<8>().0.iter_mut().zip(blocks).take(2 * V::LANES)
            {
                *word = block.as_chunks().0[j];
            }
            *x = V::load(self.1, &bytes);
        }
        x
    }

    #[inline(always)]
    fn apply(&self, mut x: [V; N]) -> [V; N] {
        self.0.apply(self.1, &mut x);
        x
    }

    #[inline(always)]
    fn xor(&self, mut a: [V; N], b: [V; N]) -> [V; N] {
        for (a, b) in a.iter_mut().zip(b) {
            *a = a.xor(b);
        }
        a
    }

    #[inline(always)]
    fn store(&self, x: [V; N], blocks: &mut [[u8; BYTES]]) {
        for (j, x) in x.iter().enumerate() {
            let mut bytes = [0; 64];
            x.store(&mut bytes);
            for (word, block) in
                bytes.as_chunks::<8>().0.iter().zip(&mut *blocks).take(2 * V::LANES)
            {
                block.as_chunks_mut().0[j] = *word;
            }
        }
    }
}

#[inline(always)]
fn encrypt<V: Vector, const N: usize>(cipher: &Threefish<N>, cpu: V::Proof, mut x: [V; N]) -> [V; N]
where
    Threefish<N>: Size<N>,
{
    let mut s = 0;
    while s < Threefish::<N>::ROUNDS / 4 {
        x = add_subkey(cipher, cpu, x, s);
        unroll!(for d in 0..4 {
            x = round(x, d);
        });
        x = add_subkey(cipher, cpu, x, s + 1);
        unroll!(for d in 0..4 {
            x = round(x, 4 + d);
        });
        s += 2;
    }
    add_subkey(cipher, cpu, x, s)
}

#[inline(always)]
fn decrypt<V: Vector, const N: usize>(cipher: &Threefish<N>, cpu: V::Proof, x: [V; N]) -> [V; N]
where
    Threefish<N>: Size<N>,
{
    let mut s = Threefish::<N>::ROUNDS / 4;
    let mut x = subtract_subkey(cipher, cpu, x, s);
    while s > 0 {
        unroll!(for d in 0..4 {
            x = inverse_round(x, 7 - d);
        });
        x = subtract_subkey(cipher, cpu, x, s - 1);
        unroll!(for d in 0..4 {
            x = inverse_round(x, 3 - d);
        });
        x = subtract_subkey(cipher, cpu, x, s - 2);
        s -= 2;
    }
    x
}

#[inline(always)]
fn add_subkey<V: Vector, const N: usize>(
    cipher: &Threefish<N>,
    cpu: V::Proof,
    mut x: [V; N],
    s: usize,
) -> [V; N]
where
    Threefish<N>: Size<N>,
{
    for (i, x) in x.iter_mut().enumerate() {
        *x = x.add_64(V::splat_64(cpu, cipher.subkey_word(s, i)));
    }
    x
}

#[inline(always)]
fn subtract_subkey<V: Vector, const N: usize>(
    cipher: &Threefish<N>,
    cpu: V::Proof,
    mut x: [V; N],
    s: usize,
) -> [V; N]
where
    Threefish<N>: Size<N>,
{
    for (i, x) in x.iter_mut().enumerate() {
        *x = x.sub_64(V::splat_64(cpu, cipher.subkey_word(s, i)));
    }
    x
}

/// Round `d` modulo 8, which is a constant where this is inlined.
#[inline(always)]
fn round<V: Vector, const N: usize>(mut x: [V; N], d: usize) -> [V; N]
where
    Threefish<N>: Size<N>,
{
    for j in 0..N / 2 {
        x[2 * j] = x[2 * j].add_64(x[2 * j + 1]);
        let left = Threefish::<N>::ROTATIONS[d][j];
        x[2 * j + 1] = x[2 * j + 1].rotate_left_64(left).xor(x[2 * j]);
    }
    let mut moved = x;
    for i in 0..N {
        moved[i] = x[Threefish::<N>::PI[i]];
    }
    moved
}

#[inline(always)]
fn inverse_round<V: Vector, const N: usize>(moved: [V; N], d: usize) -> [V; N]
where
    Threefish<N>: Size<N>,
{
    let mut x = moved;
    for i in 0..N {
        x[Threefish::<N>::PI[i]] = moved[i];
    }
    for j in 0..N / 2 {
        let right = Threefish::<N>::ROTATIONS[d][j];
        x[2 * j + 1] = x[2 * j + 1].xor(x[2 * j]).rotate_left_64(64 - right);
        x[2 * j] = x[2 * j].sub_64(x[2 * j + 1]);
    }
    x
}
