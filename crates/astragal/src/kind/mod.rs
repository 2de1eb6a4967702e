//! The contracts: the trait of each kind of algorithm, and what declares the types of a kind.

pub(crate) mod aead;
mod byte_array;
pub(crate) mod cipher;
pub(crate) mod hash;
mod implementation;
pub(crate) mod kdf;
pub(crate) mod mac;
pub(crate) mod state;
#[cfg(feature = "alloc")]
pub(crate) mod stream;
#[cfg(feature = "alloc")]
pub(crate) mod tree;
pub(crate) mod xof;

pub use byte_array::ByteArray;
pub use implementation::{Implementation, Timing};
