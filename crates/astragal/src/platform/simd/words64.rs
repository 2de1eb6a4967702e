//! Words and vectors of 64 bits, for Keccak and SHA-512.

#[cfg(target_arch = "x86_64")]
use super::arx::{Shift, WordRow};

/// One 64-bit word, or a vector of 64-bit words. Every operation acts on each word.
///
/// Rotation distances are arguments instead of const generics, so that one function covers the 24 distances of Keccak's
/// step ρ. After inlining, the distances are constants.
pub(crate) trait Words64: Copy {
    /// Whether the instruction set can compute any bitwise function of three words in one instruction.
    const TERNARY: bool = false;

    /// Computes `self ^ b`.
    fn xor(self, b: Self) -> Self;
    /// XORs `word` into each lane.
    fn xor_word(self, word: u64) -> Self;
    /// Computes `self ^ b ^ c`.
    fn xor3(self, b: Self, c: Self) -> Self;
    /// Rotates left by `left` bits. `left` is 1 to 63, and a constant after inlining.
    fn rotate_left(self, left: u32) -> Self;
    /// Computes `self ^ (!b & c)`.
    fn xor_and_not(self, b: Self, c: Self) -> Self;
    /// Computes `self ^ (b <<< 1)`, where `<<<` is a rotation.
    #[inline(always)]
    fn xor_doubled(self, b: Self) -> Self {
        self.xor(b.rotate_left(1))
    }
    /// Computes `(self ^ b) <<< left`, where `<<<` is [`rotate_left`](Self::rotate_left).
    #[inline(always)]
    fn xor_rotate(self, b: Self, left: u32) -> Self {
        self.xor(b).rotate_left(left)
    }
}

/// Vector of `W` 64-bit words. A value of this type proves that the CPU supports the instructions that its methods use.
pub(crate) trait Vector64<const W: usize>: Words64 {
    /// Token that proves that the CPU has the vector type's instructions.
    type Proof: Copy;

    /// Creates a vector from `words`.
    fn new(proof: Self::Proof, words: [u64; W]) -> Self;
    /// Returns the words of the vector.
    fn to_array(self) -> [u64; W];
    /// Loads `W` rows of four little-endian words and transposes them. Vector `i` of the result holds word `i` of every
    /// row.
    #[inline(always)]
    fn columns(proof: Self::Proof, rows: [&[[u8; 8]; 4]; W]) -> [Self; 4] {
        let mut columns = [Self::new(proof, [0; W]); 4];
        let mut words = [0; W];
        for i in 0..4 {
            for j in 0..W {
                words[j] = u64::from_le_bytes(rows[j][i]);
            }
            columns[i] = Self::new(proof, words);
        }
        columns
    }
    /// Writes the words of the first state to `out` as little-endian bytes. Word `i` is element 0 of `lanes[i]`.
    #[inline(always)]
    fn store_words(lanes: &[Self], out: &mut [[u8; 8]]) {
        for i in 0..out.len() {
            out[i] = lanes[i].to_array()[0].to_le_bytes();
        }
    }
}

/// Portable vector of one word, for a single state.
impl Vector64<1> for u64 {
    type Proof = ();

    #[inline(always)]
    fn new((): (), [word]: [Self; 1]) -> Self {
        word
    }
    #[inline(always)]
    fn to_array(self) -> [Self; 1] {
        [self]
    }
}

/// Vector of four 64-bit words: two consecutive words of one message block, then two of another block.
#[cfg(target_arch = "x86_64")]
pub(crate) trait Pairs: WordRow<u64> + Shift {
    /// Whether [`sha512_rounds`](Self::sha512_rounds) is available, and faster than separate rounds and schedule words.
    const STITCHED: bool;

    /// Loads two big-endian words from each of two message blocks.
    fn load_be(proof: Self::Proof, first: &[u8; 16], second: &[u8; 16]) -> Self;
    /// Returns one pair for each of the two blocks. The pair consists of the second word of the block in `self` and the
    /// first word of the block in `next`.
    fn middle(self, next: Self) -> Self;
    /// Returns words 2 and 3 of `self`, followed by words 0 and 1 of `next`.
    fn straddle(self, next: Self) -> Self;
    /// Returns words 0 and 1 of `self`, followed by words 2 and 3 of `b`.
    fn join(self, b: Self) -> Self;
    /// Performs two rounds of SHA-512, and computes two schedule words of each block between their instructions. Must be
    /// called only if [`STITCHED`](Self::STITCHED) is true.
    ///
    /// `letters`, `difference` and the first two results are those of [`sha512`](crate::platform::asm_rounds::sha512).
    /// The words `WORD` and `WORD + 1` of `sums` are the sums of round constants and schedule words. `words` are the
    /// rows that begin 16, 14, 8, 6 and 2 words before the new row. Returns the new row, and its sum with `constants`.
    fn sha512_rounds<const WORD: usize>(
        letters: [u64; 8],
        difference: u64,
        sums: &[[u64; 4]; 8],
        words: [Self; 5],
        constants: Self,
    ) -> ([u64; 8], u64, [Self; 2]);
}

/// Portable implementation: one word in a general-purpose register.
impl Words64 for u64 {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        self ^ b
    }
    #[inline(always)]
    fn xor_word(self, word: u64) -> Self {
        self ^ word
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }
    #[inline(always)]
    fn rotate_left(self, left: u32) -> Self {
        self.rotate_left(left)
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        self ^ (!b & c)
    }
}
