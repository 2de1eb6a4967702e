//! HMAC (FIPS 198-1, RFC 2104) over any hash whose block is at least as long as its digest.

use core::fmt;

use crate::error::InvalidTag;
use crate::platform::stack::{STACK_BYTES, with_stack_wipe};
use crate::traits::hash::Hash;
use crate::traits::mac::{Mac, SHORTEST_VERIFIED_TAG_BYTES, same_tag};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::{Implementation, opaque};

/// Longest block length of any hash, in bytes: the rate of SHA3-224.
pub(crate) const LONGEST_BLOCK: usize = 144;

/// HMAC over the hash `H`. The tag is as long as the digest. The key may have any length.
///
/// ```
/// use astragal::mac::HmacSha3_256;
/// let hmac = HmacSha3_256::new(b"key");
/// let tag: [u8; 32] = hmac.clone().mac(b"message");
/// assert!(hmac.verify(b"message", &tag).is_ok());
/// ```
#[derive(Clone)]
pub struct Hmac<H: Hash> {
    inner: H,
    /// Outer hash, which has absorbed the outer padded key.
    outer: H,
}

impl<H: Hash> Hmac<H> {
    /// Upper bound, in bytes, on the stack used by the compression function and its callers. It depends on the sizes of
    /// the block, the message schedule and the state.
    pub(crate) const STACK_BYTES: usize = match (H::STACK_BYTES, H::BLOCK_BYTES, size_of::<H>()) {
        (Some(bytes), ..) => bytes,
        // In release builds, the message schedule of SHA-256 takes up to 1100 bytes of stack.
        (_, 64, ..=112) => 1280,
        (_, 72 | 104 | 136 | 144, _) => 1536,
        (_, 64, _) => STACK_BYTES + 512,
        // Skein-1024, which keeps its state words and round keys on the stack.
        (_, 128, 256..) => STACK_BYTES + 1024,
        _ => STACK_BYTES,
    };

    /// Upper bound, in bytes, on the stack used to compute a one-shot tag. It includes
    /// [`STACK_BYTES`](Self::STACK_BYTES), the two padded keys, and the stack of the hash's own HMAC function.
    pub(crate) const TAG_STACK_BYTES: usize = Self::STACK_BYTES + 2 * LONGEST_BLOCK + H::HMAC_STACK;

