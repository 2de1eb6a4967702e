//! The contract of authenticated ciphers, the engine that a family provides, and what makes types of it.

use core::fmt::Debug;

use super::{ByteArray, Implementation};
use crate::error::InvalidTag;

/// An authenticated cipher; an object of it holds a key.
pub trait Aead: Clone + Debug + Send + Sync + 'static {
    /// The canonical name, as `ascon-aead128`.
    const NAME: &'static str;
    /// The family's name, as `ascon`.
    const FAMILY: &'static str;
    /// The standard and section that define it.
    const STANDARD: &'static str;
    /// The key's length in bytes.
    const KEY_BYTES: usize;
    /// The nonce's length in bytes.
    const NONCE_BYTES: usize;
    /// The tag's length in bytes.
    const TAG_BYTES: usize;
    /// `[u8; KEY_BYTES]`.
    type Key: ByteArray;
    /// `[u8; NONCE_BYTES]`.
    type Nonce: ByteArray;
    /// `[u8; TAG_BYTES]`.
    type Tag: ByteArray;

    /// The cipher under `key`.
    #[must_use]
    fn new(key: &Self::Key) -> Self;

    /// Encrypts `text` in place; the tag stands apart.
    #[must_use]
    fn encrypt_in_place_detached(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Self::Tag;

    /// Decrypts `text` in place if `tag` is its tag.
    ///
    /// # Errors
    /// [`InvalidTag`] when it is not; `text` is zeroed then.
    fn decrypt_in_place_detached(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &Self::Tag,
    ) -> Result<(), InvalidTag>;

    /// The code that runs here now.
    #[must_use]
    fn implementation() -> Implementation;
}

/// What a family provides for [`aead_types`].
pub(crate) trait Engine: Clone + Send + Sync + 'static {
    type Key: ByteArray;
    /// The state of a message, after its associated data.
    type Message: Clone + Send + Sync + 'static;
    fn new(key: &Self::Key) -> Self;
    fn begin(&self, nonce: &[u8; 16], associated_data: &[u8]) -> Self::Message;
    fn encrypt(message: &mut Self::Message, text: &mut [u8]);
    fn decrypt(message: &mut Self::Message, text: &mut [u8]);
    fn tag(&self, message: Self::Message) -> [u8; 16];
}

