//! Linear maps of bytes as GFNI takes them: matrices of 8 × 8 bits.

use crate::machine::gf256::multiply;

/// Multiplication by x.
pub(super) const fn doubling(polynomial: u16) -> u64 {
    powers(polynomial)[1]
}

/// Multiplication by x^0, x^1, x^2 and x^3 as matrices.
pub(super) const fn powers(polynomial: u16) -> [u64; 4] {
    let mut matrices = [0; 4];
    let mut i = 0;
    while i < 4 {
        let mut images = [0; 8];
        let mut bit = 0;
        while bit < 8 {
            images[bit] = multiply(1 << bit, 1 << i, polynomial);
            bit += 1;
        }
        matrices[i] = of(images);
        i += 1;
    }
    matrices
}

/// The map that takes bit `i` to `images[i]`, as GFNI wants it: byte 7 - k has the bits that add up to bit k.
pub(super) const fn of(images: [u8; 8]) -> u64 {
    let mut matrix = 0;
    let mut k = 0;
    while k < 8 {
        let mut bit = 0;
        while bit < 8 {
            matrix |= ((images[bit] >> k & 1) as u64) << (8 * (7 - k) + bit);
            bit += 1;
        }
        k += 1;
    }
    matrix
}

/// What a byte adds to byte `k` of a word: `images` are those of its bits.
pub(super) const fn block(images: &[u64; 8], k: usize) -> u64 {
    let mut bytes = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        bytes[bit] = images[bit].to_le_bytes()[k];
        bit += 1;
    }
    of(bytes)
}

/// The affine map of the S-box of AES, without its constant (FIPS 197 §5.1.1): bit i goes to bits i
/// to i + 4, modulo 8.
pub(super) const AES: u64 = {
    let mut images = [0x1f_u8; 8];
    let mut i = 1;
    while i < 8 {
        images[i] = images[i - 1].rotate_left(1);
        i += 1;
    }
    of(images)
};
