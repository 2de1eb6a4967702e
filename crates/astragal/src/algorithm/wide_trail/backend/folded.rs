//! Two states of 8 columns in four registers of 256 bits: rows i and i + 4 in the lanes of register i, each
//! with a half for either side. Half as many operations as a register for each row.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::super::rows::{Row, tables};
use super::super::{Bytes, Layer, Linear, SBox, Sides};
use super::bit_matrix;
use super::ymm::{Proof, Ymm};

/// Two states of 8 columns; proves what `P` does.
#[derive(Clone, Copy)]
pub(crate) struct Folded<P>([Ymm<P>; 4]);

impl<P: Proof> Folded<P> {
    /// The bytes of registers i and i + 2 in turn, lane by lane: of an address (register, lane, byte), the
    /// register's first bit becomes the byte's last one, and the byte's first one the register's last.
    #[inline(always)]
    fn riffle(self) -> Self {
        let x = self.0;
        let [[a, b], [c, d]] = [x[0].zip(x[2]), x[1].zip(x[3])];
        Self([a, b, c, d])
    }

    /// The same with halves of lanes: the register's first bit becomes the byte's first one.
    #[inline(always)]
    fn riffle_halves(self) -> Self {
        let x = self.0;
        let [[a, b], [c, d]] = [x[0].zip_halves(x[2]), x[1].zip_halves(x[3])];
        Self([a, b, c, d])
    }

    /// Exchanges the register's last bit with the lane.
    #[inline(always)]
    fn exchange_lanes(mut self) -> Self {
        let (pairs, _) = self.0.as_chunks_mut::<2>();
        for [a, b] in pairs {
            let before = (a.0, b.0);
            // SAFETY: `self` proves AVX2.
            unsafe {
                a.0 = _mm256_permute2x128_si256::<0x20>(before.0, before.1);
                b.0 = _mm256_permute2x128_si256::<0x31>(before.0, before.1);
            }
        }
        self
    }

    /// Four bytes of registers 2i and 2i + 1 in turn: the register's last bit goes before the last two of the
    /// byte, whose first one takes its place.
    #[inline(always)]
    fn riffle_fours(mut self) -> Self {
        let (pairs, _) = self.0.as_chunks_mut::<2>();
        for [a, b] in pairs {
            let before = (a.0, b.0);
            // SAFETY: `self` proves AVX2.
            unsafe {
                a.0 = _mm256_unpacklo_epi32(before.0, before.1);
                b.0 = _mm256_unpackhi_epi32(before.0, before.1);
            }
        }
        self
    }

    #[inline(always)]
    fn shuffle(mut self, moves: &[[u8; 32]; 4]) -> Self {
        for (rows, moves) in self.0.iter_mut().zip(moves) {
            *rows = rows.shuffle(moves);
        }
        self
    }
}

impl<P: Proof> Sides for Folded<P> {
    type Proof = P;

    /// In the comments, r stands for the bits of the row's number, c for the column's and s for the side:
    /// those of the register; of the lane; of the byte.
    #[inline(always)]
    fn load(proof: P, first: &[u8], second: &[u8]) -> Self {
        let ((first, _), (second, _)) = (first.as_chunks::<16>(), second.as_chunks::<16>());
        let mut columns = [Ymm::load(proof, [&first[0], &second[0]]); 4];
        for i in 1..4 {
            columns[i] = Ymm::load(proof, [&first[i], &second[i]]);
        }
        // c2 c1; s; c0 r2 r1 r0 → c0 r2; s; r1 r0 c2 c1 → c0 s; r2; r1 r0 c2 c1
        let x = Self(columns).riffle().riffle().exchange_lanes();
        // → s r1; r2; r0 c2 c1 c0 → r1 r0; r2; s c2 c1 c0
        x.riffle().riffle_halves()
    }

    #[inline(always)]
    fn store_first(self, bytes: &mut [u8]) {
        // r1 r0; r2; s c2 c1 c0 → s c2; r2; c1 c0 r1 r0 → s r2; c2; c1 c0 r1 r0 → s c1; c2; c0 r2 r1 r0
        let x = self.riffle().riffle().exchange_lanes().riffle_fours();
        let (pieces, _) = bytes.as_chunks_mut();
        for (i, piece) in pieces.iter_mut().enumerate() {
            *piece = x.0[i % 2].lane(i / 2);
        }
    }

    #[inline(always)]
    fn add_constants<L: Layer>(mut self, round: usize) -> Self {
        let bits = const { &tables::fold_rounds(&tables::constants::<L>(8, false)) };
        for (rows, bytes) in self.0.iter_mut().zip(&bits[round]) {
            *rows = rows.xor(rows.constant(bytes));
        }
        if L::ADDS {
            let words = const { &tables::fold_rounds(&tables::constants::<L>(8, true)) };
            self.0 = add(self.0, &words[round]);
        }
        self
    }

    #[inline(always)]
    fn xor(mut self, b: Self) -> Self {
        for (rows, b) in self.0.iter_mut().zip(b.0) {
            *rows = rows.xor(b);
        }
        self
    }

