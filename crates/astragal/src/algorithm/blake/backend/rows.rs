//! Backends that compress one block of BLAKE, BLAKE2 or BLAKE3 and hold each row of the matrix in a vector.

use super::super::compress::Last;
use super::super::compress::blake1::Blake1Word;
use super::super::compress::blake2::Blake2Word;
use super::super::compress::blake3::{Chunk, Inputs, SCHEDULES, length_of};
use super::super::g::{Distances, FirstWords64, ROW_WORDS, RoundWords, Words32, Words64, round};
use super::super::{BlakeWord, SIGMA};
use crate::algorithm::sha2::constants::SHA256_IV;
use crate::platform::simd::{Arx, WordRow};
use crate::platform::unroll::unroll;
use crate::platform::words::{Word, load_be, load_le, quarter, store_le};

/// Indices of a round's message words, in four rows. G takes two message words, x and y. The first two rows hold the
/// indices of x and of y for the four columns. The other two rows hold the indices for the four diagonals.
pub(super) type RowSchedule<T> = [[T; 4]; 4];

/// Indices of the message words in each round of BLAKE2b, derived from the permutations σ.
static ROW_SCHEDULES_2B: [RowSchedule<u64>; 10] = row_schedules(&SIGMA);
/// Indices of the message words in each round of BLAKE2s, derived from the permutations σ.
static ROW_SCHEDULES_2S: [RowSchedule<u32>; 10] = narrow(&row_schedules(&SIGMA));
/// Indices of the message words in each of BLAKE3's seven rounds.
static ROW_SCHEDULES_3: [RowSchedule<u32>; 7] = narrow(&row_schedules(&SCHEDULES));

const fn row_schedules<const N: usize>(schedules: &[[usize; 16]; N]) -> [RowSchedule<u64>; N] {
    let mut row_schedules = [[[0; 4]; 4]; N];
    let mut i = 0;
    while i < 16 * N {
        let (r, row, lane) = (i / 16, i / 4 % 4, i % 4);
        row_schedules[r][row][lane] = schedules[r][ROW_WORDS[row][lane]] as u64;
        i += 1;
    }
    row_schedules
}

#[expect(clippy::cast_possible_truncation, reason = "each index of a message word is below 16")]
const fn narrow<const N: usize>(row_schedules: &[RowSchedule<u64>; N]) -> [RowSchedule<u32>; N] {
    let mut shorter = [[[0; 4]; 4]; N];
    let mut i = 0;
    while i < 16 * N {
        let (r, row, lane) = (i / 16, i / 4 % 4, i % 4);
        shorter[r][row][lane] = row_schedules[r][row][lane] as u32;
        i += 1;
    }
    shorter
}

/// Message block, from which the rounds select rows of four words.
pub(super) trait Message<T, R: WordRow<T>> {
    /// Loads a block of little-endian words.
    fn load_le(proof: R::Proof, block: &[u8]) -> Self;
    /// Loads a block of little-endian words. If `tail` is shorter than a block, it is padded with zeros.
    fn load_tail(proof: R::Proof, tail: &[u8]) -> Self;
    /// Loads a block of big-endian words.
    fn load_be(proof: R::Proof, block: &[u8]) -> Self;
    /// Returns the row of message words with the indices `numbers`. An implementation may make the compiler load the
    /// words after it has computed `state`.
    fn row(&self, numbers: &[T; 4], state: R) -> R;
}

/// Message block in memory. The four words of a row are loaded one by one.
pub(super) struct Scattered<T, R: WordRow<T>>(R::Proof, [T; 16]);

impl<T: BlakeWord, R: WordRow<T>> Message<T, R> for Scattered<T, R> {
    #[inline(always)]
    fn load_le(proof: R::Proof, block: &[u8]) -> Self {
        Self(proof, load_le(block))
    }
    #[inline(always)]
    fn load_tail(proof: R::Proof, tail: &[u8]) -> Self {
        Self(proof, words_of_tail(tail))
    }
    #[inline(always)]
    fn load_be(proof: R::Proof, block: &[u8]) -> Self {
        Self(proof, load_be(block))
    }
    #[inline(always)]
    fn row(&self, numbers: &[T; 4], _state: R) -> R {
        R::new(self.0, selected(&self.1, numbers))
    }
}

/// Returns the four message words with the indices `numbers`.
#[inline(always)]
pub(super) fn selected<T: BlakeWord>(words: &[T; 16], numbers: &[T; 4]) -> [T; 4] {
    let mut row = *numbers;
    for i in 0..4 {
        row[i] = words[numbers[i].to_index() % 16];
    }
    row
}

