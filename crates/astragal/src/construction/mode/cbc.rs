//! Cipher block chaining (SP 800-38A §6.2), with PKCS#7 padding or none.

use core::fmt;
use core::marker::PhantomData;
use zeroize::Zeroize;

use super::chain::{Chain, Unchain};
use super::{Padding, padding, whole_iv};
use crate::construction::names;
use crate::error::{Allowed, CipherError, ParameterError, StateError};
use crate::kind::ByteArray;
use crate::kind::cipher::{BlockCipher, Engine};

/// Cipher block chaining of a cipher.
///
/// The IV must be one that nobody could foretell. Nothing is authenticated: who can ask whether a changed
/// ciphertext decrypts well reads the message.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use astragal::cipher::{Aes256, Cbc};
/// let (key, iv) = ([7; 32], [1; 16]);
/// let encrypted = Cbc::<Aes256>::encryptor(&key, &iv).encrypt(b"a message");
/// assert_eq!(encrypted.len(), 16);
/// assert_eq!(Cbc::<Aes256>::decryptor(&key, &iv).decrypt(&encrypted)?, b"a message");
/// # }
/// # Ok::<(), astragal::error::CipherError>(())
/// ```
#[derive(Debug)]
pub struct Cbc<C>(PhantomData<C>);

impl<C: BlockCipher> Cbc<C> {
    const ROOM: names::Composed = names::compose(C::NAME, "-cbc");
    /// The canonical name, as `camellia-256-cbc`.
    pub const NAME: &'static str = names::text(&Self::ROOM);

    /// What encrypts a message under `key` after `iv`, with PKCS#7 padding.
    #[must_use]
    pub fn encryptor(key: &C::Key, iv: &C::Block) -> CbcEncryptor<C> {
        CbcEncryptor(Pieces::new(C::for_encryption(key), *iv, Padding::Pkcs7))
    }

    /// What decrypts a message under `key` after `iv`, with PKCS#7 padding.
    #[must_use]
    pub fn decryptor(key: &C::Key, iv: &C::Block) -> CbcDecryptor<C> {
        CbcDecryptor(Pieces::new(C::new(key), *iv, Padding::Pkcs7))
    }
}

/// What waits for the rest of its block.
#[derive(Clone)]
struct Pieces<C: BlockCipher> {
    cipher: C,
    chain: C::Block,
    waiting: C::Block,
    filled: usize,
    padding: Padding,
}

impl<C: BlockCipher> Pieces<C> {
    fn new(cipher: C, iv: C::Block, padding: Padding) -> Self {
        Self { cipher, chain: iv, waiting: C::Block::ZERO, filled: 0, padding }
    }

    /// Bytes that come out when `input` more go in; `keeps` holds a whole last block back.
    fn output_bytes(&self, input: usize, keeps: bool) -> usize {
        let all = self.filled + input;
        let kept = usize::from(keeps);
        all.saturating_sub(kept) / C::BLOCK_BYTES * C::BLOCK_BYTES
    }

    /// Puts the whole blocks of what waits and `input` into `output` and does `work` on them.
    fn update(
        &mut self,
        input: &[u8],
        output: &mut [u8],
        keeps: bool,
        work: impl Fn(&C, &mut C::Block, &mut [C::Block]),
    ) -> Result<usize, StateError> {
        let bytes = self.output_bytes(input.len(), keeps);
        let Some(output) = output.get_mut(..bytes) else {
            let given = output.len();
            return Err(StateError::BufferLength {
                algorithm: Cbc::<C>::NAME,
                given,
                needed: bytes,
            });
        };
        let waited = self.filled.min(bytes);
        output[..waited].copy_from_slice(&self.waiting.as_ref()[..waited]);
        let (taken, kept) = input.split_at(bytes - waited);
        output[waited..].copy_from_slice(taken);
        if bytes > 0 {
            self.filled = 0;
        }
        self.waiting.as_mut()[self.filled..self.filled + kept.len()].copy_from_slice(kept);
        self.filled += kept.len();
        work(&self.cipher, &mut self.chain, C::Block::chunks_mut(output).0);
        Ok(bytes)
    }

    /// The same with the first `input` bytes of `data`, in whose place the output comes.
    fn update_in_place(
        &mut self,
        data: &mut [u8],
        input: usize,
        keeps: bool,
        work: impl Fn(&C, &mut C::Block, &mut [C::Block]),
    ) -> Result<usize, StateError> {
        let bytes = self.output_bytes(input, keeps);
        let (given, needed) = (data.len(), bytes.max(input));
        if given < needed {
            return Err(StateError::BufferLength { algorithm: Cbc::<C>::NAME, given, needed });
        }
        let waited = self.filled.min(bytes);
        let taken = bytes - waited;
        let mut kept = C::Block::ZERO;
        let kept_bytes = input - taken;
        kept.as_mut()[..kept_bytes].copy_from_slice(&data[taken..input]);
        data.copy_within(..taken, waited);
        data[..waited].copy_from_slice(&self.waiting.as_ref()[..waited]);
        if bytes > 0 {
            self.filled = 0;
        }
        self.waiting.as_mut()[self.filled..self.filled + kept_bytes]
            .copy_from_slice(&kept.as_ref()[..kept_bytes]);
        kept.as_mut().zeroize();
        self.filled += kept_bytes;
        work(&self.cipher, &mut self.chain, C::Block::chunks_mut(&mut data[..bytes]).0);
        Ok(bytes)
    }

    fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.chain = whole_iv::<C>(Cbc::<C>::NAME, iv)?;
        self.filled = 0;
        Ok(())
    }

    fn not_whole(&self) -> ParameterError {
        ParameterError::Length {
            algorithm: Cbc::<C>::NAME,
            what: "end of the message",
            given: self.filled,
            allowed: Allowed::MultipleOf(C::BLOCK_BYTES),
        }
    }
}

impl<C: BlockCipher> Drop for Pieces<C> {
    fn drop(&mut self) {
        self.waiting.as_mut().zeroize();
        self.chain.as_mut().zeroize();
    }
}

fn encrypt<C: BlockCipher>(cipher: &C, chain: &mut C::Block, blocks: &mut [C::Block]) {
    cipher.engine().encrypt_chain(Chain { chain, blocks });
}

fn decrypt<C: BlockCipher>(cipher: &C, chain: &mut C::Block, blocks: &mut [C::Block]) {
    cipher.engine().decrypt(Unchain::<_, false> { chain, blocks });
}

/// Encrypts a message, whole or in pieces of any length.
#[derive(Clone)]
pub struct CbcEncryptor<C: BlockCipher>(Pieces<C>);

impl<C: BlockCipher> CbcEncryptor<C> {
    /// What encrypts by `cipher` after `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for an IV that is not a block.
    pub fn with_cipher(cipher: C, iv: &[u8], padding: Padding) -> Result<Self, ParameterError> {
        let iv = whole_iv::<C>(Cbc::<C>::NAME, iv)?;
        Ok(Self(Pieces::new(cipher, iv, padding)))
    }

    /// The same with another padding.
    #[must_use]
    pub fn with_padding(mut self, padding: Padding) -> Self {
        self.0.padding = padding;
        self
    }

    /// Encrypts whole blocks in place; none may wait from an [`update`](Self::update).
    pub fn encrypt_blocks(&mut self, blocks: &mut [C::Block]) {
        encrypt(&self.0.cipher, &mut self.0.chain, blocks);
    }

    /// Bytes that [`update`](Self::update) gives for `input` more.
    #[must_use]
    pub fn update_bytes(&self, input: usize) -> usize {
        self.0.output_bytes(input, false)
    }

    /// Encrypts the next piece of the message into the start of `output`; the number of bytes there.
    ///
    /// # Errors
    /// [`StateError::BufferLength`] when `output` is too short; nothing changes then.
    pub fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, StateError> {
        self.0.update(input, output, false, encrypt)
    }

    /// [`update`](Self::update) with the first `input` bytes of `data`, in whose place the output comes.
    ///
    /// # Errors
    /// [`StateError::BufferLength`] when `data` is too short for either; nothing changes then.
    pub fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, StateError> {
        self.0.update_in_place(data, input, false, encrypt)
    }

    /// Begins another message under the same key, after `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for an IV that is not a block; nothing changes then.
    pub fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.0.restart(iv)
    }

    /// Bytes that [`finish`](Self::finish) gives.
    #[must_use]
    pub fn finish_bytes(&self) -> usize {
        if self.0.padding == Padding::Pkcs7 { C::BLOCK_BYTES } else { 0 }
    }

    /// Ends the message: the padded last block into the start of `output`; the number of bytes there.
    ///
    /// # Errors
    /// [`StateError::BufferLength`] when `output` is too short, and without padding [`ParameterError::Length`]
    /// when the message was not whole blocks.
    pub fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError> {
        if self.0.padding == Padding::None {
            return if self.0.filled == 0 { Ok(0) } else { Err(self.0.not_whole().into()) };
        }
        let (given, needed) = (output.len(), C::BLOCK_BYTES);
        let algorithm = Cbc::<C>::NAME;
        let Some(block) = C::Block::chunks_mut(output).0.first_mut() else {
            return Err(StateError::BufferLength { algorithm, given, needed }.into());
        };
        *block = self.0.waiting;
        padding::pad(block.as_mut(), self.0.filled);
        self.0.filled = 0;
        encrypt(&self.0.cipher, &mut self.0.chain, core::slice::from_mut(block));
        Ok(needed)
    }

    /// The ciphertext of a whole message with PKCS#7 padding.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn encrypt(mut self, plaintext: &[u8]) -> alloc::vec::Vec<u8> {
        self.0.padding = Padding::Pkcs7;
        let mut output = alloc::vec![0; (plaintext.len() / C::BLOCK_BYTES + 1) * C::BLOCK_BYTES];
        let done = self.update(plaintext, &mut output).unwrap_or(0);
        let last = self.finish(&mut output[done..]);
        debug_assert!(last.is_ok());
        output
    }
}

