//! cSHAKE128 and cSHAKE256 (SP 800-185 §3): SHAKE with a function name and a customization string.

use core::fmt;

use super::backend::Backend;
use super::encode::absorb_padded_strings;
use super::sponge::{Sponge, SpongeReader};
use super::{by_strength, shake};
use crate::traits::Implementation;
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::Xof;

/// Domain byte of cSHAKE: the suffix bits 00 and the first padding bit.
pub(crate) const DOMAIN: u8 = 0x04;

/// cSHAKE with a rate of `RATE` bytes (SP 800-185 §3).
///
/// ```
/// use astragal::xof::CShake256;
/// let mut xof = CShake256::new(b"", b"Email Signature");
/// xof.absorb(b"abc");
/// let mut out = [0; 64];
/// xof.finalize().squeeze(&mut out);
/// ```
#[derive(Clone)]
pub struct CShake<const RATE: usize> {
    /// Sponge after absorbing the function name and the customization string. `reset` starts again from a copy of this
    /// sponge.
    initial: Sponge,
    sponge: Sponge,
    domain: u8,
}

/// cSHAKE128 (SP 800-185 §3): 128-bit security with 32 bytes of output or more; rate 168 bytes.
pub type CShake128 = CShake<168>;
/// cSHAKE256 (SP 800-185 §3): 256-bit security with 64 bytes of output or more; rate 136 bytes.
pub type CShake256 = CShake<136>;

/// Returns a sponge that has absorbed the prefix of cSHAKE (SP 800-185 §3.3). At least one of `function_name` and
/// `custom` must be nonempty: otherwise cSHAKE is SHAKE, which has no prefix.
pub(super) fn prefixed(rate: usize, function_name: &[u8], custom: &[u8]) -> Sponge {
    let mut sponge = Sponge::new(rate, 24);
    absorb_padded_strings(&mut sponge, &[function_name, custom]);
    sponge
}

/// Returns a sponge that is ready to absorb the message, and the domain byte of its padding. If the function name and
/// the customization string are both empty, cSHAKE is the same as SHAKE.
pub(crate) fn begin(rate: usize, function_name: &[u8], custom: &[u8]) -> (Sponge, u8) {
    if function_name.is_empty() && custom.is_empty() {
        (Sponge::new(rate, 24), shake::DOMAIN)
    } else {
        (prefixed(rate, function_name, custom), DOMAIN)
    }
}

impl<const RATE: usize> CShake<RATE> {
    /// Creates cSHAKE with function name N and customization string S, each of any length. NIST assigns the function
    /// names; leave `function_name` empty in your own protocols. If both strings are empty, cSHAKE is the same as
    /// SHAKE.
    #[must_use]
    pub fn new(function_name: &[u8], custom: &[u8]) -> Self {
        let (initial, domain) = begin(RATE, function_name, custom);
        Self { sponge: initial.clone(), initial, domain }
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        self.sponge.absorb(data);
    }

    /// Ends the message and returns a reader for the output.
    #[must_use]
    pub fn finalize(self) -> SpongeReader<RATE> {
        SpongeReader::new(self.sponge, self.domain)
    }

    /// Resets the function to an empty message with the same function name and customization string.
    pub fn reset(&mut self) {
        self.sponge.clone_from(&self.initial);
    }

    /// Returns the first `N` bytes of output for the message `data`.
    #[must_use]
    pub fn hash<const N: usize>(function_name: &[u8], custom: &[u8], data: &[u8]) -> [u8; N] {
        let mut xof = Self::new(function_name, custom);
        xof.absorb(data);
        xof.finalize().squeeze_array()
    }
}

impl<const RATE: usize> Xof for CShake<RATE> {
    const NAME: &'static str = by_strength(RATE, "cshake128", "cshake256");
    const FAMILY: &'static str = "keccak";
    const STANDARD: &'static str = "SP 800-185 §3";
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

impl<const RATE: usize> SerializeState for CShake<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.initial.serialize(fields)?;
        self.sponge.serialize(fields)?;
        self.domain.serialize(fields)?;
        Fields::check(self.domain == DOMAIN || self.domain == shake::DOMAIN)
    }
}

impl<const RATE: usize> state::StateEngine for CShake<RATE> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize> state::ExportState for CShake<RATE> {
    fn empty() -> Self {
        Self::new(b"", b"")
    }
}

impl<const RATE: usize> fmt::Debug for CShake<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "CShake128", "CShake256"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::keccak::shake::Shake128;

    #[test]
    fn cshake_without_strings_is_shake() {
        assert_eq!(CShake128::hash::<64>(b"", b"", b"abc"), Shake128::hash(b"abc"));
        assert_ne!(CShake128::hash::<64>(b"", b"x", b"abc"), Shake128::hash(b"abc"));
    }

    /// Checks a prefix that exactly fills one block of 168 bytes: 7 bytes of encoded numbers and the 161 bytes of S.
    #[test]
    fn aligned_prefix_gets_no_padding_block() {
        let custom = [0x61; 161];
        let mut expected = Sponge::new(168, 24);
        expected.absorb(&[1, 168, 1, 0, 2, 0x05, 0x08]);
        expected.absorb(&custom);
        expected.absorb(b"abc");
        let mut reader = SpongeReader::<168>::new(expected, DOMAIN);
        assert_eq!(CShake128::hash::<32>(b"", &custom, b"abc"), reader.squeeze_array());
    }
}
