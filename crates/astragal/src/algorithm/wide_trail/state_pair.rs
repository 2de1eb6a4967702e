//! Two states side by side.

use super::{Layer, Linear};

/// Two states of 8 or 16 columns of 8 bytes, on which every operation acts alike unless it says otherwise.
/// A value proves the instruction set of its operations.
pub(crate) trait StatePair: Copy {
    /// The token that a value is made with.
    type Proof: Copy;

    /// The states of these bytes, column by column.
    fn load(proof: Self::Proof, first: &[u8], second: &[u8]) -> Self;
    /// Writes the first state.
    fn store_first(self, bytes: &mut [u8]);
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// Adds the round's constants of `L`.
    fn add_constants<L: Layer>(self, round: usize) -> Self;
    /// The states, exchanged.
    fn swap(self) -> Self;
    /// The first state, and zeros.
    fn first(self) -> Self;
    /// Zeros, and the first state.
    fn first_as_second(self) -> Self;
    /// Substitutes the bytes.
    fn substitute<L: Layer>(self) -> Self;
    /// Substitutes the bytes, and moves them between the columns.
    fn substitute_and_shift<L: Layer>(self) -> Self;
    /// Byte `i` of each column becomes byte `i + BY` modulo 8 of the same column.
    fn rotate_rows<const BY: usize>(self) -> Self;
    /// The sum of `x^i · terms[i]` in the field of `L`.
    fn evaluate<L: Layer, const N: usize>(terms: [Self; N]) -> Self;
    /// Makes byte `j` of column `i` byte `i` of column `j`, and maps every column.
    fn transpose_and_map<M: Linear>(self) -> Self;
}
