//! Squares of words, turned over their diagonals.

use core::arch::x86_64::*;

/// Register `i` of the result holds word `i` of each row.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn transpose_8(rows: [__m256i; 8]) -> [__m256i; 8] {
    let [a, b, c, d, e, f, g, h] = rows;
    let (ab_low, ab_high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    let (cd_low, cd_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
    let (ef_low, ef_high) = (_mm256_unpacklo_epi32(e, f), _mm256_unpackhi_epi32(e, f));
    let (gh_low, gh_high) = (_mm256_unpacklo_epi32(g, h), _mm256_unpackhi_epi32(g, h));
    // Words i and i + 4 of four rows.
    let (abcd_0, abcd_1) =
        (_mm256_unpacklo_epi64(ab_low, cd_low), _mm256_unpackhi_epi64(ab_low, cd_low));
    let (abcd_2, abcd_3) =
        (_mm256_unpacklo_epi64(ab_high, cd_high), _mm256_unpackhi_epi64(ab_high, cd_high));
    let (efgh_0, efgh_1) =
        (_mm256_unpacklo_epi64(ef_low, gh_low), _mm256_unpackhi_epi64(ef_low, gh_low));
    let (efgh_2, efgh_3) =
        (_mm256_unpacklo_epi64(ef_high, gh_high), _mm256_unpackhi_epi64(ef_high, gh_high));
    [
        _mm256_permute2x128_si256::<0x20>(abcd_0, efgh_0),
        _mm256_permute2x128_si256::<0x20>(abcd_1, efgh_1),
        _mm256_permute2x128_si256::<0x20>(abcd_2, efgh_2),
        _mm256_permute2x128_si256::<0x20>(abcd_3, efgh_3),
        _mm256_permute2x128_si256::<0x31>(abcd_0, efgh_0),
        _mm256_permute2x128_si256::<0x31>(abcd_1, efgh_1),
        _mm256_permute2x128_si256::<0x31>(abcd_2, efgh_2),
        _mm256_permute2x128_si256::<0x31>(abcd_3, efgh_3),
    ]
}
