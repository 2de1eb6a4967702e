//! Many messages through one sponge function, several in step: behind the leaves of the tree hashes and
//! `hash_many`.
//!
//! Each lane of the states side by side works on a message of its own. As long as every lane has whole
//! blocks, they are absorbed as one run straight from the callers' slices; otherwise a step is one block
//! of each: the next of the message, the last, padded, or zeros to squeeze more. A lane that is done
//! takes the next message.

use core::array::from_fn;

use super::backend::Many;
use super::permutation::State;
use super::sponge::Sponge;
use crate::platform::words::erase;

/// The most messages in step.
const WIDEST: usize = 8;

/// A sponge function.
#[derive(Clone, Copy)]
pub(crate) struct SpongeFunction {
    /// The rate in bytes: 72, 104, 136, 144 or 168.
    pub(crate) rate: usize,
    pub(crate) rounds: usize,
    /// The suffix bits and the first padding bit.
    pub(crate) domain: u8,
}

impl SpongeFunction {
    /// Fills each of `digests` with the output for the message of the same index.
    pub(crate) fn hash_many<'m, 'd>(
        self,
        messages: impl ExactSizeIterator<Item = &'m [u8]>,
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        self.hash_many_by(Many::best(), messages.len(), &mut messages.zip(digests));
    }

    /// The same for outputs of `output_bytes` each, one behind the other.
    #[cfg(feature = "registry")]
    pub(crate) fn hash_all(self, messages: &[&[u8]], output_bytes: usize, outputs: &mut [u8]) {
        let outputs = outputs.chunks_exact_mut(output_bytes);
        self.hash_many(messages.iter().copied(), outputs);
    }

    fn hash_many_by(self, backend: Many, messages: usize, work: &mut Queue<'_, '_, '_>) {
        let width = backend.width(messages);
        if width > 1 {
            return Step::new(self, backend, width).run(work);
        }
        for (message, digest) in work {
            self.finish(Sponge::new(self.rate, self.rounds), message, digest);
        }
    }

    /// Absorbs 2, 4 or 8 messages, padded, into a state each, which lie side by side and are 0 at first; the last block
    /// is added and not permuted yet.
    pub(crate) fn absorb_all(self, messages: &mut [&[u8]], states: &mut [u64]) {
        let Self { rate, rounds, domain } = self;
        let (backend, count) = (Many::best(), messages.len());
        // A lane that is done before another goes on with what that absorbs; its state is kept here.
        let mut done: [Option<State>; WIDEST] = [None; WIDEST];
        loop {
            let busy = messages.iter().filter(|message| message.len() >= rate);
            let Some(&shortest) = busy.min_by_key(|message| message.len()) else { break };
            let run = shortest.len() - shortest.len() % rate;
            let mut blocks = [&shortest[..run]; WIDEST];
            for (j, message) in messages.iter_mut().enumerate() {
                if message.len() >= run {
                    (blocks[j], *message) = message.split_at(run);
                } else if done[j].is_none() {
                    done[j] = Some(from_fn(|i| states[i * count + j]));
                }
            }
            backend.absorb_many(states, &blocks[..count], rate, rounds);
        }
        for (j, message) in messages.iter().enumerate() {
            if let Some(state) = &mut done[j] {
                for i in 0..25 {
                    states[i * count + j] = state[i];
                }
                erase(state);
            }
            let (words, tail) = message.as_chunks::<8>();
            for (i, word) in words.iter().enumerate() {
                states[i * count + j] ^= u64::from_le_bytes(*word);
            }
            let mut last = [0; 8];
            last[..tail.len()].copy_from_slice(tail);
            last[tail.len()] = domain;
            states[words.len() * count + j] ^= u64::from_le_bytes(last);
            states[(rate / 8 - 1) * count + j] ^= 1 << 63;
        }
    }

    /// Ends the message in `sponge` with `rest`.
    fn finish(self, mut sponge: Sponge, rest: &[u8], digest: &mut [u8]) {
        sponge.absorb(rest);
        sponge.finish(self.domain);
        sponge.squeeze(digest);
    }
}

