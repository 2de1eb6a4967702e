//! Deterministic pseudorandom numbers and bytes.

use astragal::xof::{Shake256, SpongeReader};

/// Generator of pseudorandom bytes: the output of SHAKE256 for a seed.
pub struct Random(SpongeReader<136>);

impl Random {
    pub fn new(seed: &[u8]) -> Self {
        let mut xof = Shake256::new();
        xof.absorb(seed);
        Self(xof.finalize())
    }

    /// Returns a pseudorandom number below `end`.
    pub fn below(&mut self, end: u32) -> u32 {
        let mut bytes = [0; 4];
        self.0.squeeze(&mut bytes);
        u32::from_le_bytes(bytes) % end
    }

    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        self.0.squeeze(&mut bytes);
        bytes
    }
}
