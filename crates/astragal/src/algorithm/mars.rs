//! MARS: a type-3 Feistel network. A core of multiplications and data-dependent rotations lies between two mixing
//! phases. Blocks are 16 bytes; keys are 16 to 56 bytes, a multiple of 4.
//!
//! # Standard
//! Burwick and others (IBM): the AES submission, with the key schedule of August 1999.
//!
//! # Files
//! - `key_schedule`: round keys. `round`: the rounds as the submission describes them. `sbox`: the S-box.
//! - `lanes`: rounds on vectors.
//!
//! # Backends
//! - `portable`: one block at a time, with lookup tables.
//! - Vectors: each vector holds one word of many blocks, or one word of a single block, broadcast to every element. The
//!   second layout is used for one or two blocks, for chaining modes and for the key schedule. The S-boxes are looked
//!   up in registers.
//!
//! # Constant time
//! The vector backends run in constant time, because their rotation and multiplication instructions have constant
//! latency. The portable backend indexes tables by secrets and rotates by secret distances, and the registry lists it
//! as `data-dependent`. If the program calls `allow_table_lookups`, small inputs use the portable rounds, and the key
//! schedule indexes tables by secrets.
//!
//! # Tests
//! Tests compare the backends with the portable rounds. Known answers are in `astragal-vectors`.

mod key_schedule;
mod lanes;
mod round;
mod sbox;

use crate::traits::Timing;
use crate::traits::cipher::{ScalarCipher, block_ciphers, engine_by_rounds, one_block_round_keys};
use key_schedule::Schedule;

block_ciphers! { "MARS, version of August 1999", block 16;
    Mars128 = Mars<16>: "mars-128", key 16, RoundKeys;
    Mars160 = Mars<20>: "mars-160", key 20, RoundKeys;
    Mars192 = Mars<24>: "mars-192", key 24, RoundKeys;
    Mars224 = Mars<28>: "mars-224", key 28, RoundKeys;
    Mars256 = Mars<32>: "mars-256", key 32, RoundKeys;
    Mars288 = Mars<36>: "mars-288", key 36, RoundKeys;
    Mars320 = Mars<40>: "mars-320", key 40, RoundKeys;
    Mars352 = Mars<44>: "mars-352", key 44, RoundKeys;
    Mars384 = Mars<48>: "mars-384", key 48, RoundKeys;
    Mars416 = Mars<52>: "mars-416", key 52, RoundKeys;
    Mars448 = Mars<56>: "mars-448", key 56, RoundKeys;
}

/// MARS with a key of `KEY` bytes.
#[derive(Debug)]
pub enum Mars<const KEY: usize> {}

one_block_round_keys!("mars", Schedule, Timing::DataDependent);
engine_by_rounds!(RoundKeys: [u8; 16]);

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
