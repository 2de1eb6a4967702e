//! Rijndael with blocks of more than 16 bytes, on bit planes of eight blocks, without tables.
//!
//! Plane `i` of row `r` holds bit `i` of the bytes in row `r`. The bit of column `c` of block `b` is at position
//! `8c + b`. ShiftRows rotates words. MixColumns combines rows and needs no shifts.

use super::key_schedule::{Keys, MAX_ROUND_KEYS};
use super::shifts;
use crate::platform::sbox::circuit;
use crate::platform::sbox::sliced::transpose;
use crate::platform::words::xor_words;
use crate::traits::cipher::Rounds;

/// State of eight blocks: eight bit planes of four rows each.
type State = [[u64; 4]; 8];

/// Rijndael rounds on eight blocks: encryption, or decryption if `D` is set.
#[derive(Clone, Copy)]
pub(super) struct Portable<'a, const BLOCK: usize, const SLOT: usize, const D: bool> {
    /// Round keys from [`bitslice_keys`], in the order of encryption.
    pub(super) keys: &'a [[u8; SLOT]],
}

impl<const BLOCK: usize, const SLOT: usize, const D: bool> Rounds for Portable<'_, BLOCK, SLOT, D> {
    type Block = [u8; BLOCK];
    type Blocks = [[u8; BLOCK]; 8];
    type State = State;

    #[inline(always)]
    fn load(&self, blocks: &[[u8; BLOCK]]) -> State {
        let mut state = [[0; 4]; 8];
        for row in 0..4 {
            let mut words = [0_u64; 8];
            for b in 0..blocks.len() {
                for column in 0..BLOCK / 4 {
                    let place = 8 * column;
                    words[b] |= u64::from(blocks[b][4 * column + row]) << place;
                }
            }
            transpose(&mut words);
            for bit in 0..8 {
                state[bit][row] = words[bit];
            }
        }
        state
    }

    fn apply(&self, state: State) -> State {
        if D {
            decrypt::<BLOCK, SLOT>(self.keys, state)
        } else {
            encrypt::<BLOCK, SLOT>(self.keys, state)
        }
    }

    #[inline(always)]
    fn xor(&self, mut a: State, b: State) -> State {
        for bit in 0..8 {
            a[bit] = xor_words(a[bit], &b[bit]);
        }
        a
    }

    #[inline(always)]
    fn store(&self, state: State, blocks: &mut [[u8; BLOCK]]) {
        for row in 0..4 {
            let mut words = planes_of_row(&state, row);
            transpose(&mut words);
            for (b, block) in blocks.iter_mut().enumerate() {
                for column in 0..BLOCK / 4 {
                    block[4 * column + row] = words[b].to_le_bytes()[column];
                }
            }
        }
    }
}

fn encrypt<const BLOCK: usize, const SLOT: usize>(keys: &[[u8; SLOT]], mut state: State) -> State {
    let [first, inner @ .., last] = keys else { return state };
    add_round_key(&mut state, first);
    for key in inner {
        sub_bytes(&mut state, circuit::aes);
        shift_rows::<BLOCK, false>(&mut state);
        mix_columns(&mut state);
        add_round_key(&mut state, key);
    }
    sub_bytes(&mut state, circuit::aes);
    shift_rows::<BLOCK, false>(&mut state);
    add_round_key(&mut state, last);
    state
}

fn decrypt<const BLOCK: usize, const SLOT: usize>(keys: &[[u8; SLOT]], mut state: State) -> State {
    let [first, inner @ .., last] = keys else { return state };
    add_round_key(&mut state, last);
    for key in inner.iter().rev() {
        shift_rows::<BLOCK, true>(&mut state);
        sub_bytes(&mut state, circuit::aes_inverse);
        add_round_key(&mut state, key);
        inverse_mix_columns(&mut state);
    }
    shift_rows::<BLOCK, true>(&mut state);
    sub_bytes(&mut state, circuit::aes_inverse);
    add_round_key(&mut state, first);
    state
}

#[inline(always)]
fn sub_bytes(state: &mut State, s_box: impl Fn([u64; 8]) -> [u64; 8]) {
    for row in 0..4 {
        let planes = s_box(planes_of_row(state, row));
        for bit in 0..8 {
            state[bit][row] = planes[bit];
        }
    }
}

