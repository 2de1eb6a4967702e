//! The key schedule of Twofish (Twofish §4.3).

use zeroize::Zeroize;

use super::sbox::{MDS as MDS_MATRIX, MDS_POLYNOMIAL, Q0, Q1, rs};
use crate::platform::array::Flat as _;
use crate::platform::sbox::{Affine, Prepared, SBox as _};
use crate::platform::simd::Lookup;
use crate::platform::unroll::unroll;
use crate::platform::words::erase;
use crate::traits::cipher::{Backend, ExpandWords, Vector};

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

/// Order of the permutations q0 and q1 in the function h (Twofish §4.3.5). Step i applies q0 to byte b if `ORDER[i][b]`
/// is 0, and q1 if it is 1. Step 0 then XORs the fourth key word, step 1 the third, and so on. The last step uses no
/// key word. A key of three words starts with step 1, and a key of two words starts with step 2.
pub(super) const ORDER: [[usize; 4]; 5] =
    [[1, 0, 0, 1], [1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 1, 1], [1, 0, 1, 0]];

impl Schedule {
    /// Expands a key of 16, 24 or 32 bytes.
    pub(super) fn new(key: &[u8], backend: Backend) -> Self {
        let mut schedule = Self { k: [0; 40], s: [Lookup::new(&[0; 256]); 4], backend };
        let words = KeyWords::new(key);
        let expansion = KeyExpansion { words: &words, k: &mut schedule.k, s: &mut schedule.s };
        backend.expand_words(expansion, KeyExpansion::portable);
        schedule
    }
}

/// Kernel that computes the round keys and the S-boxes (Twofish §4.3).
struct KeyExpansion<'a> {
    words: &'a KeyWords,
    k: &'a mut [u32; 40],
    s: &'a mut [Lookup; 4],
}

impl KeyExpansion<'_> {
    /// Computes the round keys and the S-boxes by table lookups.
    fn portable(self) {
        let words = self.words;
        for b in 0..4 {
            let mut table = *words.first_permutation(b);
            for x in &mut table {
                *x = h_byte(b, *x, words.s());
            }
            self.s[b] = Lookup::new(&table);
            erase(&mut table);
        }
        let mut h = [[0; ROUND_KEYS]; 4];
        for b in 0..4 {
            let first = words.first_permutation(b);
            for i in 0..ROUND_KEYS {
                let l = if i % 2 == 0 { words.even() } else { words.odd() };
                h[b][i] = h_byte(b, first[i], l);
            }
        }
        for i in 0..ROUND_KEYS {
            for b in 0..4 {
                self.k[i] ^= mds_column(b, h[b][i]);
            }
        }
        combine(self.k);
        erase(h.flat_mut());
    }
}

impl ExpandWords for KeyExpansion<'_> {
    type Output = ();

    #[inline(always)]
    fn run<V: Vector>(self, cpu: V::Proof) {
        let words = self.words;
        // The inputs of h for the round keys are the numbers 0 to 39. h takes the key words Me for even numbers, and
        // the key words Mo for odd numbers.
        let mut rows = [[0; 64]; 4];
        unroll!(for b in 0..4 {
            let first = words.first_permutation(b);
            let mut table = [0; 256];
            let (mut s, mut both) = ([V::splat_8(cpu, 0); 4], [V::splat_8(cpu, 0); 4]);
            for i in 0..words.count {
                s[i] = V::splat_8(cpu, words.s()[i][b]);
                let pair = u16::from_le_bytes([words.even()[i][b], words.odd()[i][b]]);
                both[i] = V::splat_32(cpu, u32::from(pair) * 0x0001_0001);
            }
            for at in (0..256).step_by(16 * V::LANES) {
                let x = V::load(cpu, &first[at..]);
                h_bytes(b, words.count, x, &s).store(&mut table[at..]);
            }
            self.s[b] = Lookup::new(&table);
            erase(&mut table);
            for at in (0..ROUND_KEYS).step_by(16 * V::LANES) {
                let y = h_bytes(b, words.count, V::load(cpu, &first[at..]), &both);
                let products = [y, y.map(TIMES_5B), y.map(TIMES_EF)];
                for row in 0..4 {
                    let product = match MDS_MATRIX[row][b] {
                        1 => products[0],
                        0x5b => products[1],
                        _ => products[2],
                    };
                    product.xor(V::load(cpu, &rows[row][at..])).store(&mut rows[row][at..]);
                }
            }
        });
        for i in 0..ROUND_KEYS {
            self.k[i] = u32::from_le_bytes([rows[0][i], rows[1][i], rows[2][i], rows[3][i]]);
        }
        combine(self.k);
        erase(rows.flat_mut());
    }
}

