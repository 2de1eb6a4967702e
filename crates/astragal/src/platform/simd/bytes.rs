//! Vectors of bytes: 16, 32 or 64 of them, in lanes of 16.

use crate::platform::enter::Token;
use crate::platform::gf256::Field;
use crate::platform::sbox::SBox;

/// A vector of bytes in lanes of 16, each a block of 128 bits. A value proves the instruction set of its operations.
pub(crate) trait Bytes: Nibbles {
    /// The token that a vector is made with.
    type Proof: Token;
    /// Number of lanes.
    const LANES: usize;

    /// The first bytes of `bytes`, of which there are at least as many as a vector has.
    fn load(proof: Self::Proof, bytes: &[u8]) -> Self;
    /// The same 16 bytes in each lane.
    fn splat(proof: Self::Proof, lane: &[u8; 16]) -> Self;
    /// Writes the bytes to the front of `bytes`, which is at least as long.
    fn store(self, bytes: &mut [u8]);
    /// The token that the vector was made with.
    fn proof(self) -> Self::Proof;

    /// The sum of each byte modulo 256.
    fn add(self, b: Self) -> Self;
    /// The sum of each byte, or 255.
    fn saturating_add(self, b: Self) -> Self;
    /// The difference of each byte modulo 256.
    fn sub(self, b: Self) -> Self;
    /// 255 where bytes are equal, 0 elsewhere.
    fn equal(self, b: Self) -> Self;
    /// `self | b`
    fn or(self, b: Self) -> Self;
    /// `self & b`
    fn and(self, b: Self) -> Self;
    /// `self & !b`
    fn and_not(self, b: Self) -> Self;
    /// Each byte becomes the one at the index that `indices` has in its place, counted within its lane. Indices
    /// are below 16, or above 127 for 0.
    fn shuffle(self, indices: Self) -> Self;
    /// Of each lane, the lower halves of `self` and `b`, `BYTES` (1, 2, 4 or 8) bytes of either in turn; then the
    /// upper halves.
    fn zip<const BYTES: usize>(self, b: Self) -> [Self; 2];
    /// Each little-endian word of 32 bits `<<< LEFT`; `LEFT + RIGHT` is 32.
    fn rotate_left_32<const LEFT: i32, const RIGHT: i32>(self) -> Self;
    /// The product of each byte with x in `F`.
    fn double<F: Field>(self) -> Self;
    /// Substitutes each byte by `S`, in constant time, by the fastest method of this machine.
    fn substitute<S: SBox>(self) -> Self;

    /// The same byte everywhere, by the token of `self`.
    #[inline(always)]
    fn fill(self, byte: u8) -> Self {
        Self::splat(self.proof(), &[byte; 16])
    }
    /// The bytes of each lane, moved as `indices` say.
    #[inline(always)]
    fn shuffle_by(self, indices: &[u8; 16]) -> Self {
        self.shuffle(Self::splat(self.proof(), indices))
    }
}

/// Bytes with the operations of S-boxes that decompose into nibbles.
pub(crate) trait Nibbles: Copy {
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// The lower four bits and the upper four.
    fn nibbles(self) -> [Self; 2];
    /// The entries of `table` at the indices `self`, which are below 16; 0 at indices above 127.
    fn look_up_16(self, table: &[u8; 16]) -> Self;
    /// `self + b` modulo 15 of numbers below 15; above 127 if one of them is 192.
    fn add_modulo_15(self, b: Self) -> Self;
}

/// Shuffle indices that undo the `ShiftRows` of the AES instructions in advance: it takes byte i from byte 5i modulo
/// 16.
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

/// One byte, for tests of decompositions.
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
