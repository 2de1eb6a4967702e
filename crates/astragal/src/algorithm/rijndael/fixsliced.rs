//! AES rounds on bit planes of four blocks, without tables.
//!
//! Plane `i` holds bit `i` of every byte. The byte in row `r` and column `c` of block `b` is at position `16r + 4c +
//! b`.
//!
//! To save time, the rounds skip ShiftRows ("fixslicing", Adomnicai and Peyrin 2021). After n rounds, row r is
//! therefore r · n columns away from its position in AES. MixColumns and the stored round keys follow these shifted
//! positions.

use super::key_schedule::{Keys, MAX_ROUND_KEYS};
use crate::platform::sbox::circuit;
use crate::platform::sbox::sliced::transpose;
use crate::platform::words::xor_words;
use crate::traits::cipher::Rounds;

type State = [u64; 8];

/// AES rounds on four blocks: encryption, or decryption if `D` is set.
#[derive(Clone, Copy)]
pub(super) struct Fixsliced<'a, const BLOCK: usize, const SLOT: usize, const D: bool> {
    /// Round keys from [`bitslice_keys`], in the order of encryption.
    pub(super) keys: &'a [[u8; SLOT]],
}

impl<const BLOCK: usize, const SLOT: usize, const D: bool> Rounds
    for Fixsliced<'_, BLOCK, SLOT, D>
{
    type Block = [u8; BLOCK];
    type Blocks = [[u8; BLOCK]; 4];
    type State = State;

    #[inline(always)]
    fn load(&self, blocks: &[[u8; BLOCK]]) -> State {
        let mut state = [0; 8];
        for b in 0..blocks.len().min(4) {
            let (columns, _) = blocks[b].as_chunks();
            let [c0, c1, c2, c3, ..] = columns else { continue };
            state[b] = spread_bytes(*c0) | spread_bytes(*c2) << 8;
            state[4 + b] = spread_bytes(*c1) | spread_bytes(*c3) << 8;
        }
        transpose(&mut state);
        state
    }

    fn apply(&self, state: State) -> State {
        if D { decrypt(self.keys, state) } else { encrypt(self.keys, state) }
    }

    #[inline(always)]
    fn xor(&self, a: State, b: State) -> State {
        xor_words(a, &b)
    }

    #[inline(always)]
    fn store(&self, mut state: State, blocks: &mut [[u8; BLOCK]]) {
        transpose(&mut state);
        for b in 0..blocks.len().min(4) {
            let (columns, _) = blocks[b].as_chunks_mut();
            let [c0, c1, c2, c3, ..] = columns else { continue };
            (*c0, *c2) = (collect_bytes(state[b]), collect_bytes(state[b] >> 8));
            (*c1, *c3) = (collect_bytes(state[4 + b]), collect_bytes(state[4 + b] >> 8));
        }
    }
}

/// Applies an AES round without AddRoundKey to each block.
#[cfg(feature = "aegis")]
pub(crate) fn encrypt_rounds(blocks: &mut [[u8; 16]; 4]) {
    let rounds = Fixsliced::<16, 16, false> { keys: &[] };
    let state = state_shifted(circuit::aes(rounds.load(blocks)), 1);
    rounds.store(mix::<0>(state), blocks);
}

/// Spreads the four bytes of a column to every second byte of a word.
#[inline(always)]
fn spread_bytes(column: [u8; 4]) -> u64 {
    let x = u64::from(u32::from_le_bytes(column));
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    (x | x << 8) & 0x00ff_00ff_00ff_00ff
}

/// Collects every second byte of a word into a column of four bytes.
#[expect(clippy::cast_possible_truncation, reason = "the low half holds the four bytes")]
#[inline(always)]
fn collect_bytes(x: u64) -> [u8; 4] {
    let x = x & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    ((x | x >> 16) as u32).to_le_bytes()
}

#[inline(never)]
fn encrypt<const SLOT: usize>(keys: &[[u8; SLOT]], mut state: State) -> State {
    let [first, inner @ .., last] = keys else { return state };
    state = add_round_key(state, first);
    for (i, key) in inner.iter().enumerate() {
        state = add_round_key(mix_columns(circuit::aes(state), i + 1), key);
    }
    state_shifted(add_round_key(circuit::aes(state), last), keys.len() - 1)
}

#[inline(never)]
fn decrypt<const SLOT: usize>(keys: &[[u8; SLOT]], mut state: State) -> State {
    let [first, inner @ .., last] = keys else { return state };
    // Four applications of ShiftRows are the identity, so 3n applications invert n applications.
    state = add_round_key(state_shifted(state, 3 * (keys.len() - 1)), last);
    for (i, key) in inner.iter().enumerate().rev() {
        state = add_round_key(circuit::aes_inverse(state), key);
        state = inverse_mix_columns(state, i + 1);
    }
    add_round_key(circuit::aes_inverse(state), first)
}

/// Applies ShiftRows `times` times to each bit plane.
#[inline(always)]
fn state_shifted(mut state: State, times: usize) -> State {
    for plane in &mut state {
        *plane = shift_rows(*plane, times);
    }
    state
}

