//! The contract of message authentication codes.

use core::fmt::Debug;

use super::{ByteArray, Implementation};
use crate::error::InvalidTag;
use crate::machine::words::erase;

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
    /// [`InvalidTag`] when they differ or `tag` is not [`TAG_BYTES`](Self::TAG_BYTES) bytes long.
    fn verify(self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        same_tag(self.mac(data).as_mut(), tag)
    }
    /// The code that runs here now.
    #[must_use]
    fn implementation() -> Implementation;
}

/// The shortest tag that is worth comparing, in bytes (SP 800-185 §8.4.2, SP 800-107r1 §5.3.3): a shorter one
/// is guessed too soon.
#[cfg(feature = "registry")]
pub(crate) const SHORTEST_VERIFIED_TAG_BYTES: usize = 4;

/// Compares a computed tag with a given one in time that depends on the lengths alone, and erases it: with it,
/// anybody could authenticate what failed.
pub(crate) fn same_tag(expected: &mut [u8], given: &[u8]) -> Result<(), InvalidTag> {
    use subtle::ConstantTimeEq;
    let same = expected.ct_eq(given);
    erase(expected);
    if same.into() { Ok(()) } else { Err(InvalidTag) }
}
