//! Cipher block chaining (SP 800-38A §6.2), with or without PKCS#7 padding.

use crate::platform::words::erase;
use core::fmt;
use core::marker::PhantomData;

use super::chain::ChainMany;
use super::cipher::ModeCipher;
use super::{Direction, Padding, padding};
use crate::construction::names;
use crate::error::{Allowed, CipherError, ParameterError};
use crate::traits::cipher::{BlockCipher, CipherEngine as _};
use crate::traits::{ByteArray, array_of, opaque};

/// Cipher block chaining with the cipher `C`.
///
/// The IV must be unpredictable. CBC does not authenticate. An attacker who learns whether a modified ciphertext has
/// valid padding can decrypt the message (a padding oracle).
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
    const NAME_TEXT: names::Composed = names::compose(C::NAME, "-cbc");
    /// Canonical name, such as `camellia-256-cbc`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);

    /// Creates an encryptor with `key` and `iv`, with PKCS#7 padding.
    #[must_use]
    pub fn encryptor(key: &C::Key, iv: &C::Block) -> CbcEncryptor<C> {
        let state = State::from_block(Direction::Encrypt, *iv, Padding::Pkcs7);
        CbcEncryptor { cipher: C::for_encryption(key), state }
    }

    /// Creates a decryptor with `key` and `iv`, with PKCS#7 padding.
    #[must_use]
    pub fn decryptor(key: &C::Key, iv: &C::Block) -> CbcDecryptor<C> {
        let state = State::from_block(Direction::Decrypt, *iv, Padding::Pkcs7);
        CbcDecryptor { cipher: C::new(key), state }
    }

    /// Encrypts several independent messages of whole blocks in place. The blocks of one message depend on each other,
    /// so only different messages can be encrypted in parallel. This is several times as fast as encrypting one message
    /// at a time. The function replaces the IV of each message with its last ciphertext block, so that a later call can
    /// continue the message.
    ///
    /// ```
    /// use astragal::cipher::{Aes128, Cbc};
    /// let cipher = Aes128::new(&[7; 16]);
    /// let (mut first, mut second) = ([[0; 16]; 4], [[1; 16]; 2]);
    /// Cbc::encrypt_many(&cipher, &mut [([1; 16], &mut first[..]), ([2; 16], &mut second[..])]);
    /// assert_eq!(Cbc::<Aes128>::encryptor(&[7; 16], &[2; 16]).encrypt(&[1; 32])[..16], second[0]);
    /// ```
    pub fn encrypt_many(cipher: &C, messages: &mut [(C::Block, &mut [C::Block])]) {
        cipher.engine().encrypt(ChainMany { messages });
    }
}

/// State of a CBC message: the chaining value, and a buffer for an incomplete block.
#[derive(Clone)]
pub(crate) struct State<B: ByteArray> {
    chain: B,
    waiting: B,
    filled: usize,
    padding: Padding,
    direction: Direction,
}

impl<B: ByteArray> State<B> {
    const BLOCK_BYTES: usize = size_of::<B>();

    pub(crate) fn new(
        algorithm: &'static str,
        direction: Direction,
        iv: &[u8],
        padding: Padding,
    ) -> Result<Self, ParameterError> {
        Ok(Self::from_block(direction, *array_of(algorithm, "IV", iv)?, padding))
    }

    fn from_block(direction: Direction, iv: B, padding: Padding) -> Self {
        Self { chain: iv, waiting: B::ZERO, filled: 0, padding, direction }
    }

    /// Returns whether a complete last block stays in the buffer. Decryption with padding keeps the block until the
    /// message ends, because it may contain the padding.
    fn keeps(&self) -> bool {
        self.direction == Direction::Decrypt && self.padding == Padding::Pkcs7
    }

    fn work<W: ModeCipher<B> + ?Sized>(&mut self, cipher: &W, blocks: &mut [B]) {
        match self.direction {
            Direction::Encrypt => cipher.chain(&mut self.chain, blocks),
            Direction::Decrypt => cipher.unchain(&mut self.chain, blocks),
        }
    }

    /// Returns the number of bytes that [`update`](Self::update) writes for `input` bytes of input.
    pub(crate) fn update_bytes(&self, input: usize) -> usize {
        let all = self.filled.saturating_add(input);
        all.saturating_sub(self.keeps().into()) / Self::BLOCK_BYTES * Self::BLOCK_BYTES
    }

