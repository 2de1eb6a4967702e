//! Operations on byte vectors as little-endian 32-bit and 64-bit words.

use super::Bytes;
use crate::platform::sbox::{Affine, LinearPair, Prepared};
use crate::platform::words::erase;

/// [`Bytes`] with operations on words.
pub(crate) trait Words: Bytes {
    /// Whether [`substitute`](Bytes::substitute) computes S-boxes that are based on an inversion in GF(2^8) in a few
    /// instructions. If not, it looks up such an S-box in a table, which is slower than an affine map. Code that needs
    /// several related S-boxes should then derive them from one S-box by affine maps.
    const COMPUTES_INVERSION: bool = true;
    /// Whether [`aes_last_round`](Self::aes_last_round) is the fastest method to invert bytes in GF(2^8). This is the
    /// case if the instruction set has AES instructions, but no instruction for affine maps.
    const INVERTS_BY_AES: bool = false;
    /// Whether vectors are 64 bytes long and the type implements [`multiply_by_matrix`](Self::multiply_by_matrix).
    const MULTIPLIES_BY_MATRICES: bool = false;

    /// Creates a vector with `byte` in every position.
    fn splat_8(proof: Self::Proof, byte: u8) -> Self;

    /// Creates a vector with `word` in each 32-bit element.
    fn splat_32(proof: Self::Proof, word: u32) -> Self;
    /// Returns the first 32-bit word.
    #[inline(always)]
    fn first_word(self) -> u32 {
        let mut bytes = [0; 64];
        self.store(&mut bytes);
        u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
    }
    /// Adds 32-bit words modulo 2^32.
    fn add_32(self, b: Self) -> Self;
    /// Subtracts 32-bit words modulo 2^32.
    fn sub_32(self, b: Self) -> Self;
    /// Multiplies 32-bit words modulo 2^32.
    fn multiply_32(self, b: Self) -> Self;
    /// Shifts each 32-bit word left by `LEFT` bits.
    fn shift_left_32<const LEFT: i32>(self) -> Self;
    /// Rotates each 32-bit word left. The distance in bits is the lower five bits of the word of `by` at the same
    /// index.
    fn rotate_left_32_by(self, by: Self) -> Self;

    /// Creates a vector with `word` in each 64-bit element.
    fn splat_64(proof: Self::Proof, word: u64) -> Self;
    /// Adds 64-bit words modulo 2^64.
    fn add_64(self, b: Self) -> Self;
    /// Subtracts 64-bit words modulo 2^64.
    fn sub_64(self, b: Self) -> Self;
    /// Rotates each 64-bit word left by `left` bits. `left` is a constant after inlining.
    fn rotate_left_64(self, left: u32) -> Self;

