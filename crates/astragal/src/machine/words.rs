//! Byte strings as words and back, in either byte order, the same on every machine.

use zeroize::optimization_barrier;

/// Sets secret bytes to zero for good. `zeroize` does it byte by byte, which for a block takes as long as its
/// hashing begins to take.
#[inline(always)]
pub(crate) fn erase(bytes: &mut [u8]) {
    bytes.fill(0);
    optimization_barrier(bytes);
}

/// A word of ones where the lowest bit of a secret is 1, of zeros where it is 0. The compiler does not learn that it
/// is one of the two: it would branch on the bit.
#[inline(always)]
pub(crate) fn all_or_none<W: Mask>(secret: W) -> W {
    core::hint::black_box(secret.lowest_bit_everywhere())
}

/// A word that masks others.
pub(crate) trait Mask {
    /// The lowest bit in the place of each.
    fn lowest_bit_everywhere(self) -> Self;
}

macro_rules! mask {
    ($($word:ty)+) => { $(
        impl Mask for $word {
            #[inline(always)]
            fn lowest_bit_everywhere(self) -> Self {
                (self & 1).wrapping_neg()
            }
        }
    )+ };
}

mask!(u8 u32 u128);

/// A word of a state or a message block.
pub(crate) trait Word: Copy {
    /// The word as a little-endian byte array.
    type Bytes: AsRef<[u8]>;
    /// The word 0.
    const ZERO: Self;
    /// Reads little-endian bytes; `bytes` is as long as the word.
    fn from_le(bytes: &[u8]) -> Self;
    /// Reads big-endian bytes; `bytes` is as long as the word.
    fn from_be(bytes: &[u8]) -> Self;
    /// The word's bytes, the least significant first.
    fn to_le(self) -> Self::Bytes;
    /// The word's bytes, the most significant first.
    fn to_be(self) -> Self::Bytes;
}

macro_rules! word {
    ($($word:ty)+) => { $(
        impl Word for $word {
            type Bytes = [u8; size_of::<$word>()];
            const ZERO: Self = 0;
            #[inline(always)]
            fn from_le(bytes: &[u8]) -> Self {
                let (words, _) = bytes.as_chunks();
                Self::from_le_bytes(words[0])
            }
            #[inline(always)]
            fn from_be(bytes: &[u8]) -> Self {
                let (words, _) = bytes.as_chunks();
                Self::from_be_bytes(words[0])
            }
            #[inline(always)]
            fn to_le(self) -> Self::Bytes {
                self.to_le_bytes()
            }
            #[inline(always)]
            fn to_be(self) -> Self::Bytes {
                self.to_be_bytes()
            }
        }
    )+ };
}

word!(u8 u32 u64 u128);

/// The first `M` little-endian words of `bytes`.
#[inline(always)]
pub(crate) fn load_le<W: Word, const M: usize>(bytes: &[u8]) -> [W; M] {
    let size = size_of::<W>();
    let bytes = &bytes[..M * size];
    // A loop, since `from_fn` is not inlined where the caller is compiled for more instructions: the words
    // would wait in memory.
    let mut words = [W::ZERO; M];
    for (i, word) in words.iter_mut().enumerate() {
        *word = W::from_le(&bytes[i * size..(i + 1) * size]);
    }
    words
}

/// The first `M` big-endian words of `bytes`.
#[inline(always)]
pub(crate) fn load_be<W: Word, const M: usize>(bytes: &[u8]) -> [W; M] {
    let size = size_of::<W>();
    let bytes = &bytes[..M * size];
    let mut words = [W::ZERO; M];
    for (i, word) in words.iter_mut().enumerate() {
        *word = W::from_be(&bytes[i * size..(i + 1) * size]);
    }
    words
}

/// Fills `out` with the little-endian bytes of `words`, cutting the last ones off where `out` ends.
#[inline(always)]
pub(crate) fn store_le<W: Word>(words: &[W], out: &mut [u8]) {
    debug_assert!(out.len() <= size_of_val(words));
    for (piece, word) in out.chunks_mut(size_of::<W>()).zip(words) {
        piece.copy_from_slice(&word.to_le().as_ref()[..piece.len()]);
    }
}

/// Fills `out` with the big-endian bytes of `words`, cutting the last ones off where `out` ends.
#[inline(always)]
pub(crate) fn store_be<W: Word>(words: &[W], out: &mut [u8]) {
    debug_assert!(out.len() <= size_of_val(words));
    for (piece, word) in out.chunks_mut(size_of::<W>()).zip(words) {
        piece.copy_from_slice(&word.to_be().as_ref()[..piece.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_survive_the_round_trip_in_both_orders() {
        let bytes: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        assert_eq!(load_le::<u32, 1>(&bytes), [0x0302_0100]);
        assert_eq!(load_be::<u64, 2>(&bytes)[1], 0x0809_0a0b_0c0d_0e0f);
        let mut out = [0; 13];
        store_le(&load_le::<u64, 2>(&bytes), &mut out);
        assert_eq!(out, bytes[..13]);
        store_be(&load_be::<u32, 4>(&bytes), &mut out);
        assert_eq!(out, bytes[..13]);
    }
}
