//! Two states, stored as eight rows. Row `i` holds byte `i` of every column of both states. To rotate every column by
//! one byte, the code renames the rows, which takes no instruction. XORing two rows takes one instruction per register.

pub(crate) mod tables;

use super::layer::is_aes;
use super::{Layer, Linear, StatePair};
use crate::platform::simd::Nibbles;

/// One row of two states, with 8 or 16 bytes of each state. A value of this type proves that the CPU has the
/// instruction set.
///
/// A lane has 16 bytes. Two states of 8 columns fit in one lane; a state of 16 columns fills a lane.
pub(crate) trait ByteRow: Nibbles {
    /// Proof that the CPU has the instruction set.
    type Proof: Copy;
    /// Number of columns of a state. The vector holds the same row of two states: one byte for each column of each
    /// state.
    const COLUMNS: usize;
    /// Whether AES instructions are available through [`ByteRow::aes`].
    const AES: bool;

    /// Loads 16 bytes into each lane.
    fn load(proof: Self::Proof, lanes: [&[u8; 16]; 2]) -> Self;
    /// Returns the first lane.
    fn first_lane(self) -> [u8; 16];
    /// Loads a constant with 16 bytes for each lane.
    fn constant(self, bytes: &[u8; 32]) -> Self;
    /// Interleaves the bytes of `self` and `b` in each lane. The first result interleaves the lower halves, the second
    /// result the upper halves.
    fn zip(self, b: Self) -> [Self; 2];
    /// Concatenates halves of `self` and `b` in each lane. The lower halves form the first result, the upper halves the
    /// second.
    fn zip_halves(self, b: Self) -> [Self; 2];
    /// Multiplies each byte by x in the field GF(2^8) of the hash `L`.
    fn double<L: Layer>(self) -> Self;
    /// Adds `self`, `b` and the incoming carry in each byte. Returns the sums and the outgoing carries. A carry byte is
    /// 0xff if there is a carry, else 0.
    fn add(self, b: Self, carry: Self) -> (Self, Self);
    /// Exchanges the first and the second state.
    fn swap(self) -> Self;
    /// Keeps the first state and clears the second.
    fn first(self) -> Self;
    /// Moves the first state to the position of the second, and clears its old position.
    fn first_as_second(self) -> Self;
    /// Replaces byte `i` of each lane with byte `indices[i]` of the lane.
    fn shuffle(self, indices: &[u8; 32]) -> Self;
    /// Applies SubBytes and ShiftRows of AES to each lane.
    fn aes(self) -> Self;
    /// Applies the S-boxes of `L` to all rows.
    fn substitute<L: Layer>(rows: [Self; 8]) -> [Self; 8];

    /// Applies a linear map with table lookups. For each byte of row `j`, the lower nibble selects an entry of
    /// `tables[j][0][k]`, and the upper nibble selects an entry of `tables[j][1][k]`. The XOR of these entries over all
    /// `j` is row `k` of the result.
    #[inline(always)]
    fn map(rows: [Self; 8], tables: &[[[[u8; 16]; 8]; 2]; 8]) -> [Self; 8] {
        let mut sums = rows;
        for j in 0..8 {
            let [low, high] = rows[j].nibbles();
            let [lower, upper] = &tables[j];
            for k in 0..8 {
                let product = low.look_up_16(&lower[k]).xor(high.look_up_16(&upper[k]));
                sums[k] = if j == 0 { product } else { sums[k].xor(product) };
            }
        }
        sums
    }
}

/// Two states, stored as eight rows.
#[derive(Clone, Copy)]
pub(crate) struct Rows<V>([V; 8]);

impl<V: ByteRow> Rows<V> {
    /// In each lane, interleaves the bytes of rows i and i + 4.
    ///
    /// A byte stays in its lane. The rest of its location has seven bits: three for the register number, then four for
    /// the position in the lane. Interleaving rotates these seven bits to the left by one.
    #[inline(always)]
    fn interleave(self) -> Self {
        let x = self.0;
        let [[a, b], [c, d], [e, f], [g, h]] =
            [x[0].zip(x[4]), x[1].zip(x[5]), x[2].zip(x[6]), x[3].zip(x[7])];
        Self([a, b, c, d, e, f, g, h])
    }

    #[inline(always)]
    fn shuffle(mut self, shuffles: &[[u8; 32]; 8]) -> Self {
        for i in 0..8 {
            self.0[i] = self.0[i].shuffle(&shuffles[i]);
        }
        self
    }
}

impl<V: ByteRow> StatePair for Rows<V> {
    type Proof = V::Proof;