/// Decrypts a message, whole or in pieces of any length.
#[derive(Clone)]
pub struct CbcDecryptor<C: BlockCipher>(Pieces<C>);

impl<C: BlockCipher> CbcDecryptor<C> {
    /// What decrypts by `cipher` after `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for an IV that is not a block.
    pub fn with_cipher(cipher: C, iv: &[u8], padding: Padding) -> Result<Self, ParameterError> {
        let iv = whole_iv::<C>(Cbc::<C>::NAME, iv)?;
        Ok(Self(Pieces::new(cipher, iv, padding)))
    }

    /// The same with another padding.
    #[must_use]
    pub fn with_padding(mut self, padding: Padding) -> Self {
        self.0.padding = padding;
        self
    }

    /// Decrypts whole blocks in place; none may wait from an [`update`](Self::update).
    pub fn decrypt_blocks(&mut self, blocks: &mut [C::Block]) {
        decrypt(&self.0.cipher, &mut self.0.chain, blocks);
    }

    /// The last block waits for what follows: it may be padding.
    fn keeps(&self) -> bool {
        self.0.padding == Padding::Pkcs7
    }

    /// Bytes that [`update`](Self::update) gives for `input` more.
    #[must_use]
    pub fn update_bytes(&self, input: usize) -> usize {
        self.0.output_bytes(input, self.keeps())
    }

    /// Decrypts the next piece of the message into the start of `output`; the number of bytes there.
    ///
    /// # Errors
    /// [`StateError::BufferLength`] when `output` is too short; nothing changes then.
    pub fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, StateError> {
        self.0.update(input, output, self.keeps(), decrypt)
    }

    /// [`update`](Self::update) with the first `input` bytes of `data`, in whose place the output comes.
    ///
    /// # Errors
    /// [`StateError::BufferLength`] when `data` is too short for either; nothing changes then.
    pub fn update_in_place(&mut self, data: &mut [u8], input: usize) -> Result<usize, StateError> {
        self.0.update_in_place(data, input, self.keeps(), decrypt)
    }

    /// Begins another message under the same key, after `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for an IV that is not a block; nothing changes then.
    pub fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.0.restart(iv)
    }

    /// The most bytes that [`finish`](Self::finish) gives.
    #[must_use]
    pub fn finish_bytes(&self) -> usize {
        if self.keeps() { C::BLOCK_BYTES - 1 } else { 0 }
    }

    /// Ends the message: the last block without its padding into the start of `output`; the number of bytes
    /// there.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when the message was not whole blocks, [`CipherError::InvalidPadding`] when
    /// its padding is not as it has to be, [`StateError::BufferLength`] when `output` is too short.
    pub fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError> {
        let whole = if self.keeps() { C::BLOCK_BYTES } else { 0 };
        if self.0.filled != whole {
            return Err(self.0.not_whole().into());
        }
        if !self.keeps() {
            return Ok(0);
        }
        let mut block = self.0.waiting;
        let mut chain = self.0.chain;
        decrypt(&self.0.cipher, &mut chain, core::slice::from_mut(&mut block));
        let (kept, good) = padding::unpad(block.as_ref());
        let result = if !bool::from(good) {
            Err(CipherError::InvalidPadding)
        } else if let Some(output) = output.get_mut(..kept) {
            output.copy_from_slice(&block.as_ref()[..kept]);
            self.0.filled = 0;
            Ok(kept)
        } else {
            let (algorithm, given) = (Cbc::<C>::NAME, output.len());
            Err(StateError::BufferLength { algorithm, given, needed: kept }.into())
        };
        block.as_mut().zeroize();
        result
    }

    /// The plaintext of a whole message with PKCS#7 padding.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when the message is not whole blocks, [`CipherError::InvalidPadding`] when
    /// its padding is not as it has to be.
    #[cfg(feature = "alloc")]
    pub fn decrypt(mut self, ciphertext: &[u8]) -> Result<alloc::vec::Vec<u8>, CipherError> {
        self.0.padding = Padding::Pkcs7;
        let mut output = alloc::vec![0; ciphertext.len()];
        let done = self.update(ciphertext, &mut output)?;
        match self.finish(&mut output[done..]) {
            Ok(last) => {
                output.truncate(done + last);
                Ok(output)
            }
            Err(error) => {
                output.zeroize();
                Err(error)
            }
        }
    }
}

impl<C: BlockCipher> fmt::Debug for CbcEncryptor<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CbcEncryptor<{}> {{ .. }}", C::NAME)
    }
}

impl<C: BlockCipher> fmt::Debug for CbcDecryptor<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CbcDecryptor<{}> {{ .. }}", C::NAME)
    }
}
