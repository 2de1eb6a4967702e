//! Backend for a single state with BMI, in assembly. Without assembly, for Miri and for proofs, it is the portable code.

use super::super::kernel::Work;
use super::super::permutation::State;
#[cfg(not(any(miri, astragal_model)))]
use super::super::permutation::{ROUND_CONSTANTS, ROUNDS};
use super::portable::run_any_rate;
use crate::platform::cpu::Bmi;
#[cfg(not(any(miri, astragal_model)))]
use crate::platform::simd::x86_64::keccak_bmi;

/// Applies an even number of rounds.
#[cfg(not(any(miri, astragal_model)))]
pub(super) fn permute(cpu: Bmi, state: &mut State, rounds: usize) {
    let (pairs, _) = ROUND_CONSTANTS.as_chunks();
    keccak_bmi::keccak_p(cpu, state, &pairs[ROUNDS.saturating_sub(rounds) / 2..]);
}

/// Applies an even number of rounds.
#[cfg(any(miri, astragal_model))]
pub(super) fn permute(_: Bmi, state: &mut State, rounds: usize) {
    super::portable::permute(state, rounds);
}

/// Absorbs or squeezes blocks with the state in memory.
pub(super) fn run(cpu: Bmi, state: &mut State, work: Work<'_>) {
    let rounds = work.rounds;
    run_any_rate(state, work, |state| permute(cpu, state, rounds));
}

/// Checks that a round of the assembly equals the last round of Keccak-p.
#[cfg(all(test, not(any(miri, astragal_model))))]
pub(super) fn check_round(cpu: Bmi, input: &State, output: &State) {
    assert_eq!(keccak_bmi::single_round(cpu, input, ROUND_CONSTANTS[ROUNDS - 1]), *output);
}
