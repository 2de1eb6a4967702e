//! Two 64-bit words in a 128-bit register, with AVX-512VL instructions.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use crate::platform::array::copy;
use crate::platform::cpu::Avx512;
use crate::platform::simd::{Vector64, Words64};

/// Vector of two 64-bit words. A value of this type proves that the CPU has AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct U64x2(pub(super) __m128i);

impl Vector64<2> for U64x2 {
    type Proof = Avx512;

    #[inline(always)]
    fn new(_: Avx512, words: [u64; 2]) -> Self {
        // SAFETY: both types are 16 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u64; 2], __m128i>(words) })
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 2] {
        // SAFETY: both types are 16 bytes long and accept any bit pattern.
        unsafe { core::mem::transmute::<__m128i, [u64; 2]>(self.0) }
    }

    #[inline(always)]
    fn columns(_: Avx512, rows: [&[[u8; 8]; 4]; 2]) -> [Self; 4] {
        // SAFETY: the token proves that the CPU has AVX-512. A row is as long as two 16-byte registers and accepts any
        // bit pattern.
        unsafe {
            let [a01, a23] = core::mem::transmute::<[[u8; 8]; 4], [__m128i; 2]>(*rows[0]);
            let [b01, b23] = core::mem::transmute::<[[u8; 8]; 4], [__m128i; 2]>(*rows[1]);
            [
                Self(_mm_unpacklo_epi64(a01, b01)),
                Self(_mm_unpackhi_epi64(a01, b01)),
                Self(_mm_unpacklo_epi64(a23, b23)),
                Self(_mm_unpackhi_epi64(a23, b23)),
            ]
        }
    }
}

/// Vector of one word, held in the low half of the register. The high half is unused.
impl Vector64<1> for U64x2 {
    type Proof = Avx512;

    #[inline(always)]
    fn new(cpu: Avx512, [word]: [u64; 1]) -> Self {
        Self::new(cpu, [word, 0])
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 1] {
        let [word, _] = self.to_array();
        [word]
    }

    /// Stores a whole 16-byte register for each word except the last. Each store overwrites the unused high half of the
    /// store before it. With 8-byte stores, LLVM would gather the words into wide vectors through memory.
    #[inline(always)]
    fn store_words(lanes: &[Self], out: &mut [[u8; 8]]) {
        for i in 0..out.len() {
            // SAFETY: both types are 16 bytes long and accept any bit pattern.
            let bytes = unsafe { core::mem::transmute::<__m128i, [[u8; 8]; 2]>(lanes[i].0) };
            match out.get_mut(i..i + 2) {
                Some(two) => copy(two, &bytes),
                None => out[i] = bytes[0],
            }
        }
    }
}

/// Operations on vectors of two words, in addition to those of the vector traits.
impl U64x2 {
    /// Computes `self ^ (b | c)`.
    #[inline(always)]
    pub(crate) fn xor_or(self, b: Self, c: Self) -> Self {
        // 0x1e is the truth table of a ^ (b | c).
        // SAFETY: `self` proves that the CPU has AVX-512.
        Self(unsafe { _mm_ternarylogic_epi64::<0x1e>(self.0, b.0, c.0) })
    }
    /// Rotates each word right. The distance in bits is the word of `distances` at the same index.
    #[inline(always)]
    pub(crate) fn rotate_right_each(self, distances: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        Self(unsafe { _mm_rorv_epi64(self.0, distances.0) })
    }
    /// Returns a vector of the first word of `self` and the first word of `b`.
    #[inline(always)]
    pub(crate) fn firsts(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        Self(unsafe { _mm_unpacklo_epi64(self.0, b.0) })
    }
    /// Returns a vector of the second word of `self` and the second word of `b`.
    #[inline(always)]
    pub(crate) fn seconds(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        Self(unsafe { _mm_unpackhi_epi64(self.0, b.0) })
    }
}

impl Words64 for U64x2 {
    const TERNARY: bool = true;

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        Self(unsafe { _mm_xor_si128(self.0, b.0) })
    }
    #[inline(always)]
    fn xor_word(self, word: u64) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.xor(Self(unsafe { _mm_set1_epi64x(word.cast_signed()) }))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        // 0x96 is the truth table of a ^ b ^ c.
        // SAFETY: `self` proves that the CPU has AVX-512.
        Self(unsafe { _mm_ternarylogic_epi64::<0x96>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn rotate_left(self, left: u32) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        Self(unsafe { _mm_rolv_epi64(self.0, _mm_set1_epi64x(left.into())) })
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        // 0xd2 is the truth table of a ^ (!b & c).
        // SAFETY: `self` proves that the CPU has AVX-512.
        Self(unsafe { _mm_ternarylogic_epi64::<0xd2>(self.0, b.0, c.0) })
    }
}
