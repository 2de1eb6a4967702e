//! Two states side by side: register `i` holds lane `i` of both; each operation of the round is one
//! instruction.
#![expect(unsafe_code, reason = "enters functions compiled for the SHA-3 extension, token in hand")]

use super::super::side_by_side;
use super::States;
use crate::machine::cpu::ArmSha3;
use crate::machine::simd::aarch64::U64x2Sha3;

pub(super) fn permute_many<const N: usize>(cpu: ArmSha3, states: &mut States<N>, rounds: usize) {
    #[target_feature(enable = "sha3")]
    fn run<const N: usize>(cpu: ArmSha3, states: &mut States<N>, rounds: usize) {
        side_by_side::permute_many::<U64x2Sha3, 2, N>(cpu, states, rounds);
    }
    // SAFETY: `cpu` proves the SHA-3 extension.
    unsafe { run(cpu, states, rounds) }
}

pub(super) fn absorb_many<const N: usize>(
    cpu: ArmSha3,
    states: &mut States<N>,
    blocks: &[&[u8]; N],
    rate: usize,
    rounds: usize,
) {
    #[target_feature(enable = "sha3")]
    fn run<const N: usize>(
        cpu: ArmSha3,
        states: &mut States<N>,
        blocks: &[&[u8]; N],
        rate: usize,
        rounds: usize,
    ) {
        side_by_side::absorb_many::<U64x2Sha3, 2, N>(cpu, states, blocks, rate, rounds);
    }
    // SAFETY: `cpu` proves the SHA-3 extension.
    unsafe { run(cpu, states, blocks, rate, rounds) }
}
