//! Ascon-Hash, Ascon-HashA, Ascon-Xof and Ascon-XofA (Ascon v1.2 §2.5). The rate is 8 bytes. The permutation before the
//! first output has 12 rounds. The permutation between blocks has 12 rounds in Hash and Xof, and 8 rounds in HashA and
//! XofA.

use core::fmt;

use super::BigEndian;
use crate::algorithm::ascon::backend::Backend;
use crate::algorithm::ascon::duplex::Duplex;
use crate::algorithm::ascon::permutation::ascon_p;
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::{Xof, XofReader};

/// Ascon v1.2 sponge with `ROUNDS` rounds between blocks.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct Sponge<const ROUNDS: usize>(Duplex<BigEndian, 8, ROUNDS>);

impl<const ROUNDS: usize> Sponge<ROUNDS> {
    /// Returns a sponge initialized with `iv`.
    const fn new(iv: u64) -> Self {
        Self(Duplex::new(ascon_p([iv, 0, 0, 0, 0], 12)))
    }

    /// Ends the message and permutes the state, so that the first block of output is ready.
    fn finish(&mut self) {
        self.0.pad();
        Backend::best().permute::<12>(&mut self.0.state);
    }
}

impl<const ROUNDS: usize> SerializeState for Sponge<ROUNDS> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const ROUNDS: usize> HashEngine for Sponge<ROUNDS> {
    fn update(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn finish(&mut self, digest: &mut [u8]) {
        self.finish();
        self.0.squeeze(digest);
    }
    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

// An initial value (Ascon v1.2 Table 3) encodes the rate in bits, `a`, `a - b` and the digest length in bits. `a` is
// the number of rounds of the long permutation, and `b` is the number of rounds between blocks.
const HASH: Sponge<12> = Sponge::new(0x0040_0c00_0000_0100);
const HASHA: Sponge<8> = Sponge::new(0x0040_0c04_0000_0100);
const XOF: u64 = 0x0040_0c00_0000_0000;
const XOFA: u64 = 0x0040_0c04_0000_0000;

hash_types! { "ascon", Sponge<12>;
    AsconHash = "ascon-hash", digest 32, block 8, "Ascon v1.2 §2.5": HASH;
}

hash_types! { "ascon", Sponge<8>;
    AsconHashA = "ascon-hasha", digest 32, block 8, "Ascon v1.2 §2.5": HASHA;
}

/// An Ascon v1.2 XOF with `ROUNDS` rounds between blocks.
///
/// ```
/// use astragal::xof::AsconXof;
/// let mut xof = AsconXof::new();
/// xof.absorb(b"abc");
/// let mut out = [0; 64];
/// xof.finalize().squeeze(&mut out);
/// ```
#[derive(Clone)]
pub struct AsconXofV12<const ROUNDS: usize>(Sponge<ROUNDS>);

/// Ascon-Xof (Ascon v1.2 §2.5); rate 8 bytes. New designs should use [`AsconXof128`](crate::xof::AsconXof128).
pub type AsconXof = AsconXofV12<12>;
/// Ascon-XofA (Ascon v1.2 §2.5), with 8 rounds between blocks; rate 8 bytes. New designs should use
/// [`AsconXof128`](crate::xof::AsconXof128).
pub type AsconXofA = AsconXofV12<8>;

impl<const ROUNDS: usize> AsconXofV12<ROUNDS> {
    /// Creates an XOF with an empty message.
    #[must_use]
    pub const fn new() -> Self {
        const {
            assert!(
                ROUNDS == 12 || ROUNDS == 8,
                "the number of rounds must be 12 (Ascon-Xof) or 8 (Ascon-Xofa)"
            );
            Self(Sponge::new(if ROUNDS == 12 { XOF } else { XOFA }))
        }
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        self.0.0.absorb(data);
    }

    /// Ends the message and returns a reader for the output.
    #[must_use]
    pub fn finalize(mut self) -> AsconV12Reader<ROUNDS> {
        self.0.finish();
        AsconV12Reader(self.0)
    }

    /// Resets the hash to an empty message.
    pub fn reset(&mut self) {
        *self = Self::new();
    }

    /// Returns the first `N` bytes of output for the message `data`.
    #[must_use]
    pub fn hash<const N: usize>(data: &[u8]) -> [u8; N] {
        let mut xof = Self::new();
        xof.absorb(data);
        xof.finalize().squeeze_array()
    }
}

impl<const ROUNDS: usize> Default for AsconXofV12<ROUNDS> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const ROUNDS: usize> Xof for AsconXofV12<ROUNDS> {
    const NAME: &'static str = if ROUNDS == 12 { "ascon-xof" } else { "ascon-xofa" };
    const FAMILY: &'static str = "ascon";
    const STANDARD: &'static str = "Ascon v1.2 §2.5";
    const RATE_BYTES: usize = 8;
    const DEFAULT_OUTPUT_BYTES: usize = 32;
    type Reader = AsconV12Reader<ROUNDS>;

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

impl<const ROUNDS: usize> SerializeState for AsconXofV12<ROUNDS> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const ROUNDS: usize> state::StateEngine for AsconXofV12<ROUNDS> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
}

#[cfg(feature = "alloc")]
impl<const ROUNDS: usize> state::ExportState for AsconXofV12<ROUNDS> {
    fn empty() -> Self {
        Self::new()
    }
}

impl<const ROUNDS: usize> fmt::Debug for AsconXofV12<ROUNDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if ROUNDS == 12 { "AsconXof { .. }" } else { "AsconXofA { .. }" })
    }
}

/// Reader for the output of an Ascon v1.2 XOF.
#[derive(Clone)]
pub struct AsconV12Reader<const ROUNDS: usize>(Sponge<ROUNDS>);

impl<const ROUNDS: usize> AsconV12Reader<ROUNDS> {
    /// Fills `out` with the next bytes of output.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        self.0.0.squeeze(out);
    }

    /// Returns the next `N` bytes of output.
    #[must_use]
    pub fn squeeze_array<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.squeeze(&mut out);
        out
    }
}

impl<const ROUNDS: usize> SerializeState for AsconV12Reader<ROUNDS> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const ROUNDS: usize> XofReader for AsconV12Reader<ROUNDS> {
    type Block = [u8; 8];

    fn squeeze(&mut self, out: &mut [u8]) {
        self.squeeze(out);
    }
}

impl<const ROUNDS: usize> fmt::Debug for AsconV12Reader<ROUNDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsconV12Reader { .. }")
    }
}

#[cfg(test)]
mod tests {
    use super::AsconXofV12;

    /// Compares hashing in one call with streaming, because the known-answer tests use streaming only.
    #[test]
    fn one_shot_matches_streaming() {
        let mut xof = AsconXofV12::<12>::default();
        xof.absorb(b"another message");
        xof.reset();
        xof.absorb(b"a mess");
        xof.absorb(b"age");
        let mut expected = [0; 40];
        xof.clone().finalize().squeeze(&mut expected);
        assert_eq!(AsconXofV12::<12>::hash(b"a message"), expected);
        assert_eq!(xof.finalize().squeeze_array(), expected);
    }
}
