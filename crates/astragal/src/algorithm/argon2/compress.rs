//! The compression function G (RFC 9106 §3.5) over words: the permutation P on rows, then on columns.

use super::Block;
use crate::machine::simd::Arx;

/// A word of Argon2, or several side by side.
pub(super) trait Multiply: Arx {
    /// `self + b + 2 · low(self) · low(b)`, low being the lower half (§3.6).
    fn add_multiplied(self, b: Self) -> Self;
}

impl Multiply for u64 {
    #[inline(always)]
    fn add_multiplied(self, b: Self) -> Self {
        let low = |x: Self| x & 0xffff_ffff;
        self.wrapping_add(b).wrapping_add((low(self) * low(b)) << 1)
    }
}

/// GB (§3.6): BLAKE2b's G with a multiplication in each addition, and without message words.
#[inline(always)]
fn gb<V: Multiply>(v: &mut [V; 16], [a, b, c, d]: [usize; 4]) {
    v[a] = v[a].add_multiplied(v[b]);
    v[d] = v[d].xor(v[a]).rotate_right::<32, 32>();
    v[c] = v[c].add_multiplied(v[d]);
    v[b] = v[b].xor(v[c]).rotate_right::<24, 40>();
    v[a] = v[a].add_multiplied(v[b]);
    v[d] = v[d].xor(v[a]).rotate_right::<16, 48>();
    v[c] = v[c].add_multiplied(v[d]);
    v[b] = v[b].xor(v[c]).rotate_right::<63, 1>();
}

/// P (§3.6) on sixteen words.
#[inline(always)]
pub(super) fn permute<V: Multiply>(v: &mut [V; 16]) {
    gb(v, [0, 4, 8, 12]);
    gb(v, [1, 5, 9, 13]);
    gb(v, [2, 6, 10, 14]);
    gb(v, [3, 7, 11, 15]);
    gb(v, [0, 5, 10, 15]);
    gb(v, [1, 6, 11, 12]);
    gb(v, [2, 7, 8, 13]);
    gb(v, [3, 4, 9, 14]);
}

/// How the new block meets what is in its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meet {
    /// It replaces it.
    Replace,
    /// It is XORed into it.
    Xor,
}

/// `out` becomes G(`x`, `y`), or that is XORed into it.
pub(super) fn compress(out: &mut Block, x: &Block, y: &Block, meet: Meet) {
    let mut r = [0; 128];
    for (i, word) in r.iter_mut().enumerate() {
        *word = x[i] ^ y[i];
    }
    let mut z = r;
    for row in z.as_chunks_mut::<16>().0 {
        permute(row);
    }
    for column in 0..8 {
        // Pairs of words: 16 bytes are the unit of RFC 9106's matrix.
        let place = |i: usize| 2 * column + 16 * (i / 2) + i % 2;
        let mut v = core::array::from_fn(|i| z[place(i)]);
        permute(&mut v);
        for (i, word) in v.into_iter().enumerate() {
            z[place(i)] = word;
        }
    }
    for (i, word) in out.iter_mut().enumerate() {
        let kept = if meet == Meet::Xor { *word } else { 0 };
        *word = kept ^ z[i] ^ r[i];
    }
}
