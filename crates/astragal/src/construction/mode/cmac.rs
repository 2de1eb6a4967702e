//! CMAC (SP 800-38B, RFC 4493): a MAC over any cipher with 16-byte blocks.

use crate::platform::words::erase;
use core::fmt;

use super::chain::Absorb;
use crate::construction::block_buffer::{BlockBuffer, Eager};
use crate::construction::names;
use crate::error::{InvalidTag, ParameterError};
use crate::traits::cipher::{BlockCipher, BlockOperations, CipherEngine};
use crate::traits::mac::{Mac, same_tag};
use crate::traits::{array_of, opaque};

/// CMAC over a cipher with 16-byte blocks. Tags are 16 bytes long.
///
/// ```
/// use astragal::cipher::Aes128;
/// use astragal::mac::Cmac;
/// let tag = Cmac::<Aes128>::new(&[7; 16]).mac(b"message");
/// assert!(Cmac::<Aes128>::new(&[7; 16]).verify(b"message", &tag).is_ok());
/// ```
#[derive(Clone)]
pub struct Cmac<C: BlockOperations<Block = [u8; 16]>> {
    cipher: C,
    state: State,
}

/// State of a CMAC message, without the cipher.
#[derive(Clone)]
pub(super) struct State {
    /// K1, the subkey for messages that end with a whole block (SP 800-38B §6.1).
    subkey: [u8; 16],
    chain: [u8; 16],
    buffer: BlockBuffer<16>,
}

impl<C: BlockCipher<Block = [u8; 16]>> Cmac<C> {
    /// Creates CMAC with `key` and an empty message.
    #[must_use]
    pub fn new(key: &C::Key) -> Self {
        Self::with_cipher(C::for_encryption(key))
    }

    /// Creates CMAC with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is not the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        array_of(Self::NAME, "key", key).map(Self::new)
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> Cmac<C> {
    const NAME_TEXT: names::Composed = names::compose("cmac-", C::NAME);
    /// Canonical name, such as `cmac-sm4`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);

    /// Creates CMAC from a cipher whose key is already set.
    pub(crate) fn with_cipher(cipher: C) -> Self {
        let state = State::new(&cipher);
        Self { cipher, state }
    }

    /// Appends `data` to the message.
    pub fn update(&mut self, data: &[u8]) {
        self.state.update(&self.cipher, data);
    }

    /// Returns the tag of the message.
    #[must_use]
    pub fn finalize(mut self) -> [u8; 16] {
        self.end()
    }

    /// Returns the tag of the message and starts an empty message under the same key. Takes less time than a clone for
    /// each message, because the key schedule is not copied.
    ///
    /// ```
    /// use astragal::cipher::Aes128;
    /// use astragal::mac::Cmac;
    /// let mut cmac = Cmac::<Aes128>::new(&[7; 16]);
    /// cmac.update(b"message");
    /// let first = cmac.finalize_reset();
    /// cmac.update(b"message");
    /// assert_eq!(cmac.finalize_reset(), first);
    /// ```
    #[must_use]
    pub fn finalize_reset(&mut self) -> [u8; 16] {
        let tag = self.end();
        self.restart();
        tag
    }

    /// Starts an empty message under the same key.
    pub(crate) fn restart(&mut self) {
        self.state.chain = [0; 16];
        self.state.buffer = BlockBuffer::new();
    }

    /// Computes the tag of the message. After this call, the object must be dropped or restarted.
    pub(crate) fn end(&mut self) -> [u8; 16] {
        self.state.end(&self.cipher)
    }

    /// Appends `data` and returns the tag of the whole message.
    #[must_use]
    pub fn mac(mut self, data: &[u8]) -> [u8; 16] {
        self.update(data);
        // Calling `finalize` here would copy the key schedule.
        self.end()
    }

    /// Appends `data` and compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not 16 bytes long.
    pub fn verify(self, data: &[u8], tag: &[u8]) -> Result<(), InvalidTag> {
        same_tag(&mut self.mac(data), tag)
    }

    /// Compares the message's tag with `tag` in constant time.
    ///
    /// # Errors
    /// [`InvalidTag`] if the tags differ or `tag` is not 16 bytes long.
    pub fn verify_tag(self, tag: &[u8]) -> Result<(), InvalidTag> {
        self.verify(&[], tag)
    }
}

impl State {
    /// Creates the state of an empty message. Computes the subkey once: a clone of this state starts another message
    /// without computing the subkey again.
    pub(super) fn new<C: BlockOperations<Block = [u8; 16]>>(cipher: &C) -> Self {
        let subkey = subkey(cipher).to_be_bytes();
        Self { subkey, chain: [0; 16], buffer: BlockBuffer::new() }
    }

    /// Appends `data` to the message.
    pub(super) fn update<C: BlockOperations<Block = [u8; 16]>>(&mut self, cipher: &C, data: &[u8]) {
        let Self { chain, buffer, .. } = self;
        buffer.update(Eager::No, data, |blocks| {
            cipher.engine().encrypt_chain(Absorb { chain, blocks });
        });
    }

    /// Computes the tag of the message. After this call, the state must be dropped or restarted.
    pub(super) fn end<C: BlockOperations<Block = [u8; 16]>>(&mut self, cipher: &C) -> [u8; 16] {
        let mut key = u128::from_be_bytes(self.subkey);
        let pending = self.buffer.pending().len();
        let mut last = *self.buffer.zero_padded();
        if pending < 16 {
            last[pending] = 0x80;
            key = double(key);
        }
        // The kernel XORs the chaining value into this block, in a vector register. An XOR of words at this point would
        // delay the kernel's vector load of the block until the words are stored.
        last = (u128::from_be_bytes(last) ^ key).to_be_bytes();
        let chain = &mut self.chain;
        cipher.engine().encrypt_chain(Absorb { chain, blocks: core::slice::from_ref(&last) });
        erase(&mut last);
        self.chain
    }
}

/// Returns K1, the subkey for messages that end with a whole block (SP 800-38B §6.1).
pub(crate) fn subkey<C: BlockOperations<Block = [u8; 16]>>(cipher: &C) -> u128 {
    let mut block = [0; 16];
    cipher.encrypt_block(&mut block);
    let key = double(u128::from_be_bytes(block));
    erase(&mut block);
    key
}

/// Multiplies a polynomial by x modulo x^128 + x^7 + x^2 + x + 1. The subkeys are derived by this multiplication (SP
/// 800-38B §6.1).
pub(super) const fn double(x: u128) -> u128 {
    (x << 1) ^ ((x >> 127) * 0x87)
}

impl<C: BlockCipher<Block = [u8; 16]>> Mac for Cmac<C> {
    const NAME: &'static str = Self::NAME;
    const FAMILY: &'static str = C::FAMILY;
    const STANDARD: &'static str = "SP 800-38B";
    const TAG_BYTES: usize = 16;
    type Tag = [u8; 16];

    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize(self) -> [u8; 16] {
        self.finalize()
    }
    fn implementation() -> crate::traits::Implementation {
        C::implementation()
    }
}

impl Drop for State {
    fn drop(&mut self) {
        erase(&mut self.subkey);
        erase(&mut self.chain);
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> fmt::Debug for Cmac<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Cmac<", C::NAME, ">"])
    }
}
