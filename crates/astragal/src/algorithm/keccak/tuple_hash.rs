//! TupleHash128, TupleHash256 and their XOF variants (SP 800-185 §5): hashes of a tuple of byte strings. Each string is
//! absorbed after its length, so that different tuples never have the same encoding.

use core::fmt;

use super::encode::{bits, left_encode, right_encode};
use super::sponge::{Sponge, SpongeReader};
use super::{by_strength, cshake};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};

/// State shared by TupleHash and TupleHashXOF.
#[derive(Clone)]
struct TupleSponge<const RATE: usize> {
    /// Sponge after absorbing the customization string. `reset` starts again from a copy of this sponge.
    initial: Sponge,
    sponge: Sponge,
}

impl<const RATE: usize> TupleSponge<RATE> {
    fn new(custom: &[u8]) -> Self {
        let initial = begin(RATE, custom);
        Self { sponge: initial.clone(), initial }
    }

    fn item(&mut self, item: &[u8]) {
        self.begin_item(item.len() as u64);
        self.absorb(item);
    }

    /// Starts a tuple element of `bytes` bytes. The following calls of `absorb` supply its content.
    fn begin_item(&mut self, bytes: u64) {
        begin_item(&mut self.sponge, bytes);
    }

    fn absorb(&mut self, data: &[u8]) {
        self.sponge.absorb(data);
    }

    /// Ends the tuple by absorbing the output length in bits. TupleHashXOF encodes the output length as 0 (SP 800-185
    /// §5.3.1).
    fn finalize(mut self, output_bits: u128) -> SpongeReader<RATE> {
        end(&mut self.sponge, output_bits);
        SpongeReader::of(self.sponge)
    }

    fn reset(&mut self) {
        self.sponge.clone_from(&self.initial);
    }
}

/// Returns a sponge that has absorbed the customization string.
pub(crate) fn begin(rate: usize, custom: &[u8]) -> Sponge {
    cshake::prefixed(rate, b"TupleHash", custom)
}

/// Starts a tuple element of `bytes` bytes by absorbing its length.
pub(crate) fn begin_item(sponge: &mut Sponge, bytes: u64) {
    sponge.absorb(left_encode(8 * u128::from(bytes)).as_ref());
}

/// Ends a tuple or a KMAC message by absorbing the output length in bits. The XOF variants encode the output length as
/// 0 (SP 800-185 §5.3.1). Afterwards, the sponge is ready to squeeze.
pub(crate) fn end(sponge: &mut Sponge, output_bits: u128) {
    sponge.absorb(right_encode(output_bits).as_ref());
    sponge.finish(cshake::DOMAIN);
}

impl<const RATE: usize> SerializeState for TupleSponge<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.initial.serialize(fields)?;
        self.sponge.serialize(fields)
    }
}

/// TupleHash with a rate of `RATE` bytes (SP 800-185 §5). The digest depends on the output length: a shorter digest is
/// not a prefix of a longer one.
///
/// ```
/// use astragal::hash::TupleHash128;
/// let mut hash = TupleHash128::new(b"");
/// hash.item(b"ab");
/// hash.item(b"c");
/// let digest: [u8; 32] = hash.finalize();
/// ```
#[derive(Clone)]
pub struct TupleHash<const RATE: usize>(TupleSponge<RATE>);

/// TupleHash128 (SP 800-185 §5): 128-bit security with 32 bytes of output or more.
pub type TupleHash128 = TupleHash<168>;
/// TupleHash256 (SP 800-185 §5): 256-bit security with 64 bytes of output or more.
pub type TupleHash256 = TupleHash<136>;

impl<const RATE: usize> TupleHash<RATE> {
    /// Creates a hash of the empty tuple. The customization string S may have any length.
    #[must_use]
    pub fn new(custom: &[u8]) -> Self {
        Self(TupleSponge::new(custom))
    }

    /// Appends one element to the tuple. The element may be empty.
    pub fn item(&mut self, item: &[u8]) {
        self.0.item(item);
    }

    /// Returns the `N`-byte digest.
    #[must_use]
    pub fn finalize<const N: usize>(self) -> [u8; N] {
        self.0.finalize(bits(N)).squeeze_array()
    }

    /// Fills `digest` with the digest of the tuple. The digest depends on its length: a short digest is not a prefix of
    /// a longer digest.
    pub fn finalize_into(self, digest: &mut [u8]) {
        self.0.finalize(bits(digest.len())).squeeze(digest);
    }

    /// Resets the hash to an empty tuple with the same customization string.
    pub fn reset(&mut self) {
        self.0.reset();
    }

    /// Returns the digest of the tuple `items`.
    #[must_use]
    pub fn hash<const N: usize>(custom: &[u8], items: &[&[u8]]) -> [u8; N] {
        let mut hash = Self::new(custom);
        items.iter().for_each(|item| hash.item(item));
        hash.finalize()
    }
}

impl<const RATE: usize> SerializeState for TupleHash<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const RATE: usize> state::StateEngine for TupleHash<RATE> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        by_strength(RATE, "tuplehash128", "tuplehash256")
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize> state::ExportState for TupleHash<RATE> {
    fn empty() -> Self {
        Self::new(b"")
    }
}

impl<const RATE: usize> fmt::Debug for TupleHash<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "TupleHash128", "TupleHash256"))
    }
}

/// TupleHashXOF with a rate of `RATE` bytes (SP 800-185 §5.3.1): output of any length. A shorter output is a prefix of
/// a longer one.
#[derive(Clone)]
pub struct TupleHashXof<const RATE: usize>(TupleSponge<RATE>);

/// TupleHashXOF128 (SP 800-185 §5.3.1); rate 168 bytes.
pub type TupleHashXof128 = TupleHashXof<168>;
/// TupleHashXOF256 (SP 800-185 §5.3.1); rate 136 bytes.
pub type TupleHashXof256 = TupleHashXof<136>;

impl<const RATE: usize> TupleHashXof<RATE> {
    /// Creates an XOF of the empty tuple. The customization string S may have any length.
    #[must_use]
    pub fn new(custom: &[u8]) -> Self {
        Self(TupleSponge::new(custom))
    }

    /// Appends one element to the tuple. The element may be empty.
    pub fn item(&mut self, item: &[u8]) {
        self.0.item(item);
    }

    /// Ends the tuple and returns a reader for the output.
    #[must_use]
    pub fn finalize(self) -> SpongeReader<RATE> {
        self.0.finalize(0)
    }

    /// Resets the function to an empty tuple with the same customization string.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}

impl<const RATE: usize> SerializeState for TupleHashXof<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const RATE: usize> state::StateEngine for TupleHashXof<RATE> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        by_strength(RATE, "tuplehashxof128", "tuplehashxof256")
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize> state::ExportState for TupleHashXof<RATE> {
    fn empty() -> Self {
        Self::new(b"")
    }
}

impl<const RATE: usize> fmt::Debug for TupleHashXof<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "TupleHashXof128", "TupleHashXof256"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn element_boundaries_change_the_digest() {
        let whole = TupleHash128::hash::<32>(b"", &[b"abc"]);
        assert_ne!(whole, TupleHash128::hash(b"", &[b"ab", b"c"]));
        assert_ne!(whole, TupleHash128::hash(b"", &[b"abc", b""]));
    }
}
