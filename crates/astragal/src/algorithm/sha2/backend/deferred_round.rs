//! SHA-512 rounds that defer one addition. The term Σ0 + Maj of a round is added to the variable a only in the next
//! round. The instructions on the critical path of that round can then come first (see `platform/asm_rounds.rs`).

use super::super::compress::Sha2Word as _;
#[cfg(miri)]
use super::super::compress::round;
#[cfg(not(miri))]
use crate::platform::asm_rounds;
use crate::platform::cpu::Bmi;
use crate::platform::simd::Pairs;
#[cfg(not(any(miri, astragal_model)))]
use crate::platform::simd::x86_64::sha512;

/// Working variables between two rounds. The terms Σ0 and Maj of the previous round have not been added to the variable
/// a yet.
pub(super) struct DeferredRound {
    working: [u64; 8],
    /// c ⊕ d, a term of Maj that the previous round has already computed.
    difference: u64,
}

impl DeferredRound {
    #[inline(always)]
    pub(super) fn new(&[a, b, c, d, e, f, g, h]: &[u64; 8]) -> Self {
        let a = a.wrapping_sub(deferred_term(b, c, d));
        Self { working: [a, b, c, d, e, f, g, h], difference: c ^ d }
    }

    /// Performs one round. `kw` is the sum of the round constant and the schedule word.
    #[inline(always)]
    #[cfg(not(miri))]
    pub(super) fn round(&mut self, bmi: Bmi, kw: u64) {
        (self.working, self.difference) =
            asm_rounds::sha512(bmi, self.working, self.difference, kw);
    }

    /// Performs two rounds. The sums for them are the words `WORD` and `WORD + 1` of `sums`.
    #[inline(always)]
    pub(super) fn two_rounds<const WORD: usize, const N: usize>(
        &mut self,
        bmi: Bmi,
        sums: &[[u64; 4]; N],
    ) {
        #[cfg(not(any(miri, astragal_model)))]
        {
            (self.working, self.difference) =
                sha512::two_rounds::<WORD, N>(bmi, self.working, self.difference, sums);
        }
        #[cfg(any(miri, astragal_model))]
        for kw in &sums.as_flattened()[WORD..WORD + 2] {
            self.round(bmi, *kw);
        }
    }

    /// Performs two rounds and computes new schedule words, as [`Pairs::sha512_rounds`] does.
    #[inline(always)]
    pub(super) fn two_rounds_with_words<V: Pairs, const WORD: usize>(
        &mut self,
        sums: &[[u64; 4]; 8],
        words: [V; 5],
        constants: V,
    ) -> [V; 2] {
        let rows;
        (self.working, self.difference, rows) =
            V::sha512_rounds::<WORD>(self.working, self.difference, sums, words, constants);
        rows
    }

    /// Performs one round without assembly.
    #[cfg(miri)]
    pub(super) fn round(&mut self, _: Bmi, kw: u64) {
        let mut working = Self { ..*self }.finish();
        round(&mut working, kw);
        *self = Self::new(&working);
    }

    /// Adds the deferred term Σ0 + Maj to the variable `a`, and returns the working variables.
    #[inline(always)]
    pub(super) fn finish(self) -> [u64; 8] {
        let [a, b, c, d, e, f, g, h] = self.working;
        [a.wrapping_add(deferred_term(b, c, d)), b, c, d, e, f, g, h]
    }
}

/// Returns Σ0 + Maj of the previous round, which has not been added to `a` yet.
#[inline(always)]
fn deferred_term(b: u64, c: u64, d: u64) -> u64 {
    b.big_sigma_0().wrapping_add(u64::majority(b, c, d))
}
