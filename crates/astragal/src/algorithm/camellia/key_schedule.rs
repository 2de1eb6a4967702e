//! Camellia's subkeys (RFC 3713 §2.2).

use super::round::f;
use crate::platform::array::{Flat as _, copy};
use crate::platform::words::erase;
use crate::traits::cipher::{Backend, Reversible};

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
    /// Number of groups of six rounds: 3 for 16-byte keys, 4 for longer keys.
    pub(super) sixes: usize,
}

/// 64-bit subkey, stored big-endian.
pub(super) type Subkey = [u8; 8];

/// The constants Σ1 … Σ6 (RFC 3713 §2.2): hexadecimal digits 2 to 17 after the point of √2, √3, √5, √7, √11 and √13.
pub(super) const SIGMA: [u64; 6] = [
    0xa09e_667f_3bcc_908b,
    0xb67a_e858_4caa_73b2,
    0xc6ef_372f_e94f_82be,
    0x54ff_53a5_f1d3_6f1c,
    0x10e5_27fa_de68_2d1d,
    0xb056_88c2_b3e6_c1fd,
];

/// Returns the bytes of two words.
fn join([left, right]: [u64; 2]) -> [u8; 16] {
    (u128::from(left) << 64 | u128::from(right)).to_be_bytes()
}

impl Schedule {
    /// Returns a schedule without subkeys, for a key of `key_bytes` bytes.
    pub(super) const fn empty(key_bytes: usize) -> Self {
        Self {
            whitening: [[0; 8]; 4],
            rounds: [[0; 8]; 24],
            layers: [[0; 8]; 6],
            sixes: if key_bytes == 16 { 3 } else { 4 },
        }
    }

    /// Expands a key of 16, 24 or 32 bytes.
    pub(super) fn expand(&mut self, key: &[u8], backend: Backend) {
        let (words, _) = key.as_chunks::<8>();
        let kr = match *words {
            [_, _] => [0; 16],
            [_, _, right] => join([u64::from_be_bytes(right), !u64::from_be_bytes(right)]),
            _ => *key.last_chunk().unwrap_or(&[0; 16]),
        };
        let kl = *key.first_chunk().unwrap_or(&[0; 16]);
        backend.expand_words(Expansion { kl, kr, schedule: self }, Expansion::portable);
    }

    /// Sets all subkeys (RFC 3713 §2.2). `rotated` rotates a key to the left and returns its bytes.
    #[inline(always)]
    pub(super) fn set<K: Copy>(
        &mut self,
        [kl, kr, ka, kb]: [K; 4],
        rotated: impl Fn(K, u32) -> [u8; 16],
    ) {
        let Self { whitening: kw, rounds: k, layers: ke, sixes } = self;
        if *sixes == 3 {
            set_pair(kw, 0, rotated(kl, 0));
            set_pair(k, 0, rotated(ka, 0));
            set_pair(k, 2, rotated(kl, 15));
            set_pair(k, 4, rotated(ka, 15));
            set_pair(ke, 0, rotated(ka, 30));
            set_pair(k, 6, rotated(kl, 45));
            // k9 and k10 come from different keys. k9 is the left half of KA rotated by 45 bits. k10 is the right half
            // of KL rotated by 60 bits.
            set_pair(k, 8, rotated(kl, 60));
            let (ka45, _) = k[8..].split_at_mut(1);
            copy(ka45.flat_mut(), &rotated(ka, 45)[..8]);
            set_pair(k, 10, rotated(ka, 60));
            set_pair(ke, 2, rotated(kl, 77));
            set_pair(k, 12, rotated(kl, 94));
            set_pair(k, 14, rotated(ka, 94));
            set_pair(k, 16, rotated(kl, 111));
            set_pair(kw, 2, rotated(ka, 111));
        } else {
            set_pair(kw, 0, rotated(kl, 0));
            set_pair(k, 0, rotated(kb, 0));
            set_pair(k, 2, rotated(kr, 15));
            set_pair(k, 4, rotated(ka, 15));
            set_pair(ke, 0, rotated(kr, 30));
            set_pair(k, 6, rotated(kb, 30));
            set_pair(k, 8, rotated(kl, 45));
            set_pair(k, 10, rotated(ka, 45));
            set_pair(ke, 2, rotated(kl, 60));
            set_pair(k, 12, rotated(kr, 60));
            set_pair(k, 14, rotated(kb, 60));
            set_pair(k, 16, rotated(kl, 77));
            set_pair(ke, 4, rotated(ka, 77));
            set_pair(k, 18, rotated(kr, 94));
            set_pair(k, 20, rotated(ka, 94));
            set_pair(k, 22, rotated(kl, 111));
            set_pair(kw, 2, rotated(kb, 111));
        }
    }
}

impl Reversible for Schedule {
    /// Derives the schedule for decryption: the subkeys in reverse order (RFC 3713 §2.3.3).
    // This function is not inlined. Inlined code would move every subkey through the stack, and take 35 ns instead of
    // 10 ns.
    #[inline(never)]
    fn reverse_into(&self, reversed: &mut Self, _: Backend) {
        let [kw1, kw2, kw3, kw4] = self.whitening;
        reversed.whitening = [kw3, kw4, kw1, kw2];
        // The lengths are constant in each branch, so that the compiler unrolls the loops of `reverse`.
        if self.sixes == 3 {
            reverse(&self.rounds[..18], &mut reversed.rounds[..18]);
            reverse(&self.layers[..4], &mut reversed.layers[..4]);
        } else {
            reverse(&self.rounds, &mut reversed.rounds);
            reverse(&self.layers, &mut reversed.layers);
        }
    }

    #[inline(always)]
    fn empty(&self) -> Self {
        Self::empty(if self.sixes == 3 { 16 } else { 32 })
    }
}

#[inline(always)]
fn reverse(from: &[Subkey], to: &mut [Subkey]) {
    for i in 0..from.len() {
        to[i] = from[from.len() - 1 - i];
    }
}

/// Kernel that computes all subkeys of a schedule from the keys KL and KR (RFC 3713 §2.2).
pub(super) struct Expansion<'a> {
    pub(super) kl: [u8; 16],
    pub(super) kr: [u8; 16],
    pub(super) schedule: &'a mut Schedule,
}

impl Expansion<'_> {
    /// Computes the subkeys without vectors, in constant time.
    fn portable(self) {
        let [kl, kr] = [self.kl, self.kr].map(u128::from_be_bytes);
        let ka = two_rounds(two_rounds(kl ^ kr, 0) ^ kl, 2);
        let kb = if self.schedule.sixes == 3 { 0 } else { two_rounds(ka ^ kr, 4) };
        self.schedule.set([kl, kr, ka, kb], |key, left| key.rotate_left(left).to_be_bytes());
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the casts split a number into halves")]
fn two_rounds(d: u128, sigma: usize) -> u128 {
    let [mut d1, mut d2] = [(d >> 64) as u64, d as u64];
    let f = |x: u64, sigma: u64| f([x, 0, 0, 0, 0, 0, 0, 0], sigma)[0];
    d2 ^= f(d1, SIGMA[sigma]);
    d1 ^= f(d2, SIGMA[sigma + 1]);
    u128::from(d1) << 64 | u128::from(d2)
}

/// Sets subkey `i` to the left half of `key`, and subkey `i + 1` to the right half.
#[inline(always)]
fn set_pair(subkeys: &mut [Subkey], i: usize, key: [u8; 16]) {
    copy(subkeys[i..i + 2].flat_mut(), &key);
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.whitening.flat_mut());
        erase(self.rounds.flat_mut());
        erase(self.layers.flat_mut());
    }
}
