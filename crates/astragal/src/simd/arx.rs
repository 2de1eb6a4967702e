//! Words that are added, rotated and XORed: BLAKE's, SHA-2's and SM3's, one or several side by side.

/// One or several words, of 32 or of 64 bits, on which every operation acts alike.
///
/// A rotation's distance is given twice, to the right and as what is missing to the word's size, because
/// instructions take it either way and only as a constant.
pub(crate) trait Arx: Copy {
    /// The sum modulo the word's size.
    fn add(self, b: Self) -> Self;
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// `self >>> RIGHT`; `RIGHT + LEFT` is the word's size in bits.
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self;
}

macro_rules! one_word {
    ($($word:ty)+) => { $(
        impl Arx for $word {
            #[inline(always)]
            fn add(self, b: Self) -> Self {
                self.wrapping_add(b)
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                self ^ b
            }
            #[inline(always)]
            fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
                self.rotate_right(RIGHT.cast_unsigned())
            }
        }
    )+ };
}

one_word!(u32 u64);
