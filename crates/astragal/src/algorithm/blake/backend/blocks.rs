//! Message blocks for x86-64 vectors. The block stays in memory, and a row is blended from four loads, because several
//! units can load and blend. Selecting words from registers takes permutations or inserts, which only one unit of
//! Intel's processors can do: with AVX-512 on Golden Cove, BLAKE2s would take 1.06 times as long.

use super::rows::{Message, selected, words_of_tail};
use crate::platform::simd::x86_64::{U32x4, U64x4, X86};
use crate::platform::simd::{Pairs as _, WordRow};
use crate::platform::words::{load_be, load_le};

/// Message block of BLAKE-512 or BLAKE2b.
pub(super) struct Block64<P> {
    words: [u64; 16],
    proof: P,
}

impl<P: X86> Block64<P> {
    /// Copies the words in vectors of 256 bits. The compiler would use 512 bits if the CPU has AVX-512. Intel
    /// processors then turn off one of the three units for vectors.
    #[inline(always)]
    fn new(proof: P, quarters: [U64x4<P>; 4]) -> Self {
        let mut words = [0; 16];
        let (copies, _) = words.as_chunks_mut();
        for i in 0..4 {
            copies[i] = WordRow::to_array(quarters[i]);
        }
        Self { words, proof }
    }
}

impl<P: X86> Message<u64, U64x4<P>> for Block64<P> {
    #[inline(always)]
    fn load_le(proof: P, block: &[u8]) -> Self {
        let (words, _) = block.as_chunks();
        let (quarters, _) = words.as_chunks();
        let mut rows = [U64x4::load_le(proof, &quarters[0]); 4];
        for i in 1..4 {
            rows[i] = U64x4::load_le(proof, &quarters[i]);
        }
        Self::new(proof, rows)
    }
    #[inline(always)]
    fn load_tail(proof: P, tail: &[u8]) -> Self {
        Self { words: words_of_tail(tail), proof }
    }
    #[inline(always)]
    fn load_be(proof: P, block: &[u8]) -> Self {
        let (pairs, _) = block.as_chunks();
        let mut rows = [U64x4::load_be(proof, &pairs[0], &pairs[1]); 4];
        for i in 1..4 {
            rows[i] = U64x4::load_be(proof, &pairs[2 * i], &pairs[2 * i + 1]);
        }
        Self::new(proof, rows)
    }
    #[inline(always)]
    fn row(&self, numbers: &[u64; 4], state: U64x4<P>) -> U64x4<P> {
        // Without `then`, the compiler would load the words for all rounds first, and spill the vectors to the stack.
        U64x4::blended(self.proof, selected(state.then(&self.words), numbers))
    }
}

/// Message block of BLAKE-256, BLAKE2s or BLAKE3.
pub(super) struct Block32<P> {
    words: [u32; 16],
    proof: P,
}

impl<P: X86> Message<u32, U32x4<P>> for Block32<P> {
    #[inline(always)]
    fn load_le(proof: P, block: &[u8]) -> Self {
        // The compiler would copy all words with one vector of 512 bits. A load of a word would wait longer for this
        // store: BLAKE2s would take 76 ns for 64 bytes instead of 70.
        let mut words = [0; 16];
        let (copies, _) = words.as_chunks_mut();
        for i in 0..4 {
            let quarter = U32x4::new(proof, load_le(&block[16 * i..])).apart();
            copies[i] = WordRow::to_array(quarter);
        }
        Self { words, proof }
    }
    #[inline(always)]
    fn load_tail(proof: P, tail: &[u8]) -> Self {
        Self { words: words_of_tail(tail), proof }
    }
    #[inline(always)]
    fn load_be(proof: P, block: &[u8]) -> Self {
        Self { words: load_be(block), proof }
    }
    #[inline(always)]
    fn row(&self, numbers: &[u32; 4], state: U32x4<P>) -> U32x4<P> {
        U32x4::blended(self.proof, selected(state.then(&self.words), numbers))
    }
}
