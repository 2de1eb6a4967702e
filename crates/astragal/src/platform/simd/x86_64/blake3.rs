//! Rounds of BLAKE3 on two groups of two inputs, in assembly for AVX2. A vector holds a matrix row of the two inputs of
//! a group.
//!
//! The message words stay in memory, and the matrix in registers. The instructions that permute the message words for
//! the next round stand between the instructions of a round. On Zen 3, a round takes 36 cycles; the compiler's code took
//! 44. The dependences of a round take 28 cycles, and its 54 shifts and shuffles take 27 cycles in two units.
#![expect(unsafe_code, reason = "contains inline assembly")]

use core::arch::asm;

use super::intrinsics::*;
use super::{U32x8, X86, m128};

/// Matrix of two groups.
type Matrix = [[__m256i; 2]; 4];
/// Rows of message words of a round, of two groups each: `4 × 2` vectors of an even round, then of an odd round.
type Words = [[[__m256i; 2]; 4]; 2];

macro_rules! statement {
    ($v:ident, $memory:ident, [$turn_16:ident, $turn_8:ident], $from:expr, [$($text:literal,)*] $($operands:tt)*) => {{
        let [[mut a0, mut a1], [mut b0, mut b1], [mut c0, mut c1], [mut d0, mut d1]] = $v;
        asm!(
            $($text,)*
            m = in(reg) $memory,
            from = const $from,
            turn_16 = in(ymm_reg) $turn_16,
            turn_8 = in(ymm_reg) $turn_8,
            t = out(ymm_reg) _,
            a0 = inout(ymm_reg) a0,
            a1 = inout(ymm_reg) a1,
            b0 = inout(ymm_reg) b0,
            b1 = inout(ymm_reg) b1,
            c0 = inout(ymm_reg) c0,
            c1 = inout(ymm_reg) c1,
            d0 = inout(ymm_reg) d0,
            d1 = inout(ymm_reg) d1,
            $($operands)*
            options(nostack),
        );
        [[a0, a1], [b0, b1], [c0, c1], [d0, d1]]
    }};
}

