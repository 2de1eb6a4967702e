//! Thirty-two bytes in a 256-bit register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::gfni::affine_image;
use super::intrinsics::*;

use super::{U8x64, X86, m128};
use crate::platform::gf256::Field;
use crate::platform::sbox::{Affine, Forms, Prepared, SBox, Steps, Tables};
use crate::platform::simd::instructions::binary;
use crate::platform::simd::{BEFORE_SHIFT_ROWS, Bytes, Nibbles, rotated_32};

/// Vector of thirty-two bytes. A value of this type proves that the CPU has AVX2 and the instructions of the token type
/// `P`.
#[derive(Clone, Copy)]
pub(crate) struct U8x32<P>(pub(super) __m256i, pub(super) P);

impl<P: X86> U8x32<P> {
    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(super) fn with(self, register: __m256i) -> Self {
        Self(register, self.1)
    }

    /// Creates a vector from `bytes` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(crate) fn constant(self, bytes: &[u8; 32]) -> Self {
        // SAFETY: both types are 32 bytes long and accept any bit pattern.
        self.with(unsafe { core::mem::transmute::<[u8; 32], __m256i>(*bytes) })
    }

    /// Creates a vector from two lanes.
    #[inline(always)]
    pub(crate) fn pair(proof: P, low: &[u8; 16], high: &[u8; 16]) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX2.
        Self(unsafe { _mm256_set_m128i(m128::from_bytes(*high), m128::from_bytes(*low)) }, proof)
    }

    /// Returns lane `i`.
    #[inline(always)]
    pub(crate) fn lane(self, i: usize) -> [u8; 16] {
        m128::to_bytes(self.lanes()[i])
    }

    /// Selects two lanes from `self` and `b`. Four bits of `CHOICE` select each lane. The values 0 and 1 select a lane
    /// of `self`, 2 and 3 select a lane of `b`, and 8 selects zero.
    #[inline(always)]
    pub(crate) fn choose_lanes<const CHOICE: i32>(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_permute2x128_si256::<CHOICE>(self.0, b.0) })
    }

    /// Swaps the lanes.
    #[inline(always)]
    pub(crate) fn swap_lanes(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0) })
    }

    /// Swaps the 64-bit halves of each lane.
    #[inline(always)]
    pub(crate) fn swap_halves(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_shuffle_epi32::<0b01_00_11_10>(self.0) })
    }

    /// Multiplies each byte by a bit matrix. Each group of eight bytes has its own matrix, in the format of
    /// `Affine::matrix`. `P` must prove that the CPU has GFNI.
    #[inline(always)]
    pub(crate) fn times(self, matrices: Self) -> Self {
        if !P::GFNI {
            return self;
        }
        // SAFETY: `P` proves that the CPU has GFNI.
        self.with(unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(self.0, matrices.0) })
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
                let matrix = _mm256_set1_epi64x(map.matrix);
                affine_image!(self, _mm256_gf2p8affine_epi64_epi8, matrix, map)
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
            let matrix = _mm256_set1_epi64x(map.matrix);
            affine_image!(self, _mm256_gf2p8affineinv_epi64_epi8, matrix, map)
        }
    }

    #[inline(always)]
    fn add_constant(self, constant: i8) -> Self {
        if constant == 0 {
            return self;
        }
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_xor_si256(self.0, _mm256_set1_epi8(constant)) })
    }

    /// Applies `SubBytes` and `ShiftRows` of AES to each lane. `P` must prove that the CPU has AES-NI.
    #[inline(always)]
    pub(crate) fn aes(self) -> Self {
        if !P::AES {
            return self;
        }
        // SAFETY: `P` proves that the CPU has AES-NI. The VAES branch runs only if `P` proves VAES.
        self.with(unsafe {
            if P::VAES {
                _mm256_aesenclast_epi128(self.0, _mm256_setzero_si256())
            } else {
                let ([low, high], zero) = (self.lanes(), _mm_setzero_si128());
                let low = _mm_aesenclast_si128(low, zero);
                _mm256_set_m128i(_mm_aesenclast_si128(high, zero), low)
            }
        })
    }

    /// Applies `InvSubBytes` and `InvShiftRows` of AES to each lane. `P` must prove that the CPU has AES-NI.
    #[inline(always)]
    pub(super) fn inverse_aes(self) -> Self {
        if !P::AES {
            return self;
        }
        // SAFETY: `P` proves that the CPU has AES-NI. The VAES branch runs only if `P` proves VAES.
        self.with(unsafe {
            if P::VAES {
                _mm256_aesdeclast_epi128(self.0, _mm256_setzero_si256())
            } else {
                let ([low, high], zero) = (self.lanes(), _mm_setzero_si128());
                let low = _mm_aesdeclast_si128(low, zero);
                _mm256_set_m128i(_mm_aesdeclast_si128(high, zero), low)
            }
        })
    }

    #[inline(always)]
    fn lanes(self) -> [__m128i; 2] {
        // SAFETY: `self` proves that the CPU has AVX2.
        unsafe { [_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0)] }
    }

    /// Replaces each byte x of `vectors[i]` with entry x of the table `tables[i]`, using sixteen shuffles per vector.
    /// `N` should be small enough that all vectors stay in registers.
    #[inline(always)]
    pub(crate) fn look_up_256<const N: usize>(
        vectors: [Self; N],
        tables: [&Steps; N],
    ) -> [Self; N] {
        let mut sums = vectors;
        // SAFETY: `vectors` prove that the CPU has AVX2.
        unsafe {
            let (sixteen, sign) = (_mm256_set1_epi8(16), _mm256_set1_epi8(-128));
            for half in 0..2 {
                let mut indices = vectors;
                if half == 1 {
                    for index in &mut indices {
                        index.0 = _mm256_xor_si256(index.0, sign);
                    }
                }
                for step in 0..8 {
                    for i in 0..N {
                        if step > 0 {
                            indices[i].0 = _mm256_subs_epi8(indices[i].0, sixteen);
                        }
                        let table = m128::from_bytes(tables[i][8 * half + step]);
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

    /// Looks up `index` in two pairs of tables, and returns one vector for each pair. Bytes in the lower lane use the
    /// first table of the pair, and bytes in the upper lane use the second.
    #[inline(always)]
    pub(super) fn look_up_pairs(index: Self, pairs: &[[[u8; 32]; 16]; 2]) -> [Self; 2] {
        let mut sums = [index; 2];
        // SAFETY: `index` proves that the CPU has AVX2.
        unsafe {
            let (sixteen, sign) = (_mm256_set1_epi8(16), _mm256_set1_epi8(-128));
            let mut indices = index.0;
            for step in 0..16 {
                if step == 8 {
                    indices = _mm256_xor_si256(index.0, sign);
                } else if step > 0 {
                    indices = _mm256_subs_epi8(indices, sixteen);
                }
                for i in 0..2 {
                    let table = Self::load(index.1, &pairs[i][step]);
                    let part = _mm256_shuffle_epi8(table.0, indices);
                    sums[i].0 = if step == 0 { part } else { _mm256_xor_si256(sums[i].0, part) };
                }
            }
        }
        sums
    }

    /// Returns a 512-bit register with this vector in its lower half. The upper half is undefined. Returns `None` if
    /// `P` does not prove that the CPU has VBMI.
    #[inline(always)]
    pub(super) fn in_512_bits(self) -> Option<U8x64> {
        // SAFETY: `vbmi` returned a token, which proves that the CPU has AVX-512. The cast changes only the type.
        Some(U8x64::new(self.1.vbmi()?, unsafe { _mm512_castsi256_si512(self.0) }))
    }

    /// Returns the lower 256 bits of `wide`, a 512-bit vector.
    #[inline(always)]
    pub(super) fn with_lower_part(self, wide: U8x64) -> Self {
        // SAFETY: `wide` proves that the CPU has AVX-512. The cast changes only the type.
        self.with(unsafe { _mm512_castsi512_si256(wide.register()) })
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

impl<P: X86> Nibbles for U8x32<P> {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_xor_si256(self.0, b.0) })
    }
    #[inline(always)]
    fn nibbles(self) -> [Self; 2] {
        // SAFETY: `self` proves that the CPU has AVX2.
        unsafe {
            let mask = _mm256_set1_epi8(15);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), mask);
            [self.with(_mm256_and_si256(self.0, mask)), self.with(high)]
        }
    }
    #[inline(always)]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        Self::splat(self.1, table).shuffle(self)
    }
    #[inline(always)]
    fn add_modulo_15(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe {
            let sum = _mm256_adds_epu8(self.0, b.0);
            // Reduces the sum modulo 15: takes the minimum of the sum and the sum minus 15. If the sum is below 15, the
            // subtraction wraps around to a larger number, so the minimum is the sum itself.
            _mm256_min_epu8(sum, _mm256_sub_epi8(sum, _mm256_set1_epi8(15)))
        })
    }
}

