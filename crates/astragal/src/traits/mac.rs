//! The contract of message authentication codes.

use core::fmt::Debug;

use subtle::{Choice, ConstantTimeEq};

use super::{ByteArray, Implementation};
use crate::error::InvalidTag;
use crate::platform::stack::with_stack_wipe;
use crate::platform::words::erase;

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
    /// [`InvalidTag`] when they differ or `tag` has a length that the function does not give: another than
    /// [`TAG_BYTES`](Self::TAG_BYTES), but for KMAC, whose tags of each length differ, fewer than 4.
    fn verify(self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        same_tag(self.mac(data).as_mut(), tag)
    }
    /// Compares the tag of the message with `tag`, in constant time.
    ///
    /// # Errors
    /// As for [`verify`](Self::verify).
    fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }
    /// The code that runs here now.
    #[must_use]
    fn implementation() -> Implementation;
}

/// A code that goes back to the empty message under its key: for many messages, at the cost of a second state.
///
/// ```
/// use astragal::mac::{HmacSha256, Resettable};
/// let mut code = Resettable::new(HmacSha256::new(b"key"));
/// code.update(b"first");
/// let first = code.finalize_reset();
/// code.update(b"first");
/// assert!(code.verify_reset(&first).is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Resettable<M: Mac> {
    keyed: M,
    current: M,
}

impl<M: Mac> Resettable<M> {
    /// The stack that copies of a state take on their way.
    const STACK_BYTES: usize = 512 + 4 * size_of::<M>();

    /// The code under the key of `keyed`; what that has absorbed begins every message.
    #[must_use]
    #[inline(never)]
    pub fn new(keyed: M) -> Self {
        with_stack_wipe(Self::STACK_BYTES, || Self { current: keyed.clone(), keyed })
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        self.current.update(data);
    }

    /// The tag of the message; the next one is empty.
    #[must_use]
    #[inline(never)]
    pub fn finalize_reset(&mut self) -> M::Tag {
        with_stack_wipe(Self::STACK_BYTES, || self.take().finalize())
    }

    /// Compares the tag of the message with `tag`, as [`Mac::verify`] does; the next message is empty.
    ///
    /// # Errors
    /// As there.
    #[inline(never)]
    pub fn verify_reset(&mut self, tag: &[u8]) -> Result<(), InvalidTag> {
        with_stack_wipe(Self::STACK_BYTES, || self.take().verify(&[], tag))
    }

    /// Goes back to the empty message.
    #[inline(never)]
    pub fn reset(&mut self) {
        with_stack_wipe(Self::STACK_BYTES, || self.current.clone_from(&self.keyed));
    }

    fn take(&mut self) -> M {
        core::mem::replace(&mut self.current, self.keyed.clone())
    }
}

/// The shortest tag that is worth comparing, in bytes (SP 800-185 §8.4.2, SP 800-107r1 §5.3.3): a shorter one
/// is guessed too soon.
pub(crate) const SHORTEST_VERIFIED_TAG_BYTES: usize = 4;

/// Compares a computed tag with a given one in time that depends on the lengths alone, and erases it: with it,
/// anybody could authenticate what failed.
pub(crate) fn same_tag(expected: &mut [u8], given: &[u8]) -> Result<(), InvalidTag> {
    verdict(equal(expected, given))
}

/// [`same_tag`] of a part of a tag; [`verdict`] of all of them together.
pub(crate) fn equal(expected: &mut [u8], given: &[u8]) -> Choice {
    let same = expected.ct_eq(given);
    erase(expected);
    same
}

/// What a comparison came to.
pub(crate) fn verdict(same: Choice) -> Result<(), InvalidTag> {
    if same.into() { Ok(()) } else { Err(InvalidTag) }
}
