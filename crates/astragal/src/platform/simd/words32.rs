//! Vectors of 32-bit words.

use super::arx::Arx;

/// Vector of `W` 32-bit words, one per state.
pub(crate) trait Vector32<const W: usize>: Arx {
    /// Token that proves the instruction set of the vector type.
    type Proof: Copy;

    /// Creates a vector from `words`.
    fn new(proof: Self::Proof, words: [u32; W]) -> Self;
    /// Transposes `W` rows of sixteen little-endian words: vector `i` holds word `i` of every row.
    fn columns(proof: Self::Proof, rows: [&[u8; 64]; W]) -> [Self; 16];
    /// Transposes eight vectors into rows: row `j` holds the words of lane `j`.
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; W];
    /// Inverse of [`columns`](Self::columns): row `j` holds the words of lane `j`.
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; W];
}
