//! Affine maps on bytes over GF(2), computed at compile time.

use core::marker::PhantomData;

use crate::platform::gf256::multiply;

/// Affine map `x → M·x ⊕ c`, where `M` is an 8 × 8 bit matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Affine {
    /// Columns of `M`: the image of each bit, least significant first.
    images: [u8; 8],
    constant: u8,
}

impl Affine {
    /// Identity map.
    pub(crate) const IDENTITY: Self = Self::new([1, 2, 4, 8, 16, 32, 64, 128], 0);

    /// Affine map that the S-box of AES applies after the inversion (FIPS 197 §5.1.1). Bit i of the input is XORed into
    /// bits i to i + 4 (modulo 8) of the result.
    pub(crate) const AES: Self = {
        let mut images = [0x1f_u8; 8];
        let mut i = 1;
        while i < 8 {
            images[i] = images[i - 1].rotate_left(1);
            i += 1;
        }
        Self::new(images, 0x63)
    };

    /// Creates the map that sends bit `i` to `images[i]` and adds `constant`.
    pub(crate) const fn new(images: [u8; 8], constant: u8) -> Self {
        Self { images, constant }
    }

    /// Creates a map from the rows of its matrix, in the form in which standards print them. Bit `i` of the image is
    /// the parity of `x & rows[i]`, XORed with bit `i` of `constant`.
    pub(crate) const fn from_rows(rows: [u8; 8], constant: u8) -> Self {
        let mut images = [0; 8];
        let mut i = 0;
        while i < 64 {
            images[i % 8] |= (rows[i / 8] >> (i % 8) & 1) << (i / 8);
            i += 1;
        }
        Self::new(images, constant)
    }

    /// Creates the map that multiplies by `factor` in GF(2^8) modulo `polynomial`. Bit 8 of `polynomial` must be set.
    pub(crate) const fn product(factor: u8, polynomial: u16) -> Self {
        let mut images = [0; 8];
        let mut bit = 0;
        while bit < 8 {
            images[bit] = multiply(1 << bit, factor, polynomial);
            bit += 1;
        }
        Self::new(images, 0)
    }

    /// Returns the image of `x`.
    pub(crate) const fn of(&self, x: u8) -> u8 {
        let mut image = self.constant;
        let mut bit = 0;
        while bit < 8 {
            if x >> bit & 1 == 1 {
                image ^= self.images[bit];
            }
            bit += 1;
        }
        image
    }

    /// Returns the map without its constant.
    pub(crate) const fn linear(&self) -> Self {
        Self::new(self.images, 0)
    }

    /// Returns the linear map with the transposed matrix.
    #[cfg(feature = "camellia")]
    pub(crate) const fn transpose(&self) -> Self {
        Self::from_rows(self.images, 0)
    }

    /// Returns the composition of two maps: applies `first`, then `self`.
    pub(crate) const fn after(&self, first: &Self) -> Self {
        let constant = self.of(first.constant);
        let mut images = [0; 8];
        let mut bit = 0;
        while bit < 8 {
            images[bit] = self.of(first.images[bit]) ^ self.constant;
            bit += 1;
        }
        Self::new(images, constant)
    }

    /// Returns the inverse map. The map must be a bijection.
    #[expect(clippy::cast_possible_truncation, reason = "the loop variable is below 256")]
    pub(crate) const fn inverse(&self) -> Self {
        let (mut images, mut constant, mut found) = ([0; 8], 0, 0);
        let mut x = 0;
        while x < 256 {
            let image = self.of(x as u8);
            if image == 0 {
                constant = x as u8;
                found += 1;
            } else if image.is_power_of_two() {
                images[image.trailing_zeros() as usize] = x as u8;
                found += 1;
            }
            x += 1;
        }
        assert!(found == 9, "the affine map must be invertible");
        let mut bit = 0;
        while bit < 8 {
            images[bit] ^= constant;
            bit += 1;
        }
        Self::new(images, constant)
    }

    /// Returns whether the map is the identity.
    pub(crate) const fn is_identity(&self) -> bool {
        self.constant == 0 && self.matrix() == Self::IDENTITY.matrix()
    }

