//! GCM messages that are processed in parts.

use super::stitched::RUN;
use super::{Gcm, USUAL_NONCE_BYTES, add_32, lengths};
use crate::construction::mode::ctr::Count;
use crate::construction::mode::ghash::{Element, Hash};
use crate::platform::words::{erase, xor_into};
use crate::traits::cipher::{BlockOperations, CipherEngine, PIECE_BYTES};

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

impl<C: BlockOperations<Block = [u8; 16]>> Gcm<C> {
    /// Starts a message: computes the first counter block and hashes the associated data.
    pub(crate) fn begin(&self, nonce: &[u8], associated_data: &[u8]) -> State {
        self.begin_at(self.first(nonce), nonce, associated_data)
    }

    /// Like [`begin`](Self::begin), but takes the first counter block from the caller.
    #[inline]
    pub(super) fn begin_at(&self, first: [u8; 16], nonce: &[u8], associated_data: &[u8]) -> State {
        let mut hash = self.hash.begin();
        hash.padded(associated_data);
        let mut counter = first;
        add_32(&mut counter, 1);
        let associated_bytes = associated_data.len() as u64;
        let mut state = State::at(counter, nonce.len() != USUAL_NONCE_BYTES);
        (state.first, state.sum, state.associated_bytes) = (first, hash.sum(), associated_bytes);
        state
    }

    /// Encrypts or decrypts the next part of the message.
    pub(crate) fn next<const DECRYPT: bool>(&self, state: &mut State, text: &mut [u8]) {
        let waiting = state.waiting();
        state.text_bytes += text.len() as u64;
        let mut hash = self.hash.resume(state.sum);
        let mut rest = text;
        if waiting > 0 {
            let (head, behind) = rest.split_at_mut(rest.len().min(16 - waiting));
            let places = waiting..waiting + head.len();
            if DECRYPT {
                state.ciphertext[places.clone()].copy_from_slice(head);
            }
            xor_into(head, &state.keystream[places.clone()]);
            if !DECRYPT {
                state.ciphertext[places.clone()].copy_from_slice(head);
            }
            if places.end == 16 {
                hash.blocks(&[state.ciphertext]);
            }
            rest = behind;
        }
        rest = self.pass::<DECRYPT>(&mut hash, &mut state.counter, rest);
        for piece in rest.chunks_mut(PIECE_BYTES) {
            if DECRYPT {
                state.ciphertext = absorbed(&mut hash, piece, state.ciphertext);
            }
            self.count(state, piece);
            if !DECRYPT {
                state.ciphertext = absorbed(&mut hash, piece, state.ciphertext);
            }
        }
        state.sum = hash.sum();
    }

    /// Encrypts or decrypts the largest multiple of [`RUN`] blocks from the start of `text`, and hashes these blocks in
    /// the same pass. Returns the remaining text. If the cipher has no code that interleaves its rounds with GHASH,
    /// changes nothing and returns the whole text.
    fn pass<'a, const DECRYPT: bool>(
        &self,
        hash: &mut Hash<'_>,
        counter: &mut [u8; 16],
        text: &'a mut [u8],
    ) -> &'a mut [u8] {
        let bytes = text.len() / (16 * RUN) * (16 * RUN);
        if bytes == 0 {
            return text;
        }
        if self.stitched::<DECRYPT>(hash, (counter, 0), &[], &mut text[..bytes], None).is_none() {
            return text;
        }
        add_32(counter, (bytes / 16) as u64);
        &mut text[bytes..]
    }

    /// Returns the tag of the message: hashes the incomplete last block of the ciphertext and the block with the lengths.
    /// XORs the tag mask into the hash, which is the encrypted first counter block.
    pub(crate) fn tag(&self, state: &State) -> [u8; 16] {
        let mut hash = self.hash.resume(state.sum);
        hash.padded(&state.ciphertext[..state.waiting()]);
        hash.blocks(&[lengths(state.associated_bytes, state.text_bytes)]);
        let (mut tag, mut mask) = (hash.finish(), state.first);
        self.cipher.encrypt_block(&mut mask);
        xor_into(&mut tag, &mask);
        erase(&mut mask);
        tag
    }

    /// XORs the keystream into `text`, which starts at a block boundary.
    fn count(&self, state: &mut State, text: &mut [u8]) {
        let blocks = text.len().div_ceil(16) as u64;
        let State { counter, keystream, .. } = state;
        let kernel = match state.secret_counter {
            true => Count::secret(counter, text, keystream),
            false => Count::new(counter, text, keystream),
        };
        self.cipher.engine().encrypt(kernel);
        add_32(counter, blocks);
    }
}

/// Hashes the complete blocks of `ciphertext`. Returns `before`, with its first bytes replaced by the incomplete last
/// block of `ciphertext`.
fn absorbed(hash: &mut Hash<'_>, ciphertext: &[u8], before: [u8; 16]) -> [u8; 16] {
    let (blocks, tail) = ciphertext.as_chunks();
    hash.blocks(blocks);
    let mut waiting = before;
    waiting[..tail.len()].copy_from_slice(tail);
    waiting
}
