//! The sponge (FIPS 202 §4): buffering and padding for all functions of the Keccak family. Partial blocks are XORed
//! into the state directly, without a separate buffer.

use core::fmt;
use zeroize::Zeroize;

use super::backend::Backend;
use super::permutation::State;
use crate::platform::words::erase;
use crate::traits::state::{Fields, SerializeState, Serialized};
use crate::traits::xof::XofReader;

/// Whether the sponge passes several whole blocks to the backend in one call. The backend then keeps the state in
/// registers from block to block.
const WHOLE_BLOCKS: bool = cfg!(target_pointer_width = "64");

/// Sponge over a Keccak state.
#[derive(Clone)]
pub(crate) struct Sponge {
    state: State,
    /// Number of bytes absorbed or squeezed since the last permutation.
    position: u8,
    rate: u8,
    rounds: u8,
}

impl Sponge {
    /// Creates an empty sponge. `rate`, in bytes, must be a multiple of 8 below 200, and `rounds` must be at most 24.
    pub(crate) const fn new(rate: usize, rounds: usize) -> Self {
        assert!(rate.is_multiple_of(8) && 0 < rate && rate < 200 && rounds <= 24);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the assertion above limits both values"
        )]
        Self { state: [0; 25], position: 0, rate: rate as u8, rounds: rounds as u8 }
    }

    /// Absorbs `pieces` and returns the first `N` bytes of output. Creates no separate reader, which saves copies of
    /// the state.
    #[inline]
    pub(crate) fn hash<const N: usize>(mut self, pieces: &[&[u8]], domain: u8) -> [u8; N] {
        pieces.iter().for_each(|piece| self.absorb(piece));
        self.finish(domain);
        let mut out = [0; N];
        self.squeeze(&mut out);
        out
    }

    /// Creates a sponge from a state and a position in the current block.
    pub(crate) fn resume(state: State, position: usize, rate: usize, rounds: usize) -> Self {
        debug_assert!(position <= rate);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the position is at most the rate, a `u8`"
        )]
        Self { state, position: position as u8, ..Self::new(rate, rounds) }
    }

    /// Resets the sponge to its initial state. The rate and the number of rounds stay the same.
    pub(crate) fn restart(&mut self) {
        self.state = [0; 25];
        self.position = 0;
    }

    /// Returns the state and the position in the current block.
    pub(crate) fn into_state(self) -> (State, usize) {
        (self.state, usize::from(self.position))
    }

    pub(crate) fn rate(&self) -> usize {
        usize::from(self.rate)
    }

    /// Appends `data` to the input.
    pub(crate) fn absorb(&mut self, mut data: &[u8]) {
        let rate = self.rate();
        while !data.is_empty() {
            if WHOLE_BLOCKS && self.position == 0 {
                let (blocks, rest) = data.split_at(data.len() - data.len() % rate);
                if !blocks.is_empty() {
                    let rounds = usize::from(self.rounds);
                    Backend::best().absorb_blocks(&mut self.state, blocks, rate, rounds);
                }
                data = rest;
            }
            let free = rate - usize::from(self.position);
            let (head, rest) = data.split_at(free.min(data.len()));
            self.add_bytes(head);
            if self.position == self.rate {
                self.permute();
            }
            data = rest;
        }
    }

    /// Pads an incomplete block with zeros, as `bytepad` does (SP 800-185 §2.3.3), and permutes the state.
    pub(crate) fn fill_block(&mut self) {
        if self.position > 0 {
            self.permute();
        }
    }

    /// Ends the input. The lowest bits of `domain` hold the suffix bits. The next bit is the first bit of the padding
    /// pad10*1 (FIPS 202 §5.1). For example, `domain` is 0x06 for SHA-3 and 0x1f for SHAKE. The next call of `squeeze`
    /// permutes the state.
    pub(crate) fn finish(&mut self, domain: u8) {
        self.add_byte(usize::from(self.position), domain);
        self.add_byte(self.rate() - 1, 0x80);
        self.position = self.rate;
    }

    /// Fills `out` with the next bytes of output. Call [`finish`](Self::finish) first.
    pub(crate) fn squeeze(&mut self, mut out: &mut [u8]) {
        let rate = self.rate();
        loop {
            let left = out.len().min(rate - usize::from(self.position));
            let (head, rest) = out.split_at_mut(left);
            self.copy_bytes(head);
            out = rest;
            if WHOLE_BLOCKS {
                let (blocks, rest) = out.split_at_mut(out.len() - out.len() % rate);
                if !blocks.is_empty() {
                    let rounds = usize::from(self.rounds);
                    Backend::best().squeeze_blocks(&mut self.state, blocks, rate, rounds);
                }
                out = rest;
            }
            if out.is_empty() {
                return;
            }
            self.permute();
        }
    }

    fn permute(&mut self) {
        Backend::best().permute(&mut self.state, usize::from(self.rounds));
        self.position = 0;
    }

    /// XORs `data` into the state at the current position. `data` must fit in the current block.
    fn add_bytes(&mut self, mut data: &[u8]) {
        let mut at = usize::from(self.position);
        self.advance(data.len());
        while !at.is_multiple_of(8)
            && let Some((&byte, rest)) = data.split_first()
        {
            self.add_byte(at, byte);
            at += 1;
            data = rest;
        }
        let (words, tail) = data.as_chunks::<8>();
        for i in 0..words.len() {
            self.state[at / 8 + i] ^= u64::from_le_bytes(words[i]);
        }
        at += 8 * words.len();
        for (i, &byte) in tail.iter().enumerate() {
            self.add_byte(at + i, byte);
        }
    }

    fn add_byte(&mut self, at: usize, byte: u8) {
        self.state[at / 8] ^= u64::from(byte) << (8 * (at % 8));
    }

    /// Fills `out` with bytes of the current block, starting at the current position.
    fn copy_bytes(&mut self, mut out: &mut [u8]) {
        let mut at = usize::from(self.position);
        self.advance(out.len());
        while !out.is_empty() {
            let bytes = self.state[at / 8].to_le_bytes();
            let (head, rest) = out.split_at_mut(out.len().min(8 - at % 8));
            head.copy_from_slice(&bytes[at % 8..at % 8 + head.len()]);
            at += head.len();
            out = rest;
        }
    }

    fn advance(&mut self, bytes: usize) {
        debug_assert!(usize::from(self.position) + bytes <= self.rate());
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the position is at most the rate, a `u8`"
        )]
        {
            self.position += bytes as u8;
        }
    }
}

