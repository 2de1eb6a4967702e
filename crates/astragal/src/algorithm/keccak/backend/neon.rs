//! Two states side by side: register `i` holds lane `i` of both.
#![expect(unsafe_code, reason = "enters functions compiled for NEON, token in hand")]

use super::super::side_by_side;
use super::States;
use crate::machine::cpu::Neon;
use crate::machine::simd::aarch64::U64x2;

pub(super) fn permute_many<const N: usize>(cpu: Neon, states: &mut States<N>, rounds: usize) {
    #[target_feature(enable = "neon")]
    fn run<const N: usize>(cpu: Neon, states: &mut States<N>, rounds: usize) {
        side_by_side::permute_many::<U64x2, 2, N>(cpu, states, rounds);
    }
    // SAFETY: `cpu` proves NEON.
    unsafe { run(cpu, states, rounds) }
}

pub(super) fn absorb_many<const N: usize>(
    cpu: Neon,
    states: &mut States<N>,
    blocks: &[&[u8]; N],
    rate: usize,
    rounds: usize,
) {
    #[target_feature(enable = "neon")]
    fn run<const N: usize>(
        cpu: Neon,
        states: &mut States<N>,
        blocks: &[&[u8]; N],
        rate: usize,
        rounds: usize,
    ) {
        side_by_side::absorb_many::<U64x2, 2, N>(cpu, states, blocks, rate, rounds);
    }
    // SAFETY: `cpu` proves NEON.
    unsafe { run(cpu, states, blocks, rate, rounds) }
}
