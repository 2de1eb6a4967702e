//! TurboSHAKE128 and TurboSHAKE256 (RFC 9861 §2): a sponge over the last 12 rounds of Keccak-p. The caller can choose
//! the domain separation byte.

use core::fmt;

use super::backend::Backend;
use super::by_strength;
use super::hash_many::SpongeFunction;
use super::sponge::{Sponge, SpongeReader};
use crate::error::ParameterError;
use crate::traits::Implementation;
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::Xof;

/// Number of rounds (RFC 9861 §2.1).
pub(crate) const ROUNDS: usize = 12;

/// TurboSHAKE with a rate of `RATE` bytes (RFC 9861 §2).
///
/// ```
/// use astragal::xof::TurboShake128;
/// let mut xof = TurboShake128::new();
/// xof.absorb(b"abc");
/// let mut out = [0; 100];
/// xof.finalize().squeeze(&mut out);
/// ```
#[derive(Clone)]
pub struct TurboShake<const RATE: usize> {
    sponge: Sponge,
    domain: u8,
}

/// TurboSHAKE128 (RFC 9861 §2): 128-bit security with 32 bytes of output or more; rate 168 bytes.
pub type TurboShake128 = TurboShake<168>;
/// TurboSHAKE256 (RFC 9861 §2): 256-bit security with 64 bytes of output or more; rate 136 bytes.
pub type TurboShake256 = TurboShake<136>;

impl<const RATE: usize> TurboShake<RATE> {
    /// Domain separation byte that [`new`](Self::new) uses.
    pub const DEFAULT_DOMAIN: u8 = 0x1f;

    /// Creates an XOF with an empty message and the domain separation byte 0x1f.
    #[must_use]
    pub const fn new() -> Self {
        Self { sponge: Sponge::new(RATE, ROUNDS), domain: Self::DEFAULT_DOMAIN }
    }

    /// Creates an XOF with an empty message and the domain separation byte `domain`.
    ///
    /// # Errors
    /// [`ParameterError::Value`] unless `domain` is 0x01 to 0x7f.
    pub const fn with_domain(domain: u8) -> Result<Self, ParameterError> {
        if let Err(error) = check_domain::<RATE>(domain) {
            return Err(error);
        }
        Ok(Self { sponge: Sponge::new(RATE, ROUNDS), domain })
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

    /// Ends the message with the domain separation byte `domain` instead of the byte chosen at creation. A protocol can
    /// derive several independent outputs from one message by ending copies of the state with different bytes.
    ///
    /// ```
    /// use astragal::xof::TurboShake128;
    /// let mut xof = TurboShake128::new();
    /// xof.absorb(b"transcript");
    /// let (challenge, key) = (xof.clone().finalize_with_domain(1)?, xof.finalize_with_domain(2)?);
    /// # let _ = (challenge, key);
    /// # Ok::<(), astragal::error::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// [`ParameterError::Value`] unless `domain` is 0x01 to 0x7f.
    pub fn finalize_with_domain(self, domain: u8) -> Result<SpongeReader<RATE>, ParameterError> {
        check_domain::<RATE>(domain)?;
        Ok(SpongeReader::new(self.sponge, domain))
    }

    /// Resets the function to an empty message with the same domain separation byte.
    pub fn reset(&mut self) {
        self.sponge = Sponge::new(RATE, ROUNDS);
    }

    /// Returns the first `N` bytes of output for the message `data`, with the domain separation byte 0x1f.
    #[must_use]
    pub fn hash<const N: usize>(data: &[u8]) -> [u8; N] {
        Sponge::new(RATE, ROUNDS).hash(&[data], Self::DEFAULT_DOMAIN)
    }

    /// Fills `outputs[i]` with the first `N` bytes of output for message `i`, with the domain separation byte 0x1f.
    /// Processes several messages in parallel. To read the outputs in steps, use
    /// [`batch`](crate::algorithm::keccak::batch).
    ///
    /// # Panics
    /// If `messages` and `outputs` differ in length.
    pub fn hash_many<const N: usize>(messages: &[&[u8]], outputs: &mut [[u8; N]]) {
        assert_eq!(messages.len(), outputs.len(), "there must be one output for each message");
        Self::FUNCTION
            .hash_many(messages.iter().copied(), outputs.iter_mut().map(<[u8; N]>::as_mut_slice));
    }

    pub(crate) const FUNCTION: SpongeFunction =
        SpongeFunction { rate: RATE, rounds: ROUNDS, domain: Self::DEFAULT_DOMAIN };
}

/// Checks that the domain separation byte D is 0x01 to 0x7f (RFC 9861 §2.2).
pub(crate) const fn check_domain<const RATE: usize>(domain: u8) -> Result<(), ParameterError> {
    if domain == 0 || domain > 0x7f {
        return Err(ParameterError::Value {
            algorithm: TurboShake::<RATE>::NAME,
            what: "domain byte",
            given: domain as usize,
            allowed: "1 to 127 (0x01 to 0x7f)",
        });
    }
    Ok(())
}

impl<const RATE: usize> Default for TurboShake<RATE> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const RATE: usize> Xof for TurboShake<RATE> {
    const NAME: &'static str = by_strength(RATE, "turboshake128", "turboshake256");
    const FAMILY: &'static str = "keccak";
    const STANDARD: &'static str = "RFC 9861 §2";
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

impl<const RATE: usize> SerializeState for TurboShake<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.sponge.serialize(fields)?;
        self.domain.serialize(fields)?;
        Fields::check(check_domain::<RATE>(self.domain).is_ok())
    }
}

impl<const RATE: usize> state::StateEngine for TurboShake<RATE> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize> state::ExportState for TurboShake<RATE> {
    fn empty() -> Self {
        Self::new()
    }
}

impl<const RATE: usize> fmt::Debug for TurboShake<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "TurboShake128", "TurboShake256"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::string::ToString;

    #[test]
    fn rejects_domain_byte_out_of_range() {
        for domain in [0, 0x80, 0xff] {
            let error = TurboShake128::with_domain(domain).unwrap_err();
            assert_eq!(
                error.to_string(),
                std::format!(
                    "domain byte is {domain}; turboshake128 takes 1 to 127 (0x01 to 0x7f)"
                )
            );
        }
        assert!(
            TurboShake256::with_domain(0x01).is_ok() && TurboShake256::with_domain(0x7f).is_ok()
        );
    }
}
