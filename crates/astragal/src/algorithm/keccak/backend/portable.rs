//! Backend for a single state in general registers. Its round is slightly faster than the reference in `permutation`.

#[cfg(target_pointer_width = "64")]
use super::super::kernel;
use super::super::kernel::Work;
use super::super::permutation::State;
#[cfg(target_pointer_width = "64")]
use super::super::round::keccak_p;
use crate::platform::words::store_le;

/// Applies an even number of rounds. This function is not inlined, so that all callers share one copy of its large loop
/// body.
#[cfg(target_pointer_width = "64")]
#[inline(never)]
pub(super) fn permute(state: &mut State, rounds: usize) {
    keccak_p(state, rounds);
}

#[cfg(target_pointer_width = "64")]
#[inline(never)]
pub(super) fn run(state: &mut State, work: Work<'_>) {
    kernel::run::<u64, 1, false>((), state.as_chunks_mut().0, work);
}

/// Absorbs or squeezes blocks with the state in memory, for targets with too few registers for a state.
#[cfg(not(target_pointer_width = "64"))]
pub(super) fn run(state: &mut State, work: Work<'_>) {
    let rounds = work.rounds;
    run_any_rate(state, work, |state| permute(state, rounds));
}

#[cfg(not(target_pointer_width = "64"))]
pub(super) use super::compact::permute;

/// Absorbs or squeezes blocks, for any rate, and calls `permute` once per block.
pub(super) fn run_any_rate(state: &mut State, work: Work<'_>, permute: impl Fn(&mut State)) {
    let Work { input, output, permutations, rate, .. } = work;
    for start in (0..permutations).map(|i| i * rate) {
        for blocks in input {
            let (words, _) = blocks[start..start + rate].as_chunks::<8>();
            for (lane, word) in state.iter_mut().zip(words) {
                *lane ^= u64::from_le_bytes(*word);
            }
        }
        permute(state);
        if !output.is_empty() {
            store_le(&state[..rate / 8], &mut output[start..start + rate]);
        }
    }
}
