//! The compression functions in the words of their papers: the portable backend, and what the others are judged by.

pub(crate) mod blake1;
pub(crate) mod blake2;
pub(crate) mod blake3;

use crate::platform::words::Word;

/// A chaining value of BLAKE, the salt, blocks to compress into it in order, and the counter of the first.
pub(super) type Work1<'a, W, const N: usize> = (&'a mut [W; 8], &'a [W; 4], &'a [[u8; N]], u128);
/// The same of BLAKE2, and whether the blocks end the message.
pub(super) type Work2<'a, W, const N: usize> = (&'a mut [W; 8], &'a [[u8; N]], u128, Last);

/// A chaining value of BLAKE2, all that is left of the message, the bytes before, and how its last block is flagged.
pub(super) type Rest2<'a, W> = (&'a mut [W; 8], &'a [u8], u128, Last);

/// Whether a block is the last one of its message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    Yes,
    /// Of a message that is the last node of its layer, in a tree of BLAKE2.
    OfLayer,
    No,
}

impl Last {
    /// BLAKE2's flags f0 and f1: a word of ones where they are set.
    #[inline(always)]
    pub(crate) fn flags<W: Word>(self, ones: W) -> [W; 2] {
        match self {
            Self::Yes => [ones, W::ZERO],
            Self::OfLayer => [ones, ones],
            Self::No => [W::ZERO; 2],
        }
    }
}
