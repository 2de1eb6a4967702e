//! Rounds of Rijndael with AES instructions.

use super::shifts;
use crate::platform::array::{Flat as _, copy};
use crate::platform::simd::AesVector;
use crate::platform::unroll::unroll;
use crate::traits::cipher::{Rounds, STEPS, counters, next_tweaks, tweaks};

/// AES rounds on `W` blocks in `N` registers: encryption, or decryption if `D`. There is one round key more than
/// rounds.
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
    /// Creates the rounds from round keys in slots of 16 bytes.
    #[inline(always)]
    pub(super) fn new<const SLOT: usize>(proof: V::Proof, keys: &'a [[u8; SLOT]]) -> Self {
        Self { proof, keys: keys.flat().as_chunks().0 }
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

    /// Performs all rounds except the last. The caller has added the first round key.
    #[inline(always)]
    fn inner(&self, mut state: [V; N], mut keys: &[[u8; 16]]) -> [V; N] {
        // There are at least nine such rounds. With one register, the CPU waits for latency unless it can run ahead to
        // the code after the rounds. Unrolling makes that possible.
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
        // Rijndael has at least ten rounds.
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
    #[expect(
        clippy::cast_possible_truncation,
        reason = "blocks that go through the rounds together"
    )]
    fn counters(&self, first: &[u8; BLOCK], offset: u32) -> [V; N] {
        let mut state = [V::splat(self.proof, &[0; 16]); N];
        let (first, _) = first.as_chunks::<16>();
        for i in 0..N {
            state[i] = V::counters(self.proof, &first[0], offset, (i * V::LANES) as u32);
        }
        state
    }

    /// Counters that begin at a multiple of `W` differ only in their last bytes, where addition equals XOR. The first
    /// round key can therefore be added to all of them at once.
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

    /// Adds the next block to the last round key, which chains the blocks.
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
        let mut state = [V::splat(self.proof, &[0; 16]); N];
        for i in 0..N {
            match V::tweaks(self.proof, first, i * V::LANES) {
                Some(tweaks) => state[i] = tweaks,
                None => return tweaks(self, first, W),
            }
        }
        state
    }

    #[inline(always)]
    fn whitened(&self, state: [V; N], tweaks: [V; N]) -> ([V; N], [V; N]) {
        let mut next = tweaks;
        let mut state = self.xor(state, tweaks);
        if const { V::LANES == 1 } {
            // A register holds one lane, so tweaks are doubled one after the other.
            let mut tweak = tweaks[N - 1];
            state = self.apply_interleaved(
                state,
                #[inline(always)]
                |i| {
                    if i < N {
                        tweak = tweak.doubled();
                        next[i] = tweak;
                    }
                },
            );
        } else if const { W.is_multiple_of(8) } {
            // Multiplies the tweak in each lane by 2^W: moves its bytes up by `W` / 8 and reduces the bytes that leave
            // the lane.
            let [up, out] = const { byte_shifts(W / 8) };
            let (up, out) = (V::splat(self.proof, &up), V::splat(self.proof, &out));
            state = self.apply_interleaved(
                state,
                #[inline(always)]
                |i| {
                    if i < N {
                        let out = tweaks[i].shuffle(out);
                        let reduced = out.xor(out.left_1()).xor(out.left_2()).xor(out.left_7());
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

/// Returns the counter blocks 0 to `W` - 1.
#[expect(clippy::cast_possible_truncation, reason = "blocks that go through the rounds together")]
const fn numbers<const W: usize>() -> [[u8; 16]; W] {
    let mut blocks = [[0; 16]; W];
    let mut i = 0;
    while i < W {
        blocks[i][15] = i as u8;
        i += 1;
    }
    blocks
}

/// Returns two shuffles. One moves the bytes of a lane up by `bytes`; the other moves the overflowing bytes to the
/// bottom.
#[expect(clippy::cast_possible_truncation, reason = "numbers of bytes in a lane")]
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

/// Rounds on blocks of more than 16 bytes, in pairs of registers. The first register of a pair holds columns 0 to 3,
/// the second the other columns.
pub(super) struct Pairs<
    'a,
    V: AesVector,
    const BLOCK: usize,
    const N: usize,
    const W: usize,
    const D: bool,
> {
    proof: V::Proof,
    /// Round keys in two slots of 16 bytes each.
    keys: &'a [[u8; 16]],
}

impl<'a, V: AesVector, const BLOCK: usize, const N: usize, const W: usize, const D: bool>
    Pairs<'a, V, BLOCK, N, W, D>
{
    /// Whether one instruction splits two registers of whole blocks into halves.
    const SPLITS: bool = BLOCK == 32 && V::LANES == 4;

    /// Creates the rounds from round keys in slots of 32 bytes.
    #[inline(always)]
    pub(super) fn new<const SLOT: usize>(proof: V::Proof, keys: &'a [[u8; SLOT]]) -> Self {
        Self { proof, keys: keys.flat().as_chunks().0 }
    }

    /// Performs one round, which may be the last round. The last round has no MixColumns.
    #[inline(always)]
    fn round<const LAST: bool>(&self, mut state: [[V; 2]; N], key: &[[u8; 16]; 2]) -> [[V; 2]; N] {
        let [first, second] = [V::splat(self.proof, &key[0]), V::splat(self.proof, &key[1])];
        for n in 0..N {
            let [a, b] = self.shift(state[n]);
            state[n] = match (D, LAST) {
                (false, false) => [a.encrypt_round(first), b.encrypt_round(second)],
                (false, true) => [a.encrypt_last(first), b.encrypt_last(second)],
                (true, false) => [a.decrypt_round(first), b.decrypt_round(second)],
                (true, true) => [a.decrypt_last(first), b.decrypt_last(second)],
            };
        }
        state
    }

    /// Permutes bytes so that ShiftRows of the AES instruction yields ShiftRows of Rijndael.
    #[inline(always)]
    fn shift(&self, [a, b]: [V; 2]) -> [V; 2] {
        if const { Self::SPLITS } {
            // Exchanges half of the bytes between the two registers, then permutes each register.
            let [exchanged, a_permutation, b_permutation] =
                const { exchange(&permutations::<BLOCK, D>()) };
            let mask = V::splat(self.proof, &exchanged);
            if let (Some(to_a), Some(to_b)) = (a.select(b, mask), b.select(a, mask)) {
                let permutations =
                    [V::splat(self.proof, &a_permutation), V::splat(self.proof, &b_permutation)];
                return [to_a.shuffle(permutations[0]), to_b.shuffle(permutations[1])];
            }
        }
        let permutations = const { permutations::<BLOCK, D>() };
        let [[aa, ab], [ba, bb]] = [
            [V::splat(self.proof, &permutations[0][0]), V::splat(self.proof, &permutations[0][1])],
            [V::splat(self.proof, &permutations[1][0]), V::splat(self.proof, &permutations[1][1])],
        ];
        [a.shuffle(aa).xor(b.shuffle(ab)), a.shuffle(ba).xor(b.shuffle(bb))]
    }
}

impl<V: AesVector, const BLOCK: usize, const N: usize, const W: usize, const D: bool> Clone
    for Pairs<'_, V, BLOCK, N, W, D>
{
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: AesVector, const BLOCK: usize, const N: usize, const W: usize, const D: bool> Copy
    for Pairs<'_, V, BLOCK, N, W, D>
{
}

impl<V: AesVector, const BLOCK: usize, const N: usize, const W: usize, const D: bool> Rounds
    for Pairs<'_, V, BLOCK, N, W, D>
{
    type Block = [u8; BLOCK];
    type Blocks = [[u8; BLOCK]; W];
    type State = [[V; 2]; N];

    #[inline(always)]
    fn load(&self, blocks: &[[u8; BLOCK]]) -> Self::State {
        let mut state = [[V::splat(self.proof, &[0; 16]); 2]; N];
        if const { Self::SPLITS } {
            let (lanes, _) = blocks[..W].flat().as_chunks::<16>();
            for i in 0..N {
                let first = V::load(self.proof, &lanes[2 * i * V::LANES..]);
                let second = V::load(self.proof, &lanes[(2 * i + 1) * V::LANES..]);
                state[i] = first.parted(second);
            }
            return state;
        }
        for n in 0..N {
            let mut lanes = [[[0; 16]; 4]; 2];
            for i in 0..V::LANES {
                let (first, second) = blocks[V::LANES * n + i].split_at(16);
                copy(&mut lanes[0][i], first);
                copy(&mut lanes[1][i][..BLOCK - 16], second);
            }
            state[n] = [V::load(self.proof, &lanes[0]), V::load(self.proof, &lanes[1])];
        }
        state
    }

    #[inline(always)]
    fn apply(&self, mut state: Self::State) -> Self::State {
        let (keys, _) = self.keys.as_chunks::<2>();
        let [first, inner @ .., last] = keys else { return state };
        let keys = [V::splat(self.proof, &first[0]), V::splat(self.proof, &first[1])];
        for n in 0..N {
            let [a, b] = state[n];
            state[n] = [a.xor(keys[0]), b.xor(keys[1])];
        }
        for key in inner {
            state = self.round::<false>(state, key);
        }
        self.round::<true>(state, last)
    }

    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "blocks that go through the rounds together"
    )]
    fn counters(&self, first: &[u8; BLOCK], offset: u32) -> Self::State {
        let mut state = [[V::splat(self.proof, &[0; 16]); 2]; N];
        let (halves, _) = first.as_chunks();
        let [constant, counting] = halves else { return counters(self, first, offset) };
        if const { !Self::SPLITS } {
            return counters(self, first, offset);
        }
        for i in 0..N {
            let step = (i * V::LANES) as u32;
            state[i] =
                [V::splat(self.proof, constant), V::counters(self.proof, counting, offset, step)];
        }
        state
    }

    #[inline(always)]
    fn xor(&self, mut a: Self::State, b: Self::State) -> Self::State {
        for i in 0..N {
            a[i] = [a[i][0].xor(b[i][0]), a[i][1].xor(b[i][1])];
        }
        a
    }

    #[inline(always)]
    fn store(&self, state: Self::State, blocks: &mut [[u8; BLOCK]]) {
        if const { Self::SPLITS } {
            let (lanes, _) = blocks[..W].flat_mut().as_chunks_mut::<16>();
            for i in 0..N {
                let [a, b] = state[i][0].woven(state[i][1]);
                a.store(&mut lanes[2 * i * V::LANES..]);
                b.store(&mut lanes[(2 * i + 1) * V::LANES..]);
            }
            return;
        }
        for n in 0..N {
            let mut lanes = [[[0; 16]; 4]; 2];
            state[n][0].store(&mut lanes[0]);
            state[n][1].store(&mut lanes[1]);
            for i in 0..V::LANES {
                let (first, second) = blocks[V::LANES * n + i].split_at_mut(16);
                copy(first, &lanes[0][i]);
                copy(second, &lanes[1][i][..BLOCK - 16]);
            }
        }
    }
}

/// Returns three masks for blocks of 32 bytes: the bytes to exchange between the registers, and the permutation of each
/// register.
const fn exchange(permutations: &[[[u8; 16]; 2]; 2]) -> [[u8; 16]; 3] {
    let mut made = [[0; 16]; 3];
    let mut to = 0;
    while to < 2 {
        let mut i = 0;
        while i < 16 {
            let [own, other] = [permutations[to][to][i], permutations[to][1 - to][i]];
            if own != 0x80 {
                made[1 + to][i] = own;
            } else if other != 0x80 {
                made[0][other as usize] = 0xff;
                made[1 + to][i] = other;
            }
            i += 1;
        }
        to += 1;
    }
    made
}

/// Returns the source of each byte in a pair of registers: `permutations[to][from][byte]`, or 0x80 for none.
#[expect(clippy::cast_possible_truncation, reason = "numbers of bytes in a register")]
const fn permutations<const BLOCK: usize, const D: bool>() -> [[[u8; 16]; 2]; 2] {
    let columns = BLOCK / 4;
    let shifts = shifts(columns);
    let mut permutations = [[[0x80; 16]; 2]; 2];
    let mut column = 0;
    while column < columns {
        let mut row = 0;
        while row < 4 {
            // `target` is the column from which the instruction takes the byte; `from` is the column from which
            // Rijndael takes it.
            let (target, from) = if D {
                ((column + 4 - row) % 4, (column + columns - shifts[row]) % columns)
            } else {
                ((column + row) % 4, (column + shifts[row]) % columns)
            };
            permutations[column / 4][from / 4][4 * target + row] = (4 * (from % 4) + row) as u8;
            row += 1;
        }
        column += 1;
    }
    permutations
}
