//! Vectors of 16, 32 or 64 bytes, divided into 16-byte lanes.

use crate::platform::enter::Token;
use crate::platform::gf256::Field;
use crate::platform::sbox::SBox;

/// Vector of bytes, divided into 16-byte lanes. A value of this type proves that the CPU supports the instructions
/// that its methods use.
pub(crate) trait Bytes: Nibbles {
    /// Token that proves that the CPU has the vector type's instructions.
    type Proof: Token;
    /// Number of 16-byte lanes.
    const LANES: usize;

    /// Loads a vector from the start of `bytes`, which must be at least as long as the vector.
    fn load(proof: Self::Proof, bytes: &[u8]) -> Self;
    /// Creates a vector whose lanes all hold the 16 bytes of `lane`.
    fn splat(proof: Self::Proof, lane: &[u8; 16]) -> Self;
    /// Writes the vector to the start of `bytes`, which must be at least as long as the vector.
    fn store(self, bytes: &mut [u8]);
    /// Returns the token.
    fn proof(self) -> Self::Proof;

    /// Adds bytes modulo 256.
    fn add(self, b: Self) -> Self;
    /// Adds bytes, saturating at 255.
    fn saturating_add(self, b: Self) -> Self;
    /// Subtracts bytes modulo 256.
    fn sub(self, b: Self) -> Self;
    /// Compares bytes at the same index. Each byte of the result is 255 if they are equal, else 0.
    fn equal(self, b: Self) -> Self;
    /// Computes `self | b`.
    fn or(self, b: Self) -> Self;
    /// Computes `self & b`.
    fn and(self, b: Self) -> Self;
    /// Computes `self & !b`.
    fn and_not(self, b: Self) -> Self;
    /// Shuffles the bytes of each lane: byte `i` of the result is the byte with index `indices[i]` of the lane. An
    /// index must be below 16 or above 127, and an index above 127 gives 0.
    fn shuffle(self, indices: Self) -> Self;
    /// Interleaves groups of `BYTES` (1, 2, 4 or 8) bytes of `self` and `b`. The first result interleaves the lower
    /// halves of all lanes. The second result interleaves the upper halves.
    fn zip<const BYTES: usize>(self, b: Self) -> [Self; 2];
    /// Rotates each little-endian 32-bit word left by `LEFT` bits. `LEFT + RIGHT` is 32.
    fn rotate_left_32<const LEFT: i32, const RIGHT: i32>(self) -> Self;
    /// Multiplies each byte by x in the field `F`.
    fn double<F: Field>(self) -> Self;
    /// Applies the S-box `S` to each byte in constant time, with the fastest method that the instruction set offers.
    fn substitute<S: SBox>(self) -> Self;

    /// Creates a vector with `byte` in every position and the CPU-feature token of `self`.
    #[inline(always)]
    fn fill(self, byte: u8) -> Self {
        Self::splat(self.proof(), &[byte; 16])
    }
    /// Shuffles the bytes of each lane by `indices`, which are the same for all lanes.
    #[inline(always)]
    fn shuffle_by(self, indices: &[u8; 16]) -> Self {
        self.shuffle(Self::splat(self.proof(), indices))
    }
}

/// Bytes, or vectors of bytes, with the operations needed to compute S-boxes by nibble lookups.
pub(crate) trait Nibbles: Copy {
    /// Computes `self ^ b`.
    fn xor(self, b: Self) -> Self;
    /// Splits each byte into its lower four bits and its upper four bits.
    fn nibbles(self) -> [Self; 2];
    /// Looks up each byte of `self`, which must be below 16 or above 127, in `table`. A byte above 127 gives 0.
    fn look_up_16(self, table: &[u8; 16]) -> Self;
    /// Adds logarithms modulo 15. Each operand is below 15, or is 192, which represents the logarithm of 0. If an
    /// operand is 192, the result is above 127, so [`look_up_16`](Self::look_up_16) returns 0 for it.
    fn add_modulo_15(self, b: Self) -> Self;
}

/// Shuffle indices that cancel the `ShiftRows` step of an AES instruction. If a shuffle by these indices precedes the
/// instruction, the result is the same as without `ShiftRows`. `ShiftRows` moves byte 5i modulo 16 to index i.
pub(crate) const BEFORE_SHIFT_ROWS: [u8; 16] =
    [0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3];

/// Shuffle indices that permute the bytes of a lane as `ShiftRows` does.
pub(crate) const SHIFT_ROWS: [u8; 16] = [0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11];

/// Shuffle indices that rotate each 32-bit word of a lane left by `bits`, a multiple of 8.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "each index is below 16"
)]
pub(crate) const fn rotated_32(bits: i32) -> [u8; 16] {
    let mut from = [0; 16];
    let mut i = 0;
    while i < 16 {
        from[i] = (i / 4 * 4 + (i + 4 - bits as usize / 8 % 4) % 4) as u8;
        i += 1;
    }
    from
}

/// Implementation for a single byte, which tests use to check S-box decompositions.
#[cfg(test)]
impl Nibbles for u8 {
    fn xor(self, b: Self) -> Self {
        self ^ b
    }
    fn nibbles(self) -> [Self; 2] {
        [self & 15, self >> 4]
    }
    fn look_up_16(self, table: &[u8; 16]) -> Self {
        if self < 128 { table[usize::from(self)] } else { 0 }
    }
    fn add_modulo_15(self, b: Self) -> Self {
        let sum = self.saturating_add(b);
        sum.min(sum.wrapping_sub(15))
    }
}
