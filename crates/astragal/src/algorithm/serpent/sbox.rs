//! The S-boxes of Serpent as circuits on words, in a form that maps zero to zero.
//!
//! The circuits compute S(x) ^ S(0) for each S-box S. The round keys absorb the constants S(0), so the circuits need no
//! complements. Each inverse maps S(x) ^ S(0) to x.
//!
//! # Files
//! - `ternary`: functions of three words, for AVX-512. `binary`: functions of two words.

mod binary;
mod ternary;

/// One or more 32-bit words with element-wise operations.
pub(super) trait Words: Copy {
    /// Whether one instruction computes [`ternary`](Self::ternary).
    const TERNARY: bool;

    /// XORs `word` into each element.
    fn xor_word(self, word: u32) -> Self;
    /// Returns `self & b`.
    fn and(self, b: Self) -> Self;
    /// Returns `self & !b`.
    fn and_not(self, b: Self) -> Self;
    /// Returns `self | b`.
    fn or(self, b: Self) -> Self;
    /// Returns `self ^ b`.
    fn xor(self, b: Self) -> Self;
    /// Returns `self ^ b ^ c`. Without [`TERNARY`](Self::TERNARY), `c` may be ready one operation after the others.
    fn xor3(self, b: Self, c: Self) -> Self;
    /// Rotates `self ^ b ^ c` to the left by `LEFT` bits, and XORs `word` into each element. `RIGHT` must be 32 - `LEFT`.
    #[inline(always)]
    fn sum<const LEFT: i32, const RIGHT: i32>(self, b: Self, c: Self, word: u32) -> Self {
        self.xor3(b, c).rotate_left::<LEFT, RIGHT>().xor_word(word)
    }
    /// Rotates each element to the left by `LEFT` bits. `RIGHT` must be 32 - `LEFT`.
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self;
    /// Shifts each element to the left by `LEFT` bits.
    fn shift_left<const LEFT: i32>(self) -> Self;
    /// Applies the Boolean function with the truth table `T` to the bits of `self`, `b` and `c`. Only types with
    /// [`TERNARY`](Self::TERNARY) implement this method.
    #[inline(always)]
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
        let _ = (b, c);
        debug_assert!(Self::TERNARY, "types with this constant implement this method");
        self
    }
}

/// A single word.
impl Words for u32 {
    const TERNARY: bool = false;

    #[inline(always)]
    fn xor_word(self, word: u32) -> Self {
        self ^ word
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        self & b
    }
    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        self & !b
    }
    #[inline(always)]
    fn or(self, b: Self) -> Self {
        self | b
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        self ^ b
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self ^ b ^ c
    }
    /// Rotates `word` in the other direction instead of the sum, so that the result need not wait for its addition.
    #[inline(always)]
    fn sum<const LEFT: i32, const RIGHT: i32>(self, b: Self, c: Self, word: u32) -> Self {
        (self ^ word.rotate_left(RIGHT.cast_unsigned()) ^ b ^ c).rotate_left(LEFT.cast_unsigned())
    }
    #[inline(always)]
    fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self {
        self.rotate_left(LEFT.cast_unsigned())
    }
    #[inline(always)]
    fn shift_left<const LEFT: i32>(self) -> Self {
        self << LEFT
    }
}

/// Applies the circuit that has the fewest instructions for the type `W`.
macro_rules! circuit {
    ($x:ident $name:ident) => {
        if const { W::TERNARY } { ternary::$name($x) } else { binary::$name($x) }
    };
}

/// Applies S(x) ^ S(0) for the S-box S that `number` selects, from S0 to S7. Word i of `x` holds bit i of each nibble.
#[inline(always)]
pub(super) fn substitute<W: Words>(number: usize, x: [W; 4]) -> [W; 4] {
    match number {
        0 => circuit!(x s0),
        1 => circuit!(x s1),
        2 => circuit!(x s2),
        3 => circuit!(x s3),
        4 => circuit!(x s4),
        5 => circuit!(x s5),
        6 => circuit!(x s6),
        _ => circuit!(x s7),
    }
}

