//! Two states side by side: register `i` holds lane `i` of both. With the SHA-3 extension, each operation of the
//! round is one instruction.

use super::super::permutation::States;
use super::super::side_by_side;
use crate::machine::enter::Token;
use crate::machine::simd::Vector64;

pub(super) fn permute_many<T: Token, V: Vector64<2, Proof = T>, const N: usize>(
    cpu: T,
    states: &mut States<N>,
    rounds: usize,
) {
    cpu.enter(
        #[inline(always)]
        move || side_by_side::permute_many::<V, 2, N>(cpu, states, rounds),
    );
}

pub(super) fn absorb_many<T: Token, V: Vector64<2, Proof = T>, const N: usize>(
    cpu: T,
    states: &mut States<N>,
    blocks: &[&[u8]; N],
    rate: usize,
    rounds: usize,
) {
    cpu.enter(
        #[inline(always)]
        move || side_by_side::absorb_many::<V, 2, N>(cpu, states, blocks, rate, rounds),
    );
}
