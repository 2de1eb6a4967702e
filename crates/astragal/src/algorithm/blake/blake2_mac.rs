//! Keyed BLAKE2 (RFC 7693 §2.9). BLAKE2 hashes the key as the first block of the message, so it needs no HMAC.

use core::fmt;

use super::blake2::{Blake2, stack_bytes};
use super::blake2_params::Blake2Params;
use crate::error::{Allowed, InvalidTag, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::traits::Implementation;
use crate::traits::hash::HashEngine;
use crate::traits::mac::{Mac, same_tag};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};

/// Keyed BLAKE2b with a tag of `TAG` bytes, 1 to 64. The tag depends on its length: a short tag is not a prefix of a
/// longer tag.
///
/// ```
/// use astragal::mac::Blake2bMac;
/// let mac = Blake2bMac::<32>::new(b"key")?;
/// let tag: [u8; 32] = mac.clone().mac(b"message");
/// assert!(mac.verify(b"message", &tag).is_ok());
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
pub type Blake2bMac<const TAG: usize> = Blake2Mac<Blake2b, TAG>;

/// Keyed BLAKE2s with a tag of `TAG` bytes, 1 to 32. The tag depends on its length: a short tag is not a prefix of a
/// longer tag.
///
/// ```
/// use astragal::mac::Blake2sMac;
/// let mac = Blake2sMac::<16>::new(b"key")?;
/// let tag: [u8; 16] = mac.clone().mac(b"message");
/// assert!(mac.verify(b"message", &tag).is_ok());
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
pub type Blake2sMac<const TAG: usize> = Blake2Mac<Blake2s, TAG>;

/// Keyed BLAKE2. Use this type through [`Blake2bMac`] and [`Blake2sMac`].
#[derive(Clone)]
pub struct Blake2Mac<V: Variant, const TAG: usize>(V);

impl<V: Variant, const TAG: usize> Blake2Mac<V, TAG> {
    /// Allowed key lengths in bytes. An empty key is rejected, because BLAKE2 without a key is a public hash. Use keys
    /// of 16 bytes or more.
    pub const KEY_BYTES: Allowed = Allowed::Between(1, V::LONGEST);

    /// Creates the MAC with `key`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the key is empty or too long.
    #[inline(never)]
    pub fn new(key: &[u8]) -> Result<Self, ParameterError> {
        const {
            assert!(
                1 <= TAG && TAG <= V::LONGEST,
                "a BLAKE2 tag must be 1 to 64 bytes (BLAKE2b) or 1 to 32 bytes (BLAKE2s)"
            );
        };
        ParameterError::check_length(Self::NAME, "key", key.len(), Self::KEY_BYTES)?;
        Ok(with_stack_wipe(512 + 2 * size_of::<Self>(), || Self::keyed(key)))
    }

    const STACK_BYTES: usize = V::STACK_BYTES;

    /// Creates the MAC without wiping the stack. The caller must have checked the length of `key`.
    fn keyed(key: &[u8]) -> Self {
        Self(V::keyed(TAG, key))
    }

    /// Appends `data` to the message, without wiping the stack.
    fn absorb(&mut self, data: &[u8]) {
        self.0.update(data);
    }

    /// Fills `tag` with the tag of the message, without wiping the stack. The MAC must not be used afterwards.
    fn end(&mut self, tag: &mut [u8]) {
        self.0.finish(tag);
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(Self::STACK_BYTES, || self.absorb(data));
    }

    /// Returns the tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> [u8; TAG] {
        let mut tag = [0; TAG];
        with_stack_wipe(Self::STACK_BYTES, || self.end(&mut tag));
        tag
    }

    /// Appends `data` and returns the tag.
    #[must_use]
    #[inline(never)]
    pub fn mac(mut self, data: &[u8]) -> [u8; TAG] {
        let mut tag = [0; TAG];
        with_stack_wipe(Self::STACK_BYTES, || {
            self.absorb(data);
            self.end(&mut tag);
        });
        tag
    }

    /// Appends `data` and compares the tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not `TAG` bytes long.
    #[inline(never)]
    pub fn verify(mut self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        with_stack_wipe(Self::STACK_BYTES, || {
            let mut expected = [0; TAG];
            self.absorb(data);
            self.end(&mut expected);
            same_tag(&mut expected, tag)
        })
    }

    /// Compares the tag of the message with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not `TAG` bytes long.
    pub fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }
}

impl<V: Variant, const TAG: usize> Mac for Blake2Mac<V, TAG> {
    const NAME: &'static str = {
        let (mut name, mut i) = (V::NAME, 0);
        while i < V::NAMES.len() {
            if V::NAMES[i].0 == TAG {
                name = V::NAMES[i].1;
            }
            i += 1;
        }
        name
    };
    const FAMILY: &'static str = "blake";
    const STANDARD: &'static str = "RFC 7693 §2.9";
    const TAG_BYTES: usize = TAG;
    type Tag = [u8; TAG];

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize(self) -> Self::Tag {
        self.finalize()
    }
    fn implementation() -> Implementation {
        V::implementation()
    }
}

