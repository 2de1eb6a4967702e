//! Multi-buffer hashing: hashes many messages in parallel, with one chaining value in each vector lane.
//!
//! When a message ends, its lane takes the next waiting message. Messages of different lengths therefore keep all lanes
//! busy. When too few messages remain, a scalar function (one message at a time) finishes each message from its current
//! chaining value.

use core::array::from_fn;

use crate::platform::array::Flat as _;
use crate::platform::backends::backends;
use crate::platform::cpu::Avx2;
use crate::platform::enter::Token;
use crate::platform::simd::Lanes;
use crate::platform::simd::x86_64::{U32x8, U32x16, U64x4, U64x8};
use crate::platform::words::{Word, erase};

/// Hash that can process one message per lane. A block is `B` bytes long (sixteen words of type `W`), and a chaining
/// value has `S` words.
pub(crate) trait MultiBuffer<W, const B: usize, const S: usize> {
    /// Parameters of a message, in addition to its bytes.
    type Job: Copy + Default;

    /// Writes the end of a message, with padding, to `last`, which becomes one or two blocks. All bytes of `last` must
    /// be zero on entry. Returns the number of message blocks before this end, and the number of blocks written to
    /// `last`.
    fn end(message: &[u8], last: &mut [[u8; B]; 2]) -> [usize; 2];
    /// Compresses one block in each lane. `w` holds the little-endian words of the blocks.
    fn compress<V: Lanes<W, N>, const N: usize>(
        proof: V::Proof,
        state: &mut [V; S],
        w: [V; 16],
        places: &[LaneInput<Self::Job>; N],
    );
    /// Fills `digest` with the first bytes of the chaining value.
    fn write(chaining: &[W; S], digest: &mut [u8]);
}

/// Input of the compression function for one lane, besides the block itself: the message's parameters and the position
/// of the block in the message.
#[derive(Clone, Copy)]
pub(crate) struct LaneInput<J> {
    pub(crate) job: J,
    /// Index of the block in its message.
    pub(crate) number: u64,
    /// Number of message bytes in the block.
    pub(crate) bytes: usize,
    pub(crate) is_last: bool,
}

/// Message with its parameters and the buffer for its digest.
pub(crate) type Task<'m, 'd, J> = (J, &'m [u8], &'d mut [u8]);

/// Queue of waiting messages. It is a trait object, so that the large loop over lanes is compiled only once.
type Queue<'q, 'm, 'd, J> = dyn Iterator<Item = Task<'m, 'd, J>> + 'q;

/// Unprocessed tail of a message, with the current chaining value and the parameters of the message.
pub(crate) struct Tail<'a, J, W, const S: usize> {
    pub(crate) job: J,
    pub(crate) chaining: &'a [W; S],
    /// Index of the next block.
    pub(crate) number: u64,
    pub(crate) bytes: &'a [u8],
}

/// Scalar function that finishes a message from its [`Tail`].
pub(crate) type FinishScalar<'a, J, W, const S: usize> = dyn Fn(Tail<'_, J, W, S>, &mut [u8]) + 'a;

backends! {
    /// Multi-buffer backend. The portable backend hashes one message at a time.
    pub(crate) enum Wide {
        "x86_64" Avx512(Avx512) = "avx512",
        "x86_64" Avx2(Avx2) = "avx2",
    }
}

/// Word type of a hash with blocks of `B` bytes. It determines the vector type that each backend uses.
pub(crate) trait WideWord<const B: usize>: Word {
    /// Hashes the queued messages and fills their digests. `start` is the initial chaining value. `least` holds two
    /// minimum numbers of busy lanes: the first for AVX-512, the second for AVX2. When fewer lanes are busy,
    /// `finish_scalar` finishes the messages.
    fn hash_queue<F: MultiBuffer<Self, B, S>, const S: usize>(
        wide: Wide,
        least: [usize; 2],
        start: &[Self; S],
        queue: &mut Queue<'_, '_, '_, F::Job>,
        finish_scalar: &FinishScalar<'_, F::Job, Self, S>,
    );
}

