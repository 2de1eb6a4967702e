//! Two rounds of SHA-512 in general registers, alone or together with a part of the message schedule in AVX2 vectors.
//!
//! The assembly fixes the order of the instructions. In whole messages on Zen 3, a round takes about 6.8 cycles. The
//! compiler places the schedule before the rounds, and a round with its part of the schedule then takes 9.4 cycles. This
//! order was chosen by measuring several hundred orders with the same results. The four integer units would allow 5.5
//! cycles, and the dependences 5.
//!
//! The rounds that begin a loop start at a fixed place in a 64-byte line. With the loops at other places, SHA-512 takes up
//! to 1.04 times as long on Zen 3.
#![expect(unsafe_code, reason = "contains inline assembly")]

use core::arch::asm;

use super::intrinsics::*;
use crate::platform::cpu::Bmi;

/// Performs two rounds like [`sha512`](crate::platform::asm_rounds::sha512). The sums of round constants and schedule
/// words are the words `WORD` and `WORD + 1` of `sums`.
#[inline(always)]
pub(crate) fn two_rounds<const WORD: usize, const N: usize>(
    _: Bmi,
    letters: [u64; 8],
    mut difference: u64,
    sums: &[[u64; 4]; N],
) -> ([u64; 8], u64) {
    const { assert!(WORD + 1 < 4 * N) };
    let [mut a, b, mut c, mut d, e, f, mut g, mut h] = letters;
    // SAFETY: the instructions change only registers, and read only `sums`. The token proves that the CPU has BMI.
    unsafe {
        asm!(
            ".if {word} == 0; .p2align 6; .nops 16; .endif",
            "add {h}, [{sums} + 8 * {word}]; andn {z}, {e}, {g}",
            "rorx {y}, {e}, 18; rorx {x}, {e}, 41; add {h}, {z}; xor {x}, {y}; rorx {y}, {e}, 14",
            "mov {z}, {e}; and {z}, {f}; add {h}, {z}; xor {x}, {y}; add {h}, {x}; add {d}, {h}",
            "rorx {y}, {b}, 34; rorx {x}, {b}, 39; xor {x}, {y}; mov {z}, {b}; xor {z}, {c}",
            "and {difference}, {z}; rorx {y}, {b}, 28; xor {difference}, {c}",
            "add {a}, {difference}; xor {x}, {y}; rorx {y}, {d}, 18; add {a}, {x}",
            "add {g}, [{sums} + 8 * {word} + 8]; andn {difference}, {d}, {f}",
            "rorx {x}, {d}, 41; xor {x}, {y}; add {g}, {difference}; mov {difference}, {d}",
            "rorx {y}, {d}, 14; xor {x}, {y}; and {difference}, {e}; add {g}, {difference}",
            "add {g}, {x}; add {c}, {g}; rorx {x}, {a}, 39; mov {difference}, {a}",
            "xor {difference}, {b}; rorx {y}, {a}, 34; xor {x}, {y}; rorx {y}, {a}, 28",
            "and {z}, {difference}; xor {z}, {b}; xor {x}, {y}; add {h}, {z}; add {h}, {x}",
            a = inout(reg) a,
            b = in(reg) b,
            c = inout(reg) c,
            d = inout(reg) d,
            e = in(reg) e,
            f = in(reg) f,
            g = inout(reg) g,
            h = inout(reg) h,
            difference = inout(reg) difference,
            sums = in(reg) sums,
            word = const WORD,
            x = out(reg) _,
            y = out(reg) _,
            z = out(reg) _,
            options(pure, readonly, nostack),
        );
    }
    ([g, h, a, b, c, d, e, f], difference)
}

