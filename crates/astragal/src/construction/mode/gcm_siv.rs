//! AES-GCM-SIV (RFC 8452): an AEAD in which a repeated nonce reveals only whether messages are equal.

use crate::platform::array::{Flat as _, copy};
use crate::platform::stack::try_with_stack_wipe;
use crate::platform::words::{erase, xor_into};
use core::fmt;

use super::ghash::{COMMON_POWERS, Key, Order, polyval_of_few};
use crate::construction::names;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::traits::cipher::{BlockCipher, BlockKernel, Blocks, CipherEngine, Rounds};
use crate::traits::{ByteArray, array_of, opaque};

/// GCM-SIV over a cipher with 16-byte blocks and keys of 16 or 32 bytes. The RFC defines it for AES.
///
/// Nonces are 12 bytes long, and tags are 16 bytes long. Streaming is not possible, because the encryption of the first
/// byte depends on the whole message.
///
/// ```
/// use astragal::aead::GcmSiv;
/// use astragal::cipher::Aes256;
/// let cipher = GcmSiv::<Aes256>::new(&[7; 32]);
/// let mut text = *b"message";
/// let tag = cipher.encrypt_in_place_detached(&[1; 12], b"header", &mut text)?;
/// cipher.decrypt_in_place_detached(&[1; 12], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct GcmSiv<C: BlockCipher<Block = [u8; 16]>> {
    generator: C,
}

impl<C: BlockCipher<Block = [u8; 16]>> GcmSiv<C> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, "-gcm-siv");
    /// Canonical name, such as `aes-256-gcm-siv`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);
    /// Nonce length in bytes.
    pub const NONCE_BYTES: usize = 12;
    /// Tag length in bytes.
    pub const TAG_BYTES: usize = 16;
    /// Maximum length of the message, and of the associated data, in bytes (RFC 8452 §6).
    pub const LONGEST_MESSAGE_BYTES: u64 = 1 << 36;

    /// Creates GCM-SIV with `key`.
    #[must_use]
    pub fn new(key: &C::Key) -> Self {
        const { assert!(C::KEY_BYTES == 16 || C::KEY_BYTES == 32, "the key must be 16 or 32 bytes") };
        Self { generator: C::for_encryption(key) }
    }

    /// Creates GCM-SIV with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is not the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        array_of(Self::NAME, "key", key).map(Self::new)
    }

    /// Encrypts `text` in place and fills `tag`. Use this function if the lengths of the nonce and the tag are known
    /// only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the nonce or the tag has a wrong length, or if the message or the associated data
    /// is too long. In that case nothing changes.
    pub(crate) fn encrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        let nonce = Self::check(nonce, associated_data, text, tag)?;
        let keys = self.derive(&nonce);
        let cipher = keys.cipher();
        let full = keys.tag(&cipher, &nonce, associated_data, text);
        count(&cipher, &full, text);
        copy(tag, &full);
        Ok(())
    }

    /// Verifies `tag` and decrypts `text` in place. Use this function if the lengths of the nonce and the tag are known
    /// only at run time.
    ///
    /// # Errors
    /// [`VerifyError::Parameter`] if the nonce or the tag has a wrong length, or if the message or the associated data
    /// is too long.
    ///
    /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
    pub(crate) fn decrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        let nonce = Self::check(nonce, associated_data, text, tag)?;
        let keys = self.derive(&nonce);
        let cipher = keys.cipher();
        count(&cipher, &<[u8; 16]>::chunks(tag).0[0], text);
        let mut full = keys.tag(&cipher, &nonce, associated_data, text);
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
        ParameterError::check_message(Self::NAME, text.len() as u64, Self::LONGEST_MESSAGE_BYTES)?;
        ParameterError::check_message(
            Self::NAME,
            associated_data.len() as u64,
            Self::LONGEST_MESSAGE_BYTES,
        )?;
        Ok(<[u8; 12]>::chunks(nonce).0[0])
    }

    /// Runs `operation`, then wipes the stack. `operation` leaves the message keys, their key schedule and copies of
    /// both on the stack.
    #[inline(always)]
    pub(super) fn with_keys_erased<R, E>(operation: impl FnOnce() -> Result<R, E>) -> Result<R, E> {
        try_with_stack_wipe(C::Engine::stack_bytes(), operation)
    }

    /// Derives the keys of one message from its nonce (§4).
    #[inline]
    fn derive(&self, nonce: &[u8; 12]) -> Keys<C> {
        let mut blocks = [[0; 16]; 6];
        for (number, block) in (0_u32..).zip(&mut blocks) {
            copy(&mut block[..4], &number.to_le_bytes());
            copy(&mut block[4..], nonce);
        }
        self.generator.encrypt_blocks(&mut blocks[..2 + C::KEY_BYTES / 8]);
        let mut keys = Keys { hash: [0; 16], cipher: C::Key::ZERO };
        let (cipher, _) = AsMut::<[u8]>::as_mut(&mut keys.cipher).as_chunks_mut::<8>();
        let halves = keys.hash.as_chunks_mut::<8>().0.iter_mut().chain(cipher);
        for (half, block) in halves.zip(&blocks) {
            copy(half, &block[..8]);
        }
        erase(blocks.flat_mut());
        keys
    }
}

