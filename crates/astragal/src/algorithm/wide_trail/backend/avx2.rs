//! Two 8-column states in four 256-bit registers. Register i holds row i in its first lane and row i + 4 in its second
//! lane. Each half of a lane belongs to one state. Each operation processes two rows, so this layout needs half as many
//! operations as a layout with one register per row.

use super::super::layer::is_aes;
use super::super::rows::{ByteRow, tables};
use super::super::{Layer, Linear, StatePair};
use super::avx512::block;
use super::u8x32::substitute_four;
use crate::platform::simd::x86_64::{U8x32, X86};
use crate::platform::simd::{Bytes, Nibbles};

/// Two 8-column states in four registers.
#[derive(Clone, Copy)]
pub(crate) struct Folded<P>([U8x32<P>; 4]);

impl<P: X86> Folded<P> {
    /// In each lane, interleaves the bytes of registers i and i + 2.
    ///
    /// A byte stays in its lane. The rest of its location has six bits: two for the register number, then four for the
    /// position in the lane. Interleaving rotates these six bits to the left by one.
    #[inline(always)]
    fn interleave(self) -> Self {
        let x = self.0;
        let [[a, b], [c, d]] = [ByteRow::zip(x[0], x[2]), ByteRow::zip(x[1], x[3])];
        Self([a, b, c, d])
    }

    /// In each lane, joins the lower halves of registers i and i + 2, and separately their upper halves.
    ///
    /// A byte stays in its lane. The rest of its location has six bits: two for the register number, then four for the
    /// position in the lane. Joining the halves rotates the three highest bits to the left by one.
    #[inline(always)]
    fn interleave_halves(self) -> Self {
        let x = self.0;
        let [[a, b], [c, d]] = [x[0].zip_halves(x[2]), x[1].zip_halves(x[3])];
        Self([a, b, c, d])
    }

    /// Exchanges the second lane of register 2i with the first lane of register 2i + 1. In the location of a byte
    /// (register number, lane number, position in the lane), this exchanges the lowest bit of the register number with
    /// the lane number.
    #[inline(always)]
    fn exchange_lanes(mut self) -> Self {
        let (pairs, _) = self.0.as_chunks_mut::<2>();
        for [a, b] in pairs {
            [*a, *b] = [a.choose_lanes::<0x20>(*b), a.choose_lanes::<0x31>(*b)];
        }
        self
    }

    /// In each lane, interleaves groups of four bytes from registers 2i and 2i + 1. In the location of a byte, this
    /// rotates three bits to the left by one: the lowest bit of the register number, and the two highest bits of the
    /// position in the lane.
    #[inline(always)]
    fn interleave_fours(mut self) -> Self {
        let (pairs, _) = self.0.as_chunks_mut::<2>();
        for [a, b] in pairs {
            [*a, *b] = Bytes::zip::<4>(*a, *b);
        }
        self
    }

    #[inline(always)]
    fn shuffle(mut self, shuffles: &[[u8; 32]; 4]) -> Self {
        for i in 0..4 {
            self.0[i] = ByteRow::shuffle(self.0[i], &shuffles[i]);
        }
        self
    }
}

impl<P: X86> StatePair for Folded<P> {
    type Proof = P;

    /// Loads two states, whose bytes are stored column by column.
    #[inline(always)]
    fn load(proof: P, first: &[u8], second: &[u8]) -> Self {
        let ((first, _), (second, _)) = (first.as_chunks::<16>(), second.as_chunks::<16>());
        let mut columns = [ByteRow::load(proof, [&first[0], &second[0]]); 4];
        for i in 1..4 {
            columns[i] = ByteRow::load(proof, [&first[i], &second[i]]);
        }
        // The list shows the location of the byte at row r, column c of state s after each step, in the form "register;
        // lane; position in the lane". Each of these numbers is written as bits, highest bit first: c2, c1 and c0 are
        // the bits of c.
        // - after the loads: c2 c1; s; c0 r2 r1 r0
        // - after calling `interleave` twice: c0 r2; s; r1 r0 c2 c1
        // - after `exchange_lanes`: c0 s; r2; r1 r0 c2 c1
        let x = Self(columns).interleave().interleave().exchange_lanes();
        // The list shows the location of the byte at row r, column c of state s after each step, in the form "register;
        // lane; position in the lane". Each of these numbers is written as bits, highest bit first: c2, c1 and c0 are
        // the bits of c.
        // - after `interleave`: s r1; r2; r0 c2 c1 c0
        // - after `interleave_halves`: r1 r0; r2; s c2 c1 c0
        x.interleave().interleave_halves()
    }

