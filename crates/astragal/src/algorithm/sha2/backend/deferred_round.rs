//! The letters of SHA-512 where a round completes the a of the one before (see `platform/rounds.rs`).

use super::super::compress::Sha2Word as _;
#[cfg(miri)]
use super::super::compress::round;
use crate::platform::cpu::Bmi;
#[cfg(not(miri))]
use crate::platform::rounds;

/// The letters between two rounds: a lacks Σ0 and Maj of the round before.
pub(super) struct Late {
    letters: [u64; 8],
    /// c ⊕ d, which the round before has computed.
    difference: u64,
}

impl Late {
    #[inline(always)]
    pub(super) fn new(&[a, b, c, d, e, f, g, h]: &[u64; 8]) -> Self {
        let a = a.wrapping_sub(completing(b, c, d));
        Self { letters: [a, b, c, d, e, f, g, h], difference: c ^ d }
    }

    /// One round; `kw` is the sum of the round's constant and its word of the schedule.
    #[inline(always)]
    #[cfg(not(miri))]
    pub(super) fn round(&mut self, bmi: Bmi, kw: u64) {
        (self.letters, self.difference) = rounds::sha512(bmi, self.letters, self.difference, kw);
    }

    /// The same without assembly.
    #[cfg(miri)]
    pub(super) fn round(&mut self, _: Bmi, kw: u64) {
        let mut letters = Self { ..*self }.finish();
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
