//! Constant-time polynomial multiplication for CPUs without carry-less multiply instructions. The code multiplies
//! integers in which three zero bits follow each data bit. Carries then do not reach the next data bit (Thomas Pornin,
//! BearSSL's `ctmul`).

use super::super::{COMMON_POWERS, Element, Order};

pub(super) fn powers(powers: &mut [Element], blocks: usize) {
    let count = powers.len();
    let key = powers[count - 1];
    for i in (count - blocks.clamp(1, COMMON_POWERS)..count - 1).rev() {
        powers[i] = multiply(powers[i + 1], key);
    }
}

pub(super) fn absorb(order: Order, powers: &[Element], sum: &mut Element, blocks: &[[u8; 16]]) {
    for block in blocks {
        let mut block = *block;
        if order == Order::Ghash {
            block.reverse();
        }
        for (byte, added) in sum.iter_mut().zip(block) {
            *byte ^= added;
        }
        *sum = multiply(*sum, powers[powers.len() - 1]);
    }
}

/// Computes a·b·x^−128 in the field, from three products of 64-bit halves.
fn multiply(a: Element, b: Element) -> Element {
    let halves = |element| {
        let element = u128::from_le_bytes(element);
        (low(element), low(element >> 64))
    };
    let ((a0, a1), (b0, b1)) = (halves(a), halves(b));
    let (bottom, top) = (product(a0, b0), product(a1, b1));
    let middle = product(a0 ^ a1, b0 ^ b1) ^ bottom ^ top;
    reduce(bottom ^ middle << 64, top ^ middle >> 64).to_le_bytes()
}

/// Returns the low 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "the cast takes the low half")]
const fn low(x: u128) -> u64 {
    x as u64
}

/// Divides a 256-bit polynomial by x^128, modulo x^128 + x^127 + x^126 + x^121 + 1. The division takes two steps. Each
/// step adds the multiple of the modulus that cancels the low 64 bits, and then shifts right by 64 bits.
fn reduce(mut bottom: u128, mut top: u128) -> u128 {
    for _ in 0..2 {
        let cancelled = u128::from(low(bottom));
        bottom = bottom >> 64 | top << 64;
        bottom ^= cancelled << 64 ^ cancelled << 63 ^ cancelled << 62 ^ cancelled << 57;
        top >>= 64;
    }
    bottom
}

/// Multiplies two 64-bit polynomials, with integer multiplications. One factor of each multiplication has at most eight
/// data bits, so at most eight bit products are added at each data position. The data bit and the three zero bits after
/// it can hold a sum of up to fifteen. The sum therefore does not reach the next data bit.
fn product(a: u64, b: u64) -> u128 {
    half_product(a & 0xffff_ffff, b) ^ half_product(a >> 32, b) << 32
}

fn half_product(a: u64, b: u64) -> u128 {
    const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;
    let sparse = |x: u64| [0, 1, 2, 3].map(|i| u128::from(x & EVERY_FOURTH << i));
    let (a, b) = (sparse(a), sparse(b));
    let mask = u128::from(EVERY_FOURTH) << 64 | u128::from(EVERY_FOURTH);
    let mut product = 0;
    for i in 0..4 {
        let mut sum = 0;
        for (j, a) in a.iter().enumerate() {
            // No product overflows, but the overflow check of a debug build would branch on the key. `wrapping_mul`
            // avoids this check.
            sum ^= a.wrapping_mul(b[(4 + i - j) % 4]);
        }
        product ^= sum & mask << i;
    }
    product
}
