//! Bytes and words as numbers and as bits.

use core::array::from_fn;

use super::Register;

/// All ones where the condition holds.
#[inline(always)]
pub(super) fn mask_8(is: bool) -> u8 {
    u8::from(is).wrapping_neg()
}

impl<const N: usize> Register<N> {
    /// Each byte of a function of its place.
    #[inline(always)]
    pub(super) fn by_place(byte: impl Fn(usize) -> u8) -> Self {
        Self(from_fn(byte))
    }
    /// The function of each byte and the one in its place in `b`.
    #[inline(always)]
    pub(super) fn bytes(self, b: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        Self::by_place(|i| f(self.0[i], b.0[i]))
    }
    /// The function of each word of 16 bits.
    #[inline(always)]
    pub(super) fn words_16(self, f: impl Fn(u16) -> u16) -> Self {
        let mut words = self;
        for word in words.0.as_chunks_mut().0 {
            *word = f(u16::from_le_bytes(*word)).to_le_bytes();
        }
        words
    }
    /// The function of each word of 32 bits and the one in its place in `b`.
    #[inline(always)]
    pub(super) fn words_32(self, b: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        let mut words = self;
        for (word, b) in words.0.as_chunks_mut().0.iter_mut().zip(b.0.as_chunks().0) {
            *word = f(u32::from_le_bytes(*word), u32::from_le_bytes(*b)).to_le_bytes();
        }
        words
    }
    /// The function of each word of 64 bits and the one in its place in `b`.
    #[inline(always)]
    pub(super) fn words_64(self, b: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self;
        for (word, b) in words.0.as_chunks_mut().0.iter_mut().zip(b.0.as_chunks().0) {
            *word = f(u64::from_le_bytes(*word), u64::from_le_bytes(*b)).to_le_bytes();
        }
        words
    }
    /// The function of each 128 bits and those in their place in `b`.
    #[inline(always)]
    pub(super) fn lanes(self, b: Self, f: impl Fn(&[u8; 16], &[u8; 16]) -> [u8; 16]) -> Self {
        let mut lanes = self;
        for (lane, b) in lanes.0.as_chunks_mut().0.iter_mut().zip(b.0.as_chunks().0) {
            *lane = f(lane, b);
        }
        lanes
    }
    /// The lowest 64 bits.
    #[inline(always)]
    pub(super) fn lowest(self) -> u64 {
        u64::from_le_bytes(self.0.as_chunks().0[0])
    }
}

/// The saturated difference of signed bytes.
#[inline(always)]
pub(super) fn subs_8(a: u8, b: u8) -> u8 {
    a.cast_signed().saturating_sub(b.cast_signed()).cast_unsigned()
}

/// The smaller one of two bytes; `u8::min` is a branch where nothing is optimised.
#[inline(always)]
pub(super) fn min_8(a: u8, b: u8) -> u8 {
    let is_b = mask_8(b < a);
    (a & !is_b) | (b & is_b)
}

/// All ones where the first of two signed bytes is greater.
#[inline(always)]
pub(super) fn greater_8(a: u8, b: u8) -> u8 {
    mask_8(a.cast_signed() > b.cast_signed())
}

/// All ones where two bytes are equal.
#[inline(always)]
pub(super) fn equal_8(a: u8, b: u8) -> u8 {
    mask_8(a == b)
}

/// The word shifted to the left; nothing is left of it beyond its size.
#[inline(always)]
pub(super) fn left_32(a: u32, by: u32) -> u32 {
    (a << (by & 31)) & u32::from(by < 32).wrapping_neg()
}

/// The word shifted to the right; nothing is left of it beyond its size.
#[inline(always)]
pub(super) fn right_32(a: u32, by: u32) -> u32 {
    (a >> (by & 31)) & u32::from(by < 32).wrapping_neg()
}

/// The word shifted to the right; its highest bit alone is left of it beyond its size.
#[inline(always)]
pub(super) fn right_signed_32(a: u32, by: u32) -> u32 {
    (a.cast_signed() >> by.min(31)).cast_unsigned()
}

/// The word shifted to the left; nothing is left of it beyond its size.
#[inline(always)]
pub(super) fn left_64(a: u64, by: u64) -> u64 {
    (a << (by & 63)) & u64::from(by < 64).wrapping_neg()
}

/// The word shifted to the right; nothing is left of it beyond its size.
#[inline(always)]
pub(super) fn right_64(a: u64, by: u64) -> u64 {
    (a >> (by & 63)) & u64::from(by < 64).wrapping_neg()
}

/// What a rotation counts of its number.
#[inline(always)]
pub(super) fn turns(by: u64) -> u32 {
    (by % 64) as u32
}

/// A count that a register holds, for words of 32 bits.
#[inline(always)]
pub(super) fn count_32<const N: usize>(count: Register<N>) -> u32 {
    u32::try_from(count.lowest().min(32)).unwrap_or(32)
}

/// The function of three bits that has bit 4a + 2b + c of `table` as its value.
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
