//! Poly1305 with AVX-512 IFMA. Blocks are added to eight lanes, in groups of eight blocks. Before each group except the
//! first, every lane is multiplied by r^8. At the end, each lane is multiplied by its own power of r, and the sum of
//! the lanes is the result.
//!
//! Two groups a and b are added at a time: the lanes h become h · r^16 + a · r^8 + b. This needs as many products as
//! (h · r^8 + a) · r^8 + b, but only one reduction.

use super::backend::{Work, absorb as absorb_scalar};
use crate::platform::cpu::Avx512Ifma;
use crate::platform::enter::Token as _;
use crate::platform::simd::x86_64::U64x8Ifma as Words;
use crate::platform::thresholds::POLY1305_LANES_BLOCKS;
use crate::platform::unroll::unroll;

/// Limbs of a number modulo 2^130 − 5, of 44, 44 and 42 bits, least significant limb first.
type Number = [u64; 3];

const BITS_44: u64 = (1 << 44) - 1;
const BITS_42: u64 = (1 << 42) - 1;

/// Exponent e for each lane: at the end, the lane is multiplied by r^e. Blocks 0 to 3 of a group are in the even lanes,
/// and blocks 4 to 7 in the odd lanes.
const POWERS: [usize; 8] = [8, 4, 7, 3, 6, 2, 5, 1];

pub(super) fn absorb(cpu: Avx512Ifma, work: &mut Work<'_>) {
    cpu.enter(
        #[inline(always)]
        move || {
            if work.blocks.len() >= POLY1305_LANES_BLOCKS {
                let (groups, rest) = work.blocks.as_chunks::<8>();
                let ([r_low, r_high], [h0, h1, h2]) = (*work.r, *work.h);
                let (r, h) = (limbs(r_low, r_high, 0), limbs(h0, h1, h2));
                *work.h = words(eight_lanes(cpu, &r, h, groups));
                work.blocks = rest;
            }
            absorb_scalar(work);
        },
    );
}

/// Limbs of eight numbers.
type Numbers = [Words; 3];

#[inline(always)]
fn eight_lanes(cpu: Avx512Ifma, r: &Number, h: Number, groups: &[[[u8; 16]; 8]]) -> Number {
    let mut powers = [*r; 9];
    unroll!(for i in 0..7 {
        powers[i + 2] = multiply(powers[(i + 3) / 2], powers[(i + 2) / 2]);
    });
    let zero = Words::new(cpu, [0; 8]);
    let twenty = zero.splat(20);
    let factor = |[p0, p1, p2]: Number| {
        Factor::new([zero.splat(p0), zero.splat(p1), zero.splat(p2)], twenty)
    };
    let [single, double] = [factor(powers[8]), factor(multiply(powers[8], powers[8]))];
    let mut lanes: Numbers = [zero; 3];
    for limb in 0..3 {
        lanes[limb] = Words::new(cpu, [h[limb], 0, 0, 0, 0, 0, 0, 0]);
    }
    // The first group is added without a multiplication.
    let [first, groups @ ..] = groups else { return h };
    lanes = sum(lanes, load(cpu, first));
    let (pairs, last) = groups.as_chunks::<2>();
    for i in 0..pairs.len() {
        let products = products_of(load(cpu, &pairs[i][0]), &single, [[zero; 2]; 3]);
        lanes = reduced(products_of(lanes, &double, products));
        lanes = sum(lanes, load(cpu, &pairs[i][1]));
    }
    for i in 0..last.len() {
        lanes = sum(times(lanes, &single), load(cpu, &last[i]));
    }
    let mut last = [[0; 8]; 3];
    for lane in 0..8 {
        for limb in 0..3 {
            last[limb][lane] = powers[POWERS[lane]][limb];
        }
    }
    let [p0, p1, p2] = last;
    let last = [Words::new(cpu, p0), Words::new(cpu, p1), Words::new(cpu, p2)];
    let [h0, h1, h2] = times(lanes, &Factor::new(last, twenty));
    carried([total(h0), total(h1), total(h2)])
}

