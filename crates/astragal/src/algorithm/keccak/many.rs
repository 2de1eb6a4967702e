//! Many messages through one sponge function, several in step: behind the leaves of the tree hashes and
//! `hash_many`.
//!
//! Each lane of the states side by side works on a message of its own. As long as every lane has whole
//! blocks, they are absorbed as one run straight from the callers' slices; otherwise a step is one block
//! of each: the next of the message, the last, padded, or zeros to squeeze more. A lane that is done
//! takes the next message.

use crate::machine::words::erase;
use core::array::from_fn;

use super::backend::Many;
use super::permutation::State;
use super::permutation::States;
use super::sponge::Sponge;

/// A sponge function.
#[derive(Clone, Copy)]
pub(crate) struct SpongeFunction {
    /// The rate in bytes: 72, 104, 136, 144 or 168 for full speed, and a multiple of 8.
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
        self.hash_many_by(Many::best(), messages, digests);
    }

    fn hash_many_by<'m, 'd>(
        self,
        backend: Many,
        messages: impl ExactSizeIterator<Item = &'m [u8]>,
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        let width = backend.width(messages.len());
        let mut work = messages.zip(digests);
        match width {
            8 => Step::<8>::new(self, backend).run(&mut work),
            4 => Step::<4>::new(self, backend).run(&mut work),
            2 => Step::<2>::new(self, backend).run(&mut work),
            _ => work.for_each(|(message, digest)| {
                self.finish(Sponge::new(self.rate, self.rounds), message, digest);
            }),
        }
    }

    /// Absorbs `N` messages, padded, into a state each; the last block is added and not permuted yet.
    pub(crate) fn absorb_all<const N: usize>(self, mut messages: [&[u8]; N]) -> States<N> {
        let Self { rate, rounds, domain } = self;
        let backend = Many::best();
        let mut states = [[0; N]; 25];
        // A lane that is done before another goes on with what that absorbs; its state is kept here.
        let mut done: [Option<State>; N] = [None; N];
        loop {
            let busy = || messages.iter().filter(|message| message.len() >= rate);
            let Some(shortest) = busy().min_by_key(|message| message.len()) else { break };
            for (j, done) in done.iter_mut().enumerate() {
                if messages[j].len() < rate && done.is_none() {
                    *done = Some(from_fn(|i| states[i][j]));
                }
            }
            let run = shortest.len() - shortest.len() % rate;
            let blocks =
                messages.map(|message| if message.len() < run { shortest } else { message });
            backend.absorb_many(&mut states, &blocks.map(|message| &message[..run]), rate, rounds);
            for message in messages.iter_mut().filter(|message| message.len() >= run) {
                *message = &message[run..];
            }
        }
        for (j, state) in done.iter_mut().enumerate() {
            if let Some(state) = state {
                for (words, word) in states.iter_mut().zip(*state) {
                    words[j] = word;
                }
                erase(state);
            }
            let (words, tail) = messages[j].as_chunks::<8>();
            for (lane, word) in states.iter_mut().zip(words) {
                lane[j] ^= u64::from_le_bytes(*word);
            }
            let mut last = [0; 8];
            last[..tail.len()].copy_from_slice(tail);
            last[tail.len()] = domain;
            states[words.len()][j] ^= u64::from_le_bytes(last);
            states[rate / 8 - 1][j] ^= 1 << 63;
        }
        states
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
#[derive(Default)]
struct Lane<'m, 'd> {
    /// What is left of the message; `None` when it is padded and absorbed, and when the lane is idle.
    message: Option<&'m [u8]>,
    /// What is left of the digest; empty when the lane is idle.
    digest: &'d mut [u8],
}

impl Lane<'_, '_> {
    fn is_idle(&self) -> bool {
        self.message.is_none() && self.digest.is_empty()
    }
}

/// `N` lanes in step.
struct Step<'m, 'd, const N: usize> {
    function: SpongeFunction,
    backend: Many,
    states: States<N>,
    lanes: [Lane<'m, 'd>; N],
}

impl<'m, 'd, const N: usize> Step<'m, 'd, N> {
    fn new(function: SpongeFunction, backend: Many) -> Self {
        Self { function, backend, states: [[0; N]; 25], lanes: from_fn(|_| Lane::default()) }
    }

    fn run(&mut self, work: &mut Queue<'_, 'm, 'd>) {
        loop {
            self.take(work);
            match self.lanes.iter().filter(|lane| !lane.is_idle()).count() {
                0 => return,
                1 => return self.finish_alone(),
                _ if self.absorb_run() => {}
                _ => self.absorb_one_block(),
            }
        }
    }

    /// Gives idle lanes the next messages.
    fn take(&mut self, work: &mut Queue<'_, 'm, 'd>) {
        for (j, lane) in self.lanes.iter_mut().enumerate() {
            if lane.is_idle()
                && let Some((message, digest)) = work.next()
            {
                *lane = Lane { message: Some(message), digest };
                self.states.iter_mut().for_each(|words| words[j] = 0);
            }
        }
    }

    /// Absorbs as many whole blocks as every lane has. Says whether there were any.
    fn absorb_run(&mut self) -> bool {
        let rate = self.function.rate;
        let busy = || self.lanes.iter().filter(|lane| !lane.is_idle());
        let blocks = busy().map(|lane| lane.message.unwrap_or_default().len() / rate).min();
        let run = blocks.unwrap_or_default() * rate;
        let Some(filler) = busy().find_map(|lane| lane.message).filter(|_| run > 0) else {
            return false;
        };
        // Idle lanes absorb what another does.
        let blocks = from_fn(|j| &self.lanes[j].message.unwrap_or(filler)[..run]);
        self.backend.absorb_many(&mut self.states, &blocks, rate, self.function.rounds);
        for message in self.lanes.iter_mut().filter_map(|lane| lane.message.as_mut()) {
            *message = &message[run..];
        }
        true
    }

    /// Absorbs one block of each lane; those whose messages end with it, or ended before, give output.
    fn absorb_one_block(&mut self) {
        let SpongeFunction { rate, rounds, domain } = self.function;
        let mut padded = [[0; 200]; N];
        let whole: [Option<&[u8]>; N] = from_fn(|j| match self.lanes[j].message {
            Some(message) if message.len() >= rate => Some(&message[..rate]),
            _ => None,
        });
        for (lane, padded) in self.lanes.iter().zip(&mut padded) {
            if let Some(message) = lane.message.filter(|message| message.len() < rate) {
                padded[..message.len()].copy_from_slice(message);
                padded[message.len()] = domain;
                padded[rate - 1] ^= 0x80;
            }
        }
        let given: [&[u8]; N] = from_fn(|j| whole[j].unwrap_or(&padded[j][..rate]));
        self.backend.absorb_many(&mut self.states, &given, rate, rounds);
        erase(padded.as_flattened_mut());
        for (j, lane) in self.lanes.iter_mut().enumerate() {
            if whole[j].is_some() {
                lane.message = lane.message.map(|message| &message[rate..]);
                continue;
            }
            lane.message = None;
            let digest = core::mem::take(&mut lane.digest);
            let (head, rest) = digest.split_at_mut(digest.len().min(rate));
            copy_state(&self.states, j, head);
            lane.digest = rest;
        }
    }

    /// Without neighbours, one state is faster than several.
    fn finish_alone(&mut self) {
        let SpongeFunction { rate, rounds, .. } = self.function;
        for (j, lane) in self.lanes.iter_mut().enumerate().filter(|(_, lane)| !lane.is_idle()) {
            let state = from_fn(|i| self.states[i][j]);
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

/// Fills `out` with the words of state `j`. Whole words are moved: a call to copy eight bytes takes longer than they.
pub(super) fn copy_state<const N: usize>(states: &[[u64; N]], j: usize, out: &mut [u8]) {
    let mut words = states.iter().map(|words| words[j]);
    let (whole, tail) = out.as_chunks_mut();
    for (piece, word) in whole.iter_mut().zip(&mut words) {
        *piece = word.to_le_bytes();
    }
    if let Some(word) = words.next().filter(|_| !tail.is_empty()) {
        tail.copy_from_slice(&word.to_le_bytes()[..tail.len()]);
    }
}

impl<const N: usize> Drop for Step<'_, '_, N> {
    fn drop(&mut self) {
        erase(self.states.as_flattened_mut());
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
            function.hash_many_by(backend, messages.iter().copied(), outputs);
            assert_eq!(digests, expected, "{} {lengths:?} {digest_bytes}", backend.name());
        }
    }

    #[test]
    fn hash_many_matches_single_messages() {
        for (rate, rounds, domain) in [(136, 24, 0x06), (168, 12, 0x0b), (72, 24, 0x06), (40, 3, 1)]
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
