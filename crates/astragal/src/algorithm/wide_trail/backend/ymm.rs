//! Rows of 16 columns: a register of 256 bits with a lane for each side. What `folded` has in common with
//! it is here too.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use core::arch::x86_64::*;

use super::super::rows::Row;
use super::super::rows::tables::{Steps, four_steps, steps};
use super::super::{Bytes, Layer, SBox};
use super::bit_matrix;
use crate::machine::cpu::{AesNi, Avx2, Gfni};
use crate::machine::simd::x86_64::m128;

/// A row of two states of 16 columns; proves what `P` does.
#[derive(Clone, Copy)]
pub(crate) struct Ymm<P>(pub(super) __m256i, P);

/// A token for AVX2 with AES-NI, or more.
pub(crate) trait Proof: Copy {
    /// Whether it proves GFNI and VAES.
    const GFNI: bool;
}

impl Proof for (Avx2, AesNi) {
    const GFNI: bool = false;
}

impl Proof for Gfni {
    const GFNI: bool = true;
}

impl<P: Proof> Ymm<P> {
    #[inline(always)]
    fn pair(proof: P, low: __m128i, high: __m128i) -> Self {
        // SAFETY: `proof` proves AVX2.
        Self(unsafe { _mm256_set_m128i(high, low) }, proof)
    }

    #[inline(always)]
    fn lanes(self) -> [__m128i; 2] {
        // SAFETY: `self` proves AVX2.
        unsafe { [_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0)] }
    }

    /// The same token on another register.
    #[inline(always)]
    pub(super) fn with(self, register: __m256i) -> Self {
        Self(register, self.1)
    }

    /// Lane number `i`.
    #[inline(always)]
    pub(super) fn lane(self, i: usize) -> [u8; 16] {
        m128::to_bytes(self.lanes()[i])
    }

    /// Lane number `i`, twice.
    #[inline(always)]
    pub(super) fn both_lanes(self, i: usize) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe {
            if i == 0 {
                _mm256_permute2x128_si256::<0x00>(self.0, self.0)
            } else {
                _mm256_permute2x128_si256::<0x11>(self.0, self.0)
            }
        })
    }

    /// The bytes of each lane at the indices in the lane of `indices`.
    #[inline(always)]
    pub(super) fn at(self, indices: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_shuffle_epi8(self.0, indices.0) })
    }

    /// Substitutes each by the S-box of `L` for its row.
    ///
    /// A shuffle gives 0 where an index is negative. Indices of the lower half are negative from the start
    /// in bytes of the upper half, and fall below 0 after as many steps of 16 as a byte's upper nibble says;
    /// those of the upper half likewise, with the sign reversed.
    #[inline(always)]
    pub(super) fn look_up_4<L: Layer>(rows: [Self; 4]) -> [Self; 4] {
        let steps: [&Steps; 4] = match L::S_BOX {
            SBox::Four(_) => const { &four_steps::<L>() }.each_ref(),
            _ => [const { &steps(L::S_BOX.of_row(0)) }; 4],
        };
        let mut sums = rows;
        // SAFETY: `rows` prove AVX2.
        unsafe {
            let (sixteen, sign) = (_mm256_set1_epi8(16), _mm256_set1_epi8(-128));
            for half in 0..2 {
                let mut indices = rows;
                if half == 1 {
                    for index in &mut indices {
                        index.0 = _mm256_xor_si256(index.0, sign);
                    }
                }
                for step in 0..8 {
                    for i in 0..4 {
                        if step > 0 {
                            indices[i].0 = _mm256_subs_epi8(indices[i].0, sixteen);
                        }
                        let table = m128::from_bytes(steps[i][8 * half + step]);
                        let table = _mm256_broadcastsi128_si256(table);
                        let part = _mm256_shuffle_epi8(table, indices[i].0);
                        let first = half == 0 && step == 0;
                        sums[i].0 = if first { part } else { _mm256_xor_si256(sums[i].0, part) };
                    }
                }
            }
        }
        sums
    }
}

impl<P: Proof> Bytes for Ymm<P> {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_xor_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn nibbles(self) -> [Self; 2] {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let mask = _mm256_set1_epi8(15);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), mask);
            [self.with(_mm256_and_si256(self.0, mask)), self.with(high)]
        }
    }
    #[inline(always)]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe {
            let table = _mm256_broadcastsi128_si256(m128::from_bytes(*table));
            _mm256_shuffle_epi8(table, self.0)
        })
    }
    #[inline(always)]
    fn add_modulo_15(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe {
            let sum = _mm256_adds_epu8(self.0, b.0);
            // Below 15, the difference wraps.
            _mm256_min_epu8(sum, _mm256_sub_epi8(sum, _mm256_set1_epi8(15)))
        })
    }
}

