//! Round keys of Kalyna (DSTU 7624:2014 §7).

use super::round::add;
use crate::platform::array::Flat as _;
use crate::platform::words::{erase, xor_words};

/// Largest number of round keys: 18 rounds use 19 keys.
const MAX_ROUND_KEYS: usize = 19;

/// Number of words of the longest key.
const MAX_KEY_WORDS: usize = 8;

/// Round keys for blocks of `NB` words.
#[derive(Clone)]
pub(crate) struct Schedule<const NB: usize> {
    keys: [[u64; NB]; MAX_ROUND_KEYS],
    rounds: usize,
}

impl<const NB: usize> Schedule<NB> {
    /// Expands a key that is one or two blocks long. `round` applies η, π and ψ: a round without the addition of the
    /// round key.
    pub(super) fn new(key: &[u8], round: impl Fn([u64; NB]) -> [u64; NB]) -> Self {
        let nk = key.len() / 8;
        let rounds = match nk {
            2 => 10,
            4 => 14,
            _ => 18,
        };
        let mut words = [0; MAX_KEY_WORDS];
        let data = &mut words[..nk];
        for (word, bytes) in data.iter_mut().zip(key.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        let mut intermediate = intermediate_key(data, &round);
        let mut keys = [[0; NB]; MAX_ROUND_KEYS];
        // Computes each even round key from one block of the key and a constant. The key has one or two blocks, which
        // are used in turn. After the last block, the key is rotated by one word.
        let blocks_per_key = nk / NB;
        for i in 0..=rounds / 2 {
            let half = i % blocks_per_key * NB;
            if i > 0 && half == 0 {
                data.rotate_left(1);
            }
            // The constant tmv of the standard: the number 2^i in every 16-bit group.
            let tmv = [0x0001_0001_0001_0001 << i; NB];
            let kt = add(intermediate, &tmv);
            let mut key = [0; NB];
            key.copy_from_slice(&data[half..half + NB]);
            key = xor_words(round(add(key, &kt)), &kt);
            keys[2 * i] = add(round(key), &kt);
            if 2 * i < rounds {
                keys[2 * i + 1] = rotate_bytes(&keys[2 * i]);
            }
        }
        erase(&mut words);
        erase(&mut intermediate);
        Self { keys, rounds }
    }

    /// Returns the round keys in order of use.
    #[inline(always)]
    pub(super) fn keys(&self) -> &[[u64; NB]] {
        &self.keys[..=self.rounds]
    }
}

/// Computes the intermediate key Kσ.
fn intermediate_key<const NB: usize>(
    key: &[u64],
    round: impl Fn([u64; NB]) -> [u64; NB],
) -> [u64; NB] {
    let mut state = [0; NB];
    state[0] = (NB + key.len() + 1) as u64;
    let (mut k_alpha, mut k_omega) = ([0; NB], [0; NB]);
    k_alpha.copy_from_slice(&key[..NB]);
    k_omega.copy_from_slice(&key[key.len() - NB..]);
    let state = round(add(state, &k_alpha));
    let state = round(xor_words(state, &k_omega));
    round(add(state, &k_alpha))
}

/// Computes an odd round key by rotating the even round key before it to the left by 2·NB + 3 bytes.
fn rotate_bytes<const NB: usize>(key: &[u64; NB]) -> [u64; NB] {
    let mut bytes = [[0; 8]; NB];
    for j in 0..NB {
        bytes[j] = key[j].to_le_bytes();
    }
    bytes.flat_mut().rotate_left(2 * NB + 3);
    let mut rotated = [0; NB];
    for j in 0..NB {
        rotated[j] = u64::from_le_bytes(bytes[j]);
    }
    erase(bytes.flat_mut());
    rotated
}

impl<const NB: usize> Drop for Schedule<NB> {
    fn drop(&mut self) {
        erase(self.keys.flat_mut());
    }
}
