//! Byte order of an Ascon version, and the operations of the duplex on a block of text.

use crate::platform::array::copy;

/// Byte order of the state words.
pub trait ByteOrder: Clone + Send + Sync + 'static {
    /// Converts eight bytes to a word.
    fn load(bytes: [u8; 8]) -> u64;
    /// Converts a word to eight bytes.
    fn store(word: u64) -> [u8; 8];
    /// Returns a word of zeros whose byte `index`, 0 to 7, holds the padding byte.
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
    /// Overwrites the block with output. The output equals the encryption of zeros.
    Squeeze,
}

impl Operation {
    /// Returns the word that the duplex XORs into the state: the word of the block, or 0 when squeezing.
    #[inline(always)]
    pub(crate) fn load<O: ByteOrder>(self, bytes: [u8; 8]) -> u64 {
        if self == Self::Squeeze { 0 } else { O::load(bytes) }
    }
}
