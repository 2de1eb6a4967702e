//! Rows of 16 columns on NEON: two registers, one for each state.

use super::super::Layer;
use super::super::rows::ByteRow;
use crate::platform::simd::aarch64::{Arm, U8x16};
use crate::platform::simd::{Bytes, Nibbles};

/// A row of two states, each with 16 columns.
#[derive(Clone, Copy)]
pub(crate) struct QPair<P>([U8x16<P>; 2]);

impl<P: Arm> Nibbles for QPair<P> {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self([self.0[0].xor(b.0[0]), self.0[1].xor(b.0[1])])
    }
    #[inline(always)]
    fn nibbles(self) -> [Self; 2] {
        let [[low0, high0], [low1, high1]] = [self.0[0].nibbles(), self.0[1].nibbles()];
        [Self([low0, low1]), Self([high0, high1])]
    }
    #[inline(always)]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        Self([self.0[0].look_up_16(table), self.0[1].look_up_16(table)])
    }
    #[inline(always)]
    fn add_modulo_15(self, b: Self) -> Self {
        Self([self.0[0].add_modulo_15(b.0[0]), self.0[1].add_modulo_15(b.0[1])])
    }
}

impl<P: Arm> ByteRow for QPair<P> {
    type Proof = P;
    const COLUMNS: usize = 16;
    const AES: bool = P::AES;

    #[inline(always)]
    fn load(proof: P, [first, second]: [&[u8; 16]; 2]) -> Self {
        Self([U8x16::splat(proof, first), U8x16::splat(proof, second)])
    }
    #[inline(always)]
    fn first_lane(self) -> [u8; 16] {
        self.0[0].first_lane()
    }
    #[inline(always)]
    fn constant(self, bytes: &[u8; 32]) -> Self {
        let (lanes, _) = bytes.as_chunks::<16>();
        let proof = self.0[0].proof();
        Self([U8x16::splat(proof, &lanes[0]), U8x16::splat(proof, &lanes[1])])
    }
    #[inline(always)]
    fn zip(self, b: Self) -> [Self; 2] {
        let [[low0, high0], [low1, high1]] =
            [ByteRow::zip(self.0[0], b.0[0]), ByteRow::zip(self.0[1], b.0[1])];
        [Self([low0, low1]), Self([high0, high1])]
    }
    #[inline(always)]
    fn zip_halves(self, b: Self) -> [Self; 2] {
        let [[low0, high0], [low1, high1]] =
            [self.0[0].zip_halves(b.0[0]), self.0[1].zip_halves(b.0[1])];
        [Self([low0, low1]), Self([high0, high1])]
    }
    #[inline(always)]
    fn double<L: Layer>(self) -> Self {
        Self([ByteRow::double::<L>(self.0[0]), ByteRow::double::<L>(self.0[1])])
    }
    #[inline(always)]
    fn add(self, b: Self, carry: Self) -> (Self, Self) {
        let [(sum0, carry0), (sum1, carry1)] = [
            ByteRow::add(self.0[0], b.0[0], carry.0[0]),
            ByteRow::add(self.0[1], b.0[1], carry.0[1]),
        ];
        (Self([sum0, sum1]), Self([carry0, carry1]))
    }
    #[inline(always)]
    fn swap(self) -> Self {
        Self([self.0[1], self.0[0]])
    }
    #[inline(always)]
    fn first(self) -> Self {
        Self([self.0[0], self.0[0].fill(0)])
    }
    #[inline(always)]
    fn first_as_second(self) -> Self {
        Self([self.0[0].fill(0), self.0[0]])
    }
    #[inline(always)]
    fn shuffle(self, indices: &[u8; 32]) -> Self {
        let indices = self.constant(indices);
        Self([Bytes::shuffle(self.0[0], indices.0[0]), Bytes::shuffle(self.0[1], indices.0[1])])
    }
    #[inline(always)]
    fn aes(self) -> Self {
        Self([self.0[0].aes(), self.0[1].aes()])
    }
    #[inline(always)]
    fn substitute<L: Layer>(mut rows: [Self; 8]) -> [Self; 8] {
        for state in 0..2 {
            let mut substituted = [rows[0].0[state]; 8];
            for i in 0..8 {
                substituted[i] = rows[i].0[state];
            }
            substituted = <U8x16<P> as ByteRow>::substitute::<L>(substituted);
            for i in 0..8 {
                rows[i].0[state] = substituted[i];
            }
        }
        rows
    }
}
