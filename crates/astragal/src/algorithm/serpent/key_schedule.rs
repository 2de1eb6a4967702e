//! Round keys of Serpent (Serpent §4).

use super::sbox::substitute;
use crate::platform::array::Flat as _;
use crate::platform::words::erase;

/// Round keys K0 … K32 of Serpent.
#[derive(Clone)]
pub(super) struct Schedule(pub(super) [[u32; 4]; 33]);

/// Constant φ of the key schedule: the fractional part of the golden ratio.
const PHI: u32 = 0x9e37_79b9;

impl Schedule {
    /// Expands a key of 16, 24 or 32 bytes. The key is padded with a single 1 bit, then with zeros.
    #[expect(clippy::cast_possible_truncation, reason = "the word index is below 132")]
    pub(super) fn new(key: &[u8]) -> Self {
        let mut padded = [0_u8; 33];
        padded[..key.len()].copy_from_slice(key);
        padded[key.len()] = 1;
        // The prekeys w₋₈ to w₁₃₁. The first eight are the words of the padded key.
        let mut w = [0_u32; 8 + 132];
        for (word, bytes) in w.iter_mut().zip(padded.as_chunks().0) {
            *word = u32::from_le_bytes(*bytes);
        }
        erase(&mut padded);
        for i in 8..w.len() {
            // The newest word, `w[i - 1]`, is rotated separately and XORed last, so that the other operations need not
            // wait for it.
            let sum = w[i - 8] ^ w[i - 5] ^ w[i - 3] ^ PHI ^ (i - 8) as u32;
            w[i] = sum.rotate_left(11) ^ w[i - 1].rotate_left(11);
        }
        let mut keys = [[0; 4]; 33];
        for (i, (key, words)) in keys.iter_mut().zip(w[8..].as_chunks().0).enumerate() {
            *key = substitute((35 - i) % 8, *words);
        }
        erase(&mut w);
        Self(keys)
    }
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.0.flat_mut());
    }
}
