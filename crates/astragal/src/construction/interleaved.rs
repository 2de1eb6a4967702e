//! Hashing with the CPU's hash instructions (SHA-NI), for hashes with 64-byte blocks. The code pads messages in
//! registers, and interleaves the rounds of two independent messages to hide instruction latency.

use super::padding::Padded;
use crate::platform::enter::Token;

/// Compression function that uses hash instructions of the CPU. A value of this type proves that the CPU has these
/// instructions.
pub(crate) trait Streams: Copy {
    /// Type of the token that proves that the CPU has the hash instructions.
    type Token: Token;
    /// Chaining value.
    type Chaining;
    /// Chaining value in the register layout that the instructions use.
    type State: Copy;
    /// Words of a block.
    type Words: Copy;

    /// Returns the token.
    fn token(self) -> Self::Token;
    /// Converts a chaining value to the register layout.
    fn state(self, chaining: &Self::Chaining) -> Self::State;
    /// Loads a block as words.
    fn load(self, block: &[u8; 64]) -> Self::Words;
    /// Converts a block to words. `quarters` are the four 16-byte parts of the block, read as little-endian numbers.
    fn words(self, quarters: [u128; 4]) -> Self::Words;
    /// Compresses one block into each chaining value, and interleaves the rounds of all blocks.
    fn compress<const N: usize>(
        self,
        states: [Self::State; N],
        words: [Self::Words; N],
    ) -> [Self::State; N];
    /// Writes the chaining value to `digest`, truncated to the length of `digest`.
    fn write(self, state: Self::State, digest: &mut [u8]);
}

/// Unprocessed tail of a message, with its padding.
struct Tail<'m> {
    blocks: &'m [[u8; 64]],
    padded: Padded<'m>,
    /// Number of 16-byte quarters of the padded blocks that have already been read.
    done: usize,
}

impl<'m> Tail<'m> {
    /// Creates the tail of a message. `rest` is the unprocessed end of the message, and `before` is the number of bytes
    /// already processed.
    #[inline(always)]
    fn new(before: u64, rest: &'m [u8]) -> Self {
        let (blocks, tail) = rest.as_chunks();
        let padded = Padded::new(tail, before.wrapping_add(rest.len() as u64));
        Self { blocks, padded, done: 0 }
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.done == 4 * self.padded.blocks()
    }

    /// Loads the next block as words.
    #[inline(always)]
    fn next<S: Streams>(&mut self, by: S) -> S::Words {
        if let Some((block, rest)) = self.blocks.split_first() {
            self.blocks = rest;
            return by.load(block);
        }
        let (quarter, at) = (&self.padded, self.done);
        self.done += 4;
        by.words([
            quarter.quarter(at),
            quarter.quarter(at + 1),
            quarter.quarter(at + 2),
            quarter.quarter(at + 3),
        ])
    }
}

/// Implements [`Compression::digest`](super::merkle_damgard::Compression::digest), with the padding in registers.
pub(crate) fn digest<S: Streams>(
    by: S,
    chaining: &S::Chaining,
    before: u64,
    rest: &[u8],
    digest: &mut [u8],
) {
    by.token().enter(
        #[inline(always)]
        move || by.write(finish(by, by.state(chaining), before, rest), digest),
    );
}

/// Fills each buffer with the digest of the message at the same index. Processes two messages at a time. `start` is the
/// initial chaining value.
pub(crate) fn hash_many<'d, S: Streams>(
    by: S,
    start: &S::Chaining,
    messages: &[&[u8]],
    mut digests: impl Iterator<Item = &'d mut [u8]>,
) {
    let digests: &mut dyn Iterator<Item = &'d mut [u8]> = &mut digests;
    by.token().enter(
        #[inline(always)]
        move || in_turns(by, by.state(start), messages, digests),
    );
}

/// Compresses `rest`, which is the end of a message, and then the padding. `before` is the number of message bytes
/// already processed. Returns the chaining value.
#[inline(always)]
pub(crate) fn finish<S: Streams>(by: S, mut state: S::State, before: u64, rest: &[u8]) -> S::State {
    let mut rest = Tail::new(before, rest);
    // A single loop compresses message blocks and padded blocks, because a second loop would contain a second copy of
    // the rounds.
    while !rest.is_empty() {
        let words = rest.next(by);
        [state] = by.compress([state], [words]);
    }
    state
}

/// Queue of waiting messages, with the buffers for their digests.
struct Waiting<'m, 'd, 'i> {
    messages: &'m [&'m [u8]],
    digests: &'i mut dyn Iterator<Item = &'d mut [u8]>,
}

impl<'m, 'd> Waiting<'m, 'd, '_> {
    #[inline(always)]
    fn next(&mut self) -> Option<(Tail<'m>, &'d mut [u8])> {
        let (message, rest) = self.messages.split_first()?;
        self.messages = rest;
        Some((Tail::new(0, message), self.digests.next()?))
    }
}

#[inline(always)]
fn in_turns<S: Streams>(
    by: S,
    start: S::State,
    messages: &[&[u8]],
    digests: &mut dyn Iterator<Item = &mut [u8]>,
) {
    let mut waiting = Waiting { messages, digests };
    let (Some(mut first), mut second) = (waiting.next(), waiting.next()) else { return };
    let mut states = [start; 2];
    while let Some(other) = &mut second {
        let words = [first.0.next(by), other.0.next(by)];
        states = by.compress(states, words);
        // If a message has ended, the next waiting message takes its place.
        if other.0.is_empty() {
            by.write(states[1], other.1);
            states[1] = start;
            second = waiting.next();
        }
        if first.0.is_empty() {
            by.write(states[0], first.1);
            states[0] = start;
            let mut next = waiting.next();
            if next.is_none() {
                states[0] = states[1];
                next = second.take();
            }
            match next {
                Some(next) => first = next,
                None => return,
            }
        }
    }
    let [mut state, _] = states;
    while !first.0.is_empty() {
        let words = first.0.next(by);
        [state] = by.compress([state], [words]);
    }
    by.write(state, first.1);
}