    /// Creates HMAC with `key`, which may have any length. A key longer than the hash's block is hashed first.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8]) -> Self {
        with_stack_wipe(Self::STACK_BYTES + 2 * size_of::<Self>(), || Self::keyed(key))
    }

    /// Computes the tag of `message` under `key`, which may have any length. For a key that is used once, this is
    /// faster than [`new`](Self::new) followed by [`mac`](Self::mac).
    ///
    /// ```
    /// use astragal::mac::HmacSha256;
    /// assert_eq!(HmacSha256::tag(b"key", b"message"), HmacSha256::new(b"key").mac(b"message"));
    /// ```
    #[must_use]
    #[inline(never)]
    pub fn tag(key: &[u8], message: &[u8]) -> H::Digest {
        let bytes = H::hmac_stack().unwrap_or(Self::TAG_STACK_BYTES);
        with_stack_wipe(bytes, || Self::tag_of(key, message))
    }

    /// Like [`tag`](Self::tag), but does not wipe the stack.
    pub(crate) fn tag_of(key: &[u8], message: &[u8]) -> H::Digest {
        // Hashes with short blocks use less stack, so there is less to wipe.
        match H::BLOCK_BYTES {
            ..=64 => Self::tag_in::<64>(key, message),
            _ => Self::tag_in::<LONGEST_BLOCK>(key, message),
        }
    }

    /// Computes the tag. `M` is at least the length of a block.
    #[inline(always)]
    fn tag_in<const M: usize>(key: &[u8], message: &[u8]) -> H::Digest {
        let (mut inner, mut outer) = ([0; M], [0; M]);
        let inner = Self::pad(key, &mut inner);
        let outer = &mut outer[..H::BLOCK_BYTES];
        for (outer, inner) in outer.iter_mut().zip(&*inner) {
            *outer = inner ^ 0x36 ^ 0x5c;
        }
        H::hmac(inner, outer, message)
    }

    /// Writes the inner padded key to the start of `block`, whose bytes must all be zero. Returns the part of `block`
    /// that holds the padded key.
    #[inline(always)]
    fn pad<'b, const M: usize>(key: &[u8], block: &'b mut [u8; M]) -> &'b mut [u8] {
        const {
            assert!(
                H::DIGEST_BYTES <= H::BLOCK_BYTES,
                "the digest must not be longer than a block"
            );
            assert!(H::BLOCK_BYTES <= LONGEST_BLOCK);
        };
        let block = &mut block[..H::BLOCK_BYTES];
        if key.len() > H::BLOCK_BYTES {
            Self::shorten(key, &mut block[..H::DIGEST_BYTES]);
        } else {
            block[..key.len()].copy_from_slice(key);
        }
        block.iter_mut().for_each(|byte| *byte ^= 0x36);
        block
    }

    /// Replaces a key that is longer than a block by its digest. It is a function of its own so that short keys need less
    /// stack.
    #[cold]
    #[inline(never)]
    fn shorten(key: &[u8], digest: &mut [u8]) {
        digest.copy_from_slice(H::hash(key).as_ref());
    }

    /// Like [`new`](Self::new), but does not wipe the stack. The caller wipes the stack once, after all its calls.
    pub(crate) fn keyed(key: &[u8]) -> Self {
        let mut block = [0; LONGEST_BLOCK];
        let block = Self::pad(key, &mut block);
        let keyed = |block: &[u8]| {
            let mut hash = H::new();
            hash.update(block);
            hash
        };
        let inner = keyed(block);
        block.iter_mut().for_each(|byte| *byte ^= 0x36 ^ 0x5c);
        Self { inner, outer: keyed(block) }
    }

    /// Returns the inner and the outer hash, each of which has absorbed its padded key.
    pub(crate) fn hashes(&self) -> (&H, &H) {
        (&self.inner, &self.outer)
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(Self::STACK_BYTES, || self.absorb(data));
    }

    /// Like [`update`](Self::update), but does not wipe the stack.
    pub(crate) fn absorb(&mut self, data: &[u8]) {
        self.inner.update(data);
    }

    /// Returns the tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> H::Digest {
        with_stack_wipe(Self::STACK_BYTES + 2 * size_of::<Self>(), || self.end())
    }

    /// Like [`finalize`](Self::finalize), but does not wipe the stack. Wipes the key by replacing both hashes with
    /// empty ones.
    pub(crate) fn end(&mut self) -> H::Digest {
        let inner = core::mem::replace(&mut self.inner, H::new());
        let mut outer = core::mem::replace(&mut self.outer, H::new());
        outer.update(inner.finalize().as_ref());
        outer.finalize()
    }

    /// Appends `data` and returns the tag of the whole message.
    #[must_use]
    #[inline(never)]
    pub fn mac(mut self, data: &[u8]) -> H::Digest {
        with_stack_wipe(Self::STACK_BYTES + 2 * size_of::<Self>(), || {
            self.absorb(data);
            self.end()
        })
    }

    /// Appends `data` and compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not as long as the digest.
    #[inline(never)]
    pub fn verify(mut self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        with_stack_wipe(Self::STACK_BYTES + 2 * size_of::<Self>(), || {
            self.absorb(data);
            same_tag(self.end().as_mut(), tag)
        })
    }

    /// Appends `data` and compares the first `tag_bytes` bytes of the message's tag with `tag` in constant time. The
    /// protocol must fix `tag_bytes`: IPsec and SSH, for example, use 12. Never take `tag_bytes` from the length of the
    /// received tag.
    ///
    /// ```
    /// use astragal::mac::HmacSha1;
    /// let tag = HmacSha1::tag(b"key", b"message");
    /// assert!(HmacSha1::new(b"key").verify_truncated(b"message", &tag[..12], 12).is_ok());
    /// assert!(HmacSha1::new(b"key").verify_truncated(b"message", &tag[..4], 12).is_err());
    /// ```
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ, if `tag` is not `tag_bytes` bytes long, or if `tag_bytes` is not allowed.
    /// `tag_bytes` must be at least 4 (SP 800-107r1 §5.3.3) and at most the digest length.
    #[inline(never)]
    pub fn verify_truncated(
        mut self,
        data: &[u8],
        tag: &[u8],
        tag_bytes: usize,
    ) -> Result<(), InvalidTag> {
        with_stack_wipe(Self::STACK_BYTES + 2 * size_of::<Self>(), || {
            self.absorb(data);
            match self.end().as_mut().get_mut(..tag_bytes) {
                Some(expected) if tag_bytes >= SHORTEST_VERIFIED_TAG_BYTES => {
                    same_tag(expected, tag)
                }
                _ => Err(InvalidTag),
            }
        })
    }

    /// Compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not as long as the digest.
    pub fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }
}

impl<H: Hash> Mac for Hmac<H> {
    const NAME: &'static str = H::HMAC_NAME;
    const FAMILY: &'static str = H::FAMILY;
    const STANDARD: &'static str = "FIPS 198-1";
    const TAG_BYTES: usize = H::DIGEST_BYTES;
    type Tag = H::Digest;

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize(self) -> Self::Tag {
        self.finalize()
    }
    fn implementation() -> Implementation {
        H::implementation()
    }
}

impl<H: Hash + SerializeState> SerializeState for Hmac<H> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.inner.serialize(fields)?;
        self.outer.serialize(fields)
    }
}

impl<H: Hash + SerializeState> state::StateEngine for Hmac<H> {
    const KIND: StateKind = StateKind::Mac;
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn is_keyed(&self) -> bool {
        true
    }
}

#[cfg(feature = "alloc")]
impl<H: Hash + SerializeState> state::ExportState for Hmac<H> {
    fn empty() -> Self {
        Self::keyed(b"")
    }
}

impl<H: Hash> fmt::Debug for Hmac<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Hmac<", H::NAME, ">"])
    }
}
