//! Kalyna: a substitution-permutation network of 10, 14 or 18 rounds. Blocks are 16, 32 or 64 bytes. A key is as long
//! as a block, or twice as long.
//!
//! # Standard
//! DSTU 7624:2014, the Ukrainian standard.
//!
//! # Files
//! - `key_schedule`: round keys. `tables`: S-boxes and matrices, shared with Kupyna.
//! - `round`: the rounds as the standard describes them. `lanes`, `low_latency`: rounds on vectors.
//!
//! # Backends
//! - `portable`: one block at a time, with tables of 16 KiB.
//! - Vectors: in `lanes`, each vector holds the byte at one position of many blocks. In `low_latency`, each vector
//!   holds a part of one block, for small inputs and for chaining modes.
//!
//! # Constant time
//! The vector backends run in constant time, including the key schedule. The portable backend indexes tables by
//! secrets, and the registry lists it as `table-based`.
//!
//! # Tests
//! Tests check the example in the standard and compare the backends with the portable rounds. More known answers are in
//! `astragal-vectors`.

mod key_schedule;
mod lanes;
mod low_latency;
mod round;
mod tables;

use crate::platform::thresholds;
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::cipher::{
    Backend, ChooseRounds, KeySchedule, KeyUse, ScalarCipher, UseRounds, block_ciphers,
    engine_by_rounds,
};
use crate::traits::{Implementation, Timing};
use key_schedule::Schedule;
use lanes::WideRounds;
use low_latency::{LowLatencyRounds, OneRound};

#[cfg(feature = "kupyna")]
pub(crate) use tables::{POLYNOMIAL, S_BOXES, TABLE};

block_ciphers! { "DSTU 7624:2014", block 16;
    Kalyna128_128 = KalynaSpec<16, 16>: "kalyna128-128", key 16, Kalyna<2, 16>;
    Kalyna128_256 = KalynaSpec<16, 32>: "kalyna128-256", key 32, Kalyna<2, 16>;
}

block_ciphers! { "DSTU 7624:2014", block 32;
    Kalyna256_256 = KalynaSpec<32, 32>: "kalyna256-256", key 32, Kalyna<4, 32>;
    Kalyna256_512 = KalynaSpec<32, 64>: "kalyna256-512", key 64, Kalyna<4, 32>;
}

block_ciphers! { "DSTU 7624:2014", block 64;
    Kalyna512_512 = KalynaSpec<64, 64>: "kalyna512-512", key 64, Kalyna<8, 64>;
}

/// Kalyna with blocks of `BLOCK` bytes and keys of `KEY` bytes.
#[derive(Debug)]
pub enum KalynaSpec<const BLOCK: usize, const KEY: usize> {}

/// Key schedule for blocks of `NB` 64-bit words, which are `BLOCK` bytes.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct Kalyna<const NB: usize, const BLOCK: usize> {
    schedule: Schedule<NB>,
    backend: Backend,
}

/// Returns the distance by which row `i` shifts to the right in a state of `NB` columns: ⌊i · NB / 8⌋.
const fn shift<const NB: usize>(row: usize) -> usize {
    row * NB / 8
}

impl<const NB: usize, const BLOCK: usize> KeySchedule for Kalyna<NB, BLOCK> {
    const FAMILY: &'static str = "kalyna";

    fn expand(key: &[u8], _: KeyUse) -> Self {
        Self::new(key, Backend::best())
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::TableBased)
    }
}

impl<const NB: usize, const BLOCK: usize> Kalyna<NB, BLOCK> {
    #[inline(always)]
    fn new(key: &[u8], backend: Backend) -> Self {
        Self {
            schedule: Schedule::new(key, |state| one_round::<NB, BLOCK>(backend, state)),
            backend,
        }
    }
}

engine_by_rounds!(#[generic(const NB: usize, const BLOCK: usize)] Kalyna<NB, BLOCK>: [u8; BLOCK]);

impl<const NB: usize, const BLOCK: usize> ChooseRounds for Kalyna<NB, BLOCK> {
    type Block = [u8; BLOCK];

    // `NB` is a constant, so the compiler keeps only the branch for this block length.
    #[inline]
    fn encryption<U: UseRounds<[u8; BLOCK]>>(&self, blocks: usize, user: U) -> U::Output {
        if const { NB == 2 } {
            self.choose::<1, false, U>(blocks, user)
        } else if const { NB == 4 } {
            self.choose::<2, false, U>(blocks, user)
        } else {
            self.choose::<4, false, U>(blocks, user)
        }
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; BLOCK]>>(&self, blocks: usize, user: U) -> U::Output {
        if const { NB == 2 } {
            self.choose::<1, true, U>(blocks, user)
        } else if const { NB == 4 } {
            self.choose::<2, true, U>(blocks, user)
        } else {
            self.choose::<4, true, U>(blocks, user)
        }
    }
}

impl<const NB: usize, const BLOCK: usize> Kalyna<NB, BLOCK> {
    /// Calls `user`, the operation to perform, with the rounds that are fastest for `blocks` blocks. Each block has
    /// `PAIRS` pairs of columns.
    #[inline(always)]
    fn choose<const PAIRS: usize, const DECRYPT: bool, U: UseRounds<[u8; BLOCK]>>(
        &self,
        blocks: usize,
        user: U,
    ) -> U::Output {
        // Maximum number of blocks for which processing one block at a time is faster than processing all of them in
        // parallel.
        let few = self.backend.few(
            const {
                match NB {
                    2 => thresholds::KALYNA_128,
                    4 => thresholds::KALYNA_256,
                    _ => thresholds::KALYNA_512,
                }
            },
        );
        // `U::COUNT` is constant. For an operation that always processes a single block, the parallel rounds are
        // therefore not compiled.
        if const { U::COUNT.is_one() } || blocks <= few {
            let rounds = LowLatencyRounds::<NB, BLOCK, PAIRS, DECRYPT>(self);
            user.run(self.backend, rounds, rounds)
        } else {
            let rounds = WideRounds::<NB, BLOCK, PAIRS, DECRYPT>(self);
            user.run(self.backend, rounds, rounds)
        }
    }
}

/// Applies the substitution η, the shift of rows π and the multiplication of columns ψ to a state.
fn one_round<const NB: usize, const BLOCK: usize>(backend: Backend, state: [u64; NB]) -> [u64; NB] {
    let mut block = [0; BLOCK];
    store_le(&state, &mut block);
    if const { NB == 2 } {
        backend.run_one(OneRound::<NB, BLOCK, 1>, &mut block);
    } else if const { NB == 4 } {
        backend.run_one(OneRound::<NB, BLOCK, 2>, &mut block);
    } else {
        backend.run_one(OneRound::<NB, BLOCK, 4>, &mut block);
    }
    let state = load_le(&block);
    erase(&mut block);
    state
}

impl<const NB: usize, const BLOCK: usize> ScalarCipher for Kalyna<NB, BLOCK> {
    type Block = [u8; BLOCK];

    #[inline]
    fn encrypt(&self, block: &mut [u8; BLOCK]) {
        store_le(&round::encrypt(&self.schedule, &load_le(block)), block);
    }
    #[inline]
    fn decrypt(&self, block: &mut [u8; BLOCK]) {
        store_le(&round::decrypt(&self.schedule, &load_le(block)), block);
    }
}
