//! Linear layers over GF(2^8): multiplication of a 16-byte block by any matrix of 16 × 16 elements.
//!
//! Byte i of the product is a sum of 16 terms, one for each distance d from 0 to 15: byte i − d of the block, times a
//! matrix element. To compute all bytes at once, the code would rotate the block by each d. It saves rotations by
//! writing d as 4a + b, with a and b from 0 to 3. The block is rotated by 4a bytes before the multiplications. All
//! products with the same b are then added, and their sum is rotated by b bytes. This takes six rotations instead of
//! 15: three by 4a bytes and three by b bytes.

use super::gf256::multiply;
use super::sbox::{Affine, Prepared};
use super::simd::Words;

type Block = [u8; 16];

/// Matrix of 16 × 16 elements of GF(2^8), prepared for multiplication in vectors and in general-purpose registers.
pub(crate) struct Matrix {
    /// Isomorphisms from the matrix's field to the field of AES, and back.
    change: [Prepared; 2],
    /// Factors for the multiplication instruction, in the field of AES. The block, rotated by 4a bytes, is multiplied
    /// by `factors[a][b]`. The products with the same b are added, and their sum is rotated by b bytes.
    factors: [[Block; 4]; 4],
    /// Products for vectors without a multiplication instruction. `images[k][a][b]` is the element `1 << k` times
    /// `factors[a][b]`, with all elements in the matrix's own field. The block is rotated by 4a bytes. If bit k of its
    /// byte i is then set, byte i of `images[k][a][b]` is added to a sum for b, which is finally rotated by b bytes.
    images: [[[Block; 4]; 4]; 8],
}

impl Matrix {
    /// Prepares the matrix with the given columns, whose elements are in GF(2^8) modulo `polynomial`. Column i is the
    /// image of a block whose byte i is 1 and whose other bytes are 0.
    pub(crate) const fn new(columns: &[Block; 16], polynomial: u16) -> Self {
        let to_aes = Affine::to_aes(polynomial);
        let (mut factors, mut images) = ([[[0; 16]; 4]; 4], [[[[0; 16]; 4]; 4]; 8]);
        let mut i = 0;
        while i < 256 {
            let (a, b, place) = (i >> 6, i >> 4 & 3, i & 15);
            let element = columns[(16 + place - 4 * a) % 16][(place + b) % 16];
            factors[a][b][place] = to_aes.of(element);
            let mut bit = 0;
            while bit < 8 {
                images[bit][a][b][place] = multiply(element, 1 << bit, polynomial);
                bit += 1;
            }
            i += 1;
        }
        Self { change: [to_aes.prepare(), to_aes.inverse().prepare()], factors, images }
    }

    /// Returns the product of the matrix with each block, in constant time.
    #[inline(always)]
    pub(crate) fn times<V: Words>(&self, x: V) -> V {
        match self.products(x) {
            Some(products) => products,
            None => self.sums_of_bits(x),
        }
    }

    /// Multiplies the matrix by each block, using the instruction for multiplication in GF(2^8). Returns `None` if `V`
    /// has no such instruction.
    #[inline(always)]
    fn products<V: Words>(&self, x: V) -> Option<V> {
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

    /// Multiplies the matrix by each block without a multiplication instruction: adds the products of all bits that are
    /// set in the block.
    #[inline(always)]
    fn sums_of_bits<V: Words>(&self, x: V) -> V {
        let proof = x.proof();
        let mut sums = [x.fill(0); 4];
        for (a, turned) in turned(x).iter().enumerate() {
            for (bit, images) in self.images.iter().enumerate() {
                let bit = x.fill(1 << bit);
                let is_set = turned.and(bit).equal(bit);
                for i in 0..4 {
                    sums[i] = sums[i].xor(is_set.and(V::splat(proof, &images[a][i])));
                }
            }
        }
        together(sums)
    }

    /// Multiplies the matrix by one block in general-purpose registers.
    #[cfg(feature = "kuznyechik")]
    pub(crate) fn times_block(&self, block: Block) -> Block {
        let x = u128::from_le_bytes(block);
        let mut sums = [0; 4];
        for (distance, a) in (0..128).step_by(32).zip(0..) {
            let turned: u128 = x.rotate_left(distance);
            for (bit, images) in self.images.iter().enumerate() {
                let bits = turned >> bit & u128::from_ne_bytes([1; 16]);
                // Byte i of `is_set` is 255 if byte i of `bits` is 1, and 0 otherwise.
                let is_set = (bits << 8).wrapping_sub(bits);
                for (sum, image) in sums.iter_mut().zip::<&[Block; 4]>(&images[a]) {
                    *sum ^= is_set & u128::from_le_bytes(*image);
                }
            }
        }
        let [sum, b1, b2, b3] = sums;
        (sum ^ b1.rotate_left(8) ^ b2.rotate_left(16) ^ b3.rotate_left(24)).to_le_bytes()
    }
}

/// Returns four vectors: copies of `x` in which each block is rotated by 0, 4, 8 and 12 bytes.
#[inline(always)]
fn turned<V: Words>(x: V) -> [V; 4] {
    [x, x.shuffle_by(&TURN[4]), x.shuffle_by(&TURN[8]), x.shuffle_by(&TURN[12])]
}

/// Rotates each block of the four vectors by 0, 1, 2 and 3 bytes respectively, and returns the sum of the rotated
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
