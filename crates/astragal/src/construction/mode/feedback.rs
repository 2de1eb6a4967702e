//! Feedback modes, provided for existing data: CFB with whole-block segments, and OFB (SP 800-38A §6.3, §6.4).

use core::fmt;
use core::marker::PhantomData;

use super::cipher::ModeCipher;
use super::from_to;
use crate::construction::names;
use crate::error::ParameterError;
use crate::platform::words::erase;
use crate::traits::cipher::BlockCipher;
use crate::traits::{ByteArray, array_of, opaque};

/// CFB encryption, which feeds the ciphertext back into the cipher.
pub type CfbEncryptor<C> = FeedbackMode<C, CfbEncryption>;

/// CFB decryption, which feeds the ciphertext back into the cipher.
pub type CfbDecryptor<C> = FeedbackMode<C, CfbDecryption>;

/// OFB encryption and decryption, which feed the keystream back into the cipher. Never encrypt two messages with the
/// same key and IV.
pub type Ofb<C> = FeedbackMode<C, OutputFeedback>;

/// Feedback mode with the cipher `C`. Its aliases are [`CfbEncryptor`], [`CfbDecryptor`] and [`Ofb`].
#[derive(Clone)]
pub struct FeedbackMode<C: BlockCipher, R: Rule> {
    cipher: C,
    state: State<C::Block>,
    rule: PhantomData<R>,
}

impl<C: BlockCipher, R: Rule> FeedbackMode<C, R> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, R::SUFFIX);
    /// Canonical name, such as `aes-128-cfb`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);

    /// Creates the mode with `key` and `iv`.
    #[must_use]
    pub fn new(key: &C::Key, iv: &C::Block) -> Self {
        Self::with_state(C::for_encryption(key), State::from_block(*iv))
    }

    /// Creates the mode with `cipher` and `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the IV is not as long as a block.
    pub fn with_cipher(cipher: C, iv: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self::with_state(cipher, State::new(Self::NAME, iv)?))
    }

    fn with_state(cipher: C, state: State<C::Block>) -> Self {
        Self { cipher, state, rule: PhantomData }
    }

    /// Starts a new message with the same key and a new `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the IV is not as long as a block. In that case nothing changes.
    pub fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.state.restart(Self::NAME, iv)
    }

    /// Encrypts or decrypts `data` in place.
    pub fn apply(&mut self, data: &mut [u8]) {
        self.state.apply::<R, _>(&self.cipher, data);
    }

    /// Encrypts or decrypts `input` into `output`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `output` is not as long as `input`. In that case nothing changes.
    pub fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), ParameterError> {
        from_to(Self::NAME, input, output, &mut |data| self.apply(data))
    }
}

impl<C: BlockCipher, R: Rule> fmt::Debug for FeedbackMode<C, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["FeedbackMode<", Self::NAME, ">"])
    }
}

/// State of a feedback mode.
#[derive(Clone)]
pub(crate) struct State<B: ByteArray> {
    /// Next input of the cipher. It is filled while the current block of data is processed: its first `used` bytes are
    /// final, and the other bytes are overwritten later.
    chain: B,
    keystream: B,
    used: usize,
}

impl<B: ByteArray> State<B> {
    const BLOCK_BYTES: usize = size_of::<B>();

    pub(crate) fn new(algorithm: &'static str, iv: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self::from_block(*array_of(algorithm, "IV", iv)?))
    }

    fn from_block(iv: B) -> Self {
        Self { chain: iv, keystream: B::ZERO, used: Self::BLOCK_BYTES }
    }

    pub(crate) fn restart(
        &mut self,
        algorithm: &'static str,
        iv: &[u8],
    ) -> Result<(), ParameterError> {
        self.chain = *array_of(algorithm, "IV", iv)?;
        self.used = Self::BLOCK_BYTES;
        Ok(())
    }

    pub(crate) fn apply<R: Rule, W: ModeCipher<B> + ?Sized>(
        &mut self,
        cipher: &W,
        data: &mut [u8],
    ) {
        let left = (Self::BLOCK_BYTES - self.used).min(data.len());
        let (head, data) = data.split_at_mut(left);
        self.bytes::<R>(head);
        let (blocks, tail) = B::chunks_mut(data);
        if !blocks.is_empty() {
            R::blocks(cipher, &mut self.chain, blocks);
        }
        if !tail.is_empty() {
            self.keystream = self.chain;
            cipher.encrypt_one(&mut self.keystream);
            self.chain = self.keystream;
            self.used = 0;
            self.bytes::<R>(tail);
        }
    }

    /// Encrypts or decrypts bytes of an incomplete block.
    fn bytes<R: Rule>(&mut self, data: &mut [u8]) {
        for byte in data {
            let key = self.keystream.as_ref()[self.used];
            self.chain.as_mut()[self.used] = R::byte(key, byte);
            self.used += 1;
        }
    }
}

impl<B: ByteArray> Drop for State<B> {
    fn drop(&mut self) {
        erase(self.keystream.as_mut());
        erase(self.chain.as_mut());
    }
}

/// Operations that differ between the feedback modes, on one byte and on whole blocks.
pub trait Rule: Clone + Send + Sync + 'static {
    /// Suffix of the mode's name.
    const SUFFIX: &'static str;
    /// Encrypts or decrypts a byte with the keystream byte `key`. Returns the byte to feed back.
    fn byte(key: u8, byte: &mut u8) -> u8;
    /// Encrypts or decrypts whole blocks.
    #[doc(hidden)]
    fn blocks<B: ByteArray, W: ModeCipher<B> + ?Sized>(cipher: &W, chain: &mut B, blocks: &mut [B]);
}

/// Feedback rule of CFB encryption, for [`CfbEncryptor`]: the resulting ciphertext block is the cipher's next input.
#[derive(Clone, Debug)]
pub struct CfbEncryption;

/// Feedback rule of CFB decryption, for [`CfbDecryptor`]: the given ciphertext block is the cipher's next input.
#[derive(Clone, Debug)]
pub struct CfbDecryption;

/// Feedback rule of OFB, for [`Ofb`]: each output of the cipher is its next input.
#[derive(Clone, Debug)]
pub struct OutputFeedback;

impl Rule for CfbEncryption {
    const SUFFIX: &'static str = "-cfb";

    fn byte(key: u8, byte: &mut u8) -> u8 {
        *byte ^= key;
        *byte
    }
    fn blocks<B: ByteArray, W: ModeCipher<B> + ?Sized>(
        cipher: &W,
        chain: &mut B,
        blocks: &mut [B],
    ) {
        cipher.feed_back_text(chain, blocks);
    }
}

impl Rule for CfbDecryption {
    const SUFFIX: &'static str = "-cfb";

    fn byte(key: u8, byte: &mut u8) -> u8 {
        let fed_back = *byte;
        *byte ^= key;
        fed_back
    }
    fn blocks<B: ByteArray, W: ModeCipher<B> + ?Sized>(
        cipher: &W,
        chain: &mut B,
        blocks: &mut [B],
    ) {
        cipher.unfeed_text(chain, blocks);
    }
}

impl Rule for OutputFeedback {
    const SUFFIX: &'static str = "-ofb";

    fn byte(key: u8, byte: &mut u8) -> u8 {
        *byte ^= key;
        key
    }
    fn blocks<B: ByteArray, W: ModeCipher<B> + ?Sized>(
        cipher: &W,
        chain: &mut B,
        blocks: &mut [B],
    ) {
        cipher.feed_back_keystream(chain, blocks);
    }
}
