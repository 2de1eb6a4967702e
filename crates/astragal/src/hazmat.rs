//! Low-level primitives that the library's constructions use. **Hazardous:** these functions are safe to call, but easy
//! to combine into something insecure. This module is for implementers of schemes built directly on a primitive.

/// Limits the instruction sets that the library uses, and allows CAST-256 and MARS to use key-dependent table lookups.
pub mod cpu {
    #[cfg(feature = "__tests")]
    pub use crate::platform::cpu::Processor;
    pub use crate::platform::cpu::{Level, allow_table_lookups, limit};
}

/// Hashes the parts of a message on several machines or in any order. The types prevent the hash of a part from being
/// used as a digest.
#[cfg(feature = "alloc")]
pub mod tree {
    pub use crate::traits::tree::{Assembly, Part, PartHasher, TreeHash, Whole};
}

/// Exports and imports hash states, so that hashing can continue in another process or on another machine.
#[cfg(feature = "alloc")]
pub mod state {
    pub use crate::traits::state::ExportState;
}

/// Verifies a range of a message against the BLAKE3 hash of the whole message, without reading the bytes outside the
/// range.
#[cfg(all(feature = "blake3", feature = "alloc"))]
pub mod outboard {
    pub use crate::algorithm::blake::outboard::*;
}

#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::raw::{KeccakReader, KeccakSponge, keccak_p1600};
#[cfg(all(feature = "aes", feature = "sha2"))]
pub use crate::construction::chunked::ChunkedAead;
pub use crate::construction::mode::ecb::Ecb;

/// Applies the last `rounds` of the 12 rounds of Ascon-p (SP 800-232 §3) to `state`, which holds the words S0 to S4.
///
/// ```
/// let mut state = [0; 5];
/// astragal::hazmat::ascon_p(&mut state, 12)?;
/// assert_eq!(state[0], 0x78ea7ae5cfebb108);
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
///
/// # Errors
/// [`ParameterError::Value`](crate::error::ParameterError::Value) if `rounds` is not 1 to 12.
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
