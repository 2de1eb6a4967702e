//! Two states of which each takes `N` registers of 512 bits, eight columns a register.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::super::{Layer, Linear, SBox, Sides};
use super::bit_matrix;
use crate::machine::cpu::Avx512Vbmi;

/// Two states in `N` registers each; proves AVX-512 with VBMI and GFNI.
#[derive(Clone, Copy)]
pub(crate) struct Zmm<const N: usize>([[__m512i; N]; 2]);

impl<const N: usize> Zmm<N> {
    #[inline(always)]
    fn zero() -> [__m512i; N] {
        [from_bytes([0; 64]); N]
    }
}

impl<const N: usize> Sides for Zmm<N> {
    type Proof = Avx512Vbmi;

    #[inline(always)]
    fn load(_: Avx512Vbmi, first: &[u8], second: &[u8]) -> Self {
        let mut sides = [Self::zero(); 2];
        for (side, bytes) in sides.iter_mut().zip([first, second]) {
            let (pieces, _) = bytes.as_chunks();
            for (register, piece) in side.iter_mut().zip(pieces) {
                *register = from_bytes(*piece);
            }
        }
        Self(sides)
    }

    #[inline(always)]
    fn store_first(self, bytes: &mut [u8]) {
        let (pieces, _) = bytes.as_chunks_mut();
        for (piece, register) in pieces.iter_mut().zip(self.0[0]) {
            *piece = to_bytes(register);
        }
    }

    #[inline(always)]
    fn xor(mut self, b: Self) -> Self {
        for (side, b) in self.0.iter_mut().zip(b.0) {
            for (register, b) in side.iter_mut().zip(b) {
                // SAFETY: `self` proves AVX-512.
                *register = unsafe { _mm512_xor_si512(*register, b) };
            }
        }
        self
    }

    #[inline(always)]
    fn add_constants<L: Layer>(mut self, round: usize) -> Self {
        for (i, side) in self.0.iter_mut().enumerate() {
            let (pieces, _) = L::CONSTANTS[round][i].as_chunks();
            for (register, piece) in side.iter_mut().zip(pieces) {
                let constant = from_words(*piece);
                // SAFETY: `self` proves AVX-512.
                *register = unsafe {
                    if L::ADDS && i == 1 {
                        _mm512_add_epi64(*register, constant)
                    } else {
                        _mm512_xor_si512(*register, constant)
                    }
                };
            }
        }
        self
    }

