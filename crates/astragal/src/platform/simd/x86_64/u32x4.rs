//! Four 32-bit words in a 128-bit register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::hidden::{after_128, hidden_128};
use super::{X86, m128};
use crate::platform::simd::instructions::binary;
use crate::platform::simd::{Arx, Turn, Vector32, WordRow};

/// Vector of four 32-bit words. A value of this type proves that the CPU has AVX2 and the instructions of the token
/// type `P`.
#[derive(Clone, Copy)]
pub(crate) struct U32x4<P>(__m128i, P);

impl<P: X86> U32x4<P> {
    #[inline(always)]
    pub(super) fn from_register(proof: P, register: __m128i) -> Self {
        Self(register, proof)
    }

    #[inline(always)]
    pub(super) fn register(self) -> __m128i {
        self.0
    }

    /// Returns the CPU-feature token.
    #[inline(always)]
    pub(super) fn proof(self) -> P {
        self.1
    }

    /// Loads four little-endian words.
    #[inline(always)]
    fn load(proof: P, bytes: &[u8; 16]) -> Self {
        // SAFETY: both types are 16 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u8; 16], __m128i>(*bytes) }, proof)
    }

    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    fn with(self, register: __m128i) -> Self {
        Self(register, self.1)
    }
}

impl<P: X86> WordRow<u32> for U32x4<P> {
    type Proof = P;

    #[inline(always)]
    fn new(proof: P, words: [u32; 4]) -> Self {
        // SAFETY: both types are 16 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u32; 4], __m128i>(words) }, proof)
    }

    #[inline(always)]
    fn to_array(self) -> [u32; 4] {
        // SAFETY: both types are 16 bytes long and accept any bit pattern.
        unsafe { core::mem::transmute::<__m128i, [u32; 4]>(self.0) }
    }
}

impl<P: X86> Turn for U32x4<P> {
    #[inline(always)]
    fn turn_1(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm_shuffle_epi32::<0b00_11_10_01>(self.0) })
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm_shuffle_epi32::<0b10_01_00_11>(self.0) })
    }
}

impl<P: X86> U32x4<P> {
    /// Transposes a 4×4 square of words: vector `i` of the result holds word `i` of each argument.
    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: `a` proves that the CPU has AVX2.
        unsafe {
            let (ab_low, ab_high) = (_mm_unpacklo_epi32(a.0, b.0), _mm_unpackhi_epi32(a.0, b.0));
            let (cd_low, cd_high) = (_mm_unpacklo_epi32(c.0, d.0), _mm_unpackhi_epi32(c.0, d.0));
            [
                a.with(_mm_unpacklo_epi64(ab_low, cd_low)),
                a.with(_mm_unpackhi_epi64(ab_low, cd_low)),
                a.with(_mm_unpacklo_epi64(ab_high, cd_high)),
                a.with(_mm_unpackhi_epi64(ab_high, cd_high)),
            ]
        }
    }

    /// Transposes each of the `Q` 4×4 squares. Row i of the result consists of row i of every transposed square.
    #[inline(always)]
    fn squares<const Q: usize>(vectors: &[[Self; 4]; Q]) -> [[Self; Q]; 4] {
        let mut turned = [[vectors[0][0]; Q]; 4];
        for (q, square) in vectors.iter().enumerate() {
            let square = Self::transpose(*square);
            for i in 0..4 {
                turned[i][q] = square[i];
            }
        }
        turned
    }
}

impl<P: X86> Vector32<4> for U32x4<P> {
    type Proof = P;

    #[inline(always)]
    fn new(proof: P, words: [u32; 4]) -> Self {
        <Self as WordRow<u32>>::new(proof, words)
    }
    #[inline(always)]
    fn columns(proof: P, rows: [&[u8; 64]; 4]) -> [Self; 16] {
        let mut columns = [Self::load(proof, &[0; 16]); 16];
        for (q, columns) in columns.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            let mut square = *columns;
            for i in 0..4 {
                square[i] = Self::load(proof, &rows[i].as_chunks().0[q]);
            }
            *columns = Self::transpose(square);
        }
        columns
    }
    #[inline(always)]
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; 4] {
        let [a, b, c, d, e, f, g, h] = *columns;
        let mut rows = [[0; 32]; 4];
        let vectors = Self::squares(&[[a, b, c, d], [e, f, g, h]]);
        for i in 0..4 {
            store(&vectors[i], &mut rows[i]);
        }
        rows
    }
    #[inline(always)]
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; 4] {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *columns;
        let squares = [[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]];
        let vectors = Self::squares(&squares);
        let mut rows = [[0; 64]; 4];
        for i in 0..4 {
            store(&vectors[i], &mut rows[i]);
        }
        rows
    }
}

/// Fills `row` with the bytes of the vectors.
#[inline(always)]
fn store<P: X86>(vectors: &[U32x4<P>], row: &mut [u8]) {
    let (row, _) = row.as_chunks_mut();
    for i in 0..vectors.len() {
        // SAFETY: both types are 16 bytes long and accept any bit pattern.
        row[i] = unsafe { core::mem::transmute::<__m128i, [u8; 16]>(vectors[i].0) };
    }
}

impl<P: X86> U32x4<P> {
    /// Creates a vector of four words in memory. Each word is loaded into all lanes of a register, which takes only a
    /// load, and three blends join the registers. Any vector unit can blend. `hidden_128` keeps the compiler from
    /// inserting the words one by one instead, because only one unit of Intel's processors can do this.
    #[inline(always)]
    pub(crate) fn blended(proof: P, words: [u32; 4]) -> Self {
        // SAFETY: the token proves that the CPU has AVX2.
        let row = unsafe {
            let [a, b, c, d] = [
                hidden_128(_mm_set1_epi32(words[0].cast_signed())),
                hidden_128(_mm_set1_epi32(words[1].cast_signed())),
                hidden_128(_mm_set1_epi32(words[2].cast_signed())),
                hidden_128(_mm_set1_epi32(words[3].cast_signed())),
            ];
            let low = _mm_blend_epi32::<0b0010>(a, b);
            let high = _mm_blend_epi32::<0b1000>(c, d);
            _mm_blend_epi32::<0b1100>(low, high)
        };
        Self::from_register(proof, row)
    }

    /// Returns `self`. The compiler cannot join its load or its store with those of other vectors.
    #[inline(always)]
    pub(crate) fn apart(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { hidden_128(self.0) })
    }

    /// Returns `reference` unchanged. The compiler computes `self` before it loads anything through the result.
    #[inline(always)]
    pub(crate) fn then<T>(self, reference: &T) -> &T {
        // SAFETY: `self` proves that the CPU has AVX2.
        unsafe { after_128(self.0, reference) }
    }
}

impl<P: X86> Arx for U32x4<P> {
    binary! {
        add _mm_add_epi32, xor _mm_xor_si128
    }
    #[inline(always)]
    fn add_in_order(self, first: Self, last: Self) -> Self {
        self.add(first).apart().add(last)
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // Without AVX-512, rotations by whole bytes are shuffles.
        // SAFETY: `self` proves that the CPU has AVX2. The AVX-512 branch runs only if `P` proves AVX-512.
        self.with(unsafe {
            match RIGHT {
                _ if P::AVX512 => _mm_ror_epi32::<RIGHT>(self.0),
                8 | 16 | 24 => _mm_shuffle_epi8(self.0, m128::rotation::<4, RIGHT>()),
                _ => _mm_or_si128(_mm_srli_epi32::<RIGHT>(self.0), _mm_slli_epi32::<LEFT>(self.0)),
            }
        })
    }
}
