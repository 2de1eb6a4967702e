//! ARIA's S-boxes (RFC 5794 §2.4.2): affine images of the inverse in GF(2^8), and their inverses.

use crate::machine::gf256::inverse;

/// x^8 + x^4 + x^3 + x + 1
const POLYNOMIAL: u16 = 0x11b;

/// An affine map: the images of the bits, and that of 0.
pub(super) struct Affine {
    pub(super) images: [u8; 8],
    pub(super) constant: u8,
}

/// The S-box of AES: bit i goes to bits i to i + 4, modulo 8 (FIPS 197 §5.1.1).
pub(super) const FIRST: Affine =
    Affine { images: [0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f], constant: 0x63 };

/// D · x^247 + e2, as a map of the inverse.
pub(super) const SECOND: Affine =
    Affine { images: [0xac, 0xfd, 0xc6, 0x83, 0x26, 0xa7, 0xfb, 0x5f], constant: 0xe2 };

pub(super) const SB1: [u8; 256] = substitution(&FIRST);
pub(super) const SB2: [u8; 256] = substitution(&SECOND);
pub(super) const SB3: [u8; 256] = inverted(&SB1);
pub(super) const SB4: [u8; 256] = inverted(&SB2);

#[expect(clippy::cast_possible_truncation, reason = "x is below 256")]
const fn substitution(affine: &Affine) -> [u8; 256] {
    let mut table = [affine.constant; 256];
    let mut x = 0;
    while x < 256 {
        let y = inverse(x as u8, POLYNOMIAL);
        let mut bit = 0;
        while bit < 8 {
            if y >> bit & 1 == 1 {
                table[x] ^= affine.images[bit];
            }
            bit += 1;
        }
        x += 1;
    }
    table
}

#[expect(clippy::cast_possible_truncation, reason = "x is below 256")]
const fn inverted(table: &[u8; 256]) -> [u8; 256] {
    let mut inverse = [0; 256];
    let mut x = 0;
    while x < 256 {
        inverse[table[x] as usize] = x as u8;
        x += 1;
    }
    inverse
}
