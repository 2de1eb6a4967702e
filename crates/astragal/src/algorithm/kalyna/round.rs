//! The rounds of Kalyna as DSTU 7624:2014 describes them. Each word is a column, with the first row in its least
//! significant byte.

use super::key_schedule::Schedule;
use super::shift;
use super::tables::{INVERSE_S_BOXES, INVERSE_TABLE, TABLE};
use crate::platform::gf256::mix_columns;
use crate::platform::words::xor_words;

/// Encrypts a block. The first and the last round key are added modulo 2^64; the other round keys are XORed.
pub(super) fn encrypt<const NB: usize>(schedule: &Schedule<NB>, block: &[u64; NB]) -> [u64; NB] {
    let [first, keys @ .., last] = schedule.keys() else { return *block };
    let mut state = add(*block, first);
    for key in keys {
        state = xor_words(round(state), key);
    }
    add(round(state), last)
}

/// Decrypts a block.
pub(super) fn decrypt<const NB: usize>(schedule: &Schedule<NB>, block: &[u64; NB]) -> [u64; NB] {
    let [first, keys @ .., last] = schedule.keys() else { return *block };
    let mut state = inverse_round(subtract(*block, last));
    for key in keys.iter().rev() {
        state = inverse_round(xor_words(state, key));
    }
    subtract(state, first)
}

/// Applies η (substitution), π (shift of rows) and ψ (multiplication of columns).
pub(super) fn round<const NB: usize>(state: [u64; NB]) -> [u64; NB] {
    // Row i shifts to the right by ⌊i · NB / 8⌋.
    mix_columns(&TABLE, &state, const { from::<NB>(true) })
}

fn inverse_round<const NB: usize>(state: [u64; NB]) -> [u64; NB] {
    let mixed = mix_columns(&INVERSE_TABLE, &state, [0; 8]);
    let from = const { from::<NB>(false) };
    let mut state = mixed;
    for j in 0..NB {
        let mut column = [0; 8];
        for i in 0..8 {
            let byte = mixed[(j + from[i]) % NB].to_le_bytes()[i];
            column[i] = INVERSE_S_BOXES[i % 4][usize::from(byte)];
        }
        state[j] = u64::from_le_bytes(column);
    }
    state
}

/// Returns the column offset of each row: in the shift of rows π if `forward` is set, and in π⁻¹ otherwise. In row i,
/// the byte of column c comes from column c + `from[i]`, modulo `NB`.
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
    for j in 0..NB {
        state[j] = state[j].wrapping_add(key[j]);
    }
    state
}

fn subtract<const NB: usize>(mut state: [u64; NB], key: &[u64; NB]) -> [u64; NB] {
    for j in 0..NB {
        state[j] = state[j].wrapping_sub(key[j]);
    }
    state
}
