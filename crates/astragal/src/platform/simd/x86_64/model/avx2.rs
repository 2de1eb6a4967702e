//! Models of the instructions from SSE2 to AVX2.

use super::arithmetic::{
    equal_8, greater_8, left_32, left_64, min_8, right_32, right_64, right_signed_32, subs_8,
};
use super::permutes::{
    align, blend_32, both, bytes_left, bytes_right, half, part, permute_64, permute_128, repeat,
    shuffle_8, shuffle_32, unpack, wider, with_part,
};
use super::{__m128i, __m256i, Register, intrinsics};

/// Widens the register. The intrinsic leaves the upper bytes undefined, so the model fills them with 0xa5. Tests then
/// detect results that depend on these bytes.
#[inline(always)]
#[allow(dead_code, reason = "only changes the type; no test needs it")]
pub(crate) unsafe fn _mm256_castsi128_si256(a: __m128i) -> __m256i {
    wider(a, 0xa5)
}

/// Reinterprets integers as floating-point elements, without changing any bits.
#[inline(always)]
#[allow(dead_code, reason = "only changes the type; no test needs it")]
pub(crate) unsafe fn _mm_castsi128_ps(a: __m128i) -> __m128i {
    a
}

/// Reinterprets floating-point elements as integers, without changing any bits.
#[inline(always)]
#[allow(dead_code, reason = "only changes the type; no test needs it")]
pub(crate) unsafe fn _mm_castps_si128(a: __m128i) -> __m128i {
    a
}

/// Shuffles 32-bit words. Although the intrinsic is named for floating-point elements, the instruction only moves bits.
#[inline(always)]
#[allow(dead_code, reason = "without `astragal_model`, only tests call the model")]
pub(crate) unsafe fn _mm_shuffle_ps<const I: i32>(a: __m128i, b: __m128i) -> __m128i {
    shuffle_32(a, b, I)
}

/// Replaces the 32-bit word of `a` with index `I` / 16 % 4 by the word of `b` with index `I` / 64. The low four bits of
/// `I`, which would set words to zero, must be 0.
#[inline(always)]
#[allow(dead_code, reason = "without `astragal_model`, only tests call the model")]
#[expect(clippy::cast_sign_loss, reason = "an index is not negative")]
pub(crate) unsafe fn _mm_insert_ps<const I: i32>(mut a: __m128i, b: __m128i) -> __m128i {
    let (to, from) = ((I >> 4 & 3) as usize, (I >> 6 & 3) as usize);
    for i in 0..4 {
        a.0[4 * to + i] = b.0[4 * from + i];
    }
    a
}

/// Reinterprets integers as floating-point elements, without changing any bits.
#[inline(always)]
#[allow(dead_code, reason = "only changes the type; no test needs it")]
pub(crate) unsafe fn _mm256_castsi256_ps(a: __m256i) -> __m256i {
    a
}

/// Reinterprets floating-point elements as integers, without changing any bits.
#[inline(always)]
#[allow(dead_code, reason = "only changes the type; no test needs it")]
pub(crate) unsafe fn _mm256_castps_si256(a: __m256i) -> __m256i {
    a
}

/// Shuffles the 32-bit words of each lane, like [`_mm_shuffle_ps`].
#[inline(always)]
#[allow(dead_code, reason = "without `astragal_model`, only tests call the model")]
pub(crate) unsafe fn _mm256_shuffle_ps<const I: i32>(a: __m256i, b: __m256i) -> __m256i {
    shuffle_32(a, b, I)
}

/// Creates a register from bytes, lowest first.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the intrinsic has these parameters")]
#[allow(dead_code, reason = "only collects its arguments; no test needs it")]
pub(crate) unsafe fn _mm_setr_epi8(
    a: i8,
    b: i8,
    c: i8,
    d: i8,
    e: i8,
    f: i8,
    g: i8,
    h: i8,
    i: i8,
    j: i8,
    k: i8,
    l: i8,
    m: i8,
    n: i8,
    o: i8,
    p: i8,
) -> __m128i {
    Register([a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p].map(i8::cast_unsigned))
}

