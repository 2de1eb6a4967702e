//! Rounds of AES, and of Rijndael with 16-byte blocks, with AES instructions.

use crate::platform::array::Flat as _;
use crate::platform::simd::AesVector;
use crate::platform::unroll::unroll;
use crate::traits::cipher::{Rounds, STEPS, next_tweaks};

/// AES rounds on `W` blocks in `N` registers: encryption, or decryption if `D` is set. The number of rounds is one less
/// than the number of round keys.
pub(super) struct Aes<
    'a,
    V: AesVector,
    const BLOCK: usize,
    const N: usize,
    const W: usize,
    const D: bool,
> {
    proof: V::Proof,
    keys: &'a [[u8; 16]],
}

impl<'a, V: AesVector, const BLOCK: usize, const N: usize, const W: usize, const D: bool>
    Aes<'a, V, BLOCK, N, W, D>
{
    /// Creates the rounds from round keys.
    #[inline(always)]
    pub(super) const fn new(proof: V::Proof, keys: &'a [[u8; 16]]) -> Self {
        Self { proof, keys }
    }

    #[inline(always)]
    fn add(&self, mut state: [V; N], key: &[u8; 16]) -> [V; N] {
        let key = V::splat(self.proof, key);
        for register in &mut state {
            *register = register.xor(key);
        }
        state
    }

    #[inline(always)]
    fn round(&self, mut state: [V; N], key: &[u8; 16]) -> [V; N] {
        let key = V::splat(self.proof, key);
        for register in &mut state {
            *register = if D { register.decrypt_round(key) } else { register.encrypt_round(key) };
        }
        state
    }

    /// Performs all rounds except the last. The caller must have XORed the first round key into the state.
    #[inline(always)]
    fn inner(&self, mut state: [V; N], mut keys: &[[u8; 16]]) -> [V; N] {
        // Unrolls the first eight of at least nine rounds. If the state is in one register, each round waits for the
        // previous round. During this wait, the CPU can start the instructions that follow the unrolled rounds.
        if const { N == 1 || V::ADDS_BEFORE }
            && let Some((eight, more)) = keys.split_first_chunk::<8>()
        {
            unroll!(for i in 0..8 {
                state = self.round(state, &eight[i]);
            });
            keys = more;
        }
        for key in keys {
            state = self.round(state, key);
        }
        state
    }

    #[inline(always)]
    fn last(&self, mut state: [V; N], key: &[u8; 16]) -> [V; N] {
        let key = V::splat(self.proof, key);
        for register in &mut state {
            *register = if D { register.decrypt_last(key) } else { register.encrypt_last(key) };
        }
        state
    }
}

