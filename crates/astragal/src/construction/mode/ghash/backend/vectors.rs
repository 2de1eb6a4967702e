//! Polynomial multiplication with carry-less multiply instructions. Multiplies up to sixteen blocks by as many powers
//! of the key, then reduces once.

use super::super::{Element, Order, POWERS};
use crate::platform::array::copy;
use crate::platform::simd::{Lanes128, PolyVector};
use crate::platform::words::xor_into;

#[inline(always)]
pub(super) fn powers<V: PolyVector<One = V>>(
    proof: V::Proof,
    powers: &mut [Element; POWERS],
    blocks: usize,
) {
    // At least four powers are needed, because blocks are padded to a whole vector of up to four blocks.
    let needed = blocks.clamp(4, POWERS);
    // Each step doubles the number of known powers. The products within a step are independent.
    let mut known = 1;
    while known < needed {
        let (above, below) = powers.split_at_mut(POWERS - known);
        let highest = V::load(proof, &below[..1]);
        let above = &mut above[POWERS - 2 * known..];
        for i in 0..known.min(above.len()) {
            let mut product = Product::zero(proof);
            product.add(V::load(proof, &below[i..=i]), highest);
            product.reduce(proof).store(&mut above[i..=i]);
        }
        known *= 2;
    }
}

#[inline(always)]
pub(super) fn absorb<V: PolyVector>(
    proof: V::Proof,
    order: Order,
    powers: &[Element; POWERS],
    sum: &mut Element,
    blocks: &[[u8; 16]],
) {
    let (runs, tail) = blocks.as_chunks::<POWERS>();
    let mut total = V::One::load(proof.into(), core::slice::from_ref(sum));
    for run in runs {
        total = multiply::<V>(proof, order, powers, total, run);
    }
    if tail.len().is_multiple_of(V::LANES) {
        if !tail.is_empty() {
            total = multiply::<V>(proof, order, &powers[POWERS - tail.len()..], total, tail);
        }
    } else {
        // The tail is padded with leading zero blocks, which do not change the sum. The running sum is added to the
        // first block of the tail.
        let mut padded = [[0; 16]; POWERS];
        let count = tail.len().next_multiple_of(V::LANES);
        let first = count - tail.len();
        copy(&mut padded[first..count], tail);
        let mut added = [[0; 16]];
        let total_as_block = if order == Order::Ghash { total.reverse() } else { total };
        total_as_block.store(&mut added);
        xor_into(&mut padded[first], &added[0]);
        let zero = V::One::load(proof.into(), &[[0; 16]]);
        total = multiply::<V>(proof, order, &powers[POWERS - count..], zero, &padded[..count]);
    }
    total.store(core::slice::from_mut(sum));
}

/// Multiplies whole vectors of blocks by powers of the key. The running sum is first added to the first block.
#[inline(always)]
pub(crate) fn multiply<V: PolyVector>(
    proof: V::Proof,
    order: Order,
    powers: &[Element],
    total: V::One,
    blocks: &[[u8; 16]],
) -> V::One {
    let mut product = Product::<V>::zero(proof);
    let mut added = V::widen(proof, total);
    let powers = &powers[..blocks.len()];
    for i in 0..blocks.len() / V::LANES {
        let lane = i * V::LANES;
        let a = lanes::<V>(proof, order, &blocks[lane..lane + V::LANES]).xor(added);
        product.add(a, V::load(proof, &powers[lane..lane + V::LANES]));
        added = V::zero(proof);
    }
    product.reduce(proof)
}

/// Loads blocks as polynomials, in the byte order `order`.
#[inline(always)]
pub(in crate::construction::mode) fn lanes<V: PolyVector>(
    proof: V::Proof,
    order: Order,
    blocks: &[[u8; 16]],
) -> V {
    let lanes = V::load(proof, blocks);
    if order == Order::Ghash { lanes.reverse() } else { lanes }
}

/// Unreduced sum of products, in the three parts of Karatsuba's method. With this method, a product takes three
/// multiplications instead of four.
pub(crate) struct Product<V> {
    low: V,
    middle: V,
    high: V,
}

impl<V: PolyVector> Product<V> {
    #[inline(always)]
    pub(crate) fn zero(proof: V::Proof) -> Self {
        let zero = V::zero(proof);
        Self { low: zero, middle: zero, high: zero }
    }

    /// Multiplies the lanes of `a` by the lanes of `b`, and adds the products to `self`.
    #[inline(always)]
    pub(crate) fn add(&mut self, a: V, b: V) {
        self.low = self.low.xor(a.low(b));
        self.middle = self.middle.xor(a.xor(a.swap()).low(b.xor(b.swap())));
        self.high = self.high.xor(a.high(b));
    }

    /// Adds all lanes and reduces the sum to one field element. Each of two steps adds the multiple of x^128 + x^127 +
    /// x^126 + x^121 + 1 that cancels the low 64 bits, and shifts by 64 bits.
    #[inline(always)]
    pub(crate) fn reduce(self, proof: V::Proof) -> V::One {
        let (low, high) = (self.low.fold(), self.high.fold());
        let cross = self.middle.fold().xor(low).xor(high);
        let polynomial = (0xc200_0000_0000_0000_u128).to_le_bytes();
        let polynomial = V::One::load(proof.into(), &[polynomial]);
        let (mut bottom, top) = (low.xor(cross.up()), high.xor(cross.down()));
        for _ in 0..2 {
            bottom = bottom.swap().xor(bottom.low(polynomial));
        }
        bottom.xor(top)
    }
}
