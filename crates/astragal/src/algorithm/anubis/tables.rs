//! The S-box and the matrices of Anubis (Anubis §3), over GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1.

use crate::platform::gf256::multiply;

pub(super) const POLYNOMIAL: u16 = 0x11d;

/// The mini-boxes P and Q.
pub(super) const P: [u8; 16] = [3, 15, 14, 0, 5, 4, 11, 12, 13, 10, 9, 6, 7, 8, 2, 1];
pub(super) const Q: [u8; 16] = [9, 14, 5, 6, 10, 2, 3, 12, 15, 0, 4, 13, 7, 11, 1, 8];

/// S-box of Anubis, an involution. The S-box consists of three layers of mini-boxes. Between layers, the nibbles
/// exchange two bits.
pub(super) const S: [u8; 256] = {
    let mut s = [0; 256];
    let mut x = 0;
    while x < 256 {
        let (l, r) = exchange(P[x >> 4], Q[x & 15]);
        let (l, r) = exchange(Q[l as usize], P[r as usize]);
        s[x] = P[l as usize] << 4 | Q[r as usize];
        x += 1;
    }
    s
};

/// Exchanges the two low bits of the left nibble with the two high bits of the right nibble.
const fn exchange(l: u8, r: u8) -> (u8, u8) {
    (l & 12 | r >> 2, (l & 3) << 2 | r & 3)
}

/// The matrix H of θ: the Hadamard matrix had(01, 02, 04, 06).
pub(super) const H: [[u8; 4]; 4] = [[1, 2, 4, 6], [2, 1, 6, 4], [4, 6, 1, 2], [6, 4, 2, 1]];

/// Lookup table that combines the S-box with θ, the multiplication of a row of four bytes by the matrix H.
/// `SH_TABLE[k][b]` is the contribution of byte `b` at position `k` of a row: row `k` of H, multiplied by `S[b]`.
/// Position 0 is the most significant byte of a word.
pub(super) static SH_TABLE: [[u32; 256]; 4] = products();

const fn products() -> [[u32; 256]; 4] {
    let mut table = [[0; 256]; 4];
    let mut k = 0;
    while k < 4 {
        let mut x = 0;
        while x < 256 {
            let mut j = 0;
            while j < 4 {
                let product = multiply(S[x], H[k][j], POLYNOMIAL);
                table[k][x] |= (product as u32) << (24 - 8 * j);
                j += 1;
            }
            x += 1;
        }
        k += 1;
    }
    table
}
