//! Registers on which the AES instructions work: one or several lanes of 16 bytes, each a state of AES.

use super::Lanes128;

/// `LANES` states of AES. A round is that of FIPS 197 §5.1 and of its equivalent inverse (§5.3.5), with the key
/// added last.
pub(crate) trait AesVector: Lanes128 {
    /// Whether the instructions add their key before SubBytes: a round's addition is then part of the next round,
    /// unless a loop is between them.
    const ADDS_BEFORE: bool = false;

    /// The same bytes in every lane.
    fn splat(proof: Self::Proof, lane: &[u8; 16]) -> Self;
    /// The counter blocks `first + offset + step`, … of [`Rounds::counters`](crate::traits::cipher::Rounds::counters).
    /// Work that does not depend on `step` is done once for several vectors.
    fn counters(proof: Self::Proof, first: &[u8; 16], offset: u32, step: u32) -> Self;
    /// The counter block `first + offset` in every lane.
    #[inline(always)]
    fn counter(proof: Self::Proof, first: &[u8; 16], offset: u32) -> Self {
        let (mut block, words) = (*first, first.as_chunks::<4>().0);
        let number = u32::from_be_bytes(words[3]).wrapping_add(offset);
        block[12..].copy_from_slice(&number.to_be_bytes());
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
    /// Each lane times α (IEEE 1619 §5.2): a little-endian polynomial modulo x^128 + x^7 + x^2 + x + 1.
    fn doubled(self) -> Self;
    /// Each little-endian word of 32 bits `<< 1`.
    fn left_1(self) -> Self;
    /// Each little-endian word of 32 bits `<< 2`.
    fn left_2(self) -> Self;
    /// Each little-endian word of 32 bits `<< 7`.
    fn left_7(self) -> Self;
    /// `first` times α to the powers `step`, `step + 1`, … in the lanes; no power is above 63. `None` if the machine
    /// cannot shift each lane by its own distance.
    #[inline(always)]
    fn tweaks(proof: Self::Proof, first: u128, step: usize) -> Option<Self> {
        let _ = (proof, first, step);
        None
    }
    /// Splits the lanes of `self`, followed by those of `b`, into the even and the odd ones.
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
    /// The bits of `b` where those of `mask` are ones, of `self` elsewhere; `None` where that is more than one
    /// instruction.
    #[inline(always)]
    fn select(self, b: Self, mask: Self) -> Option<Self> {
        let _ = (b, mask);
        None
    }
    /// Byte `i` of each lane is byte `order[i]` of it, or 0 where `order[i]` has its high bit set.
    fn shuffle(self, order: Self) -> Self;
}
