//! What a block of text is to a state: its byte order, in which the generations differ, and its direction.

/// How a generation reads bytes into words.
pub trait Order: Clone + Send + Sync + 'static {
    /// The word of eight bytes.
    fn load(bytes: [u8; 8]) -> u64;
    /// The eight bytes of a word.
    fn store(word: u64) -> [u8; 8];
    /// The byte that comes first behind the message, put at place 0 to 7.
    fn padding(place: usize) -> u64;

    /// The word whose bytes from `place` on are `bytes`, the others zero.
    #[inline(always)]
    fn load_part(place: usize, bytes: &[u8]) -> u64 {
        let mut whole = [0; 8];
        whole[place..place + bytes.len()].copy_from_slice(bytes);
        Self::load(whole)
    }
}

/// What happens to a block of text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Encrypt,
    Decrypt,
    /// The block is overwritten with output: an encryption of zeros that does not have to read them.
    Squeeze,
}

impl Direction {
    /// The word that a block gives.
    #[inline(always)]
    pub(crate) fn load<O: Order>(self, bytes: [u8; 8]) -> u64 {
        if self == Self::Squeeze { 0 } else { O::load(bytes) }
    }
}