    /// Appends `input` to the buffered bytes, copies all complete blocks to `output`, and encrypts or decrypts them
    /// there.
    pub(crate) fn update<W: ModeCipher<B> + ?Sized>(
        &mut self,
        algorithm: &'static str,
        cipher: &W,
        input: &[u8],
        output: &mut [u8],
    ) -> Result<usize, ParameterError> {
        let bytes = self.update_bytes(input.len());
        let Some(output) = output.get_mut(..bytes) else {
            let given = output.len();
            return Err(ParameterError::short_buffer(algorithm, given, bytes));
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
        self.work(cipher, B::chunks_mut(output).0);
        Ok(bytes)
    }

    /// Like [`update`](Self::update), but in place: reads the first `input` bytes of `data`, and writes the output to
    /// the start of `data`.
    pub(crate) fn update_in_place<W: ModeCipher<B> + ?Sized>(
        &mut self,
        algorithm: &'static str,
        cipher: &W,
        data: &mut [u8],
        input: usize,
    ) -> Result<usize, ParameterError> {
        let bytes = self.update_bytes(input);
        let (given, needed) = (data.len(), bytes.max(input));
        if given < needed {
            return Err(ParameterError::short_buffer(algorithm, given, needed));
        }
        let waited = self.filled.min(bytes);
        let taken = bytes - waited;
        let mut kept = B::ZERO;
        let kept_bytes = input - taken;
        kept.as_mut()[..kept_bytes].copy_from_slice(&data[taken..input]);
        data.copy_within(..taken, waited);
        data[..waited].copy_from_slice(&self.waiting.as_ref()[..waited]);
        if bytes > 0 {
            self.filled = 0;
        }
        self.waiting.as_mut()[self.filled..self.filled + kept_bytes]
            .copy_from_slice(&kept.as_ref()[..kept_bytes]);
        erase(kept.as_mut());
        self.filled += kept_bytes;
        self.work(cipher, B::chunks_mut(&mut data[..bytes]).0);
        Ok(bytes)
    }

    pub(crate) fn restart(
        &mut self,
        algorithm: &'static str,
        iv: &[u8],
    ) -> Result<(), ParameterError> {
        self.chain = *array_of(algorithm, "IV", iv)?;
        self.filled = 0;
        Ok(())
    }

    /// Returns the maximum number of bytes that [`finish`](Self::finish) writes.
    pub(crate) fn finish_bytes(&self) -> usize {
        match (self.padding, self.direction) {
            (Padding::None, _) => 0,
            (Padding::Pkcs7, Direction::Encrypt) => Self::BLOCK_BYTES,
            (Padding::Pkcs7, Direction::Decrypt) => Self::BLOCK_BYTES - 1,
        }
    }

    /// Ends the message. Writes the remaining output to the start of `output` and returns the number of bytes written.
    pub(crate) fn finish<W: ModeCipher<B> + ?Sized>(
        &mut self,
        algorithm: &'static str,
        cipher: &W,
        output: &mut [u8],
    ) -> Result<usize, CipherError> {
        let whole = if self.keeps() { Self::BLOCK_BYTES } else { 0 };
        match (self.padding, self.direction) {
            (Padding::Pkcs7, Direction::Encrypt) => self.finish_padded(algorithm, cipher, output),
            _ if self.filled != whole => Err(self.not_whole(algorithm).into()),
            (Padding::None, _) => Ok(0),
            (Padding::Pkcs7, Direction::Decrypt) => self.finish_unpadded(algorithm, cipher, output),
        }
    }

    /// Pads the last block and encrypts it.
    fn finish_padded<W: ModeCipher<B> + ?Sized>(
        &mut self,
        algorithm: &'static str,
        cipher: &W,
        output: &mut [u8],
    ) -> Result<usize, CipherError> {
        let (given, needed) = (output.len(), Self::BLOCK_BYTES);
        let Some(block) = B::chunks_mut(output).0.first_mut() else {
            return Err(ParameterError::short_buffer(algorithm, given, needed).into());
        };
        *block = self.waiting;
        padding::pad(block.as_mut(), self.filled);
        self.filled = 0;
        cipher.chain(&mut self.chain, core::slice::from_mut(block));
        Ok(needed)
    }

    /// Decrypts the last block and removes its padding.
    fn finish_unpadded<W: ModeCipher<B> + ?Sized>(
        &mut self,
        algorithm: &'static str,
        cipher: &W,
        output: &mut [u8],
    ) -> Result<usize, CipherError> {
        let mut block = self.waiting;
        let mut chain = self.chain;
        cipher.unchain(&mut chain, core::slice::from_mut(&mut block));
        let (kept, good) = padding::unpad(block.as_ref());
        let result = if !bool::from(good) {
            Err(CipherError::InvalidPadding)
        } else if let Some(output) = output.get_mut(..kept) {
            output.copy_from_slice(&block.as_ref()[..kept]);
            self.filled = 0;
            Ok(kept)
        } else {
            let given = output.len();
            Err(ParameterError::short_buffer(algorithm, given, kept).into())
        };
        erase(block.as_mut());
        result
    }

    fn not_whole(&self, algorithm: &'static str) -> ParameterError {
        ParameterError::Length {
            algorithm,
            what: "end of the message",
            given: self.filled,
            allowed: Allowed::MultipleOf(Self::BLOCK_BYTES),
        }
    }
}

impl<B: ByteArray> Drop for State<B> {
    fn drop(&mut self) {
        erase(self.waiting.as_mut());
        erase(self.chain.as_mut());
    }
}

/// CBC encryption of one message, either whole or in parts of any length.
#[derive(Clone)]
pub struct CbcEncryptor<C: BlockCipher> {
    cipher: C,
    state: State<C::Block>,
}

impl<C: BlockCipher> CbcEncryptor<C> {
    /// Creates an encryptor with `cipher` and `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the IV is not as long as a block.
    pub fn with_cipher(cipher: C, iv: &[u8], padding: Padding) -> Result<Self, ParameterError> {
        let state = State::new(Cbc::<C>::NAME, Direction::Encrypt, iv, padding)?;
        Ok(Self { cipher, state })
    }

