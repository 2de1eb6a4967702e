//! What one hash of the family says about itself, as constants that the backends make their tables from.

use super::backend::Width;

/// The steps of a round that hashes differ in.
pub(crate) trait Layer: 'static {
    /// How many columns of 8 bytes a state has.
    type Width: Width;
    /// The substitution of bytes.
    const S_BOX: SBox;
    /// For each side: byte `i` of new column `j` comes from column `j + FROM[side][i]`.
    const FROM: [[usize; 8]; 2];
    /// The field's polynomial, with bit 8 set.
    const POLYNOMIAL: u16;
    /// For each round and side, what is added to the columns, as little-endian words.
    const CONSTANTS: &'static [[[u64; 16]; 2]];
    /// Whether the second side's constants are added modulo 2^64, and not bit by bit.
    const ADDS: bool = false;
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
    /// One for all rows, which smaller ones make.
    Nibbles(&'static [u8; 256], Nibbles),
    /// Row `i` uses number `i % 4`.
    Four(&'static [[u8; 256]; 4]),
}

impl SBox {
    /// The one that row `i` uses.
    pub(super) const fn of_row(&self, i: usize) -> &'static [u8; 256] {
        match self {
            Self::Aes(table) | Self::One(table) | Self::Nibbles(table, _) => table,
            Self::Four(tables) => &tables[i % 4],
        }
    }
}

/// A substitution of bytes by substitutions of their halves: each half is substituted, what `middle` makes
/// of their sum is added to either, and each is substituted again.
#[derive(Clone, Copy)]
pub(crate) struct Nibbles {
    /// For the upper half.
    pub(crate) upper: &'static [u8; 16],
    /// For the lower half.
    pub(crate) lower: &'static [u8; 16],
    /// For the sum.
    pub(crate) middle: &'static [u8; 16],
}
