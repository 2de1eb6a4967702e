//! The feedback modes CFB (whole blocks fed back) and OFB (SP 800-38A §6.3, §6.4), for old data.

use core::fmt;
use zeroize::Zeroize;

use super::chain::{Feedback, Unchain};
use super::{from_to, whole_iv};
use crate::construction::names;
use crate::error::{ParameterError, StateError};
use crate::kind::ByteArray;
use crate::kind::cipher::{BlockCipher, Engine};

/// Declares one of the modes: its direction, and the kernel of whole blocks.
macro_rules! feedback {
    ($(#[$doc:meta])* $name:ident, $suffix:literal, $rule:ident, $kernel:expr) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<C: BlockCipher> {
            cipher: C,
            /// What is fed back: encrypted already where a part of it is used.
            chain: C::Block,
            keystream: C::Block,
            used: usize,
        }

        impl<C: BlockCipher> $name<C> {
            const ROOM: names::Composed = names::compose(C::NAME, $suffix);
            /// The canonical name.
            pub const NAME: &'static str = names::text(&Self::ROOM);

            /// The mode under `key` after `iv`.
            #[must_use]
            pub fn new(key: &C::Key, iv: &C::Block) -> Self {
                Self::from_block(C::for_encryption(key), *iv)
            }

            /// The mode of `cipher` after `iv`.
            ///
            /// # Errors
            /// [`ParameterError::Length`] for an IV that is not a block.
            pub fn with_cipher(cipher: C, iv: &[u8]) -> Result<Self, ParameterError> {
                Ok(Self::from_block(cipher, whole_iv::<C>(Self::NAME, iv)?))
            }

            /// Begins another message under the same key, after `iv`.
            ///
            /// # Errors
            /// [`ParameterError::Length`] for an IV that is not a block; nothing changes then.
            pub fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
                self.chain = whole_iv::<C>(Self::NAME, iv)?;
                self.used = C::BLOCK_BYTES;
                Ok(())
            }

            fn from_block(cipher: C, iv: C::Block) -> Self {
                Self { cipher, chain: iv, keystream: C::Block::ZERO, used: C::BLOCK_BYTES }
            }

            /// The next bytes of the message in place.
            pub fn apply(&mut self, data: &mut [u8]) {
                let left = (C::BLOCK_BYTES - self.used).min(data.len());
                let (head, data) = data.split_at_mut(left);
                self.bytes(head);
                let (blocks, tail) = C::Block::chunks_mut(data);
                let run: fn(&C, &mut C::Block, &mut [C::Block]) = $kernel;
                if !blocks.is_empty() {
                    run(&self.cipher, &mut self.chain, blocks);
                }
                if !tail.is_empty() {
                    self.keystream = self.chain;
                    self.cipher.encrypt_block(&mut self.keystream);
                    self.chain = self.keystream;
                    self.used = 0;
                    self.bytes(tail);
                }
            }

            /// Bytes of the block that is under way.
            fn bytes(&mut self, data: &mut [u8]) {
                for byte in data {
                    let key = self.keystream.as_ref()[self.used];
                    self.chain.as_mut()[self.used] = $rule(key, byte);
                    self.used += 1;
                }
            }

            /// The bytes of `input` into `output`.
            ///
            /// # Errors
            /// [`StateError::BufferLength`] when `output` is not as long; nothing changes then.
            pub fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), StateError> {
                from_to(Self::NAME, input, output, &mut |data| self.apply(data))
            }
        }

        impl<C: BlockCipher> Drop for $name<C> {
            fn drop(&mut self) {
                self.keystream.as_mut().zeroize();
                self.chain.as_mut().zeroize();
            }
        }

        impl<C: BlockCipher> fmt::Debug for $name<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "<{}> {{ .. }}"), C::NAME)
            }
        }
    };
}

feedback!(
    /// Encrypts in CFB: the ciphertext is fed back.
    CfbEncryptor, "-cfb", encrypted,
    |cipher, chain, blocks| cipher.engine().encrypt_chain(Feedback::<_, false> { chain, blocks })
);

feedback!(
    /// Decrypts in CFB: the ciphertext is fed back.
    CfbDecryptor, "-cfb", decrypted,
    |cipher, chain, blocks| cipher.engine().encrypt(Unchain::<_, true> { chain, blocks })
);

feedback!(
    /// Encrypts or decrypts in OFB: the keystream is fed back. The same key and IV never encrypt two messages.
    Ofb, "-ofb", keystream,
    |cipher, chain, blocks| cipher.engine().encrypt_chain(Feedback::<_, true> { chain, blocks })
);

/// Encrypts the byte; what is fed back.
fn encrypted(key: u8, byte: &mut u8) -> u8 {
    *byte ^= key;
    *byte
}

/// Decrypts the byte; what is fed back.
fn decrypted(key: u8, byte: &mut u8) -> u8 {
    let fed_back = *byte;
    *byte ^= key;
    fed_back
}

/// Encrypts or decrypts the byte; what is fed back.
fn keystream(key: u8, byte: &mut u8) -> u8 {
    *byte ^= key;
    key
}