/// Loads a block of little-endian words. If `tail` is shorter than a block, it is padded with zeros.
#[inline(always)]
pub(super) fn words_of_tail<T: Word>(tail: &[u8]) -> [T; 16] {
    let mut words = [T::ZERO; 16];
    for i in 0..size_of::<T>() {
        let bytes = quarter(tail, i).to_le_bytes();
        let count = 16 / size_of::<T>();
        for j in 0..count {
            words[i * count + j] = T::from_le(&bytes[j * size_of::<T>()..]);
        }
    }
    words
}

/// The message words of one round, which are selected from the block when they are needed.
struct Selected<'a, T, M> {
    message: &'a M,
    schedule: &'a RowSchedule<T>,
}

impl<T, R: WordRow<T>, M: Message<T, R>> RoundWords<R> for Selected<'_, T, M> {
    #[inline(always)]
    fn row(&self, i: usize, state: R) -> R {
        self.message.row(&self.schedule[i], state)
    }
}

/// Splits eight words into two rows.
#[inline(always)]
fn rows_of<T: Copy, R: WordRow<T>>(proof: R::Proof, words: &[T; 8]) -> [R; 2] {
    let [a, b, c, d, e, f, g, h] = *words;
    [R::new(proof, [a, b, c, d]), R::new(proof, [e, f, g, h])]
}

/// Joins two rows into eight words.
#[inline(always)]
fn words_of<T: Word, R: WordRow<T>>([low, high]: [R; 2]) -> [T; 8] {
    let ([a, b, c, d], [e, f, g, h]) = (low.to_array(), high.to_array());
    [a, b, c, d, e, f, g, h]
}

/// Arranges the constants of BLAKE in the order in which the rounds use them. Each round XORs a different constant into
/// each message word.
const fn constants<T: Copy, const N: usize>(
    c: &[T; 16],
    schedules: &[[usize; 16]; N],
) -> [RowSchedule<T>; N] {
    let mut constants = [[[c[0]; 4]; 4]; N];
    let mut i = 0;
    while i < 16 * N {
        let (r, row, lane) = (i / 16, i / 4 % 4, i % 4);
        constants[r][row][lane] = c[schedules[r][ROW_WORDS[row][lane] ^ 1]];
        i += 1;
    }
    constants
}

/// Round constants of BLAKE-512, arranged in rows.
static CONSTANTS_64: [RowSchedule<u64>; 10] = constants(&u64::C, &SIGMA);
/// Round constants of BLAKE-256, arranged in rows.
static CONSTANTS_32: [RowSchedule<u32>; 10] = constants(&u32::C, &SIGMA);

/// Performs one round of BLAKE.
#[inline(always)]
fn round_1<D: Distances, T: Copy, R: WordRow<T>, M: Message<T, R>>(
    proof: R::Proof,
    v: [R; 4],
    m: &M,
    schedule: &RowSchedule<T>,
    constants: &RowSchedule<T>,
) -> [R; 4] {
    let [x, y, diagonal_x, diagonal_y] = schedule;
    let [c, d, diagonal_c, diagonal_d] = constants;
    round::<D, R>(
        v,
        [
            m.row(x, v[0]).xor(R::new(proof, *c)),
            m.row(y, v[0]).xor(R::new(proof, *d)),
            m.row(diagonal_x, v[0]).xor(R::new(proof, *diagonal_c)),
            m.row(diagonal_y, v[0]).xor(R::new(proof, *diagonal_d)),
        ],
    )
}

/// Returns the initial matrix of BLAKE (BLAKE 1.3 §2.1.2).
#[inline(always)]
fn matrix_1<T: Blake1Word, R: WordRow<T>>(
    proof: R::Proof,
    [low, high]: [R; 2],
    salt: &[T; 4],
    t: u128,
) -> [R; 4] {
    let [t0, t1] = T::split(t);
    let [c, d] = rows_of::<T, R>(
        proof,
        &[
            T::C[0],
            T::C[1],
            T::C[2],
            T::C[3],
            T::C[4].xor(t0),
            T::C[5].xor(t0),
            T::C[6].xor(t1),
            T::C[7].xor(t1),
        ],
    );
    [low, high, c.xor(R::new(proof, *salt)), d]
}

/// XORs the salt into both halves of a chaining value, a step of BLAKE's finalization (BLAKE 1.3 §2.1.2).
#[inline(always)]
fn salted<T, R: WordRow<T>>(proof: R::Proof, [low, high]: [R; 2], salt: &[T; 4]) -> [R; 2]
where
    T: Copy,
{
    let salt = R::new(proof, *salt);
    [low.xor(salt), high.xor(salt)]
}

