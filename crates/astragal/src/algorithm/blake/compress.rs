//! The compression functions of BLAKE, BLAKE2 and BLAKE3 as their papers describe them. These functions are the
//! portable backend. Tests compare the other backends with them.

pub(crate) mod blake1;
pub(crate) mod blake2;
pub(crate) mod blake3;

use crate::platform::words::Word;

/// Arguments of BLAKE's compression function: chaining value, salt, blocks in the order of compression, counter of the
/// first block.
pub(super) type Work1<'a, W, const N: usize> = (&'a mut [W; 8], &'a [W; 4], &'a [[u8; N]], u128);
/// Bytes of a BLAKE2 message to compress: chaining value, the bytes, number of bytes already compressed, flags of the last
/// block. Unless these bytes are the end of the message, their number is a multiple of the block length.
pub(super) type Work2<'a, W> = (&'a mut [W; 8], &'a [u8], u128, Last);

/// Finalization flags of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    Yes,
    /// Last block of a BLAKE2 tree node that is the last node in its layer.
    OfLayer,
    No,
}

impl Last {
    /// Returns BLAKE2's finalization flags f0 and f1. A flag that is set has the value `ones`; otherwise it is 0.
    #[inline(always)]
    pub(crate) fn flags<W: Word>(self, ones: W) -> [W; 2] {
        match self {
            Self::Yes => [ones, W::ZERO],
            Self::OfLayer => [ones, ones],
            Self::No => [W::ZERO; 2],
        }
    }
}
