//! Two, four or eight states side by side, and one alone in the low halves of 128-bit registers: a
//! register per lane. There are 32 of them, so no lane leaves for memory; χ and θ's sums are single
//! ternary instructions, and so are rotations.
#![expect(unsafe_code, reason = "enters functions compiled for AVX-512, token in hand")]

use super::super::permutation::State;
use super::super::round;
use super::super::side_by_side;
use super::States;
use crate::machine::cpu::Avx512;
use crate::machine::simd::Vector64;
use crate::machine::simd::x86_64::{U64x2Vl, U64x4Vl, U64x8};

pub(super) fn permute(cpu: Avx512, state: &mut State, rounds: usize) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn run(cpu: Avx512, state: &mut State, rounds: usize) {
        let mut a = state.map(|word| U64x2Vl::new(cpu, [word, 0]));
        round::keccak_p(&mut a, rounds);
        *state = a.map(|lane| lane.to_array()[0]);
    }
    // SAFETY: `cpu` proves AVX-512.
    unsafe { run(cpu, state, rounds) }
}

pub(super) fn absorb_blocks(
    cpu: Avx512,
    state: &mut State,
    blocks: &[u8],
    rate: usize,
    rounds: usize,
) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn run(cpu: Avx512, state: &mut State, blocks: &[u8], rate: usize, rounds: usize) {
        let (words, _) = blocks.as_chunks();
        let mut a = state.map(|word| U64x2Vl::new(cpu, [word, 0]));
        round::absorb_blocks(&mut a, blocks.len() / rate, rate, rounds, |i| {
            U64x2Vl::new(cpu, [u64::from_le_bytes(words[i]), 0])
        });
        *state = a.map(|lane| lane.to_array()[0]);
    }
    // SAFETY: `cpu` proves AVX-512.
    unsafe { run(cpu, state, blocks, rate, rounds) }
}

pub(super) fn squeeze_blocks(
    cpu: Avx512,
    state: &mut State,
    out: &mut [u8],
    rate: usize,
    rounds: usize,
) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn run(cpu: Avx512, state: &mut State, out: &mut [u8], rate: usize, rounds: usize) {
        let mut a = state.map(|word| U64x2Vl::new(cpu, [word, 0]));
        round::squeeze_blocks(&mut a, out, rate, rounds, U64x2Vl::to_bytes);
        *state = a.map(|lane| lane.to_array()[0]);
    }
    // SAFETY: `cpu` proves AVX-512.
    unsafe { run(cpu, state, out, rate, rounds) }
}

/// `N` is 2, 4 or 8.
pub(super) fn permute_many<const N: usize>(cpu: Avx512, states: &mut States<N>, rounds: usize) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn run<V: Vector64<W, Proof = Avx512>, const W: usize, const N: usize>(
        cpu: Avx512,
        states: &mut States<N>,
        rounds: usize,
    ) {
        side_by_side::permute_many::<V, W, N>(cpu, states, rounds);
    }
    // SAFETY: `cpu` proves AVX-512.
    unsafe {
        match N {
            8 => run::<U64x8, 8, N>(cpu, states, rounds),
            4 => run::<U64x4Vl, 4, N>(cpu, states, rounds),
            _ => run::<U64x2Vl, 2, N>(cpu, states, rounds),
        }
    }
}

/// `N` is 2, 4 or 8.
pub(super) fn absorb_many<const N: usize>(
    cpu: Avx512,
    states: &mut States<N>,
    blocks: &[&[u8]; N],
    rate: usize,
    rounds: usize,
) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn run<V: Vector64<W, Proof = Avx512>, const W: usize, const N: usize>(
        cpu: Avx512,
        states: &mut States<N>,
        blocks: &[&[u8]; N],
        rate: usize,
        rounds: usize,
    ) {
        side_by_side::absorb_many::<V, W, N>(cpu, states, blocks, rate, rounds);
    }
    // SAFETY: `cpu` proves AVX-512.
    unsafe {
        match N {
            8 => run::<U64x8, 8, N>(cpu, states, blocks, rate, rounds),
            4 => run::<U64x4Vl, 4, N>(cpu, states, blocks, rate, rounds),
            _ => run::<U64x2Vl, 2, N>(cpu, states, blocks, rate, rounds),
        }
    }
}
