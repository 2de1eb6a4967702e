//! Rounds of SHA-512 in assembly. The assembly fixes the order of the instructions, which compilers would change.
//! Instructions on the critical path of the next round come first. With the steps in the order of the standard, SHA-512
//! would take 1.16 times as long.
#![expect(unsafe_code, reason = "contains inline assembly")]

use core::arch::asm;

use super::cpu::Bmi;

/// Computes a round of SHA-512 (FIPS 180-4 §6.4.2), except its last step: adding Σ0 and Maj to the new variable a. The
/// call for the next round performs this step, to keep the addition off the critical path.
///
/// `letters` are the working variables a to h. The variable a still lacks the last step of the previous round, which
/// this call performs. `difference` is c ⊕ d. `kw` is the sum of the round constant and the message-schedule word.
/// Returns the next working variables and the next `difference`.
#[inline(always)]
pub(crate) fn sha512(_: Bmi, letters: [u64; 8], difference: u64, kw: u64) -> ([u64; 8], u64) {
    let [mut a, b, c, mut d, e, f, g, mut h] = letters;
    let next;
    // SAFETY: the instructions change only registers, and the token proves that the CPU has BMI.
    unsafe {
        asm!(
            "add {h}, {x}",
            "rorx {x}, {e}, 41",
            "rorx {y}, {e}, 18",
            "andn {z}, {e}, {g}",
            "xor {x}, {y}",
            "rorx {y}, {e}, 14",
            "add {h}, {z}",
            "mov {z}, {e}",
            "and {z}, {f}",
            "xor {x}, {y}",
            "add {h}, {z}",
            "add {h}, {x}",
            "add {d}, {h}",
            // Completes the working variable a of SHA-512: adds Σ0 and Maj of the previous round.
            "rorx {x}, {b}, 39",
            "rorx {y}, {b}, 34",
            "mov {z}, {b}",
            "xor {z}, {c}",
            "xor {x}, {y}",
            "rorx {y}, {b}, 28",
            "and {difference}, {z}",
            "xor {difference}, {c}",
            "xor {x}, {y}",
            "add {a}, {difference}",
            "add {a}, {x}",
            a = inout(reg) a,
            b = in(reg) b,
            c = in(reg) c,
            d = inout(reg) d,
            e = in(reg) e,
            f = in(reg) f,
            g = in(reg) g,
            h = inout(reg) h,
            difference = inout(reg) difference => _,
            x = inout(reg) kw => _,
            y = out(reg) _,
            z = out(reg) next,
            options(pure, nomem, nostack),
        );
    }
    ([h, a, b, c, d, e, f, g], next)
}
