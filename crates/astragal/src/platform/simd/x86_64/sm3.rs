//! Rounds of SM3 in general registers, alone or together with a part of the message schedule in vectors (GB/T
//! 32905-2016 §5.3). Three rounds compute three schedule words, each of the three in a third of the steps.
//!
//! The assembly fixes the order of the instructions. On Zen 3, a round takes 6.6 cycles on average. The dependences
//! of one round on the previous round take 6 cycles in the first 16 rounds, and 7 cycles in the others. The four integer
//! units would allow 6 cycles. This order was found by measuring some thousands of orders.
#![expect(unsafe_code, reason = "contains inline assembly")]

use core::arch::asm;

use super::{U32x4, X86, m128};

/// Schedule words W, then schedule words W′. The distance of 288 bytes between them is a number in the assembly.
pub(crate) type Words = [[u32; 72]; 2];

/// Instructions of one of the first 16 rounds, with vector instructions between them.
macro_rules! early {
    ($v0:literal $v1:literal $v2:literal $v3:literal $v4:literal $v5:literal $v6:literal $v7:literal $v8:literal) => {
        concat!(
            "rorx {z:e}, {f:e}, 13; add {d:e}, [{words} + 4 * {i} + 288];",
            $v0,
            $v1,
            "xor {f:e}, {g:e}; add {h:e}, [{words} + 4 * {i}]; rorx {u:e}, {a:e}, 20;",
            "xor {f:e}, {e:e}; lea {x:e}, [{u} + {t}];",
            $v2,
            "add {x:e}, {e:e}; add {h:e}, {f:e};",
            $v3,
            "rorx {y:e}, {b:e}, 23; rorx {x:e}, {x:e}, 25;",
            $v4,
            "xor {b:e}, {c:e}; xor {b:e}, {a:e};",
            $v5,
            "add {h:e}, {x:e}; add {d:e}, {b:e};",
            $v6,
            "xor {u:e}, {x:e}; add {d:e}, {u:e}; rorx {u:e}, {h:e}, 23;",
            $v7,
            $v8,
            "rorx {x:e}, {h:e}, 15; xor {h:e}, {x:e}; xor {h:e}, {u:e};"
        )
    };
}

/// Instructions of one of the later rounds, with vector instructions between them. In FF and GG, the operands of each
/// OR have no bits in common. The code therefore adds the operands instead of ORing them.
macro_rules! late {
    ($v0:literal $v1:literal $v2:literal $v3:literal $v4:literal $v5:literal $v6:literal $v7:literal $v8:literal) => {
        concat!(
            "andn {z:e}, {e:e}, {g:e}; rorx {u:e}, {a:e}, 20; lea {x:e}, [{u} + {t}];",
            $v0,
            $v1,
            "add {h:e}, [{words} + 4 * {i}]; mov {y:e}, {a:e}; xor {y:e}, {b:e}; add {x:e}, {e:e};",
            "add {h:e}, {z:e};",
            $v2,
            "rorx {z:e}, {f:e}, 13; add {d:e}, [{words} + 4 * {i} + 288]; and {f:e}, {e:e};",
            "add {h:e}, {f:e}; and {y:e}, {c:e};",
            $v3,
            "rorx {x:e}, {x:e}, 25;",
            $v4,
            "add {h:e}, {x:e}; add {d:e}, {y:e}; xor {u:e}, {x:e}; add {d:e}, {u:e};",
            $v5,
            "rorx {y:e}, {b:e}, 23; and {b:e}, {a:e}; rorx {x:e}, {h:e}, 15;",
            $v6,
            "add {d:e}, {b:e};",
            $v7,
            "rorx {u:e}, {h:e}, 23; xor {h:e}, {x:e}; xor {h:e}, {u:e};",
            $v8
        )
    };
}

