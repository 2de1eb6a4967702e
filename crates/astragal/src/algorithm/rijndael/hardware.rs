//! Rounds of AES, and of Rijndael with 16-byte blocks, with AES instructions.

use super::first_round::FirstRound;
use crate::platform::array::Flat as _;
use crate::platform::simd::AesVector;
use crate::platform::unroll::{each, unroll};
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
    fn add(&self, state: [V; N], key: &[u8; 16]) -> [V; N] {
        Self::xor_each(state, V::splat(self.proof, key))
    }

    /// XORs `word` into each vector.
    #[inline(always)]
    fn xor_each(mut state: [V; N], word: V) -> [V; N] {
        each!(I < N { state[I] = state[I].xor(word); });
        state
    }

    /// Returns the XOR of `sum` and all vectors.
    #[inline(always)]
    fn sum(mut sum: V, state: [V; N]) -> V {
        each!(I < N { sum = sum.xor(state[I]); });
        sum
    }

    /// Returns `state`. The compiler computes the states of several calls in the order of the calls.
    #[inline(always)]
    fn in_order(mut state: [V; N]) -> [V; N] {
        each!(I < N { state[I] = state[I].in_order(); });
        state
    }

    #[inline(always)]
    fn round(&self, mut state: [V; N], key: &[u8; 16]) -> [V; N] {
        let key = V::splat(self.proof, key);
        each!(I < N {
            state[I] = if D { state[I].decrypt_round(key) } else { state[I].encrypt_round(key) };
        });
        state
    }

    /// Performs all rounds except the last. The caller must have XORed the first round key into the state.
    #[inline(always)]
    fn inner(&self, mut state: [V; N], mut keys: &[[u8; 16]]) -> [V; N] {
        if const { V::LANES == 2 && N == 8 } {
            return self.inner_unrolled(state, keys);
        }
        // Unrolls the first eight of at least eight rounds. If the state is in one register, each round waits for the
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

    /// Like [`inner`](Self::inner), but unrolls the eight rounds of AES-128, and the others in pairs. Eight registers
    /// are just enough to hide the latency of the AES instructions, so that each delay at a jump would cost time.
    #[inline(always)]
    fn inner_unrolled(&self, mut state: [V; N], keys: &[[u8; 16]]) -> [V; N] {
        // Rijndael has at least ten rounds.
        let Some((eight, mut keys)) = keys.split_first_chunk::<8>() else { return state };
        unroll!(for i in 0..8 {
            state = self.round(state, &eight[i]);
        });
        while let Some((two, more)) = keys.split_first_chunk::<2>() {
            state = self.round(self.round(state, &two[0]), &two[1]);
            keys = more;
        }
        if let [key] = keys {
            state = self.round(state, key);
        }
        state
    }

    #[inline(always)]
    fn last(&self, mut state: [V; N], key: &[u8; 16]) -> [V; N] {
        let key = V::splat(self.proof, key);
        each!(I < N {
            state[I] = if D { state[I].decrypt_last(key) } else { state[I].encrypt_last(key) };
        });
        state
    }

    /// Performs the last round with a different key in each register.
    #[inline(always)]
    fn last_of_each(&self, mut state: [V; N], keys: [V; N]) -> [V; N] {
        each!(I < N {
            let (register, key) = (state[I], keys[I]);
            state[I] = if D { register.decrypt_last(key) } else { register.encrypt_last(key) };
        });
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
    // The code for AVX-512 has been tuned without it.
    const FUSES_XOR: bool = V::LANES <= 2;

    #[inline(always)]
    fn load(&self, blocks: &[[u8; BLOCK]]) -> [V; N] {
        let mut state = [V::splat(self.proof, &[0; 16]); N];
        let (lanes, _) = blocks[..W].flat().as_chunks::<16>();
        each!(I < N {
            state[I] = V::load(self.proof, &lanes[I * V::LANES..(I + 1) * V::LANES]);
        });
        state
    }

    #[inline(always)]
    fn apply(&self, mut state: [V; N]) -> [V; N] {
        let [first, inner @ .., last] = self.keys else { return state };
        state = self.inner(self.add(state, first), inner);
        self.last(state, last)
    }

    /// Loads the block like a counter block, whose two halves may just have been stored.
    #[inline(always)]
    fn apply_one(&self, block: &[u8; BLOCK]) -> [u8; BLOCK] {
        let rounds = Aes::<V, BLOCK, 1, W, D>::new(self.proof, self.keys);
        let [first, inner @ .., last] = self.keys else { return *block };
        let state = [V::counters(self.proof, &block.as_chunks().0[0], 0, 0)];
        let [register] = rounds.last(rounds.inner(rounds.add(state, first), inner), last);
        let mut one = [0; BLOCK];
        register.store_first(&mut one.as_chunks_mut().0[..1]);
        one
    }

    #[inline(always)]
    fn apply_interleaved(&self, mut state: [V; N], mut step: impl FnMut(usize)) -> [V; N] {
        // Rijndael has at least ten rounds, so at least `STEPS` + 1 rounds precede the last round. The rounds that only
        // longer keys have come first. After them, the code has no jump. Otherwise, the compiler would move the other
        // work behind the last jump, and interleave nothing.
        let [first, inner @ .., last] = self.keys else { return state };
        let Some((before, eight)) = inner.split_last_chunk::<STEPS>() else { return state };
        let Some((second, mut before)) = before.split_first() else { return state };
        state = self.round(self.add(state, first), second);
        while let Some((two, more)) = before.split_first_chunk::<2>() {
            state = self.round(self.round(state, &two[0]), &two[1]);
            before = more;
        }
        // Keys of 20 and 28 bytes have an odd number of rounds.
        if let Some(key) = before.first() {
            state = self.round(state, key);
        }
        unroll!(for i in 0..8 {
            state = Self::in_order(self.round(state, &eight[i]));
            step(i);
        });
        self.last(state, last)
    }

    #[inline(always)]
    fn xor(&self, mut a: [V; N], b: [V; N]) -> [V; N] {
        each!(I < N { a[I] = a[I].xor(b[I]); });
        a
    }

    #[inline(always)]
    fn store(&self, state: [V; N], blocks: &mut [[u8; BLOCK]]) {
        let (lanes, _) = blocks[..W].flat_mut().as_chunks_mut::<16>();
        each!(I < N { state[I].store(&mut lanes[I * V::LANES..(I + 1) * V::LANES]); });
    }

    /// Loads each block into its register. A copy in memory would delay the load of a register by the stores of two
    /// blocks: 48 bytes took 43 ns instead of 20.
    #[inline(always)]
    fn load_first(&self, blocks: &[[u8; BLOCK]]) -> [V; N] {
        let mut state = [V::splat(self.proof, &[0; 16]); N];
        let (lanes, _) = blocks.flat().as_chunks::<16>();
        for i in 0..N {
            let Some(own) = lanes.get(i * V::LANES..) else { break };
            if own.len() >= V::LANES {
                state[i] = V::load(self.proof, &own[..V::LANES]);
            } else if !own.is_empty() {
                state[i] = V::load_first(self.proof, own);
            }
        }
        state
    }

    #[inline(always)]
    fn store_first(&self, state: [V; N], blocks: &mut [[u8; BLOCK]]) {
        let (lanes, _) = blocks.flat_mut().as_chunks_mut::<16>();
        for i in 0..N {
            let Some(own) = lanes.get_mut(i * V::LANES..) else { break };
            if own.len() >= V::LANES {
                state[i].store(&mut own[..V::LANES]);
            } else if !own.is_empty() {
                state[i].store_first(own);
            }
        }
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the index of a parallel block is small")]
    fn counters(&self, first: &[u8; BLOCK], offset: u32) -> [V; N] {
        let mut state = [V::splat(self.proof, &[0; 16]); N];
        let (first, _) = first.as_chunks::<16>();
        each!(I < N {
            state[I] = V::counters(self.proof, &first[0], offset, (I * V::LANES) as u32);
        });
        state
    }

    /// Only the first register of the result is used.
    #[inline(always)]
    fn begin_counters(&self, first: &[u8; BLOCK], offset: u32) -> [V; N] {
        [V::counter_numbers(self.proof, &first.as_chunks().0[0], offset, 0); N]
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the index of a parallel block is small")]
    fn next_counters(&self, next: &mut [V; N]) -> [V; N] {
        let mut state = *next;
        each!(I < N {
            let step = V::splat(self.proof, &little_endian_number((I * V::LANES) as u32));
            state[I] = V::counters_of_numbers(self.proof, next[0].add_32(step));
        });
        next[0] = next[0].add_32(V::splat(self.proof, &little_endian_number(W as u32)));
        state
    }

    /// XORs the text into the last round key after the other rounds. Before them, LLVM would store eight registers and
    /// load them again.
    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "takes the last byte; `W` is small")]
    fn xor_keystream(&self, first: &[u8; BLOCK], offset: u32, blocks: &mut [[u8; BLOCK]]) {
        let [key, second, inner @ .., last] = self.keys else { return };
        let mut offset = offset;
        let mut next = FirstRound::new(self.proof, first, offset, [key, second]);
        for batch in blocks.chunks_exact_mut(W) {
            let last_byte = first[BLOCK - 1].wrapping_add(offset as u8);
            let state = if usize::from(last_byte) + W < 256 {
                next.states()
            } else {
                let after = offset.wrapping_add(W as u32);
                next = FirstRound::new(self.proof, first, after, [key, second]);
                self.round(self.add(self.counters(first, offset), key), second)
            };
            offset = offset.wrapping_add(W as u32);
            let state = self.inner(state, inner);
            let lasts = self.add(self.load(batch), last);
            self.store(self.last_of_each(state, lasts), batch);
        }
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
        self.last_of_each(state, lasts)
    }

    #[inline(always)]
    fn splat(&self, block: &[u8; BLOCK]) -> [V; N] {
        [V::splat(self.proof, &block.as_chunks().0[0]); N]
    }

    #[inline(always)]
    fn add_blocks(&self, state: [V; N], sum: &mut [u8; 16]) {
        let all = V::load_first(self.proof, core::slice::from_ref(sum));
        *sum = Self::sum(all, state).fold();
    }

    /// Keeps the base in a vector, because moves from general registers would delay each batch. Adds all plaintext
    /// blocks in one register.
    #[inline(always)]
    fn ocb<const DECRYPT: bool>(
        &self,
        blocks: &mut [[u8; BLOCK]],
        sums: [V; N],
        base: &mut [u8; BLOCK],
        step: &[u8; BLOCK],
        mut mask: impl FnMut() -> [[u8; BLOCK]; 2],
    ) -> [V; N] {
        let mut checksum = [V::splat(self.proof, &[0; 16]); N];
        let [first, inner @ .., last] = self.keys else { return checksum };
        let first = V::splat(self.proof, first);
        let both = first.xor(V::splat(self.proof, last));
        let step = self.splat(step)[0];
        let last_lane = V::load(self.proof, &const { last_lane::<W>() }[W - V::LANES..]);
        let mut next = self.splat(base)[0].xor(first);
        for batch in blocks.chunks_exact_mut(W) {
            let [mask, other] = mask();
            let mask = self.splat(&mask)[0].xor(self.splat(&other)[0]);
            let mut offsets = sums;
            offsets[N - 1] = sums[N - 1].xor(mask.and(last_lane));
            offsets = Self::xor_each(offsets, next);
            next = next.xor(step).xor(mask);
            let input = self.load(batch);
            let state = self.inner(self.xor(input, offsets), inner);
            let output = self.last_of_each(state, Self::xor_each(offsets, both));
            checksum[0] = Self::sum(checksum[0], if DECRYPT { output } else { input });
            self.store(output, batch);
        }
        next.xor(first).store_first(&mut base.as_chunks_mut().0[..1]);
        checksum
    }

    #[inline(always)]
    fn tweaks(&self, first: u128) -> [V; N] {
        if const { V::LANES <= 2 } {
            let first = V::tweaks(self.proof, first, 0);
            return doublings(first).0;
        }
        let mut state = [V::splat(self.proof, &[0; 16]); N];
        each!(I < N { state[I] = V::tweaks(self.proof, first, I * V::LANES); });
        state
    }

    /// With eight registers, computes the tweaks of the next batch beside the last round, and what leaves their lanes
    /// before the first round. In this order, the doublings do not delay the rounds, which takes 19 % off the time of
    /// long messages on Golden Cove.
    #[inline(always)]
    fn xts(&self, blocks: &mut [[u8; BLOCK]], tweak: u128) -> u128 {
        let [first, inner @ .., last] = self.keys else { return tweak };
        let [first, last] = [V::splat(self.proof, first), V::splat(self.proof, last)];
        let both = first.xor(last);
        let mut next = V::tweaks(self.proof, tweak, 0);
        if const { N < 8 } {
            for batch in blocks.chunks_exact_mut(W) {
                let (tweaks, after) = doublings(next);
                let state = Self::xor_each(self.xor(self.load(batch), tweaks), first);
                let state = self.inner(state, inner);
                self.store(self.last_of_each(state, Self::xor_each(tweaks, last)), batch);
                next = after;
            }
            return first_number(next);
        }
        let (mut tweaks, after) = doublings(next);
        (tweaks, next) = (Self::xor_each(tweaks, first), after);
        let mut left = blocks;
        while let Some((batch, rest)) = left.split_at_mut_checked(W) {
            left = rest;
            let (mut state, mut carries) = (self.xor(self.load(batch), tweaks), next.carries());
            [state[0], carries[0], carries[1]] = state[0].in_order_with(carries[0], carries[1]);
            state = self.inner(state, inner);
            if left.is_empty() {
                self.store(self.last_of_each(state, Self::xor_each(tweaks, both)), batch);
                break;
            }
            // Otherwise, the compiler would move the XORs with `both` before the branch.
            let mut both = both;
            [both, next, state[0]] = both.in_order_with(next, state[0]);
            (_, next) = next.doublings::<N>(
                carries,
                #[inline(always)]
                |i, mut tweak| {
                    let key = tweaks[i].xor(both);
                    state[i] =
                        if D { state[i].decrypt_last(key) } else { state[i].encrypt_last(key) };
                    let after = if i + 1 < N { i + 1 } else { i };
                    [tweak, tweaks[i], state[after]] =
                        tweak.in_order_with(tweak.xor(first), state[after]);
                    tweak
                },
            );
            self.store(state, batch);
        }
        first_number(next)
    }

    #[inline(always)]
    fn whitened(&self, state: [V; N], tweaks: [V; N]) -> ([V; N], [V; N]) {
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

/// Returns `W` blocks of zeros, except that all bits of the last block are 1.
const fn last_lane<const W: usize>() -> [[u8; 16]; W] {
    let mut blocks = [[0; 16]; W];
    blocks[W - 1] = [0xff; 16];
    blocks
}

/// Returns the first tweaks of `N` vectors of XTS, and the tweaks of the vector after them. `tweak` holds the first.
#[inline(always)]
fn doublings<V: AesVector, const N: usize>(tweak: V) -> ([V; N], V) {
    tweak.doublings(
        tweak.carries(),
        #[inline(always)]
        |_, tweak| tweak,
    )
}

/// Returns the first lane as a little-endian number.
#[inline(always)]
fn first_number<V: AesVector>(vector: V) -> u128 {
    let mut lane = [[0; 16]];
    vector.store_first(&mut lane);
    u128::from_le_bytes(lane[0])
}

/// Returns a number in the third 32-bit word of a block, as in [`AesVector::counter_numbers`].
#[inline(always)]
const fn little_endian_number(number: u32) -> [u8; 16] {
    ((number as u128) << 64).to_le_bytes()
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
