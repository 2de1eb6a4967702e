//! Backend for a single state with AVX-512, in assembly. A register holds a plane of the state. Without assembly, for
//! Miri and for proofs, a register holds a lane.

use super::super::kernel::Work;
#[cfg(any(miri, astragal_model))]
use super::super::kernel::enter;
use super::super::permutation::State;
#[cfg(not(any(miri, astragal_model)))]
use super::super::permutation::{ROUND_CONSTANTS, ROUNDS};
use crate::platform::cpu::Avx512;
#[cfg(any(miri, astragal_model))]
use crate::platform::simd::x86_64::U64x2;
#[cfg(not(any(miri, astragal_model)))]
use crate::platform::simd::x86_64::keccak_planes;

/// Runs the permutations that `work` describes. The number of rounds must be even.
#[cfg(not(any(miri, astragal_model)))]
pub(super) fn run(cpu: Avx512, state: &mut State, work: Work<'_>) {
    let Work { input, output, permutations, rate, rounds } = work;
    let (pairs, _) = ROUND_CONSTANTS.as_chunks();
    let pairs = &pairs[ROUNDS.saturating_sub(rounds) / 2..];
    let input = input.first().map_or(&[][..], |blocks| blocks.as_chunks().0);
    let (output, _) = output.as_chunks_mut();
    keccak_planes::run(cpu, state, input, output, permutations, rate / 8, pairs);
}

/// Runs the permutations that `work` describes. The number of rounds must be even.
#[cfg(any(miri, astragal_model))]
pub(super) fn run(cpu: Avx512, state: &mut State, work: Work<'_>) {
    enter::<Avx512, U64x2, 1, false>(cpu, cpu, state, work);
}

/// Checks that a round of the assembly equals the last round of Keccak-p, in both layouts.
#[cfg(all(test, not(any(miri, astragal_model))))]
pub(super) fn check_round(cpu: Avx512, input: &State, output: &State) {
    let found = keccak_planes::single_rounds(cpu, input, ROUND_CONSTANTS[ROUNDS - 1]);
    assert_eq!(found, [*output; 2]);
}