/// Messages, and where their digests go. The loop over the lanes is large: it is one for all callers.
type Queue<'w, 'm, 'd> = dyn Iterator<Item = (&'m [u8], &'d mut [u8])> + 'w;

/// What one lane works on.
struct Lane<'m, 'd> {
    /// What is left of the message; `None` when it is padded and absorbed, and when the lane is idle.
    message: Option<&'m [u8]>,
    /// What is left of the digest; empty when the lane is idle.
    digest: &'d mut [u8],
}

impl Lane<'_, '_> {
    const fn is_idle(&self) -> bool {
        self.message.is_none() && self.digest.is_empty()
    }
}

/// Lanes in step.
struct Step<'m, 'd> {
    function: SpongeFunction,
    backend: Many,
    /// How many lanes there are: 2, 4 or 8.
    width: usize,
    /// Lane `i` of state `j` is word `i * width + j`.
    states: [u64; 25 * WIDEST],
    lanes: [Lane<'m, 'd>; WIDEST],
}

impl<'m, 'd> Step<'m, 'd> {
    fn new(function: SpongeFunction, backend: Many, width: usize) -> Self {
        let lanes = from_fn(|_| Lane { message: None, digest: &mut [] });
        Self { function, backend, width, states: [0; 25 * WIDEST], lanes }
    }

    fn run(&mut self, work: &mut Queue<'_, 'm, 'd>) {
        loop {
            self.take(work);
            // What idle lanes absorb, and how many blocks every busy lane has.
            let (mut busy, mut filler, mut blocks) = (0, None, usize::MAX);
            for lane in self.lanes.iter().filter(|lane| !lane.is_idle()) {
                busy += 1;
                filler = filler.or(lane.message);
                blocks = blocks.min(lane.message.unwrap_or_default().len() / self.function.rate);
            }
            match (busy, filler) {
                (0, _) => return,
                (1, _) => return self.finish_alone(),
                (_, Some(filler)) if blocks > 0 => {
                    self.absorb_run(filler, blocks * self.function.rate);
                }
                _ => self.absorb_one_block(),
            }
        }
    }

    /// Gives idle lanes the next messages.
    fn take(&mut self, work: &mut Queue<'_, 'm, 'd>) {
        for (j, lane) in self.lanes[..self.width].iter_mut().enumerate() {
            if lane.is_idle()
                && let Some((message, digest)) = work.next()
            {
                *lane = Lane { message: Some(message), digest };
                for i in 0..25 {
                    self.states[i * self.width + j] = 0;
                }
            }
        }
    }

    /// Absorbs as many bytes of whole blocks as every lane has.
    fn absorb_run(&mut self, filler: &[u8], run: usize) {
        let mut blocks = [&filler[..run]; WIDEST];
        for (lane, blocks) in self.lanes.iter_mut().zip(&mut blocks) {
            if let Some(message) = &mut lane.message {
                (*blocks, *message) = message.split_at(run);
            }
        }
        let SpongeFunction { rate, rounds, .. } = self.function;
        let states = &mut self.states[..25 * self.width];
        self.backend.absorb_many(states, &blocks[..self.width], rate, rounds);
    }

    /// Absorbs one block of each lane; those whose messages end with it, or ended before, give output.
    fn absorb_one_block(&mut self) {
        let Self { function: SpongeFunction { rate, rounds, domain }, backend, width, .. } = *self;
        let lanes = &mut self.lanes[..width];
        let mut padded = [[0; 168]; WIDEST];
        let mut blocks: [&[u8]; WIDEST] = [&[]; WIDEST];
        let mut ends = [false; WIDEST];
        for (j, padded) in padded[..width].iter_mut().enumerate() {
            blocks[j] = match lanes[j].message {
                Some(message) if message.len() >= rate => {
                    let (block, rest) = message.split_at(rate);
                    lanes[j].message = Some(rest);
                    block
                }
                message => {
                    if let Some(message) = message {
                        padded[..message.len()].copy_from_slice(message);
                        padded[message.len()] = domain;
                        padded[rate - 1] ^= 0x80;
                    }
                    (lanes[j].message, ends[j]) = (None, true);
                    &padded[..rate]
                }
            };
        }
        let states = &mut self.states[..25 * width];
        backend.absorb_many(states, &blocks[..width], rate, rounds);
        erase(padded[..width].as_flattened_mut());
        for (j, lane) in lanes.iter_mut().enumerate().filter(|(j, _)| ends[*j]) {
            let digest = core::mem::take(&mut lane.digest);
            let (head, rest) = digest.split_at_mut(digest.len().min(rate));
            copy_state(&states[j..], width, head);
            lane.digest = rest;
        }
    }

