//! 128-bit words for bit-sliced code.

/// 128-bit word with bitwise operations. A value of this type proves that the CPU supports the instructions that its
/// methods use.
pub(crate) trait Bits: Copy {
    /// Token that proves that the CPU has the vector type's instructions.
    type Proof: Copy;

    /// Creates a word from `bytes`.
    fn new(proof: Self::Proof, bytes: [u8; 16]) -> Self;
    /// Returns the bytes of the word.
    fn to_bytes(self) -> [u8; 16];
    /// Computes `self ^ b`.
    fn xor(self, b: Self) -> Self;
    /// Computes `self ^ b ^ c`.
    fn xor3(self, b: Self, c: Self) -> Self;
    /// Computes `self ^ (b & c)`.
    fn xor_and(self, b: Self, c: Self) -> Self;
    /// Computes `self ^ (!b & c)`.
    fn xor_and_not(self, b: Self, c: Self) -> Self;
    /// Computes `self ^ (b | c)`.
    fn xor_or(self, b: Self, c: Self) -> Self;
    /// Computes `!self ^ (!b & c)`.
    fn not_xor_and_not(self, b: Self, c: Self) -> Self;
    /// Swaps adjacent groups of `BITS` bits with each other.
    fn swap<const BITS: i32>(self) -> Self;
}
