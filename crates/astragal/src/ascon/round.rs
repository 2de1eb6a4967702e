//! Ascon-p over lanes: the same rounds as `permutation`, in operations of three inputs, for machines that
//! have them.

use crate::simd::Lanes64;

/// Applies the last `rounds` of the twelve rounds. `constant` makes a lane of a round constant.
#[inline(always)]
pub(super) fn ascon_p<L: Lanes64>(
    mut s: [L; 5],
    rounds: usize,
    constant: impl Fn(u64) -> L + Copy,
) -> [L; 5] {
    // As there, S2 is kept inverted, and the rounds are unrolled.
    s[2] = s[2].xor_word(!0);
    if rounds >= 12 {
        s = round(s, constant(!0xf0));
    }
    if rounds >= 11 {
        s = round(s, constant(!0xe1));
    }
    if rounds >= 10 {
        s = round(s, constant(!0xd2));
    }
    if rounds >= 9 {
        s = round(s, constant(!0xc3));
    }
    if rounds >= 8 {
        s = round(s, constant(!0xb4));
    }
    if rounds >= 7 {
        s = round(s, constant(!0xa5));
    }
    if rounds >= 6 {
        s = round(s, constant(!0x96));
    }
    if rounds >= 5 {
        s = round(s, constant(!0x87));
    }
    if rounds >= 4 {
        s = round(s, constant(!0x78));
    }
    if rounds >= 3 {
        s = round(s, constant(!0x69));
    }
    if rounds >= 2 {
        s = round(s, constant(!0x5a));
    }
    if rounds >= 1 {
        s = round(s, constant(!0x4b));
    }
    s[2] = s[2].xor_word(!0);
    s
}

/// p_L ∘ p_S ∘ p_C: eleven operations for constant and S-box, fifteen for the linear layer.
#[inline(always)]
fn round<L: Lanes64>([x0, x1, x2, x3, x4]: [L; 5], constant: L) -> [L; 5] {
    let x0 = x0.xor(x4);
    let x4 = x4.xor(x3);
    let x2 = x2.xor3(x1, constant);
    let y0 = x0.chi(x1, x2);
    let y1 = x1.chi(x2, x3);
    let y2 = x2.chi(x3, x4);
    let y3 = x3.chi(x4, x0);
    let y4 = x4.chi(x0, x1);
    [
        linear::<L, 45, 19, 36, 28>(y0.xor(y4)),
        linear::<L, 3, 61, 25, 39>(y1.xor(y0)),
        linear::<L, 63, 1, 58, 6>(y2),
        linear::<L, 54, 10, 47, 17>(y3.xor(y2)),
        linear::<L, 57, 7, 23, 41>(y4),
    ]
}

/// A word and two rotations of itself: to the right by `R1` and `R2`, to the left by `L1` and `L2`.
#[inline(always)]
fn linear<L: Lanes64, const L1: i32, const R1: i32, const L2: i32, const R2: i32>(x: L) -> L {
    x.xor3(x.rotate_left::<L1, R1>(), x.rotate_left::<L2, R2>())
}