    /// Converts the map to the formats of vector instructions.
    pub(crate) const fn prepare(&self) -> Prepared {
        Prepared {
            is_identity: self.is_identity(),
            #[cfg(target_arch = "x86_64")]
            matrix: self.matrix().cast_signed(),
            #[cfg(target_arch = "x86_64")]
            constant: self.constant.cast_signed(),
            nibbles: self.nibbles(),
            not_static: PhantomData,
        }
    }

    /// Returns the linear part as an 8×8 bit matrix in the format of GFNI. Byte 7 - k is a mask for bit k of the image:
    /// this bit is the XOR of the input bits that the mask selects.
    pub(crate) const fn matrix(&self) -> u64 {
        let mut matrix = 0;
        let mut k = 0;
        while k < 8 {
            let mut bit = 0;
            while bit < 8 {
                matrix |= ((self.images[bit] >> k & 1) as u64) << (8 * (7 - k) + bit);
                bit += 1;
            }
            k += 1;
        }
        matrix
    }

    /// Returns two tables of 16 entries, one for the lower nibble of a byte and one for the upper. The image of a byte
    /// is the XOR of its two entries. The lower table includes the constant.
    const fn nibbles(&self) -> [[u8; 16]; 2] {
        let mut tables = [[0; 16]; 2];
        let mut x = 0;
        while x < 16 {
            tables[0][x as usize] = self.of(x);
            tables[1][x as usize] = self.of(x << 4) ^ self.constant;
            x += 1;
        }
        tables
    }
}

/// Affine map in the formats of vector instructions: nibble tables, and on x86-64 a GFNI matrix.
///
/// Cannot be in a `static`, but in a `const`. A program that depends on the library compiles generic kernels itself. It
/// then knows the value of a `const`, and selects instructions by it at compile time. A `static` of another crate is
/// read at run time.
pub(crate) struct Prepared {
    /// Whether the map is the identity.
    pub(crate) is_identity: bool,
    /// Matrix in the format of GFNI.
    #[cfg(target_arch = "x86_64")]
    pub(crate) matrix: i64,
    /// Constant, added after the matrix multiplication.
    #[cfg(target_arch = "x86_64")]
    pub(crate) constant: i8,
    /// Tables of 16 entries, one for the lower nibble of a byte and one for the upper. The image of a byte is the XOR
    /// of its two entries. The lower table includes the constant.
    pub(crate) nibbles: [[u8; 16]; 2],
    /// Makes the type `!Sync`, which a `static` would need.
    not_static: PhantomData<*const ()>,
}

/// Two linear maps on bytes. One is for the lower half of each 16-byte lane, the other for the upper half.
pub(crate) struct LinearPair {
    /// Matrices in the format of GFNI, first the one for the lower half.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only x86-64 has GFNI"))]
    pub(crate) matrices: [u8; 16],
}

impl LinearPair {
    /// Creates the pair from the linear parts of two maps.
    pub(crate) const fn new(lower: &Affine, upper: &Affine) -> Self {
        let halves = [lower.matrix().to_le_bytes(), upper.matrix().to_le_bytes()];
        let mut matrices = [0; 16];
        let mut i = 0;
        while i < 16 {
            matrices[i] = halves[i / 8][i % 8];
            i += 1;
        }
        Self { matrices }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn affine_maps_invert_and_compose() {
        let map = Affine::new([3, 6, 12, 24, 48, 96, 192, 128], 0x5a);
        assert_eq!(Affine::AES.after(&Affine::AES.inverse()), Affine::IDENTITY);
        for x in 0..=255 {
            assert_eq!(map.inverse().of(map.of(x)), x);
            assert_eq!(map.after(&Affine::AES).of(x), map.of(Affine::AES.of(x)));
            let [low, high] = map.nibbles();
            assert_eq!(low[usize::from(x & 15)] ^ high[usize::from(x >> 4)], map.of(x));
        }
    }

    #[test]
    fn matrix_rows_compute_parities() {
        let rows = [0xf8, 0x7c, 0x3e, 0x1f, 0x8f, 0xc7, 0xe3, 0xf1];
        let map = Affine::from_rows(rows, 0);
        for x in 0..=255_u8 {
            for (bit, row) in rows.iter().enumerate() {
                assert_eq!(map.of(x) >> bit & 1, u8::from((x & row).count_ones() % 2 == 1));
            }
        }
    }
}
