//! Sixteen 32-bit words in an AVX-512 register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::hidden::hidden_512;
use super::transpose::{
    columns_16, even_and_odd_quarters, halves_16, transpose_16, transpose_squares,
};
use super::{U32x8, m128};
use crate::platform::cpu::Avx512;
use crate::platform::simd::instructions::binary;
use crate::platform::simd::{Arx, Turn, Vector32};
use crate::platform::unroll::unroll;

/// Vector of sixteen 32-bit words. A value of this type proves that the CPU has AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct U32x16(pub(super) __m512i, pub(super) Avx512);

impl U32x16 {
    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(super) fn with(self, register: __m512i) -> Self {
        Self(register, self.1)
    }

    /// Creates a vector from two halves of eight words each.
    #[inline(always)]
    pub(crate) fn from_halves([low, high]: [U32x8<Avx512>; 2]) -> Self {
        // SAFETY: `low` proves that the CPU has AVX-512.
        let register = unsafe { _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low.0), high.0) };
        Self(register, low.1)
    }

    /// Selects words of `self` and of `b`, in each row of four words. Words 0 and 1 of the result come from `self`, and
    /// words 2 and 3 from `b`. The base-4 digits of `I`, lowest first, are the indices of the words.
    ///
    /// The result is hidden from the compiler. Otherwise, LLVM would combine two such shuffles, which take one cycle
    /// each, into one `vpermt2d`, which takes three. On Sapphire Rapids, a round of BLAKE3 on four inputs would then
    /// take 31 cycles instead of 25.
    #[inline(always)]
    pub(crate) fn pick_pairs<const I: i32>(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe {
            let (a, b) = (_mm512_castsi512_ps(self.0), _mm512_castsi512_ps(b.0));
            hidden_512(_mm512_castps_si512(_mm512_shuffle_ps::<I>(a, b)))
        })
    }

    /// Creates a vector with four copies of a four-word row.
    #[inline(always)]
    pub(crate) fn repeat(cpu: Avx512, row: &[u32; 4]) -> Self {
        // SAFETY: the token proves that the CPU has AVX-512.
        Self(unsafe { _mm512_broadcast_i32x4(m128::from_words(*row)) }, cpu)
    }

    /// Returns the bytes of the four rows of four words.
    #[inline(always)]
    pub(crate) fn to_rows(self) -> [[u8; 16]; 4] {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        unsafe { core::mem::transmute::<__m512i, [[u8; 16]; 4]>(self.0) }
    }

    /// Transposes four squares of 4 × 4 words, one in each quarter of the four vectors.
    #[inline(always)]
    pub(crate) fn transpose_squares([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let [e, f, g, h] = transpose_squares(a.1, [a.0, b.0, c.0, d.0]);
        [a.with(e), a.with(f), a.with(g), a.with(h)]
    }

    /// Returns two vectors, of the even and of the odd quarters of `self` and `b`.
    #[inline(always)]
    pub(crate) fn even_and_odd_quarters(self, b: Self) -> [Self; 2] {
        let [even, odd] = even_and_odd_quarters(self.1, self.0, b.0);
        [self.with(even), self.with(odd)]
    }
}

/// Four rows of four words. All rows rotate by the same number of words.
impl Turn for U32x16 {
    #[inline(always)]
    fn turn_1(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_shuffle_epi32::<0b00_11_10_01>(self.0) })
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_shuffle_epi32::<0b10_01_00_11>(self.0) })
    }
}

impl Vector32<16> for U32x16 {
    type Proof = Avx512;

    #[inline(always)]
    fn new(cpu: Avx512, words: [u32; 16]) -> Self {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u32; 16], __m512i>(words) }, cpu)
    }
    #[inline(always)]
    fn columns(cpu: Avx512, rows: [&[u8; 64]; 16]) -> [Self; 16] {
        let registers = columns_16(cpu, rows);
        let mut columns = [Self(registers[0], cpu); 16];
        unroll!(for i in 0..16 {
            columns[i].0 = registers[i];
        });
        columns
    }
    #[inline(always)]
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; 16] {
        let mut registers = [columns[0].0; 8];
        unroll!(for i in 0..8 {
            registers[i] = columns[i].0;
        });
        halves_16(columns[0].1, registers)
    }
    #[inline(always)]
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; 16] {
        let mut square = [columns[0].0; 16];
        unroll!(for i in 0..16 {
            square[i] = columns[i].0;
        });
        transpose_16(columns[0].1, &mut square);
        // SAFETY: both types are 1024 bytes long and accept any bit pattern.
        unsafe { core::mem::transmute::<[__m512i; 16], [[u8; 64]; 16]>(square) }
    }
}

impl Arx for U32x16 {
    binary! {
        add _mm512_add_epi32, xor _mm512_xor_si512
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_ror_epi32::<RIGHT>(self.0) })
    }
}