/// Declares authenticated ciphers with nonces and tags of 16 bytes, each upon an [`Engine`].
macro_rules! aead_types {
    ($family:literal, $implementation:path;
        $($name:ident = $canonical:literal, key $key:literal, $standard:literal: $engine:ty;)+) => { $(
        #[doc = concat!("`", $canonical, "` (", $standard, "): key of ", $key,
            " bytes, nonce and tag of 16.")]
        ///
        /// ```
        #[doc = concat!("use astragal::aead::", stringify!($name), ";")]
        #[doc = concat!("let cipher = ", stringify!($name), "::new(&[7; ", $key, "]);")]
        /// let nonce = [1; 16]; // never twice with the same key
        /// # #[cfg(feature = "alloc")] {
        /// let sealed = cipher.encrypt(&nonce, b"header", b"message");
        /// assert_eq!(cipher.decrypt(&nonce, b"header", &sealed)?, b"message");
        /// assert!(cipher.decrypt(&nonce, b"another header", &sealed).is_err());
        /// # }
        /// # Ok::<(), astragal::error::InvalidTag>(())
        /// ```
        #[derive(Clone)]
        pub struct $name($engine);

        impl $name {
            /// The cipher under `key`.
            #[must_use]
            pub fn new(key: &[u8; $key]) -> Self {
                $crate::kind::aead::erase_after(|| Self($crate::kind::aead::Engine::new(key)))
            }

            /// Encrypts `text` in place; the tag stands apart.
            #[must_use]
            pub fn encrypt_in_place_detached(
                &self,
                nonce: &[u8; 16],
                associated_data: &[u8],
                text: &mut [u8],
            ) -> [u8; 16] {
                $crate::kind::aead::erase_after(|| {
                    $crate::kind::aead::seal(&self.0, nonce, associated_data, text)
                })
            }

            /// Decrypts `text` in place if `tag` is its tag.
            ///
            /// # Errors
            /// [`InvalidTag`](crate::error::InvalidTag) when it is not; `text` is zeroed then.
            pub fn decrypt_in_place_detached(
                &self,
                nonce: &[u8; 16],
                associated_data: &[u8],
                text: &mut [u8],
                tag: &[u8; 16],
            ) -> Result<(), $crate::error::InvalidTag> {
                $crate::kind::aead::erase_after(|| {
                    $crate::kind::aead::open(&self.0, nonce, associated_data, text, tag)
                })
            }

            /// The ciphertext of `plaintext`, with the tag behind it.
            #[cfg(feature = "alloc")]
            #[must_use]
            pub fn encrypt(
                &self,
                nonce: &[u8; 16],
                associated_data: &[u8],
                plaintext: &[u8],
            ) -> alloc::vec::Vec<u8> {
                $crate::kind::stream::encrypt(self, nonce, associated_data, plaintext)
            }

            /// The plaintext of `sealed`, a ciphertext with its tag behind it.
            ///
            /// # Errors
            /// [`InvalidTag`](crate::error::InvalidTag) when the tag does not verify or `sealed` is
            /// shorter than a tag.
            #[cfg(feature = "alloc")]
            pub fn decrypt(
                &self,
                nonce: &[u8; 16],
                associated_data: &[u8],
                sealed: &[u8],
            ) -> Result<alloc::vec::Vec<u8>, $crate::error::InvalidTag> {
                $crate::kind::stream::decrypt(self, nonce, associated_data, sealed)
            }

            /// Encrypts a message that comes piece by piece.
            #[cfg(feature = "alloc")]
            #[must_use]
            pub fn encryptor(&self, nonce: &[u8; 16], associated_data: &[u8]) -> $crate::kind::stream::Encryptor {
                $crate::kind::stream::Encryptor::new(self.0.clone(), nonce, associated_data)
            }

            /// Decrypts a message that comes piece by piece; keeps it all until the tag has verified.
            #[cfg(feature = "alloc")]
            #[must_use]
            pub fn decryptor(&self, nonce: &[u8; 16], associated_data: &[u8]) -> $crate::kind::stream::Decryptor {
                $crate::kind::stream::Decryptor::new(self.0.clone(), nonce, associated_data)
            }
        }

        impl $crate::kind::aead::Aead for $name {
            const NAME: &'static str = $canonical;
            const FAMILY: &'static str = $family;
            const STANDARD: &'static str = $standard;
            const KEY_BYTES: usize = $key;
            const NONCE_BYTES: usize = 16;
            const TAG_BYTES: usize = 16;
            type Key = [u8; $key];
            type Nonce = [u8; 16];
            type Tag = [u8; 16];

            fn new(key: &Self::Key) -> Self {
                Self::new(key)
            }
            fn encrypt_in_place_detached(
                &self,
                nonce: &Self::Nonce,
                associated_data: &[u8],
                text: &mut [u8],
            ) -> Self::Tag {
                self.encrypt_in_place_detached(nonce, associated_data, text)
            }
            fn decrypt_in_place_detached(
                &self,
                nonce: &Self::Nonce,
                associated_data: &[u8],
                text: &mut [u8],
                tag: &Self::Tag,
            ) -> Result<(), $crate::error::InvalidTag> {
                self.decrypt_in_place_detached(nonce, associated_data, text, tag)
            }
            fn implementation() -> $crate::kind::Implementation {
                $implementation()
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($name), " { .. }"))
            }
        }
    )+ };
}

pub(crate) use aead_types;

/// Calls `body`, which works with a key, and erases its stack.
#[inline(always)]
pub(crate) fn erase_after<R>(body: impl FnOnce() -> R) -> R {
    crate::machine::stack::erase_after(1024, body)
}

/// Encrypts `text` in place and gives its tag.
pub(crate) fn seal<E: Engine>(
    engine: &E,
    nonce: &[u8; 16],
    associated_data: &[u8],
    text: &mut [u8],
) -> [u8; 16] {
    let mut message = engine.begin(nonce, associated_data);
    E::encrypt(&mut message, text);
    engine.tag(message)
}

/// Decrypts `text` in place; zeroes it when `tag` is not its tag.
pub(crate) fn open<E: Engine>(
    engine: &E,
    nonce: &[u8; 16],
    associated_data: &[u8],
    text: &mut [u8],
    tag: &[u8; 16],
) -> Result<(), InvalidTag> {
    use zeroize::Zeroize;

    let mut message = engine.begin(nonce, associated_data);
    E::decrypt(&mut message, text);
    let verified = crate::kind::mac::same_tag(&mut engine.tag(message), tag);
    if verified.is_err() {
        text.zeroize();
    }
    verified
}