intrinsics! { up_to_avx2 Avx2:
    _mm_add_epi8 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, u8::wrapping_add);
    _mm256_add_epi8 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, u8::wrapping_add);
    _mm_sub_epi8 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, u8::wrapping_sub);
    _mm256_sub_epi8 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, u8::wrapping_sub);
    _mm_adds_epu8 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, u8::saturating_add);
    _mm256_adds_epu8 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, u8::saturating_add);
    _mm_subs_epi8 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, subs_8);
    _mm256_subs_epi8 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, subs_8);
    _mm_min_epu8 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, min_8);
    _mm256_min_epu8 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, min_8);
    _mm_cmpeq_epi8 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, equal_8);
    _mm256_cmpeq_epi8 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, equal_8);
    _mm_cmpgt_epi8 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, greater_8);
    _mm256_cmpgt_epi8 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, greater_8);
    _mm_add_epi32 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_32(b, u32::wrapping_add);
    _mm256_add_epi32 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_32(b, u32::wrapping_add);
    _mm_sub_epi32 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_32(b, u32::wrapping_sub);
    _mm256_sub_epi32 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_32(b, u32::wrapping_sub);
    _mm_add_epi64 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_64(b, u64::wrapping_add);
    _mm256_add_epi64 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_64(b, u64::wrapping_add);
    _mm_sub_epi64 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_64(b, u64::wrapping_sub);
    _mm256_sub_epi64 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_64(b, u64::wrapping_sub);
    _mm_mullo_epi32 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_32(b, u32::wrapping_mul);
    _mm256_mullo_epi32 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_32(b, u32::wrapping_mul);
    _mm_mul_epu32 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_64(b, |a, b| (a & 0xffff_ffff) * (b & 0xffff_ffff));
    _mm256_mul_epu32 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_64(b, |a, b| (a & 0xffff_ffff) * (b & 0xffff_ffff));
    _mm_and_si128 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, |a, b| a & b);
    _mm256_and_si256 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, |a, b| a & b);
    _mm_andnot_si128 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, |a, b| !a & b);
    _mm256_andnot_si256 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, |a, b| !a & b);
    _mm_or_si128 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, |a, b| a | b);
    _mm256_or_si256 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, |a, b| a | b);
    _mm_xor_si128 [] fn(a: __m128i, b: __m128i) -> __m128i = a.bytes(b, |a, b| a ^ b);
    _mm256_xor_si256 [] fn(a: __m256i, b: __m256i) -> __m256i = a.bytes(b, |a, b| a ^ b);
    _mm_sllv_epi32 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_32(b, left_32);
    _mm256_sllv_epi32 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_32(b, left_32);
    _mm_srlv_epi32 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_32(b, right_32);
    _mm256_srlv_epi32 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_32(b, right_32);
    _mm256_sllv_epi64 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_64(b, left_64);
    _mm256_srlv_epi64 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_64(b, right_64);
    _mm_shuffle_epi8 [] fn(a: __m128i, b: __m128i) -> __m128i = shuffle_8(a, b);
    _mm256_shuffle_epi8 [] fn(a: __m256i, b: __m256i) -> __m256i = shuffle_8(a, b);
    _mm_unpacklo_epi8 [] fn(a: __m128i, b: __m128i) -> __m128i = unpack::<1, _>(a, b, false);
    _mm256_unpacklo_epi8 [] fn(a: __m256i, b: __m256i) -> __m256i = unpack::<1, _>(a, b, false);
    _mm_unpackhi_epi8 [] fn(a: __m128i, b: __m128i) -> __m128i = unpack::<1, _>(a, b, true);
    _mm256_unpackhi_epi8 [] fn(a: __m256i, b: __m256i) -> __m256i = unpack::<1, _>(a, b, true);
    _mm_unpacklo_epi16 [] fn(a: __m128i, b: __m128i) -> __m128i = unpack::<2, _>(a, b, false);
    _mm256_unpacklo_epi16 [] fn(a: __m256i, b: __m256i) -> __m256i = unpack::<2, _>(a, b, false);
    _mm_unpackhi_epi16 [] fn(a: __m128i, b: __m128i) -> __m128i = unpack::<2, _>(a, b, true);
    _mm256_unpackhi_epi16 [] fn(a: __m256i, b: __m256i) -> __m256i = unpack::<2, _>(a, b, true);
    _mm_unpacklo_epi32 [] fn(a: __m128i, b: __m128i) -> __m128i = unpack::<4, _>(a, b, false);
    _mm256_unpacklo_epi32 [] fn(a: __m256i, b: __m256i) -> __m256i = unpack::<4, _>(a, b, false);
    _mm_unpackhi_epi32 [] fn(a: __m128i, b: __m128i) -> __m128i = unpack::<4, _>(a, b, true);
    _mm256_unpackhi_epi32 [] fn(a: __m256i, b: __m256i) -> __m256i = unpack::<4, _>(a, b, true);
    _mm_unpacklo_epi64 [] fn(a: __m128i, b: __m128i) -> __m128i = unpack::<8, _>(a, b, false);
    _mm256_unpacklo_epi64 [] fn(a: __m256i, b: __m256i) -> __m256i = unpack::<8, _>(a, b, false);
    _mm_unpackhi_epi64 [] fn(a: __m128i, b: __m128i) -> __m128i = unpack::<8, _>(a, b, true);
    _mm256_unpackhi_epi64 [] fn(a: __m256i, b: __m256i) -> __m256i = unpack::<8, _>(a, b, true);
    _mm_slli_epi16 [1] [9] [15] [16] <I: i32> fn(a: __m128i) -> __m128i = a.words_16(|a| a.checked_shl(I.cast_unsigned()).unwrap_or(0));
    _mm_srli_epi16 [1] [9] [15] [16] <I: i32> fn(a: __m128i) -> __m128i = a.words_16(|a| a.checked_shr(I.cast_unsigned()).unwrap_or(0));
    _mm_slli_epi32 [1] [17] [31] [32] <I: i32> fn(a: __m128i) -> __m128i = a.words_32(a, |a, _| left_32(a, I.cast_unsigned()));
    _mm_srai_epi32 [1] [17] [31] [32] <I: i32> fn(a: __m128i) -> __m128i = a.words_32(a, |a, _| right_signed_32(a, I.cast_unsigned()));
    _mm_srli_epi32 [1] [17] [31] [32] <I: i32> fn(a: __m128i) -> __m128i = a.words_32(a, |a, _| right_32(a, I.cast_unsigned()));
    _mm_slli_epi64 [1] [33] [63] [64] <I: i32> fn(a: __m128i) -> __m128i = a.words_64(a, |a, _| left_64(a, I.cast_unsigned().into()));
    _mm_srli_epi64 [1] [33] [63] [64] <I: i32> fn(a: __m128i) -> __m128i = a.words_64(a, |a, _| right_64(a, I.cast_unsigned().into()));
    _mm_shuffle_epi32 [0] [0x13] [0x1b] [0x39] [0x4e] [0x93] [0xb1] [8] [0x0e] <I: i32> fn(a: __m128i) -> __m128i = shuffle_32(a, a, I);
    _mm_alignr_epi8 [1] [4] [8] [12] [15] <I: i32> fn(a: __m128i, b: __m128i) -> __m128i = align(a, b, I);
    _mm_slli_si128 [1] [4] [8] <I: i32> fn(a: __m128i) -> __m128i = bytes_left(a, I);
    _mm_srli_si128 [1] [4] [8] <I: i32> fn(a: __m128i) -> __m128i = bytes_right(a, I);
    _mm_sll_epi64 [] fn(a: __m128i, count: __m128i) -> __m128i = a.words_64(a, |a, _| left_64(a, count.lowest()));
    _mm_srl_epi64 [] fn(a: __m128i, count: __m128i) -> __m128i = a.words_64(a, |a, _| right_64(a, count.lowest()));
    _mm_set1_epi8 [] fn(a: i8) -> __m128i = repeat(a.to_le_bytes());
    _mm_set1_epi32 [] fn(a: i32) -> __m128i = repeat(a.to_le_bytes());
    _mm_set1_epi64x [] fn(a: i64) -> __m128i = repeat(a.to_le_bytes());
    _mm_setzero_si128 [] fn() -> __m128i = repeat([0]);
    _mm256_srli_epi16 [1] [9] [15] [16] <I: i32> fn(a: __m256i) -> __m256i = a.words_16(|a| a.checked_shr(I.cast_unsigned()).unwrap_or(0));
    _mm256_srai_epi32 [1] [17] [31] [32] <I: i32> fn(a: __m256i) -> __m256i = a.words_32(a, |a, _| right_signed_32(a, I.cast_unsigned()));
    _mm256_slli_epi32 [1] [17] [31] [32] <I: i32> fn(a: __m256i) -> __m256i = a.words_32(a, |a, _| left_32(a, I.cast_unsigned()));
    _mm256_srli_epi32 [1] [17] [31] [32] <I: i32> fn(a: __m256i) -> __m256i = a.words_32(a, |a, _| right_32(a, I.cast_unsigned()));
    _mm256_slli_epi64 [1] [33] [63] [64] <I: i32> fn(a: __m256i) -> __m256i = a.words_64(a, |a, _| left_64(a, I.cast_unsigned().into()));
    _mm256_srli_epi64 [1] [33] [63] [64] <I: i32> fn(a: __m256i) -> __m256i = a.words_64(a, |a, _| right_64(a, I.cast_unsigned().into()));
    _mm256_shuffle_epi32 [0] [0x13] [0x1b] [0x39] [0x4e] [0x93] [0xb1] [8] [0x0e] <I: i32> fn(a: __m256i) -> __m256i = shuffle_32(a, a, I);
    _mm256_alignr_epi8 [1] [4] [8] [15] <I: i32> fn(a: __m256i, b: __m256i) -> __m256i = align(a, b, I);
    _mm256_slli_si256 [1] [4] [8] <I: i32> fn(a: __m256i) -> __m256i = bytes_left(a, I);
    _mm256_srli_si256 [1] [4] [8] <I: i32> fn(a: __m256i) -> __m256i = bytes_right(a, I);
    _mm_blend_epi32 [2] [8] [12] [5] <I: i32> fn(a: __m128i, b: __m128i) -> __m128i = blend_32(a, b, I);
    _mm256_blend_epi32 [0x0c] [0xc0] [0xf0] [0x5a] <I: i32> fn(a: __m256i, b: __m256i) -> __m256i = blend_32(a, b, I);
    _mm256_set1_epi8 [] fn(a: i8) -> __m256i = repeat(a.to_le_bytes());
    _mm256_set1_epi32 [] fn(a: i32) -> __m256i = repeat(a.to_le_bytes());
    _mm256_set1_epi64x [] fn(a: i64) -> __m256i = repeat(a.to_le_bytes());
    _mm256_setzero_si256 [] fn() -> __m256i = repeat([0]);
    _mm_cvtsi32_si128 [] fn(a: i32) -> __m128i = wider::<4, 16>(Register(a.to_le_bytes()), 0);
    _mm256_set_m128i [] fn(high: __m128i, low: __m128i) -> __m256i = both(high, low);
    _mm256_broadcastsi128_si256 [] fn(a: __m128i) -> __m256i = repeat(a.0);
    _mm256_zextsi128_si256 [] fn(a: __m128i) -> __m256i = wider(a, 0);
    _mm256_castsi256_si128 [] fn(a: __m256i) -> __m128i = part(a, 0);
    _mm256_extracti128_si256 [0] [1] <I: i32> fn(a: __m256i) -> __m128i = part(a, half::<32>(I));
    _mm256_inserti128_si256 [0] [1] <I: i32> fn(a: __m256i, b: __m128i) -> __m256i = with_part(a, b, half::<32>(I));
    _mm256_permute2x128_si256 [0x20] [0x21] [0x30] [0x31] [0x13] [0x08] [0x80] <I: i32> fn(a: __m256i, b: __m256i) -> __m256i = permute_128(a, b, I);
    _mm256_permute4x64_epi64 [0x39] [0x4e] [0x93] [0x1b] <I: i32> fn(a: __m256i) -> __m256i = permute_64(a, I);
}
