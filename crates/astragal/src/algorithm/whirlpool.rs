//! Whirlpool: a hash in Miyaguchi–Preneel mode over a cipher on 8 × 8 bytes, with 64-byte digests.
//!
//! # Standard
//! Barreto, Rijmen: version of 2003, ISO/IEC 10118-3.
//!
//! # Files
//! `whirlpool.rs`, with the backends of `wide_trail`.
//!
//! # Backends
//! - `portable`: tables of 16 KiB.
//! - Vectors (`wide_trail`): process the key and the cipher state together. The S-box is computed from 4-bit
//!   mini-boxes, or looked up in registers on AVX-512.
//!
//! # Constant time
//! The vector backends run in constant time. The portable backend indexes tables by the message, and the registry lists
//! it as `table-based`.
//!
//! # Tests
//! Tests compare the backends with the portable code, and check that the mini-boxes give the published S-box. Known
//! answers are in `astragal-vectors`.

use crate::algorithm::wide_trail::{
    Backend, Columns8, Layer, OneSBox, PermutationKernel, StatePair,
};
use crate::construction::block_buffer::Length;
use crate::construction::merkle_damgard::{Compression, MerkleDamgard};
use crate::platform::gf256::{WideTable, mix_columns, wide_table};
use crate::platform::sbox::SBox;
use crate::platform::simd::Nibbles;
use crate::platform::words::{load_le, store_le, xor_words};
use crate::traits::Implementation;
use crate::traits::hash::hash_types;

/// State of 8 × 8 bytes. Each word holds a row; byte j of the little-endian word belongs to column j.
type State = [u64; 8];

#[derive(Clone, Debug)]
pub struct Cipher;

hash_types! { "whirlpool", MerkleDamgard<Cipher, 64, 32>;
    Whirlpool = "whirlpool", digest 64, block 64, "ISO/IEC 10118-3": MerkleDamgard::new([0; 64]);
}

impl Compression<64> for Cipher {
    type Chaining = [u8; 64];
    const LENGTH: Length = Length::BigEndian;

    fn compress_blocks(chaining: &mut [u8; 64], blocks: &[[u8; 64]]) {
        Backend::best().run(Compress { chaining, blocks });
    }

    fn write(chaining: &[u8; 64], digest: &mut [u8]) {
        digest.copy_from_slice(chaining);
    }

    fn implementation() -> Implementation {
        Backend::best().implementation()
    }
}

/// Compression function: for each block m, computes h ← W(h, m) ⊕ h ⊕ m. W(h, m) is the encryption of m with the key h.
struct Compress<'a> {
    chaining: &'a mut [u8; 64],
    blocks: &'a [[u8; 64]],
}

impl PermutationKernel for Compress<'_> {
    type Width = Columns8;

    fn portable(self) {
        let mut chaining: State = load_le(self.chaining);
        for block in self.blocks {
            let message: State = load_le(block);
            let mut key = chaining;
            let mut state = xor_words(message, &key);
            for constant in ROUND_CONSTANTS {
                // The next round key is the image of the current round key under the round function, with the round
                // constant XORed into the first row.
                key = mix_columns(&TABLE, &key, FROM);
                key[0] ^= constant;
                state = xor_words(mix_columns(&TABLE, &state, FROM), &key);
            }
            chaining = xor_words(xor_words(chaining, &message), &state);
        }
        store_le(&chaining, self.chaining);
    }

    #[inline(always)]
    fn vectorized<S: StatePair>(self, proof: S::Proof) {
        let zero = [0; 64];
        let mut h = S::load(proof, self.chaining, &zero);
        for block in self.blocks {
            // The pair consists of the key and the cipher state. In each round, the key is XORed into the cipher state.
            let mut x = S::load(proof, &zero, block).xor(h).xor(h.first_as_second());
            for round in 0..Round::CONSTANTS.len() {
                x = mix(x.substitute_and_shift::<Round>()).add_constants::<Round>(round);
                x = x.xor(x.first_as_second());
            }
            h = h.xor(S::load(proof, block, &zero)).xor(x.swap()).first();
        }
        h.store_first(self.chaining);
    }
}

