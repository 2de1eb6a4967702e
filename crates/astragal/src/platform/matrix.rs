//! Linear layers of blocks over GF(2^8): any matrix of 16 × 16 elements, on blocks that lie in their order.
//!
//! Byte i of the product is the sum of the bytes i − d, each times an element, over the distances d. With d as 4a + b
//! the block is turned by 4a before the products and their sums by b behind them: six moves for sixteen distances.

use super::gf256::multiply;
use super::sbox::{Affine, Prepared};
use super::simd::Words;

type Block = [u8; 16];

/// A matrix as vectors and words multiply blocks by it.
pub(crate) struct Matrix {
    /// To the field of AES, and back.
    change: [Prepared; 2],
    /// For distance 4a + b, what the bytes turned by 4a are multiplied with, in the field of AES.
    factors: [[Block; 4]; 4],
    /// For distance 4a + b, what each bit of the bytes turned by 4a adds.
    images: [[[Block; 4]; 4]; 8],
}

impl Matrix {
    /// The matrix with these columns, the images of a 1 in each byte, over GF(2^8) modulo `polynomial`.
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

    /// The product of the matrix with each block, in constant time.
    #[inline(always)]
    pub(crate) fn times<V: Words>(&self, x: V) -> V {
        self.products(x).unwrap_or_else(
            #[inline(always)]
            || self.sums_of_bits(x),
        )
    }

    /// By the instruction for products.
    #[inline(always)]
    fn products<V: Words>(&self, x: V) -> Option<V> {
        let proof = x.proof();
        let mut sums = [x.fill(0); 4];
        for (turned, factors) in turned(x.map(&self.change[0])).iter().zip(&self.factors) {
            for (sum, factors) in sums.iter_mut().zip(factors) {
                *sum = sum.xor(turned.multiply(V::splat(proof, factors))?);
            }
        }
        Some(together(sums).map(&self.change[1]))
    }

    /// By the images of those bits that are set.
    #[inline(always)]
    fn sums_of_bits<V: Words>(&self, x: V) -> V {
        let proof = x.proof();
        let mut sums = [x.fill(0); 4];
        for (a, turned) in turned(x).iter().enumerate() {
            for (bit, images) in self.images.iter().enumerate() {
                let bit = x.fill(1 << bit);
                let is_set = turned.and(bit).equal(bit);
                for (sum, image) in sums.iter_mut().zip(&images[a]) {
                    *sum = sum.xor(is_set.and(V::splat(proof, image)));
                }
            }
        }
        together(sums)
    }

    /// The same of one block without vectors.
    #[cfg(feature = "kuznyechik")]
    pub(crate) fn times_block(&self, block: Block) -> Block {
        let x = u128::from_le_bytes(block);
        let mut sums = [0; 4];
        for (distance, a) in (0..128).step_by(32).zip(0..) {
            let turned: u128 = x.rotate_left(distance);
            for (bit, images) in self.images.iter().enumerate() {
                let bits = turned >> bit & u128::from_ne_bytes([1; 16]);
                // 255 in each byte whose bit is set.
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

/// The bytes of each block turned by 0, 4, 8 and 12 places.
#[inline(always)]
fn turned<V: Words>(x: V) -> [V; 4] {
    [x, x.shuffle_by(&TURN[4]), x.shuffle_by(&TURN[8]), x.shuffle_by(&TURN[12])]
}

/// The sum of the vectors, turned by 0, 1, 2 and 3 places.
#[inline(always)]
fn together<V: Words>([sum, b1, b2, b3]: [V; 4]) -> V {
    let [b1, b2, b3] = [b1.shuffle_by(&TURN[1]), b2.shuffle_by(&TURN[2]), b3.shuffle_by(&TURN[3])];
    sum.xor(b1).xor(b2.xor(b3))
}

/// Where bytes come from that move up by so many places, in a circle.
#[expect(clippy::cast_possible_truncation, reason = "below 16")]
const TURN: [Block; 16] = {
    let mut from = [[0; 16]; 16];
    let mut i = 0;
    while i < 256 {
        from[i / 16][i % 16] = ((16 + i % 16 - i / 16) % 16) as u8;
        i += 1;
    }
    from
};