    /// Without neighbours, one state is faster than several.
    fn finish_alone(&mut self) {
        let SpongeFunction { rate, rounds, .. } = self.function;
        for (j, lane) in self.lanes.iter_mut().enumerate().filter(|(_, lane)| !lane.is_idle()) {
            let state = from_fn(|i| self.states[i * self.width + j]);
            let digest = core::mem::take(&mut lane.digest);
            match lane.message.take() {
                Some(rest) => {
                    self.function.finish(Sponge::resume(state, 0, rate, rounds), rest, digest);
                }
                None => Sponge::resume(state, rate, rate, rounds).squeeze(digest),
            }
        }
    }
}

/// Fills `out` with words of a state, which lie `step` apart. Whole words are moved: a call to copy eight bytes takes
/// longer than they.
pub(super) fn copy_state(words: &[u64], step: usize, out: &mut [u8]) {
    let (whole, tail) = out.as_chunks_mut();
    for (i, piece) in whole.iter_mut().enumerate() {
        *piece = words[i * step].to_le_bytes();
    }
    if !tail.is_empty() {
        tail.copy_from_slice(&words[whole.len() * step].to_le_bytes()[..tail.len()]);
    }
}

impl Drop for Step<'_, '_> {
    fn drop(&mut self) {
        erase(&mut self.states[..25 * self.width]);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec;
    use std::vec::Vec;

    fn check(function: SpongeFunction, lengths: &[usize], digest_bytes: usize) {
        let bytes: Vec<u8> = (0..=255).cycle().take(3000).collect();
        let messages: Vec<&[u8]> =
            lengths.iter().enumerate().map(|(i, &length)| &bytes[i..i + length]).collect();
        let expected: Vec<Vec<u8>> = messages
            .iter()
            .map(|message| {
                let mut digest = vec![0; digest_bytes];
                let sponge = Sponge::new(function.rate, function.rounds);
                function.finish(sponge, message, &mut digest);
                digest
            })
            .collect();
        for backend in Many::available() {
            let mut digests = vec![vec![0; digest_bytes]; lengths.len()];
            let outputs = digests.iter_mut().map(Vec::as_mut_slice);
            let mut work = messages.iter().copied().zip(outputs);
            function.hash_many_by(backend, messages.len(), &mut work);
            assert_eq!(digests, expected, "{} {lengths:?} {digest_bytes}", backend.name());
        }
    }

    #[test]
    fn hash_many_matches_single_messages() {
        for (rate, rounds, domain) in
            [(136, 24, 0x06), (168, 12, 0x0b), (72, 24, 0x06), (104, 3, 1)]
        {
            let function = SpongeFunction { rate, rounds, domain };
            let edges = [0, 1, rate - 1, rate, rate + 1, 2 * rate - 1, 2 * rate, 5 * rate + 3];
            for digest_bytes in [0, 1, 32, rate, rate + 1, 3 * rate] {
                for count in 0..20 {
                    let equal = vec![2 * rate + 5; count];
                    let mixed: Vec<usize> = (0..count).map(|i| edges[i * 5 % 8]).collect();
                    let falling: Vec<usize> = (0..count).map(|i| (count - i) * 97).collect();
                    check(function, &equal, digest_bytes);
                    check(function, &mixed, digest_bytes);
                    check(function, &falling, digest_bytes);
                }
            }
        }
    }
}
