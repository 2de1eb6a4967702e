//! Word arithmetic, permutations and matrix products on 512-bit vectors.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::U8x64;
use crate::platform::cpu::Avx512Vbmi;

impl U8x64 {
    /// Creates a vector from little-endian 64-bit words.
    #[inline(always)]
    pub(crate) fn from_words(proof: Avx512Vbmi, words: &[u64; 8]) -> Self {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        Self::new(proof, unsafe { core::mem::transmute::<[u64; 8], __m512i>(*words) })
    }
    /// Adds 64-bit words.
    #[inline(always)]
    pub(crate) fn add_64(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_add_epi64(self.register(), b.register()) })
    }
    /// Rotates each 64-bit word right by `RIGHT` bits.
    #[inline(always)]
    pub(crate) fn rotate_right_64<const RIGHT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_ror_epi64::<RIGHT>(self.register()) })
    }
    /// Rotates each 32-bit word by 16 bits with a rotate instruction. A shuffle would compete with the shuffles of the
    /// callers for an execution port.
    #[inline(always)]
    pub(crate) fn swap_16(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_rol_epi32::<16>(self.register()) })
    }
    /// Rotates the vector by whole 64-bit words: word `i` of the result is word `i + BY` modulo 8.
    #[inline(always)]
    pub(crate) fn turn_64<const BY: i32>(self) -> Self {
        let x = self.register();
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_alignr_epi64::<BY>(x, x) })
    }
    /// Permutes all bytes: byte `i` of the result is byte `from[i]`.
    #[inline(always)]
    pub(crate) fn permute(self, from: &[u8; 64]) -> Self {
        // SAFETY: `self` proves that the CPU has VBMI; both types are 64 bytes long and accept any bit pattern.
        self.with(unsafe {
            let from = core::mem::transmute::<[u8; 64], __m512i>(*from);
            _mm512_permutexvar_epi8(from, self.register())
        })
    }
    /// Shuffles bytes within lanes: byte `i` of the result is byte `from[i]` of its lane.
    #[inline(always)]
    pub(crate) fn shuffle_lanes(self, from: &[u8; 64]) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512; both types are 64 bytes long and accept any bit pattern.
        self.with(unsafe {
            let from = core::mem::transmute::<[u8; 64], __m512i>(*from);
            _mm512_shuffle_epi8(self.register(), from)
        })
    }
    /// Selects the bytes of `b` where the bit of `mask` is 1, and the bytes of `self` elsewhere.
    #[inline(always)]
    pub(crate) fn with_bytes(self, mask: u64, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_mask_mov_epi8(self.register(), mask, b.register()) })
    }
    /// Multiplies every byte by the same bit matrix, which has the format of `Affine::matrix`.
    #[inline(always)]
    pub(crate) fn times_one(self, matrix: u64) -> Self {
        // SAFETY: `self` proves that the CPU has GFNI and AVX-512.
        self.with(unsafe {
            let matrix = _mm512_set1_epi64(matrix.cast_signed());
            _mm512_gf2p8affine_epi64_epi8::<0>(self.register(), matrix)
        })
    }
    /// Multiplies each byte by a bit matrix. Each group of eight bytes has its own matrix, in the format of
    /// `Affine::matrix`.
    #[inline(always)]
    pub(crate) fn times(self, matrices: &[u64; 8]) -> Self {
        // SAFETY: `self` proves that the CPU has GFNI and AVX-512; both types are 64 bytes long and accept any bit
        // pattern.
        self.with(unsafe {
            let matrices = core::mem::transmute::<[u64; 8], __m512i>(*matrices);
            _mm512_gf2p8affine_epi64_epi8::<0>(self.register(), matrices)
        })
    }
}
