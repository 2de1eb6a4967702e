//! Vectors of bytes as little-endian words of 32 and 64 bits.

use super::Bytes;
use crate::platform::sbox::Prepared;
use crate::platform::words::erase;

/// [`Bytes`] with operations on words.
pub(crate) trait Words: Bytes {
    /// `byte` everywhere.
    fn splat_8(proof: Self::Proof, byte: u8) -> Self;

    /// `word` in each 32 bits.
    fn splat_32(proof: Self::Proof, word: u32) -> Self;
    /// `self + b` modulo 2^32
    fn add_32(self, b: Self) -> Self;
    /// `self - b` modulo 2^32
    fn sub_32(self, b: Self) -> Self;
    /// `self · b` modulo 2^32
    fn multiply_32(self, b: Self) -> Self;
    /// Each word of 32 bits `<< LEFT`.
    fn shift_left_32<const LEFT: i32>(self) -> Self;
    /// Each word of 32 bits `<<<` the lower five bits of its word in `by`.
    fn rotate_left_32_by(self, by: Self) -> Self;

    /// `word` in each 64 bits.
    fn splat_64(proof: Self::Proof, word: u64) -> Self;
    /// `self + b` modulo 2^64
    fn add_64(self, b: Self) -> Self;
    /// `self - b` modulo 2^64
    fn sub_64(self, b: Self) -> Self;
    /// Each word of 64 bits `<<< left`, a constant for the compiler.
    fn rotate_left_64(self, left: u32) -> Self;

    /// The function of three bits that has bit 4a + 2b + c of `T` as its value.
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self;
    /// The affine map of each byte.
    fn map(self, map: &Prepared) -> Self;
    /// The bytewise product with `b` in the field of AES; `None` without an instruction for it.
    #[inline(always)]
    fn multiply(self, _: Self) -> Option<Self> {
        None
    }
    /// Each byte becomes the entry of `table` at its value, in constant time; the table may be secret, too.
    fn look_up_any(self, table: &Lookup) -> Self;
}

/// A table of bytes, prepared for lookups by vectors.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, reason = "for vectors, which other machines have none of here")
)]
pub(crate) struct Lookup {
    /// The table.
    pub(crate) table: [u8; 256],
    /// The table in slices.
    #[cfg(target_arch = "x86_64")]
    pub(crate) steps: crate::platform::sbox::Steps,
}

impl Lookup {
    /// Prepares `table`.
    pub(crate) const fn new(table: &[u8; 256]) -> Self {
        Self {
            table: *table,
            #[cfg(target_arch = "x86_64")]
            steps: crate::platform::sbox::steps(table),
        }
    }
}

impl zeroize::Zeroize for Lookup {
    fn zeroize(&mut self) {
        erase(&mut self.table);
        #[cfg(target_arch = "x86_64")]
        erase(self.steps.as_flattened_mut());
    }
}

/// [`Words::ternary`] by functions of two bits. `table` is an argument and not a constant parameter, so that each
/// vector has one function for all tables.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) fn by_two<V: Bytes>(table: i32, a: V, b: V, c: V) -> V {
    // The function where `a` is 0, and how it differs where `a` is 1.
    two_bits(table & 15, b, c).xor(a.and(two_bits((table ^ table >> 4) & 15, b, c)))
}

/// The function of two bits that has bit 2b + c of `table` as its value.
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