/// Performs a round with the words `FROM`, and permutes them to the words of the next round. `turns` are the orders of
/// bytes that rotate words to the right by 16 and by 8 bits.
///
/// # Safety
///
/// The CPU must have AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn round<const FROM: usize>(
    v: Matrix,
    words: &mut Words,
    [turn_16, turn_8]: [__m256i; 2],
) -> Matrix {
    const { assert!(FROM < 2) };
    // SAFETY: the instructions change only registers and `words`.
    unsafe {
        statement!(
            v, words, [turn_16, turn_8], 256 * FROM,
            [
            "vpaddd {a0}, {a0}, [{m} + {from} + 0]; vpaddd {a1}, {a1}, [{m} + {from} + 32]",
            "vmovdqu {p}, [{m} + {from} + 0]; vpaddd {a0}, {a0}, {b0}; vpaddd {a1}, {a1}, {b1}",
            "vshufps {q}, {p}, [{m} + {from} + 64], 0xd6; vpxor {d0}, {d0}, {a0}",
            "vpxor {d1}, {d1}, {a1}; vpshufd {q}, {q}, 0x39; vpshufb {d0}, {d0}, {turn_16}",
            "vpshufb {d1}, {d1}, {turn_16}; vmovdqu [{m} + {to} + 0], {q}",
            "vpaddd {c0}, {c0}, {d0}; vpaddd {c1}, {c1}, {d1}; vmovdqu {r}, [{m} + {from} + 128]",
            "vpxor {b0}, {b0}, {c0}; vpxor {b1}, {b1}, {c1}; vpsrld {t}, {b0}, 12",
            "vshufps {q}, {r}, [{m} + {from} + 192], 0xc8; vpslld {b0}, {b0}, 20",
            "vpor {b0}, {b0}, {t}; vpshufd {p}, {p}, 0x03; vpsrld {t}, {b1}, 12",
            "vpslld {b1}, {b1}, 20; vpblendd {p}, {p}, {q}, 0xaa; vpor {b1}, {b1}, {t}",
            "vpaddd {a0}, {a0}, [{m} + {from} + 64]; vmovdqu [{m} + {to} + 64], {p}",
            "vpaddd {a1}, {a1}, [{m} + {from} + 96]; vpaddd {a0}, {a0}, {b0}",
            "vmovdqu {q}, [{m} + {from} + 192]; vpaddd {a1}, {a1}, {b1}; vpxor {d0}, {d0}, {a0}",
            "vpxor {d1}, {d1}, {a1}; vpunpcklqdq {p}, {q}, [{m} + {from} + 64]",
            "vpshufb {d0}, {d0}, {turn_8}; vpshufb {d1}, {d1}, {turn_8}",
            "vpblendd {p}, {p}, {r}, 0x88; vpaddd {c0}, {c0}, {d0}; vpaddd {c1}, {c1}, {d1}",
            "vpshufd {p}, {p}, 0x78; vpxor {b0}, {b0}, {c0}; vpxor {b1}, {b1}, {c1}",
            "vmovdqu [{m} + {to} + 128], {p}; vpsrld {t}, {b0}, 7; vpslld {b0}, {b0}, 25",
            "vpor {b0}, {b0}, {t}; vmovdqu {p}, [{m} + {from} + 64]; vpsrld {t}, {b1}, 7",
            "vpslld {b1}, {b1}, 25; vpunpckhdq {p}, {p}, {q}; vpor {b1}, {b1}, {t}",
            "vpshufd {a0}, {a0}, 147; vpunpcklqdq {p}, {r}, {p}; vpshufd {a1}, {a1}, 147",
            "vpshufd {d0}, {d0}, 0x4e; vpshufd {p}, {p}, 0x2d; vpshufd {d1}, {d1}, 0x4e",
            "vpshufd {c0}, {c0}, 57; vmovdqu [{m} + {to} + 192], {p}; vpshufd {c1}, {c1}, 57",
            "vpaddd {a0}, {a0}, [{m} + {from} + 128]; vpaddd {a1}, {a1}, [{m} + {from} + 160]",
            "vmovdqu {p}, [{m} + {from} + 32]; vpaddd {a0}, {a0}, {b0}; vpaddd {a1}, {a1}, {b1}",
            "vshufps {q}, {p}, [{m} + {from} + 96], 0xd6; vpxor {d0}, {d0}, {a0}",
            "vpxor {d1}, {d1}, {a1}; vpshufd {q}, {q}, 0x39; vpshufb {d0}, {d0}, {turn_16}",
            "vpshufb {d1}, {d1}, {turn_16}; vmovdqu [{m} + {to} + 32], {q}",
            "vpaddd {c0}, {c0}, {d0}; vpaddd {c1}, {c1}, {d1}; vmovdqu {r}, [{m} + {from} + 160]",
            "vpxor {b0}, {b0}, {c0}; vpxor {b1}, {b1}, {c1}; vpsrld {t}, {b0}, 12",
            "vshufps {q}, {r}, [{m} + {from} + 224], 0xc8; vpslld {b0}, {b0}, 20",
            "vpor {b0}, {b0}, {t}; vpshufd {p}, {p}, 0x03; vpsrld {t}, {b1}, 12",
            "vpslld {b1}, {b1}, 20; vpblendd {p}, {p}, {q}, 0xaa; vpor {b1}, {b1}, {t}",
            "vpaddd {a0}, {a0}, [{m} + {from} + 192]; vmovdqu [{m} + {to} + 96], {p}",
            "vpaddd {a1}, {a1}, [{m} + {from} + 224]; vpaddd {a0}, {a0}, {b0}",
            "vmovdqu {q}, [{m} + {from} + 224]; vpaddd {a1}, {a1}, {b1}; vpxor {d0}, {d0}, {a0}",
            "vpxor {d1}, {d1}, {a1}; vpunpcklqdq {p}, {q}, [{m} + {from} + 96]",
            "vpshufb {d0}, {d0}, {turn_8}; vpshufb {d1}, {d1}, {turn_8}",
            "vpblendd {p}, {p}, {r}, 0x88; vpaddd {c0}, {c0}, {d0}; vpaddd {c1}, {c1}, {d1}",
            "vpshufd {p}, {p}, 0x78; vpxor {b0}, {b0}, {c0}; vpxor {b1}, {b1}, {c1}",
            "vmovdqu [{m} + {to} + 160], {p}; vpsrld {t}, {b0}, 7; vpslld {b0}, {b0}, 25",
            "vpor {b0}, {b0}, {t}; vmovdqu {p}, [{m} + {from} + 96]; vpsrld {t}, {b1}, 7",
            "vpslld {b1}, {b1}, 25; vpunpckhdq {p}, {p}, {q}; vpor {b1}, {b1}, {t}",
            "vpshufd {a0}, {a0}, 57; vpunpcklqdq {p}, {r}, {p}; vpshufd {a1}, {a1}, 57",
            "vpshufd {d0}, {d0}, 0x4e; vpshufd {p}, {p}, 0x2d; vpshufd {d1}, {d1}, 0x4e",
            "vpshufd {c0}, {c0}, 147; vmovdqu [{m} + {to} + 224], {p}; vpshufd {c1}, {c1}, 147",
            ]
            to = const 256 * (1 - FROM),
            p = out(ymm_reg) _,
            q = out(ymm_reg) _,
            r = out(ymm_reg) _,
        )
    }
}

