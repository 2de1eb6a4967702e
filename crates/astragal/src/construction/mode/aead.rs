//! Common interface for the authenticated modes. Nonces are 12-byte arrays, and tags are 16-byte arrays.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::ccm::Ccm;
use super::gcm::Gcm;
use super::gcm_siv::GcmSiv;
use super::ocb::Ocb;
use crate::error::{ParameterError, VerifyError};
use crate::traits::Implementation;
use crate::traits::aead::Aead;
use crate::traits::cipher::BlockCipher;

/// Defines the operations that process a whole message in place.
macro_rules! detached {
    ($($mode:ident)+) => { $(
        impl<C: BlockCipher<Block = [u8; 16]>> $mode<C> {
            /// Encrypts `text` in place and returns its tag.
            ///
            /// # Errors
            /// [`ParameterError::Length`] if `text` is longer than the mode allows. In that case nothing changes.
            pub fn encrypt_in_place_detached(
                &self,
                nonce: &[u8; 12],
                associated_data: &[u8],
                text: &mut [u8],
            ) -> Result<[u8; 16], ParameterError> {
                let mut tag = [0; 16];
                Self::with_keys_erased(|| {
                    self.encrypt_in_place_any_length(nonce, associated_data, text, &mut tag)
                })?;
                Ok(tag)
            }

            /// Verifies `tag` and decrypts `text` in place.
            ///
            /// # Errors
            /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
            ///
            /// [`VerifyError::Parameter`] if `text` is longer than the mode allows. In that case nothing changes.
            pub fn decrypt_in_place_detached(
                &self,
                nonce: &[u8; 12],
                associated_data: &[u8],
                text: &mut [u8],
                tag: &[u8; 16],
            ) -> Result<(), VerifyError> {
                Self::with_keys_erased(|| {
                    self.decrypt_in_place_any_length(nonce, associated_data, text, tag)
                })
            }
        }
    )+ };
}

/// Defines the operations that process a whole message and return a vector.
#[cfg(feature = "alloc")]
macro_rules! in_vectors {
    ($($mode:ident)+) => { $(
        impl<C: BlockCipher<Block = [u8; 16]>> $mode<C> {
            /// Encrypts `plaintext` and returns the ciphertext followed by the tag.
            ///
            /// # Errors
            /// [`ParameterError::Length`] if `plaintext` is longer than the mode allows.
            pub fn encrypt(
                &self,
                nonce: &[u8; 12],
                associated_data: &[u8],
                plaintext: &[u8],
            ) -> Result<Vec<u8>, ParameterError> {
                Aead::encrypt(self, nonce, associated_data, plaintext)
            }

            /// Verifies and decrypts `sealed`, a ciphertext followed by its tag. Returns the plaintext.
            ///
            /// # Errors
            /// [`VerifyError::InvalidTag`] if the tag is invalid or `sealed` is shorter than a tag.
            ///
            /// [`VerifyError::Parameter`] if the text is longer than the mode allows.
            pub fn decrypt(
                &self,
                nonce: &[u8; 12],
                associated_data: &[u8],
                sealed: &[u8],
            ) -> Result<Vec<u8>, VerifyError> {
                Aead::decrypt(self, nonce, associated_data, sealed)
            }
        }
    )+ };
}

/// Defines `with_keys_erased` for modes that derive no message keys. There are no keys to erase, so the function only
/// calls `operation`.
macro_rules! without_message_keys {
    ($($mode:ident)+) => { $(
        impl<C: BlockCipher<Block = [u8; 16]>> $mode<C> {
            #[inline(always)]
            fn with_keys_erased<R>(operation: impl FnOnce() -> R) -> R {
                operation()
            }
        }
    )+ };
}

/// Implements the trait [`Aead`] for each mode.
macro_rules! authenticated {
    ($($mode:ident = $standard:literal;)+) => { $(
        impl<C: BlockCipher<Block = [u8; 16]>> Aead for $mode<C> {
            const NAME: &'static str = Self::NAME;
            const FAMILY: &'static str = C::FAMILY;
            const STANDARD: &'static str = $standard;
            const KEY_BYTES: usize = C::KEY_BYTES;
            const NONCE_BYTES: usize = 12;
            const TAG_BYTES: usize = 16;
            type Key = C::Key;
            type Nonce = [u8; 12];
            type Tag = [u8; 16];

            fn new(key: &C::Key) -> Self {
                Self::new(key)
            }
            fn encrypt_in_place_detached(
                &self,
                nonce: &[u8; 12],
                associated_data: &[u8],
                text: &mut [u8],
            ) -> Result<[u8; 16], ParameterError> {
                self.encrypt_in_place_detached(nonce, associated_data, text)
            }
            fn decrypt_in_place_detached(
                &self,
                nonce: &[u8; 12],
                associated_data: &[u8],
                text: &mut [u8],
                tag: &[u8; 16],
            ) -> Result<(), VerifyError> {
                self.decrypt_in_place_detached(nonce, associated_data, text, tag)
            }
            fn implementation() -> Implementation { C::implementation() }
        }
    )+ };
}

detached!(Gcm Ccm GcmSiv Ocb);
without_message_keys!(Gcm Ccm Ocb);
#[cfg(feature = "alloc")]
in_vectors!(Gcm Ccm GcmSiv Ocb);
authenticated! {
    Gcm = "SP 800-38D";
    Ccm = "SP 800-38C";
    GcmSiv = "RFC 8452";
    Ocb = "RFC 7253";
}
