//! Cobblestone-128 and Cobblestone-256: chunked encryption with AES-GCM.
//!
//! # Standard
//! c2sp.org/chunked-encryption. HKDF-Expand with SHA-512 derives the AES key, base nonce and commitment from the
//! caller's key, a salt and a context. A sealed message consists of the salt, the commitment and the chunks.
//!
//! # Files
//! - `cobblestone/secret`: the key derivation, and encryption of whole messages. The chunks are those of
//!   [`construction::chunked`](crate::construction::chunked).
//!
//! # Backends and constant time
//! Cobblestone uses the backends of AES-GCM and SHA-512, which run in constant time.
//!
//! # Tests
//! `tests/all/chunked.rs` checks messages that an independent implementation in Python sealed.

mod secret;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use self::secret::{COBBLESTONE_128, COBBLESTONE_256, Form, Secret};
#[cfg(feature = "alloc")]
use crate::construction::chunked::{OpenStream, SealStream, whole};
#[cfg(feature = "std")]
use crate::construction::chunked::{Opener, Sealer};
use crate::construction::chunked::{chunks_bytes, text_bytes};
use crate::error::{Allowed, ChunkedError, ParameterError};
use crate::traits::opaque;

/// Length of the salt in bytes.
pub const SALT_BYTES: usize = 24;

/// Length in bytes of the header, which consists of the salt and the commitment.
pub const HEADER_BYTES: usize = SALT_BYTES + secret::COMMITMENT_BYTES;

/// Returns the length of a sealed message with a plaintext of `bytes` bytes, or `None` if this plaintext is too long
/// for one message.
///
/// ```
/// use astragal::aead::chunked::sealed_bytes;
/// assert_eq!(sealed_bytes(0), Some(72));
/// assert_eq!(sealed_bytes(16_384), Some(16_472));
/// ```
#[must_use]
pub const fn sealed_bytes(bytes: u64) -> Option<u64> {
    match chunks_bytes(bytes) {
        Some(chunks) => Some(HEADER_BYTES as u64 + chunks),
        None => None,
    }
}

/// Returns the plaintext length of a sealed message of `bytes` bytes, or `None` if no message has this length. The
/// length is authentic only after the last chunk has been verified.
#[must_use]
pub const fn plaintext_bytes(bytes: u64) -> Option<u64> {
    match bytes.checked_sub(HEADER_BYTES as u64) {
        Some(chunks) => text_bytes(chunks),
        None => None,
    }
}

/// Key of chunked encryption. `K` is the key's type: `[u8; 16]` for [`Cobblestone128`], `[u8; 32]` for
/// [`Cobblestone256`], `[u8]` if the variant is chosen at run time. The key is wiped on drop.
///
/// One key seals any number of messages, each with its own random salt. **The salt must be random:** two messages with
/// the same key, salt and context reveal the XOR of their plaintexts, and allow forgeries.
///
/// ```
/// use astragal::aead::chunked::Cobblestone256;
/// let key = Cobblestone256::new(&[7; 32]);
/// let salt = [1; 24]; // random in practice
/// let sealed = key.seal(&salt, b"context", b"message")?;
/// assert_eq!(key.open(b"context", &sealed)?, b"message");
/// # Ok::<(), astragal::error::ChunkedError>(())
/// ```
pub struct Cobblestone<K: ?Sized> {
    secret: Secret,
    key: PhantomData<fn(&K)>,
}

/// Chunked encryption with AES-128-GCM and 16-byte keys.
pub type Cobblestone128 = Cobblestone<[u8; 16]>;

/// Chunked encryption with AES-256-GCM and 32-byte keys.
pub type Cobblestone256 = Cobblestone<[u8; 32]>;

/// [`Cobblestone128`] or [`Cobblestone256`], chosen at run time by the length of the key.
pub type AnyCobblestone = Cobblestone<[u8]>;

impl Cobblestone128 {
    /// Creates the cipher with a 16-byte key.
    #[must_use]
    pub fn new(key: &[u8; 16]) -> Self {
        Self::with_form(&COBBLESTONE_128, key)
    }
}

impl Cobblestone256 {
    /// Creates the cipher with a 32-byte key.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        Self::with_form(&COBBLESTONE_256, key)
    }
}