/// Number of round keys.
const ROUND_KEYS: usize = 40;

/// Multiplications by 5b and ef, the elements of MDS other than 1.
const TIMES_5B: &Prepared = &Affine::product(0x5b, MDS_POLYNOMIAL).prepare();
const TIMES_EF: &Prepared = &Affine::product(0xef, MDS_POLYNOMIAL).prepare();

/// Computes the round keys from pairs of values of h (Twofish §4.3).
#[inline(always)]
fn combine(k: &mut [u32; ROUND_KEYS]) {
    for [even, odd] in k.as_chunks_mut::<2>().0 {
        let (a, b) = (*even, odd.rotate_left(8));
        *even = a.wrapping_add(b);
        *odd = a.wrapping_add(b.wrapping_mul(2)).rotate_left(9);
    }
}

/// Words of the key (Twofish §4.3): Me, Mo and S, with two to four words each.
struct KeyWords {
    words: [[[u8; 4]; 4]; 3],
    count: usize,
}

impl KeyWords {
    fn new(key: &[u8]) -> Self {
        let (pairs, _) = key.as_chunks::<8>();
        let count = pairs.len();
        let mut words = [[[0; 4]; 4]; 3];
        for (i, pair) in pairs.iter().enumerate() {
            let (halves, _) = pair.as_chunks();
            words[0][i] = halves[0];
            words[1][i] = halves[1];
            // The words of S, the key of the S-boxes, are in reverse order.
            words[2][count - 1 - i] = rs(pair);
        }
        Self { words, count }
    }

    #[inline(always)]
    fn even(&self) -> &[[u8; 4]] {
        &self.words[0][..self.count]
    }

    #[inline(always)]
    fn odd(&self) -> &[[u8; 4]] {
        &self.words[1][..self.count]
    }

    #[inline(always)]
    fn s(&self) -> &[[u8; 4]] {
        &self.words[2][..self.count]
    }

    /// Returns the table of the permutation that the function h applies first to byte `b`.
    #[inline(always)]
    fn first_permutation(&self, b: usize) -> &'static [u8; 256] {
        permutation(ORDER[4 - self.count][b])
    }
}

impl Drop for KeyWords {
    fn drop(&mut self) {
        erase(self.words.flat_mut().flat_mut());
    }
}

/// Computes byte `b` of the function h, without the multiplication by MDS (Twofish §4.3.2). The caller must have
/// applied the first permutation to `x`. For each word of the key `l`, from the last to the first, XORs byte `b` of the
/// word and applies the next permutation.
fn h_byte(b: usize, mut x: u8, l: &[[u8; 4]]) -> u8 {
    for (step, word) in (5 - l.len()..).zip(l.iter().rev()) {
        x = permutation(ORDER[step][b])[usize::from(x ^ word[b])];
    }
    x
}

/// Computes byte `b` of the function h, like [`h_byte`], for each byte of the vector `x`. The key of h has `count`
/// words. `key[i]` holds, for each element of the vector, byte `b` of word i of the key.
#[inline(always)]
fn h_bytes<V: Vector>(b: usize, count: usize, mut x: V, key: &[V; 4]) -> V {
    unroll!(for step in 1..5 {
        if step + count > 4 {
            x = x.xor(key[4 - step]);
            x = if ORDER[step][b] == 0 { x.substitute::<Q0>() } else { x.substitute::<Q1>() };
        }
    });
    x
}

/// Returns the table of the permutation q0 or q1.
#[inline(always)]
const fn permutation(q: usize) -> &'static [u8; 256] {
    if q == 0 { const { &Q0::TABLE } } else { const { &Q1::TABLE } }
}

/// Products of each column of MDS and each byte value, for the portable rounds. Tables that combine MDS with the
/// key-dependent S-boxes would be faster, but each schedule would be 4 KiB larger.
#[expect(clippy::cast_possible_truncation, reason = "the index is taken modulo 256")]
pub(super) static MDS: [[u32; 256]; 4] = {
    let mut columns = [[0; 256]; 4];
    let mut i = 0;
    while i < 1024 {
        columns[i / 256][i % 256] = mds_column(i / 256, (i % 256) as u8);
        i += 1;
    }
    columns
};

/// Returns the product of column `b` of MDS and the byte `y`. The elements of MDS are 01, 5b = 1 + x^-2 and ef = 1 +
/// x^-1 + x^-2. To divide a byte by x, the code shifts it to the right by one bit. If the lowest bit was set, it also
/// XORs x^-1 into the result.
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
