//! Low-latency rounds of Kalyna, for a small number of blocks. Vectors hold whole blocks, with the bytes in the order
//! of the block.
//!
//! `docs/one-block.md` lists the dependency chain of a round. For blocks of 32 and 64 bytes, the shift of rows takes
//! more cycles, because it moves bytes between lanes.

use super::round::round;
use super::tables::{INVERSE_ROW, INVERSE_S_BOXES, ROW, S_BOXES, products};
use super::{Kalyna, shift};
use crate::platform::array::Flat as _;
use crate::platform::sbox::Prepared;
use crate::platform::simd::Lookup;
use crate::platform::words::{load_le, store_le};
use crate::traits::cipher::{BlockVectors, RoundsFamily, ScalarCipher, ScalarRounds, Vector};

/// Kalyna rounds on vectors that hold whole blocks: encryption, or decryption if `DECRYPT` is set. A block has `PAIRS`
/// pairs of columns.
#[derive(Clone, Copy)]
pub(super) struct LowLatencyRounds<
    'a,
    const NB: usize,
    const BLOCK: usize,
    const PAIRS: usize,
    const DECRYPT: bool,
>(pub(super) &'a Kalyna<NB, BLOCK>);

impl<'a, const NB: usize, const BLOCK: usize, const PAIRS: usize, const DECRYPT: bool> RoundsFamily
    for LowLatencyRounds<'a, NB, BLOCK, PAIRS, DECRYPT>
{
    type Block = [u8; BLOCK];
    type State<V: Vector> = Whole<V, BLOCK, PAIRS>;
    type Portable = ScalarRounds<'a, Kalyna<NB, BLOCK>, DECRYPT>;
    const VECTOR_BYTES: usize = BLOCK;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, x: Self::State<V>) -> Self::State<V> {
        let [first, keys @ .., last] = self.0.schedule.keys() else { return x };
        if DECRYPT {
            let mut x = x.zip(Whole::key(cpu, last), V::sub_64).inverse_round::<NB>();
            for key in keys.iter().rev() {
                x = x.zip(Whole::key(cpu, key), V::xor).inverse_round::<NB>();
            }
            x.zip(Whole::key(cpu, first), V::sub_64)
        } else {
            let mut x = x.zip(Whole::key(cpu, first), V::add_64).round::<NB>();
            for key in keys {
                x = x.zip(Whole::key(cpu, key), V::xor).round::<NB>();
            }
            x.zip(Whole::key(cpu, last), V::add_64)
        }
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        ScalarRounds(self.0)
    }
}

/// A single round without the addition of a round key, for the key schedule.
#[derive(Clone, Copy)]
pub(super) struct OneRound<const NB: usize, const BLOCK: usize, const PAIRS: usize>;

impl<const NB: usize, const BLOCK: usize, const PAIRS: usize> RoundsFamily
    for OneRound<NB, BLOCK, PAIRS>
{
    type Block = [u8; BLOCK];
    type State<V: Vector> = Whole<V, BLOCK, PAIRS>;
    type Portable = ScalarRounds<'static, Self, false>;
    const VECTOR_BYTES: usize = BLOCK;

    #[inline(always)]
    fn apply<V: Vector>(self, _: V::Proof, x: Self::State<V>) -> Self::State<V> {
        x.round::<NB>()
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        ScalarRounds(&Self)
    }
}

impl<const NB: usize, const BLOCK: usize, const PAIRS: usize> ScalarCipher
    for OneRound<NB, BLOCK, PAIRS>
{
    type Block = [u8; BLOCK];

    #[inline]
    fn encrypt(&self, block: &mut [u8; BLOCK]) {
        store_le(&round::<NB>(load_le(block)), block);
    }
    fn decrypt(&self, _: &mut [u8; BLOCK]) {
        unreachable!("the key schedule uses only encryption rounds");
    }
}

/// One block in vectors. Each 128-bit lane holds one pair of columns. If vectors have several lanes, the block fills
/// fewer than `PAIRS` vectors, and the other vectors are unused.
#[derive(Clone, Copy)]
pub(super) struct Whole<V, const BLOCK: usize, const PAIRS: usize>([V; PAIRS]);

impl<const BLOCK: usize, const PAIRS: usize, V: Vector> BlockVectors<V> for Whole<V, BLOCK, PAIRS> {
    type Block = [u8; BLOCK];
    type Blocks = [[u8; BLOCK]; 1];

    #[inline(always)]
    fn load(cpu: V::Proof, blocks: &[[u8; BLOCK]]) -> Self {
        let mut x = [V::splat(cpu, &[0; 16]); PAIRS];
        for i in 0..PAIRS / V::LANES {
            x[i] = V::load(cpu, &blocks[0][16 * V::LANES * i..]);
        }
        Self(x)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, V::xor)
    }
    #[inline(always)]
    fn store(self, blocks: &mut [[u8; BLOCK]]) {
        for i in 0..PAIRS / V::LANES {
            self.0[i].store(&mut blocks[0][16 * V::LANES * i..]);
        }
    }
}