/// Performs the last round, with the first half of `words`.
///
/// # Safety
///
/// The CPU must have AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn last_round(v: Matrix, words: &Words, [turn_16, turn_8]: [__m256i; 2]) -> Matrix {
    // SAFETY: the instructions change only registers, and read only `words`.
    unsafe {
        statement!(
            v,
            words,
            [turn_16, turn_8],
            0,
            [
                "vpaddd {a0}, {a0}, [{m} + {from} + 0]; vpaddd {a1}, {a1}, [{m} + {from} + 32]",
                "vpaddd {a0}, {a0}, {b0}; vpaddd {a1}, {a1}, {b1}; vpxor {d0}, {d0}, {a0}",
                "vpxor {d1}, {d1}, {a1}; vpshufb {d0}, {d0}, {turn_16}; vpshufb {d1}, {d1}, {turn_16}",
                "vpaddd {c0}, {c0}, {d0}; vpaddd {c1}, {c1}, {d1}; vpxor {b0}, {b0}, {c0}",
                "vpxor {b1}, {b1}, {c1}; vpsrld {t}, {b0}, 12; vpslld {b0}, {b0}, 20",
                "vpor {b0}, {b0}, {t}; vpsrld {t}, {b1}, 12; vpslld {b1}, {b1}, 20",
                "vpor {b1}, {b1}, {t}; vpaddd {a0}, {a0}, [{m} + {from} + 64]",
                "vpaddd {a1}, {a1}, [{m} + {from} + 96]; vpaddd {a0}, {a0}, {b0}",
                "vpaddd {a1}, {a1}, {b1}; vpxor {d0}, {d0}, {a0}; vpxor {d1}, {d1}, {a1}",
                "vpshufb {d0}, {d0}, {turn_8}; vpshufb {d1}, {d1}, {turn_8}; vpaddd {c0}, {c0}, {d0}",
                "vpaddd {c1}, {c1}, {d1}; vpxor {b0}, {b0}, {c0}; vpxor {b1}, {b1}, {c1}",
                "vpsrld {t}, {b0}, 7; vpslld {b0}, {b0}, 25; vpor {b0}, {b0}, {t}",
                "vpsrld {t}, {b1}, 7; vpslld {b1}, {b1}, 25; vpor {b1}, {b1}, {t}",
                "vpshufd {a0}, {a0}, 147; vpshufd {a1}, {a1}, 147; vpshufd {d0}, {d0}, 0x4e",
                "vpshufd {d1}, {d1}, 0x4e; vpshufd {c0}, {c0}, 57; vpshufd {c1}, {c1}, 57",
                "vpaddd {a0}, {a0}, [{m} + {from} + 128]; vpaddd {a1}, {a1}, [{m} + {from} + 160]",
                "vpaddd {a0}, {a0}, {b0}; vpaddd {a1}, {a1}, {b1}; vpxor {d0}, {d0}, {a0}",
                "vpxor {d1}, {d1}, {a1}; vpshufb {d0}, {d0}, {turn_16}; vpshufb {d1}, {d1}, {turn_16}",
                "vpaddd {c0}, {c0}, {d0}; vpaddd {c1}, {c1}, {d1}; vpxor {b0}, {b0}, {c0}",
                "vpxor {b1}, {b1}, {c1}; vpsrld {t}, {b0}, 12; vpslld {b0}, {b0}, 20",
                "vpor {b0}, {b0}, {t}; vpsrld {t}, {b1}, 12; vpslld {b1}, {b1}, 20",
                "vpor {b1}, {b1}, {t}; vpaddd {a0}, {a0}, [{m} + {from} + 192]",
                "vpaddd {a1}, {a1}, [{m} + {from} + 224]; vpaddd {a0}, {a0}, {b0}",
                "vpaddd {a1}, {a1}, {b1}; vpxor {d0}, {d0}, {a0}; vpxor {d1}, {d1}, {a1}",
                "vpshufb {d0}, {d0}, {turn_8}; vpshufb {d1}, {d1}, {turn_8}; vpaddd {c0}, {c0}, {d0}",
                "vpaddd {c1}, {c1}, {d1}; vpxor {b0}, {b0}, {c0}; vpxor {b1}, {b1}, {c1}",
                "vpsrld {t}, {b0}, 7; vpslld {b0}, {b0}, 25; vpor {b0}, {b0}, {t}",
                "vpsrld {t}, {b1}, 7; vpslld {b1}, {b1}, 25; vpor {b1}, {b1}, {t}",
                "vpshufd {a0}, {a0}, 57; vpshufd {a1}, {a1}, 57; vpshufd {d0}, {d0}, 0x4e",
                "vpshufd {d1}, {d1}, 0x4e; vpshufd {c0}, {c0}, 147; vpshufd {c1}, {c1}, 147",
            ]
        )
    }
}

