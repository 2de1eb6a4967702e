//! What is generic over the trait of a kind, or over a compression function.

pub(crate) mod block_buffer;
pub(crate) mod chains;
pub(crate) mod hkdf;
pub(crate) mod hmac;
pub(crate) mod kbkdf;
pub(crate) mod merkle_damgard;
pub(crate) mod mode;
pub(crate) mod names;
#[cfg(target_arch = "x86_64")]
#[allow(dead_code, reason = "for SHA-1 and SHA-256, which other families do without")]
mod padded;
pub(crate) mod pbkdf2;
#[cfg(feature = "kdf")]
pub(crate) mod scrypt;
#[cfg(target_arch = "x86_64")]
#[allow(dead_code, reason = "for hashes over blocks, which other families do without")]
pub(crate) mod side_by_side;
#[cfg(target_arch = "x86_64")]
#[allow(dead_code, reason = "for SHA-1 and SHA-256, which other families do without")]
pub(crate) mod streams;
