//! Sixteen bytes in a 128-bit register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::gfni::affine_image;
use super::intrinsics::*;

use super::{Sse, U8x64, m128};
use crate::platform::gf256::Field;
use crate::platform::sbox::{Affine, Forms, Prepared, SBox, Steps, Tables};
use crate::platform::simd::instructions::binary;
use crate::platform::simd::{BEFORE_SHIFT_ROWS, Bytes, Nibbles, rotated_32};

/// Vector of sixteen bytes. A value of this type proves that the CPU has SSSE3 and the instructions of the token type
/// `P`.
#[derive(Clone, Copy)]
pub(crate) struct U8x16<P>(pub(super) __m128i, pub(super) P);

impl<P: Sse> U8x16<P> {
    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(super) fn with(self, register: __m128i) -> Self {
        Self(register, self.1)
    }

    /// Returns the register.
    #[inline(always)]
    pub(super) fn register(self) -> __m128i {
        self.0
    }

    /// Applies an affine map to each byte.
    #[inline(always)]
    pub(super) fn affine(self, map: &Prepared) -> Self {
        if map.is_identity {
            return self;
        }
        if P::GFNI {
            // SAFETY: `P` proves that the CPU has GFNI.
            return unsafe {
                let matrix = _mm_set1_epi64x(map.matrix);
                affine_image!(self, _mm_gf2p8affine_epi64_epi8, matrix, map)
            };
        }
        let [low, high] = self.nibbles();
        low.look_up_16(&map.nibbles[0]).xor(high.look_up_16(&map.nibbles[1]))
    }

    /// Inverts each byte in the field of AES and applies an affine map. `P` must prove that the CPU has GFNI.
    #[inline(always)]
    fn affine_of_inverse(self, map: &Prepared) -> Self {
        if !P::GFNI {
            return self;
        }
        // SAFETY: `P` proves that the CPU has GFNI.
        unsafe {
            let matrix = _mm_set1_epi64x(map.matrix);
            affine_image!(self, _mm_gf2p8affineinv_epi64_epi8, matrix, map)
        }
    }

    #[inline(always)]
    fn add_constant(self, constant: i8) -> Self {
        if constant == 0 {
            return self;
        }
        // SAFETY: `self` proves that the CPU has SSSE3.
        self.with(unsafe { _mm_xor_si128(self.0, _mm_set1_epi8(constant)) })
    }

    /// Applies `SubBytes` and `ShiftRows` of AES to each lane. `P` must prove that the CPU has AES-NI.
    #[inline(always)]
    pub(crate) fn aes(self) -> Self {
        if !P::AES {
            return self;
        }
        // SAFETY: `P` proves that the CPU has AES-NI.
        self.with(unsafe { _mm_aesenclast_si128(self.0, _mm_setzero_si128()) })
    }

    /// Applies `InvSubBytes` and `InvShiftRows` of AES to each lane. `P` must prove that the CPU has AES-NI.
    #[inline(always)]
    pub(super) fn inverse_aes(self) -> Self {
        if !P::AES {
            return self;
        }
        // SAFETY: `P` proves that the CPU has AES-NI.
        self.with(unsafe { _mm_aesdeclast_si128(self.0, _mm_setzero_si128()) })
    }

    /// Replaces each byte x of `vectors[i]` with entry x of the table `tables[i]`, using sixteen shuffles per vector.
    /// `N` should be small enough that all vectors stay in registers.
    #[inline(always)]
    pub(crate) fn look_up_256<const N: usize>(
        vectors: [Self; N],
        tables: [&Steps; N],
    ) -> [Self; N] {
        let mut sums = vectors;
        // SAFETY: `vectors` prove that the CPU has SSSE3.
        unsafe {
            let (sixteen, sign) = (_mm_set1_epi8(16), _mm_set1_epi8(-128));
            for half in 0..2 {
                let mut indices = vectors;
                if half == 1 {
                    for index in &mut indices {
                        index.0 = _mm_xor_si128(index.0, sign);
                    }
                }
                for step in 0..8 {
                    for i in 0..N {
                        if step > 0 {
                            indices[i].0 = _mm_subs_epi8(indices[i].0, sixteen);
                        }
                        let table = m128::from_bytes(tables[i][8 * half + step]);
                        let part = _mm_shuffle_epi8(table, indices[i].0);
                        let first = half == 0 && step == 0;
                        sums[i].0 = if first { part } else { _mm_xor_si128(sums[i].0, part) };
                    }
                }
            }
        }
        sums
    }

    /// Returns the vector as the lowest part of a 512-bit register. The rest of the register is undefined. Returns
    /// `None` if `P` does not prove that the CPU has VBMI.
    #[inline(always)]
    pub(super) fn in_512_bits(self) -> Option<U8x64> {
        // SAFETY: `vbmi` returned a token, which proves that the CPU has AVX-512. The cast changes only the type.
        Some(U8x64::new(self.1.vbmi()?, unsafe { _mm512_castsi128_si512(self.0) }))
    }

    /// Returns the lower 128 bits of `wide`, a 512-bit vector.
    #[inline(always)]
    pub(super) fn with_lower_part(self, wide: U8x64) -> Self {
        // SAFETY: `wide` proves that the CPU has AVX-512. The cast changes only the type.
        self.with(unsafe { _mm512_castsi512_si128(wide.register()) })
    }

