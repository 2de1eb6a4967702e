//! Models of the instructions of AVX-512 F, BW, DQ, VL and VBMI.

use super::arithmetic::{
    count_32, equal_8, left_32, left_64, min_8, product_52, right_32, right_64, right_signed_32,
    ternary, turns,
};
use super::permutes::{
    align_64, bytes_left, bytes_right, half, mask, mask_32, part, permute_2, permute_8, repeat,
    shuffle_8, shuffle_32, shuffle_128, signs, unpack, wider, with_part,
};
use super::{__m128i, __m256i, __m512i, Register, intrinsics};

/// Widens the register. The intrinsic leaves the upper bytes undefined, so the model fills them with 0xa5. Tests then
/// detect results that depend on these bytes.
#[inline(always)]
#[allow(dead_code, reason = "only changes the type; no test needs it")]
pub(crate) unsafe fn _mm512_castsi128_si512(a: __m128i) -> __m512i {
    wider(a, 0xa5)
}

/// Widens the register. The intrinsic leaves the upper bytes undefined, so the model fills them with 0xa5. Tests then
/// detect results that depend on these bytes.
#[inline(always)]
#[allow(dead_code, reason = "only changes the type; no test needs it")]
pub(crate) unsafe fn _mm512_castsi256_si512(a: __m256i) -> __m512i {
    wider(a, 0xa5)
}

/// Reinterprets integers as floating-point elements, without changing any bits.
#[inline(always)]
#[allow(dead_code, reason = "only changes the type; no test needs it")]
pub(crate) unsafe fn _mm512_castsi512_ps(a: __m512i) -> __m512i {
    a
}

/// Reinterprets floating-point elements as integers, without changing any bits.
#[inline(always)]
#[allow(dead_code, reason = "only changes the type; no test needs it")]
pub(crate) unsafe fn _mm512_castps_si512(a: __m512i) -> __m512i {
    a
}

/// Shuffles the 32-bit words of each lane. Although the intrinsic is named for floating-point elements, the instruction
/// only moves bits.
#[inline(always)]
#[allow(dead_code, reason = "without `astragal_model`, only tests call the model")]
pub(crate) unsafe fn _mm512_shuffle_ps<const I: i32>(a: __m512i, b: __m512i) -> __m512i {
    shuffle_32(a, b, I)
}

/// Creates a register from 64-bit words, lowest first.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the intrinsic has these parameters")]
#[allow(dead_code, reason = "only collects its arguments; no test needs it")]
pub(crate) unsafe fn _mm512_setr_epi64(
    a: i64,
    b: i64,
    c: i64,
    d: i64,
    e: i64,
    f: i64,
    g: i64,
    h: i64,
) -> __m512i {
    let words = [a, b, c, d, e, f, g, h].map(i64::to_le_bytes);
    Register::by_place(|i| words[i / 8][i % 8])
}