macro_rules! wide_word {
    ($word:ident, block $block:literal, $n512:literal of $v512:ty, $n256:literal of $v256:ty) => {
        impl WideWord<$block> for $word {
            fn hash_queue<F: MultiBuffer<Self, $block, S>, const S: usize>(
                wide: Wide,
                least: [usize; 2],
                start: &[Self; S],
                queue: &mut Queue<'_, '_, '_, F::Job>,
                finish_scalar: &FinishScalar<'_, F::Job, Self, S>,
            ) {
                match wide {
                    Wide::Avx512(cpu) => Step::<F, Self, $block, S, $n512>::new(start)
                        .run::<$v512>(cpu, least[0], queue, finish_scalar),
                    Wide::Avx2(cpu) => Step::<F, Self, $block, S, $n256>::new(start).run::<$v256>(
                        cpu,
                        least[1],
                        queue,
                        finish_scalar,
                    ),
                    Wide::Portable => queue.for_each(|(job, bytes, digest)| {
                        finish_scalar(Tail { job, chaining: start, number: 0, bytes }, digest);
                    }),
                }
            }
        }
    };
}

wide_word! { u32, block 64, 16 of U32x16, 8 of U32x8<Avx2> }
wide_word! { u64, block 128, 8 of U64x8, 4 of U64x4<Avx2> }

/// Message that a lane is processing.
struct Lane<'m, 'd, J, const B: usize> {
    job: J,
    message: &'m [u8],
    digest: &'d mut [u8],
    /// Complete blocks, read directly from the caller's message.
    whole: &'m [[u8; B]],
    /// Last one or two blocks of the message, with padding.
    last: [[u8; B]; 2],
    /// Number of blocks already compressed. The lane is idle when this number equals `blocks`, the total number of
    /// blocks.
    done: usize,
    blocks: usize,
}

impl<J: Copy + Default, const B: usize> Lane<'_, '_, J, B> {
    fn idle() -> Self {
        let (message, whole): (&[u8], &[[u8; B]]) = (&[], &[]);
        let digest = &mut [];
        Self { job: J::default(), message, digest, whole, last: [[0; B]; 2], done: 0, blocks: 0 }
    }

    #[inline(always)]
    fn is_idle(&self) -> bool {
        self.done == self.blocks
    }

    /// Returns the next block. Idle lanes process dummy blocks.
    #[inline(always)]
    fn next(&self) -> &[u8; B] {
        match self.whole.get(self.done) {
            Some(block) => block,
            None => &self.last[(self.done - self.whole.len()) & 1],
        }
    }

    #[inline(always)]
    fn place(&self) -> LaneInput<J> {
        let before = self.done * B;
        LaneInput {
            job: self.job,
            number: self.done as u64,
            bytes: self.message.len().saturating_sub(before).min(B),
            is_last: self.done + 1 == self.blocks,
        }
    }
}

/// State of multi-buffer hashing: all `N` lanes, which advance in lock-step.
struct Step<'m, 'd, F, W, const B: usize, const S: usize, const N: usize>
where
    F: MultiBuffer<W, B, S>,
    W: Word,
{
    start: [W; S],
    states: [[W; N]; S],
    lanes: [Lane<'m, 'd, F::Job, B>; N],
}

