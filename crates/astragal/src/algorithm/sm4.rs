//! SM4: an unbalanced Feistel network of 32 rounds. Blocks and keys are 16 bytes.
//!
//! # Standard
//! GB/T 32907-2016; ISO/IEC 18033-3. Section numbers in this module refer to GB/T 32907-2016.
//!
//! # Files
//! `sm4.rs`: portable key expansion and rounds. `lanes`: key expansion and rounds on vectors. `low_latency`: rounds for
//! few blocks.
//!
//! # Backends
//! - `portable`: sixteen blocks at a time, with the S-box on bit planes.
//! - Vectors: each vector holds one word of many blocks. The S-box is computed as an inversion in GF(2^8) between two
//!   affine maps. Without GFNI and AES instructions, it is looked up in registers. The rounds process sixteen vectors
//!   at a time, which hides the latency of the S-box. For few blocks and for chaining modes, they process four vectors,
//!   and merge the linear map with the affine maps of the S-box.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on keys or data.
//!
//! # Tests
//! Tests check example 1 of the standard and compare the backends with the portable rounds. More known answers are in
//! `astragal-vectors`.

mod lanes;
mod low_latency;

use crate::platform::array::Flat as _;
use crate::platform::sbox::Tables;
use crate::platform::thresholds;
use crate::platform::words::{erase, load_be, store_be, xor_into};
use crate::traits::cipher::{
    Backend, ChooseRounds, KeySchedule, KeyUse, Rounds, UseRounds, block_ciphers, engine_by_rounds,
};
use crate::traits::{Implementation, Timing};
use lanes::{
    EightVectorRounds, FourBlockRounds, LowLatencyRounds, OneBlockRounds, Tau, WideRounds,
};

block_ciphers! { "GB/T 32907-2016", block 16;
    Sm4 = Sm4Spec: "sm4", key 16, Schedule;
}

/// The block cipher SM4: name, sizes and key schedule.
#[derive(Debug)]
pub enum Sm4Spec {}

/// Round keys in the order of encryption.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct Schedule {
    keys: [u32; 32],
    backend: Backend,
}

impl KeySchedule for Schedule {
    const FAMILY: &'static str = "sm4";

    /// Expands the key (§7.3).
    fn expand(key: &[u8], _: KeyUse) -> Self {
        let (keys, _) = key.as_chunks();
        Self::new(&keys[0], Backend::best())
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::Constant)
    }
}

impl Schedule {
    #[inline(always)]
    fn new(key: &[u8; 16], backend: Backend) -> Self {
        let mut keys = [0; 32];
        backend.expand_words(KeyExpansion { key, keys: &mut keys }, KeyExpansion::portable);
        Self { keys, backend }
    }
}

engine_by_rounds!(Schedule: [u8; 16]);

impl ChooseRounds for Schedule {
    type Block = [u8; 16];

    #[inline]
    fn encryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.choose::<false, U>(blocks, user)
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.choose::<true, U>(blocks, user)
    }

    #[inline]
    fn chain<U: UseRounds<[u8; 16]>>(&self, user: U) -> U::Output {
        user.run(self.backend, OneBlockRounds::<false>(self), OneBlockRounds::<false>(self))
    }
}

impl Schedule {
    /// Runs the operation `user`, with the one-block rounds if it has exactly one block.
    #[inline(always)]
    fn choose<const DECRYPT: bool, U: UseRounds<[u8; 16]>>(
        &self,
        blocks: usize,
        user: U,
    ) -> U::Output {
        let wide = WideRounds::<DECRYPT>(self);
        let rest = blocks % (16 * self.backend.lanes());
        if const { U::COUNT.is_one() } {
            let rounds = OneBlockRounds::<DECRYPT>(self);
            user.run(self.backend, rounds, rounds)
        } else if blocks <= self.backend.few(thresholds::SM4_FOUR_BLOCKS) {
            let rounds = FourBlockRounds::<DECRYPT>(self);
            user.run(self.backend, rounds, rounds)
        } else if rest > self.backend.few(thresholds::SM4_REST) {
            user.run(self.backend, wide, wide)
        } else if rest == blocks && blocks > self.backend.few(thresholds::SM4_FOUR_VECTORS) {
            let rounds = EightVectorRounds::<DECRYPT>(self);
            user.run(self.backend, rounds, rounds)
        } else {
            user.run(self.backend, wide, LowLatencyRounds::<DECRYPT>(self))
        }
    }
}

/// Kernel that expands the key (§7.3).
struct KeyExpansion<'a> {
    key: &'a [u8; 16],
    keys: &'a mut [u32; 32],
}

