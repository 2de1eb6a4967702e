//! CCM (SP 800-38C): counter mode with a CBC-MAC tag.

use core::fmt;

use super::chain::Absorb;
use super::ctr::Count;
use crate::construction::names;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::platform::stack::with_stack_wipe_on_error;
use crate::platform::words::{erase, load_short, xor_into};
use crate::traits::cipher::{BlockCipher, BlockOperations, CipherEngine};
use crate::traits::{array_of, opaque};

/// CCM over a cipher with 16-byte blocks.
///
/// Nonces are 7 to 13 bytes long. Use each nonce only once per key. A longer nonce reduces the maximum message length.
/// Tags are 4, 6, 8, 10, 12, 14 or 16 bytes long.
///
/// ```
/// use astragal::aead::Ccm;
/// use astragal::cipher::Sm4;
/// let ccm = Ccm::<Sm4>::new(&[7; 16]);
/// let mut text = *b"message";
/// let tag = ccm.encrypt_in_place_detached(&[1; 12], b"header", &mut text)?;
/// ccm.decrypt_in_place_detached(&[1; 12], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
/// [`encryptor`](Self::encryptor) and [`decryptor`](Self::decryptor) process a message in parts. Both need the message
/// length in advance.
#[derive(Clone)]
pub struct Ccm<C: BlockOperations<Block = [u8; 16]>> {
    cipher: C,
}

impl<C: BlockCipher<Block = [u8; 16]>> Ccm<C> {
    /// Creates CCM with `key`.
    #[must_use]
    pub fn new(key: &C::Key) -> Self {
        Self::with_cipher(C::for_encryption(key))
    }

