//! AES-GCM-SIV (RFC 8452): a nonce that is used twice betrays no more than that two messages are equal.

use crate::machine::words::erase;
use core::fmt;

use super::ghash::{Key, Order};
use crate::construction::names;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::kind::cipher::BlockCipher;
use crate::kind::{ByteArray, opaque};

/// GCM-SIV over a cipher of 16-byte blocks and keys of 16 or 32 bytes, of which the RFC knows AES.
///
/// Nonces have 12 bytes, tags 16. There is no way to take a message in pieces: its first byte is encrypted by what its last
/// byte decides.
///
/// ```
/// use astragal::aead::GcmSiv;
/// use astragal::cipher::Aes256;
/// let cipher = GcmSiv::<Aes256>::new(&[7; 32]);
/// let mut text = *b"message";
/// let mut tag = [0; 16];
/// cipher.encrypt_in_place_detached(&[1; 12], b"header", &mut text, &mut tag)?;
/// cipher.decrypt_in_place_detached(&[1; 12], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct GcmSiv<C: BlockCipher<Block = [u8; 16]>> {
    generator: C,
}

/// Counter blocks that are encrypted at once.
const COUNTERS: usize = 64;

impl<C: BlockCipher<Block = [u8; 16]>> GcmSiv<C> {
    const ROOM: names::Composed = names::compose(C::NAME, "-gcm-siv");
    /// The canonical name, as `rijndael128-256-gcm-siv`.
    pub const NAME: &'static str = names::text(&Self::ROOM);
    /// The nonce's length in bytes.
    pub const NONCE_BYTES: usize = 12;
    /// The tag's length in bytes.
    pub const TAG_BYTES: usize = 16;
    /// The longest message, and the longest associated data, in bytes (RFC 8452 §6).
    pub const LONGEST_MESSAGE_BYTES: u64 = 1 << 36;

    /// GCM-SIV under `key`.
    #[must_use]
    pub fn new(key: &C::Key) -> Self {
        const { assert!(C::KEY_BYTES == 16 || C::KEY_BYTES == 32, "GCM-SIV takes such keys") };
        Self { generator: C::for_encryption(key) }
    }

    /// GCM-SIV under a key whose length is only known at run time.
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
    /// [`ParameterError::Length`] for a nonce or tag of another length, or a message or associated data that is too
    /// long; nothing changes then.
    pub fn encrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        let nonce = Self::check(nonce, associated_data, text, tag)?;
        let (hash, cipher) = self.derive(&nonce);
        let full = tag_of(&hash, &cipher, &nonce, associated_data, text);
        count(&cipher, &full, text);
        tag.copy_from_slice(&full);
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
        let nonce = Self::check(nonce, associated_data, text, tag)?;
        let (hash, cipher) = self.derive(&nonce);
        count(&cipher, &<[u8; 16]>::chunks(tag).0[0], text);
        let mut full = tag_of(&hash, &cipher, &nonce, associated_data, text);
        super::verified(text, &mut full, tag)
    }

    fn check(
        nonce: &[u8],
        associated_data: &[u8],
        text: &[u8],
        tag: &[u8],
    ) -> Result<[u8; 12], ParameterError> {
        let allowed = Allowed::Exactly(Self::NONCE_BYTES);
        ParameterError::check_length(Self::NAME, "nonce", nonce.len(), allowed)?;
        let allowed = Allowed::Exactly(Self::TAG_BYTES);
        ParameterError::check_length(Self::NAME, "tag", tag.len(), allowed)?;
        super::check_message(Self::NAME, text.len() as u64, Self::LONGEST_MESSAGE_BYTES)?;
        super::check_message(
            Self::NAME,
            associated_data.len() as u64,
            Self::LONGEST_MESSAGE_BYTES,
        )?;
        Ok(<[u8; 12]>::chunks(nonce).0[0])
    }

    /// §4: the keys of the message.
    fn derive(&self, nonce: &[u8; 12]) -> (Key, C) {
        let mut blocks = [[0; 16]; 6];
        for (number, block) in (0_u32..).zip(&mut blocks) {
            block[..4].copy_from_slice(&number.to_le_bytes());
            block[4..].copy_from_slice(nonce);
        }
        self.generator.encrypt_blocks(&mut blocks[..2 + C::KEY_BYTES / 8]);
        let mut bytes = [[0; 8]; 6];
        for (half, block) in bytes.iter_mut().zip(&blocks) {
            half.copy_from_slice(&block[..8]);
        }
        let mut hash_key = [0; 16];
        hash_key.copy_from_slice(bytes[..2].as_flattened());
        let mut key = C::Key::ZERO;
        key.as_mut().copy_from_slice(bytes[2..2 + C::KEY_BYTES / 8].as_flattened());
        let keys = (Key::new(Order::Polyval, &hash_key), C::for_encryption(&key));
        erase(blocks.as_flattened_mut());
        erase(bytes.as_flattened_mut());
        erase(&mut hash_key);
        erase(key.as_mut());
        keys
    }
}

/// §5: the tag of the plaintext.
fn tag_of<C: BlockCipher<Block = [u8; 16]>>(
    hash: &Key,
    cipher: &C,
    nonce: &[u8; 12],
    associated_data: &[u8],
    text: &[u8],
) -> [u8; 16] {
    let mut hash = hash.begin();
    hash.padded(associated_data);
    hash.padded(text);
    let bits = |bytes: usize| 8 * bytes as u128;
    hash.blocks(&[(bits(text.len()) << 64 | bits(associated_data.len())).to_le_bytes()]);
    let mut tag = hash.finish();
    super::xor_bytes(&mut tag, nonce);
    tag[15] &= 0x7f;
    cipher.encrypt_block(&mut tag);
    tag
}

/// §4: the counter mode whose first four bytes count, little-endian, from the tag on.
fn count<C: BlockCipher<Block = [u8; 16]>>(cipher: &C, tag: &[u8; 16], text: &mut [u8]) {
    let mut counter = *tag;
    counter[15] |= 0x80;
    let (head, _) = tag.as_chunks::<4>();
    let mut number = u32::from_le_bytes(head[0]);
    let mut keystream = [[0; 16]; COUNTERS];
    for piece in text.chunks_mut(16 * COUNTERS) {
        let keystream = &mut keystream[..piece.len().div_ceil(16)];
        for block in &mut *keystream {
            counter[..4].copy_from_slice(&number.to_le_bytes());
            *block = counter;
            number = number.wrapping_add(1);
        }
        cipher.encrypt_blocks(keystream);
        super::xor_bytes(piece, keystream.as_flattened());
    }
    erase(keystream.as_flattened_mut());
}

impl<C: BlockCipher<Block = [u8; 16]>> fmt::Debug for GcmSiv<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["GcmSiv<", C::NAME, ">"])
    }
}
