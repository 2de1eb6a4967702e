//! Four 32-bit words in a register, with the instructions of the SHA extensions.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::m128;
use crate::platform::cpu::ShaNi;

/// Vector of four 32-bit words, with the first word in the lowest position. A value of this type proves that the CPU
/// has the SHA extensions, SSSE3 and SSE4.1.
#[derive(Clone, Copy)]
pub(crate) struct U32x4Sha(__m128i);

impl U32x4Sha {
    /// Creates a vector from `words`.
    #[inline(always)]
    pub(crate) fn new(_: ShaNi, words: [u32; 4]) -> Self {
        Self(m128::from_words(words))
    }
    /// Returns the words of the vector.
    #[inline(always)]
    pub(crate) fn to_array(self) -> [u32; 4] {
        m128::to_words(self.0)
    }
    /// Loads four big-endian words. The first word becomes the highest word of the vector.
    #[inline(always)]
    pub(crate) fn load_reversed(_: ShaNi, bytes: &[u8; 16]) -> Self {
        let order = m128::from_bytes([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        // SAFETY: the token proves that the CPU has SSSE3.
        Self(unsafe { _mm_shuffle_epi8(m128::from_bytes(*bytes), order) })
    }
    /// Adds words modulo 2^32.
    #[inline(always)]
    pub(crate) fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSE2.
        Self(unsafe { _mm_add_epi32(self.0, b.0) })
    }
    /// Computes `self ^ b`.
    #[inline(always)]
    pub(crate) fn xor(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSE2.
        Self(unsafe { _mm_xor_si128(self.0, b.0) })
    }
    /// Computes the first step of the SHA-1 message schedule (SHA1MSG1).
    #[inline(always)]
    pub(crate) fn sha1_older(self, next: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA extensions.
        Self(unsafe { _mm_sha1msg1_epu32(self.0, next.0) })
    }
    /// Computes the last step of the SHA-1 message schedule (SHA1MSG2).
    #[inline(always)]
    pub(crate) fn sha1_schedule(self, recent: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA extensions.
        Self(unsafe { _mm_sha1msg2_epu32(self.0, recent.0) })
    }
    /// Adds the variable E to the highest word of `w` (SHA1NEXTE). `self` holds A to D as they were four rounds
    /// earlier, with A highest. E is the A of four rounds earlier, rotated left by 30 bits.
    #[inline(always)]
    pub(crate) fn sha1_next_e(self, w: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA extensions.
        Self(unsafe { _mm_sha1nexte_epu32(self.0, w.0) })
    }
    /// Computes four rounds of SHA-1 (SHA1RNDS4). `F` (0 to 3) selects the round function and the round constant.
    /// `self` and the result hold A, B, C and D, with A highest.
    #[inline(always)]
    pub(crate) fn sha1_rounds<const F: i32>(self, e: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA extensions.
        Self(unsafe { _mm_sha1rnds4_epu32::<F>(self.0, e.0) })
    }
    /// Loads four big-endian words. The first word becomes the lowest word of the vector.
    #[inline(always)]
    pub(crate) fn load_big_endian(_: ShaNi, bytes: &[u8; 16]) -> Self {
        let order = m128::from_bytes([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]);
        // SAFETY: the token proves that the CPU has SSSE3.
        Self(unsafe { _mm_shuffle_epi8(m128::from_bytes(*bytes), order) })
    }
    /// Like [`load_big_endian`](Self::load_big_endian), but takes the sixteen bytes as a little-endian number.
    #[inline(always)]
    pub(crate) fn from_be(proof: ShaNi, bytes: u128) -> Self {
        Self::load_big_endian(proof, &bytes.to_le_bytes())
    }
    /// Returns the words as big-endian bytes, lowest word first.
    #[inline(always)]
    pub(crate) fn to_be_bytes(self) -> [u8; 16] {
        let order = m128::from_bytes([3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]);
        // SAFETY: `self` proves that the CPU has SSSE3.
        m128::to_bytes(unsafe { _mm_shuffle_epi8(self.0, order) })
    }
    /// Returns the words as big-endian bytes, highest word first.
    #[inline(always)]
    pub(crate) fn to_reversed_bytes(self) -> [u8; 16] {
        let order = m128::from_bytes([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        // SAFETY: `self` proves that the CPU has SSSE3.
        m128::to_bytes(unsafe { _mm_shuffle_epi8(self.0, order) })
    }
    /// Like [`load_reversed`](Self::load_reversed), but takes the sixteen bytes as a little-endian number.
    #[inline(always)]
    pub(crate) fn from_reversed(proof: ShaNi, bytes: u128) -> Self {
        Self::load_reversed(proof, &bytes.to_le_bytes())
    }
    /// Computes `self & b`.
    #[inline(always)]
    pub(crate) fn and(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSE2.
        Self(unsafe { _mm_and_si128(self.0, b.0) })
    }
    /// Returns the last three words of `self`, followed by the first word of `next`.
    #[inline(always)]
    pub(crate) fn shifted(self, next: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSSE3.
        Self(unsafe { _mm_alignr_epi8::<4>(next.0, self.0) })
    }
    /// Moves the two highest words to the two lowest positions.
    #[inline(always)]
    pub(crate) fn high_half(self) -> Self {
        // SAFETY: `self` proves that the CPU has SSE2.
        Self(unsafe { _mm_shuffle_epi32::<0x0e>(self.0) })
    }
    /// Returns two words of `self`, followed by two words of `b`. Two bits of `ORDER` select each word.
    #[inline(always)]
    pub(crate) fn pick<const ORDER: i32>(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSE2.
        Self(unsafe {
            let (a, b) = (_mm_castsi128_ps(self.0), _mm_castsi128_ps(b.0));
            _mm_castps_si128(_mm_shuffle_ps::<ORDER>(a, b))
        })
    }
    /// Computes the first step of the SHA-256 message schedule (SHA256MSG1): W[t-16] + σ0(W[t-15]).
    #[inline(always)]
    pub(crate) fn sha256_older(self, next: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA extensions.
        Self(unsafe { _mm_sha256msg1_epu32(self.0, next.0) })
    }
    /// Computes the last step of the SHA-256 message schedule (SHA256MSG2): adds σ1(W[t-2]).
    #[inline(always)]
    pub(crate) fn sha256_schedule(self, recent: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA extensions.
        Self(unsafe { _mm_sha256msg2_epu32(self.0, recent.0) })
    }
    /// Computes two rounds of SHA-256 (SHA256RNDS2) and returns A, B, E and F. Before the rounds, `self` holds C, D, G
    /// and H, and `abef` holds A, B, E and F. Each of the two words in the lower half of `kw` is the sum of a message
    /// word and a round constant.
    #[inline(always)]
    pub(crate) fn sha256_rounds(self, abef: Self, kw: Self) -> Self {
        // SAFETY: `self` proves that the CPU has the SHA extensions.
        Self(unsafe { _mm_sha256rnds2_epu32(self.0, abef.0, kw.0) })
    }
}