    #[inline(always)]
    fn store_first(self, bytes: &mut [u8]) {
        // The list shows the location of the byte at row r, column c of state s after each step, in the form "register;
        // lane; position in the lane". Each of these numbers is written as bits, highest bit first: c2, c1 and c0 are
        // the bits of c.
        // - at first: r1 r0; r2; s c2 c1 c0
        // - after calling `interleave` twice: s c2; r2; c1 c0 r1 r0
        // - after `exchange_lanes`: s r2; c2; c1 c0 r1 r0
        // - after `interleave_fours`: s c1; c2; c0 r2 r1 r0
        let x = self.interleave().interleave().exchange_lanes().interleave_fours();
        let (pieces, _) = bytes.as_chunks_mut();
        for (i, piece) in pieces.iter_mut().enumerate() {
            *piece = x.0[i % 2].lane(i / 2);
        }
    }

    #[inline(always)]
    fn add_constants<L: Layer>(mut self, round: usize) -> Self {
        let bits = const { &tables::fold_rounds(&tables::constants::<L>(8, false)) };
        for i in 0..4 {
            self.0[i] = self.0[i].xor(self.0[i].constant(&bits[round][i]));
        }
        if L::ADDS {
            let words = const { &tables::fold_rounds(&tables::constants::<L>(8, true)) };
            self.0 = add(self.0, &words[round]);
        }
        self
    }

    #[inline(always)]
    fn xor(mut self, b: Self) -> Self {
        for i in 0..4 {
            self.0[i] = self.0[i].xor(b.0[i]);
        }
        self
    }

    #[inline(always)]
    fn swap(mut self) -> Self {
        for rows in &mut self.0 {
            *rows = rows.swap_halves();
        }
        self
    }

    #[inline(always)]
    fn first(mut self) -> Self {
        for rows in &mut self.0 {
            [*rows, _] = Bytes::zip::<8>(*rows, rows.fill(0));
        }
        self
    }

    #[inline(always)]
    fn first_as_second(mut self) -> Self {
        for rows in &mut self.0 {
            [*rows, _] = Bytes::zip::<8>(rows.fill(0), *rows);
        }
        self
    }

    #[inline(always)]
    fn substitute<L: Layer>(mut self) -> Self {
        self.0 = substitute_four::<L, P>(self.0);
        self
    }

    #[inline(always)]
    fn substitute_and_shift<L: Layer>(self) -> Self {
        if P::AES && const { is_aes::<L>() } {
            let mut x = self.shuffle(const { &tables::fold(&tables::shuffles::<L>(8, true)) });
            for rows in &mut x.0 {
                *rows = rows.aes();
            }
            x
        } else {
            let shuffles = const { &tables::fold(&tables::shuffles::<L>(8, false)) };
            self.shuffle(shuffles).substitute::<L>()
        }
    }

    #[inline(always)]
    fn rotate_rows<const BY: usize>(self) -> Self {
        let mut rotated = self.0;
        for (i, rows) in rotated.iter_mut().enumerate() {
            let row = (i + BY) % 8;
            *rows = if row < 4 { self.0[row] } else { self.0[row - 4].swap_lanes() };
        }
        Self(rotated)
    }

    /// Evaluates the polynomial with the coefficients `terms` at x by Horner's rule.
    #[inline(always)]
    fn evaluate<L: Layer, const N: usize>(terms: [Self; N]) -> Self {
        let mut sum = terms[N - 1];
        for term in terms.iter().rev().skip(1) {
            for i in 0..4 {
                sum.0[i] = ByteRow::double::<L>(sum.0[i]).xor(term.0[i]);
            }
        }
        sum
    }

