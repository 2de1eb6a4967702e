//! Models of the AES, carry-less multiplication, GFNI and SHA instructions.

use super::polynomials::{affine, affine_of_inverse, decrypt, encrypt, multiply, products};
use super::sha::{
    sha1_message_1, sha1_message_2, sha1_next_e, sha1_rounds, sha256_message_1, sha256_message_2,
    sha256_rounds,
};
use super::{__m128i, __m256i, __m512i, intrinsics};

intrinsics! { aes Pclmul:
    _mm_aesenc_si128 [] fn(a: __m128i, key: __m128i) -> __m128i = encrypt(a, key, false);
    _mm_aesenclast_si128 [] fn(a: __m128i, key: __m128i) -> __m128i = encrypt(a, key, true);
    _mm_aesdec_si128 [] fn(a: __m128i, key: __m128i) -> __m128i = decrypt(a, key, false);
    _mm_aesdeclast_si128 [] fn(a: __m128i, key: __m128i) -> __m128i = decrypt(a, key, true);
    _mm_clmulepi64_si128 [0x00] [0x01] [0x10] [0x11] <I: i32> fn(a: __m128i, b: __m128i) -> __m128i = multiply(a, b, I);
}

intrinsics! { vaes Vaes:
    _mm256_aesenc_epi128 [] fn(a: __m256i, key: __m256i) -> __m256i = encrypt(a, key, false);
    _mm256_aesenclast_epi128 [] fn(a: __m256i, key: __m256i) -> __m256i = encrypt(a, key, true);
    _mm256_aesdec_epi128 [] fn(a: __m256i, key: __m256i) -> __m256i = decrypt(a, key, false);
    _mm256_aesdeclast_epi128 [] fn(a: __m256i, key: __m256i) -> __m256i = decrypt(a, key, true);
    _mm256_clmulepi64_epi128 [0x00] [0x01] [0x10] [0x11] <I: i32> fn(a: __m256i, b: __m256i) -> __m256i = multiply(a, b, I);
}

intrinsics! { wide_vaes Avx512Vbmi:
    _mm512_aesenc_epi128 [] fn(a: __m512i, key: __m512i) -> __m512i = encrypt(a, key, false);
    _mm512_aesenclast_epi128 [] fn(a: __m512i, key: __m512i) -> __m512i = encrypt(a, key, true);
    _mm512_aesdec_epi128 [] fn(a: __m512i, key: __m512i) -> __m512i = decrypt(a, key, false);
    _mm512_aesdeclast_epi128 [] fn(a: __m512i, key: __m512i) -> __m512i = decrypt(a, key, true);
    _mm512_clmulepi64_epi128 [0x00] [0x01] [0x10] [0x11] <I: i32> fn(a: __m512i, b: __m512i) -> __m512i = multiply(a, b, I);
}

intrinsics! { gfni Gfni:
    _mm_gf2p8affine_epi64_epi8 [0] [0x63] [0xff] <I: i32> fn(a: __m128i, matrices: __m128i) -> __m128i = affine(a, matrices, I);
    _mm_gf2p8affineinv_epi64_epi8 [0] [0x63] [0xff] <I: i32> fn(a: __m128i, matrices: __m128i) -> __m128i = affine_of_inverse(a, matrices, I);
    _mm256_gf2p8affine_epi64_epi8 [0] [0x63] [0xff] <I: i32> fn(a: __m256i, matrices: __m256i) -> __m256i = affine(a, matrices, I);
    _mm256_gf2p8affineinv_epi64_epi8 [0] [0x63] [0xff] <I: i32> fn(a: __m256i, matrices: __m256i) -> __m256i = affine_of_inverse(a, matrices, I);
    _mm_gf2p8mul_epi8 [] fn(a: __m128i, b: __m128i) -> __m128i = products(a, b);
    _mm256_gf2p8mul_epi8 [] fn(a: __m256i, b: __m256i) -> __m256i = products(a, b);
}

intrinsics! { wide_gfni Avx512Vbmi:
    _mm512_gf2p8affine_epi64_epi8 [0] [0x63] [0xff] <I: i32> fn(a: __m512i, matrices: __m512i) -> __m512i = affine(a, matrices, I);
    _mm512_gf2p8affineinv_epi64_epi8 [0] [0x63] [0xff] <I: i32> fn(a: __m512i, matrices: __m512i) -> __m512i = affine_of_inverse(a, matrices, I);
    _mm512_gf2p8mul_epi8 [] fn(a: __m512i, b: __m512i) -> __m512i = products(a, b);
}

intrinsics! { sha ShaNi:
    _mm_sha1msg1_epu32 [] fn(a: __m128i, b: __m128i) -> __m128i = sha1_message_1(a, b);
    _mm_sha1msg2_epu32 [] fn(a: __m128i, b: __m128i) -> __m128i = sha1_message_2(a, b);
    _mm_sha1nexte_epu32 [] fn(a: __m128i, b: __m128i) -> __m128i = sha1_next_e(a, b);
    _mm_sha256msg1_epu32 [] fn(a: __m128i, b: __m128i) -> __m128i = sha256_message_1(a, b);
    _mm_sha256msg2_epu32 [] fn(a: __m128i, b: __m128i) -> __m128i = sha256_message_2(a, b);
    _mm_sha1rnds4_epu32 [0] [1] [2] [3] <I: i32> fn(a: __m128i, b: __m128i) -> __m128i = sha1_rounds(a, b, I);
    _mm_sha256rnds2_epu32 [] fn(a: __m128i, b: __m128i, c: __m128i) -> __m128i = sha256_rounds(a, b, c);
}
