//! Vectors of 32-bit words, for ciphers whose S-boxes have 32-bit entries. A vector holds either the same word of many
//! blocks, or copies of one word of a single block. The rounds of a cipher are written once, generic over both layouts.

use super::lanes::Vector;
use super::transpose::{bytes_of_words, transpose_32, words_of_bytes};
use crate::platform::enter::{Token as _, WithFeatures};
use crate::platform::simd::WordTable;

/// Vectors that hold the 32-bit word at one position of every block. The blocks are processed in parallel. All methods
/// are `#[inline(always)]`.
pub(crate) trait WordVectors<V: Vector>: Copy {
    /// Vectors with whole blocks in their natural byte order.
    type Blocks;

    /// Splits blocks into their four little-endian words.
    fn of_blocks(x: Self::Blocks) -> [Self; 4];
    /// Converts the four words of each block back to blocks, the inverse of [`of_blocks`](Self::of_blocks).
    fn to_blocks(words: [Self; 4]) -> Self::Blocks;
    /// Applies `f` to every vector.
    fn each(self, f: impl Fn(V) -> V) -> Self;
    /// Applies `f` to each vector of `self` and the vector of `b` at the same index.
    fn both(self, b: Self, f: impl Fn(V, V) -> V) -> Self;
    /// Looks up byte i of each word in `tables[i]`, in constant time. Byte 0 is the least significant byte.
    fn look_up_bytes(self, tables: [&WordTable; 4]) -> [Self; 4];
    /// Like [`look_up_bytes`](Self::look_up_bytes), with `tables[0]` for bytes 0 and 2 of each word, and
    /// `tables[1]` for bytes 1 and 3.
    #[inline(always)]
    fn look_up_alternately(self, [even, odd]: [&WordTable; 2]) -> [Self; 4] {
        self.look_up_bytes([even, odd, even, odd])
    }
    /// Looks up byte 0 of each word in each table, in constant time.
    fn look_up_byte_0(self, tables: [&WordTable; 2]) -> [Self; 2];
    /// Runs `part`, a long section of the rounds. If the vectors hold many blocks, `part` is compiled as a separate
    /// function.
    fn part<K: WithFeatures>(cpu: V::Proof, part: K) -> K::Output;
}

/// One word of each block, such as word 0 of every block, in four vectors. Each 32-bit element comes from a different
/// block.
impl<V: Vector> WordVectors<V> for [V; 4] {
    type Blocks = [V; 16];

    #[inline(always)]
    fn of_blocks(x: [V; 16]) -> [Self; 4] {
        let mut words = [[x[0]; 4]; 4];
        for (group, x) in x.as_chunks::<4>().0.iter().enumerate() {
            let x = transpose_32(*x);
            for i in 0..4 {
                words[i][group] = x[i];
            }
        }
        words
    }
    #[inline(always)]
    fn to_blocks(words: [Self; 4]) -> [V; 16] {
        let mut x = [words[0][0]; 16];
        for (group, x) in x.as_chunks_mut::<4>().0.iter_mut().enumerate() {
            *x = transpose_32([words[0][group], words[1][group], words[2][group], words[3][group]]);
        }
        x
    }
    #[inline(always)]
    fn each(mut self, f: impl Fn(V) -> V) -> Self {
        for i in 0..4 {
            self[i] = f(self[i]);
        }
        self
    }
    #[inline(always)]
    fn both(mut self, b: Self, f: impl Fn(V, V) -> V) -> Self {
        for i in 0..4 {
            self[i] = f(self[i], b[i]);
        }
        self
    }
    #[inline(always)]
    fn look_up_bytes(self, tables: [&WordTable; 4]) -> [Self; 4] {
        // Each byte vector holds the byte at one position of every word, so all its bytes use the same table.
        let bytes = bytes_of_words(self);
        [
            entries(bytes[0], tables[0]),
            entries(bytes[1], tables[1]),
            entries(bytes[2], tables[2]),
            entries(bytes[3], tables[3]),
        ]
    }
    #[inline(always)]
    fn look_up_byte_0(self, tables: [&WordTable; 2]) -> [Self; 2] {
        let bytes = bytes_of_words(self);
        [entries(bytes[0], tables[0]), entries(bytes[0], tables[1])]
    }
    #[inline(always)]
    fn part<K: WithFeatures>(cpu: V::Proof, part: K) -> K::Output {
        cpu.enter(part)
    }
}

/// Looks up each byte of `index` in a table of 32-bit words.
#[inline(always)]
fn entries<V: Vector>(index: V, table: &WordTable) -> [V; 4] {
    let planes = &table.planes;
    words_of_bytes([
        index.look_up_any(&planes[0]),
        index.look_up_any(&planes[1]),
        index.look_up_any(&planes[2]),
        index.look_up_any(&planes[3]),
    ])
}

/// One word of a single block, broadcast to every 32-bit element of a vector.
impl<V: Vector> WordVectors<V> for [V; 1] {
    type Blocks = V;

    #[inline(always)]
    fn of_blocks(x: V) -> [Self; 4] {
        [
            [x.shuffle_by(&[0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3])],
            [x.shuffle_by(&[4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7])],
            [x.shuffle_by(&[8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11, 8, 9, 10, 11])],
            [x.shuffle_by(&[12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15])],
        ]
    }
    #[inline(always)]
    fn to_blocks([[a], [b], [c], [d]]: [Self; 4]) -> V {
        a.zip::<4>(b)[0].zip::<8>(c.zip::<4>(d)[0])[0]
    }
    #[inline(always)]
    fn each(self, f: impl Fn(V) -> V) -> Self {
        [f(self[0])]
    }
    #[inline(always)]
    fn both(self, b: Self, f: impl Fn(V, V) -> V) -> Self {
        [f(self[0], b[0])]
    }
    #[inline(always)]
    fn look_up_bytes(self, tables: [&WordTable; 4]) -> [Self; 4] {
        [
            [self[0].look_up_word::<0>(tables[0])],
            [self[0].look_up_word::<1>(tables[1])],
            [self[0].look_up_word::<2>(tables[2])],
            [self[0].look_up_word::<3>(tables[3])],
        ]
    }
    #[inline(always)]
    fn look_up_alternately(self, tables: [&WordTable; 2]) -> [Self; 4] {
        let [a, c] = self[0].look_up_words::<0, 2>(tables[0]);
        let [b, d] = self[0].look_up_words::<1, 3>(tables[1]);
        [[a], [b], [c], [d]]
    }
    #[inline(always)]
    fn look_up_byte_0(self, tables: [&WordTable; 2]) -> [Self; 2] {
        [[self[0].look_up_word::<0>(tables[0])], [self[0].look_up_word::<0>(tables[1])]]
    }
    #[inline(always)]
    fn part<K: WithFeatures>(_: V::Proof, part: K) -> K::Output {
        part.run()
    }
}
