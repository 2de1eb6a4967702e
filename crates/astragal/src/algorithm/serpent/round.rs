//! The rounds of Serpent (Serpent §2), bit-sliced by design: word i of the state holds bit i of each nibble.

use super::sbox::{Words, substitute, substitute_inverse};
use crate::platform::unroll::unroll;

/// Applies the 32 rounds. `x[i]` holds word i of the blocks.
#[inline(always)]
pub(super) fn encrypt<W: Words>(keys: &[[u32; 4]; 33], mut x: [W; 4]) -> [W; 4] {
    // Each iteration performs eight rounds, one for each S-box, so that the compiler knows the S-box of every round.
    for group in 0..4 {
        unroll!(for i in 0..8 {
            x = substitute(i, add(x, &keys[8 * group + i]));
            if i < 7 || group < 3 {
                x = transform(x);
            }
        });
    }
    add(x, &keys[32])
}

/// Applies the 32 inverse rounds, from the last to the first.
#[inline(always)]
pub(super) fn decrypt<W: Words>(keys: &[[u32; 4]; 33], x: [W; 4]) -> [W; 4] {
    let mut x = add(x, &keys[32]);
    for group in (0..4).rev() {
        unroll!(for j in 0..8 {
            let i = 7 - j;
            if i < 7 || group < 3 {
                x = transform_inverse(x);
            }
            x = add(substitute_inverse(i, x), &keys[8 * group + i]);
        });
    }
    x
}

#[inline(always)]
fn add<W: Words>([x0, x1, x2, x3]: [W; 4], key: &[u32; 4]) -> [W; 4] {
    [x0.xor_word(key[0]), x1.xor_word(key[1]), x2.xor_word(key[2]), x3.xor_word(key[3])]
}

/// Applies the linear transformation of a round of Serpent.
#[inline(always)]
fn transform<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let x0 = x0.rotate_left::<13, 19>();
    let x2 = x2.rotate_left::<3, 29>();
    let x1 = x1.xor3(x0, x2).rotate_left::<1, 31>();
    let x3 = x3.xor3(x2, x0.shift_left::<3>()).rotate_left::<7, 25>();
    let x0 = x0.xor3(x1, x3).rotate_left::<5, 27>();
    let x2 = x2.xor3(x3, x1.shift_left::<7>()).rotate_left::<22, 10>();
    [x0, x1, x2, x3]
}

#[inline(always)]
fn transform_inverse<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let x2 = x2.rotate_left::<10, 22>().xor3(x3, x1.shift_left::<7>());
    let x0 = x0.rotate_left::<27, 5>().xor3(x1, x3);
    let x3 = x3.rotate_left::<25, 7>().xor3(x2, x0.shift_left::<3>());
    let x1 = x1.rotate_left::<31, 1>().xor3(x0, x2);
    [x0.rotate_left::<19, 13>(), x1, x2.rotate_left::<29, 3>(), x3]
}
