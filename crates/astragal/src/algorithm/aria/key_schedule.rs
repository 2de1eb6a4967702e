//! Round keys of ARIA (RFC 5794 §2.2).

use super::round::diffuse;
use super::sbox::{Sb1, Sb2, Sb3, Sb4};
use crate::platform::array::Flat as _;
use crate::platform::unroll::unroll;
use crate::platform::words::erase;
use crate::traits::cipher::{Backend, Expand, Reversible, Substitute};

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
    /// Expands a key of 16, 24 or 32 bytes.
    pub(super) fn new(key: &[u8], backend: Backend) -> Self {
        let mut padded = [0; 32];
        padded[..key.len()].copy_from_slice(key);
        let (halves, _) = padded.as_chunks();
        let (kl, kr) = (u128::from_be_bytes(halves[0]), u128::from_be_bytes(halves[1]));
        erase(&mut padded);
        // The key length determines the order of the constants: (CK1, CK2, CK3) is (C1, C2, C3) for keys of 16 bytes,
        // (C2, C3, C1) for 24 bytes, and (C3, C1, C2) for 32 bytes.
        let longer = (key.len() - 16) / 8;
        let ck = |i: usize| C[(longer + i) % 3];
        let mut w = backend.expand(Words { kl, kr, ck: [ck(0), ck(1), ck(2)] });
        let mut schedule = Self { keys: [[0; 16]; MAX_ROUND_KEYS], rounds: 12 + 2 * longer };
        // Distances in bits of the rotations of W0 … W3, one for each of the five groups of round keys: to the right by
        // 19 and 31, then to the left by 61, 31 and 19. A rotation to the left by n is written as a rotation to the
        // right by 128 - n.
        const RIGHT: [u32; 5] = [19, 31, 128 - 61, 128 - 31, 128 - 19];
        // The loop is unrolled, so that the rotation distances are constants.
        unroll!(for group in 0..5 {
            for (i, ek) in schedule.keys[4 * group..].iter_mut().take(4).enumerate() {
                *ek = (w[i] ^ w[(i + 1) % 4].rotate_right(RIGHT[group])).to_be_bytes();
            }
        });
        erase(&mut w);
        schedule
    }

    /// Returns the keys of all rounds, followed by the key of the final addition.
    #[inline(always)]
    pub(super) fn keys(&self) -> &[[u8; 16]] {
        &self.keys[..=self.rounds]
    }

    /// Returns whether `self` and `other` have the same round keys.
    #[cfg(test)]
    pub(super) fn keys_equal(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl Reversible for Schedule {
    /// Returns the schedule for decryption (RFC 5794 §2.2): the round keys in reverse order, with the diffusion A
    /// applied to all round keys except the first and the last.
    fn reversed(&self) -> Self {
        // The schedule is built in place, because modifying a copy and then moving it would take as long as the key
        // expansion.
        Self {
            keys: core::array::from_fn(
                #[inline(always)]
                |i| match self.rounds.saturating_sub(i) {
                    inner @ 1.. if i > 0 => diffuse(self.keys[inner]),
                    end => self.keys[end],
                },
            ),
            rounds: self.rounds,
        }
    }
}

/// Kernel that computes the words W0 … W3 of the key schedule (RFC 5794 §2.2).
struct Words {
    kl: u128,
    kr: u128,
    ck: [u128; 3],
}

impl Expand for Words {
    type Output = [u128; 4];

    #[inline(always)]
    fn run<S: Substitute>(self, bytes: S) -> [u128; 4] {
        let Self { kl, kr, ck } = self;
        let mut w = [kl, 0, 0, 0];
        w[1] = odd(bytes, w[0] ^ ck[0]) ^ kr;
        w[2] = even(bytes, w[1] ^ ck[1]) ^ w[0];
        w[3] = odd(bytes, w[2] ^ ck[2]) ^ w[1];
        w
    }
}

/// Computes the steps of the odd round function FO that follow the key addition.
#[inline(always)]
fn odd<S: Substitute>(bytes: S, x: u128) -> u128 {
    let [b1, b2, b3, b4] = images(bytes, x);
    u128::from_be_bytes(diffuse(select([b1, b2, b3, b4])))
}

/// Computes the steps of the even round function FE that follow the key addition.
#[inline(always)]
fn even<S: Substitute>(bytes: S, x: u128) -> u128 {
    let [b1, b2, b3, b4] = images(bytes, x);
    u128::from_be_bytes(diffuse(select([b3, b4, b1, b2])))
}

/// Substitutes all bytes of `x` with each of SB1, SB2, SB3 and SB4 and returns the four results.
#[inline(always)]
fn images<S: Substitute>(bytes: S, x: u128) -> [[u8; 16]; 4] {
    let x = x.to_be_bytes();
    [
        bytes.substitute::<Sb1>(x),
        bytes.substitute::<Sb2>(x),
        bytes.substitute::<Sb3>(x),
        bytes.substitute::<Sb4>(x),
    ]
}

/// Returns a block whose byte i is taken from `images[i % 4]`.
#[inline(always)]
fn select(images: [[u8; 16]; 4]) -> [u8; 16] {
    let mut selected = images[0];
    for i in 0..16 {
        selected[i] = images[i % 4][i];
    }
    selected
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.keys.flat_mut());
    }
}
