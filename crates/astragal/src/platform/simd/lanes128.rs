//! Vectors of 16-byte lanes.

/// Vector of `LANES` lanes of 16 bytes. A value proves that the CPU has the instructions of its methods.
pub trait Lanes128: Copy {
    /// Token that proves that the CPU has the vector type's instructions.
    type Proof: Copy;
    /// Number of lanes.
    const LANES: usize;

    /// Loads the first `LANES` lanes of `lanes`, in order.
    fn load(proof: Self::Proof, lanes: &[[u8; 16]]) -> Self;
    /// Writes the lanes to `lanes`, in order.
    fn store(self, lanes: &mut [[u8; 16]]);
    /// Computes `self ^ b`.
    fn xor(self, b: Self) -> Self;
}
