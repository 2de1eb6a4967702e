//! SIV (RFC 5297): a deterministic AEAD from CMAC and counter mode.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

use super::cmac::{self, double};
use super::ctr;
use crate::construction::names;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::platform::stack::with_stack_wipe_on_error;
use crate::platform::words::{erase, xor_into};
use crate::traits::cipher::{BlockCipher, BlockOperations, CipherEngine};
use crate::traits::{ByteArray, opaque};

/// SIV with two keys, over a cipher with 16-byte blocks. The RFC defines it for AES.
///
/// The tag is computed from the associated data and the plaintext, and is also the initial counter block of the
/// encryption. A nonce is optional: pass it as the last item of associated data. Without a nonce, or with a repeated
/// nonce, the ciphertext reveals only whether messages are equal. [`encrypt`](Self::encrypt) puts the tag before the
/// ciphertext, as the RFC does. Streaming is not possible, because the encryption of the first byte depends on the
/// whole message.
///
/// ```
/// use astragal::aead::Siv;
/// use astragal::cipher::Aes256;
/// let cipher = Siv::<Aes256>::new(&[1; 32], &[2; 32]);
/// let (header, nonce) = (&b"header"[..], &[3; 16][..]);
/// let sealed = cipher.encrypt(&[header, nonce], b"message")?;
/// assert_eq!(cipher.decrypt(&[header, nonce], &sealed)?, b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct Siv<C: BlockOperations<Block = [u8; 16]>> {
    mac: C,
    counter: C,
}

impl<C: BlockCipher<Block = [u8; 16]>> Siv<C> {
    /// Total length of both keys in bytes.
    pub const KEY_BYTES: usize = 2 * C::KEY_BYTES;

    /// Creates SIV with a key for the tag and a key for encryption.
    #[must_use]
    pub fn new(mac: &C::Key, encryption: &C::Key) -> Self {
        Self::with_ciphers(C::for_encryption(mac), C::for_encryption(encryption))
    }

