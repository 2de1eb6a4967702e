//! Vectors of 16, 32 or 64 bytes, in 16-byte lanes.

use crate::platform::enter::Token;
use crate::platform::gf256::Field;
use crate::platform::sbox::SBox;

/// A vector of bytes in lanes of 16, each a block of 128 bits. A value proves the instruction set of its operations.
pub(crate) trait Bytes: Nibbles {
    /// Token that proves the instruction set of the vector type.
    type Proof: Token;
    /// Number of lanes.
    const LANES: usize;

    /// Loads a vector from the start of `bytes`, which must be at least as long as the vector.
    fn load(proof: Self::Proof, bytes: &[u8]) -> Self;
    /// Creates a vector with the same 16 bytes in each lane.
    fn splat(proof: Self::Proof, lane: &[u8; 16]) -> Self;
    /// Writes the vector to the start of `bytes`, which must be at least as long.
    fn store(self, bytes: &mut [u8]);
    /// Returns the token.
    fn proof(self) -> Self::Proof;

    /// Adds bytes modulo 256.
    fn add(self, b: Self) -> Self;
    /// Adds bytes, saturating at 255.
    fn saturating_add(self, b: Self) -> Self;
    /// Subtracts bytes modulo 256.
    fn sub(self, b: Self) -> Self;
    /// Compares bytes: 255 if equal, else 0.
    fn equal(self, b: Self) -> Self;
    /// `self | b`
    fn or(self, b: Self) -> Self;
    /// `self & b`
    fn and(self, b: Self) -> Self;
    /// `self & !b`
    fn and_not(self, b: Self) -> Self;
    /// Shuffles bytes within each lane: byte `i` of the result is the byte at index `indices[i]` of the lane. Indices
    /// must be below 16, or above 127 for 0.
    fn shuffle(self, indices: Self) -> Self;
    /// Interleaves groups of `BYTES` (1, 2, 4 or 8) bytes of `self` and `b`. The first result has the lower halves of
    /// all lanes, the second the upper halves.
    fn zip<const BYTES: usize>(self, b: Self) -> [Self; 2];
    /// Each little-endian word of 32 bits `<<< LEFT`; `LEFT + RIGHT` is 32.
    fn rotate_left_32<const LEFT: i32, const RIGHT: i32>(self) -> Self;
    /// Multiplies each byte by x in the field `F`.
    fn double<F: Field>(self) -> Self;
    /// Applies the S-box `S` to each byte in constant time, by the fastest method of the instruction set.
    fn substitute<S: SBox>(self) -> Self;

    /// Creates a vector with `byte` in every position, using the token of `self`.
    #[inline(always)]
    fn fill(self, byte: u8) -> Self {
        Self::splat(self.proof(), &[byte; 16])
    }
    /// Shuffles the bytes of each lane by the same `indices`.
    #[inline(always)]
    fn shuffle_by(self, indices: &[u8; 16]) -> Self {
        self.shuffle(Self::splat(self.proof(), indices))
    }
}

/// Bytes with the operations of S-boxes that decompose into nibble lookups.
pub(crate) trait Nibbles: Copy {
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// Returns the lower and the upper four bits of each byte.
    fn nibbles(self) -> [Self; 2];
    /// Looks up each byte of `self` in `table`. Bytes must be below 16, or above 127 for 0.
    fn look_up_16(self, table: &[u8; 16]) -> Self;
    /// Adds bytes below 15 modulo 15. The result is above 127 if an operand is 192.
    fn add_modulo_15(self, b: Self) -> Self;
}

/// Shuffle indices that cancel the `ShiftRows` of the following AES instruction. `ShiftRows` takes byte i from byte
/// 5i modulo 16.
pub(crate) const BEFORE_SHIFT_ROWS: [u8; 16] =
    [0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3];

/// Shuffle indices that rotate each 32-bit word of a lane to the left by whole bytes.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 16")]
pub(crate) const fn rotated_32(bits: i32) -> [u8; 16] {
    let mut from = [0; 16];
    let mut i = 0;
    while i < 16 {
        from[i] = (i / 4 * 4 + (i + 4 - bits as usize / 8 % 4) % 4) as u8;
        i += 1;
    }
    from
}

/// Single-byte implementation, for tests of S-box decompositions.
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
