//! SHA-2 (FIPS 180-4 §6.2 to §6.7): one compression function over words of 32 and of 64 bits.
//!
//! `compress` is the standard in Rust, once for both word sizes; `constants` derives K and the initial
//! values; `sha256` and `sha512` are the types, the truncations being constants. `backend` has the
//! processor's own instructions for SHA-256 and a schedule of many blocks at once for SHA-512.
//! Constant-time everywhere.

mod backend;
mod compress;
pub(crate) mod constants;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub(crate) mod sha256;
pub(crate) mod sha512;
