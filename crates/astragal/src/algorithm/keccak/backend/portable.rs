//! One state after the other in general registers. The round over lanes is a little faster here than the
//! oracle in `permutation`, and judged by it like the others.

use core::array::from_fn;

use super::super::permutation::{State, States};
#[cfg(target_pointer_width = "64")]
use super::super::round;
use crate::machine::words::store_le;

/// Never inlined: one copy, because the two rounds of the loop are large.
#[cfg(target_pointer_width = "64")]
#[inline(never)]
pub(super) fn permute(state: &mut State, rounds: usize) {
    round::keccak_p(state, rounds);
}

#[cfg(not(target_pointer_width = "64"))]
pub(super) use super::compact::permute;

/// Absorbs blocks of any rate by any permutation.
pub(super) fn absorb_blocks(
    state: &mut State,
    blocks: &[u8],
    rate: usize,
    permute: impl Fn(&mut State),
) {
    for block in blocks.chunks_exact(rate) {
        let (words, _) = block.as_chunks::<8>();
        for (lane, word) in state.iter_mut().zip(words) {
            *lane ^= u64::from_le_bytes(*word);
        }
        permute(state);
    }
}

/// Squeezes blocks of any rate by any permutation.
pub(super) fn squeeze_blocks(
    state: &mut State,
    out: &mut [u8],
    rate: usize,
    permute: impl Fn(&mut State),
) {
    for block in out.chunks_exact_mut(rate) {
        permute(state);
        store_le(&state[..rate / 8], block);
    }
}

pub(super) fn permute_many<const N: usize>(states: &mut States<N>, rounds: usize) {
    for j in 0..N {
        apply(states, j, |state| permute(state, rounds));
    }
}

/// Absorbs blocks of any rate by any permutation of several states.
pub(super) fn absorb_many<const N: usize>(
    states: &mut States<N>,
    blocks: &[&[u8]; N],
    rate: usize,
    permute_many: impl Fn(&mut States<N>),
) {
    for start in (0..blocks[0].len()).step_by(rate) {
        for (j, blocks) in blocks.iter().enumerate() {
            let (words, _) = blocks[start..start + rate].as_chunks::<8>();
            for (lanes, word) in states.iter_mut().zip(words) {
                lanes[j] ^= u64::from_le_bytes(*word);
            }
        }
        permute_many(states);
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
