//! The compression function G on vectors of four words. P is applied to four rows of the matrix in parallel, then to
//! four columns.
//!
//! Each vector holds the same word of four parallel permutations P, so P needs no shuffles for its diagonals. For this
//! layout, squares of 4 × 4 words must be transposed twice: before P is applied to the rows, and before P is applied to
//! the columns.

use super::Block;
use super::compress::{Combine, permute};
use crate::platform::array::copy;
use crate::platform::simd::Square;
use crate::platform::unroll::unroll;

/// Computes G(`x`, `y`). Stores the result in `out` or XORs it into `out`, depending on `combine`.
#[inline(always)]
pub(super) fn compress<V: Square>(
    proof: V::Proof,
    out: &mut Block,
    x: &Block,
    y: &Block,
    combine: Combine,
) {
    let (out, _) = out.as_chunks_mut::<4>();
    let (x, y) = (x.as_chunks::<4>().0, y.as_chunks::<4>().0);
    let r = Sum::<V>(proof, x, y);
    // The matrix after P has been applied to the rows. Its eight columns have two words each, and `z[half]` holds four
    // columns. In `z[half]`, each row takes two vectors: one holds the even words of the row, and one holds the odd
    // words.
    let mut z = [[V::new(proof, [0; 4]); 16]; 2];
    for group in 0..2 {
        let mut v = [V::new(proof, [0; 4]); 16];
        unroll!(for quarter in 0..4 {
            let row = 16 * group + quarter;
            let words = V::transpose([r.at(row), r.at(row + 4), r.at(row + 8), r.at(row + 12)]);
            copy(&mut v[4 * quarter..4 * quarter + 4], &words);
        });
        permute(&mut v);
        for half in 0..2 {
            let w = &v[8 * half..8 * half + 8];
            let even = V::transpose([w[0], w[2], w[4], w[6]]);
            let odd = V::transpose([w[1], w[3], w[5], w[7]]);
            unroll!(for row in 0..4 {
                z[half][8 * group + 2 * row] = even[row];
                z[half][8 * group + 2 * row + 1] = odd[row];
            });
        }
    }
    for half in 0..2 {
        let z = &mut z[half];
        permute(z);
        unroll!(for row in 0..8 {
            let [low, high] = z[2 * row].interleave(z[2 * row + 1]);
            r.put(low, out, 4 * row + 2 * half, combine);
            r.put(high, out, 4 * row + 2 * half + 1, combine);
        });
    }
}

/// The matrix R = X ⊕ Y. Each row is computed when it is needed.
struct Sum<'b, V: Square>(V::Proof, &'b [[u64; 4]], &'b [[u64; 4]]);

impl<V: Square> Sum<'_, V> {
    #[inline(always)]
    fn at(&self, i: usize) -> V {
        V::new(self.0, self.1[i]).xor(V::new(self.0, self.2[i]))
    }
    /// Stores row `i` of the result Z ⊕ R in row `i` of `out`, or XORs it into that row, depending on `combine`.
    #[inline(always)]
    fn put(&self, z: V, out: &mut [[u64; 4]], i: usize, combine: Combine) {
        let mut sum = z.xor(self.at(i));
        if combine == Combine::Xor {
            sum = sum.xor(V::new(self.0, out[i]));
        }
        out[i] = sum.to_array();
    }
}