impl<V: AesVector, const BLOCK: usize, const N: usize, const W: usize, const D: bool> Clone
    for Aes<'_, V, BLOCK, N, W, D>
{
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: AesVector, const BLOCK: usize, const N: usize, const W: usize, const D: bool> Copy
    for Aes<'_, V, BLOCK, N, W, D>
{
}

impl<V: AesVector, const BLOCK: usize, const N: usize, const W: usize, const D: bool> Rounds
    for Aes<'_, V, BLOCK, N, W, D>
{
    type Block = [u8; BLOCK];
    type Blocks = [[u8; BLOCK]; W];
    type State = [V; N];
    const ALIGNED_IS_CHEAPER: bool = V::LANES == 1;

    #[inline(always)]
    fn load(&self, blocks: &[[u8; BLOCK]]) -> [V; N] {
        let mut state = [V::splat(self.proof, &[0; 16]); N];
        let (lanes, _) = blocks[..W].flat().as_chunks::<16>();
        for i in 0..N {
            state[i] = V::load(self.proof, &lanes[i * V::LANES..(i + 1) * V::LANES]);
        }
        state
    }

    #[inline(always)]
    fn apply(&self, mut state: [V; N]) -> [V; N] {
        let [first, inner @ .., last] = self.keys else { return state };
        state = self.inner(self.add(state, first), inner);
        self.last(state, last)
    }

    #[inline(always)]
    fn apply_interleaved(&self, mut state: [V; N], mut step: impl FnMut(usize)) -> [V; N] {
        // Rijndael has at least ten rounds, so at least `STEPS` rounds precede the last round.
        let Some((first, keys)) = self.keys.split_first() else { return state };
        let Some((eight, keys)) = keys.split_first_chunk::<STEPS>() else { return state };
        let Some((last, inner)) = keys.split_last() else { return state };
        state = self.add(state, first);
        unroll!(for i in 0..8 {
            state = self.round(state, &eight[i]);
            step(i);
        });
        for key in inner {
            state = self.round(state, key);
        }
        self.last(state, last)
    }

    #[inline(always)]
    fn xor(&self, mut a: [V; N], b: [V; N]) -> [V; N] {
        for i in 0..N {
            a[i] = a[i].xor(b[i]);
        }
        a
    }

    #[inline(always)]
    fn store(&self, state: [V; N], blocks: &mut [[u8; BLOCK]]) {
        let (lanes, _) = blocks[..W].flat_mut().as_chunks_mut::<16>();
        for i in 0..N {
            state[i].store(&mut lanes[i * V::LANES..(i + 1) * V::LANES]);
        }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the index of a parallel block is small")]
    fn counters(&self, first: &[u8; BLOCK], offset: u32) -> [V; N] {
        let mut state = [V::splat(self.proof, &[0; 16]); N];
        let (first, _) = first.as_chunks::<16>();
        for i in 0..N {
            state[i] = V::counters(self.proof, &first[0], offset, (i * V::LANES) as u32);
        }
        state
    }

    /// If the first counter is a multiple of `W`, the counters differ only in their last bytes. Adding a block index to
    /// the first counter is then the same as XORing the index into it. The first round key is therefore XORed only
    /// once, into the first counter.
    #[inline(always)]
    fn keystream(&self, first: &[u8; BLOCK], offset: u32, aligned: bool) -> [V; N] {
        let [key, inner @ .., last] = self.keys else { return self.counters(first, offset) };
        let mut state;
        if Self::ALIGNED_IS_CHEAPER && aligned {
            let (first, _) = first.as_chunks::<16>();
            let base = V::counter(self.proof, &first[0], offset).xor(V::splat(self.proof, key));
            let numbers = const { numbers::<W>() };
            state = [base; N];
            for i in 0..N {
                state[i] = base.xor(V::load(self.proof, &numbers[i * V::LANES..]));
            }
        } else {
            state = self.add(self.counters(first, offset), key);
        }
        state = self.inner(state, inner);
        self.last(state, last)
    }

    #[inline(always)]
    fn whiten(&self, state: [V; N]) -> [V; N] {
        let Some(first) = self.keys.first() else { return state };
        self.add(state, first)
    }

    /// Applies the rounds to `state` and XORs `next` into the result. The caller must have XORed the first round key
    /// into `state`. `next` is XORed into the last round key in advance, so that this XOR does not delay the next
    /// block.
    #[inline(always)]
    fn chain(&self, mut state: [V; N], next: [V; N]) -> [V; N] {
        let [_, inner @ .., last] = self.keys else { return state };
        let lasts = self.add(next, last);
        state = self.inner(state, inner);
        for i in 0..N {
            let (register, last) = (state[i], lasts[i]);
            state[i] = if D { register.decrypt_last(last) } else { register.encrypt_last(last) };
        }
        state
    }

    #[inline(always)]
    fn tweaks(&self, first: u128) -> [V; N] {
        if const { V::LANES == 1 } {
            return V::splat(self.proof, &first.to_le_bytes()).doublings().0;
        }
        let mut state = [V::splat(self.proof, &[0; 16]); N];
        for i in 0..N {
            state[i] = V::tweaks(self.proof, first, i * V::LANES);
        }
        state
    }

    #[inline(always)]
    fn whitened(&self, state: [V; N], tweaks: [V; N]) -> ([V; N], [V; N]) {
        if const { V::LANES == 1 } {
            // Computes all tweaks of the batch from its first tweak, before the rounds. Between batches, only one
            // register then holds a tweak. If the tweaks of the next batch were computed during the rounds, registers
            // would spill, and XTS would take 22 % more time.
            let (tweaks, next) = tweaks[0].doublings();
            let state = self.apply(self.xor(state, tweaks));
            return (self.xor(state, tweaks), [next; N]);
        }
        let mut next = tweaks;
        let mut state = self.xor(state, tweaks);
        if const { W.is_multiple_of(8) } {
            // Multiplies the tweak in each lane by x^W in GF(2^128): moves its bytes up by `W` / 8 positions and
            // reduces the bytes that leave the lane.
            let [up, out] = const { byte_shifts(W / 8) };
            let (up, out) = (V::splat(self.proof, &up), V::splat(self.proof, &out));
            state = self.apply_interleaved(
                state,
                #[inline(always)]
                |i| {
                    if i < N {
                        let reduced = tweaks[i].shuffle(out).times_reduction();
                        next[i] = tweaks[i].shuffle(up).xor(reduced);
                    }
                },
            );
        } else {
            next = next_tweaks(self, tweaks);
            state = self.apply(state);
        }
        (self.xor(state, tweaks), next)
    }
}

/// Returns the numbers 0 to `W` - 1 as counter blocks.
#[expect(clippy::cast_possible_truncation, reason = "the block index is below `W`, which is small")]
const fn numbers<const W: usize>() -> [[u8; 16]; W] {
    let mut blocks = [[0; 16]; W];
    let mut i = 0;
    while i < W {
        blocks[i][15] = i as u8;
        i += 1;
    }
    blocks
}

/// Returns two shuffles of a 16-byte lane. The first moves the bytes up by `bytes` positions. The second moves the top
/// `bytes` bytes, which the first shuffle drops, to the bottom of the lane.
#[expect(clippy::cast_possible_truncation, reason = "each value is below 16")]
const fn byte_shifts(bytes: usize) -> [[u8; 16]; 2] {
    let mut moves = [[0x80; 16]; 2];
    let mut i = 0;
    while i < 16 {
        if i >= bytes {
            moves[0][i] = (i - bytes) as u8;
        } else {
            moves[1][i] = (16 - bytes + i) as u8;
        }
        i += 1;
    }
    moves
}
