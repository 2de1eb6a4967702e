//! The rounds of ARIA as RFC 5794 describes them, on four blocks.

use super::key_schedule::Schedule;
use super::sbox::{SL1, SL2};
use crate::platform::array::Flat as _;
use crate::platform::sbox::sliced::Sliced;

/// Four blocks, which one bit-sliced substitution processes together.
type Blocks = [[u8; 16]; 4];

/// Encrypts the blocks, or decrypts them with the reversed schedule (RFC 5794 §2.3).
pub(super) fn encrypt(schedule: &Schedule, p: &mut Blocks) {
    let [keys @ .., last] = schedule.keys() else { return };
    let n = keys.len();
    for (i, key) in keys.iter().enumerate() {
        add(p, key);
        substitute(p, if i % 2 == 0 { &SL1 } else { &SL2 });
        if i + 1 < n {
            *p = p.map(diffuse);
        }
    }
    add(p, last);
}

fn add(p: &mut Blocks, key: &[u8; 16]) {
    for block in p {
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
    }
}

/// Applies the substitution layer SL1 or SL2 (RFC 5794 §2.4.2).
pub(super) fn substitute(p: &mut Blocks, layer: &Sliced) {
    let (halves, _) = p.flat_mut().as_chunks_mut::<8>();
    let mut words = [0; 8];
    for (word, half) in words.iter_mut().zip(&*halves) {
        *word = u64::from_le_bytes(*half);
    }
    layer.substitute(&mut words);
    for (word, half) in words.iter().zip(halves) {
        *half = word.to_le_bytes();
    }
}

/// The diffusion A (RFC 5794 §2.4.3), which is its own inverse. It is computed in three layers. Each layer replaces
/// every byte with the sum of three other bytes:
/// - in the first layer, the other three bytes of the same word;
/// - in the second and the third layer, the bytes at the same position in the other three words.
///
/// Before the third layer, the bytes of three words are permuted within each word.
#[expect(clippy::cast_possible_truncation, reason = "the casts split the block into words")]
#[inline(always)]
pub(super) const fn diffuse(x: [u8; 16]) -> [u8; 16] {
    let x = u128::from_be_bytes(x);
    let words = [(x >> 96) as u32, (x >> 64) as u32, (x >> 32) as u32, x as u32];
    let [a, b, c, d] =
        across([others(words[0]), others(words[1]), others(words[2]), others(words[3])]);
    let pairs_swapped = b.swap_bytes().rotate_left(16);
    let [a, b, c, d] = across([a.swap_bytes(), pairs_swapped, c.rotate_left(16), d]);
    ((a as u128) << 96 | (b as u128) << 64 | (c as u128) << 32 | d as u128).to_be_bytes()
}

/// Replaces each byte of the word with the sum of the other three bytes.
#[inline(always)]
const fn others(word: u32) -> u32 {
    word.rotate_left(8) ^ word.rotate_left(16) ^ word.rotate_left(24)
}

/// Replaces each word with the sum of the other three words.
#[inline(always)]
const fn across([a, b, c, d]: [u32; 4]) -> [u32; 4] {
    let sum = a ^ b ^ c ^ d;
    [a ^ sum, b ^ sum, c ^ sum, d ^ sum]
}
