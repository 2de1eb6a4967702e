//! The permutations q0 and q1 and the matrices MDS and RS (Twofish §4.3).

use crate::platform::gf256::multiply;
use crate::platform::sbox::SBox;
use crate::platform::simd::Nibbles;

/// The permutation q0.
pub(super) struct Q0;

impl SBox for Q0 {
    const TABLE: [u8; 256] = permutation(&T0);
    const NIBBLES: bool = true;

    #[inline(always)]
    fn nibbles<B: Nibbles>(x: B) -> B {
        const TABLES: NibbleTables = NibbleTables::new(&T0);
        TABLES.permute(x)
    }
}

/// The permutation q1.
pub(super) struct Q1;

impl SBox for Q1 {
    const TABLE: [u8; 256] = permutation(&T1);
    const NIBBLES: bool = true;

    #[inline(always)]
    fn nibbles<B: Nibbles>(x: B) -> B {
        const TABLES: NibbleTables = NibbleTables::new(&T1);
        TABLES.permute(x)
    }
}

/// Nibble tables of the permutation q0 or q1 (Twofish §4.3.5). The permutation splits a byte into two nibbles a and b
/// and performs two steps. Each step first replaces a with a ⊕ b, and b with a ⊕ ROR4(b, 1) ⊕ (8a mod 16). It then
/// looks up both nibbles in two tables: t0 and t1 in the first step, t2 and t3 in the second.
struct NibbleTables {
    /// The tables t0 and t1. `mapped` holds their compositions with the linear maps of the next step.
    first: [[u8; 16]; 2],
    mapped: [[u8; 16]; 2],
    /// The tables t2 and t3, with each entry of t3 shifted to the upper nibble.
    second: [[u8; 16]; 2],
}

/// Linear maps in each step of q0 and q1 (Twofish §4.3.5). `MAP_A` maps the nibble `a` to a ⊕ (8a mod 16). `MAP_B`
/// rotates the nibble `b` to the right by one bit. The XOR of the two results is the new nibble `b`.
const MAP_A: [u8; 16] = nibble_map(&IDENTITY, false);
const MAP_B: [u8; 16] = nibble_map(&IDENTITY, true);
const IDENTITY: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Returns a table that applies `t` and then a linear map. If `rotate` is true, the map rotates the nibble y to the
/// right by one bit. Otherwise, it maps y to y ⊕ (8y mod 16).
const fn nibble_map(t: &[u8; 16], rotate: bool) -> [u8; 16] {
    let mut map = [0; 16];
    let mut x = 0;
    while x < 16 {
        let y = t[x];
        map[x] = if rotate { y >> 1 | (y & 1) << 3 } else { y ^ (y << 3 & 15) };
        x += 1;
    }
    map
}

impl NibbleTables {
    const fn new(t: &[[u8; 16]; 4]) -> Self {
        let mut upper = t[3];
        let mut x = 0;
        while x < 16 {
            upper[x] <<= 4;
            x += 1;
        }
        Self {
            first: [t[0], t[1]],
            mapped: [nibble_map(&t[0], false), nibble_map(&t[1], true)],
            second: [t[2], upper],
        }
    }

    #[inline(always)]
    fn permute<B: Nibbles>(&self, x: B) -> B {
        let [b, a] = x.nibbles();
        let (a, b) = (a.xor(b), a.look_up_16(&MAP_A).xor(b.look_up_16(&MAP_B)));
        let next_a = a.look_up_16(&self.first[0]).xor(b.look_up_16(&self.first[1]));
        let next_b = a.look_up_16(&self.mapped[0]).xor(b.look_up_16(&self.mapped[1]));
        next_a.look_up_16(&self.second[0]).xor(next_b.look_up_16(&self.second[1]))
    }
}

/// The 4-bit tables t0 … t3 of q0 (Twofish §4.3.5).
const T0: [[u8; 16]; 4] = [
    [8, 1, 7, 13, 6, 15, 3, 2, 0, 11, 5, 9, 14, 12, 10, 4],
    [14, 12, 11, 8, 1, 2, 3, 5, 15, 4, 10, 6, 7, 0, 9, 13],
    [11, 10, 5, 14, 6, 13, 9, 0, 12, 8, 15, 3, 2, 4, 7, 1],
    [13, 7, 15, 4, 1, 2, 6, 14, 9, 11, 3, 0, 8, 5, 12, 10],
];

