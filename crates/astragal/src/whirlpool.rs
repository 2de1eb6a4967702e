//! Whirlpool (Barreto, Rijmen; the version of 2003, ISO/IEC 10118-3): a cipher on 8×8 bytes in
//! Miyaguchi–Preneel mode, a digest of 64 bytes. The tables are indexed by the message: its timing may tell.

use crate::block_buffer::Length;
use crate::gf256::{WideTable, mix_columns, wide_table};
use crate::hash::{Implementation, Timing, hash_types};
use crate::merkle_damgard::{Compression, MerkleDamgard};
use crate::words::{load_le, store_le};

/// Rows of 8 bytes, column j of a row at byte j of a little-endian word.
type State = [u64; 8];

#[derive(Clone)]
pub(crate) struct Cipher;

hash_types! { "whirlpool", MerkleDamgard<Cipher, 64, 32>;
    Whirlpool = "whirlpool", digest 64, block 64, "ISO/IEC 10118-3": MerkleDamgard::new([0; 8]);
}

impl Compression<64> for Cipher {
    type Chaining = State;
    const LENGTH: Length = Length::BigEndian;

    fn compress_blocks(chaining: &mut State, blocks: &[[u8; 64]]) {
        for block in blocks {
            let message: State = load_le(block);
            let mut key = *chaining;
            let mut state = add(&message, &key);
            for constant in ROUND_CONSTANTS {
                // A key is the round function of the key before; the constant stands in its first row.
                key = mix_columns(&TABLE, &key, FROM);
                key[0] ^= constant;
                state = add(&mix_columns(&TABLE, &state, FROM), &key);
            }
            *chaining = add(&add(chaining, &message), &state);
        }
    }

    fn write(chaining: &State, digest: &mut [u8]) {
        store_le(chaining, digest);
    }

    fn implementation() -> Implementation {
        Implementation { backend: "portable", timing: Timing::TableBased }
    }
}

fn add(a: &State, b: &State) -> State {
    core::array::from_fn(|i| a[i] ^ b[i])
}

/// ShiftColumns: column j moves down by j, so row k takes from row k − j.
const FROM: [usize; 8] = [0, 7, 6, 5, 4, 3, 2, 1];

static TABLE: WideTable = wide_table(&[S_BOX], &MATRIX, 0x11d);

/// Row vectors times cir(1, 1, 4, 1, 8, 5, 2, 9): what column i gives to column k.
const MATRIX: [[u8; 8]; 8] = {
    let first_row = [1, 1, 4, 1, 8, 5, 2, 9];
    let mut matrix = [[0; 8]; 8];
    let mut i = 0;
    while i < 8 {
        let mut k = 0;
        while k < 8 {
            matrix[i][k] = first_row[(8 + k - i) % 8];
            k += 1;
        }
        i += 1;
    }
    matrix
};

/// The S-box, from the mini-boxes E and R of the specification.
#[expect(clippy::cast_possible_truncation, reason = "counts the nibbles")]
const S_BOX: [u8; 256] = {
    const E: [u8; 16] = [1, 0xb, 9, 0xc, 0xd, 6, 0xf, 3, 0xe, 8, 7, 4, 0xa, 2, 5, 0];
    const R: [u8; 16] = [7, 0xc, 0xb, 0xd, 0xe, 4, 9, 0xf, 6, 3, 8, 0xa, 2, 5, 1, 0];
    let mut e_inverse = [0; 16];
    let mut i = 0;
    while i < 16 {
        e_inverse[E[i] as usize] = i as u8;
        i += 1;
    }
    let mut s_box = [0; 256];
    let mut x = 0;
    while x < 256 {
        let a = E[x >> 4];
        let b = e_inverse[x & 15];
        let r = R[(a ^ b) as usize];
        s_box[x] = E[(a ^ r) as usize] << 4 | e_inverse[(b ^ r) as usize];
        x += 1;
    }
    s_box
};

/// Eight bytes of the S-box for each of ten rounds.
const ROUND_CONSTANTS: [u64; 10] = {
    let mut constants = [0; 10];
    let mut i = 0;
    while i < 80 {
        constants[i / 8] |= (S_BOX[i] as u64) << (8 * (i % 8));
        i += 1;
    }
    constants
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mini_boxes_make_the_published_s_box() {
        assert_eq!(S_BOX[..8], [0x18, 0x23, 0xc6, 0xe8, 0x87, 0xb8, 0x01, 0x4f]);
        let mut seen = [false; 256];
        S_BOX.iter().for_each(|&value| seen[usize::from(value)] = true);
        assert!(seen.iter().all(|&seen| seen));
    }
}
