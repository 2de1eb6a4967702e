//! Transposition of square matrices of 32-bit words.
#![expect(unsafe_code, reason = "calls intrinsics; a token proves CPU support")]

use super::intrinsics::*;

use super::X86;
use crate::platform::cpu::Avx512;
use crate::platform::unroll::unroll;

/// Transposes two squares of 4 × 4 words, one in each half of the four registers.
#[inline(always)]
pub(super) fn transpose_two_squares<P: X86>(_: P, [a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe {
        let (ab_low, ab_high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        let (cd_low, cd_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
        [
            _mm256_unpacklo_epi64(ab_low, cd_low),
            _mm256_unpackhi_epi64(ab_low, cd_low),
            _mm256_unpacklo_epi64(ab_high, cd_high),
            _mm256_unpackhi_epi64(ab_high, cd_high),
        ]
    }
}

/// Transposes an 8×8 square of words: register `i` of the result holds word `i` of each row.
#[inline(always)]
fn transpose_8<P: X86>(proof: P, [a, b, c, d, e, f, g, h]: [__m256i; 8]) -> [__m256i; 8] {
    // `abcd_i` holds words i and i + 4 of each of the rows a to d.
    let [abcd_0, abcd_1, abcd_2, abcd_3] = transpose_two_squares(proof, [a, b, c, d]);
    let [efgh_0, efgh_1, efgh_2, efgh_3] = transpose_two_squares(proof, [e, f, g, h]);
    // SAFETY: the token proves that the CPU has AVX2.
    unsafe {
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
}

/// Loads eight rows and transposes them into sixteen registers: register `i` holds word `i` of every row.
#[inline(always)]
pub(super) fn columns_8<P: X86>(proof: P, rows: [&[u8; 64]; 8]) -> [__m256i; 16] {
    // SAFETY: the token proves that the CPU has AVX2.
    let mut halves = [[unsafe { _mm256_setzero_si256() }; 8]; 2];
    unroll!(for j in 0..8 {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        let [low, high] = unsafe { core::mem::transmute::<[u8; 64], [__m256i; 2]>(*rows[j]) };
        halves[0][j] = low;
        halves[1][j] = high;
    });
    let [a, b, c, d, e, f, g, h] = transpose_8(proof, halves[0]);
    let [i, j, k, l, m, n, o, p] = transpose_8(proof, halves[1]);
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
}

/// Transposes eight registers into eight rows: row `j` holds word `j` of each register.
#[inline(always)]
pub(super) fn rows_of_8<P: X86>(proof: P, columns: [__m256i; 8]) -> [[u8; 32]; 8] {
    // SAFETY: both types are 256 bytes long and accept any bit pattern.
    unsafe { core::mem::transmute::<[__m256i; 8], [[u8; 32]; 8]>(transpose_8(proof, columns)) }
}

/// Transposes sixteen registers into eight rows: row `j` holds word `j` of each register.
#[inline(always)]
pub(super) fn rows_of_16<P: X86>(proof: P, columns: [__m256i; 16]) -> [[u8; 64]; 8] {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = columns;
    let low = transpose_8(proof, [a, b, c, d, e, f, g, h]);
    let high = transpose_8(proof, [i, j, k, l, m, n, o, p]);
    let mut rows = [[0; 64]; 8];
    unroll!(for j in 0..8 {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        rows[j] = unsafe { core::mem::transmute::<[__m256i; 2], [u8; 64]>([low[j], high[j]]) };
    });
    rows
}

/// Computes [`rows_of_16`] and XORs row `j` of the result into `to[j]`, without storing the rows in memory. First
/// transposes and XORs the lower half of every row, then the upper half.
#[inline(always)]
pub(super) fn xor_rows_of_16<P: X86>(proof: P, columns: [__m256i; 16], to: &mut [[u8; 64]; 8]) {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = columns;
    let columns = [[a, b, c, d, e, f, g, h], [i, j, k, l, m, n, o, p]];
    for half in 0..2 {
        let rows = transpose_8(proof, columns[half]);
        for j in 0..8 {
            let bytes = &mut to[j].as_chunks_mut::<32>().0[half];
            // SAFETY: the token proves that the CPU has AVX2; both types are 32 bytes long and accept any bit pattern.
            *bytes = unsafe {
                let text = core::mem::transmute::<[u8; 32], __m256i>(*bytes);
                core::mem::transmute::<__m256i, [u8; 32]>(_mm256_xor_si256(text, rows[j]))
            };
        }
    }
}

/// Loads sixteen rows and transposes them into sixteen registers: register `i` holds word `i` of every row.
#[inline(always)]
pub(super) fn columns_16(cpu: Avx512, rows: [&[u8; 64]; 16]) -> [__m512i; 16] {
    // SAFETY: the token proves that the CPU has AVX-512.
    let mut square = [unsafe { _mm512_setzero_si512() }; 16];
    unroll!(for j in 0..16 {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        square[j] = unsafe { core::mem::transmute::<[u8; 64], __m512i>(*rows[j]) };
    });
    transpose_16(cpu, &mut square);
    square
}

/// Transposes eight registers into sixteen rows: row `j` holds word `j` of each register.
#[inline(always)]
pub(super) fn halves_16(cpu: Avx512, columns: [__m512i; 8]) -> [[u8; 32]; 16] {
    let mut square = [columns[0]; 16];
    unroll!(for i in 0..8 {
        square[i] = columns[i];
    });
    transpose_16(cpu, &mut square);
    let mut rows = [[0; 32]; 16];
    unroll!(for j in 0..16 {
        // SAFETY: the token proves that the CPU has AVX-512; both types are 32 bytes long and accept any bit pattern.
        rows[j] =
            unsafe { core::mem::transmute::<__m256i, [u8; 32]>(_mm512_castsi512_si256(square[j])) };
    });
    rows
}

/// Transposes a square of 16 × 16 words in two steps. The first step transposes squares of 4 × 4 words, each in the
/// same 128-bit quarter of four vectors. The second step moves whole quarters between the vectors.
#[inline(always)]
pub(super) fn transpose_16(cpu: Avx512, v: &mut [__m512i; 16]) {
    // After this loop, quarter j of vector 4i + k holds word 4j + k of each of the rows 4i to 4i + 3.
    unroll!(for i in 0..4 {
        let squares = transpose_squares(cpu, [v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]]);
        [v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]] = squares;
    });
    unroll!(for k in 0..4 {
        let [ab_even, ab_odd] = even_and_odd_quarters(cpu, v[k], v[4 + k]);
        let [cd_even, cd_odd] = even_and_odd_quarters(cpu, v[8 + k], v[12 + k]);
        [v[k], v[8 + k]] = even_and_odd_quarters(cpu, ab_even, cd_even);
        [v[4 + k], v[12 + k]] = even_and_odd_quarters(cpu, ab_odd, cd_odd);
    });
}

/// Transposes four squares of 4 × 4 words, one in each quarter of the four vectors.
#[inline(always)]
pub(super) fn transpose_squares(_: Avx512, [a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    // SAFETY: the token proves that the CPU has AVX-512.
    unsafe {
        let (ab_low, ab_high) = (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let (cd_low, cd_high) = (_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        [
            _mm512_unpacklo_epi64(ab_low, cd_low),
            _mm512_unpackhi_epi64(ab_low, cd_low),
            _mm512_unpacklo_epi64(ab_high, cd_high),
            _mm512_unpackhi_epi64(ab_high, cd_high),
        ]
    }
}

/// Returns two vectors. The first consists of quarters 0 and 2 of `a` and of `b`, and the second of quarters 1 and 3.
#[inline(always)]
pub(super) fn even_and_odd_quarters(_: Avx512, a: __m512i, b: __m512i) -> [__m512i; 2] {
    // SAFETY: the token proves that the CPU has AVX-512.
    unsafe { [_mm512_shuffle_i32x4::<0x88>(a, b), _mm512_shuffle_i32x4::<0xdd>(a, b)] }
}
