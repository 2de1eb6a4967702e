//! Ascon-PRF, Ascon-MAC and Ascon-PRFshort (Dobraunig, Eichlseder, Mendel, Schläffer: "Ascon PRF, MAC, and Short-Input
//! MAC"). Every permutation has 12 rounds. Between two permutations, 32 bytes are absorbed or 16 bytes are squeezed.
use core::fmt;

use super::BigEndian;
use crate::algorithm::ascon::backend::Backend;
use crate::algorithm::ascon::byte_order::ByteOrder as _;
use crate::algorithm::ascon::duplex::Duplex;
use crate::error::{Allowed, InvalidTag, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::platform::words::{erase, load_be, store_be};
use crate::traits::Implementation;
use crate::traits::mac::{Mac, same_tag};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::{Xof, XofReader};

/// Upper bound, in bytes, on the stack that one permutation and its callers use.
pub(crate) const STACK_BYTES: usize = 512;
/// Upper bound, in bytes, on the stack that a constructor uses.
const NEW: usize = STACK_BYTES + 4 * size_of::<PrfSponge>();

/// State of Ascon-PRF and Ascon-MAC while the message is absorbed.
#[derive(Clone)]
pub(crate) struct PrfSponge {
    /// Duplex after absorbing the key. `reset` starts again from a copy of this duplex.
    keyed: Duplex<BigEndian, 32, 12>,
    duplex: Duplex<BigEndian, 32, 12>,
}

impl PrfSponge {
    fn new(iv: u64, key: &[u8; 16]) -> Self {
        let [k0, k1] = load_be(key);
        let mut keyed = Duplex::new([iv, k0, k1, 0, 0]);
        Backend::best().permute::<12>(&mut keyed.state);
        Self { duplex: keyed.clone(), keyed }
    }

    pub(crate) fn absorb(&mut self, data: &[u8]) {
        self.duplex.absorb(data);
    }

    fn reset(&mut self) {
        self.duplex.clone_from(&self.keyed);
    }

    /// Ends the message and permutes the state, so that the first 16 bytes of output are ready.
    pub(crate) fn end(&mut self) -> AsconPrfReader {
        self.duplex.pad();
        self.duplex.state[4] ^= 1;
        Backend::best().permute::<12>(&mut self.duplex.state);
        AsconPrfReader(self.duplex.continue_as())
    }
}

impl SerializeState for PrfSponge {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.keyed.serialize(fields)?;
        self.duplex.serialize(fields)
    }
}

impl SerializeState for AsconPrfShort {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

/// Reader for the output of [`AsconPrf`].
#[derive(Clone)]
pub struct AsconPrfReader(pub(crate) Duplex<BigEndian, 16, 12>);

impl AsconPrfReader {
    /// Fills `out` with the next bytes of output.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        with_stack_wipe(STACK_BYTES, || self.0.squeeze(out));
    }

    /// Returns the next `N` bytes of output.
    #[must_use]
    pub fn squeeze_array<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.squeeze(&mut out);
        out
    }
}

impl XofReader for AsconPrfReader {
    type Block = [u8; 16];

    fn squeeze(&mut self, out: &mut [u8]) {
        self.squeeze(out);
    }
}

impl SerializeState for AsconPrfReader {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl fmt::Debug for AsconPrfReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsconPrfReader { .. }")
    }
}

/// Ascon-PRF (Ascon v1.2): a keyed function with a 16-byte key and output of any length.
///
/// ```
/// use astragal::mac::AsconPrf;
/// let mut prf = AsconPrf::new(&[0; 16]);
/// prf.update(b"message");
/// let mut out = [0; 100];
/// prf.finalize().squeeze(&mut out);
/// ```
#[derive(Clone)]
pub struct AsconPrf(pub(crate) PrfSponge);

impl AsconPrf {
    /// Creates Ascon-PRF with `key`.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; 16]) -> Self {
        with_stack_wipe(NEW, || Self::keyed(key))
    }

    /// Creates Ascon-PRF with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is not 16 bytes long.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self::new(ParameterError::key("ascon-prf", key)?))
    }

    /// Creates Ascon-PRF like [`new`](Self::new), but does not wipe the stack.
    pub(crate) fn keyed(key: &[u8; 16]) -> Self {
        Self(PrfSponge::new(0x8080_8c00_0000_0000, key))
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(STACK_BYTES, || self.0.absorb(data));
    }

    /// Ends the message and returns a reader for the output.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> AsconPrfReader {
        with_stack_wipe(STACK_BYTES, || self.0.end())
    }

    /// Resets the function to an empty message with the same key.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}

