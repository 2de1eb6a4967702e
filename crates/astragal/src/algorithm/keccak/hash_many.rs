//! Hashes several messages in parallel with one sponge function, for the `hash_many` functions and for the leaves of
//! tree hashes.
//!
//! Each of the interleaved states processes its own message. While every message has at least one whole block left, all
//! states absorb blocks directly from the callers' slices. When a message has less than a block left, each state
//! absorbs only one block. This block is the next whole block of the state's message, the padded last block, or a block
//! of zeros. A block of zeros only permutes the state, to produce more output. A state whose digest is complete takes
//! the next message.

use core::array::from_fn;

use super::backend::ParallelBackend;
use super::permutation::State;
use super::sponge::Sponge;
use crate::platform::array::Flat as _;
use crate::platform::words::erase;

/// Maximum number of states in parallel.
const WIDEST: usize = 8;

/// Parameters of a sponge function.
#[derive(Clone, Copy)]
pub(crate) struct SpongeFunction {
    /// Rate in bytes: 72, 104, 136, 144 or 168.
    pub(crate) rate: usize,
    pub(crate) rounds: usize,
    /// Domain byte: the suffix bits and the first padding bit.
    pub(crate) domain: u8,
}

impl SpongeFunction {
    /// Fills `digests[i]` with the output for message `i`.
    pub(crate) fn hash_many<'m, 'd>(
        self,
        messages: impl ExactSizeIterator<Item = &'m [u8]>,
        digests: impl Iterator<Item = &'d mut [u8]>,
    ) {
        self.hash_many_with(ParallelBackend::best(), messages.len(), &mut messages.zip(digests));
    }

    /// Hashes all messages. For each message in order, writes `output_bytes` bytes of output to `outputs`.
    #[cfg(feature = "registry")]
    pub(crate) fn hash_all(self, messages: &[&[u8]], output_bytes: usize, outputs: &mut [u8]) {
        let outputs = outputs.chunks_exact_mut(output_bytes);
        self.hash_many(messages.iter().copied(), outputs);
    }

    fn hash_many_with(
        self,
        backend: ParallelBackend,
        messages: usize,
        jobs: &mut Queue<'_, '_, '_>,
    ) {
        let width = backend.width(messages);
        if width > 1 {
            return ParallelSponges::new(self, backend, width).run(jobs);
        }
        for (message, digest) in jobs {
            self.finish(Sponge::new(self.rate, self.rounds), message, digest);
        }
    }

    /// Absorbs 2, 4 or 8 messages into interleaved states, which must be filled with zeros. The padded last block of
    /// each message is XORed into its state, but the state is not permuted afterwards.
    pub(crate) fn absorb_all(self, messages: &mut [&[u8]], states: &mut [u64]) {
        let Self { rate, rounds, domain } = self;
        let (backend, count) = (ParallelBackend::best(), messages.len());
        // States of messages that have ended. They are saved here, because the backend absorbs blocks into all states
        // until every message has ended.
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

    /// Absorbs `rest`, the remaining bytes of the message, and fills `digest`.
    fn finish(self, mut sponge: Sponge, rest: &[u8], digest: &mut [u8]) {
        sponge.absorb(rest);
        sponge.finish(self.domain);
        sponge.squeeze(digest);
    }
}

/// Iterator over messages and the slices for their digests. It is a trait object, so that the large loop over the jobs
/// is compiled only once. With a generic type, the loop would be compiled for each iterator type.
type Queue<'w, 'm, 'd> = dyn Iterator<Item = (&'m [u8], &'d mut [u8])> + 'w;

/// Remaining work for one state: the message bytes to absorb, and the digest bytes to write.
struct Job<'m, 'd> {
    /// Message bytes that are not yet absorbed. `None` once the padded block has been absorbed, or if the state is
    /// idle.
    message: Option<&'m [u8]>,
    /// Digest bytes that are not yet written. The slice is empty if the state is idle.
    digest: &'d mut [u8],
}

impl Job<'_, '_> {
    const fn is_idle(&self) -> bool {
        self.message.is_none() && self.digest.is_empty()
    }
}

/// Sponges that run in parallel, each with its own message and output.
struct ParallelSponges<'m, 'd> {
    function: SpongeFunction,
    backend: ParallelBackend,
    /// Number of states: 2, 4 or 8.
    width: usize,
    /// Interleaved states: lane `i` of state `j` is word `i * width + j`.
    states: [u64; 25 * WIDEST],
    jobs: [Job<'m, 'd>; WIDEST],
}

impl<'m, 'd> ParallelSponges<'m, 'd> {
    fn new(function: SpongeFunction, backend: ParallelBackend, width: usize) -> Self {
        let jobs = from_fn(|_| Job { message: None, digest: &mut [] });
        Self { function, backend, width, states: [0; 25 * WIDEST], jobs }
    }

