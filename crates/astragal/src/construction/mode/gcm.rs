//! GCM (SP 800-38D): the counter mode, and a tag by GHASH.

use core::fmt;
use zeroize::Zeroize;

use super::ctr::Count;
use super::ghash::{Key, Order};
use crate::construction::names;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::kind::ByteArray;
use crate::kind::cipher::{BlockCipher, Engine};

/// GCM over a cipher of 16-byte blocks.
///
/// A nonce is used once with a key: a second time betrays both messages and the key of the tags. Nonces of 12
/// bytes are the usual ones; others cost a little more. Tags have 12 to 16 bytes.
///
/// ```
/// use astragal::aead::Gcm;
/// use astragal::cipher::Aes256;
/// let gcm = Gcm::<Aes256>::new(&[7; 32]);
/// let mut text = *b"message";
/// let mut tag = [0; 16];
/// gcm.encrypt_in_place_detached(&[1; 12], b"header", &mut text, &mut tag)?;
/// gcm.decrypt_in_place_detached(&[1; 12], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct Gcm<C: BlockCipher<Block = [u8; 16]>> {
    cipher: C,
    hash: Key,
}

/// Text that is encrypted and then hashed while it is in the nearest cache.
const PIECE_BYTES: usize = 1 << 12;

impl<C: BlockCipher<Block = [u8; 16]>> Gcm<C> {
    const ROOM: names::Composed = names::compose(C::NAME, "-gcm");
    /// The canonical name, as `camellia-256-gcm`.
    pub const NAME: &'static str = names::text(&Self::ROOM);
    /// The tags' lengths in bytes.
    pub const TAG_BYTES: Allowed = Allowed::Between(12, 16);
    /// The longest message in bytes: 2^32 − 2 blocks (SP 800-38D §5.2.1.1).
    pub const LONGEST_MESSAGE_BYTES: u64 = (1 << 36) - 32;

    /// GCM under `key`.
    #[must_use]
    pub fn new(key: &C::Key) -> Self {
        let cipher = C::for_encryption(key);
        let mut hash_key = [0; 16];
        cipher.encrypt_block(&mut hash_key);
        let hash = Key::new(Order::Ghash, &hash_key);
        hash_key.zeroize();
        Self { cipher, hash }
    }

    /// GCM under a key whose length is only known at run time.
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
    /// [`ParameterError::Length`] for an empty nonce, a tag that is too short or too long, or a message that is
    /// too long; nothing changes then.
    pub fn encrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        Self::check(nonce, text, tag)?;
        let full = self.run::<false>(nonce, associated_data, text);
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
        let mut full = self.run::<true>(nonce, associated_data, text);
        super::verified(text, &mut full[..tag.len()], tag)
    }

    fn check(nonce: &[u8], text: &[u8], tag: &[u8]) -> Result<(), ParameterError> {
        ParameterError::check_length(Self::NAME, "nonce", nonce.len(), Allowed::AtLeast(1))?;
        super::check_message(Self::NAME, text, Self::LONGEST_MESSAGE_BYTES)?;
        ParameterError::check_length(Self::NAME, "tag", tag.len(), Self::TAG_BYTES)
    }

    /// Encrypts or decrypts; the tag.
    fn run<const DECRYPT: bool>(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> [u8; 16] {
        // §7.1: J0.
        let mut first = [0; 16];
        if let Ok(nonce) = <&[u8; 12]>::try_from(nonce) {
            first[..12].copy_from_slice(nonce);
            first[15] = 1;
        } else {
            let mut hash = self.hash.begin();
            hash.padded(nonce);
            hash.blocks(&[(8 * nonce.len() as u128).to_be_bytes()]);
            first = hash.finish();
        }
        let mut hash = self.hash.begin();
        hash.padded(associated_data);
        let mut counter = first;
        let bits = |bytes: usize| 8 * bytes as u128;
        let lengths = bits(associated_data.len()) << 64 | bits(text.len());
        add_32(&mut counter, 1);
        for piece in text.chunks_mut(PIECE_BYTES) {
            if DECRYPT {
                hash.padded(piece);
            }
            self.count(&mut counter, piece);
            if !DECRYPT {
                hash.padded(piece);
            }
        }
        hash.blocks(&[lengths.to_be_bytes()]);
        self.cipher.encrypt_block(&mut first);
        let sum = u128::from_be_bytes(hash.finish()) ^ u128::from_be_bytes(first);
        sum.to_be_bytes()
    }

    /// Adds the keystream to `text`: 32 bits count, and wrap.
    fn count(&self, counter: &mut [u8; 16], text: &mut [u8]) {
        let before_wrap = (1 << 32) - low_32(counter);
        let fitting = usize::try_from(before_wrap * 16).unwrap_or(usize::MAX);
        let (text, rest) = text.split_at_mut(text.len().min(fitting));
        let blocks = text.len().div_ceil(16) as u64;
        self.cipher.engine().encrypt(Count { first: *counter, text, keystream: &mut [0; 16] });
        add_32(counter, blocks);
        if !rest.is_empty() {
            self.count(counter, rest);
        }
    }
}

/// What counts.
fn low_32(counter: &[u8; 16]) -> u64 {
    u64::from(u32::from_be_bytes([counter[12], counter[13], counter[14], counter[15]]))
}

/// Counts on, modulo 2^32.
#[expect(clippy::cast_possible_truncation, reason = "modulo 2^32")]
fn add_32(counter: &mut [u8; 16], blocks: u64) {
    let count = (low_32(counter) + blocks) as u32;
    counter[12..].copy_from_slice(&count.to_be_bytes());
}

impl<C: BlockCipher<Block = [u8; 16]>> fmt::Debug for Gcm<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gcm<{}> {{ .. }}", C::NAME)
    }
}
