//! Rounds of Rijndael on blocks of more than 16 bytes, with AES instructions.

use super::shifts;
use crate::platform::array::{Flat as _, copy};
use crate::platform::simd::AesVector;
use crate::traits::cipher::{Rounds, counters};

/// Rounds on blocks of more than 16 bytes, in pairs of registers. The first register of a pair holds columns 0 to 3.
/// The second register holds the other columns.
pub(super) struct Pairs<
    'a,
    V: AesVector,
    const BLOCK: usize,
    const N: usize,
    const W: usize,
    const D: bool,
> {
    proof: V::Proof,
    /// Round keys. Each consists of two elements of 16 bytes.
    keys: &'a [[u8; 16]],
}

impl<'a, V: AesVector, const BLOCK: usize, const N: usize, const W: usize, const D: bool>
    Pairs<'a, V, BLOCK, N, W, D>
{
    /// Creates the rounds from round keys. Each round key consists of two elements of `keys`.
    #[inline(always)]
    pub(super) const fn new(proof: V::Proof, keys: &'a [[u8; 16]]) -> Self {
        Self { proof, keys }
    }

    /// Performs one round. If `last` is set, this is the last round, which has no MixColumns. After inlining, `last` is
    /// a constant.
    #[inline(always)]
    fn round(&self, mut state: [[V; 2]; N], key: &[[u8; 16]; 2], last: bool) -> [[V; 2]; N] {
        let [first, second] = [V::splat(self.proof, &key[0]), V::splat(self.proof, &key[1])];
        for n in 0..N {
            let [a, b] = shift::<V, BLOCK, D>(self.proof, state[n]);
            state[n] = match (D, last) {
                (false, false) => [a.encrypt_round(first), b.encrypt_round(second)],
                (false, true) => [a.encrypt_last(first), b.encrypt_last(second)],
                (true, false) => [a.decrypt_round(first), b.decrypt_round(second)],
                (true, true) => [a.decrypt_last(first), b.decrypt_last(second)],
            };
        }
        state
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
        load::<V, BLOCK, N>(self.proof, blocks)
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
            state = self.round(state, key, false);
        }
        self.round(state, last, true)
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the index of a parallel block is small")]
    fn counters(&self, first: &[u8; BLOCK], offset: u32) -> Self::State {
        let mut state = [[V::splat(self.proof, &[0; 16]); 2]; N];
        let (halves, _) = first.as_chunks();
        let [constant, counting] = halves else { return counters(self, first, offset) };
        if const { !splits::<V>(BLOCK) } {
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
        store(state, blocks);
    }
}

/// Returns whether one instruction can split two registers of whole blocks into a register of first halves and a
/// register of second halves.
const fn splits<V: AesVector>(block_bytes: usize) -> bool {
    block_bytes == 32 && V::LANES == 4
}

/// Permutes the bytes of the state before a round, so that the ShiftRows in the AES instruction gives the result of
/// Rijndael's ShiftRows.
#[inline(always)]
fn shift<V: AesVector, const BLOCK: usize, const D: bool>(
    proof: V::Proof,
    [a, b]: [V; 2],
) -> [V; 2] {
    if const { splits::<V>(BLOCK) } {
        // Exchanges bytes between the two registers at the positions that `exchanged` selects. Then permutes the bytes
        // of each register.
        let [exchanged, a_permutation, b_permutation] =
            const { exchange(&permutations::<BLOCK, D>()) };
        let mask = V::splat(proof, &exchanged);
        if let (Some(to_a), Some(to_b)) = (a.select(b, mask), b.select(a, mask)) {
            let permutations = [V::splat(proof, &a_permutation), V::splat(proof, &b_permutation)];
            return [to_a.shuffle(permutations[0]), to_b.shuffle(permutations[1])];
        }
    }
    let permutations = const { permutations::<BLOCK, D>() };
    let [[aa, ab], [ba, bb]] = [
        [V::splat(proof, &permutations[0][0]), V::splat(proof, &permutations[0][1])],
        [V::splat(proof, &permutations[1][0]), V::splat(proof, &permutations[1][1])],
    ];
    [a.shuffle(aa).xor(b.shuffle(ab)), a.shuffle(ba).xor(b.shuffle(bb))]
}

/// Loads `N` pairs of registers. Encryption and decryption share this function and [`store`], because neither depends
/// on the direction.
#[inline(always)]
fn load<V: AesVector, const BLOCK: usize, const N: usize>(
    proof: V::Proof,
    blocks: &[[u8; BLOCK]],
) -> [[V; 2]; N] {
    let mut state = [[V::splat(proof, &[0; 16]); 2]; N];
    if const { splits::<V>(BLOCK) } {
        let (lanes, _) = blocks[..N * V::LANES].flat().as_chunks::<16>();
        for i in 0..N {
            let first = V::load(proof, &lanes[2 * i * V::LANES..]);
            let second = V::load(proof, &lanes[(2 * i + 1) * V::LANES..]);
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
        state[n] = [V::load(proof, &lanes[0]), V::load(proof, &lanes[1])];
    }
    state
}

/// Stores `N` pairs of registers.
#[inline(always)]
fn store<V: AesVector, const BLOCK: usize, const N: usize>(
    state: [[V; 2]; N],
    blocks: &mut [[u8; BLOCK]],
) {
    if const { splits::<V>(BLOCK) } {
        let (lanes, _) = blocks[..N * V::LANES].flat_mut().as_chunks_mut::<16>();
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

/// Converts the [`permutations`] for 32-byte blocks to two steps: an exchange of bytes between the two registers, then
/// a permutation of each register. Returns the mask of the bytes to exchange, then the two permutations.
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

/// Returns shuffle indices for [`shift`]. `permutations[to][from][i]` is the index of the byte in register
/// `from` that becomes byte i of register `to`. The index is 0x80 if this byte comes from the other register.
#[expect(clippy::cast_possible_truncation, reason = "each value is below 16")]
const fn permutations<const BLOCK: usize, const D: bool>() -> [[[u8; 16]; 2]; 2] {
    let columns = BLOCK / 4;
    let shifts = shifts(columns);
    let mut permutations = [[[0x80; 16]; 2]; 2];
    let mut column = 0;
    while column < columns {
        let mut row = 0;
        while row < 4 {
            // The AES instruction takes the byte at this row and column of the result from column `target`. The
            // ShiftRows of Rijndael takes it from column `from`.
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