    /// Creates CCM with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is not the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        array_of(Self::NAME, "key", key).map(Self::new)
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> Ccm<C> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, "-ccm");
    /// Canonical name, such as `sm4-ccm`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);
    /// Allowed nonce lengths in bytes.
    pub const NONCE_BYTES: Allowed = Allowed::Between(7, 13);
    /// Allowed tag lengths in bytes.
    pub const TAG_BYTES: Allowed = Allowed::OneOf(&[4, 6, 8, 10, 12, 14, 16]);

    /// Creates CCM from a cipher whose key is already set.
    pub(crate) const fn with_cipher(cipher: C) -> Self {
        Self { cipher }
    }

    /// Encrypts `text` in place and fills `tag`. The nonce and the tag may have any length that CCM allows.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of the nonce or the tag is not allowed, or if the message is too long
    /// for the nonce. In that case nothing changes.
    pub fn encrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        Self::check(nonce, text.len() as u64, tag.len())?;
        let mut state = self.begin(nonce, associated_data, text.len() as u64, tag.len());
        self.next::<false>(&mut state, text);
        tag.copy_from_slice(&self.tag(&state)[..tag.len()]);
        Ok(())
    }

    /// Verifies `tag` and decrypts `text` in place. The nonce and the tag may have any length that CCM allows.
    ///
    /// # Errors
    /// [`VerifyError::Parameter`] if the length of the nonce or the tag is not allowed, or if the message is too long
    /// for the nonce.
    ///
    /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
    pub fn decrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        Self::check(nonce, text.len() as u64, tag.len())?;
        with_stack_wipe_on_error(C::Engine::stack_bytes(), || {
            let mut state = self.begin(nonce, associated_data, text.len() as u64, tag.len());
            self.next::<true>(&mut state, text);
            super::verified(text, &mut self.tag(&state)[..tag.len()], tag)
        })
    }

    pub(super) fn check(
        nonce: &[u8],
        text_bytes: u64,
        tag_bytes: usize,
    ) -> Result<(), ParameterError> {
        ParameterError::check_length(Self::NAME, "nonce", nonce.len(), Self::NONCE_BYTES)?;
        ParameterError::check_length(Self::NAME, "tag", tag_bytes, Self::TAG_BYTES)?;
        let longest = match 8 * (15 - nonce.len()) {
            64.. => u64::MAX,
            bits => (1 << bits) - 1,
        };
        ParameterError::check_message(Self::NAME, text_bytes, longest)
    }

    /// Returns a block that contains the flags and the nonce, with zeros in the length or counter field (SP 800-38C
    /// appendix A).
    #[expect(clippy::cast_possible_truncation, reason = "the difference is at most 7")]
    fn block(nonce: &[u8], flags: u8) -> u128 {
        load_short(nonce) << 8 | u128::from(flags | (14 - nonce.len()) as u8)
    }

    /// Starts a message: absorbs the nonce, the lengths and the associated data.
    #[expect(clippy::cast_possible_truncation, reason = "a tag has at most 16 bytes")]
    pub(super) fn begin(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text_bytes: u64,
        tag_bytes: usize,
    ) -> State {
        let flags =
            (8 * ((tag_bytes - 2) / 2) as u8) | (u8::from(!associated_data.is_empty()) << 6);
        // The OR below leaves the nonce unchanged, because the bytes of `length` that overlap the nonce are zero.
        let length = u128::from(text_bytes).swap_bytes();
        let mut chain = (Self::block(nonce, flags) | length).to_le_bytes();
        self.cipher.encrypt_block(&mut chain);
        if !associated_data.is_empty() {
            let (mut prefix, prefix_bytes) = ([0; 16], prefix_bytes(associated_data.len()));
            let length = (associated_data.len() as u64).to_be_bytes();
            match prefix_bytes {
                2 => prefix[..2].copy_from_slice(&length[6..]),
                6 => {
                    prefix[..2].copy_from_slice(&[0xff, 0xfe]);
                    prefix[2..6].copy_from_slice(&length[4..]);
                }
                _ => {
                    prefix[..2].copy_from_slice(&[0xff, 0xff]);
                    prefix[2..10].copy_from_slice(&length);
                }
            }
            let head = associated_data.len().min(16 - prefix_bytes);
            let (head, rest) = associated_data.split_at(head);
            prefix[prefix_bytes..prefix_bytes + head.len()].copy_from_slice(head);
            self.absorb(&mut chain, &prefix);
            self.absorb(&mut chain, rest);
        }
        let first = Self::block(nonce, 0).to_le_bytes();
        State { chain, first, keystream: [0; 16], text_bytes: 0 }
    }

    /// Encrypts or decrypts the next part of the message.
    pub(super) fn next<const DECRYPT: bool>(&self, state: &mut State, text: &mut [u8]) {
        let waiting = state.waiting();
        let (head, rest) = text.split_at_mut(text.len().min((16 - waiting) % 16));
        if !head.is_empty() {
            let places = waiting..waiting + head.len();
            if !DECRYPT {
                xor_into(&mut state.chain[places.clone()], head);
            }
            xor_into(head, &state.keystream[places.clone()]);
            if DECRYPT {
                xor_into(&mut state.chain[places.clone()], head);
            }
            state.text_bytes += head.len() as u64;
            if places.end == 16 {
                self.cipher.encrypt_block(&mut state.chain);
            }
        }
        for piece in rest.chunks_mut(self.cipher.engine().piece_bytes()) {
            if !DECRYPT {
                self.absorb_text(&mut state.chain, piece);
            }
            self.count(state, piece);
            if DECRYPT {
                self.absorb_text(&mut state.chain, piece);
            }
        }
    }

    /// Returns the encrypted tag.
    pub(super) fn tag(&self, state: &State) -> [u8; 16] {
        let mut tag = state.chain;
        if state.waiting() > 0 {
            self.cipher.encrypt_block(&mut tag);
        }
        let mut mask = state.first;
        self.cipher.encrypt_block(&mut mask);
        xor_into(&mut tag, &mask);
        tag
    }

    /// XORs the keystream into `text`, which starts at a block boundary. The kernel increments only the last 32 bits of
    /// the counter. If these bits overflow, this function calls the kernel again. The whole counter field never
    /// overflows, because the message length is limited.
    fn count(&self, state: &mut State, text: &mut [u8]) {
        let number = 1 + state.text_bytes / 16;
        let fitting = 16 * ((1 << 32) - number % (1 << 32));
        let fitting = usize::try_from(fitting).unwrap_or(usize::MAX).min(text.len());
        let (text, rest) = text.split_at_mut(fitting);
        // The XOR below leaves the nonce unchanged, because the bytes of `number` that overlap the nonce are zero.
        let first =
            (u128::from_le_bytes(state.first) ^ u128::from(number).swap_bytes()).to_le_bytes();
        state.text_bytes += text.len() as u64;
        let keystream = &mut state.keystream;
        self.cipher.engine().encrypt(Count::new(&first, text, keystream));
        if !rest.is_empty() {
            self.count(state, rest);
        }
    }

    /// Absorbs `text`, which starts at a block boundary, into the CBC-MAC. An incomplete last block is XORed into the
    /// chaining value but not encrypted yet.
    fn absorb_text(&self, chain: &mut [u8; 16], text: &[u8]) {
        let (blocks, tail) = text.as_chunks();
        self.cipher.engine().encrypt_chain(Absorb { chain, blocks });
        xor_into(chain, tail);
    }

    /// Absorbs `bytes` into the CBC-MAC, padded with zeros to whole blocks.
    fn absorb(&self, chain: &mut [u8; 16], bytes: &[u8]) {
        self.absorb_text(chain, bytes);
        if !bytes.len().is_multiple_of(16) {
            self.cipher.encrypt_block(chain);
        }
    }
}

/// Streaming state of a CCM message. Between two calls, `text_bytes % 16` bytes of the last block are buffered.
#[derive(Clone)]
pub(super) struct State {
    /// CBC-MAC chaining value, with the buffered bytes XORed into it.
    chain: [u8; 16],
    /// Counter block 0, whose keystream masks the tag.
    first: [u8; 16],
    /// Keystream block for the incomplete last block of text.
    keystream: [u8; 16],
    text_bytes: u64,
}

impl State {
    fn waiting(&self) -> usize {
        (self.text_bytes % 16) as usize
    }
}

impl Drop for State {
    fn drop(&mut self) {
        erase(&mut self.chain);
        erase(&mut self.keystream);
    }
}

/// Returns the number of bytes that encode the length of the associated data (SP 800-38C §A.2.2).
const fn prefix_bytes(bytes: usize) -> usize {
    match bytes as u64 {
        0..0xff00 => 2,
        0xff00..0x1_0000_0000 => 6,
        _ => 10,
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> fmt::Debug for Ccm<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Ccm<", C::NAME, ">"])
    }
}