/// Returns the bit planes of a row.
#[inline(always)]
fn planes_of_row(state: &State, row: usize) -> [u64; 8] {
    let mut planes = [0; 8];
    for bit in 0..8 {
        planes[bit] = state[bit][row];
    }
    planes
}

/// Applies ShiftRows or its inverse.
#[inline(always)]
fn shift_rows<const BLOCK: usize, const INVERSE: bool>(state: &mut State) {
    let columns = BLOCK / 4;
    let bits = 8 * columns;
    let used = u64::MAX >> (64 - bits);
    for plane in state {
        for row in 1..4 {
            let shift = 8 * shifts(columns)[row];
            let right = if INVERSE { bits - shift } else { shift };
            // Blocks of fewer than 32 bytes do not use all eight columns. Clears the bits that the S-box has set in the
            // unused columns.
            let word = plane[row] & used;
            plane[row] = (word >> right | word << (bits - right)) & used;
        }
    }
}

/// Applies MixColumns: each row becomes 2 times the row plus 3 times the next row plus the two other rows.
#[inline(always)]
fn mix_columns(state: &mut State) {
    let before = *state;
    let mut sum = before;
    for bit in 0..8 {
        for row in 0..4 {
            sum[bit][row] ^= before[bit][(row + 1) % 4];
        }
    }
    for bit in 0..8 {
        for row in 0..4 {
            let mut doubled = sum[(bit + 7) % 8][row];
            if matches!(bit, 1 | 3 | 4) {
                doubled ^= sum[7][row];
            }
            state[bit][row] = doubled ^ before[bit][(row + 1) % 4] ^ sum[bit][(row + 2) % 4];
        }
    }
}

/// Inverts MixColumns: adds 4·(a[r] + a[r+2]) to rows r and r + 2, where a[r] is row r, then applies MixColumns.
#[inline(always)]
fn inverse_mix_columns(state: &mut State) {
    let mut sum = [[0; 2]; 8];
    for bit in 0..8 {
        let [a, b, c, d] = state[bit];
        sum[bit] = [a ^ c, b ^ d];
    }
    for bit in 0..8 {
        for row in 0..4 {
            // Multiplies by x². Bits 6 and 7 overflow: modulo x⁸ + x⁴ + x³ + x + 1, they reduce to 0x1b and 0x36.
            let high = sum[6][row % 2];
            let highest = sum[7][row % 2];
            state[bit][row] ^= match bit {
                0 => high,
                1 => high ^ highest,
                2 => sum[0][row % 2] ^ highest,
                3 => sum[1][row % 2] ^ high,
                4 => sum[2][row % 2] ^ high ^ highest,
                5 => sum[3][row % 2] ^ highest,
                _ => sum[bit - 2][row % 2],
            };
        }
    }
    mix_columns(state);
}

/// XORs each bit of the round key into the same bit of every block.
#[inline(always)]
fn add_round_key<const SLOT: usize>(state: &mut State, key: &[u8; SLOT]) {
    for (bit, plane) in state.iter_mut().enumerate() {
        for (row, word) in plane.iter_mut().enumerate() {
            let i = 4 * bit + row;
            // Moves bit c of a byte to bit 8c, then copies it to bits 8c to 8c + 7.
            let (low, high) = (u64::from(key[i] & 127), u64::from(key[i] >> 7));
            let bits = low.wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101;
            let bits = bits | high << 56;
            *word ^= (bits << 8).wrapping_sub(bits);
        }
    }
}

/// Converts round keys to the order of [`add_round_key`]: one byte for each bit plane and row. Bit c of this byte
/// belongs to column c.
pub(super) fn bitslice_keys<const SLOT: usize>(keys: &Keys<SLOT>) -> Keys<SLOT> {
    let mut sliced = [[0; SLOT]; MAX_ROUND_KEYS];
    for (to, from) in sliced.iter_mut().zip(keys) {
        // The outer loop runs over rows, so that the code computes no address between shifts of secret bits. Otherwise,
        // Valgrind would report secret addresses that are not secret: it tracks all CPU flags as one value, which a
        // shift of a secret bit makes secret.
        for row in 0..4 {
            for (column, bytes) in from.as_chunks::<4>().0.iter().enumerate() {
                for bit in 0..8 {
                    let i = 4 * bit + row;
                    let set = bytes[row] >> bit & 1;
                    to[i] |= set << column;
                }
            }
        }
    }
    sliced
}
