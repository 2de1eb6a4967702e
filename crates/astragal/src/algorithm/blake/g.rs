//! The quarter round G and the round function that all BLAKE hashes share. The round applies G to the four columns of a
//! 4 × 4 matrix of words, then to its four diagonals.
//!
//! The code is generic over the type of a row: an array of four words, an array of four vectors, or one vector.

use crate::platform::simd::{Arx, Turn};
use crate::platform::unroll::unroll;

/// The four rotation distances of G.
pub(crate) trait Distances {
    /// Rotates each word of `v` to the right by R1, the first of G's rotation distances.
    fn rotate_1<V: Arx>(v: V) -> V;
    /// Rotates each word of `v` to the right by R2, the second of G's rotation distances.
    fn rotate_2<V: Arx>(v: V) -> V;
    /// Rotates each word of `v` to the right by R3, the third of G's rotation distances.
    fn rotate_3<V: Arx>(v: V) -> V;
    /// Rotates each word of `v` to the right by R4, the fourth of G's rotation distances.
    fn rotate_4<V: Arx>(v: V) -> V;
}

macro_rules! distances {
    ($($(#[$doc:meta])* $name:ident of $bits:literal: $r1:literal $r2:literal $r3:literal $r4:literal;)+) => { $(
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) struct $name;

        impl Distances for $name {
            #[inline(always)]
            fn rotate_1<V: Arx>(v: V) -> V {
                v.rotate_right::<$r1, { $bits - $r1 }>()
            }
            #[inline(always)]
            fn rotate_2<V: Arx>(v: V) -> V {
                v.rotate_right::<$r2, { $bits - $r2 }>()
            }
            #[inline(always)]
            fn rotate_3<V: Arx>(v: V) -> V {
                v.rotate_right::<$r3, { $bits - $r3 }>()
            }
            #[inline(always)]
            fn rotate_4<V: Arx>(v: V) -> V {
                v.rotate_right::<$r4, { $bits - $r4 }>()
            }
        }
    )+ };
}

distances! {
    /// Rotation distances of BLAKE-224, BLAKE-256, BLAKE2s and BLAKE3.
    Words32 of 32: 16 12 8 7;
    /// Rotation distances of BLAKE2b.
    Words64 of 64: 32 24 16 63;
    /// Rotation distances of BLAKE-384 and BLAKE-512.
    FirstWords64 of 64: 32 25 16 11;
}

/// Message words of one round, as four rows. The first two rows are x and y of the columns, and the other two are x and
/// y of the diagonals.
pub(super) trait RoundWords<R> {
    /// Returns row `i`. An implementation may make the compiler select the words after it has computed `state`.
    fn row(&self, i: usize, state: R) -> R;
}

impl<R: Copy> RoundWords<R> for [R; 4] {
    #[inline(always)]
    fn row(&self, i: usize, _state: R) -> R {
        self[i]
    }
}

/// Applies G to the rows a, b, c, d, with the rows `i` and `i + 1` of message words. One call processes all four columns
/// or all four diagonals.
#[inline(always)]
fn g<D: Distances, R: Arx>([a, b, c, d]: [R; 4], words: &impl RoundWords<R>, i: usize) -> [R; 4] {
    let a = a.add_in_order(words.row(i, a), b);
    let d = D::rotate_1(d.xor(a));
    let c = c.add(d);
    let b = D::rotate_2(b.xor(c));
    let a = a.add_in_order(words.row(i + 1, a), b);
    let d = D::rotate_3(d.xor(a));
    let c = c.add(d);
    let b = D::rotate_4(b.xor(c));
    [a, b, c, d]
}

