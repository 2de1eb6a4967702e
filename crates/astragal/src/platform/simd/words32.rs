//! Vectors of 32-bit words.

use super::arx::Arx;
use crate::platform::words::xor_into;

/// Vector of `W` 32-bit words, one per hash state.
pub(crate) trait Vector32<const W: usize>: Arx {
    /// Token that proves that the CPU supports the instructions that this vector type uses.
    type Proof: Copy;

    /// Creates a vector from `words`.
    fn new(proof: Self::Proof, words: [u32; W]) -> Self;
    /// Loads `W` rows of sixteen little-endian words and transposes them. Vector `i` of the result holds word `i` of
    /// every row.
    fn columns(proof: Self::Proof, rows: [&[u8; 64]; W]) -> [Self; 16];
    /// Transposes eight vectors into rows. Row `j` of the result holds word `j` of each vector.
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; W];
    /// Transposes sixteen vectors into rows. Row `j` of the result holds word `j` of each vector. This is the inverse
    /// of [`columns`](Self::columns).
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; W];
    /// Computes [`rows_of_16`](Self::rows_of_16) and XORs row `j` of the result into `to[j]`.
    #[allow(dead_code, reason = "only backends of x86-64 and WebAssembly call this method")]
    #[inline(always)]
    fn xor_rows_of_16(columns: &[Self; 16], to: &mut [[u8; 64]; W]) {
        let rows = Self::rows_of_16(columns);
        for i in 0..W {
            xor_into(&mut to[i], &rows[i]);
        }
    }
}