impl AnyCobblestone {
    /// Creates the cipher with a 16-byte key (Cobblestone-128) or a 32-byte key (Cobblestone-256).
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` has a different length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::OneOf(&[16, 32]);
        ParameterError::check_length("cobblestone", "key", key.len(), allowed)?;
        let form = if key.len() == 16 { &COBBLESTONE_128 } else { &COBBLESTONE_256 };
        Ok(Self::with_form(form, key))
    }
}

impl<K: ?Sized> Cobblestone<K> {
    fn with_form(form: &'static Form, key: &[u8]) -> Self {
        Self { secret: Secret::new(form, key), key: PhantomData }
    }

    /// Canonical name: `cobblestone-128` or `cobblestone-256`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.secret.name()
    }

    /// Permits the cipher to use all cores for long messages. Has no effect without the feature `parallel`.
    #[must_use]
    pub fn parallel(mut self) -> Self {
        self.secret.use_all_cores();
        self
    }

    /// Seals `plaintext` into `sealed`.
    ///
    /// # Errors
    /// [`ChunkedError::Parameter`] if `sealed` is not exactly [`sealed_bytes`] bytes long.
    pub fn seal_into(
        &self,
        salt: &[u8; SALT_BYTES],
        context: &[u8],
        plaintext: &[u8],
        sealed: &mut [u8],
    ) -> Result<(), ChunkedError> {
        self.secret.seal_into(salt, context, plaintext, sealed)
    }

    /// Verifies `sealed` and decrypts it into `plaintext`.
    ///
    /// # Errors
    /// [`ChunkedError::InvalidCommitment`] if the key or the context is wrong, or the header was changed.
    ///
    /// [`ChunkedError::InvalidChunk`] for the first chunk with an invalid tag. In that case `plaintext` is zeroed.
    ///
    /// [`ChunkedError::Truncated`] if no sealed message can have the length of `sealed`.
    ///
    /// [`ChunkedError::Parameter`] if `plaintext` is not exactly [`plaintext_bytes`] bytes long.
    pub fn open_into(
        &self,
        context: &[u8],
        sealed: &[u8],
        plaintext: &mut [u8],
    ) -> Result<(), ChunkedError> {
        self.secret.open_into(context, sealed, plaintext)
    }

    /// Seals a message in place. On entry, `buffer` starts with a plaintext of `plaintext_bytes` bytes. `buffer` must
    /// be exactly [`sealed_bytes`] bytes long.
    ///
    /// # Errors
    /// [`ChunkedError::Parameter`] if `buffer` has the wrong length. In that case nothing changes.
    pub fn seal_in_place(
        &self,
        salt: &[u8; SALT_BYTES],
        context: &[u8],
        buffer: &mut [u8],
        plaintext_bytes: usize,
    ) -> Result<(), ChunkedError> {
        self.secret.seal_in_place(salt, context, buffer, plaintext_bytes)
    }

    /// Verifies `buffer` and decrypts it in place. Returns the plaintext, which is at the start of `buffer`. The rest
    /// of `buffer` is zeroed.
    ///
    /// # Errors
    /// Returns the same errors as [`open_into`](Self::open_into). `buffer` is zeroed if the tag of a chunk is invalid.
    pub fn open_in_place<'b>(
        &self,
        context: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], ChunkedError> {
        self.secret.open_in_place(context, buffer)
    }

    /// Seals `plaintext` and returns the sealed message.
    ///
    /// # Errors
    /// [`ChunkedError::TooLong`] if `plaintext` has 2^52 bytes or more.
    #[cfg(feature = "alloc")]
    pub fn seal(
        &self,
        salt: &[u8; SALT_BYTES],
        context: &[u8],
        plaintext: &[u8],
    ) -> Result<Vec<u8>, ChunkedError> {
        let mut sealed = whole::zeros(HEADER_BYTES + whole::sealed_length(plaintext)?);
        self.secret.seal_into(salt, context, plaintext, &mut sealed)?;
        Ok(sealed)
    }

    /// Verifies `sealed` and returns the plaintext.
    ///
    /// # Errors
    /// Returns the same errors as [`open_into`](Self::open_into).
    #[cfg(feature = "alloc")]
    pub fn open(&self, context: &[u8], sealed: &[u8]) -> Result<Vec<u8>, ChunkedError> {
        let (_, chunks) = secret::split(sealed)?;
        let mut plaintext = whole::zeros(whole::plaintext_length(chunks)?);
        self.secret.open_into(context, sealed, &mut plaintext)?;
        Ok(plaintext)
    }

    /// Returns a writer that seals the bytes written to it as one message, and passes the sealed message to `writer`.
    ///
    /// ```
    /// use std::io::{Read as _, Write as _};
    /// use astragal::aead::chunked::Cobblestone256;
    /// let key = Cobblestone256::new(&[7; 32]);
    /// let salt = [1; 24]; // random in practice
    /// let mut sealer = key.sealer(&salt, b"context", Vec::new());
    /// sealer.write_all(b"message")?;
    /// let sealed = sealer.finish()?;
    ///
    /// let mut plaintext = Vec::new();
    /// key.opener(b"context", &sealed[..]).read_to_end(&mut plaintext)?;
    /// assert_eq!(plaintext, b"message");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn sealer<W>(&self, salt: &[u8; SALT_BYTES], context: &[u8], writer: W) -> Sealer<W> {
        Sealer { writer, buffer: self.secret.seal_buffer(salt, context) }
    }

    /// Returns a reader that reads a sealed message from `reader` and returns its plaintext.
    ///
    /// ```
    /// use std::io::{Cursor, Read as _, Seek as _, SeekFrom};
    /// use astragal::aead::chunked::Cobblestone256;
    /// let key = Cobblestone256::new(&[7; 32]);
    /// let sealed = key.seal(&[1; 24], b"", &[5; 100_000])?;
    /// let mut opener = key.opener(b"", Cursor::new(sealed));
    /// opener.seek(SeekFrom::End(-3))?;
    /// let mut plaintext = Vec::new();
    /// opener.read_to_end(&mut plaintext)?;
    /// assert_eq!(plaintext, [5; 3]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn opener<R>(&self, context: &[u8], reader: R) -> Opener<R> {
        Opener::new(reader, self.secret.header(context), self.secret.cores())
    }

    /// Returns a streaming sealer for one message. The sealer reads from and writes to buffers that the caller
    /// supplies.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn seal_stream(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> SealStream {
        SealStream::new(self.secret.seal_buffer(salt, context))
    }

    /// Returns a streaming opener for one message. The opener reads from and writes to buffers that the caller
    /// supplies.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn open_stream(&self, context: &[u8]) -> OpenStream {
        OpenStream::new(HEADER_BYTES, self.secret.header(context), self.secret.cores())
    }
}

impl<K: ?Sized> Clone for Cobblestone<K> {
    fn clone(&self) -> Self {
        Self { secret: self.secret.clone(), key: PhantomData }
    }
}

impl<K: ?Sized> fmt::Debug for Cobblestone<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Cobblestone<", self.secret.name(), ">"])
    }
}
