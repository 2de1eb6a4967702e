//! SHA-2: one compression function over words of 32 and 64 bits.
//!
//! # Standard
//! FIPS 180-4 §6.2 to §6.7: SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224, SHA-512/256.
//!
//! # Files
//! - `compress`: the compression function for both word sizes. The reference for all backends.
//! - `constants`: round constants and initial values, derived from primes.
//! - `sha256`, `sha512`: the types. The truncated variants differ in constants only.
//! - `lanes`: several messages, one per vector lane. `backend`: the choice of backend, for blocks and for PBKDF2.
//!
//! # Backends
//! - `portable`: the standard, unrolled.
//! - `sha-ni`, `arm-sha2` (SHA-256): the SHA instructions. `sha-ni` interleaves two messages to hide latency.
//! - `avx2`, `avx512` (SHA-512): the message schedule of two blocks in vectors, the rounds in general registers with
//!   BMI.
//! - Several messages: one per vector lane, with AVX2 and AVX-512.
//!
//! # Constant time
//! On every backend: no branch and no memory index depends on data.
//!
//! # Tests
//! `sha256.rs` and `sha512.rs`: NIST's examples, backends against `compress`, parallel against sequential hashing, and
//! the derived constants. More known answers are in `astragal-vectors`.

#[cfg(feature = "sha2")]
mod backend;
#[cfg(feature = "sha2")]
mod compress;
// BLAKE has the same initial values.
#[cfg_attr(not(feature = "sha2"), expect(dead_code, reason = "BLAKE uses only the initial values"))]
pub(crate) mod constants;
#[cfg(all(feature = "sha2", target_arch = "x86_64"))]
mod lanes;
#[cfg(feature = "sha2")]
pub(crate) mod sha256;
#[cfg(feature = "sha2")]
pub(crate) mod sha512;
