//! Four 32-bit words in a register of 128 bits.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use super::intrinsics::*;

use super::X86;
use crate::machine::simd::{Arx, Turn, WordRow};

/// Four 32-bit words; proves AVX2, and what else `P` does.
#[derive(Clone, Copy)]
pub(crate) struct U32x4<P>(__m128i, P);

impl<P: X86> U32x4<P> {
    #[inline(always)]
    pub(super) fn from_register(proof: P, register: __m128i) -> Self {
        Self(register, proof)
    }

    /// The same token on another register.
    #[inline(always)]
    fn with(self, register: __m128i) -> Self {
        Self(register, self.1)
    }
}

impl<P: X86> WordRow<u32> for U32x4<P> {
    type Proof = P;

    #[inline(always)]
    fn new(proof: P, words: [u32; 4]) -> Self {
        // SAFETY: both are 16 bytes of any value.
        Self(unsafe { core::mem::transmute::<[u32; 4], __m128i>(words) }, proof)
    }

    #[inline(always)]
    fn to_array(self) -> [u32; 4] {
        // SAFETY: both are 16 bytes of any value.
        unsafe { core::mem::transmute::<__m128i, [u32; 4]>(self.0) }
    }
}

impl<P: X86> Turn for U32x4<P> {
    #[inline(always)]
    fn turn_1(self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_shuffle_epi32::<0b00_11_10_01>(self.0) })
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_shuffle_epi32::<0b10_01_00_11>(self.0) })
    }
}

impl<P: X86> Arx for U32x4<P> {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_add_epi32(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm_xor_si128(self.0, b.0) })
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // Without AVX-512, whole bytes are shuffled.
        // SAFETY: `self` proves AVX2, and AVX-512 where it is used.
        self.with(unsafe {
            match RIGHT {
                _ if P::AVX512 => _mm_ror_epi32::<RIGHT>(self.0),
                8 => {
                    let order = _mm_setr_epi8(1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12);
                    _mm_shuffle_epi8(self.0, order)
                }
                _ => _mm_or_si128(_mm_srli_epi32::<RIGHT>(self.0), _mm_slli_epi32::<LEFT>(self.0)),
            }
        })
    }
}
