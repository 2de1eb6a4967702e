//! CCM (SP 800-38C): the counter mode, and a tag by CBC-MAC.

use core::fmt;

use super::chain::Absorb;
use super::ctr::Count;
use crate::construction::names;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::kind::ByteArray;
use crate::kind::cipher::{BlockCipher, Engine};

/// CCM over a cipher of 16-byte blocks.
///
/// A nonce of 7 to 13 bytes is used once with a key; the longer it is, the shorter must the message be. Tags have
/// 4, 6, … 16 bytes.
///
/// ```
/// use astragal::aead::Ccm;
/// use astragal::cipher::Sm4;
/// let ccm = Ccm::<Sm4>::new(&[7; 16]);
/// let mut text = *b"message";
/// let mut tag = [0; 16];
/// ccm.encrypt_in_place_detached(&[1; 12], b"header", &mut text, &mut tag)?;
/// ccm.decrypt_in_place_detached(&[1; 12], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct Ccm<C: BlockCipher<Block = [u8; 16]>> {
    cipher: C,
}

impl<C: BlockCipher<Block = [u8; 16]>> Ccm<C> {
    const ROOM: names::Composed = names::compose(C::NAME, "-ccm");
    /// The canonical name, as `sm4-ccm`.
    pub const NAME: &'static str = names::text(&Self::ROOM);
    /// The nonces' lengths in bytes.
    pub const NONCE_BYTES: Allowed = Allowed::Between(7, 13);
    /// The tags' lengths in bytes.
    pub const TAG_BYTES: Allowed = Allowed::OneOf(&[4, 6, 8, 10, 12, 14, 16]);

    /// CCM under `key`.
    #[must_use]
    pub fn new(key: &C::Key) -> Self {
        Self { cipher: C::for_encryption(key) }
    }

    /// CCM under a key whose length is only known at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `key` does not have the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::Exactly(C::KEY_BYTES);
        ParameterError::check_length(Self::NAME, "key", key.len(), allowed)?;
        Ok(Self::new(&C::Key::chunks(key).0[0]))
    }

    /// Encrypts `text` in place and fills `tag`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for a nonce or tag of another length, or a message that is too long for the
    /// nonce; nothing changes then.
    pub fn encrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        Self::check(nonce, text, tag)?;
        let full = self.authenticate(nonce, associated_data, text, tag.len());
        self.count(nonce, text);
        tag.copy_from_slice(&full[..tag.len()]);
        Ok(())
    }

    /// Decrypts `text` in place if `tag` is its tag.
    ///
    /// # Errors
    /// [`VerifyError::Parameter`] as for encryption. [`VerifyError::InvalidTag`] when the tag does not verify; `text`
    /// is zeroed then.
    pub fn decrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        Self::check(nonce, text, tag)?;
        self.count(nonce, text);
        let mut full = self.authenticate(nonce, associated_data, text, tag.len());
        super::verified(text, &mut full[..tag.len()], tag)
    }

    fn check(nonce: &[u8], text: &[u8], tag: &[u8]) -> Result<(), ParameterError> {
        ParameterError::check_length(Self::NAME, "nonce", nonce.len(), Self::NONCE_BYTES)?;
        ParameterError::check_length(Self::NAME, "tag", tag.len(), Self::TAG_BYTES)?;
        let longest = match 8 * (15 - nonce.len()) {
            64.. => u64::MAX,
            bits => (1 << bits) - 1,
        };
        super::check_message(Self::NAME, text, longest)
    }

    /// The first counter block, of which `flags` is the first byte (SP 800-38C appendix A).
    #[expect(clippy::cast_possible_truncation, reason = "at most 8")]
    fn block(nonce: &[u8], flags: u8) -> [u8; 16] {
        let mut block = [0; 16];
        block[0] = flags | (14 - nonce.len()) as u8;
        block[1..=nonce.len()].copy_from_slice(nonce);
        block
    }

    /// Adds the keystream to `text`: the counter's bytes never overflow, since the message is short enough.
    fn count(&self, nonce: &[u8], text: &mut [u8]) {
        let mut first = Self::block(nonce, 0);
        first[15] = 1;
        self.cipher.engine().encrypt(Count { first, text, keystream: &mut [0; 16] });
    }

    /// The encrypted tag of the plaintext.
    #[expect(clippy::cast_possible_truncation, reason = "tags have at most 16 bytes")]
    fn authenticate(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &[u8],
        tag_bytes: usize,
    ) -> [u8; 16] {
        let flags =
            (8 * ((tag_bytes - 2) / 2) as u8) | (u8::from(!associated_data.is_empty()) << 6);
        let mut chain = Self::block(nonce, flags);
        let length = (text.len() as u64).to_be_bytes();
        for (byte, length) in chain.iter_mut().rev().zip(length.iter().rev()) {
            // The nonce stands where a short message has no digits.
            *byte |= length;
        }
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
        self.absorb(&mut chain, text);
        let mut mask = Self::block(nonce, 0);
        self.cipher.encrypt_block(&mut mask);
        super::xor_bytes(&mut chain, &mask);
        chain
    }

    /// Adds `bytes`, with zeros up to a whole block, to the chain.
    fn absorb(&self, chain: &mut [u8; 16], bytes: &[u8]) {
        let (blocks, tail) = bytes.as_chunks();
        self.cipher.engine().encrypt_chain(Absorb { chain, blocks });
        if !tail.is_empty() {
            let mut last = [0; 16];
            last[..tail.len()].copy_from_slice(tail);
            self.cipher.engine().encrypt_chain(Absorb { chain, blocks: &[last] });
        }
    }
}

/// How many bytes say the length of the associated data (SP 800-38C §A.2.2).
const fn prefix_bytes(bytes: usize) -> usize {
    match bytes as u64 {
        0..0xff00 => 2,
        0xff00..0x1_0000_0000 => 6,
        _ => 10,
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> fmt::Debug for Ccm<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ccm<{}> {{ .. }}", C::NAME)
    }
}
