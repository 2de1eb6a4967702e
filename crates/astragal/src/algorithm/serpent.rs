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
//!   instruction. Inputs of up to four blocks a lane, and such remainders of long inputs, use one vector per word instead
//!   of two. Without AVX-512, a single block uses general-purpose registers.
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
use lanes::Few;

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
        self.fastest::<false, _>(blocks, user)
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.fastest::<true, _>(blocks, user)
    }
}

impl RoundKeys {
    /// Runs the operation `user` with the fastest rounds for `blocks` blocks.
    #[inline]
    fn fastest<const DECRYPT: bool, U: UseRounds<[u8; 16]>>(
        &self,
        blocks: usize,
        user: U,
    ) -> U::Output {
        let (keys, backend) = (&self.0, self.1);
        let few = Few::<DECRYPT>(keys);
        // If the type `U` fixes the number of blocks, the compiler removes the code for other numbers.
        if const { U::COUNT.is_one() } || blocks <= 4 * backend.lanes() {
            backend.by_latency(few, blocks, user)
        } else if (1..=4 * backend.lanes()).contains(&(blocks % (8 * backend.lanes()))) {
            backend.over_lanes_and::<DECRYPT, _, _, _>(keys, few, user)
        } else {
            backend.over_lanes::<DECRYPT, _, _>(keys, user)
        }
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
