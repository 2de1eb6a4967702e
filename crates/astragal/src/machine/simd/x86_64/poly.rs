//! Polynomials over GF(2) in registers of 128, 256 and 512 bits.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use crate::machine::cpu::{Avx512Vbmi, Pclmul, Vaes};
use crate::machine::simd::PolyVector;

/// One polynomial; proves PCLMULQDQ.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct PolyX1(__m128i);

/// Two polynomials; proves VPCLMULQDQ on 256 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct PolyX2(__m256i);

/// Four polynomials; proves VPCLMULQDQ on 512 bits.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct PolyX4(__m512i);

const REVERSED: [u8; 16] = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0];

/// The operations that are an instruction each, or two.
macro_rules! poly_vector {
    ($name:ident, $proof:ty, $lanes:literal, $register:ty, $widen:expr, $fold:expr, $xor:ident,
        $shuffle:ident, $words:ident, $multiply:ident, $up:ident, $down:ident) => {
        impl PolyVector for $name {
            type Proof = $proof;
            type One = PolyX1;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn load(_: $proof, lanes: &[[u8; 16]]) -> Self {
                let (lanes, _) = lanes.as_chunks::<$lanes>();
                // SAFETY: both are as many bytes of any value.
                Self(unsafe { core::mem::transmute::<[[u8; 16]; $lanes], $register>(lanes[0]) })
            }
            #[inline(always)]
            #[allow(unused_unsafe, reason = "one lane is itself")]
            fn widen(_: $proof, one: PolyX1) -> Self {
                // SAFETY: the token proves the instructions.
                Self(unsafe { $widen(one.0) })
            }
            #[inline(always)]
            #[allow(unused_unsafe, reason = "one lane is itself")]
            fn fold(self) -> PolyX1 {
                // SAFETY: `self` proves the instructions.
                PolyX1(unsafe { $fold(self.0) })
            }
            #[inline(always)]
            fn store(self, lanes: &mut [[u8; 16]]) {
                let (lanes, _) = lanes.as_chunks_mut::<$lanes>();
                // SAFETY: both are as many bytes of any value.
                lanes[0] = unsafe { core::mem::transmute::<$register, [[u8; 16]; $lanes]>(self.0) };
            }
            #[inline(always)]
            fn reverse(self) -> Self {
                // SAFETY: both are as many bytes of any value; `self` proves the instructions.
                Self(unsafe {
                    let order = core::mem::transmute::<[[u8; 16]; $lanes], $register>(
                        [REVERSED; $lanes],
                    );
                    $shuffle(self.0, order)
                })
            }
            #[inline(always)]
            fn cross(self, b: Self) -> Self {
                // SAFETY: `self` proves the instructions.
                let products = unsafe {
                    [$multiply::<0x10>(self.0, b.0), $multiply::<0x01>(self.0, b.0)]
                };
                Self(products[0]).xor(Self(products[1]))
            }
            poly_vector!(@each xor(b) $xor(b.0), swap() $words::<0x4e>(),
                low(b) $multiply::<0x00>(b.0), high(b) $multiply::<0x11>(b.0),
                up() $up::<8>(), down() $down::<8>());
        }
    };
    (@each $($method:ident($($b:ident)?) $intrinsic:ident $(::<$number:literal>)? ($($c:expr)?)),+) => { $(
        #[inline(always)]
        fn $method(self $(, $b: Self)?) -> Self {
            // SAFETY: `self` proves the instructions.
            Self(unsafe { $intrinsic $(::<$number>)? (self.0 $(, $c)?) })
        }
    )+ };
}

poly_vector!(
    PolyX1,
    Pclmul,
    1,
    __m128i,
    core::convert::identity,
    core::convert::identity,
    _mm_xor_si128,
    _mm_shuffle_epi8,
    _mm_shuffle_epi32,
    _mm_clmulepi64_si128,
    _mm_slli_si128,
    _mm_srli_si128
);
poly_vector!(
    PolyX2,
    Vaes,
    2,
    __m256i,
    _mm256_zextsi128_si256,
    |a| _mm_xor_si128(_mm256_castsi256_si128(a), _mm256_extracti128_si256::<1>(a)),
    _mm256_xor_si256,
    _mm256_shuffle_epi8,
    _mm256_shuffle_epi32,
    _mm256_clmulepi64_epi128,
    _mm256_slli_si256,
    _mm256_srli_si256
);
poly_vector!(
    PolyX4,
    Avx512Vbmi,
    4,
    __m512i,
    _mm512_zextsi128_si512,
    |a| {
        let b = _mm256_xor_si256(_mm512_castsi512_si256(a), _mm512_extracti64x4_epi64::<1>(a));
        _mm_xor_si128(_mm256_castsi256_si128(b), _mm256_extracti128_si256::<1>(b))
    },
    _mm512_xor_si512,
    _mm512_shuffle_epi8,
    _mm512_shuffle_epi32,
    _mm512_clmulepi64_epi128,
    _mm512_bslli_epi128,
    _mm512_bsrli_epi128
);