    /// Implements [`Bytes::substitute`]. The S-box is given by the argument `tables` instead of a type parameter, so
    /// that one function handles all S-boxes. After inlining, the argument is a constant.
    #[inline(always)]
    fn substitute_by(self, tables: &Forms) -> Self {
        if P::GFNI
            && let Some([before, after]) = &tables.around_inverse
        {
            self.affine(before).affine_of_inverse(after)
        } else if let Some(image) = self.look_up_by_vbmi(tables.table) {
            image
        } else if P::AES
            && let Some([before, after]) = &tables.around_aes
        {
            self.affine(before).shuffle_by(&BEFORE_SHIFT_ROWS).aes().affine(after)
        } else {
            Self::look_up_256([self], [tables.steps])[0]
        }
    }
}

impl<P: Sse> Nibbles for U8x16<P> {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSSE3.
        self.with(unsafe { _mm_xor_si128(self.0, b.0) })
    }
    #[inline(always)]
    fn nibbles(self) -> [Self; 2] {
        // SAFETY: `self` proves that the CPU has SSSE3.
        unsafe {
            let mask = _mm_set1_epi8(15);
            let high = _mm_and_si128(_mm_srli_epi16::<4>(self.0), mask);
            [self.with(_mm_and_si128(self.0, mask)), self.with(high)]
        }
    }
    #[inline(always)]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        Self::splat(self.1, table).shuffle(self)
    }
    #[inline(always)]
    fn add_modulo_15(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSSE3.
        self.with(unsafe {
            let sum = _mm_adds_epu8(self.0, b.0);
            // Reduces the sum modulo 15: takes the minimum of the sum and the sum minus 15. If the sum is below 15, the
            // subtraction wraps around to a larger number, so the minimum is the sum itself.
            _mm_min_epu8(sum, _mm_sub_epi8(sum, _mm_set1_epi8(15)))
        })
    }
}

impl<P: Sse> Bytes for U8x16<P> {
    type Proof = P;
    const LANES: usize = 1;

    #[inline(always)]
    fn load(proof: P, bytes: &[u8]) -> Self {
        let (vectors, _) = bytes.as_chunks::<16>();
        Self(m128::from_bytes(vectors[0]), proof)
    }
    #[inline(always)]
    fn splat(proof: P, lane: &[u8; 16]) -> Self {
        Self(m128::from_bytes(*lane), proof)
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let (vectors, _) = bytes.as_chunks_mut::<16>();
        vectors[0] = m128::to_bytes(self.0);
    }
    #[inline(always)]
    fn proof(self) -> P {
        self.1
    }
    binary! {
        add _mm_add_epi8, saturating_add _mm_adds_epu8, sub _mm_sub_epi8, equal _mm_cmpeq_epi8,
        or _mm_or_si128, and _mm_and_si128, shuffle _mm_shuffle_epi8
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSSE3.
        self.with(unsafe { _mm_andnot_si128(b.0, self.0) })
    }
    #[inline(always)]
    fn zip<const BYTES: usize>(self, b: Self) -> [Self; 2] {
        let (a, b) = (self.0, b.0);
        // SAFETY: `self` proves that the CPU has SSSE3.
        let [low, high] = unsafe {
            match BYTES {
                1 => [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)],
                2 => [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)],
                4 => [_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)],
                _ => [_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)],
            }
        };
        [self.with(low), self.with(high)]
    }
    #[inline(always)]
    fn rotate_left_32<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        if LEFT % 8 == 0 {
            return self.shuffle_by(const { &rotated_32(LEFT) });
        }
        // SAFETY: `self` proves that the CPU has SSSE3. The AVX-512VL branch runs only if `P` proves AVX-512VL.
        self.with(unsafe {
            if P::AVX512 {
                _mm_rol_epi32::<LEFT>(self.0)
            } else {
                let (left, right) =
                    (_mm_slli_epi32::<LEFT>(self.0), _mm_srli_epi32::<RIGHT>(self.0));
                _mm_or_si128(left, right)
            }
        })
    }
    #[inline(always)]
    fn double<F: Field>(self) -> Self {
        if P::GFNI {
            return self.affine(const { &Affine::product(2, F::POLYNOMIAL).prepare() });
        }
        let reduction = const { F::POLYNOMIAL.to_le_bytes()[0].cast_signed() };
        // SAFETY: `self` proves that the CPU has SSSE3.
        self.with(unsafe {
            let overflow = _mm_cmpgt_epi8(_mm_setzero_si128(), self.0);
            let reduction = _mm_and_si128(overflow, _mm_set1_epi8(reduction));
            _mm_xor_si128(_mm_add_epi8(self.0, self.0), reduction)
        })
    }
    #[inline(always)]
    fn substitute<S: SBox>(self) -> Self {
        if S::NIBBLES && (S::INVERSION.is_none() || !P::GFNI) && self.1.vbmi().is_none() {
            return S::nibbles(self);
        }
        self.substitute_by(const { &Tables::<S>::FORMS })
    }
}