impl<'m, 'd, F, W, const B: usize, const S: usize, const N: usize> Step<'m, 'd, F, W, B, S, N>
where
    F: MultiBuffer<W, B, S>,
    W: Word,
{
    fn new(start: &[W; S]) -> Self {
        Self { start: *start, states: [[W::ZERO; N]; S], lanes: from_fn(|_| Lane::idle()) }
    }

    fn run<V: Lanes<W, N, Proof: Token>>(
        &mut self,
        cpu: V::Proof,
        least: usize,
        queue: &mut Queue<'_, 'm, 'd, F::Job>,
        finish_scalar: &FinishScalar<'_, F::Job, W, S>,
    ) {
        loop {
            self.take(queue);
            // Uses a plain loop, because iterator adapters would be compiled again for each hash and vector length.
            let (mut busy, mut steps, mut in_padding) = (0, usize::MAX, false);
            for lane in &self.lanes {
                if !lane.is_idle() {
                    busy += 1;
                    steps = steps.min(lane.blocks - lane.done);
                    in_padding |= lane.done > lane.whole.len();
                }
            }
            if busy == 0 {
                return;
            }
            // If few lanes are busy, the scalar function finishes their messages. It cannot continue a message whose
            // padding has begun, so such messages are finished in the lanes first.
            if busy < least && !in_padding {
                return self.finish(finish_scalar);
            }
            cpu.enter(
                #[inline(always)]
                || self.compress::<V>(cpu, steps),
            );
        }
    }

    /// Writes the digests of finished messages, and assigns waiting messages to idle lanes.
    fn take(&mut self, queue: &mut Queue<'_, 'm, 'd, F::Job>) {
        for j in 0..N {
            let lane = &mut self.lanes[j];
            if !lane.is_idle() {
                continue;
            }
            if !lane.digest.is_empty() {
                F::write(&chaining_of(&self.states, j), lane.digest);
                lane.digest = &mut [];
            }
            let Some((job, message, digest)) = queue.next() else { continue };
            lane.last = [[0; B]; 2];
            let [whole, count] = F::end(message, &mut lane.last);
            lane.whole = &message.as_chunks().0[..whole];
            (lane.job, lane.message, lane.digest) = (job, message, digest);
            (lane.done, lane.blocks) = (0, whole + count);
            for i in 0..S {
                self.states[i][j] = self.start[i];
            }
        }
    }

    /// Compresses the next `steps` blocks in every lane.
    #[inline(always)]
    fn compress<V: Lanes<W, N>>(&mut self, proof: V::Proof, steps: usize) {
        let mut state = [V::splat(proof, W::ZERO); S];
        for i in 0..S {
            state[i] = V::new(proof, self.states[i]);
        }
        for _ in 0..steps {
            let mut places = [self.lanes[0].place(); N];
            let mut rows = [self.lanes[0].next(); N];
            for j in 1..N {
                places[j] = self.lanes[j].place();
                rows[j] = self.lanes[j].next();
            }
            let words = V::columns(proof, &rows);
            F::compress::<V, N>(proof, &mut state, words, &places);
            for lane in &mut self.lanes {
                lane.done += 1;
            }
        }
        for lane in &mut self.lanes {
            if lane.digest.is_empty() {
                lane.blocks = lane.done;
            }
        }
        for i in 0..S {
            self.states[i] = state[i].to_array();
        }
    }

    /// Finishes the message of every busy lane with the scalar function.
    fn finish(&mut self, finish_scalar: &FinishScalar<'_, F::Job, W, S>) {
        for j in 0..N {
            let lane = &mut self.lanes[j];
            if lane.is_idle() {
                continue;
            }
            let mut chaining = chaining_of(&self.states, j);
            let bytes = &lane.message[lane.done * B..];
            let (job, number) = (lane.job, lane.done as u64);
            finish_scalar(Tail { job, chaining: &chaining, number, bytes }, lane.digest);
            erase(&mut chaining);
        }
    }
}

/// Returns the chaining value of lane `j`.
fn chaining_of<W: Word, const S: usize, const N: usize>(states: &[[W; N]; S], j: usize) -> [W; S] {
    let mut chaining = [W::ZERO; S];
    for i in 0..S {
        chaining[i] = states[i][j];
    }
    chaining
}

impl<F, W, const B: usize, const S: usize, const N: usize> Drop for Step<'_, '_, F, W, B, S, N>
where
    F: MultiBuffer<W, B, S>,
    W: Word,
{
    fn drop(&mut self) {
        self.states.flat_mut().fill(W::ZERO);
        zeroize::optimization_barrier(&self.states);
        for lane in &mut self.lanes {
            erase(lane.last.flat_mut());
        }
    }
}
