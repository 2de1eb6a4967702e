//! One state after the other in general registers. The round over lanes is a little faster here than the
//! oracle in `permutation`, and judged by it like the others.

use core::array::from_fn;

use super::super::permutation::State;
use super::super::round;
use super::States;
use crate::machine::words::store_le;

/// Never inlined: one copy, because the two rounds of the loop are large where words have 32 bits.
#[inline(never)]
pub(super) fn permute(state: &mut State, rounds: usize) {
    round::keccak_p(state, rounds);
}

pub(super) fn absorb_blocks(state: &mut State, blocks: &[u8], rate: usize, rounds: usize) {
    for block in blocks.chunks_exact(rate) {
        let (words, _) = block.as_chunks::<8>();
        for (lane, word) in state.iter_mut().zip(words) {
            *lane ^= u64::from_le_bytes(*word);
        }
        permute(state, rounds);
    }
}

pub(super) fn squeeze_blocks(state: &mut State, out: &mut [u8], rate: usize, rounds: usize) {
    for block in out.chunks_exact_mut(rate) {
        permute(state, rounds);
        store_le(&state[..rate / 8], block);
    }
}

pub(super) fn permute_many<const N: usize>(states: &mut States<N>, rounds: usize) {
    for j in 0..N {
        apply(states, j, |state| permute(state, rounds));
    }
}

pub(super) fn absorb_many<const N: usize>(
    states: &mut States<N>,
    blocks: &[&[u8]; N],
    rate: usize,
    rounds: usize,
) {
    for (j, blocks) in blocks.iter().enumerate() {
        apply(states, j, |state| absorb_blocks(state, blocks, rate, rounds));
    }
}

/// Takes state `j` out of its neighbours, changes it, and puts it back.
pub(super) fn apply<const N: usize>(
    states: &mut States<N>,
    j: usize,
    change: impl FnOnce(&mut State),
) {
    let mut state = from_fn(|i| states[i][j]);
    change(&mut state);
    for (lanes, word) in states.iter_mut().zip(state) {
        lanes[j] = word;
    }
}
