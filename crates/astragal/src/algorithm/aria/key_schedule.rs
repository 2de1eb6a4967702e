//! Round keys of ARIA (RFC 5794 §2.2).

use super::round::{diffuse, substitute};
use super::sbox::{SL1, SL2};
use crate::platform::array::Flat as _;
use crate::platform::unroll::unroll;
use crate::platform::words::{erase, xor_into};
use crate::traits::cipher::{Backend, Reversible};

/// Largest number of round keys: one for each of 16 rounds and one for the final key addition.
const MAX_ROUND_KEYS: usize = 17;

/// Round keys of ARIA (RFC 5794 §2.2): the encryption keys ek, or the decryption keys dk. There are 13, 15 or 17 keys,
/// depending on the key length.
#[derive(Clone)]
pub(super) struct Schedule {
    keys: [[u8; 16]; MAX_ROUND_KEYS],
    rounds: usize,
}

/// Constants C1, C2 and C3: the first 3 · 128 bits of the fractional part of 1/π (RFC 5794 §2.2).
const C: [u128; 3] = [
    0x517c_c1b7_2722_0a94_fe13_abe8_fa9a_6ee0,
    0x6db1_4acc_9e21_c820_ff28_b1d5_ef5d_e2b0,
    0xdb92_371d_2126_e970_0324_9775_04e8_c90e,
];

impl Schedule {
    /// Returns a schedule without round keys, for a key of `key_bytes` bytes.
    pub(super) const fn empty(key_bytes: usize) -> Self {
        Self { keys: [[0; 16]; MAX_ROUND_KEYS], rounds: 8 + key_bytes / 4 }
    }

    /// Expands a key of 16, 24 or 32 bytes.
    pub(super) fn expand(&mut self, key: &[u8], backend: Backend) {
        let mut padded = [0; 32];
        padded[..key.len()].copy_from_slice(key);
        let (halves, _) = padded.as_chunks();
        let (kl, kr) = (halves[0], halves[1]);
        erase(&mut padded);
        // The key length determines the constants (CK1, CK2, CK3):
        // - 16 bytes: (C1, C2, C3).
        // - 24 bytes: (C2, C3, C1).
        // - 32 bytes: (C3, C1, C2).
        let longer = (key.len() - 16) / 8;
        let ck = core::array::from_fn(|i| C[(longer + i) % 3].to_be_bytes());
        backend.expand_words(Expansion { kl, kr, ck, schedule: self }, Expansion::portable);
    }

    /// Sets all round keys from W0 … W3. `key(a, b, n)` returns `a` XOR `b`, with `b` rotated to the right by n bits.
    #[inline(always)]
    pub(super) fn set<W: Copy>(&mut self, w: [W; 4], key: impl Fn(W, W, u32) -> [u8; 16]) {
        // Rotation distances in the five groups of round keys, in bits to the right. RFC 5794 rotates to the left in
        // the last three groups. A rotation to the left by n bits is a rotation to the right by 128 - n bits.
        const RIGHT: [u32; 5] = [19, 31, 128 - 61, 128 - 31, 128 - 19];
        // The loop is unrolled, so that the rotation distances are constants.
        unroll!(for group in 0..5 {
            for i in 0..4 {
                if 4 * group + i <= self.rounds {
                    self.keys[4 * group + i] = key(w[i], w[(i + 1) % 4], RIGHT[group]);
                }
            }
        });
    }

    /// Returns the keys of all rounds, followed by the key of the final addition.
    #[inline(always)]
    pub(super) fn keys(&self) -> &[[u8; 16]] {
        &self.keys[..=self.rounds]
    }
}

impl Reversible for Schedule {
    /// Derives the schedule for decryption (RFC 5794 §2.2): reverses the order of the round keys, and applies the
    /// diffusion A to all of them except the first and the last.
    fn reverse_into(&self, reversed: &mut Self, backend: Backend) {
        let last = self.rounds;
        (reversed.keys[0], reversed.keys[last]) = (self.keys[last], self.keys[0]);
        let diffusion = Diffusion { from: &self.keys[1..last], to: &mut reversed.keys[1..last] };
        backend.expand_words(diffusion, Diffusion::portable);
    }

    #[inline(always)]
    fn empty(&self) -> Self {
        Self { keys: [[0; 16]; MAX_ROUND_KEYS], rounds: self.rounds }
    }
}

/// Kernel that applies the diffusion A to each key, and reverses the order of the keys.
pub(super) struct Diffusion<'a> {
    pub(super) from: &'a [[u8; 16]],
    pub(super) to: &'a mut [[u8; 16]],
}

impl Diffusion<'_> {
    fn portable(self) {
        for (from, to) in self.from.iter().rev().zip(self.to) {
            *to = diffuse(*from);
        }
    }
}

/// Kernel that computes the round keys of a schedule from the keys KL and KR and the constants CK1, CK2 and CK3 (RFC
/// 5794 §2.2).
pub(super) struct Expansion<'a> {
    pub(super) kl: [u8; 16],
    pub(super) kr: [u8; 16],
    pub(super) ck: [[u8; 16]; 3],
    pub(super) schedule: &'a mut Schedule,
}

impl Expansion<'_> {
    /// Computes the round keys without vectors, in constant time.
    fn portable(self) {
        let Self { kl, kr, ck, schedule } = self;
        let w1 = sum(round::<false>(sum(kl, ck[0])), kr);
        let w2 = sum(round::<true>(sum(w1, ck[1])), kl);
        let w3 = sum(round::<false>(sum(w2, ck[2])), w1);
        let w = [kl, w1, w2, w3].map(u128::from_be_bytes);
        schedule.set(w, |a, b, right| (a ^ b.rotate_right(right)).to_be_bytes());
    }
}

/// Computes the round function FO, or FE if `EVEN` is set, without its key addition.
fn round<const EVEN: bool>(x: [u8; 16]) -> [u8; 16] {
    let mut blocks = [x; 4];
    substitute(&mut blocks, if EVEN { &SL2 } else { &SL1 });
    diffuse(blocks[0])
}

fn sum(mut a: [u8; 16], b: [u8; 16]) -> [u8; 16] {
    xor_into(&mut a, &b);
    a
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.keys.flat_mut());
    }
}
