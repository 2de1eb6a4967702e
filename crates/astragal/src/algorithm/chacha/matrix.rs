//! The initial matrix of ChaCha20 (RFC 8439 §2.3), and HChaCha20 (draft-irtf-cfrg-xchacha-03 §2.2).

use super::round::double_round;
use crate::platform::words::{erase, load_le};

/// The state of ChaCha20: constants, key, block counter, nonce. Word 12 is the counter.
pub(super) type Matrix = [u32; 16];

/// Index of the block counter in the matrix.
pub(super) const COUNTER: usize = 12;

/// Number of double rounds in ChaCha20.
pub(super) const DOUBLE_ROUNDS: usize = 10;

/// The string "expand 32-byte k", as four little-endian words.
const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

/// Returns the initial matrix of keystream block 0.
#[inline]
pub(super) fn matrix(key: &[u32; 8], nonce: &[u8; 12]) -> Matrix {
    let [c0, c1, c2, c3] = CONSTANTS;
    let [k0, k1, k2, k3, k4, k5, k6, k7] = *key;
    let [n0, n1, n2] = load_le(nonce);
    [c0, c1, c2, c3, k0, k1, k2, k3, k4, k5, k6, k7, 0, n0, n1, n2]
}

/// Returns the initial matrix of keystream block 0 for a 24-byte nonce. HChaCha20 derives the ChaCha20 key from the
/// first 16 bytes of the nonce. The ChaCha20 nonce is four zero bytes followed by the last 8 bytes.
pub(super) fn extended_matrix(key: &[u32; 8], nonce: &[u8; 24]) -> Matrix {
    let mut nonce_96 = [0; 12];
    nonce_96[4..].copy_from_slice(&nonce[16..]);
    let mut derived = derived_key(key, load_le(nonce));
    let matrix = matrix(&derived, &nonce_96);
    erase(&mut derived);
    matrix
}

/// HChaCha20: returns the first and the last row of the matrix after the rounds. Unlike ChaCha20, it does not add the
/// initial matrix.
fn derived_key(key: &[u32; 8], nonce: [u32; 4]) -> [u32; 8] {
    let [k0, k1, k2, k3, k4, k5, k6, k7] = *key;
    let mut rows = [CONSTANTS, [k0, k1, k2, k3], [k4, k5, k6, k7], nonce];
    for _ in 0..DOUBLE_ROUNDS {
        rows = double_round(rows);
    }
    let [[a, b, c, d], .., [e, f, g, h]] = rows;
    erase(rows.as_flattened_mut());
    [a, b, c, d, e, f, g, h]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the example in draft-irtf-cfrg-xchacha-03 §2.2.1.
    #[test]
    fn hchacha20_matches_the_draft() {
        let mut key = [0; 32];
        (0..).zip(&mut key).for_each(|(i, byte)| *byte = i);
        let nonce = [0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0, 0x31, 0x41, 0x59, 0x27];
        let expected = [
            0x423b_4182_u32,
            0xfe7b_b227,
            0x5042_0ed3,
            0x737d_878a,
            0xd5e4_f9a0,
            0x53a8_748a,
            0x13c4_2ec1,
            0xdcec_d326,
        ];
        assert_eq!(derived_key(&load_le(&key), load_le(&nonce)), expected);
    }
}