    #[inline(always)]
    fn swap(mut self) -> Self {
        for rows in &mut self.0 {
            // SAFETY: `self` proves AVX2.
            rows.0 = unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(rows.0) };
        }
        self
    }

    #[inline(always)]
    fn first(mut self) -> Self {
        for rows in &mut self.0 {
            // SAFETY: `self` proves AVX2.
            rows.0 = unsafe { _mm256_unpacklo_epi64(rows.0, _mm256_setzero_si256()) };
        }
        self
    }

    #[inline(always)]
    fn first_as_second(mut self) -> Self {
        for rows in &mut self.0 {
            // SAFETY: `self` proves AVX2.
            rows.0 = unsafe { _mm256_unpacklo_epi64(_mm256_setzero_si256(), rows.0) };
        }
        self
    }

    #[inline(always)]
    fn substitute<L: Layer>(mut self) -> Self {
        if L::NIBBLES {
            for rows in &mut self.0 {
                *rows = L::nibbles(*rows);
            }
        } else {
            self.0 = Ymm::look_up_4::<L>(self.0);
        }
        self
    }

    #[inline(always)]
    fn substitute_and_shift<L: Layer>(self) -> Self {
        if matches!(L::S_BOX, SBox::Aes(_)) {
            let mut x = self.shuffle(const { &tables::fold(&tables::moves::<L>(8, true)) });
            for rows in &mut x.0 {
                *rows = rows.aes();
            }
            x
        } else {
            let moves = const { &tables::fold(&tables::moves::<L>(8, false)) };
            self.shuffle(moves).substitute::<L>()
        }
    }

    #[inline(always)]
    fn turn<const BY: usize>(self) -> Self {
        let mut turned = self.0;
        for (i, rows) in turned.iter_mut().enumerate() {
            let row = (i + BY) % 8;
            *rows = if row < 4 { self.0[row] } else { self.0[row - 4].swap() };
        }
        Self(turned)
    }

    /// Horner's rule.
    #[inline(always)]
    fn evaluate<L: Layer, const N: usize>(terms: [Self; N]) -> Self {
        let mut sum = terms[N - 1];
        for term in terms.iter().rev().skip(1) {
            for (rows, term) in sum.0.iter_mut().zip(term.0) {
                *rows = rows.double::<L>().xor(term);
            }
        }
        sum
    }

    #[inline(always)]
    fn transpose_and_map<M: Linear>(self) -> Self {
        // r1 r0; r2; s c2 c1 c0 → s c2; r2; c1 c0 r1 r0 → s r2; c2; c1 c0 r1 r0 → s c1; c2; c0 r2 r1 r0
        let x = self.riffle().riffle().exchange_lanes().riffle_fours();
        // → c1 c0; c2; s r2 r1 r0
        let x = x.riffle_halves().0;
        let mut sums = x;
        if P::GFNI {
            let matrices = const { &matrices(&M::IMAGES) };
            for (j, matrices) in matrices.iter().enumerate() {
                let row = x[j % 4].both_lanes(j / 4);
                for (sum, matrix) in sums.iter_mut().zip(matrices) {
                    // SAFETY: `self` proves GFNI.
                    let product = row.with(unsafe {
                        _mm256_gf2p8affine_epi64_epi8::<0>(row.0, row.constant(matrix).0)
                    });
                    *sum = if j == 0 { product } else { sum.xor(product) };
                }
            }
        } else {
            let tables = const { &tables::fold_map(&tables::map::<M>()) };
            for (j, tables) in tables.iter().enumerate() {
                for (half, nibbles) in x[j % 4].nibbles().into_iter().enumerate() {
                    let row = nibbles.both_lanes(j / 4);
                    for (k, sum) in sums.iter_mut().enumerate() {
                        let product = row.constant(&tables[half][k]).at(row);
                        *sum = if j + half == 0 { product } else { sum.xor(product) };
                    }
                }
            }
        }
        Self(sums)
    }
}

/// The sum of columns as words. Carries run through rows 0 to 3, which are the first lanes, and through rows
/// 4 to 7 as if nothing came from row 3; then what came from it runs through those.
#[inline(always)]
fn add<P: Proof>(x: [Ymm<P>; 4], constants: &[[u8; 32]; 4]) -> [Ymm<P>; 4] {
    let mut sums = x;
    let (mut makes, mut passes) = (x, x);
    for i in 0..4 {
        let constant = x[i].constant(&constants[i]).0;
        // SAFETY: `x` proves AVX2.
        unsafe {
            let sum = _mm256_add_epi8(x[i].0, constant);
            let fits = _mm256_cmpeq_epi8(_mm256_adds_epu8(x[i].0, constant), sum);
            sums[i].0 = sum;
            makes[i].0 = _mm256_xor_si256(fits, _mm256_set1_epi8(-1));
            passes[i].0 = _mm256_cmpeq_epi8(sum, _mm256_set1_epi8(-1));
        }
    }
    // SAFETY: `x` proves AVX2.
    unsafe {
        let mut carry = makes[0].0;
        for i in 1..4 {
            carry = _mm256_or_si256(makes[i].0, _mm256_and_si256(passes[i].0, carry));
        }
        // Nothing comes into row 0.
        carry = _mm256_permute2x128_si256::<0x08>(carry, carry);
        for i in 0..4 {
            // The carry is 0 or -1.
            sums[i].0 = _mm256_sub_epi8(sums[i].0, carry);
            carry = _mm256_or_si256(makes[i].0, _mm256_and_si256(passes[i].0, carry));
        }
    }
    sums
}

/// What byte `j` of a word adds to bytes k and k + 4 of its image, as matrices for the lanes.
const fn matrices(images: &[[u64; 8]; 8]) -> [[[u8; 32]; 4]; 8] {
    let mut matrices = [[[0; 32]; 4]; 8];
    let mut i = 0;
    while i < 8 * 4 * 32 {
        let (j, k, x) = (i / 128, i / 32 % 4, i % 32);
        matrices[j][k][x] = bit_matrix::block(&images[j], k + x / 16 * 4).to_le_bytes()[x % 8];
        i += 1;
    }
    matrices
}
