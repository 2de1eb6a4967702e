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

/// What `Debug` shows of an object that may hold secrets: its type, in parts, and nothing of its state. There are
/// hundreds of such types, and formatting would be compiled for each.
pub(crate) fn opaque(f: &mut core::fmt::Formatter<'_>, name: &[&str]) -> core::fmt::Result {
    name.iter().try_for_each(|part| f.write_str(part))?;
    f.write_str(" { .. }")
}
