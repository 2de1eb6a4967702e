//! Four states side by side: register `i` holds lane `i` of each. One state stays in general registers,
//! where BMI rotates and complements without copies.
#![expect(unsafe_code, reason = "enters functions compiled for BMI and AVX2, token in hand")]

use super::super::permutation::State;
use super::super::round;
use super::super::side_by_side;
use super::States;
use super::portable::apply;
use crate::machine::cpu::Avx2;
use crate::machine::simd::x86_64::U64x4;

pub(super) fn permute(_cpu: Avx2, state: &mut State, rounds: usize) {
    #[target_feature(enable = "bmi1,bmi2")]
    fn run(state: &mut State, rounds: usize) {
        round::keccak_p(state, rounds);
    }
    // SAFETY: `_cpu` proves BMI.
    unsafe { run(state, rounds) }
}

pub(super) fn absorb_blocks(
    _cpu: Avx2,
    state: &mut State,
    blocks: &[u8],
    rate: usize,
    rounds: usize,
) {
    #[target_feature(enable = "bmi1,bmi2")]
    fn run(state: &mut State, blocks: &[u8], rate: usize, rounds: usize) {
        let (words, _) = blocks.as_chunks();
        round::absorb_blocks(state, blocks.len() / rate, rate, rounds, |i| {
            u64::from_le_bytes(words[i])
        });
    }
    // SAFETY: `_cpu` proves BMI.
    unsafe { run(state, blocks, rate, rounds) }
}

pub(super) fn squeeze_blocks(
    _cpu: Avx2,
    state: &mut State,
    out: &mut [u8],
    rate: usize,
    rounds: usize,
) {
    #[target_feature(enable = "bmi1,bmi2")]
    fn run(state: &mut State, out: &mut [u8], rate: usize, rounds: usize) {
        round::squeeze_blocks(state, out, rate, rounds, u64::to_le_bytes);
    }
    // SAFETY: `_cpu` proves BMI.
    unsafe { run(state, out, rate, rounds) }
}

/// `N` is 2, 4 or 8.
pub(super) fn permute_many<const N: usize>(cpu: Avx2, states: &mut States<N>, rounds: usize) {
    #[target_feature(enable = "avx2")]
    fn run<const N: usize>(cpu: Avx2, states: &mut States<N>, rounds: usize) {
        side_by_side::permute_many::<U64x4, 4, N>(cpu, states, rounds);
    }
    if N == 2 {
        return (0..N).for_each(|j| apply(states, j, |state| permute(cpu, state, rounds)));
    }
    // SAFETY: `cpu` proves AVX2.
    unsafe { run(cpu, states, rounds) }
}

/// `N` is 2, 4 or 8.
pub(super) fn absorb_many<const N: usize>(
    cpu: Avx2,
    states: &mut States<N>,
    blocks: &[&[u8]; N],
    rate: usize,
    rounds: usize,
) {
    #[target_feature(enable = "avx2")]
    fn run<const N: usize>(
        cpu: Avx2,
        states: &mut States<N>,
        blocks: &[&[u8]; N],
        rate: usize,
        rounds: usize,
    ) {
        side_by_side::absorb_many::<U64x4, 4, N>(cpu, states, blocks, rate, rounds);
    }
    if N == 2 {
        return (0..N).for_each(|j| {
            apply(states, j, |state| absorb_blocks(cpu, state, blocks[j], rate, rounds));
        });
    }
    // SAFETY: `cpu` proves AVX2.
    unsafe { run(cpu, states, blocks, rate, rounds) }
}
