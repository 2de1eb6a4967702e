//! HMAC over the hashes of the family. KMAC is the shorter way to the same end.

use super::{keccak_pad, sha3};
use crate::construction::hmac::Hmac;

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
