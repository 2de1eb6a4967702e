//! Registers on which carry-less multiplication works: polynomials over GF(2), 128 bits a lane.

use super::Lanes128;

/// `LANES` polynomials of 128 bits, little-endian.
pub trait PolyVector: Lanes128<Proof: Into<<Self::One as Lanes128>::Proof>> {
    /// The vector of one lane.
    type One: PolyVector<One = Self::One>;

    /// The one lane, and zeros.
    fn widen(proof: Self::Proof, one: Self::One) -> Self;
    /// Zeros.
    #[inline(always)]
    fn zero(proof: Self::Proof) -> Self {
        Self::widen(proof, Self::One::load(proof.into(), &[[0; 16]]))
    }
    /// The sum of the lanes.
    fn fold(self) -> Self::One;
    /// Each lane with its bytes in reverse.
    fn reverse(self) -> Self;
    /// Each lane with its halves exchanged.
    fn swap(self) -> Self;
    /// The products of the low halves.
    fn low(self, b: Self) -> Self;
    /// The products of the high halves.
    fn high(self, b: Self) -> Self;
    /// Each lane times x^64, cut off.
    fn up(self) -> Self;
    /// Each lane divided by x^64, cut off.
    fn down(self) -> Self;
}