/// MixRows: multiplies each row from the right by the circulant matrix with the first row 1, 1, 4, 1, 8, 5, 2, 9. The
/// product is evaluated as a polynomial in x, the field element 2.
#[inline(always)]
fn mix<S: StatePair>(x: S) -> S {
    // `pair` is computed once, because it occurs in two coefficients of the polynomial.
    let pair = x.xor(x.rotate_rows::<3>());
    S::evaluate::<Round, 4>([
        x.xor(x.rotate_rows::<1>())
            .xor(x.rotate_rows::<3>())
            .xor(x.rotate_rows::<5>())
            .xor(x.rotate_rows::<7>()),
        x.rotate_rows::<2>(),
        pair.rotate_rows::<3>(),
        pair.rotate_rows::<1>(),
    ])
}

/// Round function of Whirlpool's block cipher W, applied to both the key and the cipher state.
struct Round;

impl Layer for Round {
    type Width = Columns8;
    type SBoxes = OneSBox<MiniBoxes>;
    const FROM: [[usize; 8]; 2] = [FROM; 2];
    const POLYNOMIAL: u16 = POLYNOMIAL;
    const CONSTANTS: &'static [[[u64; 16]; 2]] = &{
        let mut constants = [[[0; 16]; 2]; 10];
        let mut round = 0;
        while round < 10 {
            constants[round][0][0] = ROUND_CONSTANTS[round];
            round += 1;
        }
        constants
    };
}

/// S-box of Whirlpool, computed from mini-boxes. [`S_BOX`] is the table of this S-box.
struct MiniBoxes;

impl SBox for MiniBoxes {
    const TABLE: [u8; 256] = S_BOX;
    const NIBBLES: bool = true;

    #[inline(always)]
    fn nibbles<B: Nibbles>(x: B) -> B {
        let [low, high] = x.nibbles();
        let (a, b) = (high.look_up_16(&E), low.look_up_16(&E_INVERSE));
        let r = a.xor(b).look_up_16(&R);
        a.xor(r).look_up_16(&E_UPPER).xor(b.xor(r).look_up_16(&E_INVERSE))
    }
}

/// ShiftColumns moves column j down by j rows: its byte in row k comes from row k − j.
const FROM: [usize; 8] = [0, 7, 6, 5, 4, 3, 2, 1];

static TABLE: WideTable = wide_table(&[S_BOX], &MATRIX, POLYNOMIAL);

/// Field polynomial: x^8 + x^4 + x^3 + x^2 + 1.
const POLYNOMIAL: u16 = 0x11d;

/// The circulant matrix cir(1, 1, 4, 1, 8, 5, 2, 9). A row is multiplied by the matrix from the right: element k of the
/// product is the sum, over all i, of row element i times `MATRIX[i][k]`.
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

/// The mini-boxes (4-bit S-boxes) E and R of the specification.
const E: [u8; 16] = [1, 0xb, 9, 0xc, 0xd, 6, 0xf, 3, 0xe, 8, 7, 4, 0xa, 2, 5, 0];
const R: [u8; 16] = [7, 0xc, 0xb, 0xd, 0xe, 4, 9, 0xf, 6, 3, 8, 0xa, 2, 5, 1, 0];

/// Mini-box E, with each value shifted to the upper nibble.
const E_UPPER: [u8; 16] = {
    let mut upper = [0; 16];
    let mut i = 0;
    while i < 16 {
        upper[i] = E[i] << 4;
        i += 1;
    }
    upper
};

#[expect(clippy::cast_possible_truncation, reason = "the loop variable is below 16")]
const E_INVERSE: [u8; 16] = {
    let mut inverse = [0; 16];
    let mut i = 0;
    while i < 16 {
        inverse[E[i] as usize] = i as u8;
        i += 1;
    }
    inverse
};

/// The 8-bit S-box, composed of the mini-boxes E and R.
const S_BOX: [u8; 256] = {
    let mut s_box = [0; 256];
    let mut x = 0;
    while x < 256 {
        let a = E[x >> 4];
        let b = E_INVERSE[x & 15];
        let r = R[(a ^ b) as usize];
        s_box[x] = E[(a ^ r) as usize] << 4 | E_INVERSE[(b ^ r) as usize];
        x += 1;
    }
    s_box
};

/// Constants of the ten rounds. Constant i consists of the S-box entries 8i to 8i + 7.
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
    fn mini_boxes_match_the_published_s_box() {
        assert_eq!(S_BOX[..8], [0x18, 0x23, 0xc6, 0xe8, 0x87, 0xb8, 0x01, 0x4f]);
        let mut seen = [false; 256];
        S_BOX.iter().for_each(|&value| seen[usize::from(value)] = true);
        assert!(seen.iter().all(|&seen| seen));
    }
}
