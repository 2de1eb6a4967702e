//! Two, four or eight Keccak states in parallel, for schemes that expand many seeds at once (ML-KEM, ML-DSA, SLH-DSA).
//!
//! With wide vectors, eight states take little longer than one. `N` is 2, 4 or 8 in this module; the bound
//! [`SupportedBatch`] rejects other numbers at compile time. To hash any number of messages, use the function
//! `hash_many` of the hash type.
//!
//! ```
//! use astragal::keccak::batch;
//! let seeds = [b"seed 0", b"seed 1", b"seed 2", b"seed 3"];
//! let mut xofs = batch::shake128(seeds.map(|seed| seed.as_slice()));
//! let blocks: [[u8; 168]; 4] = xofs.squeeze_blocks();
//! assert_eq!(blocks[3], astragal::xof::Shake128::hash(b"seed 3"));
//! ```

use core::fmt;

use zeroize::Zeroize;

use super::backend::ParallelBackend;
use super::hash_many::{SpongeFunction, copy_state};
use super::permutation::States;
use super::raw::check_rounds;
use super::{sha3, shake, turboshake};
use crate::error::ParameterError;
use crate::platform::array::Flat as _;
use crate::platform::words::erase;

/// Batch size, the number of messages or states processed in parallel: `Batch<2>`, `Batch<4>` or `Batch<8>`.
#[derive(Clone, Copy, Debug)]
pub struct Batch<const N: usize>(());

/// Implemented for [`Batch`] of 2, 4 or 8 messages only.
///
/// ```compile_fail,E0277
/// let three = astragal::keccak::batch::shake128([b"one".as_slice(), b"two", b"three"]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}`: a batch has 2, 4 or 8 messages or states",
    label = "not 2, 4 or 8",
    note = "for any number of messages, the hashes and extendable-output functions have `hash_many`"
)]
pub trait SupportedBatch: sealed::Sealed {}

impl SupportedBatch for Batch<2> {}
impl SupportedBatch for Batch<4> {}
impl SupportedBatch for Batch<8> {}

mod sealed {
    /// Prevents other crates from adding batch sizes.
    pub trait Sealed {}
    impl<const N: usize> Sealed for super::Batch<N> {}
}

/// Applies Keccak-p[1600, `rounds`] (FIPS 202 §3.3) to each of two states.
///
/// # Errors
/// [`ParameterError::Value`] for more than 24 rounds.
pub fn keccak_p1600_x2(states: &mut [[u64; 25]; 2], rounds: usize) -> Result<(), ParameterError> {
    keccak_p1600_each(states.each_mut(), rounds)
}

/// Applies Keccak-p[1600, `rounds`] (FIPS 202 §3.3) to each of four states.
///
/// # Errors
/// [`ParameterError::Value`] for more than 24 rounds.
pub fn keccak_p1600_x4(states: &mut [[u64; 25]; 4], rounds: usize) -> Result<(), ParameterError> {
    keccak_p1600_each(states.each_mut(), rounds)
}

/// Applies Keccak-p[1600, `rounds`] (FIPS 202 §3.3) to each of eight states.
///
/// # Errors
/// [`ParameterError::Value`] for more than 24 rounds.
pub fn keccak_p1600_x8(states: &mut [[u64; 25]; 8], rounds: usize) -> Result<(), ParameterError> {
    keccak_p1600_each(states.each_mut(), rounds)
}

/// Applies Keccak-p[1600, `rounds`] (FIPS 202 §3.3) to each of `N` states at separate addresses.
///
/// ```
/// let (mut first, mut second) = ([0; 25], [0; 25]);
/// astragal::keccak::batch::keccak_p1600_each([&mut first, &mut second], 24)?;
/// assert_eq!([first[0], second[0]], [0xf1258f7940e1dde7; 2]);
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
///
/// # Errors
/// [`ParameterError::Value`] for more than 24 rounds.
pub fn keccak_p1600_each<const N: usize>(
    states: [&mut [u64; 25]; N],
    rounds: usize,
) -> Result<(), ParameterError>
where
    Batch<N>: SupportedBatch,
{
    let mut lanes: States<N> = [[0; N]; 25];
    for i in 0..25 {
        for j in 0..N {
            lanes[i][j] = states[j][i];
        }
    }
    keccak_p1600_lanes(&mut lanes, rounds)?;
    for (j, state) in states.into_iter().enumerate() {
        for i in 0..25 {
            state[i] = lanes[i][j];
        }
    }
    erase(lanes.flat_mut());
    Ok(())
}

/// Applies Keccak-p[1600, `rounds`] (FIPS 202 §3.3) to each of `N` interleaved states: `lanes[i][j]` is lane `i` of
/// state `j`. This is the fastest of the `keccak_p1600` functions, because it loads the states into vectors without
/// transposing them.
///
/// ```
/// let mut lanes = [[0; 8]; 25];
/// astragal::keccak::batch::keccak_p1600_lanes(&mut lanes, 24)?;
/// assert_eq!(lanes[0], [0xf1258f7940e1dde7; 8]);
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
///
/// # Errors
/// [`ParameterError::Value`] for more than 24 rounds.
pub fn keccak_p1600_lanes<const N: usize>(
    lanes: &mut [[u64; N]; 25],
    rounds: usize,
) -> Result<(), ParameterError>
where
    Batch<N>: SupportedBatch,
{
    check_rounds(rounds)?;
    ParallelBackend::best().permute_many(lanes.flat_mut(), rounds);
    Ok(())
}

