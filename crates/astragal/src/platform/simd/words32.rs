//! Vectors of 32-bit words.

use super::arx::Arx;

/// `W` words of 32 bits, each of another state.
pub(crate) trait Vector32<const W: usize>: Arx {
    /// The token that a vector is made with.
    type Proof: Copy;

    /// The vector of these words.
    fn new(proof: Self::Proof, words: [u32; W]) -> Self;
    /// Sixteen vectors from `W` rows of sixteen little-endian words: vector `i` holds word `i` of every row.
    fn columns(proof: Self::Proof, rows: [&[u8; 64]; W]) -> [Self; 16];
    /// The inverse, for eight words: row `j` holds the words of lane `j`.
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; W];
    /// The inverse, for 16 words.
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; W];
}
