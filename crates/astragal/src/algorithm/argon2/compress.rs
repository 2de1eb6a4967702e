//! The compression function G (RFC 9106 §3.5), computed on 64-bit words. G applies the permutation P to the rows of a
//! matrix, then to its columns.

use super::Block;
use crate::platform::simd::Multiply;

/// Computes a + b + 2 · low(a) · low(b), where low is the lower half of a word (§3.6).
#[inline(always)]
fn add_multiplied<V: Multiply>(a: V, b: V) -> V {
    let product = a.multiply_low(b);
    a.add(b).add(product.add(product))
}

/// The function GB (§3.6): BLAKE2b's function G without message words. Each addition of two words also adds twice the
/// product of their lower halves.
#[inline(always)]
fn gb<V: Multiply>(v: &mut [V; 16], [a, b, c, d]: [usize; 4]) {
    v[a] = add_multiplied(v[a], v[b]);
    v[d] = v[d].xor(v[a]).rotate_right::<32, 32>();
    v[c] = add_multiplied(v[c], v[d]);
    v[b] = v[b].xor(v[c]).rotate_right::<24, 40>();
    v[a] = add_multiplied(v[a], v[b]);
    v[d] = v[d].xor(v[a]).rotate_right::<16, 48>();
    v[c] = add_multiplied(v[c], v[d]);
    v[b] = v[b].xor(v[c]).rotate_right::<63, 1>();
}

/// Applies the permutation P (§3.6) to sixteen words.
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

/// Whether a new block replaces the block in memory or is XORed into it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Combine {
    /// The new block replaces the old block in memory.
    Replace,
    /// The new block is XORed into the old block in memory.
    Xor,
}

/// Computes G(`x`, `y`). Stores the result in `out` or XORs it into `out`, depending on `combine`.
pub(super) fn compress(out: &mut Block, x: &Block, y: &Block, combine: Combine) {
    let mut r = [0; 128];
    for (i, word) in r.iter_mut().enumerate() {
        *word = x[i] ^ y[i];
    }
    let mut z = r;
    for row in z.as_chunks_mut::<16>().0 {
        permute(row);
    }
    for column in 0..8 {
        // Returns the index of word `i` of the column. Each matrix element in RFC 9106 has 16 bytes, which are two
        // words.
        let place = |i: usize| 2 * column + 16 * (i / 2) + i % 2;
        let mut v = core::array::from_fn(|i| z[place(i)]);
        permute(&mut v);
        for (i, word) in v.into_iter().enumerate() {
            z[place(i)] = word;
        }
    }
    for (i, word) in out.iter_mut().enumerate() {
        let kept = if combine == Combine::Xor { *word } else { 0 };
        *word = kept ^ z[i] ^ r[i];
    }
}
