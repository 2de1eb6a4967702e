//! The rounds of Serpent (Serpent §2), bit-sliced by design: word i of the state holds bit i of each nibble.

use super::sbox::{Words, substitute, substitute_inverse};
use crate::platform::unroll::unroll;

/// Decrypts if `DECRYPT` is true, and encrypts otherwise.
#[inline(always)]
pub(super) fn apply<const DECRYPT: bool, W: Words>(keys: &[[u32; 4]; 33], x: [W; 4]) -> [W; 4] {
    if DECRYPT { decrypt(keys, x) } else { encrypt(keys, x) }
}

/// Applies the 32 rounds. `x[i]` holds word i of the blocks.
#[inline(always)]
pub(super) fn encrypt<W: Words>(keys: &[[u32; 4]; 33], x: [W; 4]) -> [W; 4] {
    let mut x = add(x, &keys[0]);
    // Each iteration performs eight rounds, one for each S-box, so that the compiler knows the S-box of every round.
    for group in 0..4 {
        unroll!(for i in 0..8 {
            x = substitute(i, x);
            if i < 7 || group < 3 {
                x = transform(x, &keys[8 * group + i + 1]);
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

/// Adds a round key.
#[inline(always)]
pub(super) fn add<W: Words>([x0, x1, x2, x3]: [W; 4], key: &[u32; 4]) -> [W; 4] {
    [x0.xor_word(key[0]), x1.xor_word(key[1]), x2.xor_word(key[2]), x3.xor_word(key[3])]
}

/// Applies the linear transformation of a round of Serpent, and adds the key of the next round. Operations that later
/// ones wait for come first, because CPUs execute the oldest operation first.
#[inline(always)]
pub(super) fn transform<W: Words>([x0, x1, x2, x3]: [W; 4], key: &[u32; 4]) -> [W; 4] {
    let x2 = x2.rotate_left::<3, 29>();
    let x0 = x0.rotate_left::<13, 19>();
    let x3 = x3.xor3(x2, x0.shift_left::<3>()).rotate_left::<7, 25>();
    let x1 = x0.xor3(x2, x1).rotate_left::<1, 31>();
    let x2 = x2.sum::<22, 10>(x1.shift_left::<7>(), x3, key[2]);
    let x0 = x0.sum::<5, 27>(x1, x3, key[0]);
    [x0, x1.xor_word(key[1]), x2, x3.xor_word(key[3])]
}

#[inline(always)]
fn transform_inverse<W: Words>([x0, x1, x2, x3]: [W; 4]) -> [W; 4] {
    let (x0, x2) = (x0.rotate_left::<27, 5>(), x2.rotate_left::<10, 22>());
    let x2 = x1.shift_left::<7>().xor3(x3, x2);
    let x0 = x1.xor3(x3, x0);
    let x3 = x3.rotate_left::<25, 7>().xor3(x0.shift_left::<3>(), x2);
    let x1 = x1.rotate_left::<31, 1>().xor3(x0, x2);
    [x0.rotate_left::<19, 13>(), x1, x2.rotate_left::<29, 3>(), x3]
}
