//! ARIA: a substitution-permutation network of 12, 14 or 16 rounds. Blocks are 16 bytes; keys are 16, 24 or 32 bytes.
//!
//! # Standard
//! RFC 5794; KS X 1213.
//!
//! # Files
//! - `key_schedule`: round keys. `round`: the rounds as the RFC describes them, on four blocks.
//! - `lanes`, `low_latency`: rounds on vectors. `sbox`: the S-boxes.
//!
//! # Backends
//! - `portable`: four blocks fill the bit planes of the AES S-box circuit. Affine maps before and after this circuit
//!   turn it into the S-boxes of ARIA.
//! - Vectors: in `lanes`, each vector holds the byte at one position of many blocks. In `low_latency`, each vector
//!   holds whole blocks, for small inputs and for chaining modes. An S-box is computed as an inversion in GF(2^8)
//!   between two affine maps. On CPUs without GFNI and AES instructions, it is looked up in registers.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on keys or data.
//!
//! # Tests
//! Tests check RFC 5794 appendix A.1 and compare the backends with the portable rounds. More known answers are in
//! `astragal-vectors`.

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

block_ciphers! { "RFC 5794", block 16;
    Aria128 = Aria<16>: "aria-128", key 16, Schedules;
    Aria192 = Aria<24>: "aria-192", key 24, Schedules;
    Aria256 = Aria<32>: "aria-256", key 32, Schedules;
}

/// ARIA with a key of `KEY` bytes.
#[derive(Debug)]
pub enum Aria<const KEY: usize> {}

/// Key schedules for encryption and for decryption.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct Schedules(KeyPair<Schedule>);

impl KeySchedule for Schedules {
    const FAMILY: &'static str = "aria";

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

    #[inline]
    fn encryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.0.encrypt(
            #[inline(always)]
            |backend, keys| backend.by_latency(BatchRounds::<_, 4, false>(keys), blocks, user),
        )
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.0.decrypt(
            #[inline(always)]
            |backend, keys| backend.by_latency(BatchRounds::<_, 4, false>(keys), blocks, user),
        )
    }
}

impl PortableBatch<4> for Schedule {
    fn encrypt(&self, blocks: &mut [[u8; 16]; 4]) {
        round::encrypt(self, blocks);
    }
    fn decrypt(&self, blocks: &mut [[u8; 16]; 4]) {
        round::encrypt(&self.reversed(), blocks);
    }
}
