//! Registers on which carry-less multiplication works: polynomials over GF(2), 128 bits a lane.

/// `LANES` polynomials of 128 bits in one value that proves the instruction set of its operations.
pub(crate) trait PolyVector: Copy {
    /// The token that a vector is made with.
    type Proof: Copy + Into<<Self::One as PolyVector>::Proof>;
    /// The vector of one lane.
    type One: PolyVector<One = Self::One>;
    /// Lanes of 16 bytes.
    const LANES: usize;

    /// The first lanes, little-endian.
    fn load(proof: Self::Proof, lanes: &[[u8; 16]]) -> Self;
    /// The one lane, and zeros.
    fn widen(proof: Self::Proof, one: Self::One) -> Self;
    /// The sum of the lanes.
    fn fold(self) -> Self::One;
    /// Writes the lanes.
    fn store(self, lanes: &mut [[u8; 16]]);
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// Each lane with its bytes in reverse.
    fn reverse(self) -> Self;
    /// Each lane with its halves exchanged.
    fn swap(self) -> Self;
    /// The products of the low halves.
    fn low(self, b: Self) -> Self;
    /// The products of the high halves.
    fn high(self, b: Self) -> Self;
    /// The sums of the products of one's high and the other's low half.
    fn cross(self, b: Self) -> Self;
    /// Each lane times x^64, cut off.
    fn up(self) -> Self;
    /// Each lane divided by x^64, cut off.
    fn down(self) -> Self;
}
