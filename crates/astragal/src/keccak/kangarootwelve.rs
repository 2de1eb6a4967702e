//! KT128 and KT256 (RFC 9861 §3), KangarooTwelve: TurboSHAKE over a tree of one level. The first chunk
//! of 8192 bytes goes to the final node itself; every other chunk is a leaf, whose chaining value does.

use core::fmt;

use super::encode::length_encode;
use super::sponge::{Sponge, SpongeReader};
use super::{by_strength, turboshake};
use crate::xof::Xof;

/// Bytes per chunk (RFC 9861 §3.2).
const CHUNK_BYTES: usize = 8192;
/// Domain separation bytes (RFC 9861 §3.2): a single node, a leaf, the final node of a tree.
const SINGLE: u8 = 0x07;
const LEAF: u8 = 0x0b;
const FINAL: u8 = 0x06;

/// KangarooTwelve with a rate of `RATE` bytes (RFC 9861 §3).
///
/// ```
/// use astragal::xof::Kt128;
/// let mut xof = Kt128::new();
/// xof.absorb(b"abc");
/// let mut out = [0; 32];
/// xof.finalize_with(b"customization").squeeze(&mut out);
/// ```
#[derive(Clone)]
pub struct Kt<const RATE: usize> {
    final_node: Sponge,
    leaf: Sponge,
    /// Bytes of the current chunk.
    chunk_filled: usize,
    /// Complete or current leaves; 0 while the first chunk fills.
    leaves: u128,
}

/// KT128 (RFC 9861 §3), also known as KangarooTwelve: 128-bit security with 32 bytes of output or more.
pub type Kt128 = Kt<168>;
/// KT256 (RFC 9861 §3): 256-bit security with 64 bytes of output or more.
pub type Kt256 = Kt<136>;

impl<const RATE: usize> Kt<RATE> {
    /// A leaf's chaining value: 32 or 64 bytes (RFC 9861 §3.2).
    const CHAINING_BYTES: usize = by_strength(RATE, 32, 64);

    /// A function of nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        let node = Sponge::new(RATE, turboshake::ROUNDS);
        let leaf = Sponge::new(RATE, turboshake::ROUNDS);
        Self { final_node: node, leaf, chunk_filled: 0, leaves: 0 }
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            if self.chunk_filled == CHUNK_BYTES {
                self.next_chunk();
            }
            let room = CHUNK_BYTES - self.chunk_filled;
            let (head, rest) = data.split_at(room.min(data.len()));
            let node = if self.leaves == 0 { &mut self.final_node } else { &mut self.leaf };
            node.absorb(head);
            self.chunk_filled += head.len();
            data = rest;
        }
    }

    /// Ends a message without customization; the output can be squeezed.
    #[must_use]
    pub fn finalize(self) -> SpongeReader<RATE> {
        self.finalize_with(b"")
    }

    /// Ends the message under customization string C, of any length; the output can be squeezed.
    #[must_use]
    pub fn finalize_with(mut self, custom: &[u8]) -> SpongeReader<RATE> {
        self.absorb(custom);
        self.absorb(length_encode(custom.len() as u128).as_ref());
        if self.leaves == 0 {
            return SpongeReader::new(self.final_node, SINGLE);
        }
        self.end_leaf();
        self.final_node.absorb(length_encode(self.leaves).as_ref());
        self.final_node.absorb(&[0xff, 0xff]);
        SpongeReader::new(self.final_node, FINAL)
    }

    /// Goes back to the empty message.
    pub fn reset(&mut self) {
        *self = Self::new();
    }

    /// The first `N` bytes of output for the message `data` under customization string C.
    #[must_use]
    pub fn hash<const N: usize>(data: &[u8], custom: &[u8]) -> [u8; N] {
        let mut xof = Self::new();
        xof.absorb(data);
        xof.finalize_with(custom).squeeze_array()
    }

    /// The current chunk is full and more follows.
    fn next_chunk(&mut self) {
        if self.leaves == 0 {
            // Marks the first chunk's end (RFC 9861 §3.2): 110 and 61 zero bits.
            self.final_node.absorb(&[3, 0, 0, 0, 0, 0, 0, 0]);
        } else {
            self.end_leaf();
        }
        self.leaves += 1;
        self.chunk_filled = 0;
    }

    /// The leaf's chaining value goes to the final node.
    fn end_leaf(&mut self) {
        let mut chaining_value = [0; 64];
        let chaining_value = &mut chaining_value[..Self::CHAINING_BYTES];
        self.leaf.finish(LEAF);
        self.leaf.squeeze(chaining_value);
        self.final_node.absorb(chaining_value);
        self.leaf = Sponge::new(RATE, turboshake::ROUNDS);
    }
}

impl<const RATE: usize> Default for Kt<RATE> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const RATE: usize> Xof for Kt<RATE> {
    const NAME: &'static str = by_strength(RATE, "kt128", "kt256");
    const FAMILY: &'static str = "keccak";
    const STANDARD: &'static str = "RFC 9861 §3";
    const RATE_BYTES: usize = RATE;
    const DEFAULT_OUTPUT_BYTES: usize = by_strength(RATE, 32, 64);
    type Reader = SpongeReader<RATE>;

    fn absorb(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    fn finalize(self) -> Self::Reader {
        self.finalize()
    }
}

impl<const RATE: usize> fmt::Debug for Kt<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "Kt128", "Kt256"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a message of `length` bytes without customization makes a tree.
    fn leaves(length: usize) -> u128 {
        let mut kt = Kt128::new();
        kt.absorb(&[0; 3 * CHUNK_BYTES][..length]);
        kt.absorb(length_encode(0).as_ref());
        kt.leaves
    }

    #[test]
    fn the_customization_length_may_start_a_chunk() {
        assert_eq!([0, 8191, 8192, 16383, 16384].map(leaves), [0, 0, 1, 1, 2]);
    }
}
