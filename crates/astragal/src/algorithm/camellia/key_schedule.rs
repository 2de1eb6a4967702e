//! Camellia's subkeys (RFC 3713 §2.2).

use super::round::p;
use super::sbox::S1;
use crate::platform::array::Flat as _;
use crate::platform::words::erase;
use crate::traits::cipher::{Backend, Expand, Reversible, Substitute};

/// Subkeys of Camellia. Each round uses one subkey. Between groups of six rounds, FL and FL⁻¹ use one subkey each.
/// Whitening uses two subkeys before the first round and two after the last round.
#[derive(Clone)]
pub(super) struct Schedule {
    /// Whitening subkeys kw1, kw2, kw3, kw4.
    pub(super) whitening: [Subkey; 4],
    /// Round subkeys: k1 … k18, or k1 … k24 for keys longer than 16 bytes.
    pub(super) rounds: [Subkey; 24],
    /// Subkeys of FL and FL⁻¹: ke1 … ke4, or ke1 … ke6 for keys longer than 16 bytes.
    pub(super) layers: [Subkey; 6],
    /// Number of groups of six rounds: 3 for keys of 16 bytes, 4 for longer keys.
    pub(super) sixes: usize,
}

/// Subkey of 64 bits, stored big-endian.
pub(super) type Subkey = [u8; 8];

/// The constants Σ1 … Σ6 (RFC 3713 §2.2): hexadecimal digits 2 to 17 after the point of √2, √3, √5, √7, √11 and √13.
const SIGMA: [u64; 6] = [
    0xa09e_667f_3bcc_908b,
    0xb67a_e858_4caa_73b2,
    0xc6ef_372f_e94f_82be,
    0x54ff_53a5_f1d3_6f1c,
    0x10e5_27fa_de68_2d1d,
    0xb056_88c2_b3e6_c1fd,
];

#[expect(clippy::cast_possible_truncation, reason = "the casts split a number into halves")]
const fn halves(x: u128) -> [u64; 2] {
    [(x >> 64) as u64, x as u64]
}

const fn join([high, low]: [u64; 2]) -> u128 {
    (high as u128) << 64 | low as u128
}

impl Schedule {
    /// Expands a key of 16, 24 or 32 bytes.
    pub(super) fn new(key: &[u8], backend: Backend) -> Self {
        let (words, _) = key.as_chunks::<8>();
        let word = |i: usize| u64::from_be_bytes(words[i]);
        let kl = join([word(0), word(1)]);
        let kr = match words.len() {
            2 => 0,
            3 => join([word(2), !word(2)]),
            _ => join([word(2), word(3)]),
        };
        let is_long = words.len() > 2;
        let [ka, kb] = backend.expand(Intermediate { kl, kr, is_long });
        let mut schedule =
            Self { whitening: [[0; 8]; 4], rounds: [[0; 8]; 24], layers: [[0; 8]; 6], sixes: 3 };
        let Self { whitening: kw, rounds: k, layers: ke, sixes } = &mut schedule;
        if !is_long {
            set_pair(kw, 0, kl, 0);
            set_pair(k, 0, ka, 0);
            set_pair(k, 2, kl, 15);
            set_pair(k, 4, ka, 15);
            set_pair(ke, 0, ka, 30);
            set_pair(k, 6, kl, 45);
            k[8] = halves(ka.rotate_left(45))[0].to_be_bytes();
            k[9] = halves(kl.rotate_left(60))[1].to_be_bytes();
            set_pair(k, 10, ka, 60);
            set_pair(ke, 2, kl, 77);
            set_pair(k, 12, kl, 94);
            set_pair(k, 14, ka, 94);
            set_pair(k, 16, kl, 111);
            set_pair(kw, 2, ka, 111);
        } else {
            *sixes = 4;
            set_pair(kw, 0, kl, 0);
            set_pair(k, 0, kb, 0);
            set_pair(k, 2, kr, 15);
            set_pair(k, 4, ka, 15);
            set_pair(ke, 0, kr, 30);
            set_pair(k, 6, kb, 30);
            set_pair(k, 8, kl, 45);
            set_pair(k, 10, ka, 45);
            set_pair(ke, 2, kl, 60);
            set_pair(k, 12, kr, 60);
            set_pair(k, 14, kb, 60);
            set_pair(k, 16, kl, 77);
            set_pair(ke, 4, ka, 77);
            set_pair(k, 18, kr, 94);
            set_pair(k, 20, ka, 94);
            set_pair(k, 22, kl, 111);
            set_pair(kw, 2, kb, 111);
        }
        schedule
    }

