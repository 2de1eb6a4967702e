//! Sixty-four bytes in a 512-bit register.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::gfni::affine_image;
use super::intrinsics::*;

use super::m128;
use crate::platform::cpu::Avx512Vbmi;
use crate::platform::gf256::Field;
use crate::platform::sbox::{Affine, Prepared, SBox, Tables};
use crate::platform::simd::instructions::binary;
use crate::platform::simd::{Bytes, Nibbles, rotated_32};

/// Vector of sixty-four bytes. A value of this type proves that the CPU has AVX-512 with VBMI, GFNI and VAES.
#[derive(Clone, Copy)]
pub(crate) struct U8x64(pub(super) __m512i, pub(super) Avx512Vbmi);

impl U8x64 {
    /// Creates a vector from a register and a CPU-feature token.
    #[inline(always)]
    pub(super) fn new(proof: Avx512Vbmi, register: __m512i) -> Self {
        Self(register, proof)
    }

    /// Returns the register.
    #[inline(always)]
    pub(super) fn register(self) -> __m512i {
        self.0
    }

    /// Creates a vector from `register` and the CPU-feature token of `self`.
    #[inline(always)]
    pub(super) fn with(self, register: __m512i) -> Self {
        Self(register, self.1)
    }

    /// Applies an affine map to each byte.
    #[inline(always)]
    pub(super) fn affine(self, map: &Prepared) -> Self {
        if map.is_identity {
            return self;
        }
        // SAFETY: `self` proves that the CPU has GFNI.
        unsafe {
            let matrix = _mm512_set1_epi64(map.matrix);
            affine_image!(self, _mm512_gf2p8affine_epi64_epi8, matrix, map)
        }
    }

    /// Inverts each byte in the field of AES and applies an affine map.
    #[inline(always)]
    fn affine_of_inverse(self, map: &Prepared) -> Self {
        // SAFETY: `self` proves that the CPU has GFNI.
        unsafe {
            let matrix = _mm512_set1_epi64(map.matrix);
            affine_image!(self, _mm512_gf2p8affineinv_epi64_epi8, matrix, map)
        }
    }

    #[inline(always)]
    fn add_constant(self, constant: i8) -> Self {
        if constant == 0 {
            return self;
        }
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_xor_si512(self.0, _mm512_set1_epi8(constant)) })
    }

    /// Looks up the lower seven bits of each byte of `self` in both halves of `table` (128 bytes each).
    #[inline(always)]
    pub(super) fn look_up_halves(self, table: &[u8; 256]) -> [Self; 2] {
        // SAFETY: both types are 256 bytes long and accept any bit pattern.
        let [a, b, c, d] = unsafe { core::mem::transmute::<[u8; 256], [__m512i; 4]>(*table) };
        // SAFETY: `self` proves that the CPU has VBMI.
        unsafe {
            [
                self.with(_mm512_permutex2var_epi8(a, self.0, b)),
                self.with(_mm512_permutex2var_epi8(c, self.0, d)),
            ]
        }
    }

    /// Looks up each byte of `self` in `table`. Selects the result from one of the halves of the table by the high bit.
    ///
    /// Copies this bit to all bits of a byte, instead of moving it to a mask register. On Golden Cove, selecting bytes by
    /// a mask register takes three cycles, and selecting them by a vector takes one.
    #[inline(always)]
    pub(crate) fn look_up_256(self, table: &[u8; 256]) -> Self {
        const COPY_HIGH_BIT: u64 = u64::from_le_bytes([0x80; 8]);
        let [low, high] = self.look_up_halves(table);
        let is_high = self.times_one(COPY_HIGH_BIT);
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_ternarylogic_epi64::<0xca>(is_high.0, high.0, low.0) })
    }

    /// Looks up byte i of each 32-bit word in `tables[i]`. This takes eight lookups, each in half a table (128 bytes).
    #[inline(always)]
    pub(super) fn look_up_four(self, tables: [&[u8; 256]; 4]) -> Self {
        let mut images = self.look_up_256(tables[0]);
        for i in 1..4 {
            let image = self.look_up_256(tables[i]);
            // SAFETY: `self` proves that the CPU has AVX-512.
            images = self.with(unsafe {
                let byte = _mm512_set1_epi32(0xff << (8 * i));
                _mm512_ternarylogic_epi64::<0xca>(byte, image.0, images.0)
            });
        }
        images
    }
}

