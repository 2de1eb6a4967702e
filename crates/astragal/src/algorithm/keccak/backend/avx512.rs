//! Two, four or eight states side by side, and one alone in the low halves of 128-bit registers: a
//! register per lane. There are 32 of them, so no lane leaves for memory; χ and θ's sums are single
//! ternary instructions, and so are rotations.

use super::super::permutation::{State, States};
use super::super::round;
use super::super::side_by_side;
use crate::machine::cpu::Avx512;
use crate::machine::enter::Token as _;
use crate::machine::simd::Vector64;
use crate::machine::simd::x86_64::{U64x2, U64x4, U64x8};

pub(super) fn permute(cpu: Avx512, state: &mut State, rounds: usize) {
    cpu.enter(
        #[inline(always)]
        move || {
            let mut a = load(cpu, state);
            round::keccak_p(&mut a, rounds);
            store(&a, state);
        },
    );
}

pub(super) fn absorb_blocks(
    cpu: Avx512,
    state: &mut State,
    blocks: &[u8],
    rate: usize,
    rounds: usize,
) {
    cpu.enter(
        #[inline(always)]
        move || {
            let (words, _) = blocks.as_chunks();
            let mut a = load(cpu, state);
            round::absorb_blocks(&mut a, blocks.len() / rate, rate, rounds, |i| {
                U64x2::new(cpu, [u64::from_le_bytes(words[i]), 0])
            });
            store(&a, state);
        },
    );
}

pub(super) fn squeeze_blocks(
    cpu: Avx512,
    state: &mut State,
    out: &mut [u8],
    rate: usize,
    rounds: usize,
) {
    cpu.enter(
        #[inline(always)]
        move || {
            let mut a = load(cpu, state);
            round::squeeze_blocks(&mut a, out, rate, rounds, U64x2::to_bytes);
            store(&a, state);
        },
    );
}

#[inline(always)]
fn load(cpu: Avx512, state: &State) -> [U64x2; 25] {
    let mut a = [U64x2::new(cpu, [0; 2]); 25];
    for (lane, word) in a.iter_mut().zip(state) {
        *lane = U64x2::new(cpu, [*word, 0]);
    }
    a
}

#[inline(always)]
fn store(a: &[U64x2; 25], state: &mut State) {
    for (word, lane) in state.iter_mut().zip(a) {
        *word = lane.to_array()[0];
    }
}

/// `N` is 2, 4 or 8.
pub(super) fn permute_many<const N: usize>(cpu: Avx512, states: &mut States<N>, rounds: usize) {
    fn run<V: Vector64<W, Proof = Avx512>, const W: usize, const N: usize>(
        cpu: Avx512,
        states: &mut States<N>,
        rounds: usize,
    ) {
        cpu.enter(
            #[inline(always)]
            move || side_by_side::permute_many::<V, W, N>(cpu, states, rounds),
        );
    }
    match N {
        8 => run::<U64x8, 8, N>(cpu, states, rounds),
        4 => run::<U64x4<Avx512>, 4, N>(cpu, states, rounds),
        _ => run::<U64x2, 2, N>(cpu, states, rounds),
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
    fn run<V: Vector64<W, Proof = Avx512>, const W: usize, const N: usize>(
        cpu: Avx512,
        states: &mut States<N>,
        blocks: &[&[u8]; N],
        rate: usize,
        rounds: usize,
    ) {
        cpu.enter(
            #[inline(always)]
            move || side_by_side::absorb_many::<V, W, N>(cpu, states, blocks, rate, rounds),
        );
    }
    match N {
        8 => run::<U64x8, 8, N>(cpu, states, blocks, rate, rounds),
        4 => run::<U64x4<Avx512>, 4, N>(cpu, states, blocks, rate, rounds),
        _ => run::<U64x2, 2, N>(cpu, states, blocks, rate, rounds),
    }
}