/// Applies the compression function of BLAKE-512 to each block.
#[inline(always)]
pub(super) fn compress_512<R: WordRow<u64>, M: Message<u64, R>>(
    proof: R::Proof,
    h: &mut [u64; 8],
    salt: &[u64; 4],
    blocks: &[[u8; 128]],
    mut t: u128,
) {
    let mut chaining = rows_of(proof, h);
    for block in blocks {
        let m = M::load_be(proof, block);
        let mut v = matrix_1::<u64, R>(proof, chaining, salt, t);
        unroll!(for r in 0..16 {
            let (schedule, constants) = (&ROW_SCHEDULES_2B[r % 10], &CONSTANTS_64[r % 10]);
            v = round_1::<FirstWords64, u64, R, M>(proof, v, &m, schedule, constants);
        });
        chaining = feed_forward(salted::<u64, R>(proof, chaining, salt), v);
        t = t.wrapping_add(1024);
    }
    *h = words_of::<u64, R>(chaining);
}

/// Applies the compression function of BLAKE-256 to each block.
#[inline(always)]
pub(super) fn compress_256<R: WordRow<u32>, M: Message<u32, R>>(
    proof: R::Proof,
    h: &mut [u32; 8],
    salt: &[u32; 4],
    blocks: &[[u8; 64]],
    mut t: u128,
) {
    let mut chaining = rows_of(proof, h);
    for block in blocks {
        let m = M::load_be(proof, block);
        let mut v = matrix_1::<u32, R>(proof, chaining, salt, t);
        for r in 0..14 {
            let (schedule, constants) = (&ROW_SCHEDULES_2S[r % 10], &CONSTANTS_32[r % 10]);
            v = round_1::<Words32, u32, R, M>(proof, v, &m, schedule, constants);
        }
        chaining = feed_forward(salted::<u32, R>(proof, chaining, salt), v);
        t = t.wrapping_add(512);
    }
    *h = words_of::<u32, R>(chaining);
}

/// Returns the initial matrix of BLAKE2 (RFC 7693 §3.2).
#[inline(always)]
fn matrix_2<T: Blake2Word<N>, R: WordRow<T>, const N: usize>(
    proof: R::Proof,
    [low, high]: [R; 2],
    t: u128,
    last: Last,
) -> [R; 4] {
    let [t0, t1] = T::split(t);
    let [f0, f1] = last.flags(T::ALL_ONES);
    let [iv_low, iv_high] = rows_of::<T, R>(proof, &T::IV);
    [low, high, iv_low, iv_high.xor(R::new(proof, [t0, t1, f0, f1]))]
}

/// Computes the next chaining value of BLAKE or BLAKE2 from the matrix after the last round.
#[inline(always)]
fn feed_forward<R: Arx>([low, high]: [R; 2], [a, b, c, d]: [R; 4]) -> [R; 2] {
    [low.xor(a).xor(c), high.xor(b).xor(d)]
}

/// Rounds of BLAKE2 for one word size.
pub(super) trait Rounds2<const N: usize>: Blake2Word<N> {
    fn rounds<R: WordRow<Self>, M: Message<Self, R>>(v: [R; 4], m: &M) -> [R; 4];
}

impl Rounds2<128> for u64 {
    #[inline(always)]
    fn rounds<R: WordRow<Self>, M: Message<Self, R>>(mut v: [R; 4], m: &M) -> [R; 4] {
        // Unrolling makes this loop 1.15 times as fast. The schedule of each iteration is then constant, and the
        // compiler replaces each permutation of a 1024-bit block with a shorter instruction sequence.
        unroll!(for r in 0..12 {
            v = round::<Words64, R>(
                v,
                Selected { message: m, schedule: &ROW_SCHEDULES_2B[r % 10] },
            );
        });
        v
    }
}

impl Rounds2<64> for u32 {
    #[inline(always)]
    fn rounds<R: WordRow<Self>, M: Message<Self, R>>(mut v: [R; 4], m: &M) -> [R; 4] {
        // Unrolling would save less than 2 %.
        for schedule in &ROW_SCHEDULES_2S {
            v = round::<Words32, R>(v, Selected { message: m, schedule });
        }
        v
    }
}