impl KeyExpansion<'_> {
    /// Expands the key without vectors, in constant time.
    fn portable(self) {
        let [mut a, mut b, mut c, mut d] = self.words();
        for (four, ck) in self.keys.as_chunks_mut::<4>().0.iter_mut().zip(&CK) {
            a ^= t_prime(b ^ c ^ d ^ ck[0]);
            b ^= t_prime(c ^ d ^ a ^ ck[1]);
            c ^= t_prime(d ^ a ^ b ^ ck[2]);
            d ^= t_prime(a ^ b ^ c ^ ck[3]);
            *four = [a, b, c, d];
        }
    }

    /// Returns the words of the key, each XORed with a word of FK.
    #[inline(always)]
    fn words(&self) -> [u32; 4] {
        let [a, b, c, d]: [u32; 4] = load_be(self.key);
        [a ^ FK[0], b ^ FK[1], c ^ FK[2], d ^ FK[3]]
    }
}

/// The key-schedule transformation T' (§7.3).
fn t_prime(sum: u32) -> u32 {
    let image = Backend::Portable.substitute::<Tau>(u128::from(sum).to_le_bytes());
    let b = u32::from_le_bytes([image[0], image[1], image[2], image[3]]);
    b ^ b.rotate_left(13) ^ b.rotate_left(23)
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(&mut self.keys);
    }
}

/// Portable rounds on sixteen blocks. `state[i]` holds word `i` of each block.
#[derive(Clone, Copy)]
struct Portable<'a, const DECRYPT: bool>(&'a [u32; 32]);

impl<const DECRYPT: bool> Rounds for Portable<'_, DECRYPT> {
    type Block = [u8; 16];
    type Blocks = [[u8; 16]; 16];
    type State = [[u32; 16]; 4];

    #[inline(always)]
    fn load(&self, blocks: &[[u8; 16]]) -> Self::State {
        let mut state = [[0; 16]; 4];
        for (j, block) in blocks.iter().enumerate() {
            let words: [u32; 4] = load_be(block);
            for i in 0..4 {
                state[i][j] = words[i];
            }
        }
        state
    }

    #[inline(always)]
    fn apply(&self, mut x: Self::State) -> Self::State {
        for i in 0..32 {
            let key = self.0[if DECRYPT { 31 - i } else { i }];
            let mut sums = [0; 16];
            for (j, sum) in sums.iter_mut().enumerate() {
                *sum = x[1][j] ^ x[2][j] ^ x[3][j] ^ key;
            }
            let (mut next, sums) = (x[0], substitute(sums));
            for j in 0..16 {
                next[j] ^= linear(sums[j]);
            }
            x = [x[1], x[2], x[3], next];
        }
        [x[3], x[2], x[1], x[0]]
    }

    #[inline(always)]
    fn xor(&self, mut a: Self::State, b: Self::State) -> Self::State {
        xor_into(a.flat_mut(), b.flat());
        a
    }

    #[inline(always)]
    fn store(&self, state: Self::State, blocks: &mut [[u8; 16]]) {
        for (j, block) in blocks.iter_mut().enumerate() {
            store_be(&state.map(|row| row[j]), block);
        }
    }
}

/// Applies the linear map L (§6.2.2).
#[inline(always)]
const fn linear(b: u32) -> u32 {
    b ^ b.rotate_left(2) ^ b.rotate_left(10) ^ b.rotate_left(18) ^ b.rotate_left(24)
}

/// Applies the S-box to each byte of sixteen words (§6.2.1).
fn substitute(mut words: [u32; 16]) -> [u32; 16] {
    let mut pairs = [0; 8];
    for i in 0..8 {
        pairs[i] = u64::from(words[2 * i]) | u64::from(words[2 * i + 1]) << 32;
    }
    Tables::<Tau>::SLICED.substitute(&mut pairs);
    for i in 0..8 {
        [words[2 * i], words[2 * i + 1]] = low_and_high(pairs[i]);
    }
    words
}

#[expect(clippy::cast_possible_truncation, reason = "each cast takes one half of the pair")]
const fn low_and_high(pair: u64) -> [u32; 2] {
    [pair as u32, (pair >> 32) as u32]
}

/// System parameter FK (§7.3).
const FK: [u32; 4] = [0xa3b1_bac6, 0x56aa_3350, 0x677d_9197, 0xb270_22dc];

/// Fixed parameter CK (§7.3): byte `j` of word `i` is 7·(4i + j) modulo 256.
#[expect(clippy::cast_possible_truncation, reason = "the bytes of CK are defined modulo 256")]
static CK: [[u32; 4]; 8] = {
    let mut bytes = [0; 128];
    let mut i = 0;
    while i < 128 {
        bytes[i] = (7 * i) as u8;
        i += 1;
    }
    let mut ck = [[0; 4]; 8];
    let (words, _) = bytes.as_chunks();
    i = 0;
    while i < 32 {
        ck[i / 4][i % 4] = u32::from_be_bytes(words[i]);
        i += 1;
    }
    ck
};