    /// Sets the padding of the last block.
    #[must_use]
    pub fn with_padding(mut self, padding: Padding) -> Self {
        self.state.padding = padding;
        self
    }

    /// Encrypts whole blocks in place. Earlier calls to [`update`](Self::update) must not have left an incomplete block
    /// in the buffer.
    pub fn encrypt_blocks(&mut self, blocks: &mut [C::Block]) {
        self.state.work(&self.cipher, blocks);
    }

    /// Returns the number of bytes that [`update`](Self::update) writes for `input` bytes of input.
    #[must_use]
    pub fn update_bytes(&self, input: usize) -> usize {
        self.state.update_bytes(input)
    }

    /// Encrypts the next part of the message and writes it to the start of `output`. Returns the output length in
    /// bytes.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `output` is too short. In that case nothing changes.
    pub fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, ParameterError> {
        self.state.update(Cbc::<C>::NAME, &self.cipher, input, output)
    }

    /// Like [`update`](Self::update), but in place: reads the first `input` bytes of `data`, and writes the output to
    /// the start of `data`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `data` is too short for the input or the output. In that case nothing changes.
    pub fn update_in_place(
        &mut self,
        data: &mut [u8],
        input: usize,
    ) -> Result<usize, ParameterError> {
        self.state.update_in_place(Cbc::<C>::NAME, &self.cipher, data, input)
    }

    /// Starts a new message with the same key and a new `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the IV is not as long as a block. In that case nothing changes.
    pub fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.state.restart(Cbc::<C>::NAME, iv)
    }

    /// Returns the number of bytes that [`finish`](Self::finish) writes.
    #[must_use]
    pub fn finish_bytes(&self) -> usize {
        self.state.finish_bytes()
    }

    /// Ends the message. Writes the padded last block to the start of `output` and returns the number of bytes written.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `output` is too short, or if there is no padding and the message length is not a
    /// multiple of the block length.
    pub fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError> {
        self.state.finish(Cbc::<C>::NAME, &self.cipher, output)
    }