/// The 4-bit tables t0 … t3 of q1 (Twofish §4.3.5).
const T1: [[u8; 16]; 4] = [
    [2, 8, 11, 13, 15, 7, 6, 14, 3, 1, 9, 4, 0, 10, 12, 5],
    [1, 14, 2, 11, 4, 12, 3, 7, 6, 13, 10, 5, 15, 9, 0, 8],
    [4, 12, 7, 5, 1, 6, 9, 10, 0, 14, 13, 8, 2, 11, 3, 15],
    [11, 9, 5, 1, 12, 3, 13, 14, 6, 4, 7, 15, 2, 0, 8, 10],
];

#[expect(clippy::cast_possible_truncation, reason = "the loop variable is below 256")]
const fn permutation(t: &[[u8; 16]; 4]) -> [u8; 256] {
    let mut q = [0; 256];
    let mut x = 0;
    while x < 256 {
        let (mut a, mut b) = (x as u8 >> 4, x as u8 & 15);
        let mut step = 0;
        while step < 4 {
            let rotated = b >> 1 | (b & 1) << 3;
            let (a1, b1) = (a ^ b, a ^ rotated ^ (a << 3 & 15));
            a = t[step][a1 as usize];
            b = t[step + 1][b1 as usize];
            step += 2;
        }
        q[x] = b << 4 | a;
        x += 1;
    }
    q
}

/// The MDS matrix of g (Twofish §4.2), over GF(2^8) modulo x^8 + x^6 + x^5 + x^3 + 1.
pub(super) const MDS: [[u8; 4]; 4] = [
    [0x01, 0xef, 0x5b, 0x5b],
    [0x5b, 0xef, 0xef, 0x01],
    [0xef, 0x5b, 0x01, 0xef],
    [0xef, 0x01, 0xef, 0x5b],
];
pub(super) const MDS_POLYNOMIAL: u16 = 0x169;

/// The Reed-Solomon matrix of the key schedule (Twofish §4.3), over GF(2^8) modulo x^8 + x^6 + x^3 + x^2 + 1.
const RS: [[u8; 8]; 4] = [
    [0x01, 0xa4, 0x55, 0x87, 0x5a, 0x58, 0xdb, 0x9e],
    [0xa4, 0x56, 0x82, 0xf3, 0x1e, 0xc6, 0x68, 0xe5],
    [0x02, 0xa1, 0xfc, 0xc1, 0x47, 0xae, 0x3d, 0x19],
    [0xa4, 0x55, 0x87, 0x5a, 0x58, 0xdb, 0x9e, 0x03],
];
const RS_POLYNOMIAL: u16 = 0x14d;

/// Multiplies the matrix RS by a column of eight key bytes, in constant time.
#[inline(always)]
pub(super) fn rs(m: &[u8; 8]) -> [u8; 4] {
    let m = u64::from_le_bytes(*m);
    let mut terms = [0; 4];
    for bit in 0..8 {
        let bits = m >> bit & u64::from_ne_bytes([1; 8]);
        // Mask that selects the bytes in which bit `bit` is set: 255 for these bytes, 0 for all other bytes.
        let is_set = (bits << 8).wrapping_sub(bits);
        for i in 0..4 {
            terms[i] ^= is_set & RS_OF_BITS[bit][i];
        }
    }
    let mut product = [0; 4];
    for i in 0..4 {
        for term in terms[i].to_le_bytes() {
            product[i] ^= term;
        }
    }
    product
}

/// Products of the matrix RS and single key bits. If only bit `bit` of key byte i is set, row `row` of the product is
/// byte i of `RS_OF_BITS[bit][row]`.
const RS_OF_BITS: [[u64; 4]; 8] = {
    let mut images = [[0; 4]; 8];
    let mut bit = 0;
    while bit < 8 {
        let mut row = 0;
        while row < 4 {
            let mut terms = [0; 8];
            let mut i = 0;
            while i < 8 {
                terms[i] = multiply(RS[row][i], 1 << bit, RS_POLYNOMIAL);
                i += 1;
            }
            images[bit][row] = u64::from_le_bytes(terms);
            row += 1;
        }
        bit += 1;
    }
    images
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nibble_tables_match_the_permutations() {
        for x in 0..=255 {
            assert_eq!(Q0::nibbles(x), Q0::TABLE[usize::from(x)]);
            assert_eq!(Q1::nibbles(x), Q1::TABLE[usize::from(x)]);
        }
    }
}
