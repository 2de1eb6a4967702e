//! The rounds of ChaCha20 (RFC 8439 §2.1 to §2.3). The type `R` is one row of the 4 × 4 matrix of words. For one block,
//! `R` is a vector of four words. For several blocks, `R` is an array of four vectors, and vector `i` holds word `i` of
//! the row for every block.

use crate::platform::simd::{Arx, Turn};

/// Applies a column round and a diagonal round to the rows of the matrix.
#[inline(always)]
pub(super) fn double_round<R: Turn>(rows: [R; 4]) -> [R; 4] {
    double_round_beside(
        rows,
        #[inline(always)]
        |_| (),
    )
}

/// Applies a double round. Calls `beside` with a number of scalar operations to interleave: 2 before the column round,
/// and 1 before the diagonal round.
#[inline(always)]
pub(super) fn double_round_beside<R: Turn>(rows: [R; 4], mut beside: impl FnMut(usize)) -> [R; 4] {
    beside(2);
    let [a, b, c, d] = quarter_rounds(rows);
    beside(1);
    let [a, b, c, d] = quarter_rounds([a, b.turn_1(), c.turn_2(), d.turn_3()]);
    [a, b.turn_3(), c.turn_2(), d.turn_1()]
}

/// Applies the quarter round to each column.
#[inline(always)]
fn quarter_rounds<R: Arx>([a, b, c, d]: [R; 4]) -> [R; 4] {
    let a = a.add(b);
    let d = d.xor(a).rotate_right::<16, 16>();
    let c = c.add(d);
    let b = b.xor(c).rotate_right::<20, 12>();
    let a = a.add(b);
    let d = d.xor(a).rotate_right::<24, 8>();
    let c = c.add(d);
    let b = b.xor(c).rotate_right::<25, 7>();
    [a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the example of RFC 8439 §2.1.1.
    #[test]
    fn quarter_round_matches_the_standard() {
        let words: [u32; 4] = [0x1111_1111, 0x0102_0304, 0x9b8d_6f43, 0x0123_4567];
        let expected = [0xea2a_92f4, 0xcb1c_f8ce, 0x4581_472e, 0x5881_c4bb];
        assert_eq!(quarter_rounds(words), expected);
    }
}