    /// Creates SIV from one key: the key for the tag followed by the key for encryption.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is not [`KEY_BYTES`](Self::KEY_BYTES) bytes long.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::Exactly(Self::KEY_BYTES);
        ParameterError::check_length(Self::NAME, "key", key.len(), allowed)?;
        let (keys, _) = C::Key::chunks(key);
        Ok(Self::new(&keys[0], &keys[1]))
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> Siv<C> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, "-siv");
    /// Canonical name, such as `aes-256-siv`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);
    /// Tag length in bytes.
    pub const TAG_BYTES: usize = 16;
    /// Maximum number of items of associated data, including the nonce (RFC 5297 §7).
    pub const MOST_ITEMS: usize = MOST_ITEMS;

    /// Creates SIV from two ciphers whose keys are already set.
    pub(crate) const fn with_ciphers(mac: C, counter: C) -> Self {
        Self { mac, counter }
    }

    /// Encrypts `text` in place and returns its tag.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if there are more than [`MOST_ITEMS`](Self::MOST_ITEMS) items of associated data. In
    /// that case nothing changes.
    pub fn encrypt_in_place_detached(
        &self,
        associated_data: &[&[u8]],
        text: &mut [u8],
    ) -> Result<[u8; 16], ParameterError> {
        check(Self::NAME, associated_data)?;
        let tag = self.tag(associated_data, text);
        self.count(&tag, text);
        Ok(tag)
    }

    /// Verifies `tag` and decrypts `text` in place.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
    ///
    /// [`VerifyError::Parameter`] if there are more than [`MOST_ITEMS`](Self::MOST_ITEMS) items of associated data. In
    /// that case nothing changes.
    pub fn decrypt_in_place_detached(
        &self,
        associated_data: &[&[u8]],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), VerifyError> {
        check(Self::NAME, associated_data)?;
        with_stack_wipe_on_error(C::Engine::stack_bytes(), || {
            self.count(tag, text);
            super::verified(text, &mut self.tag(associated_data, text), tag)
        })
    }

    /// Encrypts `plaintext` and returns the tag followed by the ciphertext.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if there are more than [`MOST_ITEMS`](Self::MOST_ITEMS) items of associated data.
    #[cfg(feature = "alloc")]
    pub fn encrypt(
        &self,
        associated_data: &[&[u8]],
        plaintext: &[u8],
    ) -> Result<Vec<u8>, ParameterError> {
        let mut sealed = Vec::with_capacity(Self::TAG_BYTES + plaintext.len());
        sealed.extend_from_slice(&[0; 16]);
        sealed.extend_from_slice(plaintext);
        let (tag, text) = sealed.split_at_mut(Self::TAG_BYTES);
        tag.copy_from_slice(&self.encrypt_in_place_detached(associated_data, text)?);
        Ok(sealed)
    }

    /// Verifies and decrypts `sealed`, a tag followed by its ciphertext. Returns the plaintext.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tag is invalid or `sealed` is shorter than a tag.
    ///
    /// [`VerifyError::Parameter`] if there are more than [`MOST_ITEMS`](Self::MOST_ITEMS) items of associated data.
    #[cfg(feature = "alloc")]
    pub fn decrypt(
        &self,
        associated_data: &[&[u8]],
        sealed: &[u8],
    ) -> Result<Vec<u8>, VerifyError> {
        let (tag, ciphertext) = sealed.split_first_chunk().ok_or(VerifyError::InvalidTag)?;
        let mut plaintext = ciphertext.to_vec();
        self.decrypt_in_place_detached(associated_data, &mut plaintext, tag)?;
        Ok(plaintext)
    }

    /// Encrypts `text` in place and fills `tag`. The nonce is the last item of associated data (RFC 5297 §3).
    #[cfg(feature = "registry")]
    pub(crate) fn encrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        Self::check_lengths(nonce, tag)?;
        let computed = self.encrypt_in_place_detached(&[associated_data, nonce], text)?;
        tag.copy_from_slice(&computed);
        Ok(())
    }

    /// Verifies `tag` and decrypts `text` in place. The nonce is the last item of associated data (RFC 5297 §3).
    #[cfg(feature = "registry")]
    pub(crate) fn decrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        Self::check_lengths(nonce, tag)?;
        self.decrypt_in_place_detached(
            &[associated_data, nonce],
            text,
            &<[u8; 16]>::chunks(tag).0[0],
        )
    }

    #[cfg(feature = "registry")]
    fn check_lengths(nonce: &[u8], tag: &[u8]) -> Result<(), ParameterError> {
        ParameterError::check_length(Self::NAME, "nonce", nonce.len(), Allowed::AtLeast(1))?;
        ParameterError::check_length(Self::NAME, "tag", tag.len(), Allowed::Exactly(16))
    }

    /// Computes the tag: S2V of the associated data and the plaintext (§2.4).
    fn tag(&self, associated_data: &[&[u8]], text: &[u8]) -> [u8; 16] {
        let empty = cmac::State::new(&self.mac);
        let mut sum = u128::from_be_bytes(self.cmac(&empty, &[&[0; 16]]));
        for item in associated_data {
            sum = double(sum) ^ u128::from_be_bytes(self.cmac(&empty, &[item]));
        }
        // Last step of S2V: XORs `sum` into the last 16 bytes of the text. If the text is shorter than 16 bytes, first
        // pads the text and doubles `sum`.
        let (head, tail) = text.split_at(text.len().saturating_sub(16));
        let mut last = [0; 16];
        last[..tail.len()].copy_from_slice(tail);
        if tail.len() < 16 {
            last[tail.len()] = 0x80;
            sum = double(sum);
        }
        xor_into(&mut last, &sum.to_be_bytes());
        let tag = self.cmac(&empty, &[head, &last]);
        erase(&mut last);
        tag
    }

    /// Returns the CMAC of the concatenated parts. `empty` is the state of an empty message.
    fn cmac(&self, empty: &cmac::State, parts: &[&[u8]]) -> [u8; 16] {
        let mut state = empty.clone();
        for part in parts {
            state.update(&self.mac, part);
        }
        state.end(&self.mac)
    }

    /// Encrypts or decrypts `text` in counter mode. The initial counter block is the tag, with the top bit of each of
    /// its last two 32-bit words cleared (§2.6).
    fn count(&self, tag: &[u8; 16], text: &mut [u8]) {
        let first = u128::from_be_bytes(*tag) & !(1 << 63 | 1 << 31);
        // The last 32 bits of the initial counter are below 2^31, so they do not overflow in the first 2^31 blocks.
        // These blocks are processed without a branch on the counter. For later blocks, a branch depends on the counter
        // and reveals a few bits of the tag.
        let fitting = usize::try_from(16_u64 << 31).unwrap_or(usize::MAX).min(text.len());
        let (text, rest) = text.split_at_mut(fitting);
        let mut keystream = [0; 16];
        let counter = first.to_be_bytes();
        self.counter.engine().encrypt(ctr::Count::secret(&counter, text, &mut keystream));
        erase(&mut keystream);
        if !rest.is_empty() {
            let next = (first + (1 << 31)).to_be_bytes();
            ctr::State::from_block(next).apply(&self.counter, rest);
        }
    }
}

const MOST_ITEMS: usize = 126;

fn check(algorithm: &'static str, associated_data: &[&[u8]]) -> Result<(), ParameterError> {
    if associated_data.len() <= MOST_ITEMS {
        return Ok(());
    }
    Err(ParameterError::Value {
        algorithm,
        what: "number of items of associated data",
        given: associated_data.len(),
        allowed: "at most 126",
    })
}

impl<C: BlockOperations<Block = [u8; 16]>> fmt::Debug for Siv<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Siv<", C::NAME, ">"])
    }
}
