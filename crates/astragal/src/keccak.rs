//! Keccak permutation of several independent states in parallel, for schemes that expand many seeds at once.
//!
//! The hashes, extendable-output functions and MACs of the Keccak family are in [`hash`](crate::hash),
//! [`xof`](crate::xof) and [`mac`](crate::mac).

#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::batch;
