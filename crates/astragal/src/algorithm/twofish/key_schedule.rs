//! Twofish's key schedule (Twofish §4.3).

use zeroize::Zeroize;

use super::sbox::{Q, rs};
use crate::machine::simd::Lookup;
use crate::machine::words::{all_or_none, erase};

/// What the rounds need.
#[derive(Clone)]
pub(super) struct Schedule {
    /// K0 … K39: eight for whitening, two for each round.
    pub(super) k: [u32; 40],
    /// The S-boxes with MDS behind them: g(X) is the sum of a word from each.
    pub(super) g: [[u32; 256]; 4],
    /// The S-boxes alone.
    pub(super) s: [Lookup; 4],
}

/// Which of q0 and q1 each byte goes through, in the order of the steps of h, that with the fourth word of
/// key first, the last one without any (Twofish §4.3.5).
pub(super) const ORDER: [[usize; 4]; 5] =
    [[1, 0, 0, 1], [1, 1, 0, 0], [0, 1, 0, 1], [0, 0, 1, 1], [1, 0, 1, 0]];

impl Schedule {
    /// The schedule of a key of 16, 24 or 32 bytes.
    pub(super) fn new(key: &[u8]) -> Self {
        let (words, _) = key.as_chunks::<4>();
        let (pairs, _) = key.as_chunks::<8>();
        let k = pairs.len();
        let (mut even, mut odd, mut s) = ([[0; 4]; 4], [[0; 4]; 4], [[0; 4]; 4]);
        for i in 0..k {
            even[i] = words[2 * i];
            odd[i] = words[2 * i + 1];
            // S is in reverse order.
            s[k - 1 - i] = rs(&pairs[i]);
        }
        let mut schedule = Self { k: [0; 40], g: [[0; 256]; 4], s: [Lookup::new(&[0; 256]); 4] };
        // The bytes of h(0), h(1), … under the even words of the key, the odd ones, and S.
        let mut boxes = [[[0; 256]; 4]; 3];
        for (boxes, l) in boxes.iter_mut().zip([&even, &odd, &s]) {
            for (b, keyed) in boxes.iter_mut().enumerate() {
                *keyed = keyed_box(b, &l[..k]);
            }
        }
        let [evens, odds, s_boxes] = &boxes;
        for (i, pair) in schedule.k.chunks_exact_mut(2).enumerate() {
            let a = multiply_mds([0, 1, 2, 3].map(|b: usize| evens[b][2 * i]));
            let b = multiply_mds([0, 1, 2, 3].map(|b: usize| odds[b][2 * i + 1])).rotate_left(8);
            pair[0] = a.wrapping_add(b);
            pair[1] = a.wrapping_add(b.wrapping_mul(2)).rotate_left(9);
        }
        for (b, keyed) in s_boxes.iter().enumerate() {
            for (word, &y) in schedule.g[b].iter_mut().zip(keyed) {
                *word = mds_column(b, y);
            }
            schedule.s[b] = Lookup::new(keyed);
        }
        erase(boxes.as_flattened_mut().as_flattened_mut());
        for words in [&mut even, &mut odd, &mut s] {
            erase(words.as_flattened_mut());
        }
        schedule
    }
}

/// Byte `b` of h before MDS, for every byte: q0 and q1 in turn, with the key's bytes between (Twofish §4.3.2). From
/// the last permutation to the first, so that only public bytes are indices.
fn keyed_box(b: usize, l: &[[u8; 4]]) -> [u8; 256] {
    let (steps, last) = ORDER.split_at(4);
    let mut table = Q[last[0][b]];
    for (order, word) in steps.iter().rev().zip(l) {
        xor_into_index(&mut table, word[b]);
        let before = table;
        for (entry, &index) in table.iter_mut().zip(&Q[order[b]]) {
            *entry = before[usize::from(index)];
        }
    }
    table
}

/// Moves every entry from index x to x ⊕ `key`, in the same time for each key.
fn xor_into_index(table: &mut [u8; 256], key: u8) {
    for bit in 0..8 {
        let mask = all_or_none(key >> bit);
        for pair in table.chunks_exact_mut(2 << bit) {
            let (low, high) = pair.split_at_mut(1 << bit);
            for (low, high) in low.iter_mut().zip(high) {
                let difference = (*low ^ *high) & mask;
                *low ^= difference;
                *high ^= difference;
            }
        }
    }
}

/// The product of MDS and a column.
fn multiply_mds(bytes: [u8; 4]) -> u32 {
    (0..).zip(bytes).fold(0, |sum, (b, y)| sum ^ mds_column(b, y))
}

/// What byte `b` adds to the product: it times 01, 5b and ef. By division by x, which is a shift and the polynomial where a
/// bit falls out: 5b is 1 + x^-2, ef is 1 + x^-1 + x^-2.
#[inline(always)]
fn mds_column(b: usize, y: u8) -> u32 {
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
        erase(self.g.as_flattened_mut());
        self.s.zeroize();
    }
}

#[cfg(test)]
mod tests {
    use super::super::sbox::{MDS, MDS_POLYNOMIAL};
    use super::mds_column;
    use crate::machine::gf256::multiply;

    #[test]
    fn columns_are_those_of_the_matrix() {
        for y in 0..=255 {
            for b in 0..4 {
                let column = MDS.map(|row| multiply(y, row[b], MDS_POLYNOMIAL));
                assert_eq!(mds_column(b, y).to_le_bytes(), column);
            }
        }
    }
}
