//! Vectors with one word per hash state, and the bitwise functions of SHA-2 and similar hashes.

use super::Shift;

/// Vector of `N` words of type `W`, one per hash state. A value of this type proves that the CPU supports the
/// instructions that its methods use.
pub(crate) trait Lanes<W, const N: usize>: Shift {
    /// Token that proves that the CPU has the vector type's instructions.
    type Proof: Copy;

    /// Creates a vector from `words`.
    fn new(proof: Self::Proof, words: [W; N]) -> Self;
    /// Creates a vector whose lanes all hold `word`.
    fn splat(proof: Self::Proof, word: W) -> Self;
    /// Returns the words of the vector.
    fn to_array(self) -> [W; N];
    /// Loads `N` rows of sixteen little-endian words and transposes them. Vector `i` of the result holds word `i` of
    /// every row.
    fn columns<const B: usize>(proof: Self::Proof, rows: &[&[u8; B]; N]) -> [Self; 16];
    /// Reverses the bytes of each word.
    fn swap_bytes(self) -> Self;
    /// Computes `self & b`.
    fn and(self, b: Self) -> Self;
    /// Computes `self ^ b ^ c`.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// Selects the bits of `b` where `self` is 1, and the bits of `c` where it is 0. This is the function Ch of SHA-2.
    #[inline(always)]
    fn choose(self, b: Self, c: Self) -> Self {
        self.and(b.xor(c)).xor(c)
    }
    /// Returns the bitwise majority of the three vectors. This is the function Maj of SHA-2.
    #[inline(always)]
    fn majority(self, b: Self, c: Self) -> Self {
        self.xor(b).and(b.xor(c)).xor(b)
    }
}
