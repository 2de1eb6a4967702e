//! Rounds of SHA-512 and SM3 in assembly. The assembly fixes the order of the instructions, which compilers would
//! change. Instructions on the critical path of the next round come first. With the steps in the order of the
//! standards, SHA-512 would take 1.16 times as long, and SM3 1.2 times.
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

/// Defines a round of SM3 (GB/T 32905-2016 §5.3.3). `gg` is assembly code that adds the Boolean function GG to h. `ff`
/// is assembly code that adds the Boolean function FF to d.
macro_rules! sm3 {
    ($(#[$doc:meta])* $name:ident: $gg:literal, $ff:literal) => {
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name(_: Bmi, letters: [u32; 8], t: u32, w: u32, w_prime: u32) -> [u32; 8] {
            let [a, mut b, c, mut d, e, mut f, g, mut h] = letters;
            // SAFETY: the instructions change only registers, and the token proves that the CPU has BMI.
            unsafe {
                asm!(
                    "add {h:e}, {y:e}; add {d:e}, {z:e}",
                    "rorx {u:e}, {a:e}, 20; add {x:e}, {u:e}",
                    $gg,
                    "add {x:e}, {e:e}; rorx {x:e}, {x:e}, 25",
                    $ff,
                    "add {h:e}, {x:e}; xor {u:e}, {x:e}",
                    "rorx {y:e}, {h:e}, 23; rorx {z:e}, {h:e}, 15",
                    "add {d:e}, {u:e}",
                    "xor {h:e}, {y:e}; xor {h:e}, {z:e}",
                    "rorx {f:e}, {f:e}, 13; rorx {b:e}, {b:e}, 23",
                    a = in(reg) a,
                    b = inout(reg) b,
                    c = in(reg) c,
                    d = inout(reg) d,
                    e = in(reg) e,
                    f = inout(reg) f,
                    g = in(reg) g,
                    h = inout(reg) h,
                    u = out(reg) _,
                    x = inout(reg) t => _,
                    y = inout(reg) w => _,
                    z = inout(reg) w_prime => _,
                    options(pure, nomem, nostack),
                );
            }
            [d, a, b, c, h, e, f, g]
        }
    };
}

sm3! {
    /// Computes one of the first 16 rounds of SM3. `t` is the rotated round constant.
    sm3_early:
    "mov {y:e}, {e:e}; xor {y:e}, {f:e}; xor {y:e}, {g:e}; add {h:e}, {y:e}",
    "mov {y:e}, {a:e}; xor {y:e}, {b:e}; xor {y:e}, {c:e}; add {d:e}, {y:e}"
}
sm3! {
    /// Computes one of the later rounds of SM3. `t` is the rotated round constant. In FF and GG, the operands of each
    /// OR have no bits in common. The code therefore adds the operands instead of ORing them.
    sm3_late:
    "andn {y:e}, {e:e}, {g:e}; mov {z:e}, {e:e}; and {z:e}, {f:e}; add {h:e}, {y:e}; add {h:e}, {z:e}",
    "mov {y:e}, {a:e}; mov {z:e}, {a:e}; xor {y:e}, {b:e}; and {z:e}, {b:e}; and {y:e}, {c:e}; \
     add {d:e}, {z:e}; add {d:e}, {y:e}"
}
