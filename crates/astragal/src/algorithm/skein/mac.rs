//! Skein-MAC (Skein 1.3 §2.6). Skein takes the key as a parameter, so it does not need the HMAC construction.

use core::fmt;

use super::params::name;
use super::{PERSONALIZATION, Skein, stack_bytes};
use crate::algorithm::threefish::{Size, Threefish};
use crate::error::{Allowed, InvalidTag, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::traits::Implementation;
use crate::traits::hash::HashEngine;
use crate::traits::mac::{Mac, same_tag};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};

/// Skein-MAC with a state of `N` words (`BYTES` bytes) and a tag of `TAG` bytes. Use this type through its aliases
/// [`Skein256Mac`], [`Skein512Mac`] and [`Skein1024Mac`]. The tag length is an input of the function: a shorter tag is
/// not a prefix of a longer one.
#[derive(Clone)]
pub struct SkeinMac<const N: usize, const BYTES: usize, const TAG: usize>(Skein<N, BYTES>);

/// Skein-256-MAC with a tag of `TAG` bytes.
pub type Skein256Mac<const TAG: usize> = SkeinMac<4, 32, TAG>;

/// Skein-512-MAC with a tag of `TAG` bytes.
///
/// ```
/// use astragal::mac::Skein512Mac;
/// let mac = Skein512Mac::<32>::new(b"key", b"personalization")?;
/// let tag: [u8; 32] = mac.clone().mac(b"message");
/// assert!(mac.verify(b"message", &tag).is_ok());
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
pub type Skein512Mac<const TAG: usize> = SkeinMac<8, 64, TAG>;

/// Skein-1024-MAC with a tag of `TAG` bytes.
pub type Skein1024Mac<const TAG: usize> = SkeinMac<16, 128, TAG>;

#[expect(private_bounds, reason = "only the three aliases name this type")]
impl<const N: usize, const BYTES: usize, const TAG: usize> SkeinMac<N, BYTES, TAG>
where
    Threefish<N>: Size<N>,
{
    /// Allowed key lengths in bytes. A key is required, because Skein without a key is a public hash. Use 16 bytes or
    /// more.
    pub const KEY_BYTES: Allowed = Allowed::AtLeast(1);

    /// Creates the MAC with `key`. `personal` identifies the application and may be empty.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the key is empty.
    pub fn new(key: &[u8], personal: &[u8]) -> Result<Self, ParameterError> {
        const { assert!(TAG >= 1, "a Skein tag must have at least 1 byte") };
        ParameterError::check_length(name::<N>(), "key", key.len(), Self::KEY_BYTES)?;
        Ok(with_stack_wipe(stack_bytes::<N>() + 2 * size_of::<Self>(), || {
            Self(keyed(TAG, key, personal))
        }))
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(stack_bytes::<N>(), || self.0.update(data));
    }

    /// Returns the tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> [u8; TAG] {
        let mut tag = [0; TAG];
        with_stack_wipe(stack_bytes::<N>(), || self.0.finish(&mut tag));
        tag
    }

    /// Appends `data` and returns the tag of the whole message.
    #[must_use]
    pub fn mac(mut self, data: &[u8]) -> [u8; TAG] {
        self.update(data);
        self.finalize()
    }

    /// Appends `data` and compares the tag of the whole message with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not `TAG` bytes long.
    pub fn verify(self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        same_tag(&mut self.mac(data), tag)
    }

    /// Compares the tag of the message with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not `TAG` bytes long.
    pub fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }
}

/// Creates Skein with a key. The caller must have checked the key length, and must wipe the stack afterwards.
pub(crate) fn keyed<const N: usize, const BYTES: usize>(
    tag_bytes: usize,
    key: &[u8],
    personal: &[u8],
) -> Skein<N, BYTES>
where
    Threefish<N>: Size<N>,
{
    Skein::with(tag_bytes, key, &[(PERSONALIZATION, personal)])
}

impl<const N: usize, const BYTES: usize, const TAG: usize> Mac for SkeinMac<N, BYTES, TAG>
where
    Threefish<N>: Size<N>,
{
    const NAME: &'static str = name::<N>();
    const FAMILY: &'static str = "skein";
    const STANDARD: &'static str = "Skein 1.3 §2.6";
    const TAG_BYTES: usize = TAG;
    type Tag = [u8; TAG];

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize(self) -> Self::Tag {
        self.finalize()
    }
    fn implementation() -> Implementation {
        <Skein<N, BYTES> as HashEngine>::implementation()
    }
}

impl<const N: usize, const BYTES: usize, const TAG: usize> SerializeState
    for SkeinMac<N, BYTES, TAG>
{
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        let mut tag_bytes = TAG;
        fields.size(&mut tag_bytes)?;
        Fields::check(tag_bytes == TAG)?;
        self.0.serialize(fields)
    }
}

impl<const N: usize, const BYTES: usize, const TAG: usize> state::StateEngine
    for SkeinMac<N, BYTES, TAG>
{
    const KIND: StateKind = StateKind::Mac;
    fn name(&self) -> &'static str {
        name::<N>()
    }
    fn is_keyed(&self) -> bool {
        true
    }
}

#[cfg(feature = "alloc")]
impl<const N: usize, const BYTES: usize, const TAG: usize> state::ExportState
    for SkeinMac<N, BYTES, TAG>
where
    Threefish<N>: Size<N>,
{
    fn empty() -> Self {
        Self(keyed(TAG, &[0], &[]))
    }
}

impl<const N: usize, const BYTES: usize, const TAG: usize> fmt::Debug for SkeinMac<N, BYTES, TAG> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Skein{}Mac {{ .. }}", 8 * BYTES)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::skein::params::{Skein512, SkeinParams};
    use std::string::ToString;

    #[test]
    fn mac_matches_the_keyed_hash() {
        let tag = Skein512Mac::<20>::new(b"key", b"for a test").unwrap().mac(b"message");
        let params = SkeinParams { key: b"key", personal: b"for a test", ..SkeinParams::new(20) };
        let mut hash = Skein512::new(&params).unwrap();
        hash.update(b"message");
        let mut digest = [0; 20];
        hash.finalize_into_reset(&mut digest).unwrap();
        assert_eq!(tag, digest);
        assert_ne!(
            tag[..],
            Skein512Mac::<21>::new(b"key", b"for a test").unwrap().mac(b"message")[..20]
        );
    }

    #[test]
    fn rejects_an_empty_key() {
        let error = Skein256Mac::<32>::new(b"", b"").unwrap_err().to_string();
        assert_eq!(error, "key is 0 bytes; skein256 takes at least 1");
    }
}
