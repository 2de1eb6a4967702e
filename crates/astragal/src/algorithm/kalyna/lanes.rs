//! Rounds of Kalyna on many blocks in parallel. Each vector holds the byte at one position of every block. A pair of
//! columns takes sixteen vectors.

use super::tables::{Eta, Gf, INVERSE_ROW, InverseEta, products};
use super::{Kalyna, shift};
use crate::platform::array::{Flat as _, copy};
use crate::platform::sbox::Prepared;
use crate::traits::cipher::{
    BlockVectors, RoundsFamily, ScalarRounds, Vector, add_bytes, transpose_8,
};

/// Kalyna rounds on many blocks: encryption, or decryption if `DECRYPT` is set. A block has `PAIRS` pairs of columns.
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

/// Sixteen vectors for each pair of columns. A vector holds either whole columns of one block or one byte of every
/// block.
type State<V, const PAIRS: usize> = [[V; 16]; PAIRS];

/// State of many blocks, grouped by pairs of columns. During the rounds, each vector holds one byte of every block.
/// When blocks are loaded or stored, each vector holds parts of whole blocks.
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
                x[pair][i] = V::load(cpu, bytes.flat());
            }
        }
        Self(x)
    }

    #[inline(always)]
    fn xor(mut self, other: Self) -> Self {
        let (a, b) = (self.0.flat_mut(), other.0.flat());
        for i in 0..a.len() {
            a[i] = a[i].xor(b[i]);
        }
        self
    }

    #[inline(always)]
    fn store(self, blocks: &mut [[u8; BLOCK]]) {
        for pair in 0..PAIRS {
            for i in 0..16 {
                let mut bytes = [[0; 16]; 4];
                self.0[pair][i].store(bytes.flat_mut());
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
    // The loop contains a single call of the round. The round is long, and each further call would add an inlined copy
    // of its code.
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

/// Adds the first or the last round key to the blocks, modulo 2^64 in each word. If `SUBTRACT` is set, subtracts it.
/// Each vector holds parts of whole blocks.
#[inline(always)]
fn add_words<V: Vector, const NB: usize, const PAIRS: usize, const SUBTRACT: bool>(
    cpu: V::Proof,
    x: &mut State<V, PAIRS>,
    key: &[u64; NB],
) {
    let (keys, _) = key.as_chunks::<2>();
    for i in 0..x.len() {
        let (x, words) = (&mut x[i], keys[i]);
        let mut lane = [0; 16];
        copy(&mut lane[..8], &words[0].to_le_bytes());
        copy(&mut lane[8..], &words[1].to_le_bytes());
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
    let (columns, _) = x.flat_mut().as_chunks_mut::<8>();
    for i in 0..NB {
        columns[i] = add_bytes(cpu, columns[i], &key[i].to_le_bytes());
    }
}

/// Applies the substitution η, the shift of rows π and the multiplication of columns ψ.
#[inline(always)]
fn round<V: Vector, const NB: usize, const PAIRS: usize>(x: State<V, PAIRS>) -> State<V, PAIRS> {
    let mut y = x;
    let (from, _) = x.flat().as_chunks::<8>();
    let (columns, _) = y.flat_mut().as_chunks_mut::<8>();
    for j in 0..NB {
        let mut x = from[j];
        for row in 0..8 {
            x[row] = from[(j + NB - shift::<NB>(row)) % NB][row];
        }
        columns[j] = multiply([
            x[0].substitute::<Eta<0>>(),
            x[1].substitute::<Eta<1>>(),
            x[2].substitute::<Eta<2>>(),
            x[3].substitute::<Eta<3>>(),
            x[4].substitute::<Eta<0>>(),
            x[5].substitute::<Eta<1>>(),
            x[6].substitute::<Eta<2>>(),
            x[7].substitute::<Eta<3>>(),
        ]);
    }
    y
}

/// Multiplies each column by the matrix circ(1, 1, 5, 1, 8, 6, 7, 4). Row r of the product is the sum of rows r to r +
/// 7 (modulo 8), each multiplied by its own factor. Horner's rule computes the sum bit by bit, from the highest bit of
/// the factors to the lowest.
#[inline(always)]
fn multiply<V: Vector>(x: [V; 8]) -> [V; 8] {
    let mut y = x;
    for r in 0..8 {
        let mut a = x;
        for i in 0..8 {
            a[i] = x[(r + i) % 8];
        }
        let [a56, a4] = [a[5].xor(a[6]), a[4].double::<Gf>()];
        let fours = a[2].xor(a56).xor(a[7]).xor(a4);
        let twos = a56.xor(fours.double::<Gf>());
        y[r] = a[0].xor(a[1]).xor(a[2].xor(a[3])).xor(a[6]).xor(twos.double::<Gf>());
    }
    y
}

#[inline(always)]
fn inverse_round<V: Vector, const NB: usize, const PAIRS: usize>(
    mut x: State<V, PAIRS>,
) -> State<V, PAIRS> {
    for column in x.flat_mut().as_chunks_mut::<8>().0 {
        *column = multiply_inverse(*column);
    }
    let mut y = x;
    let (from, _) = x.flat().as_chunks::<8>();
    let (columns, _) = y.flat_mut().as_chunks_mut::<8>();
    for j in 0..NB {
        let mut x = from[j];
        for row in 0..8 {
            x[row] = from[(j + shift::<NB>(row)) % NB][row];
        }
        columns[j] = [
            x[0].substitute::<InverseEta<0>>(),
            x[1].substitute::<InverseEta<1>>(),
            x[2].substitute::<InverseEta<2>>(),
            x[3].substitute::<InverseEta<3>>(),
            x[4].substitute::<InverseEta<0>>(),
            x[5].substitute::<InverseEta<1>>(),
            x[6].substitute::<InverseEta<2>>(),
            x[7].substitute::<InverseEta<3>>(),
        ];
    }
    y
}

#[inline(always)]
fn multiply_inverse<V: Vector>(x: [V; 8]) -> [V; 8] {
    const PRODUCTS: [Prepared; 8] = products(&INVERSE_ROW);
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
