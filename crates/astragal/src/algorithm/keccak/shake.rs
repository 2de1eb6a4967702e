//! SHAKE128 and SHAKE256 (FIPS 202 §6.2): a sponge with the suffix bits 1111.

use core::fmt;

use super::backend::Backend;
use super::by_strength;
use super::hash_many::SpongeFunction;
use super::sponge::{Sponge, SpongeReader, sponge_const};
use crate::traits::Implementation;
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::Xof;

/// Domain byte of SHAKE: the suffix bits 1111 and the first padding bit.
pub(crate) const DOMAIN: u8 = 0x1f;

/// SHAKE with a rate of `RATE` bytes (FIPS 202 §6.2).
///
/// ```
/// use astragal::xof::Shake128;
/// let mut xof = Shake128::new();
/// xof.absorb(b"abc");
/// let mut out = [0; 100];
/// xof.finalize().squeeze(&mut out);
/// ```
#[derive(Clone)]
pub struct Shake<const RATE: usize>(Sponge);

/// SHAKE128 (FIPS 202 §6.2): 128-bit security with 32 bytes of output or more; rate 168 bytes.
pub type Shake128 = Shake<168>;
/// SHAKE256 (FIPS 202 §6.2): 256-bit security with 64 bytes of output or more; rate 136 bytes.
pub type Shake256 = Shake<136>;

impl<const RATE: usize> Shake<RATE> {
    /// Creates an XOF with an empty message.
    #[must_use]
    pub const fn new() -> Self {
        Self(Sponge::new(RATE, 24))
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }

    /// Ends the message and returns a reader for the output.
    #[must_use]
    pub fn finalize(self) -> SpongeReader<RATE> {
        SpongeReader::new(self.0, DOMAIN)
    }

    /// Resets the function to an empty message.
    pub fn reset(&mut self) {
        *self = Self::new();
    }

    /// Returns the first `N` bytes of output for the message `data`.
    #[must_use]
    pub fn hash<const N: usize>(data: &[u8]) -> [u8; N] {
        Sponge::new(RATE, 24).hash(&[data], DOMAIN)
    }

    /// Fills `outputs[i]` with the first `N` bytes of output for message `i`. Processes several messages in parallel.
    /// To read the outputs in steps, use [`batch`](crate::algorithm::keccak::batch).
    ///
    /// # Panics
    /// If `messages` and `outputs` differ in length.
    pub fn hash_many<const N: usize>(messages: &[&[u8]], outputs: &mut [[u8; N]]) {
        assert_eq!(messages.len(), outputs.len(), "there must be one output for each message");
        Self::FUNCTION
            .hash_many(messages.iter().copied(), outputs.iter_mut().map(<[u8; N]>::as_mut_slice));
    }

    pub(crate) const FUNCTION: SpongeFunction =
        SpongeFunction { rate: RATE, rounds: 24, domain: DOMAIN };
}

impl<const RATE: usize> Default for Shake<RATE> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const RATE: usize> Xof for Shake<RATE> {
    const NAME: &'static str = by_strength(RATE, "shake128", "shake256");
    const FAMILY: &'static str = "keccak";
    const STANDARD: &'static str = "FIPS 202 §6.2";
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

impl<const RATE: usize> SerializeState for Shake<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const RATE: usize> state::StateEngine for Shake<RATE> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize> state::ExportState for Shake<RATE> {
    fn empty() -> Self {
        Self::new()
    }
}

impl<const RATE: usize> fmt::Debug for Shake<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "Shake128", "Shake256"))
    }
}

/// Returns the first `N` bytes of SHAKE128 output for `message` (FIPS 202 §6.2). Can be called at compile time.
#[must_use]
pub const fn shake128_const<const N: usize>(message: &[u8]) -> [u8; N] {
    sponge_const(message, 168, DOMAIN)
}

/// Returns the first `N` bytes of SHAKE256 output for `message` (FIPS 202 §6.2). Can be called at compile time.
///
/// ```
/// use astragal::xof::{Shake256, shake256_const};
/// const SEED: [u8; 48] = shake256_const(b"seed");
/// assert_eq!(SEED, Shake256::hash(b"seed"));
/// ```
#[must_use]
pub const fn shake256_const<const N: usize>(message: &[u8]) -> [u8; N] {
    sponge_const(message, 136, DOMAIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Message lengths near multiples of the block lengths. Under Miri, which is slow, only a few.
    const LENGTHS: &[usize] = if cfg!(miri) {
        &[0, 136, 168, 169]
    } else {
        &[0, 1, 135, 136, 137, 167, 168, 169, 336, 340]
    };

    #[test]
    fn const_hash_matches_at_block_boundaries() {
        let message = [0x5c; 340];
        for &length in LENGTHS {
            let message = &message[..length];
            assert_eq!(shake128_const::<500>(message), Shake128::hash(message));
            assert_eq!(shake256_const::<137>(message), Shake256::hash(message));
        }
    }
}