    /// Reverses the bytes of each lane. This converts between big-endian and little-endian 128-bit numbers.
    #[inline(always)]
    fn reverse_128(self) -> Self {
        self.shuffle_by(&[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    }

    /// Rotates each lane left by `left` bits, as a little-endian number. `left` is a constant after inlining.
    #[inline(always)]
    fn rotate_left_128(mut self, left: u32) -> Self {
        const SWAPPED: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];
        if left >= 64 {
            self = self.shuffle_by(&SWAPPED);
        }
        if left.is_multiple_of(64) {
            return self;
        }
        // First rotates each 64-bit half separately. The lowest `left % 64` bits of each rotated half belong to the
        // other half, so the halves exchange these bits.
        let halves = self.rotate_left_64(left % 64);
        let lower = Self::splat_64(self.proof(), (1 << (left % 64)) - 1);
        lower.ternary::<0xca>(halves.shuffle_by(&SWAPPED), halves)
    }

    /// Whether one instruction computes [`ternary`](Self::ternary).
    const TERNARY: bool = false;

    /// Applies the Boolean function with the truth table `T` to each bit position. For the bits a of `self`, b of `b`
    /// and c of `c`, the result is bit 4a + 2b + c of `T`.
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self;
    /// XORs three vectors.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.ternary::<0x96>(b, c)
    }
    /// Multiplies each lane by x^`times` modulo x^128 + x^7 + x^2 + x + 1, as a little-endian polynomial. `times` is a
    /// constant after inlining. Returns `None` if integer arithmetic is used instead.
    #[inline(always)]
    fn times_alpha(self, _times: usize) -> Option<Self> {
        None
    }
    /// Applies an affine map to each byte.
    fn map(self, map: &Prepared) -> Self;
    /// Applies an affine map to each byte, as [`map`](Self::map) does. If the code applies maps to eight vectors that do
    /// not depend on each other, this method is 1.05 times as fast on Zen 3.
    #[inline(always)]
    fn map_in_parallel(self, map: &Prepared) -> Self {
        self.map(map)
    }
    /// Applies `SubBytes` and `ShiftRows` of AES to each lane, or the inverse functions if `INVERSE` is true. Requires
    /// that [`INVERTS_BY_AES`](Self::INVERTS_BY_AES) is true.
    #[inline(always)]
    fn aes_last_round<const INVERSE: bool>(self) -> Self {
        debug_assert!(Self::INVERTS_BY_AES);
        self
    }
    /// Returns the vector unchanged. Where the vector is a sum, the compiler cannot change the order of its terms, or
    /// move a shuffle from the sum to its terms. Has an effect only if [`INVERTS_BY_AES`](Self::INVERTS_BY_AES) is true.
    #[inline(always)]
    fn black_box(self) -> Self {
        self
    }
    /// Shifts each byte left by one bit. Bit 0 of the result is bit 7 of the byte of `next` at the same index.
    #[inline(always)]
    fn shift_left_8(self, next: Self) -> Self {
        shift_left_8_by_maps(self, next)
    }
    /// Inverts each byte in the field of AES, then applies one of two linear maps: the first in the lower half of each
    /// lane, the second in the upper half. Returns `None` if the instruction set has no instruction for this.
    #[inline(always)]
    fn invert_and_map(self, _: &LinearPair) -> Option<Self> {
        None
    }
    /// Multiplies each byte by a bit matrix in the format of [`Affine::matrix`](crate::platform::sbox::Affine::matrix).
    /// Requires that [`MULTIPLIES_BY_MATRICES`](Self::MULTIPLIES_BY_MATRICES) is true.
    #[inline(always)]
    fn multiply_by_matrix(self, _: u64) -> Self {
        debug_assert!(Self::MULTIPLIES_BY_MATRICES);
        self
    }
    /// Multiplies bytes in the field of AES. Returns `None` if the instruction set has no instruction for this.
    #[inline(always)]
    fn multiply(self, _: Self) -> Option<Self> {
        None
    }
    /// Replaces each byte with its entry in `table`, in constant time. Both the bytes and the table may be secret.
    fn look_up_any(self, table: &Lookup) -> Self;
    /// Replaces byte i of each 32-bit word with its entry in `tables[i]`, in constant time.
    #[inline(always)]
    fn look_up_each(self, tables: &[Lookup; 4]) -> Self {
        let mut images = self.look_up_any(&tables[0]).and(Self::splat_32(self.proof(), 0xff));
        for i in 1..4 {
            let byte = Self::splat_32(self.proof(), 0xff << (8 * i));
            images = images.xor(self.look_up_any(&tables[i]).and(byte));
        }
        images
    }
    /// Looks up byte `BYTE` of a 32-bit word in `table`, in constant time. Every 32-bit element of `self` must hold
    /// this word. Every element of the result holds the entry found.
    #[inline(always)]
    fn look_up_word<const BYTE: u8>(self, table: &WordTable) -> Self {
        self.shuffle_by(&[BYTE; 16]).look_up_each(&table.planes)
    }
    /// Looks up bytes `A` and `B` of a 32-bit word in `table`, in constant time. As in
    /// [`look_up_word`](Self::look_up_word), every 32-bit element of `self` must hold this word.
    #[inline(always)]
    fn look_up_words<const A: u8, const B: u8>(self, table: &WordTable) -> [Self; 2] {
        [self.look_up_word::<A>(table), self.look_up_word::<B>(table)]
    }
    /// XORs all lanes. Every lane of the result holds the sum.
    #[inline(always)]
    fn sum_of_lanes(self) -> Self {
        debug_assert!(Self::LANES == 1);
        self
    }
    /// Permutes bytes across lanes: byte i of the result is byte `from[i]` of the vector. `from` is a constant after
    /// inlining.
    ///
    /// A vector of N bytes uses only the first N indices. In vectors of 16 and 32 bytes, an index above 127 gives 0.
    /// Vectors of 64 bytes use only the lower six bits of an index.
    #[inline(always)]
    fn permute_bytes(self, from: &[u8; 64]) -> Self {
        self.shuffle(Self::load(self.proof(), from))
    }
}

/// Computes [`Words::shift_left_8`] from two linear maps.
#[inline(always)]
pub(super) fn shift_left_8_by_maps<V: Words>(bytes: V, next: V) -> V {
    const DOUBLE: Prepared = Affine::new([2, 4, 8, 16, 32, 64, 128, 0], 0).prepare();
    const CARRY: Prepared = Affine::new([0, 0, 0, 0, 0, 0, 0, 1], 0).prepare();
    bytes.map(&DOUBLE).xor(next.map(&CARRY))
}