    #[inline(always)]
    fn transpose_and_map<M: Linear>(self) -> Self {
        // The list shows the location of the byte at row r, column c of state s after each step, in the form "register;
        // lane; position in the lane". Each of these numbers is written as bits, highest bit first: c2, c1 and c0 are
        // the bits of c.
        // - at first: r1 r0; r2; s c2 c1 c0
        // - after calling `interleave` twice: s c2; r2; c1 c0 r1 r0
        // - after `exchange_lanes`: s r2; c2; c1 c0 r1 r0
        // - after `interleave_fours`: s c1; c2; c0 r2 r1 r0
        let x = self.interleave().interleave().exchange_lanes().interleave_fours();
        // After `interleave_halves`, the byte at row r, column c of state s is in register c1 c0, in lane c2, at
        // position s r2 r1 r0. Each of these three numbers is written as bits, highest bit first: c2, c1 and c0 are the
        // bits of c.
        let x = x.interleave_halves().0;
        let mut sums = x;
        if P::GFNI {
            let matrices = const { &matrices(&M::IMAGES) };
            for (j, matrices) in matrices.iter().enumerate() {
                let row = broadcast_lane(x[j % 4], j / 4);
                for i in 0..4 {
                    let product = row.times(row.constant(&matrices[i]));
                    sums[i] = if j == 0 { product } else { sums[i].xor(product) };
                }
            }
        } else {
            let tables = const { &tables::fold_map(&tables::map::<M>()) };
            for (j, tables) in tables.iter().enumerate() {
                let nibbles = x[j % 4].nibbles();
                for half in 0..2 {
                    let row = broadcast_lane(nibbles[half], j / 4);
                    for k in 0..4 {
                        let product = Bytes::shuffle(row.constant(&tables[half][k]), row);
                        sums[k] = if j + half == 0 { product } else { sums[k].xor(product) };
                    }
                }
            }
        }
        Self(sums)
    }
}

/// Adds a constant to each column, modulo 2^64. In each register, the first lane holds one of rows 0 to 3, and the
/// second lane holds one of rows 4 to 7. The first pass computes the carry out of row 3. The second pass moves this
/// carry to row 4 and adds the carries of all rows.
#[inline(always)]
fn add<P: X86>(x: [U8x32<P>; 4], constants: &[[u8; 32]; 4]) -> [U8x32<P>; 4] {
    let ones = x[0].fill(255);
    let mut sums = x;
    let (mut generates, mut propagates) = (x, x);
    for i in 0..4 {
        let constant = x[i].constant(&constants[i]);
        sums[i] = Bytes::add(x[i], constant);
        generates[i] = x[i].saturating_add(constant).equal(sums[i]).xor(ones);
        propagates[i] = sums[i].equal(ones);
    }
    let mut carry = generates[0];
    for i in 1..4 {
        carry = generates[i].or(propagates[i].and(carry));
    }
    // Moves the carry of row 3 to row 4. Row 0 has no incoming carry.
    carry = carry.choose_lanes::<0x08>(carry);
    for i in 0..4 {
        // A carry is 0 or -1 in each byte, so subtracting it adds 0 or 1.
        sums[i] = sums[i].sub(carry);
        carry = generates[i].or(propagates[i].and(carry));
    }
    sums
}

/// Copies lane `i` of `x` to both lanes of the result.
#[inline(always)]
fn broadcast_lane<P: X86>(x: U8x32<P>, i: usize) -> U8x32<P> {
    if i == 0 { x.choose_lanes::<0x00>(x) } else { x.choose_lanes::<0x11>(x) }
}

/// Returns the bit matrices of a linear map on 8-byte words. Entry `[j][k]` holds two matrices, one in each 128-bit
/// lane. They compute the contribution of input byte `j` to output byte `k` (lane 0) and to output byte `k + 4` (lane
/// 1).
const fn matrices(images: &[[u64; 8]; 8]) -> [[[u8; 32]; 4]; 8] {
    let mut matrices = [[[0; 32]; 4]; 8];
    let mut i = 0;
    while i < 8 * 4 * 32 {
        let (j, k, x) = (i / 128, i / 32 % 4, i % 32);
        matrices[j][k][x] = block(&images[j], k + x / 16 * 4).to_le_bytes()[x % 8];
        i += 1;
    }
    matrices
}
