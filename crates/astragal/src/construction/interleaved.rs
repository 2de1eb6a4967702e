//! Messages of hashes with blocks of 64 bytes by instructions that wait for their operands longer than they run: a
//! message padded in registers, and many messages two at a time.

use super::padded::Padded;
use crate::platform::enter::Token;

/// A compression function by the processor's own instructions; the value proves them.
pub(crate) trait Streams: Copy {
    /// The instructions.
    type Token: Token;
    /// A chaining value.
    type Chaining;
    /// The same in the instructions' order.
    type State: Copy;
    /// The words of a block.
    type Words: Copy;

    /// What proves the instructions.
    fn token(self) -> Self::Token;
    /// The chaining value in the instructions' order.
    fn state(self, chaining: &Self::Chaining) -> Self::State;
    /// The words of a block.
    fn load(self, block: &[u8; 64]) -> Self::Words;
    /// The words of a block of four numbers, the first byte of each lowest.
    fn words(self, quarters: [u128; 4]) -> Self::Words;
    /// Compresses a block into each chaining value, whose rounds take turns.
    fn compress<const N: usize>(
        self,
        states: [Self::State; N],
        words: [Self::Words; N],
    ) -> [Self::State; N];
    /// Writes the digest that a chaining value is, as far as it goes.
    fn write(self, state: Self::State, digest: &mut [u8]);
}

/// What is left of a message, and its padding.
struct Tail<'m> {
    blocks: &'m [[u8; 64]],
    padded: Padded<'m>,
    /// Quarters of the padded blocks that are done.
    done: usize,
}

impl<'m> Tail<'m> {
    /// `rest` after `before` bytes.
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

    /// The next block of those that are left.
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

/// [`Compression::digest`](super::merkle_damgard::Compression::digest), padded in registers.
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

/// Fills each digest with that of the message of the same index, from the chaining value `start` on, two at a time.
pub(crate) fn hash_many<'d, S: Streams>(
    by: S,
    start: &S::Chaining,
    messages: &[&[u8]],
    mut digests: impl Iterator<Item = &'d mut [u8]>,
) {
    by.token().enter(
        #[inline(always)]
        move || in_turns(by, by.state(start), messages, &mut digests),
    );
}

/// The chaining value after the rest of a message behind `before` bytes, and its padding.
#[inline(always)]
pub(crate) fn finish<S: Streams>(by: S, mut state: S::State, before: u64, rest: &[u8]) -> S::State {
    let mut rest = Tail::new(before, rest);
    // One copy of the rounds for all blocks.
    while !rest.is_empty() {
        let words = rest.next(by);
        [state] = by.compress([state], [words]);
    }
    state
}

#[inline(always)]
fn in_turns<'d, S: Streams>(
    by: S,
    start: S::State,
    messages: &[&[u8]],
    digests: &mut impl Iterator<Item = &'d mut [u8]>,
) {
    let mut waiting = messages.iter().map(|message| Tail::new(0, message)).zip(digests);
    let (Some(mut first), mut second) = (waiting.next(), waiting.next()) else { return };
    let mut states = [start; 2];
    while let Some(other) = &mut second {
        let words = [first.0.next(by), other.0.next(by)];
        states = by.compress(states, words);
        // The next message takes the place of one that has ended.
        if other.0.is_empty() {
            by.write(states[1], other.1);
            states[1] = start;
            second = waiting.next();
        }
        if first.0.is_empty() {
            by.write(states[0], first.1);
            states[0] = start;
            match waiting.next().or_else(|| {
                states[0] = states[1];
                second.take()
            }) {
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
