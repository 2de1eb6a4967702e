//! The rounds of Camellia as RFC 3713 describes them, on eight blocks.

use super::key_schedule::Schedule;
use super::sbox::S;

/// Left or right halves of eight blocks, which one bit-sliced substitution processes together.
type Halves = [u64; 8];

/// Encrypts the blocks, or decrypts them with the reversed schedule (RFC 3713 §2.3).
pub(super) fn encrypt(schedule: &Schedule, blocks: &mut [[u8; 16]; 8]) {
    let [kw1, kw2, kw3, kw4] = schedule.whitening.map(u64::from_be_bytes);
    let (mut d1, mut d2) = ([0; 8], [0; 8]);
    for (i, block) in blocks.iter().enumerate() {
        let (words, _) = block.as_chunks::<8>();
        d1[i] = u64::from_be_bytes(words[0]) ^ kw1;
        d2[i] = u64::from_be_bytes(words[1]) ^ kw2;
    }
    for (six, k) in schedule.rounds.chunks_exact(6).take(schedule.sixes).enumerate() {
        if six > 0 {
            d1 = d1.map(|d1| fl(d1, u64::from_be_bytes(schedule.layers[2 * six - 2])));
            d2 = d2.map(|d2| fl_inverse(d2, u64::from_be_bytes(schedule.layers[2 * six - 1])));
        }
        for pair in k.chunks_exact(2) {
            d2 = sum(d2, f(d1, u64::from_be_bytes(pair[0])));
            d1 = sum(d1, f(d2, u64::from_be_bytes(pair[1])));
        }
    }
    for (i, block) in blocks.iter_mut().enumerate() {
        let (words, _) = block.as_chunks_mut::<8>();
        words[0] = (d2[i] ^ kw3).to_be_bytes();
        words[1] = (d1[i] ^ kw4).to_be_bytes();
    }
}

fn sum(mut a: Halves, b: Halves) -> Halves {
    a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
    a
}

/// The function F (RFC 3713 §2.4.1): XORs the subkey into the input, applies the S-boxes, then the diffusion P.
pub(super) fn f(f_in: Halves, ke: u64) -> Halves {
    let mut t = f_in.map(|half| half ^ ke);
    S.substitute(&mut t);
    t.map(p)
}

/// The diffusion P (RFC 3713 §2.4.1) in four steps. Each step rotates the bytes of one half and XORs them into the
/// other half.
#[expect(clippy::cast_possible_truncation, reason = "the casts split a word into halves")]
#[inline(always)]
pub(super) const fn p(t: u64) -> u64 {
    let [mut a, mut b] = [(t >> 32) as u32, t as u32];
    a ^= b.rotate_left(8);
    b ^= a.rotate_left(16);
    a ^= b.rotate_right(8);
    b ^= a.rotate_right(8);
    (b as u64) << 32 | a as u64
}

/// The function FL (RFC 3713 §2.4.2).
#[expect(clippy::cast_possible_truncation, reason = "the casts split a word into halves")]
const fn fl(fl_in: u64, ke: u64) -> u64 {
    let [mut x1, mut x2] = [(fl_in >> 32) as u32, fl_in as u32];
    let [k1, k2] = [(ke >> 32) as u32, ke as u32];
    x2 ^= (x1 & k1).rotate_left(1);
    x1 ^= x2 | k2;
    (x1 as u64) << 32 | x2 as u64
}

/// The function FL⁻¹ (RFC 3713 §2.4.3).
#[expect(clippy::cast_possible_truncation, reason = "the casts split a word into halves")]
const fn fl_inverse(flinv_in: u64, ke: u64) -> u64 {
    let [mut y1, mut y2] = [(flinv_in >> 32) as u32, flinv_in as u32];
    let [k1, k2] = [(ke >> 32) as u32, ke as u32];
    y1 ^= y2 | k2;
    y2 ^= (y1 & k1).rotate_left(1);
    (y1 as u64) << 32 | y2 as u64
}
