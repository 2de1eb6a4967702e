//! The rounds of SHA-512 in the order in which a processor should see them. What leads to the next e takes five steps
//! that wait for each other; the sum that completes a can wait. Where it stands before, as in the standard's order, it
//! takes the units that the next e needs. No compiler keeps such an order, so a round is written in instructions.
#![expect(unsafe_code, reason = "a round in assembly")]

use super::super::compress::Sha2Word as _;
#[cfg(miri)]
use super::super::compress::round;

/// The letters between two rounds: a lacks Σ0 and Maj of the round before.
pub(super) struct Late {
    letters: [u64; 8],
    /// c ⊕ d, which the round before has computed.
    difference: u64,
}

impl Late {
    #[inline(always)]
    pub(super) fn new(&[a, b, c, d, e, f, g, h]: &[u64; 8]) -> Self {
        Self {
            letters: [a.wrapping_sub(completing(b, c, d)), b, c, d, e, f, g, h],
            difference: c ^ d,
        }
    }

    /// One round; `kw` is the sum of the round's constant and its word of the schedule. BMI is there.
    #[inline(always)]
    #[cfg(not(miri))]
    pub(super) fn round(&mut self, kw: u64) {
        let Self { letters: [mut a, b, c, mut d, e, f, g, mut h], difference } = *self;
        let next;
        // SAFETY: the instructions change registers alone.
        unsafe {
            core::arch::asm!(
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
        *self = Self { letters: [h, a, b, c, d, e, f, g], difference: next };
    }

    /// The same where there is no assembly.
    #[cfg(miri)]
    pub(super) fn round(&mut self, kw: u64) {
        let mut letters = self.letters;
        letters[0] = letters[0].wrapping_add(completing(letters[1], letters[2], letters[3]));
        round(&mut letters, kw);
        *self = Self::new(&letters);
    }

    /// The letters, a completed.
    #[inline(always)]
    pub(super) fn finish(self) -> [u64; 8] {
        let [a, b, c, d, e, f, g, h] = self.letters;
        [a.wrapping_add(completing(b, c, d)), b, c, d, e, f, g, h]
    }
}

/// What the round before has to add to a.
#[inline(always)]
fn completing(b: u64, c: u64, d: u64) -> u64 {
    b.big_sigma_0().wrapping_add(u64::majority(b, c, d))
}
