//! SHA-2 (FIPS 180-4 §6.2 to §6.7): one compression function over words of 32 and of 64 bits.
//!
//! `compress` is the standard in Rust, once for both word sizes; `constants` derives K and the initial
//! values; `sha256` and `sha512` are the types, the truncations being constants. `backend` has the
//! processor's own instructions for SHA-256 and a schedule of many blocks at once for SHA-512.
//! Constant-time everywhere.

#[cfg(feature = "sha2")]
mod backend;
#[cfg(feature = "sha2")]
mod compress;
// BLAKE begins in the same values.
#[cfg_attr(
    not(feature = "sha2"),
    expect(dead_code, reason = "BLAKE takes the initial values alone")
)]
pub(crate) mod constants;
#[cfg(all(feature = "sha2", target_arch = "x86_64"))]
mod lanes;
#[cfg(feature = "sha2")]
pub(crate) mod sha256;
#[cfg(feature = "sha2")]
pub(crate) mod sha512;
