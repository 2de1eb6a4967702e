//! Transposes vectors of blocks to vectors of words or bytes, and looks up words in constant time.

use crate::platform::simd::Bytes;

type Block = [u8; 16];

/// Returns the word at a secret index. The function reads every word, so its running time does not depend on the index.
pub(crate) fn ct_lookup(words: &[u32], index: u32) -> u32 {
    let mut found = 0;
    for (i, &word) in (0..).zip(words) {
        // The sign bit of `difference | -difference` is 0 if `i` and `index` are equal, and 1 otherwise. This bit minus
        // 1 is a mask of 32 ones if `i` and `index` are equal, and a mask of 32 zeros otherwise.
        let difference: u32 = i ^ index;
        let equal = (difference | difference.wrapping_neg()) >> 31;
        found |= word & equal.wrapping_sub(1);
    }
    found
}

/// Transposes the 4×4 square of 32-bit words in each 16-byte lane: vector i of the result holds word i of each vector
/// of `x`.
#[inline(always)]
pub(crate) fn transpose_32<V: Bytes>(x: [V; 4]) -> [V; 4] {
    let [ab, ab2] = [x[0].zip::<4>(x[1]), x[2].zip::<4>(x[3])];
    // Interleaves pairs of words. The input vectors a, b, c and d have the words a0 to a3, b0 to b3, and so on. The
    // vectors a0 b0 a1 b1 and c0 d0 c1 d1 become a0 b0 c0 d0 and a1 b1 c1 d1.
    let [w0, w1] = ab[0].zip::<8>(ab2[0]);
    let [w2, w3] = ab[1].zip::<8>(ab2[1]);
    [w0, w1, w2, w3]
}

/// Transposes the bytes of word vectors: vector i of the result holds byte i of each word.
#[inline(always)]
pub(crate) fn bytes_of_words<V: Bytes>(mut x: [V; 4]) -> [V; 4] {
    for x in &mut x {
        *x = x.shuffle_by(&SQUARE);
    }
    transpose_32(x)
}

/// Inverse of [`bytes_of_words`]: restores the words from vectors of their bytes.
#[inline(always)]
pub(crate) fn words_of_bytes<V: Bytes>(x: [V; 4]) -> [V; 4] {
    let mut x = transpose_32(x);
    for x in &mut x {
        *x = x.shuffle_by(&SQUARE);
    }
    x
}

/// Shuffle indices that transpose a 4×4 square of bytes.
const SQUARE: Block = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];

/// Transposes bytes: vector i of the result holds byte i of each block. The operation is its own inverse.
#[inline(always)]
pub(crate) fn transpose_8<V: Bytes>(x: [V; 16]) -> [V; 16] {
    // Each byte of the 16 vectors has an 8-bit number. The high four bits are the index of the vector, and the low four
    // bits are the index in the lane. Interleaving vectors v and v + 8, for each v below 8, rotates every byte's number
    // left by one bit. Four rotations exchange the two halves of the number, which transposes the bytes.
    let mut x = x;
    for _ in 0..4 {
        let before = x;
        for i in 0..8 {
            let [low, high] = before[i].zip::<1>(before[i + 8]);
            x[2 * i] = low;
            x[2 * i + 1] = high;
        }
    }
    x
}
