//! Vectors of AES states, one per 16-byte lane, with the AES instructions.

use super::Lanes128;
use crate::platform::array::copy;

/// Vector of `LANES` AES states. Rounds are those of the cipher (FIPS 197 §5.1) and the equivalent inverse cipher
/// (§5.3.5), and end with AddRoundKey.
pub(crate) trait AesVector: Lanes128 {
    /// Whether the instructions add the round key before SubBytes. The compiler then fuses AddRoundKey with the next
    /// round, unless a loop boundary separates the rounds.
    const ADDS_BEFORE: bool = false;

    /// Creates a vector with `lane` in every lane.
    fn splat(proof: Self::Proof, lane: &[u8; 16]) -> Self;
    /// Returns the counter blocks `first + offset + step`, … as in
    /// [`Rounds::counters`](crate::traits::cipher::Rounds::counters). Work that does not depend on `step` is shared by
    /// several vectors.
    fn counters(proof: Self::Proof, first: &[u8; 16], offset: u32, step: u32) -> Self;
    /// Returns the counter block `first + offset` in every lane.
    #[inline(always)]
    fn counter(proof: Self::Proof, first: &[u8; 16], offset: u32) -> Self {
        let (mut block, words) = (*first, first.as_chunks::<4>().0);
        let number = u32::from_be_bytes(words[3]).wrapping_add(offset);
        copy(&mut block[12..], &number.to_be_bytes());
        Self::splat(proof, &block)
    }
    /// SubBytes, ShiftRows, MixColumns, AddRoundKey.
    fn encrypt_round(self, key: Self) -> Self;
    /// SubBytes, ShiftRows, AddRoundKey.
    fn encrypt_last(self, key: Self) -> Self;
    /// InvSubBytes, InvShiftRows, InvMixColumns, AddRoundKey.
    fn decrypt_round(self, key: Self) -> Self;
    /// InvSubBytes, InvShiftRows, AddRoundKey.
    fn decrypt_last(self, key: Self) -> Self;
    /// Multiplies each lane by α (IEEE 1619 §5.2): a little-endian polynomial modulo x^128 + x^7 + x^2 + x + 1.
    fn doubled(self) -> Self;
    /// Shifts each little-endian 32-bit word: `<< 1`.
    fn left_1(self) -> Self;
    /// Shifts each little-endian 32-bit word: `<< 2`.
    fn left_2(self) -> Self;
    /// Shifts each little-endian 32-bit word: `<< 7`.
    fn left_7(self) -> Self;
    /// Returns `first` times α^`step`, α^(`step` + 1), … in the lanes. Exponents must be below 64. `None` if the
    /// instruction set has no shift by a different count per lane.
    #[inline(always)]
    fn tweaks(proof: Self::Proof, first: u128, step: usize) -> Option<Self> {
        let _ = (proof, first, step);
        None
    }
    /// Splits the lanes of `self` followed by the lanes of `b` into even and odd lanes.
    #[inline(always)]
    fn parted(self, b: Self) -> [Self; 2] {
        debug_assert!(Self::LANES == 1, "vectors of several lanes have their own");
        [self, b]
    }
    /// Inverse of [`parted`](Self::parted).
    #[inline(always)]
    fn woven(self, b: Self) -> [Self; 2] {
        debug_assert!(Self::LANES == 1, "vectors of several lanes have their own");
        [self, b]
    }
    /// Selects the bits of `b` where `mask` is 1, and the bits of `self` elsewhere. `None` if this takes more than one
    /// instruction.
    #[inline(always)]
    fn select(self, b: Self, mask: Self) -> Option<Self> {
        let _ = (b, mask);
        None
    }
    /// Shuffles bytes within each lane: byte `i` of the result is byte `order[i]`, or 0 if `order[i]` is above 127.
    fn shuffle(self, order: Self) -> Self;
}