/// Performs round `ROUND` on `$letters`, and returns the next working variables. The instructions leave the rotated
/// variables b and f in other registers, because FF and GG overwrite the registers of b and f.
macro_rules! round {
    ($letters:ident, $words:ident, $vectors:tt, $options:tt, $($operands:tt)*) => {
        if ROUND < 16 {
            round!(early $letters, $words, $vectors, $options, $($operands)*)
        } else {
            round!(late $letters, $words, $vectors, $options, $($operands)*)
        }
    };
    ($text:ident $letters:ident, $words:ident, [$($vector:literal)*], ($($option:ident),*), $($operands:tt)*) => {{
        let [a, b, c, mut d, e, f, g, mut h] = $letters;
        let (next_c, next_g);
        asm!(
            $text!($($vector)*),
            a = in(reg) a,
            b = inout(reg) b => _,
            c = in(reg) c,
            d = inout(reg) d,
            e = in(reg) e,
            f = inout(reg) f => _,
            g = in(reg) g,
            h = inout(reg) h,
            u = out(reg) _,
            x = out(reg) _,
            y = out(reg) next_c,
            z = out(reg) next_g,
            words = in(reg) $words,
            i = const ROUND,
            t = const T,
            $($operands)*
            options($($option),*)
        );
        [d, a, next_c, c, h, e, next_g, g]
    }};
}

/// Performs a round. `letters` are the working variables a to h, and `T` is the rotated round constant.
#[inline(always)]
pub(crate) fn round<P: X86, const ROUND: usize, const T: i32>(
    _: P,
    letters: [u32; 8],
    words: &Words,
) -> [u32; 8] {
    const { assert!(ROUND < 64) };
    // SAFETY: the instructions change only registers, and read only `words`. The token proves that the CPU has BMI.
    unsafe { round!(letters, words, ["" "" "" "" "" "" "" "" ""], (pure, readonly, nostack),) }
}

/// Performs a round, and the first steps for three schedule words. Each of `rows` holds three words; the first row
/// begins 18 words before the new words, and holds the word 16 words before them in its third place. Returns the next
/// working variables, the sum of the words 16, 9 and 3 words back, and the words 13 words back.
#[inline(always)]
pub(crate) fn round_with_sums<P: X86, const ROUND: usize, const T: i32>(
    letters: [u32; 8],
    words: &Words,
    rows: &[U32x4<P>; 6],
) -> ([u32; 8], [U32x4<P>; 2]) {
    const { assert!(ROUND < 64) };
    let proof = rows[0].proof();
    let (sum, back_13);
    // SAFETY: the instructions change only registers, and read only `words`. `rows` prove that the CPU has AVX2, and
    // every token for AVX2 includes BMI.
    let letters = unsafe {
        round!(
            letters, words, [
                "vpshufd {sum}, {row_18}, 0x93;" "vpalignr {sum}, {row_15}, {sum}, 12;"
                "vpsrld {v}, {row_3}, 17;" "vpslld {w}, {row_3}, 15;"
                "vpxor {sum}, {sum}, {row_9};" "vpxor {v}, {v}, {w};"
                "vpshufd {back_13}, {row_15}, 0x93;" "vpxor {sum}, {sum}, {v};"
                "vpalignr {back_13}, {row_12}, {back_13}, 12;"
            ], (pure, readonly, nostack),
            row_18 = in(xmm_reg) rows[0].register(),
            row_15 = in(xmm_reg) rows[1].register(),
            row_12 = in(xmm_reg) rows[2].register(),
            row_9 = in(xmm_reg) rows[3].register(),
            row_3 = in(xmm_reg) rows[5].register(),
            sum = out(xmm_reg) sum,
            back_13 = out(xmm_reg) back_13,
            v = out(xmm_reg) _,
            w = out(xmm_reg) _,
        )
    };
    (letters, [U32x4::from_register(proof, sum), U32x4::from_register(proof, back_13)])
}

/// Performs a round, and the next steps for three schedule words. `sums` are the results of [`round_with_sums`], and
/// `back_6` are the words 6 words back. P1 XORs the sum with its rotations to the left by 15 and by 23 bits. Instead,
/// the instructions XOR the sum with its rotation to the right by 8 bits, a shuffle of bytes. [`round_with_words`]
/// rotates the result to the left by 23 bits.
///
/// Returns the next working variables, the new words without this last rotation, and the words to rotate.
#[inline(always)]
pub(crate) fn round_with_terms<P: X86, const ROUND: usize, const T: i32>(
    letters: [u32; 8],
    words: &Words,
    [sum, back_13]: [U32x4<P>; 2],
    back_6: U32x4<P>,
) -> ([u32; 8], [U32x4<P>; 2]) {
    const { assert!(ROUND < 64) };
    let proof = sum.proof();
    let mut new = sum.register();
    let turned;
    // SAFETY: the instructions change only registers, and read only `words`. `sum` proves that the CPU has AVX2, and
    // every token for AVX2 includes BMI.
    let letters = unsafe {
        round!(
            letters, words, [
                "vpshufb {turned}, {new}, {order};" "vpsrld {v}, {back_13}, 25;" ""
                "vpslld {back_13}, {back_13}, 7;" "vpxor {turned}, {turned}, {new};" ""
                "vpxor {v}, {v}, {row_6};" "vpxor {new}, {new}, {back_13};"
                "vpxor {new}, {new}, {v};"
            ], (pure, readonly, nostack),
            new = inout(xmm_reg) new,
            back_13 = inout(xmm_reg) back_13.register() => _,
            row_6 = in(xmm_reg) back_6.register(),
            order = in(xmm_reg) m128::rotation::<4, 8>(),
            turned = out(xmm_reg) turned,
            v = out(xmm_reg) _,
        )
    };
    (letters, [U32x4::from_register(proof, new), U32x4::from_register(proof, turned)])
}

