//! The parts below the constructions. **Hazardous:** safe to call, easy to build something insecure
//! with. For implementers of schemes that stand on the permutation itself.

/// Caps the instruction sets that are used.
pub mod cpu {
    pub use crate::platform::cpu::{Level, limit};
}

/// Messages hashed in parts, by several machines or in any order; no type here lets a part pass as a digest.
#[cfg(feature = "alloc")]
pub mod tree {
    pub use crate::traits::tree::{Assembly, Part, PartHasher, TreeHash, Whole};
}

/// States of hashes as bytes, to go on from in another process or on another machine.
#[cfg(feature = "alloc")]
pub mod state {
    pub use crate::traits::state::ExportState;
}

/// Ranges of a message, verified by its BLAKE3 hash without the rest.
#[cfg(all(feature = "blake", feature = "alloc"))]
pub mod outboard {
    pub use crate::algorithm::blake::outboard::*;
}

#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::raw::{KeccakReader, KeccakSponge, keccak_p1600};
pub use crate::construction::mode::ecb::Ecb;

/// Ascon-p (SP 800-232 §3) with 1 to 12 rounds: the last ones of the twelve. The words are S0 to S4.
///
/// ```
/// let mut state = [0; 5];
/// astragal::hazmat::ascon_p(&mut state, 12)?;
/// assert_eq!(state[0], 0x78ea7ae5cfebb108);
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
///
/// # Errors
/// [`ParameterError::Value`](crate::error::ParameterError::Value) for another number of rounds.
#[cfg(feature = "ascon")]
#[inline]
pub fn ascon_p(state: &mut [u64; 5], rounds: usize) -> Result<(), crate::error::ParameterError> {
    use crate::algorithm::ascon::{backend::Backend, permutation};
    use crate::error::ParameterError;

    if !(1..=permutation::ROUNDS).contains(&rounds) {
        return Err(ParameterError::Value {
            algorithm: "ascon-p",
            what: "number of rounds",
            given: rounds,
            allowed: "1 to 12",
        });
    }
    Backend::best().permute_some(state, rounds);
    Ok(())
}
