//! The rounds of Kalyna as DSTU 7624:2014 describes them. A word is a column, with its first row least significant.

use super::key_schedule::Schedule;
use super::shift;
use super::tables::{INVERSE_S_BOXES, INVERSE_TABLE, TABLE};
use crate::platform::gf256::mix_columns;

/// Encrypts a block. The first and the last round key are added modulo 2^64.
pub(super) fn encrypt<const NB: usize>(schedule: &Schedule<NB>, block: &[u64; NB]) -> [u64; NB] {
    let [first, keys @ .., last] = schedule.keys() else { return *block };
    let mut state = add(*block, first);
    for key in keys {
        state = xor(round(state), key);
    }
    add(round(state), last)
}

/// Decrypts a block.
pub(super) fn decrypt<const NB: usize>(schedule: &Schedule<NB>, block: &[u64; NB]) -> [u64; NB] {
    let [first, keys @ .., last] = schedule.keys() else { return *block };
    let mut state = inverse_round(subtract(*block, last));
    for key in keys.iter().rev() {
        state = inverse_round(xor(state, key));
    }
    subtract(state, first)
}

/// Applies η (substitution), π (shift of rows) and ψ (multiplication of columns).
fn round<const NB: usize>(state: [u64; NB]) -> [u64; NB] {
    // Row i shifts to the right by ⌊i · NB / 8⌋.
    mix_columns(&TABLE, &state, const { from::<NB>(true) })
}

fn inverse_round<const NB: usize>(state: [u64; NB]) -> [u64; NB] {
    let state = mix_columns(&INVERSE_TABLE, &state, [0; 8]).map(u64::to_le_bytes);
    let from = const { from::<NB>(false) };
    core::array::from_fn(|j| {
        u64::from_le_bytes(core::array::from_fn(|i| {
            INVERSE_S_BOXES[i % 4][usize::from(state[(j + from[i]) % NB][i])]
        }))
    })
}

/// Number of columns between the source and the destination of each row.
const fn from<const NB: usize>(forward: bool) -> [usize; 8] {
    let mut from = [0; 8];
    let mut i = 0;
    while i < 8 {
        let shift = shift::<NB>(i);
        from[i] = if forward { (NB - shift) % NB } else { shift };
        i += 1;
    }
    from
}

pub(super) fn add<const NB: usize>(mut state: [u64; NB], key: &[u64; NB]) -> [u64; NB] {
    state.iter_mut().zip(key).for_each(|(word, key)| *word = word.wrapping_add(*key));
    state
}

fn subtract<const NB: usize>(mut state: [u64; NB], key: &[u64; NB]) -> [u64; NB] {
    state.iter_mut().zip(key).for_each(|(word, key)| *word = word.wrapping_sub(*key));
    state
}

pub(super) fn xor<const NB: usize>(mut state: [u64; NB], key: &[u64; NB]) -> [u64; NB] {
    state.iter_mut().zip(key).for_each(|(word, key)| *word ^= key);
    state
}
