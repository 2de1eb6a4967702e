//! Tables for the row operations, derived at compile time from the description of a hash. The tables contain no
//! secrets, and the order in which they are read does not depend on data.

use super::super::{Layer, Linear};

/// Returns round constants, ordered by round and row. If `words` is set, returns only the constants that are added as
/// 64-bit words. Otherwise, returns only the constants that are XORed. A 16-byte lane holds the constants for two
/// states of 8 columns, or for one state of 16 columns.
pub(crate) const fn constants<L: Layer>(columns: usize, words: bool) -> [[[u8; 32]; 8]; 14] {
    let mut constants = [[[0; 32]; 8]; 14];
    let mut round = 0;
    while round < L::CONSTANTS.len() {
        let mut i = 0;
        while i < 2 * columns {
            let state = i / columns;
            if words == (L::ADDS && state == 1) {
                let column = L::CONSTANTS[round][state][i % columns].to_le_bytes();
                let mut row = 0;
                while row < 8 {
                    constants[round][row][i] = column[row];
                    row += 1;
                }
            }
            i += 1;
        }
        round += 1;
    }
    constants
}

/// Returns shuffle indices that move the bytes of each row between columns by the distances in `L::FROM`. If
/// `before_aes` is set, the shuffle also inverts ShiftRows, because the AES instruction that follows the shuffle
/// performs ShiftRows.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 16")]
pub(crate) const fn shuffles<L: Layer>(columns: usize, before_aes: bool) -> [[u8; 32]; 8] {
    let mut shuffles = [[0; 32]; 8];
    let mut row = 0;
    while row < 8 {
        let mut i = 0;
        while i < 2 * columns {
            let column = (i + L::FROM[i / columns][row]) % columns;
            let from = i % 16 / columns * columns + column;
            // ShiftRows moves byte 5i modulo 16 of a lane to position i. The shuffle therefore puts the byte for
            // position i at position 5i modulo 16.
            let to = if before_aes { i / 16 * 16 + i * 5 % 16 } else { i };
            shuffles[row][to] = from as u8;
            i += 1;
        }
        row += 1;
    }
    shuffles
}

/// Rearranges the constants of eight rows for the four registers of the AVX2 backend. Register i gets row i in its
/// first lane and row i + 4 in its second lane.
#[cfg(target_arch = "x86_64")]
pub(crate) const fn fold(rows: &[[u8; 32]; 8]) -> [[u8; 32]; 4] {
    let mut folded = [[0; 32]; 4];
    let mut i = 0;
    while i < 4 * 32 {
        folded[i / 32][i % 32] = rows[i / 32 + i % 32 / 16 * 4][i % 16];
        i += 1;
    }
    folded
}

/// Applies [`fold`] to the constants of each round.
#[cfg(target_arch = "x86_64")]
pub(crate) const fn fold_rounds(rounds: &[[[u8; 32]; 8]; 14]) -> [[[u8; 32]; 4]; 14] {
    let mut folded = [[[0; 32]; 4]; 14];
    let mut i = 0;
    while i < 14 {
        folded[i] = fold(&rounds[i]);
        i += 1;
    }
    folded
}

/// Rearranges the tables of a linear map for the AVX2 backend. A register of this backend holds row k in its first lane
/// and row k + 4 in its second lane. The tables for output row k are therefore put into the first lane, and the tables
/// for output row k + 4 into the second lane.
#[cfg(target_arch = "x86_64")]
pub(crate) const fn fold_map(tables: &[[[[u8; 16]; 8]; 2]; 8]) -> [[[[u8; 32]; 4]; 2]; 8] {
    let mut folded = [[[[0; 32]; 4]; 2]; 8];
    let mut i = 0;
    while i < 8 * 2 * 4 * 32 {
        let (j, half, k, x) = (i / 256, i / 128 % 2, i / 32 % 4, i % 32);
        folded[j][half][k][x] = tables[j][half][k + x / 16 * 4][x % 16];
        i += 1;
    }
    folded
}

/// Returns the lookup tables of a linear map. Tables `[j][0][k]` and `[j][1][k]` hold the contributions of the lower
/// and the upper nibble of byte `j` to byte `k` of the image.
pub(crate) const fn map<M: Linear>() -> [[[[u8; 16]; 8]; 2]; 8] {
    let mut tables = [[[[0; 16]; 8]; 2]; 8];
    let mut j = 0;
    while j < 8 {
        let mut bit = 0;
        while bit < 8 {
            let image = M::IMAGES[j][bit].to_le_bytes();
            let mut i = 0;
            while i < 8 * 16 {
                let (k, x) = (i / 16, i % 16);
                if x >> (bit % 4) & 1 == 1 {
                    tables[j][bit / 4][k][x] ^= image[k];
                }
                i += 1;
            }
            bit += 1;
        }
        j += 1;
    }
    tables
}
