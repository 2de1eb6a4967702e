//! Rounds of Kuznyechik on many blocks in parallel. Each vector holds the byte at one position of every block.

use super::{PI_INVERSE, POLYNOMIAL, Schedule};
use crate::algorithm::streebog::Pi;
use crate::platform::sbox::{Affine, Prepared, SBox};
use crate::platform::unroll::unroll;
use crate::traits::cipher::{Lanes, Vector, add_bytes, transpose_8};

impl Lanes for Schedule {
    type Vectors<V: Vector> = [V; 16];

    #[inline(always)]
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let [keys @ .., last] = &self.keys;
        let mut a = transpose_8(x);
        for key in keys {
            a = add_bytes(cpu, a, key);
            for byte in &mut a {
                *byte = byte.substitute::<Pi>();
            }
            a = mix(a);
        }
        transpose_8(add_bytes(cpu, a, last))
    }

    #[inline(always)]
    fn decrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: [V; 16]) -> [V; 16] {
        let [keys @ .., last] = &self.keys;
        let mut a = add_bytes(cpu, transpose_8(x), last);
        for key in keys.iter().rev() {
            a = mix_inverse(a);
            for byte in &mut a {
                *byte = byte.substitute::<PiInverse>();
            }
            a = add_bytes(cpu, a, key);
        }
        transpose_8(a)
    }
}

/// Computes L as sixteen steps R. Each step shifts the string by one byte. Instead of moving bytes between vectors, the
/// code changes the index of the vector that holds the first byte.
#[inline(always)]
fn mix<V: Vector>(mut a: [V; 16]) -> [V; 16] {
    // Each step overwrites the last byte of the string with the new first byte, so the string of the next step begins
    // at this byte.
    unroll!(for step in 0..16 {
        let last = (31 - step) % 16;
        a[last] = linear(&a, (16 - step) % 16).xor(a[last]);
    });
    a
}

/// Computes L⁻¹ by inverting the steps R in reverse order.
#[inline(always)]
fn mix_inverse<V: Vector>(mut a: [V; 16]) -> [V; 16] {
    unroll!(for i in 0..16 {
        let step = 15 - i;
        let last = (31 - step) % 16;
        a[last] = linear(&a, (16 - step) % 16).xor(a[last]);
    });
    a
}

/// Computes the linear function l of the string that begins in vector `start`, without the term of the last byte. The
/// coefficients of the other fifteen bytes are a palindrome, so two bytes with the same coefficient share a
/// multiplication.
#[inline(always)]
fn linear<V: Vector>(a: &[V; 16], start: usize) -> V {
    const PRODUCTS: [Prepared; 7] = [
        Affine::product(148, POLYNOMIAL).prepare(),
        Affine::product(32, POLYNOMIAL).prepare(),
        Affine::product(133, POLYNOMIAL).prepare(),
        Affine::product(16, POLYNOMIAL).prepare(),
        Affine::product(194, POLYNOMIAL).prepare(),
        Affine::product(192, POLYNOMIAL).prepare(),
        Affine::product(251, POLYNOMIAL).prepare(),
    ];
    let mut x = *a;
    for i in 0..16 {
        x[i] = a[(start + i) % 16];
    }
    let mut sum = x[6].xor(x[8]).xor(x[7].map(&PRODUCTS[6]));
    // Adds the products from the middle byte outward. The first byte is the result of the previous step and is
    // available last, so its product is added last.
    let mut i = 6;
    while i > 0 {
        i -= 1;
        sum = sum.xor(x[i].xor(x[14 - i]).map(&PRODUCTS[i]));
    }
    sum
}

/// Inverse of the S-box π.
pub(super) struct PiInverse;

impl SBox for PiInverse {
    const TABLE: [u8; 256] = PI_INVERSE;
}