/// Applies ShiftRows `times` times to one plane.
#[inline(always)]
fn shift_rows(x: u64, times: usize) -> u64 {
    const ODD_ROWS: u64 = 0xffff_0000_ffff_0000;
    match times % 4 {
        0 => x,
        2 => moved(x, 0, 2) & ODD_ROWS | x & !ODD_ROWS,
        _ => {
            let mut shifted = 0;
            for row in 0..4 {
                shifted |= moved(x, 0, row * times) & 0xffff << (16 * row);
            }
            shifted
        }
    }
}

/// Rotates the rows and columns of a plane: row r + `rows` becomes row r, and column c + `columns` becomes column c.
#[inline(always)]
const fn moved(x: u64, rows: u32, columns: usize) -> u64 {
    let x = x.rotate_right(16 * rows);
    match columns % 4 {
        0 => x,
        1 => x >> 4 & 0x0fff_0fff_0fff_0fff | x << 12 & 0xf000_f000_f000_f000,
        2 => x >> 8 & 0x00ff_00ff_00ff_00ff | x << 8 & 0xff00_ff00_ff00_ff00,
        _ => x >> 12 & 0x000f_000f_000f_000f | x << 4 & 0xfff0_fff0_fff0_fff0,
    }
}

/// Applies MixColumns to a state for which ShiftRows has been skipped `shifts` times.
#[inline(always)]
fn mix_columns(state: State, shifts: usize) -> State {
    match shifts % 4 {
        0 => mix::<0>(state),
        1 => mix::<1>(state),
        2 => mix::<2>(state),
        _ => mix::<3>(state),
    }
}

/// Applies the inverse of [`mix_columns`].
#[inline(always)]
fn inverse_mix_columns(state: State, shifts: usize) -> State {
    match shifts % 4 {
        0 => mix::<0>(pre_mix::<0>(state)),
        1 => mix::<1>(pre_mix::<1>(state)),
        2 => mix::<2>(pre_mix::<2>(state)),
        _ => mix::<3>(pre_mix::<3>(state)),
    }
}

/// Replaces each row with the sum of 2 times the row, 3 times the next row, and the two other rows.
#[inline(always)]
fn mix<const SHIFTS: usize>(state: State) -> State {
    let mut next = state;
    for plane in &mut next {
        *plane = moved(*plane, 1, SHIFTS);
    }
    let sum = xor_words(state, &next);
    let mut mixed = next;
    for bit in 0..8 {
        let mut doubled = sum[(bit + 7) % 8];
        if matches!(bit, 1 | 3 | 4) {
            doubled ^= sum[7];
        }
        mixed[bit] ^= doubled ^ moved(sum[bit], 2, 2 * SHIFTS);
    }
    mixed
}

/// Adds 4·(a[r] + a[r+2]) to rows r and r + 2, where a[r] is row r. This step, followed by MixColumns, inverts
/// MixColumns.
#[inline(always)]
fn pre_mix<const SHIFTS: usize>(state: State) -> State {
    let mut s = state;
    for plane in &mut s {
        *plane ^= moved(*plane, 2, 2 * SHIFTS);
    }
    // Multiplies by x². Bits 6 and 7 overflow: modulo x⁸ + x⁴ + x³ + x + 1, they reduce to 0x1b and 0x36.
    let times =
        [s[6], s[6] ^ s[7], s[0] ^ s[7], s[1] ^ s[6], s[2] ^ s[6] ^ s[7], s[3] ^ s[7], s[4], s[5]];
    xor_words(state, &times)
}

/// XORs each bit of the round key into the same bit of every block.
#[inline(always)]
fn add_round_key<const SLOT: usize>(mut state: State, key: &[u8; SLOT]) -> State {
    let (halves, _) = key.as_chunks();
    for bit in 0..8 {
        let bits = u64::from_le_bytes(halves[bit / 4]) >> (bit % 4) & 0x1111_1111_1111_1111;
        state[bit] ^= (bits << 4).wrapping_sub(bits);
    }
    state
}

/// Converts round keys to the bit-sliced order of [`add_round_key`]. The low half of a converted key holds bits 0 to 3
/// of every byte, and the high half holds bits 4 to 7. In each half, the four bits of the byte in row `r` and column
/// `c` begin at bit `16r + 4c`. The columns of each round key are then rotated like the columns of the state in that
/// round.
pub(super) fn bitslice_keys<const SLOT: usize>(keys: &Keys<SLOT>) -> Keys<SLOT> {
    let mut sliced = [[0; SLOT]; MAX_ROUND_KEYS];
    for (round, (to, from)) in sliced.iter_mut().zip(keys).enumerate() {
        let mut halves = [0_u64; 2];
        for (column, bytes) in from.as_chunks::<4>().0.iter().enumerate() {
            for (row, &byte) in bytes.iter().enumerate() {
                let place = 16 * row + 4 * column;
                halves[0] |= u64::from(byte & 15) << place;
                halves[1] |= u64::from(byte >> 4) << place;
            }
        }
        for (to, half) in to.as_chunks_mut().0.iter_mut().zip(halves) {
            *to = shift_rows(half, 3 * round).to_le_bytes();
        }
    }
    sliced
}
