//! Arithmetic in GF(2^8) for the compile-time tables of byte-oriented ciphers and hashes. These functions are not
//! constant-time, so do not use them on secrets.

/// Field of 256 elements: polynomials over GF(2) modulo a polynomial of degree 8.
pub(crate) trait Field: 'static {
    /// Reduction polynomial, including the term x^8 (bit 8).
    const POLYNOMIAL: u16;
}

/// Returns the product of two elements modulo `polynomial`. Bit 8 of `polynomial` must be set.
#[expect(clippy::cast_possible_truncation, reason = "the product is reduced to eight bits")]
pub(crate) const fn multiply(a: u8, b: u8, polynomial: u16) -> u8 {
    let (mut a, mut b) = (a as u16, b);
    let mut product = 0;
    while b != 0 {
        if b & 1 == 1 {
            product ^= a;
        }
        a <<= 1;
        if a & 0x100 != 0 {
            a ^= polynomial;
        }
        b >>= 1;
    }
    product as u8
}

/// Returns the inverse of `a` modulo `polynomial`, or 0 if `a` is 0. The inverse is a^254, the product of a^2, a^4, …,
/// a^128.
pub(crate) const fn inverse(a: u8, polynomial: u16) -> u8 {
    let (mut power, mut square) = (1, a);
    let mut i = 0;
    while i < 7 {
        square = multiply(square, square, polynomial);
        power = multiply(power, square, polynomial);
        i += 1;
    }
    power
}

/// Returns the table of a linear map on bytes. `images[i]` is the image of bit `i`, and entry `x` of the table is the
/// image of byte `x`.
pub(crate) const fn sums(images: [u128; 8]) -> [u128; 256] {
    let mut sums = [0; 256];
    let mut x = 1_usize;
    while x < 256 {
        sums[x] = images[x.trailing_zeros() as usize] ^ sums[x & (x - 1)];
        x += 1;
    }
    sums
}

/// Lookup tables that combine an S-box and a linear layer (T-tables). Entry `[i][x]` is what a byte with the value `x`
/// in row `i` contributes to the new column.
pub(crate) type WideTable = [[u64; 256]; 8];

/// Computes the lookup tables of an S-box layer followed by a matrix multiplication. A column is a little-endian word
/// of eight bytes. First, the S-box `s_boxes[i % K]` replaces byte `i` of the column, for each `i`. Byte `k` of the
/// result is then the sum, over all `i`, of `matrix[i][k]` times byte `i`. The first index of `matrix` therefore
/// selects the input byte.
#[expect(clippy::cast_possible_truncation, reason = "only the low eight bytes of a column are set")]
pub(crate) const fn wide_table<const K: usize>(
    s_boxes: &[[u8; 256]; K],
    matrix: &[[u8; 8]; 8],
    polynomial: u16,
) -> WideTable {
    let mut table = [[0; 256]; 8];
    let mut i = 0;
    while i < 8 {
        let mut columns = [0; 8];
        let mut bit = 0;
        while bit < 8 {
            let mut k = 0;
            while k < 8 {
                let product = multiply(1 << bit, matrix[i][k], polynomial);
                columns[bit] |= (product as u128) << (8 * k);
                k += 1;
            }
            bit += 1;
        }
        let columns = sums(columns);
        let mut x = 0;
        while x < 256 {
            table[i][x] = columns[s_boxes[i % K][x] as usize] as u64;
            x += 1;
        }
        i += 1;
    }
    table
}

/// Returns the transpose of the circulant matrix M whose first row is `first_row`. Each later row of M is the row above
/// it, rotated right by one element. [`wide_table`] expects a transposed matrix: element `[i][k]` of the result is
/// M[k][i].
pub(crate) const fn circulant(first_row: [u8; 8]) -> [[u8; 8]; 8] {
    let mut matrix = [[0; 8]; 8];
    let mut i = 0;
    while i < 8 {
        let mut k = 0;
        while k < 8 {
            matrix[i][k] = first_row[(8 + i - k) % 8];
            k += 1;
        }
        i += 1;
    }
    matrix
}

/// Computes a round by table lookup: S-boxes, row shifts and column mixing, but not the addition of the round key or
/// constant. The row shift moves the byte in row `i` of column `j + from[i]` to column `j`.
#[inline(always)]
pub(crate) fn mix_columns<const C: usize>(
    table: &WideTable,
    state: &[u64; C],
    from: [usize; 8],
) -> [u64; C] {
    let mut mixed = [0; C];
    for j in 0..C {
        for i in 0..8 {
            mixed[j] ^= table[i][usize::from(state[(j + from[i]) % C].to_le_bytes()[i])];
        }
    }
    mixed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn product_with_the_inverse_is_one() {
        for polynomial in [0x11b, 0x11d] {
            for a in 1..=255 {
                assert_eq!(multiply(a, inverse(a, polynomial), polynomial), 1);
            }
            assert_eq!(inverse(0, polynomial), 0);
        }
    }

    /// Checks the example of FIPS 197 §4.2: 0x57 • 0x83 = 0xc1.
    #[test]
    fn products_match_the_standard() {
        assert_eq!(multiply(0x57, 0x83, 0x11b), 0xc1);
    }
}
