//! Polynomials over GF(2) in registers of 128, 256 and 512 bits.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

#[cfg(not(astragal_model))]
use super::hidden::ordered_512;
#[cfg(not(astragal_model))]
use super::lanes128::{first_bytes, masked, ordered};
use super::lanes128::{instructions, lanes_128};
use crate::platform::cpu::{Avx512Vbmi, Pclmul, Vaes};
use crate::platform::simd::{Lanes128, PolyVector};

/// Vector of one polynomial. A value of this type proves that the CPU has PCLMULQDQ.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct PolyX1(__m128i);

/// Vector of two polynomials. A value of this type proves that the CPU has VPCLMULQDQ on 256-bit registers.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct PolyX2(__m256i);

/// Vector of four polynomials. A value of this type proves that the CPU has VPCLMULQDQ on 512-bit registers.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct PolyX4(__m512i);

const REVERSED: [u8; 16] = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

lanes_128! {
    PolyX1, Pclmul, 1, __m128i, _mm_xor_si128;
    PolyX2, Vaes, 2, __m256i, _mm256_xor_si256;
    PolyX4, Avx512Vbmi, 4, __m512i, _mm512_xor_si512, masked, ordered;
}

macro_rules! poly_vector {
    ($name:ident, $register:ty, $widen:expr, $fold:expr,
        $shuffle:ident, $words:ident, $multiply:ident, $up:ident, $down:ident) => {
        impl PolyVector for $name {
            type One = PolyX1;

            #[inline(always)]
            #[allow(unused_unsafe, reason = "the one-lane version needs no `unsafe`")]
            fn widen(_: Self::Proof, one: PolyX1) -> Self {
                // SAFETY: the token proves that the CPU has the instructions.
                Self(unsafe { $widen(one.0) })
            }
            #[inline(always)]
            #[allow(unused_unsafe, reason = "the one-lane version needs no `unsafe`")]
            fn fold(self) -> PolyX1 {
                // SAFETY: `self` proves that the CPU has the instructions.
                PolyX1(unsafe { $fold(self.0) })
            }
            #[inline(always)]
            fn reverse(self) -> Self {
                type Lanes = [[u8; 16]; $name::LANES];
                const ORDER: Lanes = [REVERSED; $name::LANES];
                // SAFETY: both types have the same size and accept any bit pattern; `self` proves that the CPU has the
                // instructions.
                Self(unsafe { $shuffle(self.0, core::mem::transmute::<Lanes, $register>(ORDER)) })
            }
            instructions! {
                swap() $words::<0x4e>(), low(b) $multiply::<0x00>(b.0), high(b) $multiply::<0x11>(b.0),
                low_high(b) $multiply::<0x10>(b.0), up() $up::<8>(), down() $down::<8>()
            }
        }
    };
}

poly_vector!(
    PolyX1,
    __m128i,
    core::convert::identity,
    core::convert::identity,
    _mm_shuffle_epi8,
    _mm_shuffle_epi32,
    _mm_clmulepi64_si128,
    _mm_slli_si128,
    _mm_srli_si128
);
poly_vector!(
    PolyX2,
    __m256i,
    _mm256_zextsi128_si256,
    |a| _mm_xor_si128(_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a)),
    _mm256_shuffle_epi8,
    _mm256_shuffle_epi32,
    _mm256_clmulepi64_epi128,
    _mm256_slli_si256,
    _mm256_srli_si256
);
poly_vector!(
    PolyX4,
    __m512i,
    _mm512_zextsi128_si512,
    |a| {
        let b = _mm256_xor_si256(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a));
        _mm_xor_si128(_mm256_castsi256_si128(b), _mm256_extracti128_si256::<1>(b))
    },
    _mm512_shuffle_epi8,
    _mm512_shuffle_epi32,
    _mm512_clmulepi64_epi128,
    _mm512_bslli_epi128,
    _mm512_bsrli_epi128
);