intrinsics! { avx512 Avx512:
    _mm512_add_epi8 [] fn(a: __m512i, b: __m512i) -> __m512i = a.bytes(b, u8::wrapping_add);
    _mm512_sub_epi8 [] fn(a: __m512i, b: __m512i) -> __m512i = a.bytes(b, u8::wrapping_sub);
    _mm512_adds_epu8 [] fn(a: __m512i, b: __m512i) -> __m512i = a.bytes(b, u8::saturating_add);
    _mm512_min_epu8 [] fn(a: __m512i, b: __m512i) -> __m512i = a.bytes(b, min_8);
    _mm512_add_epi32 [] fn(a: __m512i, b: __m512i) -> __m512i = a.words_32(b, u32::wrapping_add);
    _mm512_sub_epi32 [] fn(a: __m512i, b: __m512i) -> __m512i = a.words_32(b, u32::wrapping_sub);
    _mm512_add_epi64 [] fn(a: __m512i, b: __m512i) -> __m512i = a.words_64(b, u64::wrapping_add);
    _mm512_sllv_epi64 [] fn(a: __m512i, b: __m512i) -> __m512i = a.words_64(b, left_64);
    _mm512_srlv_epi64 [] fn(a: __m512i, b: __m512i) -> __m512i = a.words_64(b, right_64);
    _mm512_sub_epi64 [] fn(a: __m512i, b: __m512i) -> __m512i = a.words_64(b, u64::wrapping_sub);
    _mm512_mullo_epi32 [] fn(a: __m512i, b: __m512i) -> __m512i = a.words_32(b, u32::wrapping_mul);
    _mm512_and_si512 [] fn(a: __m512i, b: __m512i) -> __m512i = a.bytes(b, |a, b| a & b);
    _mm512_andnot_si512 [] fn(a: __m512i, b: __m512i) -> __m512i = a.bytes(b, |a, b| !a & b);
    _mm512_or_si512 [] fn(a: __m512i, b: __m512i) -> __m512i = a.bytes(b, |a, b| a | b);
    _mm512_xor_si512 [] fn(a: __m512i, b: __m512i) -> __m512i = a.bytes(b, |a, b| a ^ b);
    _mm_rolv_epi32 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_32(b, |a, by| a.rotate_left(by % 32));
    _mm256_rolv_epi32 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_32(b, |a, by| a.rotate_left(by % 32));
    _mm512_rolv_epi32 [] fn(a: __m512i, b: __m512i) -> __m512i = a.words_32(b, |a, by| a.rotate_left(by % 32));
    _mm_rolv_epi64 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_64(b, |a, by| a.rotate_left(turns(by)));
    _mm256_rolv_epi64 [] fn(a: __m256i, b: __m256i) -> __m256i = a.words_64(b, |a, by| a.rotate_left(turns(by)));
    _mm512_rolv_epi64 [] fn(a: __m512i, b: __m512i) -> __m512i = a.words_64(b, |a, by| a.rotate_left(turns(by)));
    _mm_rorv_epi64 [] fn(a: __m128i, b: __m128i) -> __m128i = a.words_64(b, |a, by| a.rotate_right(turns(by)));
    _mm512_shuffle_epi8 [] fn(a: __m512i, b: __m512i) -> __m512i = shuffle_8(a, b);
    _mm512_unpacklo_epi8 [] fn(a: __m512i, b: __m512i) -> __m512i = unpack::<1, _>(a, b, false);
    _mm512_unpackhi_epi8 [] fn(a: __m512i, b: __m512i) -> __m512i = unpack::<1, _>(a, b, true);
    _mm512_unpacklo_epi16 [] fn(a: __m512i, b: __m512i) -> __m512i = unpack::<2, _>(a, b, false);
    _mm512_unpackhi_epi16 [] fn(a: __m512i, b: __m512i) -> __m512i = unpack::<2, _>(a, b, true);
    _mm512_unpacklo_epi32 [] fn(a: __m512i, b: __m512i) -> __m512i = unpack::<4, _>(a, b, false);
    _mm512_unpackhi_epi32 [] fn(a: __m512i, b: __m512i) -> __m512i = unpack::<4, _>(a, b, true);
    _mm512_unpacklo_epi64 [] fn(a: __m512i, b: __m512i) -> __m512i = unpack::<8, _>(a, b, false);
    _mm512_unpackhi_epi64 [] fn(a: __m512i, b: __m512i) -> __m512i = unpack::<8, _>(a, b, true);
    _mm_rol_epi32 [1] [7] [16] [31] <I: i32> fn(a: __m128i) -> __m128i = a.words_32(a, |a, _| a.rotate_left(I.cast_unsigned() % 32));
    _mm_ror_epi32 [1] [7] [16] [31] <I: i32> fn(a: __m128i) -> __m128i = a.words_32(a, |a, _| a.rotate_right(I.cast_unsigned() % 32));
    _mm_rol_epi64 [1] [7] [32] [63] <I: i32> fn(a: __m128i) -> __m128i = a.words_64(a, |a, _| a.rotate_left(I.cast_unsigned() % 64));
    _mm_ternarylogic_epi64 [0x96] [0xd2] [0xca] [0xe8] [0x1e] [0x2d] [0x69] [0x01] <I: i32> fn(a: __m128i, b: __m128i, c: __m128i) -> __m128i = ternary(I, a, b, c);
    _mm256_rol_epi32 [1] [7] [16] [31] <I: i32> fn(a: __m256i) -> __m256i = a.words_32(a, |a, _| a.rotate_left(I.cast_unsigned() % 32));
    _mm256_ror_epi32 [1] [7] [16] [31] <I: i32> fn(a: __m256i) -> __m256i = a.words_32(a, |a, _| a.rotate_right(I.cast_unsigned() % 32));
    _mm256_rol_epi64 [1] [7] [32] [63] <I: i32> fn(a: __m256i) -> __m256i = a.words_64(a, |a, _| a.rotate_left(I.cast_unsigned() % 64));
    _mm256_ternarylogic_epi64 [0x96] [0xd2] [0xca] [0xe8] [0x1e] [0x2d] [0x69] [0x01] <I: i32> fn(a: __m256i, b: __m256i, c: __m256i) -> __m256i = ternary(I, a, b, c);
    _mm512_srli_epi16 [1] [9] [15] [16] <I: u32> fn(a: __m512i) -> __m512i = a.words_16(|a| a.checked_shr(I).unwrap_or(0));
    _mm512_srai_epi32 [1] [17] [31] [32] <I: u32> fn(a: __m512i) -> __m512i = a.words_32(a, |a, _| right_signed_32(a, I));
    _mm512_slli_epi32 [1] [17] [31] [32] <I: u32> fn(a: __m512i) -> __m512i = a.words_32(a, |a, _| left_32(a, I));
    _mm512_rol_epi32 [1] [7] [16] [31] <I: i32> fn(a: __m512i) -> __m512i = a.words_32(a, |a, _| a.rotate_left(I.cast_unsigned() % 32));
    _mm512_ror_epi32 [1] [7] [16] [31] <I: i32> fn(a: __m512i) -> __m512i = a.words_32(a, |a, _| a.rotate_right(I.cast_unsigned() % 32));
    _mm512_rol_epi64 [1] [7] [32] [63] <I: i32> fn(a: __m512i) -> __m512i = a.words_64(a, |a, _| a.rotate_left(I.cast_unsigned() % 64));
    _mm512_ror_epi64 [1] [7] [32] [63] <I: i32> fn(a: __m512i) -> __m512i = a.words_64(a, |a, _| a.rotate_right(I.cast_unsigned() % 64));
    _mm512_shuffle_epi32 [0] [0x13] [0x1b] [0x39] [0x4e] [0x93] [0xb1] [8] [0x0e] <I: i32> fn(a: __m512i) -> __m512i = shuffle_32(a, a, I);
    _mm512_ternarylogic_epi32 [0x96] [0xd2] [0xca] [0xe8] [0x1e] [0x2d] [0x69] [0x01] <I: i32> fn(a: __m512i, b: __m512i, c: __m512i) -> __m512i = ternary(I, a, b, c);
    _mm512_ternarylogic_epi64 [0x96] [0xd2] [0xca] [0xe8] [0x1e] [0x2d] [0x69] [0x01] <I: i32> fn(a: __m512i, b: __m512i, c: __m512i) -> __m512i = ternary(I, a, b, c);
    _mm512_bslli_epi128 [1] [4] [8] <I: i32> fn(a: __m512i) -> __m512i = bytes_left(a, I);
    _mm512_bsrli_epi128 [1] [4] [8] <I: i32> fn(a: __m512i) -> __m512i = bytes_right(a, I);
    _mm512_sll_epi32 [] fn(a: __m512i, count: __m128i) -> __m512i = a.words_32(a, |a, _| left_32(a, count_32(count)));
    _mm512_srl_epi32 [] fn(a: __m512i, count: __m128i) -> __m512i = a.words_32(a, |a, _| right_32(a, count_32(count)));
    _mm512_slli_epi64 [1] [8] [63] [64] <I: u32> fn(a: __m512i) -> __m512i = a.words_64(a, |a, _| left_64(a, I.into()));
    _mm512_srli_epi64 [1] [44] [63] [64] <I: u32> fn(a: __m512i) -> __m512i = a.words_64(a, |a, _| right_64(a, I.into()));
    _mm512_srl_epi64 [] fn(a: __m512i, count: __m128i) -> __m512i = a.words_64(a, |a, _| right_64(a, count.lowest()));
    _mm512_set1_epi8 [] fn(a: i8) -> __m512i = repeat(a.to_le_bytes());
    _mm512_set1_epi32 [] fn(a: i32) -> __m512i = repeat(a.to_le_bytes());
    _mm512_set1_epi64 [] fn(a: i64) -> __m512i = repeat(a.to_le_bytes());
    _mm512_setzero_si512 [] fn() -> __m512i = repeat([0]);
    _mm512_permutex2var_epi32 [] fn(a: __m512i, indices: __m512i, b: __m512i) -> __m512i = permute_2::<4, _>(a, indices, b);
    _mm512_mask2_permutex2var_epi32 [] fn(a: __m512i, indices: __m512i, k: u16, b: __m512i) -> __m512i = ternary(0xca, mask_32(k), permute_2::<4, _>(a, indices, b), indices);
    _mm512_permutex2var_epi64 [] fn(a: __m512i, indices: __m512i, b: __m512i) -> __m512i = permute_2::<8, _>(a, indices, b);
    _mm512_alignr_epi64 [1] [2] [3] [4] [6] [7] <I: i32> fn(a: __m512i, b: __m512i) -> __m512i = align_64(a, b, I);
    _mm512_broadcast_i32x4 [] fn(a: __m128i) -> __m512i = repeat(a.0);
    _mm512_zextsi128_si512 [] fn(a: __m128i) -> __m512i = wider(a, 0);
    _mm512_zextsi256_si512 [] fn(a: __m256i) -> __m512i = wider(a, 0);
    _mm512_castsi512_si128 [] fn(a: __m512i) -> __m128i = part(a, 0);
    _mm512_castsi512_si256 [] fn(a: __m512i) -> __m256i = part(a, 0);
    _mm512_extracti64x4_epi64 [0] [1] <I: i32> fn(a: __m512i) -> __m256i = part(a, half::<64>(I));
    _mm512_inserti64x4 [0] [1] <I: i32> fn(a: __m512i, b: __m256i) -> __m512i = with_part(a, b, half::<64>(I));
    _mm512_shuffle_i32x4 [0x88] [0xdd] [0x1b] [0x4e] <I: i32> fn(a: __m512i, b: __m512i) -> __m512i = shuffle_128(a, b, I);
    _mm512_cmpeq_epi8_mask [] fn(a: __m512i, b: __m512i) -> u64 = signs(a.bytes(b, equal_8));
    _mm512_movepi8_mask [] fn(a: __m512i) -> u64 = signs(a);
    _mm512_movm_epi8 [] fn(k: u64) -> __m512i = mask(k);
    _mm512_mask_mov_epi8 [] fn(a: __m512i, k: u64, b: __m512i) -> __m512i = ternary(0xca, mask(k), b, a);
}

intrinsics! { ifma Avx512Ifma:
    _mm512_madd52lo_epu64 [] fn(a: __m512i, b: __m512i, c: __m512i) -> __m512i = a.words_64(b.words_64(c, |b, c| product_52(b, c)[0]), u64::wrapping_add);
    _mm512_madd52hi_epu64 [] fn(a: __m512i, b: __m512i, c: __m512i) -> __m512i = a.words_64(b.words_64(c, |b, c| product_52(b, c)[1]), u64::wrapping_add);
}

intrinsics! { vbmi Avx512Vbmi:
    _mm512_permutex2var_epi8 [] fn(a: __m512i, indices: __m512i, b: __m512i) -> __m512i = permute_2::<1, _>(a, indices, b);
    _mm512_permutexvar_epi8 [] fn(indices: __m512i, a: __m512i) -> __m512i = permute_8(indices, a);
}
