//! Kalyna (DSTU 7624:2014), the Ukrainian standard: 10, 14 or 18 rounds on blocks of 128, 256 or 512 bits,
//! with keys as long as the block or twice that.
//!
//! Over vectors (`lanes.rs`) each register holds one byte of many blocks. The portable rounds and the key schedule
//! index tables by secrets.

mod key_schedule;
mod lanes;
mod round;
mod tables;

use crate::kind::cipher::{Backend, ByBlock, Cipher, Engine, Kernel, Uses};
use crate::kind::{Implementation, Timing};
use crate::machine::words::{erase, load_le, store_le};
use key_schedule::Schedule;
use lanes::Direction;

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
pub struct Kalyna<const NB: usize, const NK: usize, const BLOCK: usize, const KEY: usize> {
    schedule: Schedule<NB, NK>,
    backend: Backend,
}

/// How far row `i` goes to the right in a state of `NB` columns: ⌊i · NB / 8⌋.
const fn shift<const NB: usize>(row: usize) -> usize {
    row * NB / 8
}

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
        let backend = Backend::best();
        let mut words = load_le(key);
        let schedule = Schedule::from_words(&words, backend);
        erase(&mut words);
        Self { schedule, backend }
    }

    #[inline]
    fn encrypt<K: Kernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        match NB {
            2 => self.backend.run_forms(Direction::<NB, NK, BLOCK, KEY, 1, false>(self), kernel),
            4 => self.backend.run_forms(Direction::<NB, NK, BLOCK, KEY, 2, false>(self), kernel),
            _ => self.backend.run_forms(Direction::<NB, NK, BLOCK, KEY, 4, false>(self), kernel),
        }
    }

    #[inline]
    fn decrypt<K: Kernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        match NB {
            2 => self.backend.run_forms(Direction::<NB, NK, BLOCK, KEY, 1, true>(self), kernel),
            4 => self.backend.run_forms(Direction::<NB, NK, BLOCK, KEY, 2, true>(self), kernel),
            _ => self.backend.run_forms(Direction::<NB, NK, BLOCK, KEY, 4, true>(self), kernel),
        }
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::TableBased)
    }
}

impl<const NB: usize, const NK: usize, const BLOCK: usize, const KEY: usize> ByBlock
    for Kalyna<NB, NK, BLOCK, KEY>
{
    type Block = [u8; BLOCK];

    #[inline]
    fn encrypt(&self, block: &mut [u8; BLOCK]) {
        store_le(&round::encrypt(&self.schedule, &load_le(block)), block);
    }
    #[inline]
    fn decrypt(&self, block: &mut [u8; BLOCK]) {
        store_le(&round::decrypt(&self.schedule, &load_le(block)), block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// DSTU 7624:2014, annex: the block 10, 11, … under the key 00, 01, ….
    #[test]
    fn the_standards_example_comes_out() {
        let counting =
            |first: u128| (first + 0x0001_0203_0405_0607_0809_0a0b_0c0d_0e0f).to_be_bytes();
        let cipher = Kalyna128_128::new(&counting(0));
        let block = counting(u128::from_be_bytes([16; 16]));
        let mut encrypted = block;
        cipher.encrypt_block(&mut encrypted);
        assert_eq!(encrypted, 0x81bf_1c7d_779b_ac20_e1c9_ea39_b4d2_ad06_u128.to_be_bytes());
        cipher.decrypt_block(&mut encrypted);
        assert_eq!(encrypted, block);
    }

    #[test]
    fn backends_match_portable() {
        use crate::kind::cipher::tests::match_portable;
        let cipher = Kalyna::<2, 4, 16, 32>::new(&[7; 32], Uses::Both);
        match_portable(Direction::<2, 4, 16, 32, 1, false>(&cipher));
        match_portable(Direction::<2, 4, 16, 32, 1, true>(&cipher));
        let cipher = Kalyna::<4, 4, 32, 32>::new(&[8; 32], Uses::Both);
        match_portable(Direction::<4, 4, 32, 32, 2, false>(&cipher));
        match_portable(Direction::<4, 4, 32, 32, 2, true>(&cipher));
        let cipher = Kalyna::<8, 8, 64, 64>::new(&[9; 64], Uses::Both);
        match_portable(Direction::<8, 8, 64, 64, 4, false>(&cipher));
        match_portable(Direction::<8, 8, 64, 64, 4, true>(&cipher));
    }
}
