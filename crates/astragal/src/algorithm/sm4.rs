//! SM4 (GB/T 32907-2016, ISO/IEC 18033-3): blocks of 16 bytes, keys of 16 bytes, 32 rounds.
//!
//! The S-box is an affine map around inversion in GF(2^8), computed on many bytes at once without tables,
//! so nothing here depends on secrets but the result.

mod lanes;

use crate::platform::sbox::Tables;
use crate::platform::words::{erase, load_be, store_be};
use crate::traits::cipher::{
    Backend, ChooseRounds, Expand, KeySchedule, KeyUse, Rounds, Substitute, UseRounds,
    block_ciphers, engine_by_rounds,
};
use crate::traits::{Implementation, Timing};
use lanes::{Direction, LowLatencyRounds, Tau};

block_ciphers! { "GB/T 32907-2016", block 16;
    Sm4 = Sm4Spec: "sm4", key 16, Schedule;
}

/// SM4, whose keys have one length.
#[derive(Debug)]
pub enum Sm4Spec {}

/// The round keys, in the order of encryption.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` prints the name")]
pub struct Schedule {
    keys: [u32; 32],
    backend: Backend,
}

impl KeySchedule for Schedule {
    const FAMILY: &'static str = "sm4";

    /// §7.3: the key expansion.
    fn expand(key: &[u8], _: KeyUse) -> Self {
        let (keys, _) = key.as_chunks();
        let (backend, key) = (Backend::best(), &keys[0]);
        let mut keys = [0; 32];
        backend.expand(Expansion { key, keys: &mut keys });
        Self { keys, backend }
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::Constant)
    }
}

engine_by_rounds!(Schedule: [u8; 16]);

impl ChooseRounds for Schedule {
    type Block = [u8; 16];

    #[inline]
    fn encryption<U: UseRounds<[u8; 16]>>(&self, _: usize, user: U) -> U::Output {
        user.run(self.backend, Direction::<false>(self), LowLatencyRounds::<false>(self))
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; 16]>>(&self, _: usize, user: U) -> U::Output {
        user.run(self.backend, Direction::<true>(self), LowLatencyRounds::<true>(self))
    }

    #[inline]
    fn chain<U: UseRounds<[u8; 16]>>(&self, _: usize, user: U) -> U::Output {
        user.run(self.backend, LowLatencyRounds::<false>(self), LowLatencyRounds::<false>(self))
    }
}

/// The key expansion (§7.3).
struct Expansion<'a> {
    key: &'a [u8; 16],
    keys: &'a mut [u32; 32],
}

impl Expand for Expansion<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Substitute>(self, bytes: S) {
        let mut k: [u32; 4] = load_be(self.key);
        for (word, fk) in k.iter_mut().zip(FK) {
            *word ^= fk;
        }
        // Words of their own: as one that moves on they would be kept in a vector, from which each takes its time.
        let [mut a, mut b, mut c, mut d] = k;
        for (i, four) in self.keys.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            a ^= mixed(bytes, b ^ c ^ d ^ ck(4 * i));
            b ^= mixed(bytes, c ^ d ^ a ^ ck(4 * i + 1));
            c ^= mixed(bytes, d ^ a ^ b ^ ck(4 * i + 2));
            d ^= mixed(bytes, a ^ b ^ c ^ ck(4 * i + 3));
            *four = [a, b, c, d];
        }
        erase(&mut k);
    }
}

/// §7.3: T'.
#[inline(always)]
fn mixed<S: Substitute>(bytes: S, sum: u32) -> u32 {
    let image = bytes.substitute::<Tau>(u128::from(sum).to_le_bytes());
    let b = u32::from_le_bytes([image[0], image[1], image[2], image[3]]);
    b ^ b.rotate_left(13) ^ b.rotate_left(23)
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(&mut self.keys);
    }
}

/// Sixteen blocks: word `i` of each in `state[i]`.
#[derive(Clone, Copy)]
struct Portable<'a, const DECRYPT: bool>(&'a [u32; 32]);

