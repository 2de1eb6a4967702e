//! The S-box π as a composition of 4-bit tables and multiplications in GF(2^4). Biryukov, Perrin and Udovenko found
//! this decomposition ("Reverse-Engineering the S-Box of Streebog, Kuznyechik and STRIBOBr1", Eurocrypt 2016). With
//! vector shuffles, this composition takes 28 steps. A lookup among 256 entries takes 46 steps.
//!
//! The composition begins with a linear map α and ends with a linear map ω. Between these maps, the upper nibble l and
//! the lower nibble r are replaced in two steps:
//!
//! - l becomes ν0(l) if r is 0, and ν1(l · r⁻¹) otherwise;
//! - then r becomes σ(r · φ(l)).
//!
//! A product is computed by adding logarithms, and the sum is the index of a table lookup. The logarithm of 0 is
//! represented by a negative number, whose sum with any logarithm is negative too. For a negative index, a shuffle
//! returns 0, but the correct result is v, the table entry for a product of 0. All entries are therefore stored XORed
//! with v, so that a 0 from the shuffle represents v. The next table cancels this XOR.

use super::PI;
use crate::platform::sbox::SBox;
use crate::platform::simd::Nibbles;

/// The S-box π (RFC 6986 §6.2), which Kuznyechik also uses.
pub(crate) struct Pi;

impl SBox for Pi {
    const TABLE: [u8; 256] = PI;
    const NIBBLES: bool = true;

    #[inline(always)]
    fn nibbles<B: Nibbles>(x: B) -> B {
        pi(x)
    }
}

/// Applies π to each byte.
#[inline(always)]
fn pi<B: Nibbles>(x: B) -> B {
    let [low, high] = x.nibbles();
    let l = low.look_up_16(&ALPHA[0][1]).xor(high.look_up_16(&ALPHA[1][1]));
    let r = low.look_up_16(&ALPHA[0][0]).xor(high.look_up_16(&ALPHA[1][0]));
    let quotient = l.look_up_16(&LOG).add_modulo_15(r.look_up_16(&LOG_INVERSE));
    let l_if_r_is_0 = l.xor(r.look_up_16(&NEGATIVE_UNLESS_0));
    let l = quotient.look_up_16(&NU1_EXP).xor(l_if_r_is_0.look_up_16(&NU0_ADJUSTED));
    let product = r.look_up_16(&LOG).add_modulo_15(l.look_up_16(&LOG_PHI));
    let r = product.look_up_16(&SIGMA_EXP);
    l.look_up_16(&OMEGA_L).xor(r.look_up_16(&OMEGA_R))
}

const NU0: [u8; 16] = [2, 5, 3, 0xb, 6, 9, 0xe, 0xa, 0, 4, 0xf, 1, 8, 0xd, 0xc, 7];
const NU1: [u8; 16] = [7, 6, 0xc, 9, 0, 0xf, 8, 1, 4, 5, 0xb, 0xe, 0xd, 2, 3, 0xa];
const PHI: [u8; 16] = [0xb, 2, 0xb, 8, 0xc, 4, 1, 0xc, 6, 3, 5, 8, 0xe, 3, 6, 0xb];
const SIGMA: [u8; 16] = [0xc, 0xd, 0, 4, 8, 0xb, 0xa, 0xe, 3, 9, 5, 2, 0xf, 1, 6, 7];

/// Rows of the matrices α and ω. The first row determines the most significant bit of the result.
#[rustfmt::skip]
const ALPHA_ROWS: [u8; 8] = [
    0b0000_1000, 0b0100_0001, 0b0100_0011, 0b1110_1111, 0b1000_1010, 0b0100_0100, 0b0001_1010, 0b0010_0000,
];
#[rustfmt::skip]
const OMEGA_ROWS: [u8; 8] = [
    0b0000_1010, 0b0000_0100, 0b0010_0000, 0b1001_1010, 0b0000_1000, 0b0100_0100, 0b1000_0010, 0b0000_0001,
];

const fn map(rows: &[u8; 8], x: u8) -> u8 {
    let mut image = 0;
    let mut i = 0;
    while i < 8 {
        image = image << 1 | ((rows[i] & x).count_ones() % 2 == 1) as u8;
        i += 1;
    }
    image
}

/// Powers of x in GF(2^4) modulo x^4 + x^3 + 1.
const EXP: [u8; 15] = {
    let mut powers = [1; 15];
    let mut i = 1;
    while i < 15 {
        let double = powers[i - 1] << 1;
        powers[i] = if double & 16 == 0 { double } else { double ^ 0b1_1001 };
        i += 1;
    }
    powers
};

/// Discrete logarithms in GF(2^4). The entry for 0 is a negative byte; its sum with any logarithm is negative too.
const LOG: [u8; 16] = {
    let mut log = [192; 16];
    let mut i = 0;
    while i < 15 {
        log[EXP[i as usize] as usize] = i;
        i += 1;
    }
    log
};

/// Declares 16-byte tables. The given expression computes the entry at index `i`.
macro_rules! table {
    ($($(#[$doc:meta])* $name:ident[$i:ident] = $entry:expr;)+) => { $(
        $(#[$doc])*
        const $name: [u8; 16] = {
            let mut table = [0; 16];
            let mut $i: u8 = 0;
            while $i < 16 {
                table[$i as usize] = $entry;
                $i += 1;
            }
            table
        };
    )+ };
}

table! {
    LOG_INVERSE[i] = if i == 0 { 192 } else { (15 - LOG[i as usize]) % 15 };
    NEGATIVE_UNLESS_0[i] = if i == 0 { 0 } else { 128 };
    NU1_EXP[i] = NU1[EXP[i as usize % 15] as usize] ^ NU1[0];
    NU0_ADJUSTED[i] = NU0[i as usize] ^ NU1[0];
    LOG_PHI[i] = LOG[PHI[(i ^ NU1[0]) as usize] as usize];
    SIGMA_EXP[i] = SIGMA[EXP[i as usize % 15] as usize] ^ SIGMA[0];
    OMEGA_L[i] = map(&OMEGA_ROWS, (i ^ NU1[0]) << 4);
    OMEGA_R[i] = map(&OMEGA_ROWS, i ^ SIGMA[0]);
}

/// Lookup tables of α. `ALPHA[from][to]` maps nibble `from` of the input to its contribution to nibble `to` of the
/// result. Nibble 0 is the lower nibble.
const ALPHA: [[[u8; 16]; 2]; 2] = {
    let mut tables = [[[0; 16]; 2]; 2];
    let mut i = 0;
    while i < 16 {
        let images = [map(&ALPHA_ROWS, i), map(&ALPHA_ROWS, i << 4)];
        let mut from = 0;
        while from < 2 {
            tables[from][0][i as usize] = images[from] & 15;
            tables[from][1][i as usize] = images[from] >> 4;
            from += 1;
        }
        i += 1;
    }
    tables
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nibble_tables_match_the_published_s_box() {
        for x in 0..=255 {
            assert_eq!(pi(x), PI[usize::from(x)]);
        }
    }
}
