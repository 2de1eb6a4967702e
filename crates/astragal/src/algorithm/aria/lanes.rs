//! Rounds of ARIA on many blocks in parallel. Each vector holds the byte at one position of every block.

use super::key_schedule::Schedule;
use super::sbox::{AFTER_AES, BEFORE_INVERSE_AES, Sb1, Sb2, Sb3, Sb4};
use crate::traits::cipher::{Lanes, Reversible, Vector, add_bytes, transpose_8};

impl Lanes for Schedule {
    type Vectors<V: Vector> = [V; 16];

    #[inline(always)]
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let [pairs @ .., last] = self.keys() else { return x };
        let mut p = transpose_8(x);
        let (pairs, _) = pairs.as_chunks::<2>();
        for (i, [odd, even]) in pairs.iter().enumerate() {
            p = diffuse(substitute::<V, false>(add_bytes(cpu, p, odd)));
            p = substitute::<V, true>(add_bytes(cpu, p, even));
            if i + 1 < pairs.len() {
                p = diffuse(p);
            }
        }
        transpose_8(add_bytes(cpu, p, last))
    }

    #[inline(always)]
    fn decrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        self.reversed().encrypt_lanes(cpu, x)
    }
}

/// Applies the substitution layer SL1, or SL2 if `EVEN` is set.
#[inline(always)]
fn substitute<V: Vector, const EVEN: bool>(mut x: [V; 16]) -> [V; 16] {
    if const { V::INVERTS_BY_AES } {
        return substitute_by_aes::<V, EVEN>(x);
    }
    for row in x.as_chunks_mut::<4>().0 {
        let [mut a, mut b, mut c, mut d] = *row;
        if EVEN {
            [a, b, c, d] = [c, d, a, b];
        }
        let [a, b] = [a.substitute::<Sb1>(), b.substitute::<Sb2>()];
        let [c, d] = [c.substitute::<Sb3>(), d.substitute::<Sb4>()];
        *row = if EVEN { [c, d, a, b] } else { [a, b, c, d] };
    }
    x
}

/// Applies the substitution layer with AES instructions. SB1 and SB3 then need no affine map, and the others need one.
///
/// AES instructions also permute the bytes of each lane, which are bytes of different blocks. SB1 and SB2 permute by
/// `ShiftRows`, and SB3 and SB4 by its inverse. `ShiftRows` applied twice turns one order into the other. An odd round
/// leaves all bytes in the order of `ShiftRows`, and an even round in their natural order.
#[inline(always)]
fn substitute_by_aes<V: Vector, const EVEN: bool>(mut x: [V; 16]) -> [V; 16] {
    let first = if EVEN { 2 } else { 0 };
    for i in 0..4 {
        let [a, b, c, d] = [4 * i + first, 4 * i + first + 1, 4 * i + 2 - first, 4 * i + 3 - first];
        x[a] = x[a].aes_last_round::<false>();
        x[b] = x[b].aes_last_round::<false>();
        x[c] = x[c].aes_last_round::<true>();
        x[d] = x[d].map_in_parallel(BEFORE_INVERSE_AES).aes_last_round::<true>();
    }
    for i in 0..4 {
        let b = 4 * i + first + 1;
        x[b] = x[b].map_in_parallel(AFTER_AES);
        x[4 * i + 2] = x[4 * i + 2].shuffle_by(&SHIFT_ROWS_TWICE);
        x[4 * i + 3] = x[4 * i + 3].shuffle_by(&SHIFT_ROWS_TWICE);
    }
    x
}

/// Shuffle indices that apply `ShiftRows` twice.
const SHIFT_ROWS_TWICE: [u8; 16] = [0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7];

/// The diffusion A (RFC 5794 §2.4.3), computed in three layers. Each layer replaces every byte with the sum of three
/// other bytes:
/// - in the first layer, the other three bytes of the same word;
/// - in the second and the third layer, the bytes at the same position in the other three words.
///
/// Before the third layer, the bytes of three words are permuted within each word.
#[inline(always)]
fn diffuse<V: Vector>(x: [V; 16]) -> [V; 16] {
    let mut y = x;
    for word in y.as_chunks_mut::<4>().0 {
        *word = sums_of_others(*word);
    }
    let y = across(y);
    let from = [3, 2, 1, 0, 5, 4, 7, 6, 10, 11, 8, 9, 12, 13, 14, 15];
    let mut z = y;
    for i in 0..16 {
        z[i] = y[from[i]];
    }
    across(z)
}

#[inline(always)]
fn across<V: Vector>(mut y: [V; 16]) -> [V; 16] {
    for j in 0..4 {
        [y[j], y[4 + j], y[8 + j], y[12 + j]] =
            sums_of_others([y[j], y[4 + j], y[8 + j], y[12 + j]]);
    }
    y
}

#[inline(always)]
fn sums_of_others<V: Vector>([a, b, c, d]: [V; 4]) -> [V; 4] {
    let (ab, cd) = (a.xor(b), c.xor(d));
    [b.xor(cd), a.xor(cd), d.xor(ab), c.xor(ab)]
}