impl SerializeState for Sponge {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.state.serialize(fields)?;
        self.position.serialize(fields)?;
        Fields::check(self.position <= self.rate)
    }
}

impl Drop for Sponge {
    fn drop(&mut self) {
        erase(&mut self.state);
        self.position.zeroize();
    }
}

/// Reader for the output of a sponge with a rate of `RATE` bytes.
#[derive(Clone)]
pub struct SpongeReader<const RATE: usize>(Sponge);

impl<const RATE: usize> SpongeReader<RATE> {
    /// Ends the input of `sponge` with the domain byte `domain`, and returns a reader for its output.
    pub(crate) fn new(mut sponge: Sponge, domain: u8) -> Self {
        debug_assert_eq!(sponge.rate(), RATE);
        sponge.finish(domain);
        Self(sponge)
    }

    /// Creates the reader for a sponge whose input has ended. A reader with `RATE` 0, which the algorithm registry
    /// uses, accepts a sponge of any rate.
    pub(crate) fn of(sponge: Sponge) -> Self {
        debug_assert!(sponge.rate() == RATE || RATE == 0);
        Self(sponge)
    }

    /// Fills `out` with the next bytes of output.
    pub fn squeeze(&mut self, out: &mut [u8]) {
        self.0.squeeze(out);
    }

    /// Returns the next `N` bytes of output.
    #[must_use]
    pub fn squeeze_array<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.0.squeeze(&mut out);
        out
    }

    /// Returns the next `RATE` bytes of output, for rejection sampling. Each call performs exactly one permutation if
    /// the caller squeezes only whole blocks.
    ///
    /// ```
    /// use astragal::xof::Shake128;
    /// let mut xof = Shake128::new();
    /// xof.absorb(b"seed");
    /// let block: [u8; 168] = xof.finalize().squeeze_block();
    /// ```
    #[must_use]
    pub fn squeeze_block(&mut self) -> [u8; RATE] {
        self.squeeze_array()
    }
}

impl<const RATE: usize> SerializeState for SpongeReader<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const RATE: usize> XofReader for SpongeReader<RATE> {
    type Block = [u8; RATE];

    fn squeeze(&mut self, out: &mut [u8]) {
        self.squeeze(out);
    }
}

impl<const RATE: usize> fmt::Debug for SpongeReader<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SpongeReader { .. }")
    }
}

/// Computes a whole sponge function with 24 rounds and `N` bytes of output. Can be called at compile time.
pub(crate) const fn sponge_const<const N: usize>(
    message: &[u8],
    rate: usize,
    domain: u8,
) -> [u8; N] {
    use super::permutation::keccak_p;

    const fn add(state: &mut State, at: usize, byte: u8) {
        state[at / 8] ^= (byte as u64) << (8 * (at % 8));
    }

    let mut state = [0; 25];
    let mut position = 0;
    let mut i = 0;
    while i < message.len() {
        add(&mut state, position, message[i]);
        i += 1;
        position += 1;
        if position == rate {
            keccak_p(&mut state, 24);
            position = 0;
        }
    }
    add(&mut state, position, domain);
    add(&mut state, rate - 1, 0x80);
    let mut out = [0; N];
    let mut i = 0;
    while i < N {
        if i.is_multiple_of(rate) {
            keccak_p(&mut state, 24);
        }
        out[i] = state[i % rate / 8].to_le_bytes()[i % 8];
        i += 1;
    }
    out
}
