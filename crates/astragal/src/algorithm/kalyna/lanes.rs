//! Kalyna over vectors that hold one byte of many blocks each. Two columns take sixteen vectors.

use super::tables::{Eta, Gf, INVERSE_ROW, InverseEta, POLYNOMIAL};
use super::{Kalyna, shift};
use crate::platform::sbox::{Affine, Prepared};
use crate::traits::cipher::{
    BlockVectors, RoundsFamily, ScalarRounds, Vector, add_bytes, transpose_8,
};

/// Rounds in one direction, on blocks of `PAIRS` pairs of columns.
#[derive(Clone, Copy)]
pub(super) struct WideRounds<
    'a,
    const NB: usize,
    const BLOCK: usize,
    const PAIRS: usize,
    const DECRYPT: bool,
>(pub(super) &'a Kalyna<NB, BLOCK>);

impl<'a, const NB: usize, const BLOCK: usize, const PAIRS: usize, const DECRYPT: bool> RoundsFamily
    for WideRounds<'a, NB, BLOCK, PAIRS, DECRYPT>
{
    type Block = [u8; BLOCK];
    type State<V: Vector> = Columns<V, BLOCK, PAIRS>;
    type Portable = ScalarRounds<'a, Kalyna<NB, BLOCK>, DECRYPT>;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, x: Self::State<V>) -> Self::State<V> {
        let [first, keys @ .., last] = self.0.schedule.keys() else { return x };
        Columns(if DECRYPT {
            decrypt(cpu, x.0, [first, last], keys)
        } else {
            encrypt(cpu, x.0, [first, last], keys)
        })
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        ScalarRounds(self.0)
    }
}

/// Sixteen vectors for each pair of columns, of blocks or of bytes.
type State<V, const PAIRS: usize> = [[V; 16]; PAIRS];

/// Pairs of columns. Each vector holds blocks before the first and after the last round, bytes between.
#[derive(Clone, Copy)]
pub(super) struct Columns<V, const BLOCK: usize, const PAIRS: usize>(State<V, PAIRS>);

impl<const BLOCK: usize, const PAIRS: usize, V: Vector> BlockVectors<V>
    for Columns<V, BLOCK, PAIRS>
{
    type Block = [u8; BLOCK];
    type Blocks = V::BlockArray16<[u8; BLOCK]>;

    #[inline(always)]
    fn load(cpu: V::Proof, blocks: &[[u8; BLOCK]]) -> Self {
        let mut x = [[V::splat(cpu, &[0; 16]); 16]; PAIRS];
        for pair in 0..PAIRS {
            for i in 0..16 {
                let mut bytes = [[0; 16]; 4];
                for lane in 0..V::LANES {
                    bytes[lane] = blocks[V::LANES * i + lane].as_chunks().0[pair];
                }
                x[pair][i] = V::load(cpu, bytes.as_flattened());
            }
        }
        Self(x)
    }

    #[inline(always)]
    fn xor(mut self, other: Self) -> Self {
        for (a, b) in self.0.as_flattened_mut().iter_mut().zip(other.0.as_flattened()) {
            *a = a.xor(*b);
        }
        self
    }

    #[inline(always)]
    fn store(self, blocks: &mut [[u8; BLOCK]]) {
        for pair in 0..PAIRS {
            for i in 0..16 {
                let mut bytes = [[0; 16]; 4];
                self.0[pair][i].store(bytes.as_flattened_mut());
                for lane in 0..V::LANES {
                    blocks[V::LANES * i + lane].as_chunks_mut().0[pair] = bytes[lane];
                }
            }
        }
    }
}

#[inline(always)]
fn encrypt<V: Vector, const NB: usize, const PAIRS: usize>(
    cpu: V::Proof,
    mut x: State<V, PAIRS>,
    [first, last]: [&[u64; NB]; 2],
    keys: &[[u64; NB]],
) -> State<V, PAIRS> {
    add_words::<_, NB, PAIRS, false>(cpu, &mut x, first);
    transpose(&mut x);
    // One copy of the round, which is long.
    let mut keys = keys.iter();
    loop {
        x = round::<V, NB, PAIRS>(x);
        let Some(key) = keys.next() else { break };
        add(cpu, &mut x, key);
    }
    transpose(&mut x);
    add_words::<_, NB, PAIRS, false>(cpu, &mut x, last);
    x
}

#[inline(always)]
fn decrypt<V: Vector, const NB: usize, const PAIRS: usize>(
    cpu: V::Proof,
    mut x: State<V, PAIRS>,
    [first, last]: [&[u64; NB]; 2],
    keys: &[[u64; NB]],
) -> State<V, PAIRS> {
    add_words::<_, NB, PAIRS, true>(cpu, &mut x, last);
    transpose(&mut x);
    let mut keys = keys.iter().rev();
    loop {
        x = inverse_round::<V, NB, PAIRS>(x);
        let Some(key) = keys.next() else { break };
        add(cpu, &mut x, key);
    }
    transpose(&mut x);
    add_words::<_, NB, PAIRS, true>(cpu, &mut x, first);
    x
}

