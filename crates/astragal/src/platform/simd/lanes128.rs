//! Vectors of 16-byte lanes.

/// Vector of `LANES` lanes of 16 bytes. A value proves the instruction set of its operations.
pub trait Lanes128: Copy {
    /// Token that proves the instruction set of the vector type.
    type Proof: Copy;
    /// Number of lanes.
    const LANES: usize;

    /// Loads the first `LANES` lanes of `lanes`, in order.
    fn load(proof: Self::Proof, lanes: &[[u8; 16]]) -> Self;
    /// Writes the lanes to `lanes`, in order.
    fn store(self, lanes: &mut [[u8; 16]]);
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
}
