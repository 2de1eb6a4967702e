//! The Keccak permutation over several states side by side, for implementers of schemes that expand many
//! seeds at once.
//!
//! The family's hashes, extendable-output functions and message authentication codes are found by their kind:
//! [`hash`](crate::hash), [`xof`](crate::xof), [`mac`](crate::mac).

#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::batch;
