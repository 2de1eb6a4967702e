//! Anubis: a substitution-permutation network of 12 to 18 rounds. Every component is an involution, so decryption is
//! encryption with other round keys. Blocks are 16 bytes; keys are 16 to 40 bytes, a multiple of 4.
//!
//! # Standard
//! Barreto, Rijmen: "The ANUBIS Block Cipher", the tweaked version of 2001.
//!
//! # Files
//! - `key_schedule`: round keys. `tables`: S-box and matrices. `round`: the rounds as the paper describes them.
//! - `lanes`, `low_latency`: rounds on vectors.
//!
//! # Backends
//! - `portable`: one block at a time, with lookup tables.
//! - Vectors: in `lanes`, each vector holds the byte at one position of many blocks. In `low_latency`, each vector
//!   holds whole blocks, for small inputs and for chaining modes. The S-box is computed from 4-bit mini-boxes or looked
//!   up in registers.
//!
//! # Constant time
//! The vector backends run in constant time. The portable backend indexes tables by secrets, and the registry lists it
//! as `table-based`.
//!
//! # Tests
//! Tests compare the backends with the portable rounds. Known answers are in `astragal-vectors`.

mod key_schedule;
mod lanes;
mod low_latency;
mod round;
mod tables;

use crate::traits::cipher::{
    Backend, ChooseRounds, KeyPair, KeySchedule, KeyUse, Reversible, ScalarCipher, UseRounds,
    block_ciphers, engine_by_rounds,
};
use crate::traits::{Implementation, Timing};
use key_schedule::Schedule;

block_ciphers! { "Anubis, tweaked version of 2001", block 16;
    Anubis128 = Anubis<16>: "anubis-128", key 16, Schedules;
    Anubis160 = Anubis<20>: "anubis-160", key 20, Schedules;
    Anubis192 = Anubis<24>: "anubis-192", key 24, Schedules;
    Anubis224 = Anubis<28>: "anubis-224", key 28, Schedules;
    Anubis256 = Anubis<32>: "anubis-256", key 32, Schedules;
    Anubis288 = Anubis<36>: "anubis-288", key 36, Schedules;
    Anubis320 = Anubis<40>: "anubis-320", key 40, Schedules;
}

/// Anubis with a key of `KEY` bytes.
#[derive(Debug)]
pub enum Anubis<const KEY: usize> {}

/// Key schedules for encryption and for decryption.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct Schedules(KeyPair<Schedule>);

impl KeySchedule for Schedules {
    const FAMILY: &'static str = "anubis";

    fn expand(key: &[u8], uses: KeyUse) -> Self {
        Self::new(key, uses, Backend::best())
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::TableBased)
    }
}

impl Schedules {
    #[inline(always)]
    fn new(key: &[u8], uses: KeyUse, backend: Backend) -> Self {
        let empty = Schedule::empty(key.len());
        Self(KeyPair::new(backend, uses, empty, |schedule| schedule.expand(key, backend)))
    }
}

engine_by_rounds!(Schedules: [u8; 16]);

impl ChooseRounds for Schedules {
    type Block = [u8; 16];

    #[inline]
    fn encryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.0.encrypt(
            #[inline(always)]
            |backend, schedule| backend.lowest_latency::<false, _, _>(schedule, blocks, user),
        )
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.0.decrypt(
            #[inline(always)]
            |backend, schedule| backend.lowest_latency::<false, _, _>(schedule, blocks, user),
        )
    }
}

impl ScalarCipher for Schedule {
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
