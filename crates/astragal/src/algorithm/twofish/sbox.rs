//! The permutations q0 and q1 and the matrices MDS and RS (Twofish §4.3).

use crate::machine::gf256::multiply;
use crate::machine::words::all_or_none;

/// q0 and q1.
pub(super) static Q: [[u8; 256]; 2] = [permutation(&T0), permutation(&T1)];

/// The 4-bit tables t0 … t3 of q0 (Twofish §4.3.5).
const T0: [[u8; 16]; 4] = [
    [8, 1, 7, 13, 6, 15, 3, 2, 0, 11, 5, 9, 14, 12, 10, 4],
    [14, 12, 11, 8, 1, 2, 3, 5, 15, 4, 10, 6, 7, 0, 9, 13],
    [11, 10, 5, 14, 6, 13, 9, 0, 12, 8, 15, 3, 2, 4, 7, 1],
    [13, 7, 15, 4, 1, 2, 6, 14, 9, 11, 3, 0, 8, 5, 12, 10],
];

/// Those of q1.
const T1: [[u8; 16]; 4] = [
    [2, 8, 11, 13, 15, 7, 6, 14, 3, 1, 9, 4, 0, 10, 12, 5],
    [1, 14, 2, 11, 4, 12, 3, 7, 6, 13, 10, 5, 15, 9, 0, 8],
    [4, 12, 7, 5, 1, 6, 9, 10, 0, 14, 13, 8, 2, 11, 3, 15],
    [11, 9, 5, 1, 12, 3, 13, 14, 6, 4, 7, 15, 2, 0, 8, 10],
];

#[expect(clippy::cast_possible_truncation, reason = "counts the bytes")]
const fn permutation(t: &[[u8; 16]; 4]) -> [u8; 256] {
    let mut q = [0; 256];
    let mut x = 0;
    while x < 256 {
        let (mut a, mut b) = (x as u8 >> 4, x as u8 & 15);
        let mut step = 0;
        while step < 4 {
            let turned = b >> 1 | (b & 1) << 3;
            let (a1, b1) = (a ^ b, a ^ turned ^ (a << 3 & 15));
            a = t[step][a1 as usize];
            b = t[step + 1][b1 as usize];
            step += 2;
        }
        q[x] = b << 4 | a;
        x += 1;
    }
    q
}

/// The maximum distance separable matrix of g (Twofish §4.2), over GF(2^8) modulo x^8 + x^6 + x^5 + x^3 + 1.
pub(super) const MDS: [[u8; 4]; 4] = [
    [0x01, 0xef, 0x5b, 0x5b],
    [0x5b, 0xef, 0xef, 0x01],
    [0xef, 0x5b, 0x01, 0xef],
    [0xef, 0x01, 0xef, 0x5b],
];
pub(super) const MDS_POLYNOMIAL: u16 = 0x169;

/// The Reed-Solomon matrix of the key schedule (Twofish §4.3), over GF(2^8) modulo x^8 + x^6 + x^3 + x^2 + 1.
pub(super) const RS: [[u8; 8]; 4] = [
    [0x01, 0xa4, 0x55, 0x87, 0x5a, 0x58, 0xdb, 0x9e],
    [0xa4, 0x56, 0x82, 0xf3, 0x1e, 0xc6, 0x68, 0xe5],
    [0x02, 0xa1, 0xfc, 0xc1, 0x47, 0xae, 0x3d, 0x19],
    [0xa4, 0x55, 0x87, 0x5a, 0x58, 0xdb, 0x9e, 0x03],
];
const RS_POLYNOMIAL: u16 = 0x14d;

/// The product of RS and eight bytes of key, of which the time does not depend on them.
pub(super) fn rs(m: &[u8; 8]) -> [u8; 4] {
    RS.map(|row| row.iter().zip(m).fold(0, |sum, (&a, &x)| sum ^ times(a, x)))
}

/// `a · x`, where x is secret.
fn times(a: u8, x: u8) -> u8 {
    let mut product = 0;
    let mut power = a;
    for bit in 0..8 {
        product ^= power & all_or_none(x >> bit);
        power = multiply(power, 2, RS_POLYNOMIAL);
    }
    product
}
