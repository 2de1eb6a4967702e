//! Eight 32-bit words in a 256-bit register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::hidden::{after_256, hidden_256};
use super::transpose::{columns_8, rows_of_8, rows_of_16, transpose_two_squares, xor_rows_of_16};
use super::{X86, m128};
use crate::platform::cpu::Avx512;
use crate::platform::simd::instructions::binary;
use crate::platform::simd::{Arx, Turn, Vector32};
use crate::platform::unroll::unroll;

/// Vector of eight 32-bit words. A value of this type proves that the CPU has AVX2 and the instructions of the token
/// type `P`.
#[derive(Clone, Copy)]
pub(crate) struct U32x8<P>(pub(super) __m256i, pub(super) P);

impl<P: X86> U32x8<P> {
    #[inline(always)]
    pub(super) fn from_register(proof: P, register: __m256i) -> Self {
        Self(register, proof)
    }

    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(super) fn with(self, register: __m256i) -> Self {
        Self(register, self.1)
    }

    /// Loads eight little-endian words in one instruction. If `new` were used, LLVM would insert the words one by one.
    #[inline(always)]
    pub(crate) fn load_le(proof: P, bytes: &[u8; 32]) -> Self {
        // SAFETY: both types are 32 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u8; 32], __m256i>(*bytes) }, proof)
    }

    /// Creates a vector from two halves of four words each. The lowest bits of a half hold its first word.
    #[inline(always)]
    pub(crate) fn from_halves(proof: P, [low, high]: [u128; 2]) -> Self {
        let (low, high) =
            (m128::from_bytes(low.to_le_bytes()), m128::from_bytes(high.to_le_bytes()));
        // SAFETY: `proof` proves that the CPU has AVX2.
        Self(unsafe { _mm256_set_m128i(high, low) }, proof)
    }

    /// Creates a vector with two copies of a four-word row.
    #[inline(always)]
    pub(crate) fn twice(proof: P, row: &[u32; 4]) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX2.
        Self(unsafe { _mm256_broadcastsi128_si256(m128::from_words(*row)) }, proof)
    }

    /// Returns two squares of four rows. Row `i` of the first square is the lower half of `rows[i]`, and row `i` of the
    /// second square is the upper half.
    #[inline(always)]
    pub(crate) fn two_squares([a, b, c, d]: [Self; 4]) -> [[u8; 64]; 2] {
        // SAFETY: `a` proves that the CPU has AVX2; both types are 128 bytes long and accept any bit pattern.
        unsafe {
            core::mem::transmute::<[__m256i; 4], [[u8; 64]; 2]>([
                _mm256_permute2x128_si256::<0x20>(a.0, b.0),
                _mm256_permute2x128_si256::<0x20>(c.0, d.0),
                _mm256_permute2x128_si256::<0x31>(a.0, b.0),
                _mm256_permute2x128_si256::<0x31>(c.0, d.0),
            ])
        }
    }

    /// Selects words within each row of four words. Words 0 and 1 of the result come from `self`, and words 2 and 3
    /// from `b`. The base-4 digits of `I`, lowest first, are the indices of the selected words.
    ///
    /// With AVX-512, the result is hidden from the compiler, as in `U32x16::pick_pairs`.
    #[inline(always)]
    pub(crate) fn pick_pairs<const I: i32>(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe {
            let (a, b) = (_mm256_castsi256_ps(self.0), _mm256_castsi256_ps(b.0));
            let picked = _mm256_castps_si256(_mm256_shuffle_ps::<I>(a, b));
            if P::AVX512 { hidden_256(picked) } else { picked }
        })
    }
}

impl U32x8<Avx512> {
    /// Transposes two squares of 4 × 4 words, one in each half of the four vectors.
    #[inline(always)]
    pub(crate) fn transpose_squares([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let [e, f, g, h] = transpose_two_squares(a.1, [a.0, b.0, c.0, d.0]);
        [a.with(e), a.with(f), a.with(g), a.with(h)]
    }
}

impl<P: X86> Vector32<8> for U32x8<P> {
    type Proof = P;

    #[inline(always)]
    fn new(proof: P, words: [u32; 8]) -> Self {
        // SAFETY: both types are 32 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u32; 8], __m256i>(words) }, proof)
    }
    #[inline(always)]
    fn columns(proof: P, rows: [&[u8; 64]; 8]) -> [Self; 16] {
        let registers = columns_8(proof, rows);
        let mut columns = [Self(registers[0], proof); 16];
        unroll!(for i in 0..16 {
            columns[i].0 = registers[i];
        });
        columns
    }
    #[inline(always)]
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; 8] {
        let mut registers = [columns[0].0; 8];
        unroll!(for i in 0..8 {
            registers[i] = columns[i].0;
        });
        rows_of_8(columns[0].1, registers)
    }
    #[inline(always)]
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; 8] {
        let mut registers = [columns[0].0; 16];
        unroll!(for i in 0..16 {
            registers[i] = columns[i].0;
        });
        rows_of_16(columns[0].1, registers)
    }
    #[inline(always)]
    fn xor_rows_of_16(columns: &[Self; 16], to: &mut [[u8; 64]; 8]) {
        let mut registers = [columns[0].0; 16];
        unroll!(for i in 0..16 {
            registers[i] = columns[i].0;
        });
        xor_rows_of_16(columns[0].1, registers, to);
    }
}

/// Two rows of four words. Both rows rotate by the same number of words.
impl<P: X86> Turn for U32x8<P> {
    #[inline(always)]
    fn turn_1(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_shuffle_epi32::<0b00_11_10_01>(self.0) })
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_shuffle_epi32::<0b10_01_00_11>(self.0) })
    }
}

impl<P: X86> Arx for U32x8<P> {
    binary! {
        add _mm256_add_epi32, xor _mm256_xor_si256
    }
    #[inline(always)]
    fn before<T>(self, reference: &T) -> &T {
        // SAFETY: `self` proves that the CPU has AVX2.
        unsafe { after_256(self.0, reference) }
    }
    #[inline(always)]
    fn add_in_order(self, first: Self, last: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { hidden_256(self.add(first).0) }).add(last)
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // Without AVX-512, rotations by whole bytes are shuffles.
        // SAFETY: `self` proves that the CPU has AVX2. The AVX-512 branch runs only if `P` proves AVX-512.
        self.with(unsafe {
            match RIGHT {
                _ if P::AVX512 => _mm256_ror_epi32::<RIGHT>(self.0),
                8 | 16 | 24 => _mm256_shuffle_epi8(
                    self.0,
                    _mm256_broadcastsi128_si256(m128::rotation::<4, RIGHT>()),
                ),
                _ => _mm256_or_si256(
                    _mm256_srli_epi32::<RIGHT>(self.0),
                    _mm256_slli_epi32::<LEFT>(self.0),
                ),
            }
        })
    }
}
