//! Multiplication by instructions: up to sixteen blocks by as many powers of the key, and one reduction.

use super::super::{Element, Order, POWERS};
use crate::machine::simd::{Lanes128, PolyVector};

#[inline(always)]
pub(super) fn powers<V: PolyVector<One = V>>(proof: V::Proof, powers: &mut [Element; POWERS]) {
    let key = V::load(proof, &powers[POWERS - 1..]);
    let mut power = key;
    for place in powers[..POWERS - 1].chunks_exact_mut(1).rev() {
        power = reduce(proof, [power.low(key), power.cross(key), power.high(key)]);
        power.store(place);
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
    if !tail.is_empty() {
        // Zeros in front are nothing, whatever they are multiplied by; the total goes to the first block.
        let mut padded = [[0; 16]; POWERS];
        let count = tail.len().next_multiple_of(V::LANES);
        let first = count - tail.len();
        padded[first..count].copy_from_slice(tail);
        let mut added = [[0; 16]];
        let total_as_block = if order == Order::Ghash { total.reverse() } else { total };
        total_as_block.store(&mut added);
        for (byte, added) in padded[first].iter_mut().zip(added[0]) {
            *byte ^= added;
        }
        let zero = V::One::load(proof.into(), &[[0; 16]]);
        total = multiply::<V>(proof, order, &powers[POWERS - count..], zero, &padded[..count]);
    }
    total.store(core::slice::from_mut(sum));
}

/// The blocks, the total added to the first, by the powers; whole vectors of them.
#[inline(always)]
pub(crate) fn multiply<V: PolyVector>(
    proof: V::Proof,
    order: Order,
    powers: &[Element],
    total: V::One,
    blocks: &[[u8; 16]],
) -> V::One {
    let zero = V::widen(proof, V::One::load(proof.into(), &[[0; 16]]));
    let [mut low, mut cross, mut high] = [zero; 3];
    let mut added = V::widen(proof, total);
    for (blocks, powers) in blocks.chunks_exact(V::LANES).zip(powers.chunks_exact(V::LANES)) {
        let mut lanes = V::load(proof, blocks);
        if order == Order::Ghash {
            lanes = lanes.reverse();
        }
        let (lanes, powers) = (lanes.xor(added), V::load(proof, powers));
        low = low.xor(lanes.low(powers));
        cross = cross.xor(lanes.cross(powers));
        high = high.xor(lanes.high(powers));
        added = zero;
    }
    reduce(proof.into(), [low.fold(), cross.fold(), high.fold()])
}

/// The product's parts as one element: twice, the low 64 bits are cancelled by that multiple of x^128 + x^127 +
/// x^126 + x^121 + 1, and what is left is shifted by them.
#[inline(always)]
fn reduce<V: PolyVector<One = V>>(proof: V::Proof, [low, cross, high]: [V; 3]) -> V {
    let polynomial = (0xc200_0000_0000_0000_u128).to_le_bytes();
    let polynomial = V::load(proof, &[polynomial]);
    let (mut bottom, top) = (low.xor(cross.up()), high.xor(cross.down()));
    for _ in 0..2 {
        bottom = bottom.swap().xor(bottom.low(polynomial));
    }
    bottom.xor(top)
}
