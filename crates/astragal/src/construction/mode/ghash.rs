//! The universal hashes of GCM (SP 800-38D §6.4) and AES-GCM-SIV (RFC 8452 §3), which are one: GHASH is POLYVAL
//! on reversed bytes, with its key times x (RFC 8452 appendix A).

#[cfg_attr(not(test), allow(dead_code, reason = "tests alone name the backends"))]
mod backend;

use crate::platform::words::erase;
use backend::Backend;
pub(super) use backend::{Product, lanes};

/// Powers of the key at hand: as many blocks are multiplied before one reduction.
pub(super) const POWERS: usize = 16;

/// An element of the field: little-endian, as POLYVAL has it.
pub(super) type Element = [u8; 16];

/// Which end of a block's bytes is the lowest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// As they are: POLYVAL.
    Polyval,
    /// Reversed: GHASH.
    Ghash,
}

/// The key's powers, the highest first.
#[derive(Clone)]
pub(super) struct Key {
    backend: Backend,
    order: Order,
    powers: [Element; POWERS],
}

impl Key {
    pub(super) fn new(order: Order, key: &[u8; 16]) -> Self {
        Self::for_blocks(order, key, usize::MAX)
    }

    /// The key of hashes that are never given more than so many blocks at a time.
    pub(super) fn for_blocks(order: Order, key: &[u8; 16], blocks: usize) -> Self {
        let backend = Backend::best();
        let mut h = *key;
        if order == Order::Ghash {
            h = times_x(u128::from_be_bytes(*key)).to_le_bytes();
        }
        let mut new = Self { backend, order, powers: [h; POWERS] };
        backend.powers(&mut new.powers, blocks);
        new
    }

    /// A hash that has taken no input yet.
    pub(super) fn begin(&self) -> Hash<'_> {
        self.resume([0; 16])
    }

    /// The product of two elements, as blocks are multiplied by the key.
    pub(super) fn product(&self, a: Element, b: Element) -> Element {
        let mut sum = a;
        self.backend.absorb(Order::Polyval, &[b; POWERS], &mut sum, &[[0; 16]]);
        sum
    }

    /// The key to the power of `blocks`, which is not 0: what a sum is multiplied by when as many blocks follow.
    pub(super) fn power(&self, blocks: u64) -> Element {
        let key = self.powers[POWERS - 1];
        // From the second highest bit down: a square, and the key where the bit is set.
        (0..blocks.ilog2()).rev().fold(key, |power, bit| {
            let square = self.product(power, power);
            if blocks >> bit & 1 == 1 { self.product(square, key) } else { square }
        })
    }

    /// The hash that [`Hash::sum`] was taken of.
    pub(super) fn resume(&self, sum: Element) -> Hash<'_> {
        Hash { key: self, sum }
    }
}

impl Drop for Key {
    fn drop(&mut self) {
        erase(self.powers.as_flattened_mut());
    }
}

/// RFC 8452 appendix A: an element times x, modulo x^128 + x^127 + x^126 + x^121 + 1.
fn times_x(element: u128) -> u128 {
    let carry = element >> 127;
    element << 1 ^ carry ^ carry << 127 ^ carry << 126 ^ carry << 121
}

/// A hash under way.
pub(super) struct Hash<'a> {
    key: &'a Key,
    sum: Element,
}

impl Hash<'_> {
    /// Appends whole blocks.
    pub(super) fn blocks(&mut self, blocks: &[[u8; 16]]) {
        if !blocks.is_empty() {
            let Key { backend, order, powers } = self.key;
            backend.absorb(*order, powers, &mut self.sum, blocks);
        }
    }

    /// Appends `bytes` and zeros up to a whole block.
    pub(super) fn padded(&mut self, bytes: &[u8]) {
        let (blocks, tail) = bytes.as_chunks();
        self.blocks(blocks);
        if !tail.is_empty() {
            let mut last = [0; 16];
            last[..tail.len()].copy_from_slice(tail);
            self.blocks(&[last]);
        }
    }

    /// The key's powers, and the sum that blocks are added to.
    pub(super) fn parts(&mut self) -> (&[Element; POWERS], &mut Element) {
        (&self.key.powers, &mut self.sum)
    }

    /// What a hash of whole blocks is resumed from.
    pub(super) fn sum(&self) -> Element {
        self.sum
    }

    /// The sum.
    pub(super) fn finish(mut self) -> [u8; 16] {
        if self.key.order == Order::Ghash {
            self.sum.reverse();
        }
        self.sum
    }
}

impl Drop for Hash<'_> {
    fn drop(&mut self) {
        erase(&mut self.sum);
    }
}
