//! Four 64-bit words in a 256-bit register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::X86;
use crate::platform::simd::{Square, Vector64, Words64};

/// Vector of four 64-bit words. A value of this type proves that the CPU has AVX2 and the instructions of the token
/// type `P`.
#[derive(Clone, Copy)]
pub(crate) struct U64x4<P>(pub(super) __m256i, P);

impl<P: X86> U64x4<P> {
    #[inline(always)]
    pub(super) fn from_register(proof: P, register: __m256i) -> Self {
        Self(register, proof)
    }

    /// Loads four little-endian words.
    #[inline(always)]
    pub(crate) fn load_le(proof: P, bytes: &[[u8; 8]; 4]) -> Self {
        // SAFETY: both types are 32 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[[u8; 8]; 4], __m256i>(*bytes) }, proof)
    }

    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(super) fn with(self, register: __m256i) -> Self {
        Self(register, self.1)
    }
}

impl<P: X86> Vector64<4> for U64x4<P> {
    type Proof = P;

    #[inline(always)]
    fn new(proof: P, words: [u64; 4]) -> Self {
        // SAFETY: both types are 32 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u64; 4], __m256i>(words) }, proof)
    }

    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        // SAFETY: both types are 32 bytes long and accept any bit pattern.
        unsafe { core::mem::transmute::<__m256i, [u64; 4]>(self.0) }
    }

    #[inline(always)]
    fn columns(proof: P, rows: [&[[u8; 8]; 4]; 4]) -> [Self; 4] {
        let [a, b, c, d] = rows;
        Square::transpose([
            Self::load_le(proof, a),
            Self::load_le(proof, b),
            Self::load_le(proof, c),
            Self::load_le(proof, d),
        ])
    }
}

impl<P: X86> Words64 for U64x4<P> {
    const TERNARY: bool = P::AVX512;

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_xor_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn xor_word(self, word: u64) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.xor(self.with(unsafe { _mm256_set1_epi64x(word.cast_signed()) }))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        if P::AVX512 {
            // 0x96 is the truth table of a ^ b ^ c.
            // SAFETY: `P` proves that the CPU has AVX-512.
            return self.with(unsafe { _mm256_ternarylogic_epi64::<0x96>(self.0, b.0, c.0) });
        }
        self.xor(b).xor(c)
    }
    #[inline(always)]
    fn rotate_left(self, left: u32) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2. The AVX-512 branch runs only if `P` proves AVX-512.
        self.with(unsafe {
            let distance = _mm256_set1_epi64x(left.into());
            if P::AVX512 {
                return self.with(_mm256_rolv_epi64(self.0, distance));
            }
            let rest = _mm256_set1_epi64x((64 - left).into());
            let (high, low) =
                (_mm256_sllv_epi64(self.0, distance), _mm256_srlv_epi64(self.0, rest));
            _mm256_xor_si256(high, low)
        })
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2. The AVX-512 branch runs only if `P` proves AVX-512.
        self.with(unsafe {
            if P::AVX512 {
                // 0xd2 is the truth table of a ^ (!b & c).
                return self.with(_mm256_ternarylogic_epi64::<0xd2>(self.0, b.0, c.0));
            }
            _mm256_xor_si256(self.0, _mm256_andnot_si256(b.0, c.0))
        })
    }
}
