//! Round keys of Serpent (Serpent §4), changed for S-boxes that map zero to zero.

use super::round::add;
use super::sbox::substitute;
use crate::platform::array::Flat as _;
use crate::platform::unroll::unroll;
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::cipher::{Backend, ExpandWords, Vector, transpose_32};

/// Round keys K0 … K32 of Serpent. Key i includes the constant that round i - 1 of the standard adds: S(0) of its S-box
/// after the linear transformation.
#[derive(Clone)]
pub(super) struct Schedule(pub(super) [[u32; 4]; 33]);

/// Constant φ of the key schedule: the fractional part of the golden ratio.
const PHI: u32 = 0x9e37_79b9;

/// Constants that the round keys i, i + 8, i + 16 and i + 24 include after the circuit of the S-box. Each is S(0) of the
/// S-box that computes the key, XORed with S(0) of the S-box of the round before, after the linear transformation.
#[rustfmt::skip]
const CONSTANTS: [[u32; 4]; 8] = [
    [0xffff_8fff, 0xffff_ffff, 0xffc0_0000, 0xffff_fc7f],
    [0x7000, 0, 0x1fff_ffff, 0x380],
    [0x7000, 0, 0xffc0_0000, 0x380],
    [0, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff],
    [0xffff_ffff, 0, 0, 0],
    [0x7000, 0, 0x003f_ffff, 0xffff_fc7f],
    [0x7000, 0, 0xffc0_0000, 0x380],
    [0xffff_8fff, 0xffff_ffff, 0xffc0_0000, 0x380],
];

impl Schedule {
    /// Expands a key of 16, 24 or 32 bytes. The key is padded with a single 1 bit, then with zeros.
    #[inline]
    pub(super) fn new(key: &[u8], backend: Backend) -> Self {
        let mut padded = [0_u8; 33];
        padded[..key.len()].copy_from_slice(key);
        padded[key.len()] = 1;
        let (words, _) = padded.as_chunks::<16>();
        let (mut before, mut last) = (load_le(&words[0]), load_le(&words[1]));
        erase(&mut padded);
        let mut schedule = Self([[0; 4]; 33]);
        for (words, i) in schedule.0.iter_mut().zip((0..).step_by(4)) {
            (before, last) = (last, next_prekeys(before, last, i));
            *words = last;
        }
        backend.expand_words(Substitution(&mut schedule.0), Substitution::portable);
        // No round precedes key 0, and no linear transformation precedes key 32. S3 computes both keys, and S3(0) is 0.
        schedule.0[0] = add(schedule.0[0], &CONSTANTS[0]);
        schedule.0[32][0] ^= !0;
        schedule
    }
}

/// Returns the prekeys w_i to w_{i + 3}. The arguments are the eight prekeys before them.
#[inline(always)]
fn next_prekeys(a: [u32; 4], b: [u32; 4], i: u32) -> [u32; 4] {
    // The newest prekey is rotated separately and XORed last, so that the other operations need not wait for it.
    let next =
        |sum: u32, i: u32, newest: u32| (sum ^ PHI ^ i).rotate_left(11) ^ newest.rotate_left(11);
    let w0 = next(a[0] ^ a[3] ^ b[1], i, b[3]);
    let w1 = next(a[1] ^ b[0] ^ b[2], i + 1, w0);
    let w2 = next(a[2] ^ b[1] ^ b[3], i + 2, w1);
    let w3 = next(a[3] ^ b[2] ^ w0, i + 3, w2);
    [w0, w1, w2, w3]
}

/// Replaces the prekeys by the round keys. The S-box of round key i is number 35 - i modulo 8.
struct Substitution<'a>(&'a mut [[u32; 4]; 33]);

impl Substitution<'_> {
    fn portable(self) {
        let keys = self.0;
        keys[32] = substitute(3, keys[32]);
        unroll!(for i in 0..8 {
            for j in 0..4 {
                let key = substitute((35 - i) % 8, keys[i + 8 * j]);
                keys[i + 8 * j] = add(key, &CONSTANTS[i]);
            }
        });
    }
}

/// Round keys i, i + 8, i + 16 and i + 24 have the same S-box, so that one vector holds a word of each of them.
impl ExpandWords for Substitution<'_> {
    type Output = ();
    const VECTOR_BYTES: usize = 16;
    const USES_GFNI: bool = false;

    #[inline(always)]
    fn run<V: Vector>(self, cpu: V::Proof) {
        let keys = self.0;
        keys[32] = substitute(3, keys[32]);
        unroll!(for i in 0..8 {
            let mut x = [V::splat_32(cpu, 0); 4];
            for j in 0..4 {
                let mut bytes = [0; 16];
                store_le(&keys[i + 8 * j], &mut bytes);
                x[j] = V::load(cpu, &bytes);
            }
            let y = transpose_32(add(substitute((35 - i) % 8, transpose_32(x)), &CONSTANTS[i]));
            for j in 0..4 {
                let mut bytes = [0; 16];
                y[j].store(&mut bytes);
                keys[i + 8 * j] = load_le(&bytes);
            }
        });
    }
}

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(self.0.flat_mut());
    }
}

#[cfg(test)]
mod tests {
    use super::super::round::transform;
    use super::super::sbox::OF_ZERO;
    use super::*;

    #[test]
    fn constants_are_images_of_zero() {
        let of_zero = |number: usize| {
            [0, 1, 2, 3].map(|bit| if OF_ZERO[number % 8] >> bit & 1 == 1 { !0 } else { 0 })
        };
        for (i, constants) in CONSTANTS.iter().enumerate() {
            assert_eq!(*constants, transform(of_zero(i + 7), &of_zero(35 - i)));
        }
    }
}
