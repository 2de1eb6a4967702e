//! Rounds of ARIA on many blocks in parallel. Each vector holds the byte at one position of every block.

use super::key_schedule::Schedule;
use super::sbox::{Sb1, Sb2, Sb3, Sb4};
use crate::traits::cipher::{Lanes, Reversible, Vector, add_bytes, transpose_8};

impl Lanes for Schedule {
    type Vectors<V: Vector> = [V; 16];

    #[inline(always)]
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let [pairs @ .., last] = self.keys() else { return x };
        let mut p = transpose_8(x);
        let (pairs, _) = pairs.as_chunks::<2>();
        for (i, [odd, even]) in pairs.iter().enumerate() {
            p = diffuse(substitute_odd(add_bytes(cpu, p, odd)));
            p = substitute_even(add_bytes(cpu, p, even));
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

#[inline(always)]
fn substitute_odd<V: Vector>(mut x: [V; 16]) -> [V; 16] {
    for row in x.as_chunks_mut::<4>().0 {
        let [a, b, c, d] = *row;
        *row = [
            a.substitute::<Sb1>(),
            b.substitute::<Sb2>(),
            c.substitute::<Sb3>(),
            d.substitute::<Sb4>(),
        ];
    }
    x
}

#[inline(always)]
fn substitute_even<V: Vector>(mut x: [V; 16]) -> [V; 16] {
    for row in x.as_chunks_mut::<4>().0 {
        let [a, b, c, d] = *row;
        *row = [
            a.substitute::<Sb3>(),
            b.substitute::<Sb4>(),
            c.substitute::<Sb1>(),
            d.substitute::<Sb2>(),
        ];
    }
    x
}

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
