//! G and the round of all BLAKEs: columns, then diagonals, of a matrix of four by four words.

use crate::simd::Arx;
use crate::unroll::unroll;

/// The distances of G's four rotations.
pub(crate) trait Distances {
    /// `v >>> R1`
    fn rotate_1<V: Arx>(v: V) -> V;
    /// `v >>> R2`
    fn rotate_2<V: Arx>(v: V) -> V;
    /// `v >>> R3`
    fn rotate_3<V: Arx>(v: V) -> V;
    /// `v >>> R4`
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
    /// BLAKE-256 and BLAKE-224, BLAKE2s, BLAKE3.
    Words32 of 32: 16 12 8 7;
    /// BLAKE2b.
    Words64 of 64: 32 24 16 63;
    /// BLAKE-512 and BLAKE-384.
    FirstWords64 of 64: 32 25 16 11;
}

/// G on one column or diagonal, or on four of them in the lanes of four rows, with the words x and y.
#[inline(always)]
pub(crate) fn g<D: Distances, V: Arx>([a, b, c, d]: [V; 4], x: V, y: V) -> [V; 4] {
    // The word is added to `a` first: `b` comes late.
    let a = a.add(x).add(b);
    let d = D::rotate_1(d.xor(a));
    let c = c.add(d);
    let b = D::rotate_2(b.xor(c));
    let a = a.add(y).add(b);
    let d = D::rotate_3(d.xor(a));
    let c = c.add(d);
    let b = D::rotate_4(b.xor(c));
    [a, b, c, d]
}

/// One round; `m(i)` is the i-th word that it takes in.
#[inline(always)]
pub(crate) fn round<D: Distances, V: Arx>(v: &mut [V; 16], m: impl Fn(usize) -> V) {
    unroll!(for i in 0..4 {
        let column = [i, 4 + i, 8 + i, 12 + i];
        let mixed = g::<D, V>(column.map(|j| v[j]), m(2 * i), m(2 * i + 1));
        [v[column[0]], v[column[1]], v[column[2]], v[column[3]]] = mixed;
    });
    unroll!(for i in 0..4 {
        let diagonal = [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4];
        let mixed = g::<D, V>(diagonal.map(|j| v[j]), m(8 + 2 * i), m(9 + 2 * i));
        [v[diagonal[0]], v[diagonal[1]], v[diagonal[2]], v[diagonal[3]]] = mixed;
    });
}
