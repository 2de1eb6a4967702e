//! Traits for all kinds of algorithms, and macros that declare the public types.
//!
//! - `hash`, `xof`, `mac`, `cipher`, `aead`, `kdf`: one kind of algorithm each. `limited_aead` is for authenticated
//!   ciphers with a maximum message length.
//! - `stream` encrypts messages in parts, `tree` hashes parts of a message separately, and `state` serializes hashes.
//! - `implementation` describes the active backend, and `byte_array` the arrays for keys, blocks and digests.

#![cfg_attr(
    not(all(feature = "hashes", feature = "ciphers", feature = "kdf", feature = "registry")),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        unfulfilled_lint_expectations,
        unreachable_pub,
        reason = "each algorithm family uses only some items of this layer"
    )
)]

pub(crate) mod aead;
mod byte_array;
pub(crate) mod cipher;
pub(crate) mod hash;
mod implementation;
pub(crate) mod kdf;
pub(crate) mod limited_aead;
pub(crate) mod mac;
pub(crate) mod state;
#[cfg(feature = "alloc")]
pub(crate) mod stream;
#[cfg(feature = "alloc")]
pub(crate) mod tree;
pub(crate) mod xof;

pub use byte_array::ByteArray;
pub(crate) use byte_array::array_of;
pub use implementation::{Implementation, Timing};

/// Implements `Debug` for types that may hold secrets: prints only the type name, given in parts as `name`. Hundreds of
/// types share this function, so that its formatting code is compiled only once.
pub(crate) fn opaque(f: &mut core::fmt::Formatter<'_>, name: &[&str]) -> core::fmt::Result {
    name.iter().try_for_each(|part| f.write_str(part))?;
    f.write_str(" { .. }")
}
