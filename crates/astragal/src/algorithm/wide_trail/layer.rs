//! Constants that describe a wide-trail hash. The backends derive their tables from these constants.

use core::marker::PhantomData;

use super::backend::Width;
use crate::platform::gf256::Field;
use crate::platform::sbox::SBox;

/// Parameters of the round function that differ between the wide-trail hashes.
pub(crate) trait Layer: 'static {
    /// Width of a state, in columns of 8 bytes.
    type Width: Width;
    /// S-boxes of the rows.
    type SBoxes: SBoxes;
    /// Column offsets of the row shifts. In each state, byte `i` of column `j` comes from column `j + FROM[state][i]`,
    /// modulo the number of columns.
    const FROM: [[usize; 8]; 2];
    /// Polynomial of the field GF(2^8), with bit 8 set.
    const POLYNOMIAL: u16;
    /// Constants that are added to the columns: one little-endian word for each round, state and column.
    const CONSTANTS: &'static [[[u64; 16]; 2]];
    /// Whether the constants of the second state are added modulo 2^64. Otherwise, they are XORed, like the constants
    /// of the first state.
    const ADDS: bool = false;
}

/// Linear map of 64-bit words, given by the image of each single bit.
pub(crate) trait Linear: 'static {
    /// `IMAGES[i][bit]` is the result of the map for the word in which only bit `bit` of byte `i` is set.
    const IMAGES: [[u64; 8]; 8];
}

/// The field GF(2^8) that the hash `L` uses.
pub(crate) struct FieldOf<L>(PhantomData<L>);

impl<L: Layer> Field for FieldOf<L> {
    const POLYNOMIAL: u16 = L::POLYNOMIAL;
}

/// S-boxes of the rows. Row `i` uses S-box `i % 4`.
pub(crate) trait SBoxes: 'static {
    /// Whether the hash has four different S-boxes. If not, all rows use the same S-box.
    #[cfg(target_arch = "x86_64")]
    const DIFFER: bool;
    /// S-box of rows 0 and 4.
    type S0: SBox;
    /// S-box of rows 1 and 5.
    type S1: SBox;
    /// S-box of rows 2 and 6.
    type S2: SBox;
    /// S-box of rows 3 and 7.
    type S3: SBox;
}

/// S-boxes of a hash that uses `S` for every row.
pub(crate) struct OneSBox<S>(PhantomData<S>);

impl<S: SBox> SBoxes for OneSBox<S> {
    #[cfg(target_arch = "x86_64")]
    const DIFFER: bool = false;
    type S0 = S;
    type S1 = S;
    type S2 = S;
    type S3 = S;
}

/// S-boxes of a hash that uses four different S-boxes: row `i` uses number `i % 4` of `A`, `B`, `C` and `D`.
pub(crate) struct FourSBoxes<A, B, C, D>(PhantomData<(A, B, C, D)>);

impl<A: SBox, B: SBox, C: SBox, D: SBox> SBoxes for FourSBoxes<A, B, C, D> {
    #[cfg(target_arch = "x86_64")]
    const DIFFER: bool = true;
    type S0 = A;
    type S1 = B;
    type S2 = C;
    type S3 = D;
}

/// Returns whether the S-box is the AES S-box, for which CPUs have instructions.
pub(crate) const fn is_aes<L: Layer>() -> bool {
    match <<L::SBoxes as SBoxes>::S0 as SBox>::INVERSION {
        Some(inversion) => inversion.is_aes(),
        None => false,
    }
}