/// Table of 256 bytes, prepared for vector lookups. The alignment ensures that each quarter of the table (64 bytes)
/// lies in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(
        dead_code,
        reason = "only vector code reads this table, and other targets have no such code"
    )
)]
pub(crate) struct Lookup {
    /// The lookup table: the result for the byte `i` is at index `i`.
    pub(crate) table: [u8; 256],
    /// The table in the layout that lookups with x86-64 shuffles need.
    #[cfg(target_arch = "x86_64")]
    pub(crate) steps: crate::platform::sbox::Steps,
}

impl Lookup {
    /// Prepares `table` for lookups.
    #[inline(always)]
    pub(crate) const fn new(table: &[u8; 256]) -> Self {
        Self {
            table: *table,
            #[cfg(target_arch = "x86_64")]
            steps: crate::platform::sbox::steps(table),
        }
    }
}

/// Table of 256 words of 32 bits, prepared for vector lookups.
#[repr(align(64))]
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "only vector code reads this table")
)]
pub(crate) struct WordTable {
    /// The words, split into four byte tables. Table i holds byte i of each word, and byte 0 is the least significant.
    pub(crate) planes: [Lookup; 4],
    /// The words, arranged for AVX-512 permutes: entry i of `columns[j]` is word 8i + j of the table.
    #[cfg(target_arch = "x86_64")]
    pub(crate) columns: [[u32; 32]; 8],
    /// The tables of `planes`, arranged for AVX2 shuffles. The first entry combines tables 0 and 1: the lower lanes
    /// hold table 0, and the upper lanes hold table 1. The second entry combines tables 2 and 3 in the same way.
    #[cfg(target_arch = "x86_64")]
    pub(crate) step_pairs: [[[u8; 32]; 16]; 2],
}

impl WordTable {
    /// Prepares a table of 256 words for lookups.
    pub(crate) const fn new(words: &[u32]) -> Self {
        let mut bytes = [[0; 256]; 4];
        #[cfg(target_arch = "x86_64")]
        let mut columns = [[0; 32]; 8];
        let mut i = 0;
        while i < 256 {
            let mut byte = 0;
            while byte < 4 {
                bytes[byte][i] = words[i].to_le_bytes()[byte];
                byte += 1;
            }
            #[cfg(target_arch = "x86_64")]
            {
                columns[i % 8][i / 8] = words[i];
            }
            i += 1;
        }
        let [a, b, c, d] = bytes;
        let planes = [Lookup::new(&a), Lookup::new(&b), Lookup::new(&c), Lookup::new(&d)];
        Self {
            #[cfg(target_arch = "x86_64")]
            step_pairs: [
                side_by_side(&planes[0].steps, &planes[1].steps),
                side_by_side(&planes[2].steps, &planes[3].steps),
            ],
            planes,
            #[cfg(target_arch = "x86_64")]
            columns,
        }
    }
}

/// Combines two tables for AVX2 shuffles: entry i of the result has `a[i]` in the lower lane and `b[i]` in the upper
/// lane.
#[cfg(target_arch = "x86_64")]
const fn side_by_side(
    a: &crate::platform::sbox::Steps,
    b: &crate::platform::sbox::Steps,
) -> [[u8; 32]; 16] {
    let mut pairs = [[0; 32]; 16];
    let mut i = 0;
    while i < 256 {
        pairs[i / 16][i % 16] = a[i / 16][i % 16];
        pairs[i / 16][16 + i % 16] = b[i / 16][i % 16];
        i += 1;
    }
    pairs
}

impl zeroize::Zeroize for Lookup {
    fn zeroize(&mut self) {
        erase(&mut self.table);
        #[cfg(target_arch = "x86_64")]
        erase(self.steps.as_flattened_mut());
    }
}

/// Computes [`Words::ternary`] from bitwise functions of two operands. `table` is an argument, because a const generic
/// would create one function per truth table.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) fn by_two<V: Bytes>(table: i32, a: V, b: V, c: V) -> V {
    // For every Boolean function f, f(a, b, c) = f(0, b, c) ^ (a & (f(0, b, c) ^ f(1, b, c))).
    two_bits(table & 15, b, c).xor(a.and(two_bits((table ^ table >> 4) & 15, b, c)))
}

/// Applies the bitwise function with the truth table `table`. For a bit b of `b` and a bit c of `c`, the result is bit
/// 2b + c of `table`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn two_bits<V: Bytes>(table: i32, b: V, c: V) -> V {
    let ones = b.fill(255);
    match table {
        0 => ones.xor(ones),
        1 => b.or(c).xor(ones),
        2 => c.and_not(b),
        3 => b.xor(ones),
        4 => b.and_not(c),
        5 => c.xor(ones),
        6 => b.xor(c),
        7 => b.and(c).xor(ones),
        8 => b.and(c),
        9 => b.xor(c).xor(ones),
        10 => c,
        11 => b.xor(ones).or(c),
        12 => b,
        13 => c.xor(ones).or(b),
        14 => b.or(c),
        _ => ones,
    }
}
