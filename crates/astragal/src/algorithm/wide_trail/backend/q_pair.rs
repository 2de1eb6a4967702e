//! Rows of 16 columns: two registers of NEON, one for each side. No `unsafe`: they carry their proof.

use super::super::rows::Row;
use super::super::{Bytes, Layer};
use super::q::{Proof, Q};

/// A row of two states of 16 columns; proves what `P` does.
#[derive(Clone, Copy)]
pub(crate) struct QPair<P>([Q<P>; 2]);

impl<P: Proof> Bytes for QPair<P> {
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

impl<P: Proof> Row for QPair<P> {
    type Proof = P;
    const COLUMNS: usize = 16;
    const AES: bool = P::AES;

    #[inline(always)]
    fn load(proof: P, [first, second]: [&[u8; 16]; 2]) -> Self {
        Self([Q::new(proof, *first), Q::new(proof, *second)])
    }
    #[inline(always)]
    fn first_lane(self) -> [u8; 16] {
        self.0[0].first_lane()
    }
    #[inline(always)]
    fn constant(self, bytes: &[u8; 32]) -> Self {
        let (lanes, _) = bytes.as_chunks::<16>();
        Self([self.0[0].lane(&lanes[0]), self.0[1].lane(&lanes[1])])
    }
    #[inline(always)]
    fn zip(self, b: Self) -> [Self; 2] {
        let [[low0, high0], [low1, high1]] = [self.0[0].zip(b.0[0]), self.0[1].zip(b.0[1])];
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
        Self([self.0[0].double::<L>(), self.0[1].double::<L>()])
    }
    #[inline(always)]
    fn add(self, b: Self, carry: Self) -> (Self, Self) {
        let [(sum0, carry0), (sum1, carry1)] =
            [self.0[0].add(b.0[0], carry.0[0]), self.0[1].add(b.0[1], carry.0[1])];
        (Self([sum0, sum1]), Self([carry0, carry1]))
    }
    #[inline(always)]
    fn swap(self) -> Self {
        Self([self.0[1], self.0[0]])
    }
    #[inline(always)]
    fn first(self) -> Self {
        Self([self.0[0], self.0[0].zero()])
    }
    #[inline(always)]
    fn first_as_second(self) -> Self {
        Self([self.0[0].zero(), self.0[0]])
    }
    #[inline(always)]
    fn shuffle(self, moves: &[u8; 32]) -> Self {
        let indices = self.constant(moves);
        Self([indices.0[0].indices_into(self.0[0]), indices.0[1].indices_into(self.0[1])])
    }
    #[inline(always)]
    fn aes(self) -> Self {
        Self([self.0[0].aes(), self.0[1].aes()])
    }
    #[inline(always)]
    fn look_up<L: Layer>(mut rows: [Self; 8]) -> [Self; 8] {
        for (i, row) in rows.iter_mut().enumerate() {
            let s_box = L::S_BOX.of_row(i);
            *row = Self([row.0[0].look_up_256(s_box), row.0[1].look_up_256(s_box)]);
        }
        rows
    }
}
