//! Serpent: a substitution-permutation network of 32 rounds. Blocks are 16 bytes; keys are 16, 24 or 32 bytes.
//!
//! # Standard
//! Anderson, Biham, Knudsen: "Serpent: A Proposal for the Advanced Encryption Standard", 1998. Keys, blocks and words
//! are little-endian, as in the test vectors of NESSIE.
//!
//! # Files
//! - `key_schedule`: round keys. `round`: the rounds, for words and vectors. `sbox`: the S-boxes.
//! - `lanes`: the rounds on vectors.
//!
//! # Backends
//! - `portable`: one block at a time. The S-boxes are circuits on whole words, because the cipher is bit-sliced by
//!   design.
//! - Vectors: each vector holds one word of many blocks. AVX-512 evaluates a Boolean function of three words per
//!   instruction. Small inputs use shorter vectors. Without AVX-512, a single block uses general-purpose registers.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on keys or data.
//!
//! # Tests
//! Tests compare the S-box circuits with the published tables. They also compare the backends with the portable rounds.
//! Known answers are in `astragal-vectors`.

mod key_schedule;
mod lanes;
mod round;
mod sbox;

use crate::platform::stack;
use crate::platform::words::{load_le, store_le};
use crate::traits::cipher::{
    Backend, ChooseRounds, KeySchedule, KeyUse, ScalarCipher, UseRounds, block_ciphers,
    engine_by_rounds,
};
use crate::traits::{Implementation, Timing};
use key_schedule::Schedule;

block_ciphers! { "Serpent, 1998", block 16;
    Serpent128 = Serpent<16>: "serpent-128", key 16, RoundKeys;
    Serpent192 = Serpent<24>: "serpent-192", key 24, RoundKeys;
    Serpent256 = Serpent<32>: "serpent-256", key 32, RoundKeys;
}

/// Serpent with a key of `KEY` bytes.
#[derive(Debug)]
pub enum Serpent<const KEY: usize> {}

/// Round keys and the backend that uses them.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct RoundKeys(Schedule, Backend);

impl KeySchedule for RoundKeys {
    const FAMILY: &'static str = "serpent";

    fn expand(key: &[u8], _: KeyUse) -> Self {
        let backend = Backend::best();
        Self(Schedule::new(key, backend), backend)
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::Constant)
    }
}

engine_by_rounds!(RoundKeys: [u8; 16], stack::STACK_BYTES);

impl ChooseRounds for RoundKeys {
    type Block = [u8; 16];

    #[inline]
    fn encryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.backend(blocks).lowest_latency::<false, _, _>(&self.0, blocks, user)
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.backend(blocks).lowest_latency::<true, _, _>(&self.0, blocks, user)
    }
}

impl RoundKeys {
    /// Returns the fastest backend for `blocks` blocks. Without AVX-512, a single block is processed in general-purpose
    /// registers, because vector instructions can neither rotate words nor compute Boolean functions of three words.
    fn backend(&self, blocks: usize) -> Backend {
        if blocks == 1 && self.1.lanes() < 4 { Backend::Portable } else { self.1 }
    }
}

impl ScalarCipher for Schedule {
    type Block = [u8; 16];

    #[inline]
    fn encrypt(&self, block: &mut [u8; 16]) {
        let x: [u32; 4] = load_le(block);
        store_le(&round::encrypt(&self.0, x), block);
    }
    #[inline]
    fn decrypt(&self, block: &mut [u8; 16]) {
        let x: [u32; 4] = load_le(block);
        store_le(&round::decrypt(&self.0, x), block);
    }
}