impl<const DECRYPT: bool> Rounds for Portable<'_, DECRYPT> {
    type Block = [u8; 16];
    type Blocks = [[u8; 16]; 16];
    type State = [[u32; 16]; 4];

    #[inline(always)]
    fn load(&self, blocks: &[[u8; 16]]) -> Self::State {
        let mut state = [[0; 16]; 4];
        for (j, block) in blocks.iter().enumerate() {
            let words: [u32; 4] = load_be(block);
            for (row, word) in state.iter_mut().zip(words) {
                row[j] = word;
            }
        }
        state
    }

    #[inline(always)]
    fn apply(&self, mut x: Self::State) -> Self::State {
        for i in 0..32 {
            let key = self.0[if DECRYPT { 31 - i } else { i }];
            let mut sums = [0; 16];
            for (j, sum) in sums.iter_mut().enumerate() {
                *sum = x[1][j] ^ x[2][j] ^ x[3][j] ^ key;
            }
            let mut next = x[0];
            for (word, b) in next.iter_mut().zip(substitute(sums)) {
                *word ^= linear(b);
            }
            x = [x[1], x[2], x[3], next];
        }
        [x[3], x[2], x[1], x[0]]
    }

    #[inline(always)]
    fn xor(&self, mut a: Self::State, b: Self::State) -> Self::State {
        for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
            *a ^= b;
        }
        a
    }

    #[inline(always)]
    fn store(&self, state: Self::State, blocks: &mut [[u8; 16]]) {
        for (j, block) in blocks.iter_mut().enumerate() {
            store_be(&state.map(|row| row[j]), block);
        }
    }
}

/// §6.2.2: the linear map L.
#[inline(always)]
const fn linear(b: u32) -> u32 {
    b ^ b.rotate_left(2) ^ b.rotate_left(10) ^ b.rotate_left(18) ^ b.rotate_left(24)
}

/// §6.2.1: the S-box on each byte of sixteen words.
fn substitute(mut words: [u32; 16]) -> [u32; 16] {
    let mut pairs = [0; 8];
    for (pair, word) in pairs.iter_mut().zip(words.as_chunks::<2>().0) {
        *pair = u64::from(word[0]) | u64::from(word[1]) << 32;
    }
    Tables::<Tau>::SLICED.substitute(&mut pairs);
    for (pair, word) in pairs.iter().zip(words.as_chunks_mut::<2>().0) {
        *word = low_and_high(*pair);
    }
    words
}

#[expect(clippy::cast_possible_truncation, reason = "takes a half")]
const fn low_and_high(pair: u64) -> [u32; 2] {
    [pair as u32, (pair >> 32) as u32]
}

/// §7.3: the system parameter FK.
const FK: [u32; 4] = [0xa3b1_bac6, 0x56aa_3350, 0x677d_9197, 0xb270_22dc];

/// §7.3: the fixed parameter CK: byte `j` of word `i` is 7·(4i + j) modulo 256.
#[expect(clippy::cast_possible_truncation, reason = "modulo 256")]
const fn ck(i: usize) -> u32 {
    let first = (28 * i) as u8;
    u32::from_be_bytes([
        first,
        first.wrapping_add(7),
        first.wrapping_add(14),
        first.wrapping_add(21),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// GB/T 32907-2016, example 1.
    #[test]
    fn matches_the_standards_example() {
        let key = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210_u128.to_be_bytes();
        let cipher = Sm4::new(&key);
        let mut blocks = [key; 5];
        cipher.encrypt_blocks(&mut blocks);
        let expected = 0x681e_df34_d206_965e_86b3_e94f_536e_4246_u128.to_be_bytes();
        assert_eq!(blocks, [expected; 5]);
        cipher.decrypt_blocks(&mut blocks);
        assert_eq!(blocks, [key; 5]);
    }

    #[test]
    fn backends_match_portable() {
        use crate::traits::cipher::tests::match_portable;
        let schedule = Schedule::expand(&[7; 16], KeyUse::Both);
        match_portable(Direction::<false>(&schedule));
        match_portable(Direction::<true>(&schedule));
        match_portable(LowLatencyRounds::<false>(&schedule));
        match_portable(LowLatencyRounds::<true>(&schedule));
    }
}
