//! Operations on two states of a wide-trail hash, held in vectors.

use super::{Layer, Linear};

/// Two states, each of 8 or 16 columns of 8 bytes. Operations apply to both states unless stated otherwise. A value of
/// this type proves that the CPU has the instruction set.
pub(crate) trait StatePair: Copy {
    /// Proof that the CPU has the instruction set.
    type Proof: Copy;

    /// Loads two states, whose bytes are stored column by column.
    fn load(proof: Self::Proof, first: &[u8], second: &[u8]) -> Self;
    /// Writes the first state to `bytes`.
    fn store_first(self, bytes: &mut [u8]);
    /// XORs each state of `b` into the corresponding state of `self`.
    fn xor(self, b: Self) -> Self;
    /// Adds the constants of the hash `L` for round number `round`.
    fn add_constants<L: Layer>(self, round: usize) -> Self;
    /// Exchanges the first and the second state.
    fn swap(self) -> Self;
    /// Keeps the first state and clears the second.
    fn first(self) -> Self;
    /// Moves the first state to the position of the second, and clears its old position.
    fn first_as_second(self) -> Self;
    /// Applies the S-boxes of `L`.
    fn substitute<L: Layer>(self) -> Self;
    /// Applies the S-boxes of `L`, then moves bytes between columns as `L::FROM` specifies.
    fn substitute_and_shift<L: Layer>(self) -> Self;
    /// Replaces byte `i` of each column with byte `i + BY` modulo 8 of the column.
    fn rotate_rows<const BY: usize>(self) -> Self;
    /// Returns the sum of `x^i · terms[i]` over all i. Each byte is an element of the field GF(2^8) of the hash `L`.
    fn evaluate<L: Layer, const N: usize>(terms: [Self; N]) -> Self;
    /// Transposes each block of 8 × 8 bytes, then applies a linear map to every column. The transposition moves byte
    /// `j` of column `i` to byte `i` of column `j`.
    fn transpose_and_map<M: Linear>(self) -> Self;
}