/// Performs two rounds like [`two_rounds`], and computes two words of the message schedule of each of two blocks (FIPS
/// 180-4 §6.4.2, step 1). `words` are the rows of the schedule that begin 16, 14, 8, 6 and 2 words before the new row.
/// Returns the new row, and its sum with `constants`.
///
/// # Safety
///
/// The CPU must have AVX2 and BMI.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) unsafe fn two_rounds_with_words<const WORD: usize, const N: usize>(
    letters: [u64; 8],
    mut difference: u64,
    sums: &[[u64; 4]; N],
    words: [__m256i; 5],
    constants: __m256i,
) -> ([u64; 8], u64, [__m256i; 2]) {
    const { assert!(WORD + 1 < 4 * N) };
    let [mut a, b, mut c, mut d, e, f, mut g, mut h] = letters;
    let [mut new, back_14, back_8, back_6, back_2] = words;
    let mut sum = constants;
    // Rotates words to the right by 8 bits.
    let order = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
    // SAFETY: the instructions change only registers, and read only `sums`.
    unsafe {
        asm!(
            ".if {word} == 0; .p2align 6; .endif",
            "rorx {y}, {e}, 18; add {h}, [{sums} + 8 * {word}]; rorx {x}, {e}, 41",
            "andn {z}, {e}, {g}; add {h}, {z}; vpalignr {s}, {back_14}, {new}, 8; xor {x}, {y}",
            "vpalignr {t}, {back_6}, {back_8}, 8; rorx {y}, {e}, 14; mov {z}, {e}; and {z}, {f}",
            "vpsrlq {u}, {s}, 1; vpsllq {v}, {s}, 63; xor {x}, {y}; vpaddq {new}, {new}, {t}",
            "add {h}, {z}; add {h}, {x}; rorx {x}, {b}, 39; add {d}, {h}; vpor {u}, {u}, {v}",
            "vpshufb {v}, {s}, {order}; rorx {y}, {b}, 34; mov {z}, {b}; xor {z}, {c}",
            "vpsrlq {s}, {s}, 7; xor {x}, {y}; rorx {y}, {b}, 28; vpxor {u}, {u}, {v}",
            "and {difference}, {z}; xor {difference}, {c}; vpxor {u}, {u}, {s}; xor {x}, {y}",
            "add {a}, {difference}; vpaddq {new}, {new}, {u}; add {a}, {x}",
            "add {g}, [{sums} + 8 * {word} + 8]; vpsrlq {u}, {back_2}, 19; rorx {y}, {d}, 18",
            "rorx {x}, {d}, 41; xor {x}, {y}; rorx {y}, {d}, 14; andn {difference}, {d}, {f}",
            "vpsllq {v}, {back_2}, 45; vpor {u}, {u}, {v}; add {g}, {difference}",
            "mov {difference}, {d}; vpsrlq {v}, {back_2}, 61; and {difference}, {e}; xor {x}, {y}",
            "vpsllq {t}, {back_2}, 3; add {g}, {difference}; add {g}, {x}; vpor {v}, {v}, {t}",
            "rorx {y}, {a}, 34; vpxor {u}, {u}, {v}; add {c}, {g}; rorx {x}, {a}, 39",
            "mov {difference}, {a}; vpsrlq {v}, {back_2}, 6; xor {difference}, {b}; xor {x}, {y}",
            "rorx {y}, {a}, 28; vpxor {u}, {u}, {v}; vpaddq {new}, {new}, {u}",
            "and {z}, {difference}; xor {z}, {b}; xor {x}, {y}; add {h}, {z}; add {h}, {x}",
            "vpaddq {sum}, {new}, {sum}",
            a = inout(reg) a,
            b = in(reg) b,
            c = inout(reg) c,
            d = inout(reg) d,
            e = in(reg) e,
            f = in(reg) f,
            g = inout(reg) g,
            h = inout(reg) h,
            difference = inout(reg) difference,
            sums = in(reg) sums,
            word = const WORD,
            new = inout(ymm_reg) new,
            sum = inout(ymm_reg) sum,
            back_14 = in(ymm_reg) back_14,
            back_8 = in(ymm_reg) back_8,
            back_6 = in(ymm_reg) back_6,
            back_2 = in(ymm_reg) back_2,
            order = in(ymm_reg) _mm256_broadcastsi128_si256(order),
            x = out(reg) _,
            y = out(reg) _,
            z = out(reg) _,
            s = out(ymm_reg) _,
            t = out(ymm_reg) _,
            u = out(ymm_reg) _,
            v = out(ymm_reg) _,
            options(pure, readonly, nostack),
        );
    }
    ([g, h, a, b, c, d, e, f], difference, [new, sum])
}
