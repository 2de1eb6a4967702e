//! KMAC128, KMAC256 and their XOF variants (SP 800-185 §4): cSHAKE applied to the padded key followed by the message.

use core::fmt;

use subtle::Choice;

use super::backend::Backend;
use super::encode::{absorb_padded_strings, bits, right_encode};
use super::sponge::{Sponge, SpongeReader};
use super::{by_strength, cshake};
use crate::error::InvalidTag;
use crate::platform::stack::with_stack_wipe;
use crate::traits::Implementation;
use crate::traits::mac::{Mac, SHORTEST_VERIFIED_TAG_BYTES, equal, verdict};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::Xof;

/// State shared by KMAC and KMACXOF, which differ only in the output length that is encoded at the end of the message.
#[derive(Clone)]
pub(crate) struct KmacSponge<const RATE: usize> {
    /// Sponge after absorbing the customization string and the key. `reset` starts again from a copy of this sponge.
    initial: Sponge,
    sponge: Sponge,
}

/// Upper bound, in bytes, on the stack that one permutation and its callers use.
pub(crate) const STACK_BYTES: usize = 2048;

/// Returns a sponge that has absorbed the customization string and the key.
pub(crate) fn begin(rate: usize, key: &[u8], custom: &[u8]) -> Sponge {
    let mut sponge = cshake::prefixed(rate, b"KMAC", custom);
    absorb_padded_strings(&mut sponge, &[key]);
    sponge
}

impl<const RATE: usize> KmacSponge<RATE> {
    /// Upper bound, in bytes, on the stack that one permutation and its callers use.
    pub(crate) const STACK_BYTES: usize = STACK_BYTES;
    /// Upper bound, in bytes, on the stack that the constructor uses.
    const NEW: usize = Self::STACK_BYTES + 3 * size_of::<Self>();

    pub(crate) fn new(key: &[u8], custom: &[u8]) -> Self {
        let initial = begin(RATE, key, custom);
        Self { sponge: initial.clone(), initial }
    }

    pub(crate) fn absorb(&mut self, data: &[u8]) {
        self.sponge.absorb(data);
    }

    /// Ends the message by absorbing the output length in bits. The XOF variants encode the output length as 0 (SP
    /// 800-185 §4.3.1).
    pub(crate) fn end(&mut self, output_bits: u128) -> &mut Sponge {
        self.sponge.absorb(right_encode(output_bits).as_ref());
        self.sponge.finish(cshake::DOMAIN);
        &mut self.sponge
    }

    fn reset(&mut self) {
        self.sponge.clone_from(&self.initial);
    }
}

impl<const RATE: usize> SerializeState for KmacSponge<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.initial.serialize(fields)?;
        self.sponge.serialize(fields)
    }
}

/// KMAC with a rate of `RATE` bytes (SP 800-185 §4). The tag depends on its length: a short tag is not a prefix of a
/// longer tag.
///
/// ```
/// use astragal::mac::Kmac256;
/// let kmac = Kmac256::new(b"a key of 32 bytes or more, please", b"");
/// let tag: [u8; 32] = kmac.clone().mac(b"message");
/// assert!(kmac.verify(b"message", &tag).is_ok());
/// ```
#[derive(Clone)]
pub struct Kmac<const RATE: usize>(KmacSponge<RATE>);

/// KMAC128 (SP 800-185 §4): 128-bit security with a key of 16 bytes or more. The full tag has 32 bytes.
pub type Kmac128 = Kmac<168>;
/// KMAC256 (SP 800-185 §4): 256-bit security with a key of 32 bytes or more. The full tag has 64 bytes.
pub type Kmac256 = Kmac<136>;

impl<const RATE: usize> Kmac<RATE> {
    /// Creates KMAC with key K and customization string S, each of any length.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8], custom: &[u8]) -> Self {
        with_stack_wipe(KmacSponge::<RATE>::NEW, || Self(KmacSponge::new(key, custom)))
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(KmacSponge::<RATE>::STACK_BYTES, || self.0.absorb(data));
    }

    /// Returns the `N`-byte tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize<const N: usize>(self) -> [u8; N] {
        let mut tag = [0; N];
        self.finalize_into(&mut tag);
        tag
    }

    /// Fills `tag` with the tag of the message. The tag depends on its length: a short tag is not a prefix of a longer
    /// tag.
    #[inline(never)]
    pub fn finalize_into(mut self, tag: &mut [u8]) {
        with_stack_wipe(KmacSponge::<RATE>::STACK_BYTES, || {
            self.0.end(bits(tag.len())).squeeze(tag);
        });
    }

    /// Appends `data` and returns the `N`-byte tag.
    #[must_use]
    #[inline(never)]
    pub fn mac<const N: usize>(mut self, data: &[u8]) -> [u8; N] {
        let mut tag = [0; N];
        with_stack_wipe(KmacSponge::<RATE>::STACK_BYTES, || {
            self.0.absorb(data);
            self.0.end(bits(N)).squeeze(&mut tag);
        });
        tag
    }

    /// Appends `data` and compares the tag with `tag` in constant time. The protocol must fix the tag length, so that a
    /// sender cannot choose a short tag.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` has fewer than 4 bytes (SP 800-185 §8.4.2).
    #[inline(never)]
    pub fn verify(mut self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        const PIECE: usize = 32;
        with_stack_wipe(KmacSponge::<RATE>::STACK_BYTES, || {
            self.0.absorb(data);
            let output = self.0.end(bits(tag.len()));
            let mut same = Choice::from(1);
            for given in tag.chunks(PIECE) {
                let mut expected = [0; PIECE];
                let expected = &mut expected[..given.len()];
                output.squeeze(expected);
                same &= equal(expected, given);
            }
            if tag.len() < SHORTEST_VERIFIED_TAG_BYTES { Err(InvalidTag) } else { verdict(same) }
        })
    }

    /// Compares the tag of the message with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` has fewer than 4 bytes (SP 800-185 §8.4.2).
    pub fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }

    /// Resets the MAC to an empty message with the same key and customization string.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}

