//! Camellia: a Feistel network of 18 or 24 rounds. Blocks are 16 bytes; keys are 16, 24 or 32 bytes.
//!
//! # Standard
//! RFC 3713; ISO/IEC 18033-3.
//!
//! # Files
//! - `key_schedule`: subkeys. `round`: the rounds as the RFC describes them, on eight blocks.
//! - `lanes`, `conjugate`, `low_latency`: rounds on vectors. `sbox`: the S-boxes.
//!
//! # Backends
//! - `portable`: eight blocks fill the bit planes of the AES S-box circuit. Affine maps before and after this circuit
//!   turn it into the S-boxes of Camellia.
//! - Vectors: in `lanes`, each vector holds the byte at one position of many blocks. In `low_latency`, each vector
//!   holds whole blocks, for small inputs and for chaining modes. An S-box is computed as an inversion in GF(2^8)
//!   between two affine maps. On CPUs without GFNI and AES instructions, it is looked up in registers. On CPUs with AES
//!   instructions but without GFNI, `lanes` uses the S-box of AES in odd rounds and its inverse in even rounds: the byte
//!   permutations of the two instructions cancel each other. With AVX-512 and GFNI, `conjugate` replaces `lanes`: it
//!   applies the first affine map only once, to the input.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on keys or data.
//!
//! # Tests
//! Tests check RFC 3713 appendix A, compare the backends with the portable rounds, and compare the S-boxes with the
//! published table. More known answers are in `astragal-vectors`.

mod conjugate;
mod key_schedule;
mod lanes;
mod low_latency;
mod round;
mod sbox;

use crate::traits::cipher::{
    Backend, BatchRounds, ChooseRounds, KeyPair, KeySchedule, KeyUse, PortableBatch, Reversible,
    UseRounds, block_ciphers, engine_by_rounds,
};
use crate::traits::{Implementation, Timing};
use key_schedule::Schedule;

block_ciphers! { "RFC 3713", block 16;
    Camellia128 = Camellia<16>: "camellia-128", key 16, Schedules;
    Camellia192 = Camellia<24>: "camellia-192", key 24, Schedules;
    Camellia256 = Camellia<32>: "camellia-256", key 32, Schedules;
}

/// Camellia with a key of `KEY` bytes.
#[derive(Debug)]
pub enum Camellia<const KEY: usize> {}

/// Key schedules for encryption and for decryption.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct Schedules(KeyPair<Schedule>);

impl KeySchedule for Schedules {
    const FAMILY: &'static str = "camellia";

    fn expand(key: &[u8], uses: KeyUse) -> Self {
        Self::new(key, uses, Backend::best())
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::Constant)
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
    const INLINES_CHAIN: bool = true;

    #[inline]
    fn encryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.0.encrypt(
            #[inline(always)]
            |backend, keys| backend.by_latency(BatchRounds::<_, 8, false>(keys), blocks, user),
        )
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.0.decrypt(
            #[inline(always)]
            |backend, keys| backend.by_latency(BatchRounds::<_, 8, false>(keys), blocks, user),
        )
    }
}

impl PortableBatch<8> for Schedule {
    fn encrypt(&self, blocks: &mut [[u8; 16]; 8]) {
        round::encrypt(self, blocks);
    }
    fn decrypt(&self, blocks: &mut [[u8; 16]; 8]) {
        round::encrypt(&self.reversed(), blocks);
    }
}
