//! The permutation and the sponge for those who build on them: `hazmat`'s face of the family.

use core::fmt;

use super::backend::Backend;
use super::permutation::ROUNDS;
use super::sponge::Sponge;
use crate::error::ParameterError;

pub(super) fn check_rounds(rounds: usize) -> Result<(), ParameterError> {
    if rounds <= ROUNDS {
        return Ok(());
    }
    Err(ParameterError::Value {
        algorithm: "keccak-p[1600]",
        what: "number of rounds",
        given: rounds,
        allowed: "0 to 24",
    })
}

/// `Keccak-p[1600, rounds]` (FIPS 202 §3.3): the last `rounds` of the 24 rounds of `Keccak-f[1600]`.
/// Lane (x, y) of the state is `state[x + 5 * y]`.
///
/// ```
/// let mut state = [0; 25];
/// astragal::hazmat::keccak_p1600(&mut state, 24)?;
/// assert_eq!(state[0], 0xf1258f7940e1dde7);
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
///
/// # Errors
/// [`ParameterError::Value`] for more than 24 rounds.
pub fn keccak_p1600(state: &mut [u64; 25], rounds: usize) -> Result<(), ParameterError> {
    check_rounds(rounds)?;
    Backend::best().permute(state, rounds);
    Ok(())
}

/// The raw sponge over `Keccak-p[1600]` (FIPS 202 §4): any rate, domain byte and number of rounds. Its
/// security is the caller's business.
///
/// ```
/// use astragal::hazmat::KeccakSponge;
/// let mut sponge = KeccakSponge::new(136, 24)?;
/// sponge.absorb(b"abc");
/// let mut digest = [0; 32];
/// sponge.finalize(0x06)?.squeeze(&mut digest);
/// assert_eq!(digest, astragal::hash::Sha3_256::hash(b"abc"));
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
#[derive(Clone)]
pub struct KeccakSponge(Sponge);

impl KeccakSponge {
    /// An empty sponge with a rate of `rate_bytes`, a multiple of 8 from 8 to 192, and `rounds` rounds.
    ///
    /// # Errors
    /// [`ParameterError::Value`] for another rate or more than 24 rounds.
    pub fn new(rate_bytes: usize, rounds: usize) -> Result<Self, ParameterError> {
        Self::resume([0; 25], 0, rate_bytes, rounds)
    }

    /// The sponge whose state is `state`, `position` bytes into a block: a caller's state, or one of
    /// [`into_state`](Self::into_state).
    ///
    /// ```
    /// use astragal::hazmat::KeccakSponge;
    /// let mut sponge = KeccakSponge::resume([0; 25], 0, 168, 12)?;
    /// sponge.absorb(b"abc");
    /// let (state, position) = sponge.into_state();
    /// let mut out = [0; 32];
    /// KeccakSponge::resume(state, position, 168, 12)?.finalize(0x1f)?.squeeze(&mut out);
    /// assert_eq!(out, astragal::xof::TurboShake128::hash(b"abc"));
    /// # Ok::<(), astragal::error::ParameterError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`new`](Self::new), and [`ParameterError::Value`] for a position behind the block.
    pub fn resume(
        state: [u64; 25],
        position: usize,
        rate_bytes: usize,
        rounds: usize,
    ) -> Result<Self, ParameterError> {
        let refused = |what, given, allowed| {
            Err(ParameterError::Value { algorithm: "keccak sponge", what, given, allowed })
        };
        check_rounds(rounds)?;
        if !rate_bytes.is_multiple_of(8) || !(8..=192).contains(&rate_bytes) {
            return refused("rate", rate_bytes, "a multiple of 8 bytes from 8 to 192");
        }
        if position >= rate_bytes {
            return refused("position", position, "less than the rate");
        }
        Ok(Self(Sponge::resume(state, position, rate_bytes, rounds)))
    }

    /// The state, and how many bytes of the block under way are in it.
    #[must_use]
    pub fn into_state(self) -> ([u64; 25], usize) {
        self.0.into_state()
    }

    /// Appends `data` to the input.
    pub fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }

    /// Goes back to the empty input.
    pub fn reset(&mut self) {
        self.0.restart();
    }

    /// Ends the input. `domain` holds the suffix bits, the first of them lowest, and above them the
    /// first padding bit: 0x01 for no suffix, 0x06 for SHA-3, 0x1f for SHAKE.
    ///
    /// # Errors
    /// [`ParameterError::Value`] for 0, which has no padding bit, and for 0x80 and more, where the
    /// padding would need a block of its own.
    pub fn finalize(mut self, domain: u8) -> Result<KeccakReader, ParameterError> {
        if domain == 0 || domain >= 0x80 {
            return Err(ParameterError::Value {
                algorithm: "keccak sponge",
                what: "domain byte",
                given: domain.into(),
                allowed: "1 to 127 (0x01 to 0x7f)",
            });
        }
        self.0.finish(domain);
        Ok(KeccakReader(self.0))
    }
}

impl fmt::Debug for KeccakSponge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeccakSponge { .. }")
    }
}

/// The output of a [`KeccakSponge`].
#[derive(Clone)]
pub struct KeccakReader(Sponge);

impl KeccakReader {
    /// Fills `out` with the next bytes of output.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        self.0.squeeze(out);
    }

    /// The next `N` bytes of output.
    #[must_use]
    pub fn squeeze_array<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.squeeze(&mut out);
        out
    }
}

impl fmt::Debug for KeccakReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeccakReader { .. }")
    }
}
