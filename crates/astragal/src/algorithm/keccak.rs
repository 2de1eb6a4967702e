//! The Keccak family: one permutation, one sponge, and what the standards build of them.
//!
//! FIPS 202 (SHA-3, SHAKE), the Keccak submission's own padding, SP 800-185 (cSHAKE, KMAC, TupleHash,
//! ParallelHash) and RFC 9861 (TurboSHAKE, KT128, KT256). `permutation` is Keccak-p[1600, n] in the words
//! of FIPS 202 §3 and the oracle for `backend`, where the faster forms are; `sponge` is the one place
//! that buffers and pads; `encode` holds the length encodings; every other file is one section of a
//! standard, a thin layer over the sponge. The tree hashes run their leaves through `batch`'s
//! permutations. Everything is constant-time: no branch and no index depends on data.
//!
//! The constructions are found by their kind ([`hash`](crate::hash), [`xof`](crate::xof),
//! [`mac`](crate::mac)); public here is [`batch`] alone.

pub(crate) mod backend;
pub mod batch;
pub(crate) mod cshake;
pub(crate) mod encode;
pub(crate) mod hash_many;
pub(crate) mod hmac;
pub(crate) mod kangarootwelve;
pub(crate) mod keccak_pad;
#[cfg_attr(
    not(any(target_pointer_width = "64", target_feature = "simd128")),
    allow(dead_code, reason = "there a state waits in memory")
)]
mod kernel;
pub(crate) mod kmac;
pub(crate) mod parallel_hash;
#[cfg(feature = "alloc")]
pub(crate) mod part;
pub(crate) mod permutation;
pub(crate) mod raw;
#[cfg_attr(
    not(any(target_pointer_width = "64", target_feature = "simd128")),
    allow(dead_code, reason = "there a state waits in memory")
)]
mod round;
pub(crate) mod sha3;
pub(crate) mod shake;
pub(crate) mod sponge;
pub(crate) mod tree;
pub(crate) mod tuple_hash;
pub(crate) mod turboshake;

/// Chooses by the rate between what belongs to 128-bit and to 256-bit security.
pub(crate) const fn by_strength<T: Copy>(rate: usize, strength_128: T, strength_256: T) -> T {
    match rate {
        168 => strength_128,
        136 => strength_256,
        _ => panic!("the rate of a Keccak function of 128 or 256 bits is 168 or 136 bytes"),
    }
}
