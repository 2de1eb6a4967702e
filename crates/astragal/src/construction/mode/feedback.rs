//! The feedback modes CFB (whole blocks fed back) and OFB (SP 800-38A §6.3, §6.4), for old data.

use core::fmt;
use core::marker::PhantomData;

use super::cipher::ModeCipher;
use super::{from_to, whole_iv};
use crate::construction::names;
use crate::error::ParameterError;
use crate::platform::words::erase;
use crate::traits::cipher::BlockCipher;
use crate::traits::{ByteArray, opaque};

/// Encrypts in CFB: the ciphertext is fed back.
pub type CfbEncryptor<C> = FeedbackMode<C, CfbEncryption>;

/// Decrypts in CFB: the ciphertext is fed back.
pub type CfbDecryptor<C> = FeedbackMode<C, CfbDecryption>;

/// Encrypts or decrypts in OFB: the keystream is fed back. The same key and IV never encrypt two messages.
pub type Ofb<C> = FeedbackMode<C, OutputFeedback>;

/// A mode that feeds back, block by block, what [`CfbEncryptor`], [`CfbDecryptor`] and [`Ofb`] say.
#[derive(Clone)]
pub struct FeedbackMode<C: BlockCipher, R: Rule> {
    cipher: C,
    state: State<C::Block>,
    rule: PhantomData<R>,
}

impl<C: BlockCipher, R: Rule> FeedbackMode<C, R> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, R::SUFFIX);
    /// The canonical name.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);

    /// The mode under `key` after `iv`.
    #[must_use]
    pub fn new(key: &C::Key, iv: &C::Block) -> Self {
        Self::with_state(C::for_encryption(key), State::from_block(*iv))
    }

    /// The mode of `cipher` after `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for an IV that is not a block.
    pub fn with_cipher(cipher: C, iv: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self::with_state(cipher, State::new(Self::NAME, iv)?))
    }

    fn with_state(cipher: C, state: State<C::Block>) -> Self {
        Self { cipher, state, rule: PhantomData }
    }

    /// Begins another message under the same key, after `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for an IV that is not a block; nothing changes then.
    pub fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.state.restart(Self::NAME, iv)
    }

    /// The next bytes of the message in place.
    pub fn apply(&mut self, data: &mut [u8]) {
        self.state.apply::<R, _>(&self.cipher, data);
    }

    /// The bytes of `input` into `output`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `output` is not as long; nothing changes then.
    pub fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), ParameterError> {
        from_to(Self::NAME, input, output, &mut |data| self.apply(data))
    }
}

impl<C: BlockCipher, R: Rule> fmt::Debug for FeedbackMode<C, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["FeedbackMode<", Self::NAME, ">"])
    }
}

/// What is fed back.
#[derive(Clone)]
pub(crate) struct State<B: ByteArray> {
    /// What is fed back: encrypted already where a part of it is used.
    chain: B,
    keystream: B,
    used: usize,
}

impl<B: ByteArray> State<B> {
    const BLOCK_BYTES: usize = size_of::<B>();

    pub(crate) fn new(algorithm: &'static str, iv: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self::from_block(whole_iv(algorithm, iv)?))
    }

    fn from_block(iv: B) -> Self {
        Self { chain: iv, keystream: B::ZERO, used: Self::BLOCK_BYTES }
    }

    pub(crate) fn restart(
        &mut self,
        algorithm: &'static str,
        iv: &[u8],
    ) -> Result<(), ParameterError> {
        self.chain = whole_iv(algorithm, iv)?;
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

    /// Bytes of the block that is under way.
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

/// What a mode does with a byte and with whole blocks.
pub trait Rule: Clone + Send + Sync + 'static {
    /// What the mode's name ends with.
    const SUFFIX: &'static str;
    /// Encrypts or decrypts the byte by that of the keystream; what is fed back.
    fn byte(key: u8, byte: &mut u8) -> u8;
    /// Encrypts or decrypts whole blocks.
    #[doc(hidden)]
    fn blocks<B: ByteArray, W: ModeCipher<B> + ?Sized>(cipher: &W, chain: &mut B, blocks: &mut [B]);
}

/// [`CfbEncryptor`]'s rule.
#[derive(Clone, Debug)]
pub struct CfbEncryption;

/// [`CfbDecryptor`]'s rule.
#[derive(Clone, Debug)]
pub struct CfbDecryption;

/// [`Ofb`]'s rule.
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
