//! Twofish's key schedule (Twofish §4.3).

use zeroize::Zeroize;

use super::sbox::{Q0, Q1, rs};
use crate::platform::simd::Lookup;
use crate::platform::words::erase;
use crate::traits::cipher::{Backend, Expand, Substitute};

/// What the rounds need.
#[derive(Clone)]
pub(super) struct Schedule {
    /// K0 … K39: eight for whitening, two for each round.
    pub(super) k: [u32; 40],
    /// The S-boxes alone.
    pub(super) s: [Lookup; 4],
    /// What the rounds run on.
    pub(super) backend: Backend,
}

/// Which of q0 and q1 each byte goes through, in the order of the steps of h, that with the fourth word of
/// key first, the last one without any (Twofish §4.3.5).
pub(super) const ORDER: [[usize; 4]; 5] =
    [[1, 0, 0, 1], [1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 1, 1], [1, 0, 1, 0]];

impl Schedule {
    /// The schedule of a key of 16, 24 or 32 bytes.
    pub(super) fn new(key: &[u8], backend: Backend) -> Self {
        let mut schedule = Self { k: [0; 40], s: [Lookup::new(&[0; 256]); 4], backend };
        backend.expand(Expansion { key, k: &mut schedule.k, s: &mut schedule.s });
        schedule
    }
}

/// The words of the key and the S-boxes (Twofish §4.3).
struct Expansion<'a> {
    key: &'a [u8],
    k: &'a mut [u32; 40],
    s: &'a mut [Lookup; 4],
}

impl Expand for Expansion<'_> {
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
            // S is in reverse order.
            s[k - 1 - i] = rs(&pairs[i]);
        }
        for (b, keyed) in self.s.iter_mut().enumerate() {
            let mut table = BYTES;
            for x in table.as_chunks_mut().0 {
                *x = h_bytes(bytes, b, *x, &s[..k]);
            }
            *keyed = Lookup::new(&table);
            erase(&mut table);
        }
        // The bytes of h of 0, 2, … under the even words of the key, and of 1, 3, … under the odd ones.
        let mut h = [[[[0; 16]; 3]; 4]; 2];
        for ((h, l), first) in h.iter_mut().zip([&even, &odd]).zip(0..) {
            for (b, h) in h.iter_mut().enumerate() {
                for (part, h) in h.iter_mut().enumerate() {
                    let x = core::array::from_fn(|i| BYTES[(32 * part + 2 * i + first) % 256]);
                    *h = h_bytes(bytes, b, x, &l[..k]);
                }
            }
        }
        let word = |h: &[[[u8; 16]; 3]; 4], i: usize| {
            h.iter().enumerate().fold(0, |sum, (b, h)| sum ^ mds_column(b, h.as_flattened()[i]))
        };
        for (i, pair) in self.k.chunks_exact_mut(2).enumerate() {
            let (a, b) = (word(&h[0], i), word(&h[1], i).rotate_left(8));
            pair[0] = a.wrapping_add(b);
            pair[1] = a.wrapping_add(b.wrapping_mul(2)).rotate_left(9);
        }
        erase(h.as_flattened_mut().as_flattened_mut().as_flattened_mut());
        for words in [&mut even, &mut odd, &mut s] {
            erase(words.as_flattened_mut());
        }
    }
}

/// 0, 1, …
#[expect(clippy::cast_possible_truncation, reason = "counts the bytes")]
const BYTES: [u8; 256] = {
    let mut bytes = [0; 256];
    let mut x = 0;
    while x < 256 {
        bytes[x] = x as u8;
        x += 1;
    }
    bytes
};

/// Byte `b` of h before MDS, for each byte: q0 and q1 in turn, with the key's bytes between (Twofish §4.3.2).
#[inline(always)]
fn h_bytes<S: Substitute>(bytes: S, b: usize, mut x: [u8; 16], l: &[[u8; 4]]) -> [u8; 16] {
    for (step, word) in (4 - l.len()..).zip(l.iter().rev()) {
        let y = u128::from_le_bytes(permute(bytes, ORDER[step][b], x));
        x = (y ^ u128::from_le_bytes([word[b]; 16])).to_le_bytes();
    }
    permute(bytes, ORDER[4][b], x)
}

/// q0 or q1 of each byte.
#[inline(always)]
fn permute<S: Substitute>(bytes: S, q: usize, x: [u8; 16]) -> [u8; 16] {
    if q == 0 { bytes.substitute::<Q0>(x) } else { bytes.substitute::<Q1>(x) }
}

/// The columns of MDS times each byte, for the portable rounds. A table a key would be faster, and four KiB more in
/// every schedule.
pub(super) static MDS: [[u32; 256]; 4] = {
    let mut columns = [[0; 256]; 4];
    let mut i = 0;
    while i < 1024 {
        columns[i / 256][i % 256] = mds_column(i / 256, BYTES[i % 256]);
        i += 1;
    }
    columns
};

/// What byte `b` of a column adds to the product of MDS and it: the byte times 01, 5b and ef. By division by x, which is a shift and the polynomial where a
/// bit falls out: 5b is 1 + x^-2, ef is 1 + x^-1 + x^-2.
#[inline(always)]
const fn mds_column(b: usize, y: u8) -> u32 {
    let half = (y >> 1) ^ ((y & 1) * HALF_OF_ONE);
    let quarter = (half >> 1) ^ ((half & 1) * HALF_OF_ONE);
    let (y5b, yef) = (y ^ quarter, y ^ half ^ quarter);
    u32::from_le_bytes(match b {
        0 => [y, y5b, yef, yef],
        1 => [yef, yef, y5b, y],
        2 => [y5b, yef, y, yef],
        _ => [y5b, y, yef, y5b],
    })
}

/// 1 divided by x, modulo x^8 + x^6 + x^5 + x^3 + 1.
const HALF_OF_ONE: u8 = 0xb4;

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