    #[inline(always)]
    fn load(proof: V::Proof, first: &[u8], second: &[u8]) -> Self {
        let ((first, _), (second, _)) = (first.as_chunks::<16>(), second.as_chunks::<16>());
        // A byte stays in its lane. The rest of its location has seven bits: three for the register number, then four
        // for the position in the lane. After the loads, the first four bits select the column, and the last three
        // select the row. Each interleaving rotates the seven bits to the left by one. After four interleavings, the
        // row bits come first, so each register holds one row.
        let mut columns = Self([V::load(proof, [&first[0]; 2]); 8]);
        for i in 0..8 {
            let piece = match V::COLUMNS {
                8 if i < 4 => [&first[i]; 2],
                8 => [&second[i - 4]; 2],
                _ => [&first[i], &second[i]],
            };
            columns.0[i] = V::load(proof, piece);
        }
        columns.interleave().interleave().interleave().interleave()
    }

    #[inline(always)]
    fn store_first(self, bytes: &mut [u8]) {
        let columns = self.interleave().interleave().interleave();
        let (pieces, _) = bytes.as_chunks_mut::<16>();
        for i in 0..pieces.len() {
            pieces[i] = columns.0[i].first_lane();
        }
    }

    #[inline(always)]
    fn add_constants<L: Layer>(mut self, round: usize) -> Self {
        let bits = &const { tables::constants::<L>(V::COLUMNS, false) }[round];
        for i in 0..8 {
            self.0[i] = self.0[i].xor(self.0[i].constant(&bits[i]));
        }
        if L::ADDS {
            let words = &const { tables::constants::<L>(V::COLUMNS, true) }[round];
            let mut carry = self.0[0].constant(&[0; 32]);
            for i in 0..8 {
                (self.0[i], carry) = self.0[i].add(self.0[i].constant(&words[i]), carry);
            }
        }
        self
    }

    #[inline(always)]
    fn xor(mut self, b: Self) -> Self {
        for i in 0..8 {
            self.0[i] = self.0[i].xor(b.0[i]);
        }
        self
    }

    #[inline(always)]
    fn swap(mut self) -> Self {
        for row in &mut self.0 {
            *row = row.swap();
        }
        self
    }

    #[inline(always)]
    fn first(mut self) -> Self {
        for row in &mut self.0 {
            *row = row.first();
        }
        self
    }

    #[inline(always)]
    fn first_as_second(mut self) -> Self {
        for row in &mut self.0 {
            *row = row.first_as_second();
        }
        self
    }

    #[inline(always)]
    fn substitute<L: Layer>(mut self) -> Self {
        self.0 = V::substitute::<L>(self.0);
        self
    }

    #[inline(always)]
    fn substitute_and_shift<L: Layer>(mut self) -> Self {
        if V::AES && const { is_aes::<L>() } {
            self = self.shuffle(const { &tables::shuffles::<L>(V::COLUMNS, true) });
            for row in &mut self.0 {
                *row = row.aes();
            }
            self
        } else {
            self.shuffle(const { &tables::shuffles::<L>(V::COLUMNS, false) }).substitute::<L>()
        }
    }

    #[inline(always)]
    fn rotate_rows<const BY: usize>(self) -> Self {
        let mut rotated = self.0;
        for i in 0..8 {
            rotated[i] = self.0[(i + BY) % 8];
        }
        Self(rotated)
    }

    /// Evaluates the polynomial with the coefficients `terms` at x by Horner's rule.
    #[inline(always)]
    fn evaluate<L: Layer, const N: usize>(terms: [Self; N]) -> Self {
        let mut sum = terms[N - 1];
        for term in terms.iter().rev().skip(1) {
            for i in 0..8 {
                sum.0[i] = sum.0[i].double::<L>().xor(term.0[i]);
            }
        }
        sum
    }

    /// Transposes each block of 8 × 8 bytes, then applies the linear map to its columns.
    ///
    /// A byte stays in its lane. The rest of its location has seven bits: three for the register number, then four for
    /// the position in the lane. At first, three bits are the row, one bit is the block, and three bits are the column.
    /// Three interleavings change the order to block, column, row. `zip_halves` then changes it to column, block, row.
    #[inline(always)]
    fn transpose_and_map<M: Linear>(self) -> Self {
        let x = self.interleave().interleave().interleave().0;
        let [[a, b], [c, d], [e, f], [g, h]] = [
            x[0].zip_halves(x[4]),
            x[1].zip_halves(x[5]),
            x[2].zip_halves(x[6]),
            x[3].zip_halves(x[7]),
        ];
        Self(V::map([a, b, c, d, e, f, g, h], const { &tables::map::<M>() }))
    }
}
