//! Rounds of Threefish on vectors. Each vector holds one word of many blocks.

use super::cipher::{Schedule, WordRounds};
use super::{Size, Threefish};
use crate::platform::array::Flat as _;
use crate::platform::unroll::unroll;
use crate::traits::cipher::{BlockVectors, RoundsFamily, Vector};

/// Threefish rounds on vectors: encryption, or decryption if `DECRYPT` is set.
#[derive(Clone, Copy)]
pub(super) struct WideRounds<'a, const N: usize, const BYTES: usize, const DECRYPT: bool>(
    pub(super) &'a Schedule<N, BYTES>,
);

impl<'a, const N: usize, const BYTES: usize, const DECRYPT: bool> RoundsFamily
    for WideRounds<'a, N, BYTES, DECRYPT>
where
    Threefish<N>: Size<N>,
{
    type Block = [u8; BYTES];
    type State<V: Vector> = Words<V, N, BYTES>;
    type Portable = WordRounds<'a, N, BYTES, DECRYPT>;
    const USES_GFNI: bool = false;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, x: Words<V, N, BYTES>) -> Words<V, N, BYTES> {
        let cipher = &self.0.cipher;
        Words(if DECRYPT { decrypt(cipher, cpu, x.0) } else { encrypt(cipher, cpu, x.0) })
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        WordRounds(self.0)
    }
}

/// State of many blocks: vector i holds word i of each block.
#[derive(Clone, Copy)]
pub(super) struct Words<V, const N: usize, const BYTES: usize>([V; N]);

impl<const N: usize, const BYTES: usize, V: Vector> BlockVectors<V> for Words<V, N, BYTES> {
    type Block = [u8; BYTES];
    type Blocks = V::BlockArrayWords<[u8; BYTES]>;

    #[inline(always)]
    fn load(cpu: V::Proof, blocks: &[[u8; BYTES]]) -> Self {
        let mut x = [V::splat(cpu, &[0; 16]); N];
        for j in 0..N {
            let mut words = [[0; 8]; 8];
            for i in 0..2 * V::LANES {
                words[i] = blocks[i].as_chunks().0[j];
            }
            x[j] = V::load(cpu, words.flat());
        }
        Self(x)
    }

    #[inline(always)]
    fn xor(mut self, other: Self) -> Self {
        for i in 0..N {
            self.0[i] = self.0[i].xor(other.0[i]);
        }
        self
    }

    #[inline(always)]
    fn store(self, blocks: &mut [[u8; BYTES]]) {
        for j in 0..N {
            let mut words = [[0; 8]; 8];
            self.0[j].store(words.flat_mut());
            for i in 0..2 * V::LANES {
                blocks[i].as_chunks_mut().0[j] = words[i];
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

/// Performs a round. `d` is the round number modulo 8. The function is inlined, so that `d` is a constant.
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