impl<P: X86> Bytes for U8x32<P> {
    type Proof = P;
    const LANES: usize = 2;

    #[inline(always)]
    fn load(proof: P, bytes: &[u8]) -> Self {
        let (vectors, _) = bytes.as_chunks::<32>();
        // SAFETY: both types are 32 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u8; 32], __m256i>(vectors[0]) }, proof)
    }
    #[inline(always)]
    fn splat(proof: P, lane: &[u8; 16]) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX2.
        Self(unsafe { _mm256_broadcastsi128_si256(m128::from_bytes(*lane)) }, proof)
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let (vectors, _) = bytes.as_chunks_mut::<32>();
        // SAFETY: both types are 32 bytes long and accept any bit pattern.
        vectors[0] = unsafe { core::mem::transmute::<__m256i, [u8; 32]>(self.0) };
    }
    #[inline(always)]
    fn proof(self) -> P {
        self.1
    }
    binary! {
        add _mm256_add_epi8, saturating_add _mm256_adds_epu8, sub _mm256_sub_epi8,
        equal _mm256_cmpeq_epi8, or _mm256_or_si256, and _mm256_and_si256,
        shuffle _mm256_shuffle_epi8
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_andnot_si256(b.0, self.0) })
    }
    #[inline(always)]
    fn zip<const BYTES: usize>(self, b: Self) -> [Self; 2] {
        let (a, b) = (self.0, b.0);
        // SAFETY: `self` proves that the CPU has AVX2.
        let [low, high] = unsafe {
            match BYTES {
                1 => [_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)],
                2 => [_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)],
                4 => [_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)],
                _ => [_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)],
            }
        };
        [self.with(low), self.with(high)]
    }
    #[inline(always)]
    fn rotate_left_32<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        if LEFT % 8 == 0 {
            return self.shuffle_by(const { &rotated_32(LEFT) });
        }
        // SAFETY: `self` proves that the CPU has AVX2. The AVX-512VL branch runs only if `P` proves AVX-512VL.
        self.with(unsafe {
            if P::AVX512 {
                _mm256_rol_epi32::<LEFT>(self.0)
            } else {
                let (left, right) =
                    (_mm256_slli_epi32::<LEFT>(self.0), _mm256_srli_epi32::<RIGHT>(self.0));
                _mm256_or_si256(left, right)
            }
        })
    }
    #[inline(always)]
    fn double<F: Field>(self) -> Self {
        if P::GFNI {
            return self.affine(const { &Affine::product(2, F::POLYNOMIAL).prepare() });
        }
        let reduction = const { F::POLYNOMIAL.to_le_bytes()[0].cast_signed() };
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe {
            let overflow = _mm256_cmpgt_epi8(_mm256_setzero_si256(), self.0);
            let reduction = _mm256_and_si256(overflow, _mm256_set1_epi8(reduction));
            _mm256_xor_si256(_mm256_add_epi8(self.0, self.0), reduction)
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
