//! The Keccak family: one permutation, one sponge, and what the standards build of them.
//!
//! FIPS 202 (SHA-3, SHAKE), the Keccak submission's own padding, SP 800-185 (cSHAKE, KMAC, TupleHash,
//! ParallelHash) and RFC 9861 (TurboSHAKE, KT128, KT256). `permutation` is Keccak-p[1600, n] in the words
//! of FIPS 202 §3 and the oracle for `backend`, where the faster forms are; `sponge` is the one place
//! that buffers and pads; `encode` holds the length encodings; every other file is one section of a
//! standard, a thin layer over the sponge. The tree hashes run their leaves through `batch`'s
//! permutations. Everything is constant-time: no branch and no index depends on data.

pub(crate) mod backend;
pub(crate) mod cshake;
pub(crate) mod encode;
pub(crate) mod kangarootwelve;
pub(crate) mod keccak_pad;
pub(crate) mod kmac;
pub(crate) mod many;
pub(crate) mod parallel_hash;
pub(crate) mod permutation;
pub(crate) mod raw;
mod round;
pub(crate) mod sha3;
pub(crate) mod shake;
mod side_by_side;
pub(crate) mod sponge;
pub(crate) mod tree;
pub(crate) mod tuple_hash;
pub(crate) mod turboshake;

use crate::hmac::Hmac;

/// Chooses by the rate between what belongs to 128-bit and to 256-bit security.
pub(crate) const fn by_strength<T: Copy>(rate: usize, strength_128: T, strength_256: T) -> T {
    match rate {
        168 => strength_128,
        136 => strength_256,
        _ => panic!("the rate of a Keccak function of 128 or 256 bits is 168 or 136 bytes"),
    }
}

/// HMAC over SHA3-224 (FIPS 198-1): a tag of 28 bytes.
pub type HmacSha3_224 = Hmac<sha3::Sha3_224>;
/// HMAC over SHA3-256 (FIPS 198-1): a tag of 32 bytes.
pub type HmacSha3_256 = Hmac<sha3::Sha3_256>;
/// HMAC over SHA3-384 (FIPS 198-1): a tag of 48 bytes.
pub type HmacSha3_384 = Hmac<sha3::Sha3_384>;
/// HMAC over SHA3-512 (FIPS 198-1): a tag of 64 bytes.
pub type HmacSha3_512 = Hmac<sha3::Sha3_512>;
/// HMAC over Keccak-224 with the pre-standard padding: a tag of 28 bytes.
pub type HmacKeccak224 = Hmac<keccak_pad::Keccak224>;
/// HMAC over Keccak-256 with the pre-standard padding: a tag of 32 bytes.
pub type HmacKeccak256 = Hmac<keccak_pad::Keccak256>;
/// HMAC over Keccak-384 with the pre-standard padding: a tag of 48 bytes.
pub type HmacKeccak384 = Hmac<keccak_pad::Keccak384>;
/// HMAC over Keccak-512 with the pre-standard padding: a tag of 64 bytes.
pub type HmacKeccak512 = Hmac<keccak_pad::Keccak512>;