/// Returns the SHA3-256 digests (FIPS 202 §6.1) of `N` messages, which may differ in length.
#[must_use]
pub fn sha3_256<const N: usize>(messages: [&[u8]; N]) -> [[u8; 32]; N]
where
    Batch<N>: SupportedBatch,
{
    let function = SpongeFunction { rate: 136, rounds: 24, domain: sha3::DOMAIN };
    BatchReader::<136, N>::new(function, messages).squeeze()
}

/// Returns the SHA3-512 digests (FIPS 202 §6.1) of `N` messages, which may differ in length.
#[must_use]
pub fn sha3_512<const N: usize>(messages: [&[u8]; N]) -> [[u8; 64]; N]
where
    Batch<N>: SupportedBatch,
{
    let function = SpongeFunction { rate: 72, rounds: 24, domain: sha3::DOMAIN };
    BatchReader::<72, N>::new(function, messages).squeeze()
}

/// Absorbs `N` messages, which may differ in length, with SHAKE128 (FIPS 202 §6.2). Returns a reader for their outputs.
#[must_use]
pub fn shake128<const N: usize>(messages: [&[u8]; N]) -> BatchReader<168, N>
where
    Batch<N>: SupportedBatch,
{
    BatchReader::new(SpongeFunction { rate: 168, rounds: 24, domain: shake::DOMAIN }, messages)
}

/// Absorbs `N` messages, which may differ in length, with SHAKE256 (FIPS 202 §6.2). Returns a reader for their outputs.
#[must_use]
pub fn shake256<const N: usize>(messages: [&[u8]; N]) -> BatchReader<136, N>
where
    Batch<N>: SupportedBatch,
{
    BatchReader::new(SpongeFunction { rate: 136, rounds: 24, domain: shake::DOMAIN }, messages)
}

/// Absorbs `N` messages, which may differ in length, with TurboSHAKE128 (RFC 9861 §2). Returns a reader for their
/// outputs.
///
/// # Errors
/// [`ParameterError::Value`] unless the domain separation byte is 0x01 to 0x7f.
pub fn turboshake128<const N: usize>(
    messages: [&[u8]; N],
    domain: u8,
) -> Result<BatchReader<168, N>, ParameterError>
where
    Batch<N>: SupportedBatch,
{
    turboshake::check_domain::<168>(domain)?;
    Ok(BatchReader::new(SpongeFunction { rate: 168, rounds: turboshake::ROUNDS, domain }, messages))
}

/// Absorbs `N` messages, which may differ in length, with TurboSHAKE256 (RFC 9861 §2). Returns a reader for their
/// outputs.
///
/// # Errors
/// [`ParameterError::Value`] unless the domain separation byte is 0x01 to 0x7f.
pub fn turboshake256<const N: usize>(
    messages: [&[u8]; N],
    domain: u8,
) -> Result<BatchReader<136, N>, ParameterError>
where
    Batch<N>: SupportedBatch,
{
    turboshake::check_domain::<136>(domain)?;
    Ok(BatchReader::new(SpongeFunction { rate: 136, rounds: turboshake::ROUNDS, domain }, messages))
}

/// Reader for the outputs of `N` sponges with a rate of `RATE` bytes.
#[derive(Clone)]
pub struct BatchReader<const RATE: usize, const N: usize> {
    states: States<N>,
    rounds: usize,
    /// Number of bytes squeezed since the last permutation.
    position: usize,
}

impl<const RATE: usize, const N: usize> BatchReader<RATE, N> {
    fn new(function: SpongeFunction, mut messages: [&[u8]; N]) -> Self {
        let mut states = [[0; N]; 25];
        function.absorb_all(&mut messages, states.flat_mut());
        Self { states, rounds: function.rounds, position: RATE }
    }

    /// Returns the next `RATE` bytes of each output, for rejection sampling. If the caller squeezes only whole blocks,
    /// each call performs exactly one permutation.
    #[must_use]
    pub fn squeeze_blocks(&mut self) -> [[u8; RATE]; N] {
        self.squeeze()
    }

    /// Returns the next `M` bytes of each output.
    #[must_use]
    pub fn squeeze<const M: usize>(&mut self) -> [[u8; M]; N] {
        let mut out = [[0; M]; N];
        self.squeeze_into(&mut out);
        out
    }

    /// Fills `out[j]` with the next `M` bytes of output `j`.
    pub fn squeeze_into<const M: usize>(&mut self, out: &mut [[u8; M]; N]) {
        let mut done = 0;
        while done < M {
            if self.position == RATE {
                ParallelBackend::best().permute_many(self.states.flat_mut(), self.rounds);
                self.position = 0;
            }
            let count = (M - done).min(RATE - self.position);
            for (j, out) in out.iter_mut().enumerate() {
                self.copy_bytes(j, &mut out[done..done + count]);
            }
            self.position += count;
            done += count;
        }
    }

    /// Fills `out` with bytes of state `j`, starting at the current position in the block.
    fn copy_bytes(&self, j: usize, out: &mut [u8]) {
        let (first, skip) = (self.position / 8, self.position % 8);
        let (head, rest) = out.split_at_mut(out.len().min((8 - skip) % 8));
        if !head.is_empty() {
            let bytes = self.states[first][j].to_le_bytes();
            head.copy_from_slice(&bytes[skip..skip + head.len()]);
        }
        let first = first + usize::from(skip > 0);
        if !rest.is_empty() {
            copy_state(&self.states.flat()[first * N + j..], N, rest);
        }
    }
}

impl<const RATE: usize, const N: usize> Drop for BatchReader<RATE, N> {
    fn drop(&mut self) {
        erase(self.states.flat_mut());
        self.position.zeroize();
    }
}

impl<const RATE: usize, const N: usize> fmt::Debug for BatchReader<RATE, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BatchReader { .. }")
    }
}
