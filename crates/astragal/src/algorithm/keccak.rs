//! The Keccak family: one permutation, one sponge, and the functions that the standards define over them.
//!
//! # Standard
//! FIPS 202 (SHA-3, SHAKE); the Keccak submission, round 3 (Keccak-256 as Ethereum uses it); SP 800-185 (cSHAKE, KMAC,
//! TupleHash, ParallelHash); RFC 9861 (TurboSHAKE, KT128, KT256).
//!
//! # Files
//! - `permutation`: Keccak-p[1600, n] as FIPS 202 §3 describes it, the reference for all backends.
//! - `round`: the round, generic over the vector type. `kernel`: the sponge's loop over blocks. `backend`: the choice
//!   of backend.
//! - `sponge`: buffering, padding and squeezing, for the whole family.
//! - `hash_many`, `batch`: several messages in parallel. `tree`: leaves and final node of KT128, KT256 and
//!   ParallelHash.
//! - `part`: parts of tree hashes that are computed separately. `encode`: the encodings of lengths.
//! - `raw`: the permutation and sponge that [`hazmat`](crate::hazmat) exports.
//! - Each other file implements one section of a standard, as a thin layer over the sponge.
//!
//! # Backends
//! A single state:
//! - `portable`: uses `round` with `u64` lanes. On 32-bit targets, it uses the loops of `compact` over a state in
//!   memory. On all of these targets except WebAssembly, the even bits and the odd bits of a lane are stored in
//!   separate words.
//! - `avx2`: uses general registers, in assembly with the BMI instructions `rorx` and `andn`. The state is in memory.
//! - `avx512`: holds each lane in the low half of a 128-bit register. `vpternlogq` computes χ and the sums of θ.
//!
//! Two, four or eight states in parallel, with one state in each 64-bit element of the vectors: `avx2`, `avx512`,
//! `neon`, `simd128`, and `arm-sha3`, which uses the instructions `eor3`, `rax1`, `xar` and `bcax`.
//!
//! # Constant time
//! In every backend, no branch and no memory index depends on data.
//!
//! # Tests
//! `backend.rs` compares each backend with `permutation`. For a single round, this comparison is a proof for all
//! inputs. Other files check that streaming, parallel hashing and hashing in one call give equal results. Known answers
//! are in `astragal-vectors`.

pub(crate) mod backend;
#[cfg(feature = "keccak")]
pub mod batch;
#[cfg(feature = "keccak")]
pub(crate) mod cshake;
#[cfg(feature = "keccak")]
pub(crate) mod encode;
pub(crate) mod hash_many;
pub(crate) mod hmac;
#[cfg(feature = "keccak")]
pub(crate) mod kangarootwelve;
#[cfg(feature = "keccak")]
pub(crate) mod keccak_pad;
#[cfg_attr(
    not(any(target_pointer_width = "64", target_feature = "simd128")),
    allow(dead_code, reason = "other targets have too few registers and keep the state in memory")
)]
mod kernel;
#[cfg(feature = "keccak")]
pub(crate) mod kmac;
#[cfg(feature = "keccak")]
pub(crate) mod parallel_hash;
#[cfg(all(feature = "keccak", feature = "alloc"))]
pub(crate) mod part;
pub(crate) mod permutation;
#[cfg(feature = "keccak")]
pub(crate) mod raw;
#[cfg_attr(
    not(any(target_pointer_width = "64", target_feature = "simd128")),
    allow(dead_code, reason = "other targets have too few registers and keep the state in memory")
)]
mod round;
pub(crate) mod sha3;
pub(crate) mod shake;
pub(crate) mod sponge;
#[cfg(feature = "keccak")]
pub(crate) mod tree;
#[cfg(feature = "keccak")]
pub(crate) mod tuple_hash;
#[cfg(feature = "keccak")]
pub(crate) mod turboshake;

/// Returns `strength_128` for a 168-byte rate, which gives a security strength of 128 bits. Returns `strength_256`
/// for a 136-byte rate, which gives 256 bits.
pub(crate) const fn by_strength<T: Copy>(rate: usize, strength_128: T, strength_256: T) -> T {
    match rate {
        168 => strength_128,
        136 => strength_256,
        _ => panic!("the rate must be 168 or 136 bytes"),
    }
}
