//! Vectors of 16-byte lanes.

use crate::platform::array::{Flat as _, copy};

/// Vector of `LANES` 16-byte lanes. A value of this type proves that the CPU supports the instructions that its
/// methods use.
pub trait Lanes128: Copy {
    /// Token that proves that the CPU has the vector type's instructions.
    type Proof: Copy;
    /// Number of lanes.
    const LANES: usize;

    /// Loads the vector from the first `LANES` entries of `lanes`, in order.
    fn load(proof: Self::Proof, lanes: &[[u8; 16]]) -> Self;
    /// Writes the lanes to `lanes`, in order.
    fn store(self, lanes: &mut [[u8; 16]]);
    /// Loads up to `LANES` lanes from the start of `bytes`. If `bytes` is shorter than the vector, the remaining bytes
    /// of the vector are zero.
    #[inline(always)]
    fn load_up_to(proof: Self::Proof, bytes: &[u8]) -> Self {
        let (whole, _) = bytes.as_chunks();
        if whole.len() >= Self::LANES {
            return Self::load(proof, whole);
        }
        let mut lanes = [[0; 16]; 4];
        copy(&mut lanes.flat_mut()[..bytes.len()], bytes);
        Self::load(proof, &lanes)
    }
    /// Fills `bytes` with the first bytes of the vector. `bytes` must not be longer than the vector.
    #[inline(always)]
    fn store_up_to(self, bytes: &mut [u8]) {
        if let (whole, []) = bytes.as_chunks_mut()
            && whole.len() == Self::LANES
        {
            return self.store(whole);
        }
        let mut lanes = [[0; 16]; 4];
        self.store(&mut lanes);
        copy(bytes, &lanes.flat()[..bytes.len()]);
    }
    /// Computes `self ^ b`.
    fn xor(self, b: Self) -> Self;
    /// Returns the vector unchanged. The compiler computes the vectors of several calls in the order of the calls.
    #[inline(always)]
    fn in_order(self) -> Self {
        self
    }
}
