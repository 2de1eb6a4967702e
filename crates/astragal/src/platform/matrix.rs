//! Linear layers over GF(2^8): multiplication of a 16-byte block by any 16 × 16 matrix.
//!
//! Byte i of the product is a sum of 16 terms, one for each distance d from 0 to 15. The term for d is byte i − d of
//! the block, times a matrix element. A direct computation of all bytes at once would rotate the block by each d.
//!
//! To save rotations, this code writes d as 4a + b, with a and b from 0 to 3. It rotates the block by 4a bytes before
//! the multiplications. It then adds all products with the same b, and rotates their sum by b bytes. This takes six
//! rotations instead of 15: three by 4a bytes and three by b bytes.

use super::sbox::{Affine, Prepared};
use super::simd::Words;

type Block = [u8; 16];

/// 16 × 16 matrix over GF(2^8), prepared for `gf2p8mulb`, which multiplies in the field of AES.
pub(crate) struct Matrix {
    /// Isomorphisms from the matrix's field to the field of AES, and back.
    change: [Prepared; 2],
    /// Factors for the multiplication instruction, in the field of AES. For each `a` and `b`, the block is rotated by
    /// 4a bytes and then multiplied by `factors[a][b]`. The products with the same `b` are added. Their sum is rotated
    /// by `b` bytes.
    factors: [[Block; 4]; 4],
}

impl Matrix {
    /// Prepares the matrix with the given columns, whose elements are in GF(2^8) modulo `polynomial`. Column i is the
    /// image of a block whose byte i is 1 and whose other bytes are 0.
    pub(crate) const fn new(columns: &[Block; 16], polynomial: u16) -> Self {
        let to_aes = Affine::to_aes(polynomial);
        let mut factors = [[[0; 16]; 4]; 4];
        let mut i = 0;
        while i < 256 {
            let (a, b, place) = (i >> 6, i >> 4 & 3, i & 15);
            let element = columns[(16 + place - 4 * a) % 16][(place + b) % 16];
            factors[a][b][place] = to_aes.of(element);
            i += 1;
        }
        Self { change: [to_aes.prepare(), to_aes.inverse().prepare()], factors }
    }

    /// Multiplies the matrix by each block, using the instruction for multiplication in GF(2^8). Returns `None` if `V`
    /// has no such instruction.
    #[inline(always)]
    pub(crate) fn products<V: Words>(&self, x: V) -> Option<V> {
        let proof = x.proof();
        let mut sums = [x.fill(0); 4];
        let turned = turned(x.map(&self.change[0]));
        for i in 0..4 {
            for j in 0..4 {
                let factors = V::splat(proof, &self.factors[i][j]);
                sums[j] = sums[j].xor(turned[i].multiply(factors)?);
            }
        }
        Some(together(sums).map(&self.change[1]))
    }
}

/// Returns four copies of `x`, with their blocks rotated by 0, 4, 8 and 12 bytes respectively.
#[inline(always)]
fn turned<V: Words>(x: V) -> [V; 4] {
    [x, x.shuffle_by(&TURN[4]), x.shuffle_by(&TURN[8]), x.shuffle_by(&TURN[12])]
}

/// Rotates the blocks of the four vectors by 0, 1, 2 and 3 bytes respectively, and returns the sum of the rotated
/// vectors.
#[inline(always)]
fn together<V: Words>([sum, b1, b2, b3]: [V; 4]) -> V {
    let [b1, b2, b3] = [b1.shuffle_by(&TURN[1]), b2.shuffle_by(&TURN[2]), b3.shuffle_by(&TURN[3])];
    sum.xor(b1).xor(b2.xor(b3))
}

/// Shuffle indices that rotate a block: `TURN[n]` moves byte i to index i + n modulo 16.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 16")]
const TURN: [Block; 16] = {
    let mut from = [[0; 16]; 16];
    let mut i = 0;
    while i < 256 {
        from[i / 16][i % 16] = ((16 + i % 16 - i / 16) % 16) as u8;
        i += 1;
    }
    from
};
