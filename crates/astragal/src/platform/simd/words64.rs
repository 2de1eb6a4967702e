//! One 64-bit word, or a vector of them.

#[cfg(target_arch = "x86_64")]
use super::arx::{Shift, WordRow};

/// One 64-bit word, or a vector of them. Every operation acts on each word.
///
/// Rotation distances are arguments and not const generics. They are constants after inlining, and one function serves
/// the 24 distances of ρ.
pub(crate) trait Words64: Copy {
    /// Whether one instruction computes any bitwise function of three words.
    const TERNARY: bool = false;

    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// `self ^ word` in each lane
    fn xor_word(self, word: u64) -> Self;
    /// `self ^ b ^ c`
    fn xor3(self, b: Self, c: Self) -> Self;
    /// `self <<< left`; `left` is 1 to 63, and a constant after inlining.
    fn rotate_left(self, left: u32) -> Self;
    /// `self ^ (!b & c)`
    fn xor_and_not(self, b: Self, c: Self) -> Self;
    /// `self ^ (b <<< 1)`
    #[inline(always)]
    fn xor_doubled(self, b: Self) -> Self {
        self.xor(b.rotate_left(1))
    }
    /// `(self ^ b) <<< left`, as in [`rotate_left`](Self::rotate_left).
    #[inline(always)]
    fn xor_rotate(self, b: Self, left: u32) -> Self {
        self.xor(b).rotate_left(left)
    }
}

/// Vector of `W` 64-bit words. A value proves the instruction set of its operations.
pub(crate) trait Vector64<const W: usize>: Words64 {
    /// Token that proves the instruction set of the vector type.
    type Proof: Copy;

    /// Creates a vector from `words`.
    fn new(proof: Self::Proof, words: [u64; W]) -> Self;
    /// Returns the words.
    fn to_array(self) -> [u64; W];
    /// Transposes `W` rows of four little-endian words: vector `i` holds word `i` of every row.
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
    /// Writes the words of the first state to `out`, little-endian: word `i` is element 0 of `lanes[i]`.
    #[inline(always)]
    fn store_words(lanes: &[Self], out: &mut [[u8; 8]]) {
        for i in 0..out.len() {
            out[i] = lanes[i].to_array()[0].to_le_bytes();
        }
    }
}

/// Portable vector: one word of one state.
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

/// Two pairs of 64-bit words, one pair per message.
#[cfg(target_arch = "x86_64")]
pub(crate) trait Pairs: WordRow<u64> + Shift {
    /// Loads two big-endian words from each of two messages.
    fn load_be(proof: Self::Proof, first: &[u8; 16], second: &[u8; 16]) -> Self;
    /// Returns in each pair the second word of `self` and the first word of `next`.
    fn middle(self, next: Self) -> Self;
    /// Returns the second pair of `self` and the first pair of `next`.
    fn straddle(self, next: Self) -> Self;
    /// Returns the first pair of `self` and the second pair of `b`.
    fn join(self, b: Self) -> Self;
}

/// Portable fallback: one word.
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
