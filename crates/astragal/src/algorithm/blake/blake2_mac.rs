//! Keyed BLAKE2 (RFC 7693 §2.9): the key is the first block, so that no HMAC is needed.

use core::fmt;

use super::blake2::Blake2;
use super::blake2_params::Blake2Params;
use crate::error::{Allowed, InvalidTag, ParameterError};
use crate::kind::Implementation;
use crate::kind::hash::Engine;
use crate::kind::mac::{Mac, same_tag};
use crate::machine::stack::erase_after;

/// Keyed BLAKE2b with a tag of `TAG` bytes, 1 to 64. The tag's length is part of what is authenticated: a
/// shorter tag is not the start of a longer one.
///
/// ```
/// use astragal::mac::Blake2bMac;
/// let mac = Blake2bMac::<32>::new(b"key")?;
/// let tag: [u8; 32] = mac.clone().mac(b"message");
/// assert!(mac.verify(b"message", &tag).is_ok());
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct Blake2bMac<const TAG: usize>(pub(crate) Blake2<u64, 128>);

/// Keyed BLAKE2s with a tag of `TAG` bytes, 1 to 32. The tag's length is part of what is authenticated: a
/// shorter tag is not the start of a longer one.
///
/// ```
/// use astragal::mac::Blake2sMac;
/// let mac = Blake2sMac::<16>::new(b"key")?;
/// let tag: [u8; 16] = mac.clone().mac(b"message");
/// assert!(mac.verify(b"message", &tag).is_ok());
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct Blake2sMac<const TAG: usize>(pub(crate) Blake2<u32, 64>);

/// The methods of a type, with the names of the tag lengths that have one.
macro_rules! keyed {
    ($type:ident over $core:ty, keys to $longest:literal, $($tag:literal $name:literal)+, else $text:literal) => {
        impl<const TAG: usize> $type<TAG> {
            /// The lengths of a key, in bytes. Without a key BLAKE2 is a hash, which anyone can compute;
            /// so there must be one. It should have 16 bytes or more.
            pub const KEY_BYTES: Allowed = Allowed::Between(1, $longest);

            /// Nothing yet, under `key`.
            ///
            /// # Errors
            /// [`ParameterError::Length`] when the key is empty or too long.
            #[inline(never)]
            pub fn new(key: &[u8]) -> Result<Self, ParameterError> {
                const { assert!(1 <= TAG && TAG <= $longest, "BLAKE2 has no tag of this length") };
                ParameterError::check_length(Self::NAME, "key", key.len(), Self::KEY_BYTES)?;
                Ok(erase_after(512 + 2 * size_of::<Self>(), || Self::keyed(key)))
            }

            /// The stack that the compression and the calls around it use.
            pub(crate) const FRAMES: usize = 20 * $longest + 200;

            /// The same with a key whose length has been checked, the stack left as it is.
            pub(crate) fn keyed(key: &[u8]) -> Self {
                Self(Blake2::with(&Blake2Params { key, ..Blake2Params::new(TAG) }))
            }

            /// Appends `data` to the message.
            pub fn update(&mut self, data: &[u8]) {
                erase_after(Self::FRAMES, || self.0.update(data));
            }

            /// The tag of the message.
            #[must_use]
            #[inline(never)]
            pub fn finalize(mut self) -> [u8; TAG] {
                let mut tag = [0; TAG];
                erase_after(Self::FRAMES, || self.0.finish(&mut tag));
                tag
            }

            /// The tag of the message that ends with `data`.
            #[must_use]
            #[inline(never)]
            pub fn mac(mut self, data: &[u8]) -> [u8; TAG] {
                let mut tag = [0; TAG];
                erase_after(Self::FRAMES, || {
                    self.0.update(data);
                    self.0.finish(&mut tag);
                });
                tag
            }

            /// Compares the tag of the message that ends with `data` with `tag`, in constant time.
            ///
            /// # Errors
            /// [`InvalidTag`] when they differ or `tag` has another length.
            #[inline(never)]
            pub fn verify(mut self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
                erase_after(Self::FRAMES, || {
                    let mut expected = [0; TAG];
                    self.0.update(data);
                    self.0.finish(&mut expected);
                    same_tag(&mut expected, tag)
                })
            }
        }

        impl<const TAG: usize> Mac for $type<TAG> {
            const NAME: &'static str = match TAG {
                $($tag => $name,)+
                _ => $text,
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
                <$core as Engine>::implementation()
            }
        }

        impl<const TAG: usize> fmt::Debug for $type<TAG> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}<{TAG}> {{ .. }}", stringify!($type))
            }
        }
    };
}

keyed! { Blake2bMac over Blake2<u64, 128>, keys to 64,
    16 "blake2b-128" 20 "blake2b-160" 28 "blake2b-224" 32 "blake2b-256" 48 "blake2b-384"
    64 "blake2b-512", else "blake2b"
}
keyed! { Blake2sMac over Blake2<u32, 64>, keys to 32,
    16 "blake2s-128" 20 "blake2s-160" 28 "blake2s-224" 32 "blake2s-256", else "blake2s"
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::blake::blake2::Blake2b512;
    use std::string::ToString;

    #[test]
    fn keys_have_one_byte_to_half_a_block() {
        let error = Blake2bMac::<64>::new(&[]).unwrap_err().to_string();
        assert_eq!(error, "key is 0 bytes; blake2b-512 takes 1 to 64");
        let error = Blake2sMac::<32>::new(&[0; 33]).unwrap_err().to_string();
        assert_eq!(error, "key is 33 bytes; blake2s-256 takes 1 to 32");
        assert!(Blake2bMac::<64>::new(&[0; 64]).is_ok());
    }

    #[test]
    fn neither_the_key_nor_the_length_is_a_matter_of_prefixes() {
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
