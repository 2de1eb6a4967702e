//! The rounds of ChaCha20 (RFC 8439 §2.1 to §2.3), for two layouts of the 4 × 4 matrix of words: one matrix stored in
//! four rows, or several matrices stored in vector lanes, one per lane.

use crate::platform::simd::{Arx, Turn};

/// Applies a column round and a diagonal round to the rows of the matrix.
#[inline(always)]
pub(super) fn double_round<R: Turn>(rows: [R; 4]) -> [R; 4] {
    diagonal_round(quarter_rounds(rows))
}

/// Applies a diagonal round to the rows of the matrix.
#[inline(always)]
pub(super) fn diagonal_round<R: Turn>([a, b, c, d]: [R; 4]) -> [R; 4] {
    let [a, b, c, d] = quarter_rounds([a, b.turn_1(), c.turn_2(), d.turn_3()]);
    [a, b.turn_3(), c.turn_2(), d.turn_1()]
}

/// Applies a double round to matrices in lanes: vector `i` holds word `i` of each matrix. Calls `beside`, which does
/// other work between the quarter rounds, with each number below [`PAUSES`], and with a vector that the quarter rounds
/// before it compute last.
///
/// The code interleaves two quarter rounds. Interleaving four would spill more of the 16 registers of AVX2, and 16 KiB
/// would take 1.07 times as long.
#[inline(always)]
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
pub(super) fn double_round_in_lanes<V: Arx>(words: &mut [V; 16], mut beside: impl FnMut(usize, V)) {
    beside(0, words[4]);
    pair(words, [0, 4, 8, 12], [1, 5, 9, 13]);
    beside(1, words[5]);
    pair(words, [2, 6, 10, 14], [3, 7, 11, 15]);
    beside(2, words[7]);
    pair(words, [0, 5, 10, 15], [1, 6, 11, 12]);
    pair(words, [2, 7, 8, 13], [3, 4, 9, 14]);
}

/// Number of times that [`double_round_in_lanes`] calls `beside`.
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
pub(super) const PAUSES: usize = 3;

/// Applies two quarter rounds: one to the words with the indices `i`, and one to the words with the indices `j`.
#[inline(always)]
#[cfg(any(target_arch = "x86_64", target_feature = "simd128"))]
fn pair<V: Arx>(words: &mut [V; 16], i: [usize; 4], j: [usize; 4]) {
    let mut rows = [[words[0]; 2]; 4];
    for k in 0..4 {
        rows[k] = [words[i[k]], words[j[k]]];
    }
    rows = quarter_rounds(rows);
    for k in 0..4 {
        [words[i[k]], words[j[k]]] = rows[k];
    }
}

/// Applies the quarter round to each column of the rows.
#[inline(always)]
pub(super) fn quarter_rounds<R: Arx>([a, b, c, d]: [R; 4]) -> [R; 4] {
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

    /// Checks the example in RFC 8439 §2.1.1.
    #[test]
    fn quarter_round_matches_the_standard() {
        let words: [u32; 4] = [0x1111_1111, 0x0102_0304, 0x9b8d_6f43, 0x0123_4567];
        let expected = [0xea2a_92f4, 0xcb1c_f8ce, 0x4581_472e, 0x5881_c4bb];
        assert_eq!(quarter_rounds(words), expected);
    }
}
