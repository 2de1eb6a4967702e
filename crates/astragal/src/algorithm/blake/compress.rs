//! The compression functions as their papers describe them: the portable backend and the reference for the others.

pub(crate) mod blake1;
pub(crate) mod blake2;
pub(crate) mod blake3;

use crate::platform::words::Word;

/// BLAKE: chaining value, salt, blocks to compress in order, counter of the first block.
pub(super) type Work1<'a, W, const N: usize> = (&'a mut [W; 8], &'a [W; 4], &'a [[u8; N]], u128);
/// BLAKE2: chaining value, blocks to compress in order, counter of the first block, flags of the blocks.
pub(super) type Work2<'a, W, const N: usize> = (&'a mut [W; 8], &'a [[u8; N]], u128, Last);

/// BLAKE2: chaining value, end of the message, number of bytes before it, flags of the last block.
pub(super) type Tail2<'a, W> = (&'a mut [W; 8], &'a [u8], u128, Last);

/// Finalization flags of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    Yes,
    /// Last block of the last node of a layer, in a tree of BLAKE2.
    OfLayer,
    No,
}

impl Last {
    /// Returns the flags f0 and f1 of BLAKE2: all ones if set.
    #[inline(always)]
    pub(crate) fn flags<W: Word>(self, ones: W) -> [W; 2] {
        match self {
            Self::Yes => [ones, W::ZERO],
            Self::OfLayer => [ones, ones],
            Self::No => [W::ZERO; 2],
        }
    }
}
