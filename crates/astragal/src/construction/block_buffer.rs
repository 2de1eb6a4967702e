//! Buffer for an incomplete message block, and Merkle–Damgård padding.
//!
//! All complete blocks are compressed in one call, directly from the caller's slice. The backend can then keep its
//! state in registers from block to block.

use crate::platform::array::copy;
use crate::platform::words::erase;
use crate::traits::state::{Fields, Serialized};

/// Arguments of a compression function: a chaining value and message blocks. The function compresses the blocks into
/// the chaining value, in order.
pub(crate) type Blocks<'a, S, const N: usize> = (&'a mut S, &'a [[u8; N]]);

/// Whether a full block is compressed immediately, or only when more input follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Eager {
    /// A full block is compressed immediately. The hash always appends padding, so a full block of the message is never
    /// the last block.
    Yes,
    /// A full block is compressed only when more input follows, because the last block is compressed differently
    /// (BLAKE2, Skein).
    No,
}

/// Byte order of the message length at the end of the padding.
#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// Big-endian bytes.
    BigEndian,
    /// Little-endian bytes.
    LittleEndian,
}

impl Length {
    /// Writes `length` to `field`. All bytes of `field` must be zero before the call.
    #[inline(always)]
    pub(crate) fn write(self, length: u128, field: &mut [u8]) {
        let (all, used) = (field.len(), field.len().min(16));
        match self {
            Self::BigEndian => {
                copy(&mut field[all - used..], &length.to_be_bytes()[16 - used..]);
            }
            Self::LittleEndian => field[..used].copy_from_slice(&length.to_le_bytes()[..used]),
        }
    }
}

/// Buffer for up to `N` bytes of an incomplete message block.
#[derive(Clone)]
pub(crate) struct BlockBuffer<const N: usize> {
    bytes: [u8; N],
    filled: usize,
}

impl<const N: usize> BlockBuffer<N> {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; N], filled: 0 }
    }

    /// Returns the buffered bytes of the incomplete block.
    pub(crate) fn pending(&self) -> &[u8] {
        &self.bytes[..self.filled]
    }

    /// Appends `data`, and passes complete blocks to the closure `compress`. Code that does not call the closure is in
    /// separate methods, which are compiled once per block length instead of once per closure.
    #[inline]
    pub(crate) fn update(
        &mut self,
        eager: Eager,
        mut data: &[u8],
        mut compress: impl FnMut(&[[u8; N]]),
    ) {
        if self.keeps(eager, data) {
            return;
        }
        if self.filled > 0 {
            data = self.fill_from(data);
            compress(core::slice::from_ref(&self.bytes));
        }
        let blocks = Self::whole_blocks(eager, data);
        if !blocks.is_empty() {
            compress(blocks);
        }
        self.start_with(&data[blocks.len() * N..]);
    }

    /// If `data` completes a block that must be compressed now, changes nothing and returns false. Otherwise, appends
    /// `data` and returns true.
    #[inline(always)]
    fn keeps(&mut self, eager: Eager, data: &[u8]) -> bool {
        let free = N - self.filled;
        let keeps = data.len() < free || (eager == Eager::No && data.len() == free);
        if keeps {
            copy(&mut self.bytes[self.filled..self.filled + data.len()], data);
            self.filled += data.len();
        }
        keeps
    }

    /// Completes the buffered block with the first bytes of `data`. Returns the rest of `data`.
    #[inline(always)]
    fn fill_from<'d>(&mut self, data: &'d [u8]) -> &'d [u8] {
        let (head, rest) = data.split_at(N - self.filled);
        copy(&mut self.bytes[self.filled..], head);
        rest
    }

    /// Returns the complete blocks at the start of `data`. With [`Eager::No`], leaves out a complete block at the end
    /// of `data`, because it may be the last block of the message.
    #[inline(always)]
    fn whole_blocks(eager: Eager, data: &[u8]) -> &[[u8; N]] {
        let (blocks, _) = data.as_chunks::<N>();
        if eager == Eager::No && blocks.len() * N == data.len() {
            return &blocks[..blocks.len() - 1];
        }
        blocks
    }

    /// Replaces the buffered bytes with `rest`, which is shorter than a block. With [`Eager::No`], `rest` may also be
    /// one whole block.
    #[inline(always)]
    fn start_with(&mut self, rest: &[u8]) {
        copy(&mut self.bytes[..rest.len()], rest);
        self.filled = rest.len();
    }

    /// Serializes the buffered bytes for [`SerializeState`](crate::traits::state::SerializeState). `eager` must be the
    /// value passed to `update`.
    pub(crate) fn serialize(&mut self, eager: Eager, fields: &mut Fields<'_>) -> Serialized {
        fields.small(&mut self.filled)?;
        Fields::check(self.filled < N || eager == Eager::No && self.filled == N)?;
        fields.bytes(&mut self.bytes[..self.filled])
    }

    /// Fills the incomplete block with zeros and returns it.
    pub(crate) fn zero_padded(&mut self) -> &[u8; N] {
        self.bytes[self.filled..].fill(0);
        &self.bytes
    }

    /// Pads the message and compresses the last one or two blocks. The padding is the byte `first`, then zeros, then
    /// `length` as an `L`-byte number in the byte order `order`.
    pub(crate) fn pad<const L: usize>(
        &mut self,
        first: u8,
        length: u128,
        order: Length,
        mut compress: impl FnMut(&[[u8; N]]),
    ) {
        self.bytes[self.filled] = first;
        self.bytes[self.filled + 1..].fill(0);
        if self.filled + 1 > N - L {
            compress(core::slice::from_ref(&self.bytes));
            self.bytes.fill(0);
        }
        order.write(length, &mut self.bytes[N - L..]);
        compress(core::slice::from_ref(&self.bytes));
        self.filled = 0;
    }
}