impl<const RATE: usize> SerializeState for Kmac<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const RATE: usize> state::StateEngine for Kmac<RATE> {
    const KIND: StateKind = StateKind::Mac;
    fn name(&self) -> &'static str {
        by_strength(RATE, "kmac128", "kmac256")
    }
    fn is_keyed(&self) -> bool {
        true
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize> state::ExportState for Kmac<RATE> {
    fn empty() -> Self {
        Self::new(b"", b"")
    }
}

/// Implements [`Mac`] for one security strength. This is a macro, because const generics cannot derive the tag length
/// from `RATE`.
macro_rules! impl_mac {
    ($rate:literal, $name:literal, $tag:literal) => {
        impl Mac for Kmac<$rate> {
            const NAME: &'static str = $name;
            const FAMILY: &'static str = "keccak";
            const STANDARD: &'static str = "SP 800-185 §4";
            const TAG_BYTES: usize = $tag;
            type Tag = [u8; $tag];

            fn update(&mut self, data: &[u8]) {
                self.update(data);
            }
            fn finalize(self) -> Self::Tag {
                self.finalize()
            }
            fn verify(self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
                self.verify(data, tag)
            }
            fn implementation() -> Implementation {
                Backend::implementation()
            }
        }
    };
}

impl_mac!(168, "kmac128", 32);
impl_mac!(136, "kmac256", 64);

impl<const RATE: usize> fmt::Debug for Kmac<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "Kmac128", "Kmac256"))
    }
}

/// KMACXOF with a rate of `RATE` bytes (SP 800-185 §4.3.1): a keyed function with output of any length. A shorter
/// output is a prefix of a longer one.
///
/// ```
/// use astragal::mac::KmacXof128;
/// let mut xof = KmacXof128::new(b"key", b"");
/// xof.absorb(b"message");
/// let mut out = [0; 1000];
/// xof.finalize().squeeze(&mut out);
/// ```
#[derive(Clone)]
pub struct KmacXof<const RATE: usize>(KmacSponge<RATE>);

/// KMACXOF128 (SP 800-185 §4.3.1); rate 168 bytes.
pub type KmacXof128 = KmacXof<168>;
/// KMACXOF256 (SP 800-185 §4.3.1); rate 136 bytes.
pub type KmacXof256 = KmacXof<136>;

impl<const RATE: usize> KmacXof<RATE> {
    /// Creates KMACXOF with key K and customization string S, each of any length.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8], custom: &[u8]) -> Self {
        with_stack_wipe(KmacSponge::<RATE>::NEW, || Self(KmacSponge::new(key, custom)))
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        with_stack_wipe(KmacSponge::<RATE>::STACK_BYTES, || self.0.absorb(data));
    }

    /// Ends the message and returns a reader for the output.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> SpongeReader<RATE> {
        with_stack_wipe(KmacSponge::<RATE>::NEW, || SpongeReader::of(self.0.end(0).clone()))
    }

    /// Resets the function to an empty message with the same key and customization string.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}

impl<const RATE: usize> Xof for KmacXof<RATE> {
    const NAME: &'static str = by_strength(RATE, "kmacxof128", "kmacxof256");
    const FAMILY: &'static str = "keccak";
    const STANDARD: &'static str = "SP 800-185 §4.3.1";
    const RATE_BYTES: usize = RATE;
    const DEFAULT_OUTPUT_BYTES: usize = by_strength(RATE, 32, 64);
    type Reader = SpongeReader<RATE>;

    fn absorb(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    fn finalize(self) -> Self::Reader {
        self.finalize()
    }
    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

impl<const RATE: usize> SerializeState for KmacXof<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const RATE: usize> state::StateEngine for KmacXof<RATE> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn is_keyed(&self) -> bool {
        true
    }
}

impl<const RATE: usize> fmt::Debug for KmacXof<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "KmacXof128", "KmacXof256"))
    }
}
