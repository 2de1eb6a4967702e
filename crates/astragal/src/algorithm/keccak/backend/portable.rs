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
pub(super) use compact::permute;

/// The permutation in place, in loops: where registers are short of a lane's length, lanes live in memory in any
/// case, and small programs want few instructions. The compiler unrolls where it is asked for speed.
#[cfg(any(test, not(target_pointer_width = "64")))]
pub(super) mod compact {
    use super::super::super::permutation::{PI, RHO, ROUND_CONSTANTS, ROUNDS, State};

    /// The places that π moves a lane through, from lane 1 on, each with the distance that ρ rotates it by on its
    /// way there.
    const WALK: [(u8, u8); 24] = {
        let mut walk = [(0, 0); 24];
        let (mut from, mut i) = (1, 0);
        while i < 24 {
            let mut to = 0;
            while PI[to] != from {
                to += 1;
            }
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a place of 25 and a distance under 64"
            )]
            let step = (to as u8, RHO[from] as u8);
            walk[i] = step;
            (from, i) = (to, i + 1);
        }
        walk
    };

    #[inline(never)]
    pub(in super::super) fn permute(a: &mut State, rounds: usize) {
        for constant in &ROUND_CONSTANTS[ROUNDS.saturating_sub(rounds)..] {
            let mut c = [0; 5];
            for (i, lane) in a.iter().enumerate() {
                c[i % 5] ^= lane;
            }
            for (i, lane) in a.iter_mut().enumerate() {
                *lane ^= c[(i + 4) % 5] ^ c[(i + 1) % 5].rotate_left(1);
            }
            let mut moved = a[1];
            for (to, distance) in WALK {
                let place = &mut a[usize::from(to)];
                moved = core::mem::replace(place, moved.rotate_left(distance.into()));
            }
            for row in a.as_chunks_mut::<5>().0 {
                let b = *row;
                for (x, lane) in row.iter_mut().enumerate() {
                    *lane ^= !b[(x + 1) % 5] & b[(x + 2) % 5];
                }
            }
            a[0] ^= constant;
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::super::super::permutation;
    use super::compact;

    #[test]
    fn in_place_and_in_loops_it_is_the_same() {
        for rounds in [0, 1, 12, 23, 24, 25] {
            let mut state =
                core::array::from_fn(|i| (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut expected = state;
            permutation::keccak_p(&mut expected, rounds);
            compact::permute(&mut state, rounds);
            assert_eq!(state, expected, "{rounds} rounds");
        }
    }
}
