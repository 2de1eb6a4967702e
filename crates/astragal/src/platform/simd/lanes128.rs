//! Registers as lanes of 16 bytes.

/// `LANES` lanes of 16 bytes in one value that proves the instruction set of its operations.
pub trait Lanes128: Copy {
    /// The token that a vector is made with.
    type Proof: Copy;
    /// Lanes of 16 bytes.
    const LANES: usize;

    /// The first lanes, in their order.
    fn load(proof: Self::Proof, lanes: &[[u8; 16]]) -> Self;
    /// Writes the lanes in their order.
    fn store(self, lanes: &mut [[u8; 16]]);
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
}