    /// Returns whether `self` and `other` have the same round keys.
    #[cfg(test)]
    pub(super) fn keys_equal(&self, other: &Self) -> bool {
        (self.whitening, self.rounds, self.layers) == (other.whitening, other.rounds, other.layers)
    }
}

impl Reversible for Schedule {
    /// Returns the schedule for decryption: the subkeys in reverse order (RFC 3713 §2.3.3).
    fn reversed(&self) -> Self {
        let [kw1, kw2, kw3, kw4] = self.whitening;
        // The schedule is built in place, because modifying a copy and then moving it would take as long as the key
        // expansion.
        Self {
            whitening: [kw3, kw4, kw1, kw2],
            rounds: core::array::from_fn(|i| self.rounds[(6 * self.sixes).saturating_sub(i + 1)]),
            layers: core::array::from_fn(|i| {
                self.layers[(2 * self.sixes - 2).saturating_sub(i + 1)]
            }),
            sixes: self.sixes,
        }
    }
}

/// Kernel that computes the intermediate key KA, and KB for keys of 24 or 32 bytes (RFC 3713 §2.2).
struct Intermediate {
    kl: u128,
    kr: u128,
    is_long: bool,
}

impl Expand for Intermediate {
    type Output = [u128; 2];

    #[inline(always)]
    fn run<S: Substitute>(self, bytes: S) -> [u128; 2] {
        let Self { kl, kr, is_long } = self;
        let ka = two_rounds(bytes, two_rounds(bytes, kl ^ kr, 0) ^ kl, 2);
        [ka, if is_long { two_rounds(bytes, ka ^ kr, 4) } else { 0 }]
    }
}

#[inline(always)]
fn two_rounds<S: Substitute>(bytes: S, d: u128, sigma: usize) -> u128 {
    let [mut d1, mut d2] = halves(d);
    d2 ^= f(bytes, d1, SIGMA[sigma]);
    d1 ^= f(bytes, d2, SIGMA[sigma + 1]);
    join([d1, d2])
}

/// The function F (RFC 3713 §2.4.1). SBOX2, SBOX3 and SBOX4 are computed as SBOX1 with rotations before or after it.
#[inline(always)]
fn f<S: Substitute>(substitute: S, f_in: u64, ke: u64) -> u64 {
    let x = f_in ^ ke;
    // Before SBOX1, rotates bytes 4 and 7 to the left by one bit. After SBOX1, rotates bytes 2 and 5 to the left by one
    // bit, and bytes 3 and 6 to the right by one bit.
    let x = select(x, rotate_left_each(x), 0x0000_00ff_0000_ff00);
    let y = substitute.substitute::<S1>(u128::from(x).to_le_bytes());
    let (low, _) = y.as_chunks();
    let y = u64::from_le_bytes(low[0]);
    let rotated = select(rotate_left_each(y), rotate_right_each(y), 0x0000_ff00_00ff_0000);
    p(select(y, rotated, 0x00ff_ff00_ffff_0000))
}

/// Returns the bits of `b` where `mask` is 1, and the bits of `a` elsewhere.
#[inline(always)]
const fn select(a: u64, b: u64, mask: u64) -> u64 {
    a ^ (a ^ b) & mask
}

/// Rotates each byte of the word to the left by one bit.
#[inline(always)]
const fn rotate_left_each(bytes: u64) -> u64 {
    select(bytes << 1, bytes >> 7, 0x0101_0101_0101_0101)
}

/// Rotates each byte of the word to the right by one bit.
#[inline(always)]
const fn rotate_right_each(bytes: u64) -> u64 {
    select(bytes >> 1, bytes << 7, 0x8080_8080_8080_8080)
}

/// Sets subkey `i` to the left half of `key <<< distance`, and subkey `i + 1` to the right half.
fn set_pair(subkeys: &mut [Subkey], i: usize, key: u128, distance: u32) {
    let both = key.rotate_left(distance).to_be_bytes();
    subkeys[i..i + 2].flat_mut().copy_from_slice(&both);
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.whitening.flat_mut());
        erase(self.rounds.flat_mut());
        erase(self.layers.flat_mut());
    }
}