    #[inline(always)]
    fn swap(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    #[inline(always)]
    fn first(self) -> Self {
        Self([self.0[0], Self::zero()])
    }

    #[inline(always)]
    fn first_as_second(self) -> Self {
        Self([Self::zero(), self.0[0]])
    }

    #[inline(always)]
    fn substitute<L: Layer>(mut self) -> Self {
        let [first, second] = &mut self.0;
        for (first, second) in first.iter_mut().zip(second) {
            [*first, *second] = match L::S_BOX {
                // FIPS 197 §5.1.1: the inverse, and an affine map.
                // SAFETY: `self` proves GFNI and AVX-512.
                SBox::Aes(_) => unsafe {
                    let matrix = _mm512_set1_epi64(bit_matrix::AES.cast_signed());
                    [
                        _mm512_gf2p8affineinv_epi64_epi8::<0x63>(*first, matrix),
                        _mm512_gf2p8affineinv_epi64_epi8::<0x63>(*second, matrix),
                    ]
                },
                SBox::One(table) => [look_up(table, *first), look_up(table, *second)],
                SBox::Four(tables) => look_up_four(tables, *first, *second),
            };
        }
        self
    }

    #[inline(always)]
    fn substitute_and_shift<L: Layer>(mut self) -> Self {
        for (side, registers) in self.0.iter_mut().enumerate() {
            if let [low, high] = registers.as_mut_slice() {
                // Of the columns j and j + 8, each register takes the one that it needs.
                let mask = const { [high_columns(&L::FROM[0]), high_columns(&L::FROM[1])] }[side];
                let before = (*low, *high);
                // SAFETY: `self` proves AVX-512.
                *low = unsafe { _mm512_mask_mov_epi8(before.0, mask, before.1) };
                // SAFETY: `self` proves AVX-512.
                *high = unsafe { _mm512_mask_mov_epi8(before.1, mask, before.0) };
            }
            let from = from_bytes(const { [moves(&L::FROM[0]), moves(&L::FROM[1])] }[side]);
            for register in registers {
                // SAFETY: `self` proves VBMI.
                *register = unsafe { _mm512_permutexvar_epi8(from, *register) };
            }
        }
        self.substitute::<L>()
    }

    /// Rotations have one port of 512 bits, shuffles another: half of either takes Grøstl-512 from 660 to
    /// 850 MB/s.
    #[inline(always)]
    fn turn<const BY: usize>(mut self) -> Self {
        for side in &mut self.0 {
            for register in side {
                // SAFETY: `self` proves AVX-512.
                *register = unsafe {
                    match BY {
                        1 => _mm512_ror_epi64::<8>(*register),
                        2 => _mm512_ror_epi64::<16>(*register),
                        4 => _mm512_ror_epi64::<32>(*register),
                        _ => {
                            let from = const { turned(BY) };
                            _mm512_shuffle_epi8(*register, from_bytes(from))
                        }
                    }
                };
            }
        }
        self
    }

    /// All products at once: a matrix each.
    #[inline(always)]
    fn evaluate<L: Layer, const M: usize>(terms: [Self; M]) -> Self {
        let mut sum = terms[0];
        for (i, term) in terms.iter().enumerate().skip(1) {
            let matrix = const { bit_matrix::powers(L::POLYNOMIAL) }[i];
            for (sum, side) in sum.0.iter_mut().zip(term.0) {
                for (sum, register) in sum.iter_mut().zip(side) {
                    // SAFETY: `terms` prove GFNI and AVX-512.
                    *sum = unsafe {
                        let matrix = _mm512_set1_epi64(matrix.cast_signed());
                        let product = _mm512_gf2p8affine_epi64_epi8::<0>(register, matrix);
                        _mm512_xor_si512(*sum, product)
                    };
                }
            }
        }
        sum
    }

    /// Maps first: what the bytes of each column add to bytes k of the results is summed up in lane k. Then
    /// it transposes. Lanes turn by 0 to 3 before the matrices and by 4 behind half of them, which takes four
    /// turns and not seven.
    #[inline(always)]
    fn transpose_and_map<M: Linear>(mut self) -> Self {
        let matrices = const { &diagonals(&M::IMAGES) };
        for side in &mut self.0 {
            for register in side {
                // SAFETY: `self` proves VBMI and GFNI.
                *register = unsafe {
                    let turned = [
                        *register,
                        _mm512_alignr_epi64::<1>(*register, *register),
                        _mm512_alignr_epi64::<2>(*register, *register),
                        _mm512_alignr_epi64::<3>(*register, *register),
                    ];
                    let mut sums = [*register; 2];
                    for (sum, matrices) in sums.iter_mut().zip(matrices) {
                        for (i, (register, matrix)) in turned.iter().zip(matrices).enumerate() {
                            let matrix = from_words(*matrix);
                            let product = _mm512_gf2p8affine_epi64_epi8::<0>(*register, matrix);
                            *sum = if i == 0 { product } else { _mm512_xor_si512(*sum, product) };
                        }
                    }
                    let sum = _mm512_xor_si512(sums[0], _mm512_alignr_epi64::<4>(sums[1], sums[1]));
                    _mm512_permutexvar_epi8(from_bytes(const { TRANSPOSITION }), sum)
                };
            }
        }
        self
    }
}

/// Byte i of `a` and `b` by S-box i % 4. Each register gets the bytes of two S-boxes from both, which halves
/// the lookups.
#[inline(always)]
fn look_up_four(tables: &[[u8; 256]; 4], a: __m512i, b: __m512i) -> [__m512i; 2] {
    const ODD: u64 = 0xaaaa_aaaa_aaaa_aaaa;
    const UPPER: u64 = 0xcccc_cccc_cccc_cccc;
    // SAFETY: the caller's values prove VBMI.
    unsafe {
        // Bytes 2, 3, 0, 1 of each four.
        let b = _mm512_rol_epi32::<16>(b);
        // Bytes 0, 1 of a and of b; bytes 2, 3 of b and of a.
        let x = _mm512_mask_mov_epi8(a, UPPER, b);
        let y = _mm512_mask_mov_epi8(b, UPPER, a);
        let x = _mm512_mask_mov_epi8(look_up(&tables[0], x), ODD, look_up(&tables[1], x));
        let y = _mm512_mask_mov_epi8(look_up(&tables[2], y), ODD, look_up(&tables[3], y));
        let b = _mm512_mask_mov_epi8(y, UPPER, x);
        [_mm512_mask_mov_epi8(x, UPPER, y), _mm512_rol_epi32::<16>(b)]
    }
}

/// Each byte of `table` at the index that `a` says: two lookups in half of it, chosen by the index's sign.
#[inline(always)]
fn look_up(table: &[u8; 256], a: __m512i) -> __m512i {
    let (quarters, _) = table.as_chunks::<64>();
    // SAFETY: the caller's value proves VBMI.
    unsafe {
        let low = _mm512_permutex2var_epi8(from_bytes(quarters[0]), a, from_bytes(quarters[1]));
        let high = _mm512_permutex2var_epi8(from_bytes(quarters[2]), a, from_bytes(quarters[3]));
        _mm512_mask_mov_epi8(low, _mm512_movepi8_mask(a), high)
    }
}

/// The byte of a register that each byte comes from.
#[expect(clippy::cast_possible_truncation, reason = "below 64")]
const fn moves(from: &[usize; 8]) -> [u8; 64] {
    let mut moves = [0; 64];
    let mut i = 0;
    while i < 64 {
        moves[i] = (8 * ((i / 8 + from[i % 8]) % 8) + i % 8) as u8;
        i += 1;
    }
    moves
}

/// The bytes that the first eight columns take from the last eight, before they move within a register.
const fn high_columns(from: &[usize; 8]) -> u64 {
    let mut mask = 0;
    let mut i = 0;
    while i < 64 {
        // Column i / 8 moves to the place that is `from` to the left, of 16.
        if (16 + i / 8 - from[i % 8]) % 16 >= 8 {
            mask |= 1 << i;
        }
        i += 1;
    }
    mask
}

/// The byte of a column that each byte comes from when columns turn, for shuffles within 16 bytes.
#[expect(clippy::cast_possible_truncation, reason = "below 16")]
const fn turned(by: usize) -> [u8; 64] {
    let mut from = [0; 64];
    let mut i = 0;
    while i < 64 {
        from[i] = (i % 16 / 8 * 8 + (i + by) % 8) as u8;
        i += 1;
    }
    from
}

/// Byte j of word i from byte i of word j.
const TRANSPOSITION: [u8; 64] = {
    let mut moves = [0; 64];
    let mut i = 0;
    while i < 64 {
        moves[i as usize] = i % 8 * 8 + i / 8;
        i += 1;
    }
    moves
};

/// A linear map by its diagonals: lane j of number `turn` of the lower or the upper half maps byte j + `turn`
/// to byte j or j - 4 of the result, modulo 8.
const fn diagonals(images: &[[u64; 8]; 8]) -> [[[u64; 8]; 4]; 2] {
    let mut diagonals = [[[0; 8]; 4]; 2];
    let mut i = 0;
    while i < 2 * 4 * 8 {
        let (half, turn, j) = (i / 32, i / 8 % 4, i % 8);
        diagonals[half][turn][j] = bit_matrix::block(&images[(j + turn) % 8], (j + 4 * half) % 8);
        i += 1;
    }
    diagonals
}

#[inline(always)]
fn from_bytes(bytes: [u8; 64]) -> __m512i {
    // SAFETY: both are 64 bytes of any value.
    unsafe { core::mem::transmute::<[u8; 64], __m512i>(bytes) }
}

#[inline(always)]
fn from_words(words: [u64; 8]) -> __m512i {
    // SAFETY: both are 64 bytes of any value.
    unsafe { core::mem::transmute::<[u64; 8], __m512i>(words) }
}

#[inline(always)]
fn to_bytes(register: __m512i) -> [u8; 64] {
    // SAFETY: both are 64 bytes of any value.
    unsafe { core::mem::transmute::<__m512i, [u8; 64]>(register) }
}
