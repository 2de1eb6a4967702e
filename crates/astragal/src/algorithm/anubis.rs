//! Anubis (Barreto, Rijmen: "The ANUBIS Block Cipher", the tweaked version of 2001): 12 to 18 rounds on
//! 128-bit blocks, keys of 128 to 320 bits in steps of 32. Every part is its own inverse, so that decryption
//! is encryption under other round keys.

mod key_schedule;
mod round;
mod tables;

use crate::kind::cipher::{ByBlock, Cipher, Engine, Kernel, OneByOne, Uses};
use crate::kind::{Implementation, Timing};
use key_schedule::Schedule;

/// `anubis-128` (Anubis, tweaked version of 2001): a block of 16 bytes, a key of 16 bytes.
pub type Anubis128 = Cipher<Anubis<16>>;

/// `anubis-160` (Anubis, tweaked version of 2001): a block of 16 bytes, a key of 20 bytes.
pub type Anubis160 = Cipher<Anubis<20>>;

/// `anubis-192` (Anubis, tweaked version of 2001): a block of 16 bytes, a key of 24 bytes.
pub type Anubis192 = Cipher<Anubis<24>>;

/// `anubis-224` (Anubis, tweaked version of 2001): a block of 16 bytes, a key of 28 bytes.
pub type Anubis224 = Cipher<Anubis<28>>;

/// `anubis-256` (Anubis, tweaked version of 2001): a block of 16 bytes, a key of 32 bytes.
pub type Anubis256 = Cipher<Anubis<32>>;

/// `anubis-288` (Anubis, tweaked version of 2001): a block of 16 bytes, a key of 36 bytes.
pub type Anubis288 = Cipher<Anubis<36>>;

/// `anubis-320` (Anubis, tweaked version of 2001): a block of 16 bytes, a key of 40 bytes.
pub type Anubis320 = Cipher<Anubis<40>>;

/// Anubis under a key of `KEY` bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` prints the name")]
pub struct Anubis<const KEY: usize> {
    encryption: Schedule,
    /// `None` where the key is only used to encrypt.
    decryption: Option<Schedule>,
}

impl<const KEY: usize> Engine for Anubis<KEY> {
    const NAME: &'static str = match KEY {
        16 => "anubis-128",
        20 => "anubis-160",
        24 => "anubis-192",
        28 => "anubis-224",
        32 => "anubis-256",
        36 => "anubis-288",
        _ => "anubis-320",
    };
    const FAMILY: &'static str = "anubis";
    const STANDARD: &'static str = "Anubis, tweaked version of 2001";
    type Key = [u8; KEY];
    type Block = [u8; 16];

    fn new(key: &[u8; KEY], uses: Uses) -> Self {
        let encryption = Schedule::new(key);
        let decryption = (uses == Uses::Both).then(|| encryption.reversed());
        Self { encryption, decryption }
    }

    #[inline]
    fn encrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        let rounds = OneByOne::<_, false>(&self.encryption);
        kernel.run(rounds, rounds)
    }

    #[inline]
    fn decrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        // Decryption is encryption under other keys.
        let reversed;
        let schedule = match &self.decryption {
            Some(schedule) => schedule,
            None => {
                reversed = self.encryption.reversed();
                &reversed
            }
        };
        let rounds = OneByOne::<_, false>(schedule);
        kernel.run(rounds, rounds)
    }

    fn implementation() -> Implementation {
        Implementation { backend: "portable", timing: Timing::TableBased }
    }
}

impl ByBlock for Schedule {
    type Block = [u8; 16];

    #[inline]
    fn encrypt(&self, block: &mut [u8; 16]) {
        round::encrypt(self, block);
    }
    #[inline]
    fn decrypt(&self, block: &mut [u8; 16]) {
        round::encrypt(&self.reversed(), block);
    }
}
