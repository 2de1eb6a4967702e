//! Vectors with one word of each of several states, with the logic operations of hash functions.

use super::Shift;

/// `N` words `W`, each of another state, in one value that proves the instruction set of its operations.
pub(crate) trait Lanes<W, const N: usize>: Shift {
    /// The token that a vector is made with.
    type Proof: Copy;

    /// The vector of these words.
    fn new(proof: Self::Proof, words: [W; N]) -> Self;
    /// The vector with this word in each lane.
    fn splat(proof: Self::Proof, word: W) -> Self;
    /// The words.
    fn to_array(self) -> [W; N];
    /// Sixteen vectors from rows of sixteen little-endian words: vector `i` holds word `i` of every row.
    fn columns<const B: usize>(proof: Self::Proof, rows: &[&[u8; B]; N]) -> [Self; 16];
    /// The words with reversed bytes.
    fn swap_bytes(self) -> Self;
    /// `self & b`
    fn and(self, b: Self) -> Self;
    /// `self ^ b ^ c`
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// The bits of `b` where `self` has ones, those of `c` elsewhere.
    #[inline(always)]
    fn choose(self, b: Self, c: Self) -> Self {
        self.and(b.xor(c)).xor(c)
    }
    /// The bits that two or three of the values have.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.xor(b).and(b.xor(c)).xor(b)
    }
}
