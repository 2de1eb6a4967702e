//! CAST-256: a generalized Feistel network of twelve quad-rounds. Blocks are 16 bytes; keys are 16 to 32 bytes, a
//! multiple of 4.
//!
//! # Standard
//! RFC 2612.
//!
//! # Files
//! - `key_schedule`: round keys. `round`: the rounds as the RFC describes them. `sbox`: the S-boxes.
//! - `lanes`: rounds on vectors.
//!
//! # Backends
//! - `portable`: one block at a time, with lookup tables.
//! - Vectors: each vector holds one word of many blocks, or one word of a single block, broadcast to every element. The
//!   second layout is used for one or two blocks, for chaining modes and for the key schedule. An S-box maps 8 bits to
//!   32 bits. For many blocks, the four bytes of the result are looked up separately in registers. For a single block,
//!   AVX-512 looks up whole words. On CPUs whose lookup instruction has only 16 entries, the vector rounds are slower
//!   than tables in memory.
//!
//! # Constant time
//! The vector backends run in constant time. The portable rounds index tables by secrets, and the registry lists them
//! as `table-based`. By default, the key schedule reads every entry of a table for each lookup. If the program calls
//! `allow_table_lookups`, small inputs use the portable rounds, and the key schedule indexes tables by secrets.
//!
//! # Tests
//! Tests check RFC 2612 appendix A and compare the backends with the portable rounds. More known answers are in
//! `astragal-vectors`.

mod key_schedule;
mod lanes;
mod round;
mod sbox;

use crate::platform::stack::VECTOR_STACK_BYTES;
use crate::traits::Timing;
use crate::traits::cipher::{ScalarCipher, block_ciphers, engine_by_rounds, one_block_round_keys};
use key_schedule::Schedule;

block_ciphers! { "RFC 2612", block 16;
    Cast256_128 = Cast256<16>: "cast256-128", key 16, RoundKeys;
    Cast256_160 = Cast256<20>: "cast256-160", key 20, RoundKeys;
    Cast256_192 = Cast256<24>: "cast256-192", key 24, RoundKeys;
    Cast256_224 = Cast256<28>: "cast256-224", key 28, RoundKeys;
    Cast256_256 = Cast256<32>: "cast256-256", key 32, RoundKeys;
}

/// CAST-256 with a key of `KEY` bytes.
#[derive(Debug)]
pub enum Cast256<const KEY: usize> {}

one_block_round_keys!("cast256", Schedule, Timing::TableBased, reversed);

// At `opt-level` 3, the measured stack use is 14,080 bytes, because the stack holds the 48 rotation keys and the 48
// masks as 512-bit vectors.
engine_by_rounds!(RoundKeys: [u8; 16], VECTOR_STACK_BYTES + 4096);

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
