//! Message authentication codes.
//!
//! The contract of every type here: a key at construction, any number of `update` calls, then
//! `finalize` for the tag or `verify` for a comparison in constant time. `mac` and `verify` take the
//! message (or what is left of it) in one call. `clone` after construction saves the key's set-up.

use core::fmt::Debug;

use crate::error::InvalidTag;
use crate::hash::ByteArray;

pub use crate::ascon::v12::prf::{AsconMac, AsconPrf, AsconPrfReader, AsconPrfShort};
pub use crate::blake::blake1::{HmacBlake224, HmacBlake256, HmacBlake384, HmacBlake512};
pub use crate::blake::blake2::{
    HmacBlake2b128, HmacBlake2b160, HmacBlake2b224, HmacBlake2b256, HmacBlake2b384, HmacBlake2b512,
};
pub use crate::blake::blake2::{HmacBlake2s128, HmacBlake2s160, HmacBlake2s224, HmacBlake2s256};
pub use crate::blake::blake2_mac::{Blake2bMac, Blake2sMac};
pub use crate::blake::blake3::{Blake3Keyed, HmacBlake3};
pub use crate::hmac::Hmac;
pub use crate::keccak::hmac::{
    HmacKeccak224, HmacKeccak256, HmacKeccak384, HmacKeccak512, HmacSha3_224, HmacSha3_256,
    HmacSha3_384, HmacSha3_512,
};
pub use crate::keccak::kmac::{Kmac, Kmac128, Kmac256, KmacXof, KmacXof128, KmacXof256};
pub use crate::md5::HmacMd5;
pub use crate::sha1::HmacSha1;
pub use crate::sha2::sha256::{HmacSha224, HmacSha256};
pub use crate::sha2::sha512::{HmacSha384, HmacSha512, HmacSha512_224, HmacSha512_256};
pub use crate::sm3::HmacSm3;

/// A message authentication code; an object of it holds a key.
pub trait Mac: Clone + Debug + Send + Sync + 'static {
    /// The canonical name, as `hmac-sha3-256`.
    const NAME: &'static str;
    /// The family's name, as `keccak`.
    const FAMILY: &'static str;
    /// The standard and section that define it.
    const STANDARD: &'static str;
    /// The full tag's length in bytes.
    const TAG_BYTES: usize;
    /// `[u8; TAG_BYTES]`.
    type Tag: ByteArray;

    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// The tag of the message.
    #[must_use]
    fn finalize(self) -> Self::Tag;
    /// The tag of the message that ends with `data`.
    #[must_use]
    fn mac(mut self, data: &[u8]) -> Self::Tag {
        self.update(data);
        self.finalize()
    }
    /// Compares the tag of the message that ends with `data` with `tag`, in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] when they differ or `tag` has not [`TAG_BYTES`](Self::TAG_BYTES) bytes.
    fn verify(self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        same_tag(self.mac(data).as_ref(), tag)
    }
}

/// Compares a computed tag with a given one in time that depends on the lengths alone.
pub(crate) fn same_tag(expected: &[u8], given: &[u8]) -> Result<(), InvalidTag> {
    use subtle::ConstantTimeEq;
    if expected.ct_eq(given).into() { Ok(()) } else { Err(InvalidTag) }
}