impl<const BLOCK: usize, const PAIRS: usize, V: Vector> Whole<V, BLOCK, PAIRS> {
    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(V, V) -> V) -> Self {
        for i in 0..PAIRS / V::LANES {
            self.0[i] = f(self.0[i], other.0[i]);
        }
        self
    }

    #[inline(always)]
    fn key<const NB: usize>(cpu: V::Proof, key: &[u64; NB]) -> Self {
        let mut bytes = [[0; 8]; NB];
        for j in 0..NB {
            bytes[j] = key[j].to_le_bytes();
        }
        let mut x = [V::splat(cpu, &[0; 16]); PAIRS];
        for i in 0..PAIRS / V::LANES {
            x[i] = V::load(cpu, &bytes.flat()[16 * V::LANES * i..]);
        }
        Self(x)
    }

    /// Applies the substitution η, the shift of rows π and the multiplication of columns ψ.
    #[inline(always)]
    fn round<const NB: usize>(mut self) -> Self {
        for i in 0..PAIRS / V::LANES {
            self.0[i] = self.0[i].look_up_each(&ETA);
        }
        self.shift_rows::<NB, false>().multiply::<NB, false>(const { &products(&ROW) })
    }

    #[inline(always)]
    fn inverse_round<const NB: usize>(self) -> Self {
        let mut x =
            self.multiply::<NB, true>(const { &products(&INVERSE_ROW) }).shift_rows::<NB, true>();
        for i in 0..PAIRS / V::LANES {
            x.0[i] = x.0[i].look_up_each(&INVERSE_ETA);
        }
        x
    }

    /// Shifts the rows (π) of blocks of more than two columns. For blocks of two columns, `multiply` shifts the rows.
    /// Each vector of the result is the XOR of byte permutations of all input vectors. A permutation selects the bytes
    /// that belong to this vector of the result, and replaces the others with zeros.
    #[inline(always)]
    fn shift_rows<const NB: usize, const INVERSE: bool>(self) -> Self {
        let mut y = self;
        if NB == 2 {
            return y;
        }
        for to in 0..PAIRS / V::LANES {
            let indices = const { &shifted::<NB, INVERSE>(16 * V::LANES) }[to];
            y.0[to] = self.0[0].permute_bytes(&indices[0]);
            for from in 1..PAIRS / V::LANES {
                y.0[to] = y.0[to].xor(self.0[from].permute_bytes(&indices[from]));
            }
        }
        y
    }

    /// Multiplies each column by a circulant matrix (ψ). `products` holds the multiplications by the elements of its
    /// first row. In blocks of two columns, the shuffles that rotate the products also shift the rows (π).
    #[inline(always)]
    fn multiply<const NB: usize, const INVERSE: bool>(mut self, products: &[Prepared; 8]) -> Self {
        let rotations = const { &rotations(NB == 2, INVERSE) };
        for i in 0..PAIRS / V::LANES {
            let x = self.0[i];
            let mut terms = [x; 8];
            for r in 0..8 {
                terms[r] = x.map(&products[r]).shuffle_by(&rotations[r]);
            }
            // Adds the terms a, b and d first. For encryption, these terms are not multiplied: their factor is 1. They
            // are therefore available before the other terms.
            let [a, b, c, d, e, f, g, h] = terms;
            self.0[i] = a.xor(b).xor(d).xor(c.xor(e).xor(f)).xor(g.xor(h));
        }
        self
    }
}

static ETA: [Lookup; 4] = lookups(&S_BOXES);
static INVERSE_ETA: [Lookup; 4] = lookups(&INVERSE_S_BOXES);

const fn lookups(tables: &[[u8; 256]; 4]) -> [Lookup; 4] {
    [
        Lookup::new(&tables[0]),
        Lookup::new(&tables[1]),
        Lookup::new(&tables[2]),
        Lookup::new(&tables[3]),
    ]
}

/// Returns shuffle indices that rotate both columns of a lane by r bytes, for r from 0 to 7. The rotation moves byte
/// `i + r` of a column to byte i. If `shift` is set, the shuffles also shift the rows of a two-column block: before the
/// rotation for encryption, or after it if `inverse` is set.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 16")]
const fn rotations(shift: bool, inverse: bool) -> [[u8; 16]; 8] {
    let mut rotations = [[0; 16]; 8];
    let mut i = 0;
    while i < 128 {
        let (r, byte) = (i / 16, i % 16);
        let row = (byte + r) % 8;
        // The shift of rows swaps the two columns in rows 4 to 7.
        let shifts = shift && (if inverse { byte % 8 } else { row }) >= 4;
        rotations[r][byte] = ((byte / 8 + shifts as usize) % 2 * 8 + row) as u8;
        i += 1;
    }
    rotations
}

/// Returns the indices of byte permutations for the shift of rows π, in vectors of `bytes` bytes. The permutation
/// `indices[to][from]` selects the bytes that vector `to` takes from vector `from`. All other bytes have the index 128,
/// which yields 0.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 64")]
const fn shifted<const NB: usize, const INVERSE: bool>(bytes: usize) -> [[[u8; 64]; 4]; 4] {
    let mut indices = [[[128; 64]; 4]; 4];
    let mut i = 0;
    while i < 8 * NB {
        let (column, row) = (i / 8, i % 8);
        let shift = if INVERSE { shift::<NB>(row) } else { NB - shift::<NB>(row) };
        let from = (column + shift) % NB * 8 + row;
        indices[i / bytes][from / bytes][i % bytes] = (from % bytes) as u8;
        i += 1;
    }
    indices
}
