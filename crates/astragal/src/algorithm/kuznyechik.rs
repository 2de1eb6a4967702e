//! Kuznyechik: a substitution-permutation network of nine rounds. Blocks are 16 bytes; keys are 32 bytes.
//!
//! # Standard
//! GOST R 34.12-2015; RFC 7801. Streebog uses the same S-box.
//!
//! # Files
//! - `kuznyechik.rs`: portable key schedule, portable rounds and tables.
//! - `lanes`, `low_latency`, `one_block`: rounds on vectors. `low_latency` also has the key schedule on vectors.
//!
//! # Backends
//! - `portable`: one block at a time, with a table of 64 KiB for both directions.
//! - Vectors: in `lanes`, each vector holds the byte at one position of many blocks. The linear map L is a shift
//!   register. Its shifts move no bytes between vectors: the code only changes the index of the vector that holds the
//!   first byte. In `low_latency`, each vector holds whole blocks, for small inputs and for chaining modes, and L is
//!   computed as two polynomial products, or as a matrix with GFNI. `one_block` is for a single block with AVX-512.
//!
//! # Constant time
//! The vector backends run in constant time, including the key schedule. The portable backend indexes tables by
//! secrets, and the registry lists it as `table-based`.
//!
//! # Tests
//! Tests check RFC 7801 §5.5 and compare the backends with the portable rounds. More known answers are in
//! `astragal-vectors`.

mod lanes;
mod low_latency;
mod one_block;

use crate::algorithm::streebog::PI;
use crate::platform::array::Flat as _;
use crate::platform::gf256::{multiply, sums};
use crate::platform::words::erase;
use crate::traits::cipher::{
    Backend, ChooseRounds, KeySchedule, KeyUse, ScalarCipher, UseRounds, block_ciphers,
    engine_by_rounds,
};
use crate::traits::{Implementation, Timing};
use one_block::OneBlockRounds;

block_ciphers! { "RFC 7801", block 16;
    Kuznyechik = KuznyechikSpec: "kuznyechik", key 32, Schedule;
}

/// Names, sizes and key schedule of the block cipher Kuznyechik.
#[derive(Debug)]
pub enum KuznyechikSpec {}

/// Iteration keys K1 … K10.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds keys; `Cipher` implements `Debug`")]
pub struct Schedule {
    keys: [[u8; 16]; 10],
    backend: Backend,
}

impl KeySchedule for Schedule {
    const FAMILY: &'static str = "kuznyechik";

    /// Expands the key to the iteration keys (RFC 7801 §4.3).
    fn expand(key: &[u8], _: KeyUse) -> Self {
        let (keys, _) = key.as_chunks();
        Self::new(&keys[0], Backend::best())
    }

    fn implementation() -> Implementation {
        Backend::best().implementation(Timing::TableBased)
    }
}

impl Schedule {
    #[inline(always)]
    fn new(key: &[u8; 32], backend: Backend) -> Self {
        Self { keys: backend.expand_words(IterationKeys(key), IterationKeys::portable), backend }
    }
}

engine_by_rounds!(Schedule: [u8; 16]);

impl ChooseRounds for Schedule {
    type Block = [u8; 16];

    #[inline]
    fn encryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        if const { U::COUNT.is_one() } || const { U::COUNT.may_be_one() } && blocks <= 1 {
            let rounds = OneBlockRounds(self);
            return user.run(self.backend, rounds, rounds);
        }
        self.backend.lowest_latency::<false, _, _>(self, blocks, user)
    }

    #[inline]
    fn decryption<U: UseRounds<[u8; 16]>>(&self, blocks: usize, user: U) -> U::Output {
        self.backend.lowest_latency::<true, _, _>(self, blocks, user)
    }
}

/// Kernel that expands a key to the iteration keys (RFC 7801 §4.3).
struct IterationKeys<'a>(&'a [u8; 32]);

impl IterationKeys<'_> {
    /// Computes the keys with the lookup table of the portable rounds.
    fn portable(self) -> [[u8; 16]; 10] {
        let (halves, _) = self.0.as_chunks();
        let mut k = [[0; 16]; 10];
        let (mut a1, mut a0) = (u128::from_le_bytes(halves[0]), u128::from_le_bytes(halves[1]));
        (k[0], k[1]) = (halves[0], halves[1]);
        for i in 1..5 {
            for c in &C[8 * (i - 1)..8 * i] {
                (a1, a0) = (substitute_and_mix(a1 ^ c) ^ a0, a1);
            }
            (k[2 * i], k[2 * i + 1]) = (a1.to_le_bytes(), a0.to_le_bytes());
        }
        k
    }
}

/// RFC 7801 numbers the bytes of a block from a15, the first byte, down to a0. The code reads a block as a
/// little-endian number, so a15 is the lowest byte of this number.
impl ScalarCipher for Schedule {
    type Block = [u8; 16];

    /// Encrypts a block (RFC 7801 §4.4.1).
    #[inline]
    fn encrypt(&self, block: &mut [u8; 16]) {
        let [keys @ .., last] = &self.keys;
        let mut a = u128::from_le_bytes(*block);
        for k in keys {
            a = substitute_and_mix(a ^ u128::from_le_bytes(*k));
        }
        *block = (a ^ u128::from_le_bytes(*last)).to_le_bytes();
    }