/// Maximum number of POLYVAL blocks that are multiplied one after the other. For more blocks, computing powers of the
/// key takes less time.
const FEW_BLOCKS: usize = 10;

/// Mask that clears the highest bit of a block. This bit is zero in the block that is encrypted to form the tag (§5).
const TAG_MASK: [u8; 16] = (u128::MAX >> 1).to_le_bytes();

/// Message keys: the key for POLYVAL and the key for the cipher.
struct Keys<C: BlockCipher> {
    hash: [u8; 16],
    cipher: C::Key,
}

impl<C: BlockCipher<Block = [u8; 16]>> Keys<C> {
    #[inline]
    fn cipher(&self) -> C {
        C::for_encryption(&self.cipher)
    }

    /// Computes POLYVAL of a message with the powers of its key.
    #[inline(never)]
    fn hash(&self, associated_data: &[u8], text: &[u8], lengths: [u8; 16]) -> [u8; 16] {
        let data_blocks = associated_data.len().div_ceil(16);
        let blocks = data_blocks + text.len().div_ceil(16) + 1;
        let key = Key::<COMMON_POWERS>::for_blocks(
            Order::Polyval,
            &self.hash,
            blocks.next_multiple_of(4),
        );
        let mut hash = key.begin();
        if let Some(start) = COMMON_POWERS.checked_sub(blocks) {
            // A short message is copied to the end of `work`, so that one call hashes all its blocks. Hashing starts at
            // a block whose index is a multiple of four, so that vectors of 1, 2 or 4 blocks are all full. Zero blocks
            // at the start do not change the hash.
            let mut work = [[0; 16]; COMMON_POWERS];
            let (data, behind) = work[start..].split_at_mut(data_blocks);
            super::fill(data, associated_data);
            super::fill(behind, text);
            work[COMMON_POWERS - 1] = lengths;
            hash.blocks(&work[start / 4 * 4..]);
            erase(work.flat_mut());
        } else {
            hash.padded(associated_data);
            hash.padded(text);
            hash.blocks(&[lengths]);
        }
        hash.finish()
    }