impl Xof for AsconPrf {
    const NAME: &'static str = "ascon-prf";
    const FAMILY: &'static str = "ascon";
    const STANDARD: &'static str = "Ascon v1.2 PRF and MAC";
    /// Number of message bytes absorbed per permutation. Each permutation yields only 16 bytes of output.
    const RATE_BYTES: usize = 32;
    const DEFAULT_OUTPUT_BYTES: usize = 16;
    type Reader = AsconPrfReader;

    fn absorb(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize(self) -> Self::Reader {
        self.finalize()
    }
    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

impl SerializeState for AsconPrf {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl state::StateEngine for AsconPrf {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn is_keyed(&self) -> bool {
        true
    }
}

impl fmt::Debug for AsconPrf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsconPrf { .. }")
    }
}

/// Ascon-MAC (Ascon v1.2), with a 16-byte key and a 16-byte tag.
///
/// ```
/// use astragal::mac::AsconMac;
/// let mac = AsconMac::new(&[0; 16]);
/// let tag: [u8; 16] = mac.clone().mac(b"message");
/// assert!(mac.verify(b"message", &tag).is_ok());
/// ```
#[derive(Clone)]
pub struct AsconMac(pub(crate) PrfSponge);

impl AsconMac {
    /// Creates the MAC with `key`.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; 16]) -> Self {
        with_stack_wipe(NEW, || Self::keyed(key))
    }

    /// Creates the MAC with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is not 16 bytes long.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self::new(ParameterError::key("ascon-mac", key)?))
    }

    /// Creates the MAC like [`new`](Self::new), but does not wipe the stack.
    pub(crate) fn keyed(key: &[u8; 16]) -> Self {
        Self(PrfSponge::new(0x8080_8c00_0000_0080, key))
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        with_stack_wipe(STACK_BYTES, || self.0.absorb(data));
    }

    /// Returns the tag of the message.
    #[must_use]
    #[inline(never)]
    pub fn finalize(mut self) -> [u8; 16] {
        let mut tag = [0; 16];
        with_stack_wipe(STACK_BYTES, || self.0.end().0.squeeze(&mut tag));
        tag
    }

    /// Appends `data` and returns the tag.
    #[must_use]
    #[inline(never)]
    pub fn mac(mut self, data: &[u8]) -> [u8; 16] {
        let mut tag = [0; 16];
        with_stack_wipe(STACK_BYTES, || {
            self.0.absorb(data);
            self.0.end().0.squeeze(&mut tag);
        });
        tag
    }

    /// Appends `data` and compares the tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not 16 bytes long.
    #[inline(never)]
    pub fn verify(mut self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        with_stack_wipe(STACK_BYTES, || {
            let mut expected = [0; 16];
            self.0.absorb(data);
            self.0.end().0.squeeze(&mut expected);
            same_tag(&mut expected, tag)
        })
    }

    /// Compares the tag of the message with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not 16 bytes long.
    pub fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }

    /// Resets the MAC to an empty message with the same key.
    pub fn reset(&mut self) {
        self.0.reset();
    }
}

impl Mac for AsconMac {
    const NAME: &'static str = "ascon-mac";
    const FAMILY: &'static str = "ascon";
    const STANDARD: &'static str = "Ascon v1.2 PRF and MAC";
    const TAG_BYTES: usize = 16;
    type Tag = [u8; 16];

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize(self) -> Self::Tag {
        self.finalize()
    }
    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

impl fmt::Debug for AsconMac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsconMac { .. }")
    }
}

/// Ascon-PRFshort (Ascon v1.2): authenticates a message of up to 16 bytes with a single permutation. The key and the
/// tag are 16 bytes long. A shorter tag is a prefix of the full tag.
///
/// ```
/// use astragal::mac::AsconPrfShort;
/// let prf = AsconPrfShort::new(&[0; 16]);
/// let tag: [u8; 16] = prf.mac(b"sixteen at most!")?;
/// assert!(prf.mac(b"seventeen is more").is_err());
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct AsconPrfShort([u64; 2]);

