//! Anubis (Barreto, Rijmen: "The ANUBIS Block Cipher", the tweaked version of 2001): 12 to 18 rounds on
//! 128-bit blocks, keys of 128 to 320 bits in steps of 32. Every part is its own inverse, so that decryption
//! is encryption under other round keys.
//!
//! Over vectors (`lanes.rs`) each register holds one byte of many blocks, or a few blocks in their order
//! (`in_order.rs`); the S-box is made of mini-boxes, or looked up among registers. The portable rounds index tables by
//! secrets.

mod in_order;
mod key_schedule;
mod lanes;
mod round;
mod tables;

use crate::kind::cipher::{Backend, BothWays, ByBlock, Cipher, Engine, Kernel, Reversible, Uses};
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
pub struct Anubis<const KEY: usize>(BothWays<Schedule>);

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
        Self(BothWays::new(uses, |backend| Schedule::new(key, backend)))
    }

    #[inline]
    fn encrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        self.0.encrypt(
            #[inline(always)]
            |backend, schedule| backend.run_soonest::<false, _, _>(schedule, kernel),
        )
    }

    #[inline]
    fn decrypt<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        self.0.decrypt(
            #[inline(always)]
            |backend, schedule| backend.run_soonest::<false, _, _>(schedule, kernel),
        )
    }

    #[inline]
    fn encrypt_chain<K: Kernel<[u8; 16]>>(&self, kernel: K) -> K::Output {
        self.0.encrypt(
            #[inline(always)]
            |backend, schedule| backend.run_few::<false, _, _>(schedule, kernel),
        )
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::TableBased)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backends_match_portable() {
        use crate::kind::cipher::in_order_matches_portable;
        use crate::kind::cipher::tests::lanes_match_portable;
        for key in [&[7; 16][..], &[8; 20], &[9; 40]] {
            let schedule = Schedule::new(key, Backend::best());
            assert!(schedule.keys_equal(&Schedule::new(key, Backend::Portable)));
            lanes_match_portable(&schedule);
            lanes_match_portable(&schedule.reversed());
            in_order_matches_portable(&schedule);
        }
    }
}