impl<const N: usize> Drop for BlockBuffer<N> {
    fn drop(&mut self) {
        erase(&mut self.bytes);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    fn blocks_of(eager: Eager, pieces: &[usize]) -> (Vec<u8>, usize) {
        let mut buffer = BlockBuffer::<8>::new();
        let mut seen = Vec::new();
        let mut next = 0u8;
        for &length in pieces {
            let data: Vec<u8> = (next..).take(length).collect();
            next += u8::try_from(length).unwrap();
            buffer.update(eager, &data, |blocks| seen.extend(blocks.as_flattened()));
        }
        (seen, buffer.pending().len())
    }

    #[test]
    fn blocks_are_independent_of_splits() {
        for total in 0..40 {
            for eager in [Eager::Yes, Eager::No] {
                let whole = blocks_of(eager, &[total]);
                assert_eq!(whole, blocks_of(eager, &std::vec![1; total]));
                assert_eq!(whole, blocks_of(eager, &[total / 3, total - total / 3]));
                assert_eq!(whole.0.len() + whole.1, total);
                let kept_back = usize::from(eager == Eager::No && total > 0 && total % 8 == 0) * 8;
                assert_eq!(whole.1, if kept_back > 0 { 8 } else { total % 8 });
            }
        }
    }

    #[test]
    fn padding_takes_another_block_when_the_length_does_not_fit() {
        for (filled, expected) in [(0, 1), (3, 1), (4, 2), (7, 2)] {
            let mut buffer = BlockBuffer::<8>::new();
            buffer.update(Eager::Yes, &[0xff; 7][..filled], |_| {
                unreachable!("there is no full block")
            });
            let mut blocks = Vec::new();
            buffer.pad::<4>(0x80, 0x0102, Length::BigEndian, |run| blocks.extend_from_slice(run));
            assert_eq!(blocks.len(), expected);
            assert_eq!(blocks[expected - 1][4..], [0, 0, 1, 2]);
        }
    }
}
