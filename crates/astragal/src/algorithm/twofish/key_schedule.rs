//! The key schedule of Twofish (Twofish §4.3).

use zeroize::Zeroize;

use super::sbox::{Q0, Q1, rs};
use crate::platform::array::Flat as _;
use crate::platform::simd::Lookup;
use crate::platform::words::erase;
use crate::traits::cipher::{Backend, Expand, Substitute};

/// Round keys and key-dependent S-boxes.
#[derive(Clone)]
pub(super) struct Schedule {
    /// Round keys K0 … K39: eight for whitening, two for each round.
    pub(super) k: [u32; 40],
    /// The key-dependent S-boxes, without the multiplication by the matrix MDS that follows them.
    pub(super) s: [Lookup; 4],
    /// Backend of the rounds.
    pub(super) backend: Backend,
}

/// Order of the permutations q0 and q1 in the steps of the function h (Twofish §4.3.5). Step i applies q0 to byte b if
/// `ORDER[i][b]` is 0, and q1 if it is 1. Step 0 then XORs the fourth key word, step 1 the third, and so on. The last
/// step uses no key word.
pub(super) const ORDER: [[usize; 4]; 5] =
    [[1, 0, 0, 1], [1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 1, 1], [1, 0, 1, 0]];

impl Schedule {
    /// Expands a key of 16, 24 or 32 bytes.
    pub(super) fn new(key: &[u8], backend: Backend) -> Self {
        let mut schedule = Self { k: [0; 40], s: [Lookup::new(&[0; 256]); 4], backend };
        backend.expand(KeyExpansion { key, k: &mut schedule.k, s: &mut schedule.s });
        schedule
    }
}

/// Kernel that computes the round keys and the S-boxes (Twofish §4.3).
struct KeyExpansion<'a> {
    key: &'a [u8],
    k: &'a mut [u32; 40],
    s: &'a mut [Lookup; 4],
}

impl Expand for KeyExpansion<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Substitute>(self, bytes: S) {
        let (words, _) = self.key.as_chunks::<4>();
        let (pairs, _) = self.key.as_chunks::<8>();
        let k = pairs.len();
        let (mut even, mut odd, mut s) = ([[0; 4]; 4], [[0; 4]; 4], [[0; 4]; 4]);
        for i in 0..k {
            even[i] = words[2 * i];
            odd[i] = words[2 * i + 1];
            // S, the key of the S-boxes, consists of these words in reverse order.
            s[k - 1 - i] = rs(&pairs[i]);
        }
        for b in 0..4 {
            let mut table = BYTES;
            for x in table.as_chunks_mut().0 {
                *x = h_bytes(bytes, b, *x, &s[..k]);
            }
            self.s[b] = Lookup::new(&table);
            erase(&mut table);
        }
        // `h[0]` holds the bytes of h(0), h(2), …, computed with the even key words. `h[1]` holds the bytes of h(1),
        // h(3), …, computed with the odd key words.
        let mut h = [[[[0; 16]; 3]; 4]; 2];
        for first in 0..2 {
            let l = if first == 0 { &even } else { &odd };
            for b in 0..4 {
                for part in 0..3 {
                    let mut x = [0; 16];
                    for i in 0..16 {
                        x[i] = BYTES[(32 * part + 2 * i + first) % 256];
                    }
                    h[first][b][part] = h_bytes(bytes, b, x, &l[..k]);
                }
            }
        }
        for i in 0..20 {
            let mut words = [0; 2];
            for b in 0..4 {
                words[0] ^= mds_column(b, h[0][b][i / 16][i % 16]);
                words[1] ^= mds_column(b, h[1][b][i / 16][i % 16]);
            }
            let (a, b) = (words[0], words[1].rotate_left(8));
            self.k[2 * i] = a.wrapping_add(b);
            self.k[2 * i + 1] = a.wrapping_add(b.wrapping_mul(2)).rotate_left(9);
        }
        erase(h.flat_mut().flat_mut().flat_mut());
        for words in [&mut even, &mut odd, &mut s] {
            erase(words.flat_mut());
        }
    }
}

/// All byte values in order: 0, 1, 2, ….
#[expect(clippy::cast_possible_truncation, reason = "the loop variable is below 256")]
const BYTES: [u8; 256] = {
    let mut bytes = [0; 256];
    let mut x = 0;
    while x < 256 {
        bytes[x] = x as u8;
        x += 1;
    }
    bytes
};

/// Computes byte `b` of the function h, without the multiplication by MDS, for sixteen values `x` of the input byte.
/// Each step applies q0 or q1, and each step except the last then XORs a key byte (Twofish §4.3.2).
#[inline(always)]
fn h_bytes<S: Substitute>(bytes: S, b: usize, mut x: [u8; 16], l: &[[u8; 4]]) -> [u8; 16] {
    for step in 4 - l.len()..4 {
        let y = u128::from_le_bytes(permute(bytes, ORDER[step][b], x));
        x = (y ^ u128::from_le_bytes([l[3 - step][b]; 16])).to_le_bytes();
    }
    permute(bytes, ORDER[4][b], x)
}

/// Applies q0 or q1 to each byte of a vector.
#[inline(always)]
fn permute<S: Substitute>(bytes: S, q: usize, x: [u8; 16]) -> [u8; 16] {
    if q == 0 { bytes.substitute::<Q0>(x) } else { bytes.substitute::<Q1>(x) }
}

/// Products of each column of MDS and each byte value, for the portable rounds. Tables that combine MDS with the
/// key-dependent S-boxes would be faster, but each schedule would be 4 KiB larger.
pub(super) static MDS: [[u32; 256]; 4] = {
    let mut columns = [[0; 256]; 4];
    let mut i = 0;
    while i < 1024 {
        columns[i / 256][i % 256] = mds_column(i / 256, BYTES[i % 256]);
        i += 1;
    }
    columns
};

/// Returns the product of column `b` of MDS and the byte `y`. The elements of MDS are 01, 5b and ef, where 5b = 1 +
/// x^-2 and ef = 1 + x^-1 + x^-2. A byte is divided by x by a right shift. If the lowest bit was set, x^-1 is XORed
/// into the result.
#[inline(always)]
const fn mds_column(b: usize, y: u8) -> u32 {
    let half = (y >> 1) ^ ((y & 1) * INVERSE_OF_X);
    let quarter = (half >> 1) ^ ((half & 1) * INVERSE_OF_X);
    let (y5b, yef) = (y ^ quarter, y ^ half ^ quarter);
    u32::from_le_bytes(match b {
        0 => [y, y5b, yef, yef],
        1 => [yef, yef, y5b, y],
        2 => [y5b, yef, y, yef],
        _ => [y5b, y, yef, y5b],
    })
}

/// The inverse of x modulo x^8 + x^6 + x^5 + x^3 + 1.
const INVERSE_OF_X: u8 = 0xb4;

impl Drop for Schedule {
    fn drop(&mut self) {
        erase(&mut self.k);
        self.s.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::super::sbox::{MDS, MDS_POLYNOMIAL};
    use super::mds_column;
    use crate::platform::gf256::multiply;

    #[test]
    fn columns_match_the_mds_matrix() {
        for y in 0..=255 {
            for b in 0..4 {
                let column = MDS.map(|row| multiply(y, row[b], MDS_POLYNOMIAL));
                assert_eq!(mds_column(b, y).to_le_bytes(), column);
            }
        }
    }
}