/// Performs the seven rounds on the matrices `v` of two groups. `words` are the rows of message words of the first
/// round, of each group.
#[inline(always)]
pub(crate) fn rounds<P: X86>(
    v: [[U32x8<P>; 2]; 4],
    words: [[U32x8<P>; 4]; 2],
) -> [[U32x8<P>; 2]; 4] {
    let proof = v[0][0].1;
    let [a, b, c, d] = v;
    let v = [[a[0].0, a[1].0], [b[0].0, b[1].0], [c[0].0, c[1].0], [d[0].0, d[1].0]];
    let [x, y] = words;
    let first = [[x[0].0, y[0].0], [x[1].0, y[1].0], [x[2].0, y[2].0], [x[3].0, y[3].0]];
    // SAFETY: the vectors prove that the CPU has AVX2.
    let [a, b, c, d] = unsafe {
        let mut words = [first, [[_mm256_setzero_si256(); 2]; 4]];
        let turns = [
            _mm256_broadcastsi128_si256(m128::rotation::<4, 16>()),
            _mm256_broadcastsi128_si256(m128::rotation::<4, 8>()),
        ];
        let v = round::<1>(round::<0>(v, &mut words, turns), &mut words, turns);
        let v = round::<1>(round::<0>(v, &mut words, turns), &mut words, turns);
        let v = round::<1>(round::<0>(v, &mut words, turns), &mut words, turns);
        last_round(v, &words, turns)
    };
    let row =
        |[x, y]: [__m256i; 2]| [U32x8::from_register(proof, x), U32x8::from_register(proof, y)];
    [row(a), row(b), row(c), row(d)]
}
