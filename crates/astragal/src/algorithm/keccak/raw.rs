//! The Keccak permutation and the raw sponge, which [`hazmat`](crate::hazmat) exports.

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

/// Applies `Keccak-p[1600, rounds]` (FIPS 202 §3.3): the last `rounds` of the 24 rounds of `Keccak-f[1600]`. Lane (x,
/// y) of the state is `state[x + 5 * y]`.
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

/// The raw sponge over `Keccak-p[1600]` (FIPS 202 §4), with any rate, domain byte and number of rounds. The caller is
/// responsible for choosing secure parameters.
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
    /// Creates a sponge with an empty input. `rate_bytes` must be a multiple of 8 from 8 to 192, and `rounds` at most
    /// 24.
    ///
    /// # Errors
    /// [`ParameterError::Value`] for any other rate or number of rounds.
    pub fn new(rate_bytes: usize, rounds: usize) -> Result<Self, ParameterError> {
        Self::resume([0; 25], 0, rate_bytes, rounds)
    }

    /// Creates a sponge from a state and a position in the current block, as [`into_state`](Self::into_state) returns
    /// them.
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
    /// [`ParameterError::Value`] for an invalid rate or number of rounds (see [`new`](Self::new)), or if `position` is
    /// not less than the rate.
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

    /// Returns the state and the number of bytes absorbed into the current block.
    #[must_use]
    pub fn into_state(self) -> ([u64; 25], usize) {
        self.0.into_state()
    }

    /// Appends `data` to the input.
    pub fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }

    /// Resets the sponge to an empty input.
    pub fn reset(&mut self) {
        self.0.restart();
    }

    /// Ends the input. The lowest bits of `domain` hold the suffix bits, starting with the first. The next bit is the
    /// first padding bit. For example, `domain` is 0x06 for SHA-3, 0x1f for SHAKE, and 0x01 without suffix bits.
    ///
    /// # Errors
    /// [`ParameterError::Value`] unless `domain` is 0x01 to 0x7f. The value 0 contains no padding bit. With 0x80 or
    /// more, the padding may not fit in the block.
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

/// Reader for the output of a [`KeccakSponge`].
#[derive(Clone)]
pub struct KeccakReader(Sponge);

impl KeccakReader {
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

impl fmt::Debug for KeccakReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeccakReader { .. }")
    }
}
