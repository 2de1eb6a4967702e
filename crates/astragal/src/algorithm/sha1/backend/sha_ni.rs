//! SHA-1 with the SHA extensions: four rounds per instruction. In a single message, each instruction waits for the
//! result of the previous instruction. To use this waiting time, the code interleaves two messages.

use crate::construction::block_buffer::Blocks;
use crate::construction::interleaved::{Streams, finish};
use crate::platform::array::copy;
use crate::platform::cpu::ShaNi;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::U32x4Sha;
use crate::platform::unroll::unroll;

pub(super) fn compress_blocks(cpu: ShaNi, work: &mut Blocks<'_, [u32; 5], 64>) {
    cpu.enter(
        #[inline(always)]
        move || {
            let &mut (ref mut state, blocks) = work;
            run(cpu, state, blocks);
        },
    );
}

#[inline(always)]
fn run(cpu: ShaNi, state: &mut [u32; 5], blocks: &[[u8; 64]]) {
    let mut working = state_of(cpu, state);
    for block in blocks {
        working = compress(working, load(cpu, block));
    }
    let [abcd, e] = working;
    let [d, c, b, a] = abcd.to_array();
    *state = [a, b, c, d, e.to_array()[3]];
}

/// Computes the tag for [`Compression::hmac`](crate::construction::merkle_damgard::Compression::hmac). Interleaves the
/// compressions of the two padded keys, and keeps the inner digest in registers.
pub(in crate::algorithm::sha1) fn hmac(
    cpu: ShaNi,
    start: &[u32; 5],
    (inner, outer): (&[u8; 64], &[u8; 64]),
    message: &[u8],
    tag: &mut [u8],
) {
    cpu.enter(
        #[inline(always)]
        move || {
            let start = state_of(cpu, start);
            let blocks = [load(cpu, inner), load(cpu, outer)];
            let [inner, outer] = compress_interleaved([start; 2], blocks);
            let [abcd, e] = finish(ShaNiStreams(cpu), inner, 64, message);
            // The digest of the inner hash, words A to E, is the message of the outer hash. A message vector has its
            // first word in the highest element, and E is the first word of the second message vector. In `e`, E is
            // already in the highest element, so no shuffle is needed.
            let second = e.and(U32x4Sha::new(cpu, [0, 0, 0, !0]));
            let second = second.add(U32x4Sha::new(cpu, [0, 0, 0x8000_0000, 0]));
            let zeros = U32x4Sha::new(cpu, [0; 4]);
            let last = U32x4Sha::new(cpu, [8 * (64 + 20), 0, 0, 0]);
            ShaNiStreams(cpu).write(compress(outer, [abcd, second, zeros, last]), tag);
        },
    );
}

/// SHA-1 of several interleaved messages, with the SHA extensions.
#[derive(Clone, Copy)]
pub(in crate::algorithm::sha1) struct ShaNiStreams(pub(in crate::algorithm::sha1) ShaNi);

impl Streams for ShaNiStreams {
    type Token = ShaNi;
    type Chaining = [u32; 5];
    type State = State;
    type Words = [U32x4Sha; 4];

    #[inline(always)]
    fn token(self) -> ShaNi {
        self.0
    }
    #[inline(always)]
    fn state(self, chaining: &[u32; 5]) -> State {
        state_of(self.0, chaining)
    }
    #[inline(always)]
    fn load(self, block: &[u8; 64]) -> Self::Words {
        load(self.0, block)
    }
    #[inline(always)]
    fn words(self, quarters: [u128; 4]) -> Self::Words {
        let mut words = [U32x4Sha::from_reversed(self.0, quarters[0]); 4];
        for i in 1..4 {
            words[i] = U32x4Sha::from_reversed(self.0, quarters[i]);
        }
        words
    }
    #[inline(always)]
    fn compress<const N: usize>(self, states: [State; N], words: [Self::Words; N]) -> [State; N] {
        compress_interleaved(states, words)
    }
    #[inline(always)]
    fn write(self, [abcd, e]: State, digest: &mut [u8]) {
        let (first, last) = digest.split_at_mut(16);
        copy(first, &abcd.to_reversed_bytes());
        copy(last, &e.to_array()[3].to_be_bytes());
    }
}

/// State in the element order of the SHA instructions. From the lowest element to the highest, the first vector holds
/// D, C, B and A. The second vector holds E in its highest element.
type State = [U32x4Sha; 2];

#[inline(always)]
fn state_of(cpu: ShaNi, &[a, b, c, d, e]: &[u32; 5]) -> State {
    [U32x4Sha::new(cpu, [d, c, b, a]), U32x4Sha::new(cpu, [0, 0, 0, e])]
}

/// Loads the words of a block.
#[inline(always)]
fn load(cpu: ShaNi, block: &[u8; 64]) -> [U32x4Sha; 4] {
    let (quarters, _) = block.as_chunks();
    let mut w = [U32x4Sha::load_reversed(cpu, &quarters[0]); 4];
    for i in 1..4 {
        w[i] = U32x4Sha::load_reversed(cpu, &quarters[i]);
    }
    w
}

/// Compresses one block.
#[inline(always)]
fn compress(state: State, w: [U32x4Sha; 4]) -> State {
    compress_interleaved([state], [w])[0]
}

/// Compresses one block into each of `N` states, with interleaved rounds.
#[inline(always)]
fn compress_interleaved<const N: usize>(
    mut state: [State; N],
    mut w: [[U32x4Sha; 4]; N],
) -> [State; N] {
    let saved = state;
    let mut before = state;
    for i in 0..N {
        // The first group of four rounds takes E from the state. Each later group computes E by rotating the value that
        // A had four rounds earlier.
        let [abcd, e] = state[i];
        before[i][0] = abcd;
        state[i][0] = abcd.sha1_rounds::<0>(e.add(w[i][0]));
    }
    unroll!(for i in 1..5 {
        four_rounds::<0, N>(&mut state, &mut before, &mut w, i);
    });
    unroll!(for i in 0..5 {
        four_rounds::<1, N>(&mut state, &mut before, &mut w, 5 + i);
    });
    unroll!(for i in 0..5 {
        four_rounds::<2, N>(&mut state, &mut before, &mut w, 10 + i);
    });
    unroll!(for i in 0..5 {
        four_rounds::<3, N>(&mut state, &mut before, &mut w, 15 + i);
    });
    for i in 0..N {
        let [abcd, e] = saved[i];
        state[i] = [state[i][0].add(abcd), before[i][0].sha1_next_e(e)];
    }
    state
}

/// Performs rounds 4i to 4i + 3. `F` selects the function and the constant of these rounds. `before` is the state four
/// rounds earlier.
#[inline(always)]
fn four_rounds<const F: i32, const N: usize>(
    state: &mut [State; N],
    before: &mut [State; N],
    w: &mut [[U32x4Sha; 4]; N],
    i: usize,
) {
    for n in 0..N {
        let w = &mut w[n];
        if i >= 4 {
            let older = w[i % 4].sha1_older(w[(i + 1) % 4]).xor(w[(i + 2) % 4]);
            w[i % 4] = older.sha1_schedule(w[(i + 3) % 4]);
        }
        let e = before[n][0].sha1_next_e(w[i % 4]);
        before[n][0] = state[n][0];
        state[n][0] = state[n][0].sha1_rounds::<F>(e);
    }
}
