//! What one hash of the family says about itself, as constants that the backends make their tables from.

use core::marker::PhantomData;

use super::backend::Width;
use crate::platform::gf256::Field;
use crate::platform::sbox::SBox;

/// The steps of a round that hashes differ in.
pub(crate) trait Layer: 'static {
    /// How many columns of 8 bytes a state has.
    type Width: Width;
    /// The substitution of bytes.
    type SBoxes: SBoxes;
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

/// The field of `L`.
pub(crate) struct FieldOf<L>(PhantomData<L>);

impl<L: Layer> Field for FieldOf<L> {
    const POLYNOMIAL: u16 = L::POLYNOMIAL;
}

/// Which S-box substitutes the bytes of a row: row `i` uses number `i % 4`.
pub(crate) trait SBoxes: 'static {
    /// Whether they differ.
    #[cfg(target_arch = "x86_64")]
    const DIFFER: bool;
    /// That of rows 0 and 4.
    type S0: SBox;
    /// That of rows 1 and 5.
    type S1: SBox;
    /// That of rows 2 and 6.
    type S2: SBox;
    /// That of rows 3 and 7.
    type S3: SBox;
}

/// One S-box for all rows.
pub(crate) struct One<S>(PhantomData<S>);

impl<S: SBox> SBoxes for One<S> {
    #[cfg(target_arch = "x86_64")]
    const DIFFER: bool = false;
    type S0 = S;
    type S1 = S;
    type S2 = S;
    type S3 = S;
}

/// Four S-boxes in turn.
pub(crate) struct Four<A, B, C, D>(PhantomData<(A, B, C, D)>);

impl<A: SBox, B: SBox, C: SBox, D: SBox> SBoxes for Four<A, B, C, D> {
    #[cfg(target_arch = "x86_64")]
    const DIFFER: bool = true;
    type S0 = A;
    type S1 = B;
    type S2 = C;
    type S3 = D;
}

/// Whether the substitution is that of AES, for which processors have instructions that move bytes, too.
pub(crate) const fn is_aes<L: Layer>() -> bool {
    match <<L::SBoxes as SBoxes>::S0 as SBox>::INVERSION {
        Some(inversion) => inversion.is_aes(),
        None => false,
    }
}
