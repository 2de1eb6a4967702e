//! Streaming state of GCM.

use crate::construction::mode::ghash::Element;
use crate::platform::words::erase;

/// Streaming state of a GCM message. Between two calls, `text_bytes % 16` bytes of the last block are buffered.
#[derive(Clone)]
pub(crate) struct State {
    /// J0, the first counter block, whose keystream masks the tag.
    pub(super) first: [u8; 16],
    /// Next counter block.
    pub(super) counter: [u8; 16],
    /// Whether the counter depends on the key, which is the case if the nonce is not 12 bytes long.
    pub(super) secret_counter: bool,
    /// GHASH sum of all complete blocks processed so far.
    pub(super) sum: Element,
    /// Keystream block for the incomplete last block of text.
    pub(super) keystream: [u8; 16],
    /// Ciphertext bytes of the incomplete last block.
    pub(super) ciphertext: [u8; 16],
    pub(super) associated_bytes: u64,
    pub(in crate::construction::mode) text_bytes: u64,
}

impl State {
    /// Creates the state for the start of a message's text. `counter` is the counter block for the first block of text.
    pub(super) fn at(counter: [u8; 16], secret_counter: bool) -> Self {
        Self {
            first: counter,
            counter,
            secret_counter,
            sum: [0; 16],
            keystream: [0; 16],
            ciphertext: [0; 16],
            associated_bytes: 0,
            text_bytes: 0,
        }
    }

    /// Returns the number of buffered bytes of the incomplete last block.
    pub(super) fn waiting(&self) -> usize {
        (self.text_bytes % 16) as usize
    }
}

impl Drop for State {
    fn drop(&mut self) {
        // The first counter block depends on the key if the nonce is not 12 bytes long.
        erase(&mut self.first);
        erase(&mut self.counter);
        erase(&mut self.sum);
        erase(&mut self.keystream);
        erase(&mut self.ciphertext);
    }
}