    /// Decrypts a block (RFC 7801 §4.4.2).
    #[inline]
    fn decrypt(&self, block: &mut [u8; 16]) {
        let [keys @ .., last] = &self.keys;
        let mut a = u128::from_le_bytes(*block) ^ u128::from_le_bytes(*last);
        for k in keys.iter().rev() {
            let bytes = unmix(a).to_le_bytes().map(|byte| PI_INVERSE[usize::from(byte)]);
            a = u128::from_le_bytes(bytes) ^ u128::from_le_bytes(*k);
        }
        *block = a.to_le_bytes();
    }
}

/// Returns the images of the eight bits of one byte under a map that is linear over GF(2^8). `one` is the image of bit
/// 0. The image of each further bit is the image of the previous bit, multiplied by x.
const fn images_of_bits(mut one: [u8; 16]) -> [u128; 8] {
    let mut images = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        images[bit] = u128::from_le_bytes(one);
        let mut k = 0;
        while k < 16 {
            one[k] = multiply(one[k], 2, POLYNOMIAL);
            k += 1;
        }
        bit += 1;
    }
    images
}

/// Applies the S-box layer S, then the linear map L, with a lookup table.
fn substitute_and_mix(a: u128) -> u128 {
    let (mut sum, bytes) = (0, a.to_le_bytes());
    for i in 0..16 {
        sum ^= LS_TABLE[i][usize::from(bytes[i])];
    }
    sum
}

/// Applies L⁻¹ with [`LS_TABLE`], the table of the portable rounds that combines the S-box with L. The first 15
/// coefficients of the linear function l are a palindrome, and the last one is 1. L⁻¹ therefore reverses the byte
/// order, applies L, and reverses the byte order again. Each byte first passes through the inverse S-box, to cancel the
/// S-box in the table.
fn unmix(a: u128) -> u128 {
    let (mut sum, bytes) = (0_u128, a.to_le_bytes());
    for i in 0..16 {
        sum ^= LS_TABLE[15 - i][usize::from(PI_INVERSE[usize::from(bytes[i])])];
    }
    sum.swap_bytes()
}

/// Field polynomial: x^8 + x^7 + x^6 + x + 1.
const POLYNOMIAL: u16 = 0x1c3;

/// Coefficients of the linear function l, from the first byte to the last (RFC 7801 §4.1.2).
const LINEAR: [u8; 16] = [148, 32, 133, 16, 194, 192, 1, 251, 1, 192, 194, 16, 133, 32, 148, 1];

/// Computes L as sixteen steps R. Each step shifts the 16-byte string a by one byte, and inserts l(a) as the first
/// byte.
const fn mix(mut a: [u8; 16]) -> [u8; 16] {
    let mut step = 0;
    while step < 16 {
        let mut l = 0;
        let mut i = 16;
        while i > 0 {
            i -= 1;
            l ^= multiply(LINEAR[i], a[i], POLYNOMIAL);
            if i < 15 {
                a[i + 1] = a[i];
            }
        }
        a[0] = l;
        step += 1;
    }
    a
}

/// Computes L⁻¹ by inverting the sixteen steps R.
const fn mix_inverse(mut a: [u8; 16]) -> [u8; 16] {
    let mut step = 0;
    while step < 16 {
        let mut last = a[0];
        let mut i = 0;
        while i < 15 {
            a[i] = a[i + 1];
            last ^= multiply(LINEAR[i], a[i], POLYNOMIAL);
            i += 1;
        }
        // The last byte has the coefficient 1 in l, so inverting a step R needs no division.
        a[15] = last;
        step += 1;
    }
    a
}

/// Iteration constants C_i = L(i) of the key schedule (RFC 7801 §4.3).
#[expect(clippy::cast_possible_truncation, reason = "the loop variable is below 32")]
static C: [u128; 32] = {
    let mut c = [0; 32];
    let mut i = 0;
    while i < 32 {
        let mut a = [0; 16];
        a[15] = i as u8 + 1;
        c[i] = u128::from_le_bytes(mix(a));
        i += 1;
    }
    c
};

/// Applies L to a block whose byte `i` is 1 and whose other bytes are 0, and returns the result. If `inverse` is set,
/// applies L⁻¹ instead.
const fn column(i: usize, inverse: bool) -> [u8; 16] {
    let mut byte = [0; 16];
    byte[i] = 1;
    if inverse { mix_inverse(byte) } else { mix(byte) }
}

/// Lookup table for L(S(a)): `LS_TABLE[i][x]` is the contribution of byte `x` at position `i` of the block `a`.
static LS_TABLE: [[u128; 256]; 16] = {
    let mut table = [[0; 256]; 16];
    let mut i = 0;
    while i < 16 {
        let images = sums(images_of_bits(column(i, false)));
        let mut x = 0;
        while x < 256 {
            table[i][x] = images[PI[x] as usize];
            x += 1;
        }
        i += 1;
    }
    table
};

/// Table of the inverse S-box.
#[expect(clippy::cast_possible_truncation, reason = "the loop variable is below 256")]
static PI_INVERSE: [u8; 256] = {
    let mut inverse = [0; 256];
    let mut x = 0;
    while x < 256 {
        inverse[PI[x] as usize] = x as u8;
        x += 1;
    }
    inverse
};

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.keys.flat_mut());
    }
}
