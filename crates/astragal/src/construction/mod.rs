//! Constructions that are generic over an algorithm trait or a compression function.
//!
//! - Block ciphers: `mode` (modes of operation) and `chunked` (messages in chunks).
//! - Hashes: `merkle_damgard`, `block_buffer` (incomplete blocks), `padding`, `multi_buffer` (one message per vector
//!   lane) and `interleaved` (hashes two messages at once with the CPU's hash instructions).
//! - MACs and keys: `hmac`, `hkdf`, `kbkdf`, `pbkdf2`, `pbkdf2_lanes` and `scrypt`. `names` composes algorithm names.

#![cfg_attr(
    not(all(feature = "hashes", feature = "ciphers", feature = "kdf", feature = "registry")),
    allow(
        dead_code,
        unused_imports,
        unfulfilled_lint_expectations,
        unreachable_pub,
        reason = "each algorithm family uses only some items of this layer"
    )
)]

pub(crate) mod block_buffer;
#[cfg(all(feature = "aes", feature = "sha2"))]
pub(crate) mod chunked;
pub(crate) mod hkdf;
pub(crate) mod hmac;
#[cfg(target_arch = "x86_64")]
#[allow(dead_code, reason = "only SHA-1 and SHA-256 use this module")]
pub(crate) mod interleaved;
pub(crate) mod kbkdf;
pub(crate) mod merkle_damgard;
pub(crate) mod mode;
#[cfg(target_arch = "x86_64")]
#[allow(dead_code, reason = "only block-based hashes use this module")]
pub(crate) mod multi_buffer;
pub(crate) mod names;
#[cfg(target_arch = "x86_64")]
#[allow(dead_code, reason = "only SHA-1 and SHA-256 use this module")]
mod padding;
pub(crate) mod pbkdf2;
pub(crate) mod pbkdf2_lanes;
#[cfg(feature = "kdf")]
pub(crate) mod scrypt;