/// Second factor of a multiplication. `b` holds its limbs, and `c1` and `c2` are 20 times limbs 1 and 2. In products
/// with a weight of 2^132 or more, `c1` and `c2` replace limbs 1 and 2, because 2^132 equals 20 modulo 2^130 − 5.
struct Factor {
    b: Numbers,
    c1: Words,
    c2: Words,
}

impl Factor {
    #[inline(always)]
    fn new(b: Numbers, twenty: Words) -> Self {
        let zero = twenty.xor(twenty);
        let (c1, c2) = (zero.add_product_low(b[1], twenty), zero.add_product_low(b[2], twenty));
        Self { b, c1, c2 }
    }
}

#[inline(always)]
fn sum([a0, a1, a2]: Numbers, [b0, b1, b2]: Numbers) -> Numbers {
    [a0.add(b0), a1.add(b1), a2.add(b2)]
}

/// Multiplies each lane by the factor and partially reduces the product.
#[inline(always)]
fn times(a: Numbers, factor: &Factor) -> Numbers {
    let zero = a[0].xor(a[0]);
    reduced(products_of(a, factor, [[zero; 2]; 3]))
}

/// Products of numbers, before the reduction. A product of two limbs has up to 104 bits. Limb `i` of the result
/// consists of the sum of the lower 52 bits of the products with the weight of limb `i`, and the sum of their upper
/// bits.
type Products = [[Words; 2]; 3];

/// Multiplies each lane by the factor and adds the products to `sums`.
#[inline(always)]
fn products_of(a: Numbers, factor: &Factor, sums: Products) -> Products {
    let Factor { b: [b0, b1, b2], c1, c2 } = *factor;
    [
        add_products(sums[0], a, [b0, c2, c1]),
        add_products(sums[1], a, [b1, b0, c2]),
        add_products(sums[2], a, [b2, b1, b0]),
    ]
}

/// Multiplies `a0` by `b0`, `a1` by `b1` and `a2` by `b2`. Adds the lower 52 bits of the three products to `low`, and
/// their upper bits to `high`.
#[inline(always)]
fn add_products(
    [low, high]: [Words; 2],
    [a0, a1, a2]: [Words; 3],
    [b0, b1, b2]: [Words; 3],
) -> [Words; 2] {
    [
        low.add_product_low(a0, b0).add_product_low(a1, b1).add_product_low(a2, b2),
        high.add_product_high(a0, b0).add_product_high(a1, b1).add_product_high(a2, b2),
    ]
}

/// Partially reduces the sum of at most two products. The upper bits of a product of limbs start at bit 52, but the
/// next limb starts at bit 44, so the upper bits are multiplied by 2^8 before they are added to the next limb.
#[inline(always)]
fn reduced([[low_0, high_0], [low_1, high_1], [low_2, high_2]]: Products) -> Numbers {
    let (bits_44, bits_42) = (low_0.splat(BITS_44), low_0.splat(BITS_42));
    let low_1 = low_1.add(high_0.shift_left::<8>()).add(low_0.shift_right::<44>());
    let low_2 = low_2.add(high_1.shift_left::<8>()).add(low_1.shift_right::<44>());
    // Limb 2 has 42 bits. The number `over` holds the bits above limb 2: those of `low_2` from bit 42 on, and `high_2`,
    // which starts at bit 52. They are multiples of 2^130, which equals 5 modulo 2^130 − 5, so 5 · `over` is added to
    // limb 0.
    let over = high_2.shift_left::<10>().add(low_2.shift_right::<42>());
    let h0 = low_0.and(bits_44).add(over).add(over.shift_left::<2>());
    let h1 = low_1.and(bits_44).add(h0.shift_right::<44>());
    [h0.and(bits_44), h1, low_2.and(bits_42)]
}