impl AsconPrfShort {
    /// Maximum length of a message in bytes.
    pub const LONGEST_MESSAGE_BYTES: usize = 16;

    /// Creates Ascon-PRFshort with `key`.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; 16]) -> Self {
        with_stack_wipe(STACK_BYTES, || Self::keyed(key))
    }

    /// Creates Ascon-PRFshort with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is not 16 bytes long.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self::new(ParameterError::key("ascon-prfshort", key)?))
    }

    /// Creates Ascon-PRFshort like [`new`](Self::new), but does not wipe the stack.
    pub(crate) fn keyed(key: &[u8; 16]) -> Self {
        Self(load_be(key))
    }

    /// Returns the tag of `data`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `data` has more than 16 bytes.
    pub fn mac(&self, data: &[u8]) -> Result<[u8; 16], ParameterError> {
        let allowed = Allowed::AtMost(Self::LONGEST_MESSAGE_BYTES);
        ParameterError::check_length("ascon-prfshort", "message", data.len(), allowed)?;
        Ok(with_stack_wipe(STACK_BYTES, || self.tag(data)))
    }

    /// Returns the tag of `data`, which has at most 16 bytes. Does not wipe the stack.
    pub(crate) fn tag(&self, data: &[u8]) -> [u8; 16] {
        let (head, tail) = data.split_at(data.len().min(8));
        let [k0, k1] = self.0;
        let iv = 0x8000_4c80_0000_0000 | (8 * data.len() as u64) << 48;
        let message = [BigEndian::load_part(0, head), BigEndian::load_part(0, tail)];
        let mut state = [iv, k0, k1, message[0], message[1]];
        Backend::best().permute::<12>(&mut state);
        let [.., s3, s4] = state;
        let mut tag = [0; 16];
        store_be(&[s3 ^ k0, s4 ^ k1], &mut tag);
        tag
    }

    /// Compares the tag of `data` with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ, if `data` has more than 16 bytes, or if `tag` is not 16 bytes long.
    pub fn verify(&self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        if data.len() > Self::LONGEST_MESSAGE_BYTES {
            return Err(InvalidTag);
        }
        with_stack_wipe(STACK_BYTES, || same_tag(&mut self.tag(data), tag))
    }
}

impl Drop for AsconPrfShort {
    fn drop(&mut self) {
        erase(&mut self.0);
    }
}

impl fmt::Debug for AsconPrfShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsconPrfShort { .. }")
    }
}

#[cfg(test)]
mod tests {
    use super::{AsconMac, AsconPrf, AsconPrfShort};

    /// Compares MACs computed in one call with streamed MACs, because the known-answer tests use streaming only.
    #[test]
    fn one_shot_matches_streaming() {
        let message: [u8; 100] = core::array::from_fn(|i| i.to_le_bytes()[0]);
        for length in [0, 1, 16, 31, 32, 33, 100] {
            let (first, second) = message[..length].split_at(length / 3);
            let mut mac = AsconMac::new(&[7; 16]);
            mac.update(first);
            let tag = mac.clone().mac(second);
            assert!(mac.clone().verify(second, &tag).is_ok());
            assert!(mac.clone().verify(second, &tag[1..]).is_err());
            assert!(mac.clone().verify(&message, &tag).is_err());
            mac.update(second);
            assert_eq!(mac.clone().finalize(), tag);
            mac.reset();
            assert_eq!(mac.mac(&message[..length]), tag);

            let mut prf = AsconPrf::new(&[7; 16]);
            prf.update(first);
            prf.update(second);
            let mut expected = [0; 40];
            prf.clone().finalize().squeeze(&mut expected);
            assert_eq!(prf.clone().finalize().squeeze_array(), expected);
            prf.reset();
            prf.update(&message[..length]);
            assert_eq!(prf.finalize().squeeze_array(), expected);
        }
        let short = AsconPrfShort::new(&[7; 16]);
        let tag = short.mac(&message[..16]).unwrap();
        assert_eq!(tag, short.tag(&message[..16]));
        assert!(short.verify(&message[..16], &tag).is_ok());
        assert!(short.verify(&message[..15], &tag).is_err());
        assert!(short.verify(&message[..15], &short.tag(&message[..15])).is_ok());
        assert!(short.mac(&message[..17]).is_err());
    }
}
