//! What one hash of the family says about itself, as constants that the backends make their tables from.

use super::backend::Width;

/// The steps of a round that hashes differ in.
pub(crate) trait Layer: 'static {
    /// How many columns of 8 bytes a state has.
    type Width: Width;
    /// The substitution of bytes.
    const S_BOX: SBox;
    /// Whether [`Layer::nibbles`] is that substitution too, in fewer steps than a lookup among 256.
    const NIBBLES: bool = false;
    /// For each side: byte `i` of new column `j` comes from column `j + FROM[side][i]`.
    const FROM: [[usize; 8]; 2];
    /// The field's polynomial, with bit 8 set.
    const POLYNOMIAL: u16;
    /// For each round and side, what is added to the columns, as little-endian words.
    const CONSTANTS: &'static [[[u64; 16]; 2]];
    /// Whether the second side's constants are added modulo 2^64, and not bit by bit.
    const ADDS: bool = false;

    /// The substitution by lookups among 16.
    #[inline(always)]
    fn nibbles<B: Bytes>(x: B) -> B {
        x
    }
}

/// Bytes side by side, which small substitutions are written over. A value proves the instruction set of its
/// operations.
pub(crate) trait Bytes: Copy {
    /// `self ^ b`
    fn xor(self, b: Self) -> Self;
    /// The lower four bits and the upper four.
    fn nibbles(self) -> [Self; 2];
    /// The entries of `table` at the indices `self`, which are below 16; 0 at indices above 127.
    fn look_up_16(self, table: &[u8; 16]) -> Self;
    /// `self + b` modulo 15 of numbers below 15; above 127 if one of them is 192.
    fn add_modulo_15(self, b: Self) -> Self;
}

/// A linear map of words of 64 bits.
pub(crate) trait Linear: 'static {
    /// `IMAGES[i][bit]` is the image of bit number `bit` of byte `i`.
    const IMAGES: [[u64; 8]; 8];
}

/// A substitution of bytes.
#[derive(Clone, Copy)]
pub(crate) enum SBox {
    /// That of AES, for which processors have instructions.
    Aes(&'static [u8; 256]),
    /// One for all rows.
    One(&'static [u8; 256]),
    /// Row `i` uses number `i % 4`.
    Four(&'static [[u8; 256]; 4]),
}

impl SBox {
    /// The one that row `i` uses.
    pub(super) const fn of_row(&self, i: usize) -> &'static [u8; 256] {
        match self {
            Self::Aes(table) | Self::One(table) => table,
            Self::Four(tables) => &tables[i % 4],
        }
    }
}