/// Returns the sum of all lanes.
#[inline(always)]
fn total(words: Words) -> u64 {
    let [a, b, c, d, e, f, g, h] = words.to_array();
    let low = a.wrapping_add(b).wrapping_add(c).wrapping_add(d);
    low.wrapping_add(e).wrapping_add(f).wrapping_add(g).wrapping_add(h)
}

/// Loads eight blocks and sets bit 128 of each.
#[inline(always)]
fn load(cpu: Avx512Ifma, blocks: &[[u8; 16]; 8]) -> Numbers {
    let [low, high] = Words::load_pairs(cpu, blocks);
    let bits_44 = low.splat(BITS_44);
    [
        low.and(bits_44),
        low.shift_right::<44>().or(high.shift_left::<20>()).and(bits_44),
        high.shift_right::<24>().or(low.splat(1 << 40)),
    ]
}

/// Returns the limbs of `low` + `high` · 2^64 + `top` · 2^128.
#[inline(always)]
const fn limbs(low: u64, high: u64, top: u64) -> Number {
    [low & BITS_44, (low >> 44 | high << 20) & BITS_44, high >> 24 | top << 40]
}

/// Converts a number from limbs, which have at most 44, 45 and 42 bits, to words.
#[inline(always)]
const fn words([h0, h1, h2]: Number) -> super::Number {
    let h2 = h2.wrapping_add(h1 >> 44);
    [h0 | h1 << 44, (h1 & BITS_44) >> 20 | h2 << 24, h2 >> 40]
}

/// Returns a · b modulo 2^130 − 5, partially reduced. The limbs of `a` have at most 46 bits, and the limbs of `b` have
/// at most 45 bits.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the casts take low limbs and carries")]
fn multiply([a0, a1, a2]: Number, [b0, b1, b2]: Number) -> Number {
    // c1 and c2 are 20 times the limbs b1 and b2. In products with a weight of 2^132 or more, they replace b1 and b2,
    // because 2^132 equals 20 modulo 2^130 − 5.
    let (c1, c2) = (b1.wrapping_mul(20), b2.wrapping_mul(20));
    let a = [a0, a1, a2];
    let d0 = sum_of_products(a, [b0, c2, c1], 0);
    let d1 = sum_of_products(a, [b1, b0, c2], d0 >> 44);
    let d2 = sum_of_products(a, [b2, b1, b0], d1 >> 44);
    let h0 = (d0 as u64 & BITS_44).wrapping_add(((d2 >> 42) as u64).wrapping_mul(5));
    let h1 = (d1 as u64 & BITS_44).wrapping_add(h0 >> 44);
    [h0 & BITS_44, h1, d2 as u64 & BITS_42]
}

/// Returns a0·b0 + a1·b1 + a2·b2 + c. The result cannot overflow. Wrapping operations are used only because overflow
/// checks would branch on secrets.
#[inline(always)]
fn sum_of_products([a0, a1, a2]: [u64; 3], [b0, b1, b2]: [u64; 3], c: u128) -> u128 {
    let (p0, p1) = (u128::from(a0).wrapping_mul(b0.into()), u128::from(a1).wrapping_mul(b1.into()));
    p0.wrapping_add(p1).wrapping_add(u128::from(a2).wrapping_mul(b2.into())).wrapping_add(c)
}

/// Adds the carry of each limb to the next limb, and the carry of the last limb to the first.
#[inline(always)]
const fn carried([h0, h1, h2]: Number) -> Number {
    let h1 = h1.wrapping_add(h0 >> 44);
    let h2 = h2.wrapping_add(h1 >> 44);
    let h0 = (h0 & BITS_44).wrapping_add((h2 >> 42).wrapping_mul(5));
    [h0 & BITS_44, (h1 & BITS_44).wrapping_add(h0 >> 44), h2 & BITS_42]
}
