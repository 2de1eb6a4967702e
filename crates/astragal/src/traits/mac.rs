//! The trait [`Mac`] for message authentication codes, and functions that compare tags.

use core::fmt::Debug;

use subtle::{Choice, ConstantTimeEq};

use super::{ByteArray, Implementation};
use crate::error::InvalidTag;
use crate::platform::stack::with_stack_wipe;
use crate::platform::words::erase;

/// Message authentication code (MAC). The object holds the key.
pub trait Mac: Clone + Debug + Send + Sync + 'static {
    /// Canonical name, such as `hmac-sha3-256`.
    const NAME: &'static str;
    /// Family name, such as `keccak`.
    const FAMILY: &'static str;
    /// Standard and section that define the algorithm.
    const STANDARD: &'static str;
    /// Length of the full tag in bytes.
    const TAG_BYTES: usize;
    /// Tag: `[u8; TAG_BYTES]`.
    type Tag: ByteArray;

    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Returns the tag of the message.
    #[must_use]
    fn finalize(self) -> Self::Tag;
    /// Appends `data` and returns the tag of the whole message.
    #[must_use]
    fn mac(mut self, data: &[u8]) -> Self::Tag {
        self.update(data);
        self.finalize()
    }
    /// Appends `data` and compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not [`TAG_BYTES`](Self::TAG_BYTES) bytes long. KMAC accepts tags
    /// of 4 bytes or more, because it computes a different tag for each length.
    fn verify(self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        same_tag(self.mac(data).as_mut(), tag)
    }
    /// Compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] in the same cases as [`verify`](Self::verify).
    fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }
    /// Returns the backend selected for this CPU, and its timing behaviour.
    #[must_use]
    fn implementation() -> Implementation;
}

/// MAC that can be reset to an empty message under the same key. It can therefore authenticate many messages, but it
/// stores a second copy of the MAC.
///
/// ```
/// use astragal::mac::{HmacSha256, Resettable};
/// let mut mac = Resettable::new(HmacSha256::new(b"key"));
/// mac.update(b"first");
/// let first = mac.finalize_reset();
/// mac.update(b"first");
/// assert!(mac.verify_reset(&first).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Resettable<M: Mac> {
    keyed: M,
    current: M,
}

impl<M: Mac> Resettable<M> {
    /// Upper bound, in bytes, on the stack used by one method call, including its copies of the MAC.
    const STACK_BYTES: usize = 512 + 4 * size_of::<M>();

    /// Creates a resettable MAC with the key of `keyed`. If `keyed` has already absorbed data, every message starts
    /// with that data.
    #[must_use]
    #[inline(never)]
    pub fn new(keyed: M) -> Self {
        with_stack_wipe(Self::STACK_BYTES, || Self { current: keyed.clone(), keyed })
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        self.current.update(data);
    }

    /// Returns the tag of the message and resets the MAC to an empty message.
    #[must_use]
    #[inline(never)]
    pub fn finalize_reset(&mut self) -> M::Tag {
        with_stack_wipe(Self::STACK_BYTES, || self.take().finalize())
    }

    /// Compares the message's tag with `tag` like [`Mac::verify`], and resets the MAC to an empty message.
    ///
    /// # Errors
    /// [`InvalidTag`] in the same cases as [`Mac::verify`].
    #[inline(never)]
    pub fn verify_reset(&mut self, tag: &[u8]) -> Result<(), InvalidTag> {
        with_stack_wipe(Self::STACK_BYTES, || self.take().verify(&[], tag))
    }

    /// Resets the MAC to an empty message under the same key.
    #[inline(never)]
    pub fn reset(&mut self) {
        with_stack_wipe(Self::STACK_BYTES, || self.current.clone_from(&self.keyed));
    }

    fn take(&mut self) -> M {
        core::mem::replace(&mut self.current, self.keyed.clone())
    }
}

/// Minimum length in bytes of a tag that verification accepts (SP 800-185 §8.4.2, SP 800-107r1 §5.3.3). Shorter tags
/// are too easy to guess.
pub(crate) const SHORTEST_VERIFIED_TAG_BYTES: usize = 4;

/// Compares a computed tag with a received tag. The running time depends only on the lengths. Wipes the computed tag,
/// because an attacker could use it to authenticate a message that failed verification.
pub(crate) fn same_tag(expected: &mut [u8], given: &[u8]) -> Result<(), InvalidTag> {
    verdict(equal(expected, given))
}

/// Compares a tag, or a part of a tag, as [`same_tag`] does. The caller combines the results for all parts and converts
/// the final result with [`verdict`].
pub(crate) fn equal(expected: &mut [u8], given: &[u8]) -> Choice {
    let same = expected.ct_eq(given);
    erase(expected);
    same
}

/// Converts the result of a tag comparison to a `Result`: [`InvalidTag`] if the tags differ.
pub(crate) fn verdict(same: Choice) -> Result<(), InvalidTag> {
    if same.into() { Ok(()) } else { Err(InvalidTag) }
}