impl<P: Proof> Row for Ymm<P> {
    type Proof = P;
    const COLUMNS: usize = 16;
    const AES: bool = true;

    #[inline(always)]
    fn load(proof: P, [first, second]: [&[u8; 16]; 2]) -> Self {
        Self::pair(proof, m128::from_bytes(*first), m128::from_bytes(*second))
    }
    #[inline(always)]
    fn first_lane(self) -> [u8; 16] {
        self.lane(0)
    }
    #[inline(always)]
    fn constant(self, bytes: &[u8; 32]) -> Self {
        // SAFETY: both are 32 bytes of any value.
        self.with(unsafe { core::mem::transmute::<[u8; 32], __m256i>(*bytes) })
    }
    #[inline(always)]
    fn zip(self, b: Self) -> [Self; 2] {
        // SAFETY: `self` proves AVX2.
        unsafe {
            [
                self.with(_mm256_unpacklo_epi8(self.0, b.0)),
                self.with(_mm256_unpackhi_epi8(self.0, b.0)),
            ]
        }
    }
    #[inline(always)]
    fn zip_halves(self, b: Self) -> [Self; 2] {
        // SAFETY: `self` proves AVX2.
        unsafe {
            [
                self.with(_mm256_unpacklo_epi64(self.0, b.0)),
                self.with(_mm256_unpackhi_epi64(self.0, b.0)),
            ]
        }
    }
    #[inline(always)]
    fn double<L: Layer>(self) -> Self {
        let doubling = const { bit_matrix::doubling(L::POLYNOMIAL) };
        let polynomial = const { L::POLYNOMIAL.to_le_bytes()[0] };
        // SAFETY: `self` proves AVX2, and GFNI where it is used.
        self.with(unsafe {
            if P::GFNI {
                let doubling = _mm256_set1_epi64x(doubling.cast_signed());
                _mm256_gf2p8affine_epi64_epi8::<0>(self.0, doubling)
            } else {
                let overflow = _mm256_cmpgt_epi8(_mm256_setzero_si256(), self.0);
                let polynomial = _mm256_set1_epi8(polynomial.cast_signed());
                let reduction = _mm256_and_si256(overflow, polynomial);
                _mm256_xor_si256(_mm256_add_epi8(self.0, self.0), reduction)
            }
        })
    }
    #[inline(always)]
    fn add(self, b: Self, carry: Self) -> (Self, Self) {
        // SAFETY: `self` proves AVX2.
        unsafe {
            let sum = _mm256_add_epi8(self.0, b.0);
            let fits = _mm256_cmpeq_epi8(_mm256_adds_epu8(self.0, b.0), sum);
            let passes = _mm256_and_si256(_mm256_cmpeq_epi8(sum, _mm256_set1_epi8(-1)), carry.0);
            let out = _mm256_or_si256(_mm256_xor_si256(fits, _mm256_set1_epi8(-1)), passes);
            // The carry is 0 or -1.
            (self.with(_mm256_sub_epi8(sum, carry.0)), self.with(out))
        }
    }
    #[inline(always)]
    fn swap(self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn first(self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_permute2x128_si256::<0x80>(self.0, self.0) })
    }
    #[inline(always)]
    fn first_as_second(self) -> Self {
        // SAFETY: `self` proves AVX2.
        self.with(unsafe { _mm256_permute2x128_si256::<0x08>(self.0, self.0) })
    }
    #[inline(always)]
    fn shuffle(self, moves: &[u8; 32]) -> Self {
        self.at(self.constant(moves))
    }
    #[inline(always)]
    fn aes(self) -> Self {
        // SAFETY: `self` proves AES-NI, and VAES where it is used.
        unsafe {
            if P::GFNI {
                return self.with(_mm256_aesenclast_epi128(self.0, _mm256_setzero_si256()));
            }
            let ([low, high], zero) = (self.lanes(), _mm_setzero_si128());
            let low = _mm_aesenclast_si128(low, zero);
            Self::pair(self.1, low, _mm_aesenclast_si128(high, zero))
        }
    }
    /// Four rows at a time, as many as there are registers for.
    #[inline(always)]
    fn look_up<L: Layer>([a, b, c, d, e, f, g, h]: [Self; 8]) -> [Self; 8] {
        let [a, b, c, d] = Self::look_up_4::<L>([a, b, c, d]);
        let [e, f, g, h] = Self::look_up_4::<L>([e, f, g, h]);
        [a, b, c, d, e, f, g, h]
    }
}
