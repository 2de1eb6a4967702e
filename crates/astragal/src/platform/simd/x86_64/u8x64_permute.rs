//! How bytes and words move within 512 bits.
#![expect(unsafe_code, reason = "intrinsics; the value proves its instruction set")]

use super::intrinsics::*;

use super::U8x64;
use crate::platform::cpu::Avx512Vbmi;

impl U8x64 {
    /// The words, little-endian.
    #[inline(always)]
    pub(crate) fn from_words(proof: Avx512Vbmi, words: &[u64; 8]) -> Self {
        // SAFETY: both are 64 bytes of any value.
        Self::new(proof, unsafe { core::mem::transmute::<[u64; 8], __m512i>(*words) })
    }
    /// The sum of words of 64 bits.
    #[inline(always)]
    pub(crate) fn add_64(self, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_add_epi64(self.register(), b.register()) })
    }
    /// Words of 64 bits `>>> RIGHT`.
    #[inline(always)]
    pub(crate) fn rotate_right_64<const RIGHT: i32>(self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_ror_epi64::<RIGHT>(self.register()) })
    }
    /// Words of 32 bits `<<< 16`, by the port for rotations.
    #[inline(always)]
    pub(crate) fn swap_16(self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_rol_epi32::<16>(self.register()) })
    }
    /// Word `i` becomes word `i + BY` modulo 8.
    #[inline(always)]
    pub(crate) fn turn_64<const BY: i32>(self) -> Self {
        let x = self.register();
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_alignr_epi64::<BY>(x, x) })
    }
    /// Each byte becomes the one at its index in `from`, of all 64.
    #[inline(always)]
    pub(crate) fn permute(self, from: &[u8; 64]) -> Self {
        // SAFETY: `self` proves VBMI; both are 64 bytes of any value.
        self.with(unsafe {
            let from = core::mem::transmute::<[u8; 64], __m512i>(*from);
            _mm512_permutexvar_epi8(from, self.register())
        })
    }
    /// Each byte becomes the one at its index in `from`, within its lane.
    #[inline(always)]
    pub(crate) fn shuffle_lanes(self, from: &[u8; 64]) -> Self {
        // SAFETY: `self` proves AVX-512; both are 64 bytes of any value.
        self.with(unsafe {
            let from = core::mem::transmute::<[u8; 64], __m512i>(*from);
            _mm512_shuffle_epi8(self.register(), from)
        })
    }
    /// The bytes of `b` where `mask` has ones, those of `self` elsewhere.
    #[inline(always)]
    pub(crate) fn with_bytes(self, mask: u64, b: Self) -> Self {
        // SAFETY: `self` proves AVX-512.
        self.with(unsafe { _mm512_mask_mov_epi8(self.register(), mask, b.register()) })
    }
    /// All bytes times one matrix, as `Affine::matrix` gives it.
    #[inline(always)]
    pub(crate) fn times_one(self, matrix: u64) -> Self {
        // SAFETY: `self` proves GFNI and AVX-512.
        self.with(unsafe {
            let matrix = _mm512_set1_epi64(matrix.cast_signed());
            _mm512_gf2p8affine_epi64_epi8::<0>(self.register(), matrix)
        })
    }
    /// Every eight bytes times a matrix of their own.
    #[inline(always)]
    pub(crate) fn times(self, matrices: &[u64; 8]) -> Self {
        // SAFETY: `self` proves GFNI and AVX-512; both are 64 bytes of any value.
        self.with(unsafe {
            let matrices = core::mem::transmute::<[u64; 8], __m512i>(*matrices);
            _mm512_gf2p8affine_epi64_epi8::<0>(self.register(), matrices)
        })
    }
}
