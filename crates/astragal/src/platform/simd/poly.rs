//! Vectors of 128-bit polynomials over GF(2), with carry-less multiplication.

use super::Lanes128;

/// Vector of `LANES` polynomials over GF(2), each of degree below 128 and stored in little-endian order.
pub trait PolyVector: Lanes128<Proof: Into<<Self::One as Lanes128>::Proof>> {
    /// Vector type with one lane.
    type One: PolyVector<One = Self::One>;

    /// Creates a vector whose first lane is `one` and whose other lanes are zero.
    fn widen(proof: Self::Proof, one: Self::One) -> Self;
    /// Returns the zero vector.
    #[inline(always)]
    fn zero(proof: Self::Proof) -> Self {
        Self::widen(proof, Self::One::load(proof.into(), &[[0; 16]]))
    }
    /// Returns the sum (XOR) of all lanes.
    fn fold(self) -> Self::One;
    /// Reverses the bytes of each lane.
    fn reverse(self) -> Self;
    /// Swaps the 64-bit halves of each lane.
    fn swap(self) -> Self;
    /// Multiplies the low 64-bit half of each lane of `self` by the low half of the same lane of `b`.
    fn low(self, b: Self) -> Self;
    /// Multiplies the high 64-bit half of each lane of `self` by the high half of the same lane of `b`.
    fn high(self, b: Self) -> Self;
    /// Multiplies the low 64-bit half of each lane of `self` by the high half of the same lane of `b`.
    #[inline(always)]
    fn low_high(self, b: Self) -> Self {
        self.low(b.swap())
    }
    /// Shifts each lane left by 64 bits.
    fn up(self) -> Self;
    /// Shifts each lane right by 64 bits.
    fn down(self) -> Self;
}
