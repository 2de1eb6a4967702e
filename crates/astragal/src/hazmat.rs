//! The parts below the constructions. **Hazardous:** safe to call, easy to build something insecure
//! with. For implementers of schemes that stand on the permutation itself.

/// Caps the instruction sets that are used.
pub mod cpu {
    pub use crate::cpu::{Level, limit};
}

pub use crate::keccak::raw::{KeccakReader, KeccakSponge, keccak_p1600};