    /// Encrypts a whole message with PKCS#7 padding and returns the ciphertext.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn encrypt(mut self, plaintext: &[u8]) -> alloc::vec::Vec<u8> {
        self.state.padding = Padding::Pkcs7;
        let mut output = alloc::vec![0; (plaintext.len() / C::BLOCK_BYTES + 1) * C::BLOCK_BYTES];
        let done = self.update(plaintext, &mut output).unwrap_or(0);
        let last = self.finish(&mut output[done..]);
        debug_assert!(last.is_ok());
        output
    }
}

/// CBC decryption of one message, either whole or in parts of any length.
#[derive(Clone)]
pub struct CbcDecryptor<C: BlockCipher> {
    cipher: C,
    state: State<C::Block>,
}

impl<C: BlockCipher> CbcDecryptor<C> {
    /// Creates a decryptor with `cipher` and `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the IV is not as long as a block.
    pub fn with_cipher(cipher: C, iv: &[u8], padding: Padding) -> Result<Self, ParameterError> {
        let state = State::new(Cbc::<C>::NAME, Direction::Decrypt, iv, padding)?;
        Ok(Self { cipher, state })
    }

    /// Sets the padding of the last block.
    #[must_use]
    pub fn with_padding(mut self, padding: Padding) -> Self {
        self.state.padding = padding;
        self
    }

    /// Decrypts whole blocks in place. Earlier calls to [`update`](Self::update) must not have left input in the
    /// buffer.
    pub fn decrypt_blocks(&mut self, blocks: &mut [C::Block]) {
        self.state.work(&self.cipher, blocks);
    }

    /// Returns the number of bytes that [`update`](Self::update) writes for `input` bytes of input.
    #[must_use]
    pub fn update_bytes(&self, input: usize) -> usize {
        self.state.update_bytes(input)
    }

    /// Decrypts the next part of the message and writes it to the start of `output`. Returns the output length in
    /// bytes.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `output` is too short. In that case nothing changes.
    pub fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, ParameterError> {
        self.state.update(Cbc::<C>::NAME, &self.cipher, input, output)
    }

    /// Like [`update`](Self::update), but in place: reads the first `input` bytes of `data`, and writes the output to
    /// the start of `data`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `data` is too short for the input or the output. In that case nothing changes.
    pub fn update_in_place(
        &mut self,
        data: &mut [u8],
        input: usize,
    ) -> Result<usize, ParameterError> {
        self.state.update_in_place(Cbc::<C>::NAME, &self.cipher, data, input)
    }

    /// Starts a new message with the same key and a new `iv`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the IV is not as long as a block. In that case nothing changes.
    pub fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.state.restart(Cbc::<C>::NAME, iv)
    }

    /// Returns the maximum number of bytes that [`finish`](Self::finish) writes.
    #[must_use]
    pub fn finish_bytes(&self) -> usize {
        self.state.finish_bytes()
    }

    /// Ends the message. Removes the padding of the last block, writes the rest of the block to the start of `output`,
    /// and returns the number of bytes written.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the message length is not a multiple of the block length, or if `output` is too
    /// short.
    ///
    /// [`CipherError::InvalidPadding`] if the padding is invalid.
    pub fn finish(&mut self, output: &mut [u8]) -> Result<usize, CipherError> {
        self.state.finish(Cbc::<C>::NAME, &self.cipher, output)
    }

    /// Decrypts a whole message with PKCS#7 padding and returns the plaintext.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the message length is not a multiple of the block length.
    ///
    /// [`CipherError::InvalidPadding`] if the padding is invalid.
    #[cfg(feature = "alloc")]
    pub fn decrypt(mut self, ciphertext: &[u8]) -> Result<alloc::vec::Vec<u8>, CipherError> {
        self.state.padding = Padding::Pkcs7;
        let mut output = alloc::vec![0; ciphertext.len()];
        let done = self.update(ciphertext, &mut output)?;
        match self.finish(&mut output[done..]) {
            Ok(last) => {
                output.truncate(done + last);
                Ok(output)
            }
            Err(error) => {
                erase(&mut output);
                Err(error)
            }
        }
    }
}

impl<C: BlockCipher> fmt::Debug for CbcEncryptor<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["CbcEncryptor<", C::NAME, ">"])
    }
}

impl<C: BlockCipher> fmt::Debug for CbcDecryptor<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["CbcDecryptor<", C::NAME, ">"])
    }
}
