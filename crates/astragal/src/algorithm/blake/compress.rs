//! The compression functions as their papers describe them: the portable backend, and the reference for the other
//! backends.

pub(crate) mod blake1;
pub(crate) mod blake2;
pub(crate) mod blake3;

use crate::platform::words::Word;

/// Input of BLAKE's compression: chaining value, salt, blocks to compress in order, counter of the first block.
pub(super) type Work1<'a, W, const N: usize> = (&'a mut [W; 8], &'a [W; 4], &'a [[u8; N]], u128);
/// Input of BLAKE2's compression: chaining value, blocks to compress in order, counter of the first block, flags of the
/// blocks.
pub(super) type Work2<'a, W, const N: usize> = (&'a mut [W; 8], &'a [[u8; N]], u128, Last);

/// Input of BLAKE2's compression at the end of a message: chaining value, remaining bytes, number of bytes already
/// compressed, flags of the last block.
pub(super) type Tail2<'a, W> = (&'a mut [W; 8], &'a [u8], u128, Last);

/// Finalization flags of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    Yes,
    /// The block is the last block of the last node of a layer in a BLAKE2 tree.
    OfLayer,
    No,
}

impl Last {
    /// Returns the finalization flags f0 and f1 of BLAKE2. A flag is `ones` if it is set, and 0 otherwise.
    #[inline(always)]
    pub(crate) fn flags<W: Word>(self, ones: W) -> [W; 2] {
        match self {
            Self::Yes => [ones, W::ZERO],
            Self::OfLayer => [ones, ones],
            Self::No => [W::ZERO; 2],
        }
    }
}
