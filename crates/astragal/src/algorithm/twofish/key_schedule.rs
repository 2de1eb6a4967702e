//! Twofish's key schedule (Twofish §4.3).

use zeroize::Zeroize;

use super::sbox::{MDS_TABLE, Q, rs};

/// What the rounds need.
#[derive(Clone)]
pub(super) struct Schedule {
    /// K0 … K39: eight for whitening, two for each round.
    pub(super) k: [u32; 40],
    /// The S-boxes with MDS behind them: g(X) is the sum of a word from each.
    pub(super) g: [[u32; 256]; 4],
    /// The S-boxes alone.
    pub(super) s: [[u8; 256]; 4],
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
        let mut schedule = Self { k: [0; 40], g: [[0; 256]; 4], s: [[0; 256]; 4] };
        for (i, pair) in schedule.k.chunks_exact_mut(2).enumerate() {
            let at = |i: usize, l: &[[u8; 4]]| {
                let bytes: [u8; 4] = core::array::from_fn(|b| substitute(b, i as u8, l));
                multiply_mds(bytes)
            };
            let a = at(2 * i, &even[..k]);
            let b = at(2 * i + 1, &odd[..k]).rotate_left(8);
            pair[0] = a.wrapping_add(b);
            pair[1] = a.wrapping_add(b.wrapping_mul(2)).rotate_left(9);
        }
        for b in 0..4 {
            for x in 0..=255 {
                let y = substitute(b, x, &s[..k]);
                schedule.s[b][usize::from(x)] = y;
                schedule.g[b][usize::from(x)] = MDS_TABLE[b][usize::from(y)];
            }
        }
        for words in [&mut even, &mut odd, &mut s] {
            words.as_flattened_mut().zeroize();
        }
        schedule
    }
}

/// Byte `b` of h before MDS: q0 and q1 in turn, with the key's bytes between (Twofish §4.3.2).
fn substitute(b: usize, x: u8, l: &[[u8; 4]]) -> u8 {
    let mut y = x;
    let (steps, last) = ORDER.split_at(4);
    for (order, word) in steps[4 - l.len()..].iter().zip(l.iter().rev()) {
        y = Q[order[b]][usize::from(y)] ^ word[b];
    }
    Q[last[0][b]][usize::from(y)]
}

/// The product of MDS and a column.
fn multiply_mds(bytes: [u8; 4]) -> u32 {
    bytes.iter().zip(&MDS_TABLE).fold(0, |sum, (&y, table)| sum ^ table[usize::from(y)])
}

impl Drop for Schedule {
    fn drop(&mut self) {
        self.k.zeroize();
        self.g.as_flattened_mut().zeroize();
        self.s.as_flattened_mut().zeroize();
    }
}
