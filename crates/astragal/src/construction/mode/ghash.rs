//! Universal hashes of GCM (GHASH, SP 800-38D §6.4) and AES-GCM-SIV (POLYVAL, RFC 8452 §3). One implementation computes
//! both hashes. To compute GHASH with POLYVAL, it reverses the bytes of the blocks, and multiplies the key by x (RFC
//! 8452 appendix A).

#[cfg_attr(not(test), allow(dead_code, reason = "only tests refer to the backends by name"))]
mod backend;

use crate::platform::array::copy;
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::platform::words::erase;
use backend::Backend;
pub(super) use backend::Product;

/// Maximum number of stored powers of the key.
pub(super) const POWERS: usize = 48;

/// Number of powers of the key that every backend computes, unless [`Key::for_blocks`] skips some of them.
pub(super) const COMMON_POWERS: usize = 16;

/// Returns the number of powers that code with vectors of `lanes` lanes computes and uses. This is also the maximum
/// number of blocks per reduction.
pub(super) const fn powers_for(lanes: usize) -> usize {
    if lanes == 4 { POWERS } else { COMMON_POWERS }
}

/// Field element, in the little-endian encoding of POLYVAL.
pub(super) type Element = [u8; 16];

/// Byte order of the blocks of a universal hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Blocks are used unchanged, as in POLYVAL.
    Polyval,
    /// The bytes of each block are reversed, which turns GHASH into POLYVAL (RFC 8452 appendix A).
    Ghash,
}

/// Key of a universal hash, with memory for `N` powers: [`POWERS`] or [`COMMON_POWERS`]. A key that is used for only one
/// message stores fewer powers, because they must be wiped.
#[derive(Clone)]
pub(super) struct Key<const N: usize = POWERS>(WipeOnDrop<Powers<N>>);

/// Powers of the hash key. The highest power comes first. The alignment is that of ciphers, so that no padding lies
/// between the end of the powers and the end of an object that also contains a cipher: such padding may hold old stack
/// contents, and nothing erases it.
#[derive(Clone)]
#[repr(align(16))]
struct Powers<const N: usize> {
    backend: Backend,
    order: Order,
    powers: [Element; N],
}

impl<const N: usize> Key<N> {
    pub(super) fn new(order: Order, key: &[u8; 16]) -> Self {
        Self::for_blocks(order, key, usize::MAX)
    }

    /// Prepares a key for hashes that receive at most `blocks` blocks per call. Skips the computation of powers that
    /// these calls do not need.
    pub(super) fn for_blocks(order: Order, key: &[u8; 16], blocks: usize) -> Self {
        let backend = Backend::best();
        let mut h = *key;
        if order == Order::Ghash {
            h = times_x(u128::from_be_bytes(*key)).to_le_bytes();
        }
        let mut new = Powers { backend, order, powers: [h; N] };
        backend.powers(&mut new.powers, blocks);
        Self(WipeOnDrop::new(new))
    }

    /// Returns the stored powers of the key, the highest first.
    pub(super) fn powers(&self) -> &[Element; N] {
        &self.0.powers
    }

    /// Starts a hash.
    pub(super) fn begin(&self) -> Hash<'_, N> {
        self.resume([0; 16])
    }

    /// Returns the product of two field elements as POLYVAL defines it: a·b·x^−128 (RFC 8452 §3).
    pub(super) fn product(&self, a: Element, b: Element) -> Element {
        let mut sum = a;
        self.0.backend.absorb(Order::Polyval, &[b], &mut sum, &[[0; 16]]);
        sum
    }

    /// Returns H^`blocks`, a power of the hash key H. `blocks` must not be 0. Multiplying a sum by this power has the
    /// same effect as hashing `blocks` zero blocks.
    pub(super) fn power(&self, blocks: u64) -> Element {
        let key = self.0.powers[N - 1];
        // Computes the power by square-and-multiply, from the second-highest bit of the exponent down.
        (0..blocks.ilog2()).rev().fold(key, |power, bit| {
            let square = self.product(power, power);
            if blocks >> bit & 1 == 1 { self.product(square, key) } else { square }
        })
    }

    /// Returns the maximum number of blocks per reduction.
    pub(super) fn blocks_at_once(&self) -> usize {
        if self.0.backend.loads_parts() { powers_for(4) } else { COMMON_POWERS }
    }

    /// Returns whether the backend has masked loads and stores, which access only the first bytes of a vector.
    pub(super) fn loads_parts(&self) -> bool {
        self.0.backend.loads_parts()
    }

    /// Resumes a hash from a running sum that [`Hash::sum`] returned.
    pub(super) fn resume(&self, sum: Element) -> Hash<'_, N> {
        Hash { key: self, sum }
    }
}

/// Computes POLYVAL of a few blocks. Computes no powers of the key: each block costs one multiplication and one
/// reduction, one after the other.
pub(super) fn polyval_of_few(key: &Element, blocks: &[[u8; 16]]) -> Element {
    Backend::best().polyval_of_few(key, blocks)
}

/// Multiplies an element by x modulo x^128 + x^127 + x^126 + x^121 + 1 (RFC 8452 appendix A).
fn times_x(element: u128) -> u128 {
    let carry = element >> 127;
    element << 1 ^ carry ^ carry << 127 ^ carry << 126 ^ carry << 121
}

/// Hash of a message that is still being absorbed.
pub(super) struct Hash<'a, const N: usize = POWERS> {
    key: &'a Key<N>,
    sum: Element,
}

impl<const N: usize> Hash<'_, N> {
    /// Appends whole blocks.
    pub(super) fn blocks(&mut self, blocks: &[[u8; 16]]) {
        if !blocks.is_empty() {
            let Powers { backend, order, powers } = &*self.key.0;
            backend.absorb(*order, powers, &mut self.sum, blocks);
        }
    }

    /// Appends `bytes`, padded with zeros to whole blocks.
    pub(super) fn padded(&mut self, bytes: &[u8]) {
        let (blocks, tail) = bytes.as_chunks();
        self.blocks(blocks);
        if !tail.is_empty() {
            let mut last = [0; 16];
            copy(&mut last[..tail.len()], tail);
            self.blocks(&[last]);
        }
    }

    /// Returns the powers of the key and the running sum.
    pub(super) fn parts(&mut self) -> (&[Element; N], &mut Element) {
        (&self.key.0.powers, &mut self.sum)
    }

    /// Returns the running sum, from which `resume` can continue the hash.
    pub(super) fn sum(&self) -> Element {
        self.sum
    }

    /// Ends the hash and returns its value.
    pub(super) fn finish(mut self) -> [u8; 16] {
        if self.key.0.order == Order::Ghash {
            self.sum.reverse();
        }
        self.sum
    }
}

impl<const N: usize> Drop for Hash<'_, N> {
    fn drop(&mut self) {
        erase(&mut self.sum);
    }
}