    /// Computes the tag from the plaintext and the associated data (§5).
    fn tag(&self, cipher: &C, nonce: &[u8; 12], associated_data: &[u8], text: &[u8]) -> [u8; 16] {
        let bits = |bytes: usize| 8 * bytes as u128;
        let lengths = (bits(text.len()) << 64 | bits(associated_data.len())).to_le_bytes();
        let data_blocks = associated_data.len().div_ceil(16);
        let blocks = data_blocks + text.len().div_ceil(16) + 1;
        let mut tag = if blocks <= FEW_BLOCKS {
            let mut work = [[0; 16]; FEW_BLOCKS];
            let (data, behind) = work[..blocks].split_at_mut(data_blocks);
            super::fill(data, associated_data);
            super::fill(behind, text);
            work[blocks - 1] = lengths;
            let sum = polyval_of_few(&self.hash, &work[..blocks]);
            erase(work.flat_mut());
            sum
        } else {
            self.hash(associated_data, text, lengths)
        };
        // Writes all 16 bytes of the tag in one loop. If the tag were stored in parts, the cipher would have to wait
        // for all these stores before it could load the tag.
        let mut padded = [0; 16];
        copy(&mut padded[..12], nonce);
        for i in 0..16 {
            tag[i] = (tag[i] ^ padded[i]) & TAG_MASK[i];
        }
        cipher.encrypt_block(&mut tag);
        tag
    }
}

impl<C: BlockCipher> Drop for Keys<C> {
    fn drop(&mut self) {
        erase(&mut self.hash);
        erase(self.cipher.as_mut());
    }
}

/// Encrypts or decrypts `text` in counter mode. The initial counter block is the tag with its highest bit set. The
/// counter is its first four bytes, little-endian (§4).
fn count<C: BlockCipher<Block = [u8; 16]>>(cipher: &C, tag: &[u8; 16], text: &mut [u8]) {
    let mut first = *tag;
    first[15] |= 0x80;
    if text.len() <= 16 {
        // A single block is not copied to a batch of blocks.
        cipher.encrypt_block(&mut first);
        xor_into(text, &first[..text.len()]);
        return erase(&mut first);
    }
    cipher.engine().encrypt(CountLittleEndian { first, text });
}

/// Counter-mode kernel with a little-endian counter: encrypts counter blocks and XORs them into `text`.
struct CountLittleEndian<'a> {
    first: [u8; 16],
    text: &'a mut [u8],
}

impl BlockKernel<[u8; 16]> for CountLittleEndian<'_> {
    type Output = ();

    #[inline(always)]
    fn blocks(&self) -> usize {
        self.text.len().div_ceil(16)
    }

    #[inline(always)]
    fn run<W, N>(mut self, wide: W, narrow: N)
    where
        W: Rounds<Block = [u8; 16]>,
        N: Rounds<Block = [u8; 16]>,
    {
        if const { W::WIDTH > N::WIDTH } {
            self.whole(wide);
        }
        self.whole(narrow);
        if !self.text.is_empty() {
            let mut keystream = N::Blocks::zero();
            narrow.store(narrow.apply(self.counters(narrow)), keystream.as_mut());
            xor_into(self.text, keystream.as_ref().flat());
            erase(keystream.as_mut().flat_mut());
        }
    }
}

impl CountLittleEndian<'_> {
    /// Encrypts or decrypts all full batches of blocks.
    #[inline(always)]
    fn whole<R: Rounds<Block = [u8; 16]>>(&mut self, rounds: R) {
        let text = core::mem::take(&mut self.text);
        let run_bytes = 16 * R::WIDTH;
        let (text, rest) = text.split_at_mut(text.len() / run_bytes * run_bytes);
        self.text = rest;
        for run in text.as_chunks_mut().0.chunks_exact_mut(R::WIDTH) {
            let keystream = rounds.apply(self.counters(rounds));
            rounds.store(rounds.xor(keystream, rounds.load(run)), run);
        }
    }

    /// Returns the next counter blocks and advances the counter.
    #[inline(always)]
    fn counters<R: Rounds<Block = [u8; 16]>>(&mut self, rounds: R) -> R::State {
        let [a, b, c, d, ..] = self.first;
        let mut blocks = R::Blocks::zero();
        let mut number = u32::from_le_bytes([a, b, c, d]);
        for block in blocks.as_mut() {
            *block = self.first;
            copy(&mut block[..4], &number.to_le_bytes());
            number = number.wrapping_add(1);
        }
        copy(&mut self.first[..4], &number.to_le_bytes());
        rounds.load(blocks.as_ref())
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> fmt::Debug for GcmSiv<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["GcmSiv<", C::NAME, ">"])
    }
}
