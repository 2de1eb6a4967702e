//! Twofish: a Feistel network of sixteen rounds with key-dependent S-boxes. Blocks are 16 bytes; keys are 16, 24 or 32
//! bytes.
//!
//! # Standard
//! Schneier, Kelsey, Whiting, Wagner, Hall, Ferguson: "Twofish: A 128-Bit Block Cipher", 1998.
//!
//! # Files
//! - `key_schedule`: round keys and S-boxes. `sbox`: the permutations q0 and q1 and the matrices.
//! - `round`: the rounds as the paper describes them. `lanes`, `low_latency`: rounds on vectors.
//!
//! # Backends
//! - `portable`: one block at a time, with lookup tables.
//! - Vectors: the key-dependent S-boxes are looked up in registers. In `lanes`, each vector holds one word of many
//!   blocks. In `low_latency`, each vector holds whole blocks, for small inputs and for chaining modes.
//!
//! # Constant time
//! The vector backends run in constant time. The portable backend indexes tables by secrets, and the registry lists it
//! as `table-based`.
//!
//! # Tests
//! Tests check the examples of Twofish §B.2, compare q0 and q1 with their published tables, and compare the backends
//! with the portable rounds. More known answers are in `astragal-vectors`.

mod key_schedule;
mod lanes;
mod low_latency;
mod round;
mod sbox;

use crate::traits::cipher::{
    Backend, ChooseRounds, KeySchedule, KeyUse, ScalarCipher, UseRounds, block_ciphers,
    engine_by_rounds,
};
use crate::traits::{Implementation, Timing};
use key_schedule::Schedule;

block_ciphers! { "Twofish, 1998", block 16;
    Twofish128 = Twofish<16>: "twofish-128", key 16, KeyedBoxes;
    Twofish192 = Twofish<24>: "twofish-192", key 24, KeyedBoxes;
    Twofish256 = Twofish<32>: "twofish-256", key 32, KeyedBoxes;
}

/// Twofish with a key of `KEY` bytes.
#[derive(Debug)]
pub enum Twofish<const KEY: usize> {}

/// Round keys and key-dependent S-boxes of Twofish.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct KeyedBoxes(Schedule);

impl KeySchedule for KeyedBoxes {
    const FAMILY: &'static str = "twofish";

    fn expand(key: &[u8], _: KeyUse) -> Self {
        Self(Schedule::new(key, Backend::best()))
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::TableBased)
    }
}

engine_by_rounds!(KeyedBoxes: [u8; 16]);

impl ChooseRounds for KeyedBoxes {
    type Block = [u8; 16];

    #[inline]
    fn encryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.0.backend.lowest_latency::<false, _, _>(&self.0, blocks, user)
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.0.backend.lowest_latency::<true, _, _>(&self.0, blocks, user)
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
        round::decrypt(self, block);
    }
}
