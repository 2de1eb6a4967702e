//! Vectors with one word per state, and the bitwise functions of SHA-2 and similar hashes.

use super::Shift;

/// Vector of `N` words of type `W`, one per state. A value proves the instruction set of its operations.
pub(crate) trait Lanes<W, const N: usize>: Shift {
    /// Token that proves the instruction set of the vector type.
    type Proof: Copy;

    /// Creates a vector from `words`.
    fn new(proof: Self::Proof, words: [W; N]) -> Self;
    /// Creates a vector with `word` in each lane.
    fn splat(proof: Self::Proof, word: W) -> Self;
    /// Returns the words.
    fn to_array(self) -> [W; N];
    /// Transposes `N` rows of sixteen little-endian words: vector `i` holds word `i` of every row.
    fn columns<const B: usize>(proof: Self::Proof, rows: &[&[u8; B]; N]) -> [Self; 16];
    /// Reverses the bytes of each word.
    fn swap_bytes(self) -> Self;
    /// `self & b`
    fn and(self, b: Self) -> Self;
    /// `self ^ b ^ c`
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// Selects the bits of `b` where `self` is 1, and the bits of `c` where it is 0 (Ch of SHA-2).
    #[inline(always)]
    fn choose(self, b: Self, c: Self) -> Self {
        self.and(b.xor(c)).xor(c)
    }
    /// Returns the bitwise majority of the three values (Maj of SHA-2).
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.xor(b).and(b.xor(c)).xor(b)
    }
}
