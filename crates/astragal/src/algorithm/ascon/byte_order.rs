//! The byte order of an Ascon version, and the operations that the duplex applies to a block of text.

use crate::platform::array::copy;

/// Byte order of the state words.
pub trait ByteOrder: Clone + Send + Sync + 'static {
    /// Converts eight bytes to a word.
    fn load(bytes: [u8; 8]) -> u64;
    /// Converts a word to eight bytes.
    fn store(word: u64) -> [u8; 8];
    /// Returns a word that holds the padding byte at byte `index` (0 to 7), and zeros elsewhere.
    fn padding(index: usize) -> u64;

    /// Returns a word that holds `bytes` starting at byte `index`, and zeros elsewhere.
    #[inline(always)]
    fn load_part(index: usize, bytes: &[u8]) -> u64 {
        let mut whole = [0; 8];
        copy(&mut whole[index..index + bytes.len()], bytes);
        Self::load(whole)
    }
}

/// Operation that the duplex applies to a block of text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Encrypt,
    Decrypt,
    /// Overwrites the block with output of the duplex. The output is the encryption of a zero block.
    Squeeze,
}

impl Operation {
    /// Returns the word that the duplex XORs into the state: the word of text in `bytes`, or 0 for
    /// [`Squeeze`](Self::Squeeze).
    #[inline(always)]
    pub(crate) fn load<O: ByteOrder>(self, bytes: [u8; 8]) -> u64 {
        if self == Self::Squeeze { 0 } else { O::load(bytes) }
    }
}
