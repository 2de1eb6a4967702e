//! AES rounds on vectors of AES states, one state per 16-byte lane.

use super::Lanes128;

/// Vector of `LANES` AES states. The round methods follow the definitions of the cipher (FIPS 197 §5.1) and of the
/// equivalent inverse cipher (§5.3.5). In both, each round ends with AddRoundKey.
pub(crate) trait AesVector: Lanes128 {
    /// Whether the CPU's AES instructions add the round key before SubBytes. If so, the compiler merges the AddRoundKey
    /// at the end of a round into the AES instruction of the next round. The compiler cannot do this if the two rounds
    /// are in different iterations of a loop.
    const ADDS_BEFORE: bool = false;

    /// Loads up to `LANES` lanes, at least one. If `lanes` is shorter than the vector, the other lanes of the vector are
    /// zero.
    #[inline(always)]
    fn load_first(proof: Self::Proof, lanes: &[[u8; 16]]) -> Self {
        debug_assert!(Self::LANES == 1, "types with several lanes implement this method");
        Self::load(proof, lanes)
    }
    /// Stores the first lanes of the vector, up to `LANES`, and at least one.
    #[inline(always)]
    fn store_first(self, lanes: &mut [[u8; 16]]) {
        debug_assert!(Self::LANES == 1, "types with several lanes implement this method");
        self.store(lanes);
    }
    /// Returns the XOR of all lanes.
    #[inline(always)]
    fn fold(self) -> [u8; 16] {
        debug_assert!(Self::LANES == 1, "types with several lanes implement this method");
        let mut lane = [[0; 16]];
        self.store(&mut lane);
        lane[0]
    }
    /// Creates a vector whose lanes all hold `lane`.
    fn splat(proof: Self::Proof, lane: &[u8; 16]) -> Self;
    /// Returns the counter blocks `first + offset + step`, `first + offset + step + 1`, …, as
    /// [`Rounds::counters`](crate::traits::cipher::Rounds::counters) defines them. If several calls differ only in
    /// `step`, the compiler computes their common part only once.
    #[inline(always)]
    fn counters(proof: Self::Proof, first: &[u8; 16], offset: u32, step: u32) -> Self {
        Self::counters_of_numbers(proof, Self::counter_numbers(proof, first, offset, step))
    }
    /// Like [`counters`](Self::counters), but in each lane, the third 32-bit word holds the last four bytes of the
    /// counter block as a little-endian number.
    fn counter_numbers(proof: Self::Proof, first: &[u8; 16], offset: u32, step: u32) -> Self;
    /// Converts the result of [`counter_numbers`](Self::counter_numbers) to counter blocks.
    fn counters_of_numbers(proof: Self::Proof, numbers: Self) -> Self;
    /// Replaces the first column of each state with column `FROM` of the same lane of `columns`.
    #[inline(always)]
    fn with_column<const FROM: i32>(self, columns: Self) -> Self {
        debug_assert!(Self::LANES > 1, "types with one lane must implement this method");
        columns
    }
    /// Adds the little-endian 32-bit words of `b` to those of `self`.
    fn add_32(self, b: Self) -> Self;
    /// Computes `self & b`.
    fn and(self, b: Self) -> Self;
    /// Computes an encryption round: SubBytes, ShiftRows, MixColumns, AddRoundKey.
    fn encrypt_round(self, key: Self) -> Self;
    /// Computes the last encryption round: SubBytes, ShiftRows, AddRoundKey.
    fn encrypt_last(self, key: Self) -> Self;
    /// Computes a decryption round: InvSubBytes, InvShiftRows, InvMixColumns, AddRoundKey.
    fn decrypt_round(self, key: Self) -> Self;
    /// Computes the last decryption round: InvSubBytes, InvShiftRows, AddRoundKey.
    fn decrypt_last(self, key: Self) -> Self;
    /// Returns both vectors unchanged. The compiler computes the vectors of several calls in the order of the calls.
    #[inline(always)]
    fn in_order_with(self, b: Self, c: Self) -> [Self; 3] {
        [self, b, c]
    }
    /// Returns the bits that leave the lanes during [`doublings`](Self::doublings), in the form that this method needs.
    #[inline(always)]
    fn carries(self) -> [Self; 2] {
        [self; 2]
    }
    /// Multiplies the lanes by powers of β = α^`LANES` (IEEE 1619 §5.2). The first result holds the products with β^0
    /// to β^(`N` - 1). The second result is the product with β^`N`. A lane is a little-endian polynomial, reduced
    /// modulo x^128 + x^7 + x^2 + x + 1. `N` is at most 8. Calls `step` with `i` and product `i`, in order.
    #[inline(always)]
    fn doublings<const N: usize>(
        self,
        carries: [Self; 2],
        step: impl FnMut(usize, Self) -> Self,
    ) -> ([Self; N], Self) {
        let _ = (carries, step);
        debug_assert!(Self::LANES > 2, "types with one lane or two must implement this method");
        ([self; N], self)
    }
    /// Shifts each little-endian 32-bit word left by 1 bit.
    fn left_1(self) -> Self;
    /// Shifts each little-endian 32-bit word left by 2 bits.
    fn left_2(self) -> Self;
    /// Shifts each little-endian 32-bit word left by 7 bits.
    fn left_7(self) -> Self;
    /// Multiplies each lane, a polynomial whose degree is below 25, by x^7 + x^2 + x + 1.
    #[inline(always)]
    fn times_reduction(self) -> Self {
        self.xor(self.left_1()).xor(self.left_2()).xor(self.left_7())
    }
    /// Returns XTS tweaks: the lanes hold `first` · α^`step`, `first` · α^(`step` + 1) and so on. All exponents must be
    /// below 64.
    #[inline(always)]
    fn tweaks(proof: Self::Proof, first: u128, step: usize) -> Self {
        debug_assert!(
            Self::LANES == 1 && step == 0,
            "types with several lanes implement this method"
        );
        Self::splat(proof, &first.to_le_bytes())
    }
    /// Concatenates the lanes of `self` and `b`. Returns two vectors: the lanes at even indices, and the lanes at odd
    /// indices.
    #[inline(always)]
    fn parted(self, b: Self) -> [Self; 2] {
        debug_assert!(Self::LANES == 1, "types with several lanes must implement this method");
        [self, b]
    }
    /// Interleaves the lanes of two vectors. This is the inverse of [`parted`](Self::parted).
    #[inline(always)]
    fn woven(self, b: Self) -> [Self; 2] {
        debug_assert!(Self::LANES == 1, "types with several lanes must implement this method");
        [self, b]
    }
    /// Selects the bits of `b` where `mask` is 1, and the bits of `self` elsewhere. Returns `None` if the instruction
    /// set cannot do this in one instruction.
    #[inline(always)]
    fn select(self, b: Self, mask: Self) -> Option<Self> {
        let _ = (b, mask);
        None
    }
    /// Shuffles the bytes of each lane. Byte `i` of the result is the byte with index `order[i]`, or 0 if `order[i]` is
    /// above 127.
    fn shuffle(self, order: Self) -> Self;
}
