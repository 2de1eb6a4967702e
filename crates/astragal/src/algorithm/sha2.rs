//! SHA-2: six hashes over one compression function, with words of 32 or 64 bits.
//!
//! # Standard
//! FIPS 180-4 §6.2 to §6.7: SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224, SHA-512/256.
//!
//! # Files
//! - `compress`: the compression function for both word sizes. It is the reference for all backends.
//! - `constants`: round constants and initial values, derived from primes.
//! - `sha256`, `sha512`: the hash types. The truncated variants differ only in constants.
//! - `lanes`: several messages, one per vector lane. `backend`: the choice of backend, for blocks and for PBKDF2.
//!
//! # Backends
//! - `portable`: the algorithm of the standard, unrolled.
//! - `sha-ni`, `arm-sha2` (SHA-256): the SHA instructions. `sha-ni` interleaves two messages to hide latency.
//! - `avx2`, `avx512` (SHA-512): compute the message schedules of two blocks in vectors, and the rounds in general
//!   registers with BMI instructions.
//! - Several messages: one per vector lane, with AVX2 and AVX-512.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on data.
//!
//! # Tests
//! `sha256.rs` and `sha512.rs` check NIST's examples and the derived constants. Other tests compare the backends with
//! `compress`, and check that parallel hashing matches sequential hashing. More known answers are in
//! `astragal-vectors`.

#[cfg(feature = "sha2")]
mod backend;
#[cfg(feature = "sha2")]
mod compress;
// The module is `pub(crate)`, because BLAKE uses the initial values of SHA-2.
#[cfg_attr(
    not(feature = "sha2"),
    expect(
        dead_code,
        reason = "without the feature `sha2`, only BLAKE's initial values come from this module"
    )
)]
pub(crate) mod constants;
#[cfg(all(feature = "sha2", target_arch = "x86_64"))]
mod lanes;
#[cfg(feature = "sha2")]
pub(crate) mod sha256;
#[cfg(feature = "sha2")]
pub(crate) mod sha512;