impl<V: Variant, const TAG: usize> SerializeState for Blake2Mac<V, TAG> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        let mut tag_bytes = TAG;
        fields.small(&mut tag_bytes)?;
        Fields::check(tag_bytes == TAG)?;
        self.0.serialize(fields)
    }
}

impl<V: Variant, const TAG: usize> state::StateEngine for Blake2Mac<V, TAG> {
    const KIND: StateKind = StateKind::Mac;
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn is_keyed(&self) -> bool {
        true
    }
}

#[cfg(feature = "alloc")]
impl<V: Variant, const TAG: usize> state::ExportState for Blake2Mac<V, TAG> {
    fn empty() -> Self {
        Self::keyed(&[0])
    }
}

impl<V: Variant, const TAG: usize> fmt::Debug for Blake2Mac<V, TAG> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blake2Mac<{}> {{ .. }}", Self::NAME)
    }
}

/// Properties that differ between BLAKE2b and BLAKE2s.
pub trait Variant: SerializeState + Clone + Send + Sync + 'static {
    /// Maximum length of a key and of a tag in bytes: half a block.
    const LONGEST: usize;
    /// Upper bound, in bytes, on the stack that the compression function and its callers use.
    const STACK_BYTES: usize = stack_bytes(2 * Self::LONGEST);
    /// Names of the MACs. Each entry is a tag length in bytes and the name of the MAC with that tag length.
    const NAMES: &'static [(usize, &'static str)];
    /// Name of a MAC whose tag length is not listed in `NAMES`.
    const NAME: &'static str;
    /// Creates a MAC with tags of `tag_bytes` bytes. The caller must have checked the length of `key`.
    fn keyed(tag_bytes: usize, key: &[u8]) -> Self;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Ends the message and fills `tag`. The MAC must not be used afterwards.
    fn finish(&mut self, tag: &mut [u8]);
    /// Returns the backend selected for this CPU, and its timing behaviour.
    fn implementation() -> Implementation;
}

/// Declares a type that implements `Variant`. The arguments are the maximum length of keys and tags, and the names of
/// the MACs by tag length.
macro_rules! variant {
    ($(#[$doc:meta])* $name:ident($core:ty), $longest:literal,
        $($tag:literal $text:literal)+, else $other:literal) => {
        $(#[$doc])*
        #[derive(Clone)]
        #[expect(missing_debug_implementations, reason = "holds a key; `Blake2Mac` implements `Debug`")]
        pub struct $name($core);

        impl SerializeState for $name {
            fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
                self.0.serialize(fields)
            }
        }

        impl Variant for $name {
            const LONGEST: usize = $longest;
            const NAMES: &'static [(usize, &'static str)] = &[$(($tag, $text)),+];
            const NAME: &'static str = $other;

            fn keyed(tag_bytes: usize, key: &[u8]) -> Self {
                Self(Blake2::with(&Blake2Params { key, ..Blake2Params::new(tag_bytes) }))
            }
            fn update(&mut self, data: &[u8]) {
                self.0.update(data);
            }
            fn finish(&mut self, tag: &mut [u8]) {
                self.0.finish(tag);
            }
            fn implementation() -> Implementation {
                <$core as HashEngine>::implementation()
            }
        }
    };
}

variant! {
    /// Keyed BLAKE2b.
    Blake2b(Blake2<u64, 128>), 64,
    16 "blake2b-128" 20 "blake2b-160" 28 "blake2b-224" 32 "blake2b-256" 48 "blake2b-384"
    64 "blake2b-512", else "blake2b"
}

variant! {
    /// Keyed BLAKE2s.
    Blake2s(Blake2<u32, 64>), 32,
    16 "blake2s-128" 20 "blake2s-160" 28 "blake2s-224" 32 "blake2s-256", else "blake2s"
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::blake::blake2::Blake2b512;
    use std::string::ToString;

    #[test]
    fn rejects_empty_and_long_keys() {
        let error = Blake2bMac::<64>::new(&[]).unwrap_err().to_string();
        assert_eq!(error, "key is 0 bytes; blake2b-512 takes 1 to 64");
        let error = Blake2sMac::<32>::new(&[0; 33]).unwrap_err().to_string();
        assert_eq!(error, "key is 33 bytes; blake2s-256 takes 1 to 32");
        assert!(Blake2bMac::<64>::new(&[0; 64]).is_ok());
    }

    #[test]
    fn mac_differs_from_prefixed_hash_and_truncated_tag() {
        let tag = Blake2bMac::<64>::new(b"key").unwrap().mac(b"message");
        let mut block = [0; 128];
        block[..3].copy_from_slice(b"key");
        let mut hash = Blake2b512::new();
        hash.update(&block);
        hash.update(b"message");
        assert_ne!(tag, hash.finalize());
        assert_ne!(tag[..32], Blake2bMac::<32>::new(b"key").unwrap().mac(b"message"));
    }
}
