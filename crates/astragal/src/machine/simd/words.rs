//! Vectors of bytes as little-endian words of 32 and 64 bits.

use super::Bytes;
use crate::machine::sbox::Prepared;
use crate::machine::words::erase;

/// Bytes that are words, too.
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
    /// The product of each byte with the one that `b` has in its place, in the field of AES; `None` where there is no
    /// instruction for it.
    #[inline(always)]
    fn multiply(self, _: Self) -> Option<Self> {
        None
    }
    /// Each byte becomes the entry of `table` at its value, in constant time; the table may be secret, too.
    fn look_up_any(self, table: &Lookup) -> Self;
}

/// A table of bytes as vectors look it up.
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
    pub(crate) steps: crate::machine::sbox::Steps,
}

impl Lookup {
    /// What looks up `table`.
    pub(crate) const fn new(table: &[u8; 256]) -> Self {
        Self {
            table: *table,
            #[cfg(target_arch = "x86_64")]
            steps: crate::machine::sbox::steps(table),
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

/// A function of three bits by those of two.
macro_rules! ternary_by_two {
    ($t:ident, $a:expr, $b:expr, $c:expr, $xor:ident, $and:ident, $or:ident, $ones:expr) => {{
        let (a, b, c, ones) = ($a, $b, $c, $ones);
        // The function where `a` is 0, and how it differs where `a` is 1.
        let none = two_bits!(const { $t & 15 }, b, c, $xor, $and, $or, ones);
        let change = two_bits!(const { $t & 15 ^ $t >> 4 }, b, c, $xor, $and, $or, ones);
        $xor(none, $and(a, change))
    }};
}

/// A function of two bits. Its table is a constant where it is used, so that one arm is compiled.
macro_rules! two_bits {
    ($table:expr, $b:expr, $c:expr, $xor:ident, $and:ident, $or:ident, $ones:expr) => {
        match $table {
            0 => $xor($ones, $ones),
            1 => $xor($or($b, $c), $ones),
            2 => $and($xor($b, $ones), $c),
            3 => $xor($b, $ones),
            4 => $and($b, $xor($c, $ones)),
            5 => $xor($c, $ones),
            6 => $xor($b, $c),
            7 => $xor($and($b, $c), $ones),
            8 => $and($b, $c),
            9 => $xor($xor($b, $c), $ones),
            10 => $c,
            11 => $or($xor($b, $ones), $c),
            12 => $b,
            13 => $or($b, $xor($c, $ones)),
            14 => $or($b, $c),
            _ => $ones,
        }
    };
}

pub(super) use {ternary_by_two, two_bits};