/// Applies the inverse of [`substitute`] with the same `number`.
#[inline(always)]
pub(super) fn substitute_inverse<W: Words>(number: usize, x: [W; 4]) -> [W; 4] {
    match number {
        0 => circuit!(x i0),
        1 => circuit!(x i1),
        2 => circuit!(x i2),
        3 => circuit!(x i3),
        4 => circuit!(x i4),
        5 => circuit!(x i5),
        6 => circuit!(x i6),
        _ => circuit!(x i7),
    }
}

/// S(0) of the S-boxes S0 to S7, one bit for each word.
#[cfg(test)]
pub(super) const OF_ZERO: [usize; 8] = [3, 15, 8, 0, 1, 15, 7, 1];

#[cfg(test)]
mod tests {
    use super::*;

    /// Published tables of the S-boxes (Serpent §A.5).
    #[rustfmt::skip]
    const S: [[u8; 16]; 8] = [
        [3, 8, 15, 1, 10, 6, 5, 11, 14, 13, 4, 2, 7, 0, 9, 12],
        [15, 12, 2, 7, 9, 0, 5, 10, 1, 11, 14, 8, 6, 13, 3, 4],
        [8, 6, 7, 9, 3, 12, 10, 15, 13, 1, 14, 4, 0, 11, 5, 2],
        [0, 15, 11, 8, 12, 9, 6, 3, 13, 1, 2, 4, 10, 7, 5, 14],
        [1, 15, 8, 3, 12, 0, 11, 6, 2, 5, 4, 10, 9, 14, 7, 13],
        [15, 5, 2, 11, 4, 10, 9, 12, 0, 3, 14, 8, 13, 6, 7, 1],
        [7, 2, 12, 5, 8, 4, 6, 11, 14, 9, 1, 15, 13, 3, 10, 0],
        [1, 13, 15, 0, 14, 8, 2, 11, 7, 4, 12, 10, 9, 3, 5, 6],
    ];

    /// All 16 nibbles in bit-sliced order: nibble n is at bit position n.
    const ALL: [u32; 4] = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];

    /// A word without AVX-512 that has ternary functions, so that every machine tests their circuits.
    #[derive(Clone, Copy)]
    struct Ternary(u32);

    impl Words for Ternary {
        const TERNARY: bool = true;

        fn xor_word(self, word: u32) -> Self {
            Self(self.0 ^ word)
        }
        fn and(self, b: Self) -> Self {
            Self(self.0 & b.0)
        }
        fn and_not(self, b: Self) -> Self {
            Self(self.0 & !b.0)
        }
        fn or(self, b: Self) -> Self {
            Self(self.0 | b.0)
        }
        fn xor(self, b: Self) -> Self {
            Self(self.0 ^ b.0)
        }
        fn xor3(self, b: Self, c: Self) -> Self {
            Self(self.0 ^ b.0 ^ c.0)
        }
        fn rotate_left<const LEFT: i32, const RIGHT: i32>(self) -> Self {
            Self(self.0.rotate_left(LEFT.cast_unsigned()))
        }
        fn shift_left<const LEFT: i32>(self) -> Self {
            Self(self.0 << LEFT)
        }
        fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
            Self((0..32).fold(0, |word, i| {
                let row = (self.0 >> i & 1) << 2 | (b.0 >> i & 1) << 1 | c.0 >> i & 1;
                word | (T.cast_unsigned() >> row & 1) << i
            }))
        }
    }

    #[test]
    fn circuits_match_the_published_s_boxes() {
        for (number, s) in S.iter().enumerate() {
            let y = substitute(number, ALL);
            for (x, &value) in s.iter().enumerate() {
                let found = (0..4).fold(0, |sum, i| sum | (y[i] as usize >> x & 1) << i);
                assert_eq!(found, usize::from(value ^ s[0]), "S-box {number} at {x}");
            }
            assert_eq!(OF_ZERO[number], usize::from(s[0]));
            assert_eq!(substitute_inverse(number, y).map(|word| word & 0xffff), ALL);
            let z = substitute(number, ALL.map(Ternary));
            assert_eq!(z.map(|word| word.0 & 0xffff), y.map(|word| word & 0xffff));
            assert_eq!(substitute_inverse(number, z).map(|word| word.0 & 0xffff), ALL);
        }
    }
}