/// Performs a round, and the last steps for three schedule words. `terms` are the results of [`round_with_terms`],
/// `back_6` are the words 6 words back, and `back_3` are the words 3 words back. `ROUND` is 14 less than the index of
/// the first new word. Stores the new words and the words W′ that depend on them. Returns the next working variables
/// and the new words.
#[inline(always)]
pub(crate) fn round_with_words<P: X86, const ROUND: usize, const T: i32>(
    letters: [u32; 8],
    words: &mut Words,
    [new, turned]: [U32x4<P>; 2],
    back_6: U32x4<P>,
    back_3: U32x4<P>,
) -> ([u32; 8], U32x4<P>) {
    const { assert!(ROUND + 14 + 4 <= 72) };
    let proof = new.proof();
    let mut new = new.register();
    // SAFETY: the instructions change only registers and `words`. They store words `ROUND + 14` to `ROUND + 17` of W, and
    // words `ROUND + 10` to `ROUND + 13` of W′. `back_6` proves that the CPU has AVX2, and every token for AVX2 includes
    // BMI.
    let letters = unsafe {
        round!(
            letters, words, [
                "vpsrld {v}, {turned}, 9;" "vpslld {turned}, {turned}, 23;"
                "vpxor {new}, {new}, {v};" "vpshufd {v}, {row_6}, 0x93;"
                "vpxor {new}, {new}, {turned};" "vpalignr {v}, {row_3}, {v}, 12;"
                "vmovdqu [{words} + 4 * {i} + 56], {new};" "vpxor {v}, {v}, {new};"
                "vmovdqu [{words} + 4 * {i} + 328], {v};"
            ], (nostack),
            new = inout(xmm_reg) new,
            turned = inout(xmm_reg) turned.register() => _,
            row_6 = in(xmm_reg) back_6.register(),
            row_3 = in(xmm_reg) back_3.register(),
            v = out(xmm_reg) _,
        )
    };
    (letters, U32x4::from_register(proof, new))
}

/// Ends a block: XORs the working variables into `state` and returns the new state, which the rounds of the next block
/// change. The compiler would collect the variables in vectors for this step, and extract them again, which takes 25
/// cycles.
#[inline(always)]
pub(crate) fn xor_into(state: &mut [u32; 8], letters: [u32; 8]) -> [u32; 8] {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = letters;
    // SAFETY: the instructions change only registers and `state`.
    unsafe {
        asm!(
            "xor {a:e}, [{state}]; xor {b:e}, [{state} + 4]; xor {c:e}, [{state} + 8]",
            "xor {d:e}, [{state} + 12]; xor {e:e}, [{state} + 16]; xor {f:e}, [{state} + 20]",
            "xor {g:e}, [{state} + 24]; xor {h:e}, [{state} + 28]",
            "mov [{state}], {a:e}; mov [{state} + 4], {b:e}; mov [{state} + 8], {c:e}",
            "mov [{state} + 12], {d:e}; mov [{state} + 16], {e:e}; mov [{state} + 20], {f:e}",
            "mov [{state} + 24], {g:e}; mov [{state} + 28], {h:e}",
            state = in(reg) state,
            a = inout(reg) a,
            b = inout(reg) b,
            c = inout(reg) c,
            d = inout(reg) d,
            e = inout(reg) e,
            f = inout(reg) f,
            g = inout(reg) g,
            h = inout(reg) h,
            options(nostack),
        );
    }
    [a, b, c, d, e, f, g, h]
}