/// Compresses `bytes` of a BLAKE2 message. Pads the last block with zeros. `t` is the number of bytes already compressed,
/// and `last` contains the flags of the last block.
#[inline(always)]
pub(super) fn compress_2<T: Rounds2<N>, R: WordRow<T>, M: Message<T, R>, const N: usize>(
    proof: R::Proof,
    h: &mut [T; 8],
    mut bytes: &[u8],
    mut t: u128,
    last: Last,
) {
    let mut chaining = rows_of(proof, h);
    let mut left = true;
    while left {
        let m = if let Some((block, rest)) = bytes.split_first_chunk::<N>() {
            bytes = rest;
            t = t.wrapping_add(N as u128);
            M::load_le(proof, block)
        } else {
            t = t.wrapping_add(bytes.len() as u128);
            M::load_tail(proof, core::mem::take(&mut bytes))
        };
        left = !bytes.is_empty();
        let flags = if left { Last::No } else { last };
        chaining = feed_forward(chaining, T::rounds(matrix_2(proof, chaining, t, flags), &m));
    }
    *h = words_of::<T, R>(chaining);
}

/// Applies the seven rounds of BLAKE3 and returns the rows of the matrix.
#[inline(always)]
fn rounds_3<R: WordRow<u32>, M: Message<u32, R>>(
    proof: R::Proof,
    [low, high]: [R; 2],
    m: &M,
    inputs: Inputs,
) -> [R; 4] {
    let [iv, _] = rows_of::<u32, R>(proof, &SHA256_IV);
    let [t0, t1] = u32::split(inputs.counter.into());
    let mut v = [low, high, iv, R::new(proof, [t0, t1, inputs.length, inputs.flags])];
    for schedule in &ROW_SCHEDULES_3 {
        v = round::<Words32, R>(v, Selected { message: m, schedule });
    }
    v
}

/// Applies the compression function of BLAKE3 to each block. The flags `start` are set for the first block only.
#[inline(always)]
pub(super) fn compress_3<R: WordRow<u32>, M: Message<u32, R>>(
    proof: R::Proof,
    cv: &mut [u32; 8],
    blocks: &[[u8; 64]],
    inputs: Inputs,
    start: u32,
) {
    let [mut low, mut high] = rows_of::<u32, R>(proof, cv);
    let mut flags = inputs.flags | start;
    for block in blocks {
        let m = M::load_le(proof, block);
        let [a, b, c, d] = rounds_3(proof, [low, high], &m, Inputs { flags, ..inputs });
        low = a.xor(c);
        high = b.xor(d);
        flags = inputs.flags;
    }
    *cv = words_of::<u32, R>([low, high]);
}

/// Computes the chaining value of a BLAKE3 chunk and copies its first bytes to `out`.
#[inline(always)]
pub(super) fn chunk_3<R: WordRow<u32>, M: Message<u32, R>>(
    proof: R::Proof,
    cv: &[u32; 8],
    chunk: &Chunk<'_>,
    out: &mut [u8],
) {
    let Chunk { mut bytes, counter, flags: [flags, start, end] } = *chunk;
    let [mut low, mut high] = rows_of::<u32, R>(proof, cv);
    let mut inputs = Inputs { counter, length: 64, flags: flags | start };
    let mut left = true;
    while left {
        let m = match bytes.split_first_chunk::<64>() {
            Some((block, rest)) if !rest.is_empty() => {
                bytes = rest;
                M::load_le(proof, block)
            }
            _ => {
                left = false;
                inputs.flags |= end;
                inputs.length = length_of(bytes);
                M::load_tail(proof, bytes)
            }
        };
        let [a, b, c, d] = rounds_3(proof, [low, high], &m, inputs);
        low = a.xor(c);
        high = b.xor(d);
        inputs.flags &= !start;
    }
    match out.first_chunk_mut::<32>() {
        Some(out) => store_le(&words_of::<u32, R>([low, high]), out),
        None => store_le(&words_of::<u32, R>([low, high]), out),
    }
}

/// Fills `out` with output blocks of a BLAKE3 root node. `inputs.counter` is the index of the first output block.
#[inline(always)]
pub(super) fn squeeze_3<R: WordRow<u32>, M: Message<u32, R>>(
    proof: R::Proof,
    cv: &[u32; 8],
    block: &[u8; 64],
    inputs: Inputs,
    out: &mut [[u8; 64]],
) {
    let [low, high] = rows_of::<u32, R>(proof, cv);
    let m = M::load_le(proof, block);
    let mut counter = inputs.counter;
    for out in out {
        let [a, b, c, d] = rounds_3(proof, [low, high], &m, Inputs { counter, ..inputs });
        let (first, second) = out.split_at_mut(32);
        store_le(&words_of::<u32, R>([a.xor(c), b.xor(d)]), first);
        store_le(&words_of::<u32, R>([c.xor(low), d.xor(high)]), second);
        counter = counter.wrapping_add(1);
    }
}
