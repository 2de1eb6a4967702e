//! S-boxes that are an inversion in GF(2^8) between two affine maps, such as the S-boxes of AES, ARIA, Camellia and
//! SM4.

use super::affine::{Affine, Prepared};
use crate::platform::gf256::{inverse, multiply};

/// S-box `x → after(1 / before(x))`, where 1 / 0 is 0. The inversion is in the field of AES: GF(2^8) modulo
/// x^8 + x^4 + x^3 + x + 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inversion {
    before: Affine,
    after: Affine,
}

/// Polynomial of the field of AES.
const POLYNOMIAL: u16 = 0x11b;

impl Inversion {
    /// The S-box of AES.
    pub(crate) const AES: Self = Self { before: Affine::IDENTITY, after: Affine::AES };

    /// Creates the S-box that inverts modulo `polynomial` between two affine maps. The polynomial must be irreducible
    /// and of degree 8. The S-box computes the inversion in the field of AES, with a change of basis before and after
    /// it. This is possible because all fields of 256 elements are isomorphic.
    pub(crate) const fn modulo(polynomial: u16, before: Affine, after: Affine) -> Self {
        let to_aes = Affine::to_aes(polynomial);
        Self { before: to_aes.after(&before), after: after.after(&to_aes.inverse()) }
    }

    /// Returns the inverse S-box.
    pub(crate) const fn inverse(&self) -> Self {
        Self { before: self.after.inverse(), after: self.before.inverse() }
    }

    /// Returns the S-box as a table.
    #[expect(clippy::cast_possible_truncation, reason = "the loop variable is below 256")]
    pub(crate) const fn table(&self) -> [u8; 256] {
        let mut table = [0; 256];
        let mut x = 0;
        while x < 256 {
            table[x] = self.after.of(inverse(self.before.of(x as u8), POLYNOMIAL));
            x += 1;
        }
        table
    }

    /// Returns the affine maps that are applied before and after the inversion.
    #[cfg(target_arch = "x86_64")]
    pub(super) const fn around_inverse(&self) -> [Prepared; 2] {
        [self.before.prepare(), self.after.prepare()]
    }

    /// Returns the affine maps that turn the S-box of AES into this S-box, for CPUs with AES instructions. The first
    /// map is applied before the S-box of AES, and the second after it.
    pub(crate) const fn around_aes(&self) -> [Prepared; 2] {
        let [before, after] = self.maps_around_aes();
        [before.prepare(), after.prepare()]
    }

    /// Returns the maps of [`around_aes`](Self::around_aes), not yet converted to instruction formats.
    pub(super) const fn maps_around_aes(&self) -> [Affine; 2] {
        [self.before, self.after.after(&Affine::AES.inverse())]
    }

    /// Returns the affine maps that turn the inverse S-box of AES into this S-box. The first map is applied before the
    /// inverse S-box of AES, and the second after it.
    pub(crate) const fn around_inverse_aes(&self) -> [Prepared; 2] {
        [Affine::AES.after(&self.before).prepare(), self.after.prepare()]
    }

    /// Returns whether the S-box is the S-box of AES.
    pub(crate) const fn is_aes(&self) -> bool {
        let [before, after] = self.around_aes();
        before.is_identity && after.is_identity
    }
}

impl Affine {
    /// Creates the change of basis from the field of `polynomial` to the field of AES. The map sends x to a root of
    /// `polynomial` in the field of AES.
    pub(crate) const fn to_aes(polynomial: u16) -> Self {
        let mut root = 2;
        loop {
            let mut images = [1; 8];
            let mut i = 1;
            while i < 8 {
                images[i] = multiply(images[i - 1], root, POLYNOMIAL);
                i += 1;
            }
            // Evaluates the polynomial at `root`, as a sum of powers of `root`.
            let mut value = multiply(images[7], root, POLYNOMIAL);
            i = 0;
            while i < 8 {
                if polynomial >> i & 1 == 1 {
                    value ^= images[i];
                }
                i += 1;
            }
            if value == 0 {
                return Self::new(images, 0);
            }
            assert!(root < 255, "the polynomial must be irreducible");
            root += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aes_s_box_matches_the_published_table() {
        let table = Inversion::AES.table();
        assert_eq!(table[..4], [0x63, 0x7c, 0x77, 0x7b]);
        assert_eq!(table[0x53], 0xed);
        assert!(Inversion::AES.is_aes());
        let undone = Inversion::AES.inverse().table();
        assert!((0..=255).all(|x| undone[usize::from(table[usize::from(x)])] == x));
    }

    /// Tests the inversion in several fields. One of them is the field of SM4, whose polynomial is x^8 + x^7 + x^6 +
    /// x^5 + x^4 + x^2 + 1.
    #[test]
    fn inversion_matches_after_a_change_of_basis() {
        for polynomial in [0x11b, 0x11d, 0x1f5, 0x169] {
            let plain = Inversion::modulo(polynomial, Affine::IDENTITY, Affine::IDENTITY).table();
            for x in 0..=255 {
                assert_eq!(plain[usize::from(x)], inverse(x, polynomial));
            }
        }
    }
}
