//! Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128 (SP 800-232 §5). The rate is 8 bytes; the permutation has 12 rounds.

use core::fmt;

use super::backend::Backend;
use super::byte_order::ByteOrder;
use super::duplex::Duplex;
use super::permutation::ascon_p;
use crate::error::{Allowed, ParameterError};
use crate::traits::Implementation;
use crate::traits::hash::{HashEngine, hash_types};
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::{Xof, XofReader};

/// Byte order of SP 800-232: words are little-endian, and the padding sets the lowest bit of a byte.
#[derive(Clone, Debug)]
pub struct LittleEndian;

impl ByteOrder for LittleEndian {
    #[inline(always)]
    fn load(bytes: [u8; 8]) -> u64 {
        u64::from_le_bytes(bytes)
    }
    #[inline(always)]
    fn store(word: u64) -> [u8; 8] {
        word.to_le_bytes()
    }
    #[inline(always)]
    fn padding(index: usize) -> u64 {
        1 << (8 * index)
    }
}

/// Sponge of Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128.
type Sponge = Duplex<LittleEndian, 8, 12>;

/// Returns a sponge initialized with `iv`, computed at compile time.
const fn initialized(iv: u64) -> Sponge {
    Sponge::new(ascon_p([iv, 0, 0, 0, 0], 12))
}

/// Initialized sponges, with the initial values of SP 800-232 Table 12.
const HASH256: Sponge = initialized(0x0000_0801_00cc_0002);
const XOF128: Sponge = initialized(0x0000_0800_00cc_0003);
const CXOF128: Sponge = initialized(0x0000_0800_00cc_0004);

/// Ends the message and permutes the state, so that the first block of output is ready.
fn finish(sponge: &mut Sponge) {
    sponge.pad();
    Backend::best().permute::<12>(&mut sponge.state);
}

/// Incremental state of Ascon-Hash256.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "holds a state; `Hasher` implements `Debug`")]
pub struct Hash256(Sponge);

impl SerializeState for Hash256 {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl HashEngine for Hash256 {
    fn update(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn finish(&mut self, digest: &mut [u8]) {
        finish(&mut self.0);
        self.0.squeeze(digest);
    }
    fn implementation() -> Implementation {
        Backend::implementation()
    }
}

hash_types! { "ascon", Hash256;
    AsconHash256 = "ascon-hash256", digest 32, block 8, "SP 800-232 §5.1": Hash256(HASH256);
}

/// Reader for the output of Ascon-XOF128 or Ascon-CXOF128.
#[derive(Clone)]
pub struct AsconReader(Sponge);

impl AsconReader {
    /// Fills `out` with the next bytes of output.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        self.0.squeeze(out);
    }

    /// Returns the next `N` bytes of output.
    #[must_use]
    pub fn squeeze_array<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.squeeze(&mut out);
        out
    }
}

impl SerializeState for AsconReader {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl XofReader for AsconReader {
    type Block = [u8; 8];

    fn squeeze(&mut self, out: &mut [u8]) {
        self.squeeze(out);
    }
}

impl fmt::Debug for AsconReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsconReader { .. }")
    }
}

/// Ascon-XOF128 (SP 800-232 §5.2): 128-bit security with 32 bytes of output or more; rate 8 bytes.
///
/// ```
/// use astragal::xof::AsconXof128;
/// let mut xof = AsconXof128::new();
/// xof.absorb(b"abc");
/// let mut out = [0; 64];
/// xof.finalize().squeeze(&mut out);
/// ```
#[derive(Clone)]
pub struct AsconXof128(Sponge);

impl AsconXof128 {
    /// Creates an XOF with an empty message.
    #[must_use]
    pub const fn new() -> Self {
        Self(XOF128)
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }

    /// Ends the message and returns a reader for the output.
    #[must_use]
    pub fn finalize(mut self) -> AsconReader {
        finish(&mut self.0);
        AsconReader(self.0)
    }

    /// Resets the XOF to an empty message.
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

impl Default for AsconXof128 {
    fn default() -> Self {
        Self::new()
    }
}

impl Xof for AsconXof128 {
    const NAME: &'static str = "ascon-xof128";
    const FAMILY: &'static str = "ascon";
    const STANDARD: &'static str = "SP 800-232 §5.2";
    const RATE_BYTES: usize = 8;
    const DEFAULT_OUTPUT_BYTES: usize = 32;
    type Reader = AsconReader;

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

impl SerializeState for AsconXof128 {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl state::StateEngine for AsconXof128 {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
}

#[cfg(feature = "alloc")]
impl state::ExportState for AsconXof128 {
    fn empty() -> Self {
        Self::new()
    }
}

impl fmt::Debug for AsconXof128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsconXof128 { .. }")
    }
}

/// Ascon-CXOF128 (SP 800-232 §5.3): Ascon-XOF128 with a customization string; rate 8 bytes.
///
/// ```
/// use astragal::xof::AsconCxof128;
/// let mut xof = AsconCxof128::new(b"my protocol v1")?;
/// xof.absorb(b"abc");
/// let mut out = [0; 64];
/// xof.finalize().squeeze(&mut out);
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct AsconCxof128 {
    /// Sponge after absorbing the customization string. `reset` starts again from a copy of this sponge.
    initial: Sponge,
    sponge: Sponge,
}

impl AsconCxof128 {
    /// Maximum length of the customization string in bytes (2048 bits).
    pub const LONGEST_CUSTOM_BYTES: usize = 256;

    /// Creates an XOF with an empty message and the customization string Z, `custom`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `custom` has more than 256 bytes.
    pub fn new(custom: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::AtMost(Self::LONGEST_CUSTOM_BYTES);
        let what = "customization string";
        ParameterError::check_length("ascon-cxof128", what, custom.len(), allowed)?;
        // The length of the customization string in bits is absorbed as a separate block, before the string. The string
        // is padded even if it is empty.
        let mut initial = CXOF128;
        initial.absorb(&(8 * custom.len() as u64).to_le_bytes());
        initial.absorb(custom);
        finish(&mut initial);
        Ok(Self { sponge: initial.clone(), initial })
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        self.sponge.absorb(data);
    }

    /// Ends the message and returns a reader for the output.
    #[must_use]
    pub fn finalize(mut self) -> AsconReader {
        finish(&mut self.sponge);
        AsconReader(self.sponge)
    }

    /// Resets the function to an empty message with the same customization string.
    pub fn reset(&mut self) {
        self.sponge.clone_from(&self.initial);
    }
}

impl Xof for AsconCxof128 {
    const NAME: &'static str = "ascon-cxof128";
    const FAMILY: &'static str = "ascon";
    const STANDARD: &'static str = "SP 800-232 §5.3";
    const RATE_BYTES: usize = 8;
    const DEFAULT_OUTPUT_BYTES: usize = 32;
    type Reader = AsconReader;

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

impl SerializeState for AsconCxof128 {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.initial.serialize(fields)?;
        self.sponge.serialize(fields)
    }
}

impl state::StateEngine for AsconCxof128 {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
}

#[cfg(feature = "alloc")]
impl state::ExportState for AsconCxof128 {
    fn empty() -> Self {
        Self { initial: CXOF128, sponge: CXOF128 }
    }
}

impl fmt::Debug for AsconCxof128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AsconCxof128 { .. }")
    }
}
