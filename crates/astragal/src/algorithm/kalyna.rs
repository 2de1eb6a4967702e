//! Kalyna (DSTU 7624:2014), the Ukrainian standard: 10, 14 or 18 rounds on blocks of 128, 256 or 512 bits,
//! with keys as long as the block or twice that.

mod key_schedule;
mod round;
mod tables;

use crate::kind::cipher::{ByBlock, Cipher, Engine, Kernel, OneByOne, Uses};
use crate::kind::{Implementation, Timing};
use crate::machine::words::{load_le, store_le};
use key_schedule::Schedule;

pub(crate) use tables::{POLYNOMIAL, S_BOXES, TABLE};

/// `kalyna128-128` (DSTU 7624:2014): a block of 16 bytes, a key of 16 bytes.
pub type Kalyna128_128 = Cipher<Kalyna<2, 2, 16, 16>>;

/// `kalyna128-256` (DSTU 7624:2014): a block of 16 bytes, a key of 32 bytes.
pub type Kalyna128_256 = Cipher<Kalyna<2, 4, 16, 32>>;

/// `kalyna256-256` (DSTU 7624:2014): a block of 32 bytes, a key of 32 bytes.
pub type Kalyna256_256 = Cipher<Kalyna<4, 4, 32, 32>>;

/// `kalyna256-512` (DSTU 7624:2014): a block of 32 bytes, a key of 64 bytes.
pub type Kalyna256_512 = Cipher<Kalyna<4, 8, 32, 64>>;

/// `kalyna512-512` (DSTU 7624:2014): a block of 64 bytes, a key of 64 bytes.
pub type Kalyna512_512 = Cipher<Kalyna<8, 8, 64, 64>>;

/// Kalyna with a block of `NB` words, `BLOCK` bytes, under a key of `NK` words, `KEY` bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` prints the name")]
pub struct Kalyna<const NB: usize, const NK: usize, const BLOCK: usize, const KEY: usize>(
    Schedule<NB, NK>,
);

impl<const NB: usize, const NK: usize, const BLOCK: usize, const KEY: usize> Engine
    for Kalyna<NB, NK, BLOCK, KEY>
{
    const NAME: &'static str = match (BLOCK, KEY) {
        (16, 16) => "kalyna128-128",
        (16, 32) => "kalyna128-256",
        (32, 32) => "kalyna256-256",
        (32, 64) => "kalyna256-512",
        _ => "kalyna512-512",
    };
    const FAMILY: &'static str = "kalyna";
    const STANDARD: &'static str = "DSTU 7624:2014";
    type Key = [u8; KEY];
    type Block = [u8; BLOCK];

    fn new(key: &[u8; KEY], _: Uses) -> Self {
        Self(Schedule::from_words(&load_le(key)))
    }

    #[inline]
    fn encrypt<K: Kernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        let rounds = OneByOne::<_, false>(self);
        kernel.run(rounds, rounds)
    }

    #[inline]
    fn decrypt<K: Kernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        let rounds = OneByOne::<_, true>(self);
        kernel.run(rounds, rounds)
    }

    fn implementation() -> Implementation {
        Implementation { backend: "portable", timing: Timing::TableBased }
    }
}

impl<const NB: usize, const NK: usize, const BLOCK: usize, const KEY: usize> ByBlock
    for Kalyna<NB, NK, BLOCK, KEY>
{
    type Block = [u8; BLOCK];

    #[inline]
    fn encrypt(&self, block: &mut [u8; BLOCK]) {
        store_le(&round::encrypt(&self.0, &load_le(block)), block);
    }
    #[inline]
    fn decrypt(&self, block: &mut [u8; BLOCK]) {
        store_le(&round::decrypt(&self.0, &load_le(block)), block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// DSTU 7624:2014, annex: the block 10, 11, … under the key 00, 01, ….
    #[test]
    fn the_standards_example_comes_out() {
        let cipher = Kalyna128_128::new(&core::array::from_fn(|i| i as u8));
        let block: [u8; 16] = core::array::from_fn(|i| 16 + i as u8);
        let mut encrypted = block;
        cipher.encrypt_block(&mut encrypted);
        assert_eq!(encrypted, 0x81bf_1c7d_779b_ac20_e1c9_ea39_b4d2_ad06_u128.to_be_bytes());
        cipher.decrypt_block(&mut encrypted);
        assert_eq!(encrypted, block);
    }
}