/// Adds or subtracts the first or the last round key modulo 2^64, on vectors of whole blocks.
#[inline(always)]
fn add_words<V: Vector, const NB: usize, const PAIRS: usize, const SUBTRACT: bool>(
    cpu: V::Proof,
    x: &mut State<V, PAIRS>,
    key: &[u64; NB],
) {
    for (x, words) in x.iter_mut().zip(key.as_chunks::<2>().0) {
        let mut lane = [0; 16];
        lane[..8].copy_from_slice(&words[0].to_le_bytes());
        lane[8..].copy_from_slice(&words[1].to_le_bytes());
        let key = V::splat(cpu, &lane);
        for v in x {
            *v = if SUBTRACT { v.sub_64(key) } else { v.add_64(key) };
        }
    }
}

#[inline(always)]
fn transpose<V: Vector, const PAIRS: usize>(x: &mut State<V, PAIRS>) {
    for x in x {
        *x = transpose_8(*x);
    }
}

#[inline(always)]
fn add<V: Vector, const NB: usize, const PAIRS: usize>(
    cpu: V::Proof,
    x: &mut State<V, PAIRS>,
    key: &[u64; NB],
) {
    for (column, key) in x.as_flattened_mut().as_chunks_mut::<8>().0.iter_mut().zip(key) {
        *column = add_bytes(cpu, *column, &key.to_le_bytes());
    }
}

/// Applies η, π and ψ.
#[inline(always)]
fn round<V: Vector, const NB: usize, const PAIRS: usize>(x: State<V, PAIRS>) -> State<V, PAIRS> {
    let mut y = x;
    let (from, _) = x.as_flattened().as_chunks::<8>();
    for (j, column) in y.as_flattened_mut().as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let at = |row: usize| from[(j + NB - shift::<NB>(row)) % NB][row];
        *column = multiply([
            at(0).substitute::<Eta<0>>(),
            at(1).substitute::<Eta<1>>(),
            at(2).substitute::<Eta<2>>(),
            at(3).substitute::<Eta<3>>(),
            at(4).substitute::<Eta<0>>(),
            at(5).substitute::<Eta<1>>(),
            at(6).substitute::<Eta<2>>(),
            at(7).substitute::<Eta<3>>(),
        ]);
    }
    y
}

/// Multiplies the matrix by a column. Row r is the sum of 1, 1, 5, 1, 8, 6, 7 and 4 times the rows r, r + 1, …, modulo
/// 8. The sum is evaluated by the bits of the factors.
#[inline(always)]
fn multiply<V: Vector>(x: [V; 8]) -> [V; 8] {
    let mut y = x;
    for (r, y) in y.iter_mut().enumerate() {
        let at = |i: usize| x[(r + i) % 8];
        let pair = |i: usize| at(i).xor(at(i + 1));
        let fours = at(2).xor(pair(5)).xor(at(7)).xor(at(4).double::<Gf>());
        let twos = pair(5).xor(fours.double::<Gf>());
        *y = pair(0).xor(pair(2)).xor(at(6)).xor(twos.double::<Gf>());
    }
    y
}

#[inline(always)]
fn inverse_round<V: Vector, const NB: usize, const PAIRS: usize>(
    mut x: State<V, PAIRS>,
) -> State<V, PAIRS> {
    for column in x.as_flattened_mut().as_chunks_mut::<8>().0 {
        *column = multiply_inverse(*column);
    }
    let mut y = x;
    let (from, _) = x.as_flattened().as_chunks::<8>();
    for (j, column) in y.as_flattened_mut().as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let at = |row: usize| from[(j + shift::<NB>(row)) % NB][row];
        *column = [
            at(0).substitute::<InverseEta<0>>(),
            at(1).substitute::<InverseEta<1>>(),
            at(2).substitute::<InverseEta<2>>(),
            at(3).substitute::<InverseEta<3>>(),
            at(4).substitute::<InverseEta<0>>(),
            at(5).substitute::<InverseEta<1>>(),
            at(6).substitute::<InverseEta<2>>(),
            at(7).substitute::<InverseEta<3>>(),
        ];
    }
    y
}

#[inline(always)]
fn multiply_inverse<V: Vector>(x: [V; 8]) -> [V; 8] {
    const PRODUCTS: [Prepared; 8] = [
        Affine::product(INVERSE_ROW[0], POLYNOMIAL).prepare(),
        Affine::product(INVERSE_ROW[1], POLYNOMIAL).prepare(),
        Affine::product(INVERSE_ROW[2], POLYNOMIAL).prepare(),
        Affine::product(INVERSE_ROW[3], POLYNOMIAL).prepare(),
        Affine::product(INVERSE_ROW[4], POLYNOMIAL).prepare(),
        Affine::product(INVERSE_ROW[5], POLYNOMIAL).prepare(),
        Affine::product(INVERSE_ROW[6], POLYNOMIAL).prepare(),
        Affine::product(INVERSE_ROW[7], POLYNOMIAL).prepare(),
    ];
    let mut y = x;
    for (r, y) in y.iter_mut().enumerate() {
        let mut sum = x[r].map(&PRODUCTS[0]);
        for i in 1..8 {
            sum = sum.xor(x[(r + i) % 8].map(&PRODUCTS[i]));
        }
        *y = sum;
    }
    y
}