impl Nibbles for U8x64 {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_xor_si512(self.0, b.0) })
    }
    #[inline(always)]
    fn nibbles(self) -> [Self; 2] {
        // SAFETY: `self` proves that the CPU has AVX-512.
        unsafe {
            let mask = _mm512_set1_epi8(15);
            let high = _mm512_and_si512(_mm512_srli_epi16::<4>(self.0), mask);
            [self.with(_mm512_and_si512(self.0, mask)), self.with(high)]
        }
    }
    #[inline(always)]
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        Self::splat(self.1, table).shuffle(self)
    }
    #[inline(always)]
    fn add_modulo_15(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe {
            let sum = _mm512_adds_epu8(self.0, b.0);
            // Reduces the sum modulo 15: takes the minimum of the sum and the sum minus 15. If the sum is below 15, the
            // subtraction wraps around to a larger number, so the minimum is the sum itself.
            _mm512_min_epu8(sum, _mm512_sub_epi8(sum, _mm512_set1_epi8(15)))
        })
    }
}

impl Bytes for U8x64 {
    type Proof = Avx512Vbmi;
    const LANES: usize = 4;

    #[inline(always)]
    fn load(proof: Avx512Vbmi, bytes: &[u8]) -> Self {
        let (vectors, _) = bytes.as_chunks::<64>();
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        Self(unsafe { core::mem::transmute::<[u8; 64], __m512i>(vectors[0]) }, proof)
    }
    #[inline(always)]
    fn splat(proof: Avx512Vbmi, lane: &[u8; 16]) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX-512.
        Self(unsafe { _mm512_broadcast_i32x4(m128::from_bytes(*lane)) }, proof)
    }
    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let (vectors, _) = bytes.as_chunks_mut::<64>();
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        vectors[0] = unsafe { core::mem::transmute::<__m512i, [u8; 64]>(self.0) };
    }
    #[inline(always)]
    fn proof(self) -> Avx512Vbmi {
        self.1
    }
    binary! {
        add _mm512_add_epi8, saturating_add _mm512_adds_epu8, sub _mm512_sub_epi8,
        or _mm512_or_si512, and _mm512_and_si512, shuffle _mm512_shuffle_epi8
    }
    #[inline(always)]
    fn equal(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(self.0, b.0)) })
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_andnot_si512(b.0, self.0) })
    }
    #[inline(always)]
    fn zip<const BYTES: usize>(self, b: Self) -> [Self; 2] {
        let (a, b) = (self.0, b.0);
        // SAFETY: `self` proves that the CPU has AVX-512.
        let [low, high] = unsafe {
            match BYTES {
                1 => [_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)],
                2 => [_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)],
                4 => [_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)],
                _ => [_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)],
            }
        };
        [self.with(low), self.with(high)]
    }
    #[inline(always)]
    fn rotate_left_32<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        if LEFT % 8 == 0 {
            return self.shuffle_by(const { &rotated_32(LEFT) });
        }
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_rol_epi32::<LEFT>(self.0) })
    }
    #[inline(always)]
    fn double<F: Field>(self) -> Self {
        self.affine(const { &Affine::product(2, F::POLYNOMIAL).prepare() })
    }
    #[inline(always)]
    fn substitute<S: SBox>(self) -> Self {
        if S::INVERSION.is_some() {
            let [before, after] = &Tables::<S>::AROUND_INVERSE;
            self.affine(before).affine_of_inverse(after)
        } else {
            self.look_up_256(&S::TABLE)
        }
    }
}