/// Performs one round.
///
/// Before G is applied to the diagonals, rows a, c and d are rotated, so that each diagonal becomes a column. Row b is
/// not rotated: G computes it last, so a rotation would delay the next step. The diagonal through word i of row b
/// becomes column i:
///
/// ```text
/// a  0  1  2  3        3  0  1  2
/// b  4  5  6  7   →    4  5  6  7
/// c  8  9 10 11        9 10 11  8
/// d 12 13 14 15       14 15 12 13
/// ```
#[inline(always)]
pub(super) fn round<D: Distances, R: Turn>(v: [R; 4], words: impl RoundWords<R>) -> [R; 4] {
    let [a, b, c, d] = g::<D, R>(v, &words, 0);
    let turned = [a.turn_3(), b, c.turn_1(), d.turn_2()];
    let [a, b, c, d] = g::<D, R>(turned, &words, 2);
    [a.turn_1(), b, c.turn_3(), d.turn_2()]
}

/// Positions, in a round's message schedule, of the four message words in each row of [`RoundWords`].
pub(super) const ROW_WORDS: [[usize; 4]; 4] =
    [[0, 2, 4, 6], [1, 3, 5, 7], [14, 8, 10, 12], [15, 9, 11, 13]];

/// Returns the message words of one round as four rows. `order` is the round's message schedule.
#[inline(always)]
pub(super) fn arranged<V: Copy>(m: &[V; 16], order: &[usize; 16]) -> [[V; 4]; 4] {
    let mut rows = [[m[0]; 4]; 4];
    unroll!(for i in 0..4 {
        unroll!(for j in 0..4 {
            rows[i][j] = m[order[ROW_WORDS[i][j]]];
        });
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::symbolic::Term;

    /// Computes G step by step, in the order of RFC 7693 §3.1.
    fn printed([a, b, c, d, x, y]: [Term; 6], turn: [fn(Term) -> Term; 4]) -> [Term; 4] {
        let a = a.add(b).add(x);
        let d = turn[0](d.xor(a));
        let c = c.add(d);
        let b = turn[1](b.xor(c));
        let a = a.add(b).add(y);
        let d = turn[2](d.xor(a));
        let c = c.add(d);
        let b = turn[3](b.xor(c));
        [a, b, c, d]
    }

    /// Compares symbolic terms. The comparison therefore covers all inputs, and every vector type with correct
    /// addition, XOR and rotation.
    #[test]
    fn g_and_round_match_the_standard() {
        type Turns = [fn(Term) -> Term; 4];
        fn check<D: Distances>(turn: Turns) {
            let v: [Term; 16] = core::array::from_fn(Term::input);
            let m: [Term; 16] = core::array::from_fn(|i| Term::input(16 + i));
            let mut expected = v;
            // A round applies G to the columns first, then to the diagonals (BLAKE §2.1.2, RFC 7693 §3.2).
            let columns = (0..4).map(|i| [i, 4 + i, 8 + i, 12 + i]);
            let diagonals =
                (0..4).map(|i: usize| [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4]);
            for (i, [a, b, c, d]) in columns.chain(diagonals).enumerate() {
                let input =
                    [expected[a], expected[b], expected[c], expected[d], m[2 * i], m[2 * i + 1]];
                [expected[a], expected[b], expected[c], expected[d]] = printed(input, turn);
            }
            let rows = core::array::from_fn(|i| core::array::from_fn(|j| v[4 * i + j]));
            let order = core::array::from_fn(|i| i);
            let found = round::<D, [Term; 4]>(rows, arranged(&m, &order));
            assert_eq!(found.as_flattened(), expected);
        }
        check::<Words32>([
            Term::rotate_right::<16, 16>,
            Term::rotate_right::<12, 20>,
            Term::rotate_right::<8, 24>,
            Term::rotate_right::<7, 25>,
        ]);
        check::<Words64>([
            Term::rotate_right::<32, 32>,
            Term::rotate_right::<24, 40>,
            Term::rotate_right::<16, 48>,
            Term::rotate_right::<63, 1>,
        ]);
        check::<FirstWords64>([
            Term::rotate_right::<32, 32>,
            Term::rotate_right::<25, 39>,
            Term::rotate_right::<16, 48>,
            Term::rotate_right::<11, 53>,
        ]);
    }
}
