//! Arithmetic and bitwise operations on bytes and words, without branches on data.

use core::array::from_fn;

use super::Register;

/// Returns 255 if the condition is true, else 0.
#[inline(always)]
pub(super) fn mask_8(is: bool) -> u8 {
    u8::from(is).wrapping_neg()
}

impl<const N: usize> Register<N> {
    /// Creates a register whose byte `i` is `byte(i)`.
    #[inline(always)]
    pub(super) fn by_place(byte: impl Fn(usize) -> u8) -> Self {
        Self(from_fn(byte))
    }
    /// Applies `f` to each byte of `self` and the byte of `b` at the same index.
    #[inline(always)]
    pub(super) fn bytes(self, b: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        Self::by_place(|i| f(self.0[i], b.0[i]))
    }
    /// Applies `f` to each 16-bit word of the register.
    #[inline(always)]
    pub(super) fn words_16(self, f: impl Fn(u16) -> u16) -> Self {
        let mut words = self;
        for word in words.0.as_chunks_mut().0 {
            *word = f(u16::from_le_bytes(*word)).to_le_bytes();
        }
        words
    }
    /// Applies `f` to each 32-bit word of `self` and the word of `b` at the same index.
    #[inline(always)]
    pub(super) fn words_32(self, b: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut words = self;
        for (word, b) in words.0.as_chunks_mut().0.iter_mut().zip(b.0.as_chunks().0) {
            *word = f(u32::from_le_bytes(*word), u32::from_le_bytes(*b)).to_le_bytes();
        }
        words
    }
    /// Applies `f` to each 64-bit word of `self` and the word of `b` at the same index.
    #[inline(always)]
    pub(super) fn words_64(self, b: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self;
        for (word, b) in words.0.as_chunks_mut().0.iter_mut().zip(b.0.as_chunks().0) {
            *word = f(u64::from_le_bytes(*word), u64::from_le_bytes(*b)).to_le_bytes();
        }
        words
    }
    /// Applies `f` to each 128-bit lane of `self` and the lane of `b` at the same index.
    #[inline(always)]
    pub(super) fn lanes(self, b: Self, f: impl Fn(&[u8; 16], &[u8; 16]) -> [u8; 16]) -> Self {
        let mut lanes = self;
        for (lane, b) in lanes.0.as_chunks_mut().0.iter_mut().zip(b.0.as_chunks().0) {
            *lane = f(lane, b);
        }
        lanes
    }
    /// Returns the lowest 64 bits of the register.
    #[inline(always)]
    pub(super) fn lowest(self) -> u64 {
        u64::from_le_bytes(self.0.as_chunks().0[0])
    }
}

/// Subtracts two signed bytes, saturating at -128 and 127.
#[inline(always)]
pub(super) fn subs_8(a: u8, b: u8) -> u8 {
    a.cast_signed().saturating_sub(b.cast_signed()).cast_unsigned()
}

/// Returns the smaller of two bytes without a branch. `u8::min` would branch in builds without optimization.
#[inline(always)]
pub(super) fn min_8(a: u8, b: u8) -> u8 {
    let is_b = mask_8(b < a);
    (a & !is_b) | (b & is_b)
}

/// Returns 255 if the signed byte `a` is greater than `b`, else 0.
#[inline(always)]
pub(super) fn greater_8(a: u8, b: u8) -> u8 {
    mask_8(a.cast_signed() > b.cast_signed())
}

/// Returns 255 if the bytes are equal, else 0.
#[inline(always)]
pub(super) fn equal_8(a: u8, b: u8) -> u8 {
    mask_8(a == b)
}

/// Returns `a << by`, or 0 if `by` is at least the word size.
#[inline(always)]
pub(super) fn left_32(a: u32, by: u32) -> u32 {
    (a << (by & 31)) & u32::from(by < 32).wrapping_neg()
}

/// Returns `a >> by`, or 0 if `by` is at least the word size.
#[inline(always)]
pub(super) fn right_32(a: u32, by: u32) -> u32 {
    (a >> (by & 31)) & u32::from(by < 32).wrapping_neg()
}

/// Returns `a >> by` with the sign bit replicated. A shift count of 32 or more acts like 31.
#[inline(always)]
pub(super) fn right_signed_32(a: u32, by: u32) -> u32 {
    (a.cast_signed() >> by.min(31)).cast_unsigned()
}

/// Returns `a << by`, or 0 if `by` is at least the word size.
#[inline(always)]
pub(super) fn left_64(a: u64, by: u64) -> u64 {
    (a << (by & 63)) & u64::from(by < 64).wrapping_neg()
}

/// Returns `a >> by`, or 0 if `by` is at least the word size.
#[inline(always)]
pub(super) fn right_64(a: u64, by: u64) -> u64 {
    (a >> (by & 63)) & u64::from(by < 64).wrapping_neg()
}

/// Multiplies the lower 52 bits of `a` and `b`. Returns the lower 52 bits and the upper 52 bits of the product.
#[inline(always)]
pub(super) fn product_52(a: u64, b: u64) -> [u64; 2] {
    let low = |number: u128| (number & ((1 << 52) - 1)) as u64;
    let product = u128::from(low(a.into())) * u128::from(low(b.into()));
    [low(product), low(product >> 52)]
}

/// Reduces a rotation count modulo 64.
#[inline(always)]
pub(super) fn turns(by: u64) -> u32 {
    (by % 64) as u32
}

/// Returns the shift count in the low 64 bits of a register, limited to 32.
#[inline(always)]
pub(super) fn count_32<const N: usize>(count: Register<N>) -> u32 {
    u32::try_from(count.lowest().min(32)).unwrap_or(32)
}

/// Applies the bitwise function with the truth table `table`. For bits a, b and c, the result is bit 4a + 2b + c of
/// `table`.
#[inline(always)]
pub(super) fn ternary<const N: usize>(
    table: i32,
    a: Register<N>,
    b: Register<N>,
    c: Register<N>,
) -> Register<N> {
    Register::by_place(|i| {
        let (a, b, c) = (a.0[i], b.0[i], c.0[i]);
        let mut value = 0;
        for row in 0..8 {
            let (not_a, not_b, not_c) = (row & 4 == 0, row & 2 == 0, row & 1 == 0);
            let here = (a ^ mask_8(not_a)) & (b ^ mask_8(not_b)) & (c ^ mask_8(not_c));
            value |= here & mask_8(table >> row & 1 == 1);
        }
        value
    })
}