    fn run(&mut self, jobs: &mut Queue<'_, 'm, 'd>) {
        loop {
            self.assign(jobs);
            // `busy` is the number of states that are not idle. Idle states absorb `filler`, the message of a busy
            // state. The message of every busy state has at least `blocks` whole blocks left.
            let (mut busy, mut filler, mut blocks) = (0, None, usize::MAX);
            for job in self.jobs.iter().filter(|job| !job.is_idle()) {
                busy += 1;
                filler = filler.or(job.message);
                blocks = blocks.min(job.message.unwrap_or_default().len() / self.function.rate);
            }
            match (busy, filler) {
                (0, _) => return,
                (1, _) => return self.finish_last(),
                (_, Some(filler)) if blocks > 0 => {
                    self.absorb_run(filler, blocks * self.function.rate);
                }
                _ => self.absorb_one_block(),
            }
        }
    }

    /// Assigns the next messages to idle states.
    fn assign(&mut self, jobs: &mut Queue<'_, 'm, 'd>) {
        for (j, job) in self.jobs[..self.width].iter_mut().enumerate() {
            if job.is_idle()
                && let Some((message, digest)) = jobs.next()
            {
                *job = Job { message: Some(message), digest };
                for i in 0..25 {
                    self.states[i * self.width + j] = 0;
                }
            }
        }
    }

    /// Absorbs `run` bytes into each state. `run` must be a multiple of the rate. Idle states absorb `filler`.
    fn absorb_run(&mut self, filler: &[u8], run: usize) {
        let mut blocks = [&filler[..run]; WIDEST];
        for j in 0..self.jobs.len() {
            if let Some(message) = &mut self.jobs[j].message {
                (blocks[j], *message) = message.split_at(run);
            }
        }
        let SpongeFunction { rate, rounds, .. } = self.function;
        let states = &mut self.states[..25 * self.width];
        self.backend.absorb_many(states, &blocks[..self.width], rate, rounds);
    }

    /// Absorbs one block into each state: the next whole block of its message, the padded last block, or zeros if the
    /// last block has already been absorbed. Then copies digest bytes from each state that has absorbed its last block.
    fn absorb_one_block(&mut self) {
        let Self { function: SpongeFunction { rate, rounds, domain }, backend, width, .. } = *self;
        let jobs = &mut self.jobs[..width];
        let mut padded = [[0; 168]; WIDEST];
        let mut blocks: [&[u8]; WIDEST] = [&[]; WIDEST];
        let mut ends = [false; WIDEST];
        for (j, padded) in padded[..width].iter_mut().enumerate() {
            blocks[j] = match jobs[j].message {
                Some(message) if message.len() >= rate => {
                    let (block, rest) = message.split_at(rate);
                    jobs[j].message = Some(rest);
                    block
                }
                message => {
                    if let Some(message) = message {
                        padded[..message.len()].copy_from_slice(message);
                        padded[message.len()] = domain;
                        padded[rate - 1] ^= 0x80;
                    }
                    (jobs[j].message, ends[j]) = (None, true);
                    &padded[..rate]
                }
            };
        }
        let states = &mut self.states[..25 * width];
        backend.absorb_many(states, &blocks[..width], rate, rounds);
        erase(padded[..width].flat_mut());
        for (j, job) in jobs.iter_mut().enumerate().filter(|(j, _)| ends[*j]) {
            let digest = core::mem::take(&mut job.digest);
            let (head, rest) = digest.split_at_mut(digest.len().min(rate));
            copy_state(&states[j..], width, head);
            job.digest = rest;
        }
    }

    /// Finishes the last busy state with the backend for a single state, which is faster than a batch whose other
    /// states are idle.
    fn finish_last(&mut self) {
        let SpongeFunction { rate, rounds, .. } = self.function;
        for (j, job) in self.jobs.iter_mut().enumerate().filter(|(_, job)| !job.is_idle()) {
            let state = from_fn(|i| self.states[i * self.width + j]);
            let digest = core::mem::take(&mut job.digest);
            match job.message.take() {
                Some(rest) => {
                    self.function.finish(Sponge::resume(state, 0, rate, rounds), rest, digest);
                }
                None => Sponge::resume(state, rate, rate, rounds).squeeze(digest),
            }
        }
    }
}

/// Fills `out` with bytes of one interleaved state, whose words are `step` words apart. Copies whole words one by one,
/// because a call of `memcpy` for eight bytes costs more than copying a word.
pub(super) fn copy_state(words: &[u64], step: usize, out: &mut [u8]) {
    let (whole, tail) = out.as_chunks_mut();
    for (i, piece) in whole.iter_mut().enumerate() {
        *piece = words[i * step].to_le_bytes();
    }
    if !tail.is_empty() {
        tail.copy_from_slice(&words[whole.len() * step].to_le_bytes()[..tail.len()]);
    }
}

impl Drop for ParallelSponges<'_, '_> {
    fn drop(&mut self) {
        erase(&mut self.states[..25 * self.width]);
    }
}
