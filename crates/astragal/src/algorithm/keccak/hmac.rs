//! HMAC (FIPS 198-1) over the hashes of the Keccak family. KMAC needs fewer permutations than HMAC.

#[cfg(feature = "keccak")]
use super::keccak_pad;
use super::sha3;
use crate::construction::hmac::Hmac;

/// HMAC over SHA3-224 (FIPS 198-1): a 28-byte tag.
pub type HmacSha3_224 = Hmac<sha3::Sha3_224>;
/// HMAC over SHA3-256 (FIPS 198-1): a 32-byte tag.
pub type HmacSha3_256 = Hmac<sha3::Sha3_256>;
/// HMAC over SHA3-384 (FIPS 198-1): a 48-byte tag.
pub type HmacSha3_384 = Hmac<sha3::Sha3_384>;
/// HMAC over SHA3-512 (FIPS 198-1): a 64-byte tag.
pub type HmacSha3_512 = Hmac<sha3::Sha3_512>;
#[cfg(feature = "keccak")]
/// HMAC over Keccak-224 with the pre-standard padding: a 28-byte tag.
pub type HmacKeccak224 = Hmac<keccak_pad::Keccak224>;
#[cfg(feature = "keccak")]
/// HMAC over Keccak-256 with the pre-standard padding: a 32-byte tag.
pub type HmacKeccak256 = Hmac<keccak_pad::Keccak256>;
#[cfg(feature = "keccak")]
/// HMAC over Keccak-384 with the pre-standard padding: a 48-byte tag.
pub type HmacKeccak384 = Hmac<keccak_pad::Keccak384>;
#[cfg(feature = "keccak")]
/// HMAC over Keccak-512 with the pre-standard padding: a 64-byte tag.
pub type HmacKeccak512 = Hmac<keccak_pad::Keccak512>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::InvalidTag;
    use sha3::Sha3_256;

    #[test]
    fn hashes_a_key_longer_than_a_block() {
        let key = [7; 137];
        let digest = Sha3_256::hash(&key);
        let tag = Hmac::<Sha3_256>::new(&key).mac(b"message");
        assert_eq!(tag, Hmac::<Sha3_256>::new(&digest).mac(b"message"));
        assert_ne!(tag, Hmac::<Sha3_256>::new(&key[..136]).mac(b"message"));
    }

    #[test]
    fn rejects_wrong_and_truncated_tags() {
        let hmac = Hmac::<Sha3_256>::new(b"key");
        let mut tag = hmac.clone().mac(b"message");
        assert_eq!(hmac.clone().verify(b"message", &tag[..31]), Err(InvalidTag));
        assert_eq!(hmac.clone().verify(b"message", &tag), Ok(()));
        tag[31] ^= 1;
        assert_eq!(hmac.verify(b"message", &tag), Err(InvalidTag));
    }
}
