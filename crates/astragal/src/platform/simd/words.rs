//! Operations on byte vectors as little-endian 32-bit and 64-bit words.

use super::Bytes;
use crate::platform::sbox::Prepared;
use crate::platform::words::erase;

/// [`Bytes`] with operations on words.
pub(crate) trait Words: Bytes {
    /// Creates a vector with `byte` in every position.
    fn splat_8(proof: Self::Proof, byte: u8) -> Self;

    /// Creates a vector with `word` in each 32-bit element.
    fn splat_32(proof: Self::Proof, word: u32) -> Self;
    /// Adds 32-bit words modulo 2^32.
    fn add_32(self, b: Self) -> Self;
    /// Subtracts 32-bit words modulo 2^32.
    fn sub_32(self, b: Self) -> Self;
    /// Multiplies 32-bit words modulo 2^32.
    fn multiply_32(self, b: Self) -> Self;
    /// Shifts each 32-bit word left by `LEFT` bits.
    fn shift_left_32<const LEFT: i32>(self) -> Self;
    /// Rotates each 32-bit word left. The lower five bits of the word of `by` at the same index are the distance.
    fn rotate_left_32_by(self, by: Self) -> Self;

    /// Creates a vector with `word` in each 64-bit element.
    fn splat_64(proof: Self::Proof, word: u64) -> Self;
    /// Adds 64-bit words modulo 2^64.
    fn add_64(self, b: Self) -> Self;
    /// Subtracts 64-bit words modulo 2^64.
    fn sub_64(self, b: Self) -> Self;
    /// Rotates each 64-bit word left by `left` bits. `left` is a constant after inlining.
    fn rotate_left_64(self, left: u32) -> Self;

    /// Applies the bitwise function with the truth table `T`. For bits a of `self`, b of `b` and c of `c`, the result
    /// is bit 4a + 2b + c of `T`.
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self;
    /// Applies an affine map to each byte.
    fn map(self, map: &Prepared) -> Self;
    /// Multiplies bytes in the field of AES. Returns `None` if the instruction set has no such instruction.
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
    /// Permutes bytes across lanes: byte i of the result is byte `from[i]` of the vector. A vector of N bytes uses the
    /// first N indices. `from` is a constant after inlining. An index above 127 gives 0, except in vectors of 64 bytes.
    #[inline(always)]
    fn permute_bytes(self, from: &[u8; 64]) -> Self {
        self.shuffle(Self::load(self.proof(), from))
    }
}

/// Table of 256 bytes, prepared for vector lookups. Because of the alignment, every 64 bytes of the table lie in one
/// cache line.
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
    /// The table in its natural order.
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

impl zeroize::Zeroize for Lookup {
    fn zeroize(&mut self) {
        erase(&mut self.table);
        #[cfg(target_arch = "x86_64")]
        erase(self.steps.as_flattened_mut());
    }
}

/// Computes [`Words::ternary`] from bitwise functions of two operands. `table` is an argument, not a const generic, so
/// that each vector type has only one function for all truth tables.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) fn by_two<V: Bytes>(table: i32, a: V, b: V, c: V) -> V {
    // f(a, b, c) = f(0, b, c) ^ (a & (f(0, b, c) ^ f(1, b, c)))
    two_bits(table & 15, b, c).xor(a.and(two_bits((table ^ table >> 4) & 15, b, c)))
}

/// Applies the bitwise function with the truth table `table`. For bits b and c, the result is bit 2b + c of `table`.
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
