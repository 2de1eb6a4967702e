//! Cobblestone-128 and Cobblestone-256 (c2sp.org/chunked-encryption): chunked encryption with AES-GCM, whose key, base
//! nonce and commitment are derived from the caller's key, a salt and a context by HKDF-Expand with SHA-512.
//!
//! A message is salt, commitment, and the chunks of [`construction::chunked`](crate::construction::chunked). AES and
//! SHA-512 choose the backends.

#[cfg(feature = "alloc")]
use alloc::boxed::Box;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use crate::algorithm::rijndael::{Aes128, Aes256};
use crate::algorithm::sha2::sha512::Sha512;
use crate::construction::chunked::{ChunkCipher, ChunkedAead, chunks_bytes, text_bytes, whole};
#[cfg(feature = "alloc")]
use crate::construction::chunked::{Header, OpenStream, SealBuffer, SealStream};
#[cfg(feature = "std")]
use crate::construction::chunked::{Opener, Sealer};
use crate::construction::hkdf::Hkdf;
use crate::construction::mode::gcm::Gcm;
use crate::error::{Allowed, ChunkedError, ParameterError};
use crate::platform::cores::Cores;
use crate::platform::stack::{VECTOR_STACK_BYTES, with_stack_wipe};
use crate::platform::words::erase;
use crate::traits::aead::Aead;
use crate::traits::mac::same_tag;
use crate::traits::{ByteArray, opaque};

/// Length of the salt in bytes.
pub const SALT_BYTES: usize = 24;

const COMMITMENT_BYTES: usize = 32;

/// Length of the header in bytes: salt and commitment.
pub const HEADER_BYTES: usize = SALT_BYTES + COMMITMENT_BYTES;

/// Returns the length of a sealed message with a plaintext of `bytes` bytes. `None` if a message cannot be that long.
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

/// Returns the length of the plaintext of a sealed message of `bytes` bytes. `None` if no message has this length. The
/// length is authentic once the last chunk verifies.
#[must_use]
pub const fn plaintext_bytes(bytes: u64) -> Option<u64> {
    match bytes.checked_sub(HEADER_BYTES as u64) {
        Some(chunks) => text_bytes(chunks),
        None => None,
    }
}

/// Function that gets the cipher of a message.
type UseCipher<'a> = dyn FnMut(&dyn ChunkCipher) + 'a;

/// Creates the cipher of a message from its derived key and base nonce.
#[cfg(feature = "alloc")]
type NewCipher = fn(Cores, &[u8], &[u8; 12]) -> Box<dyn ChunkCipher>;

/// One of the two forms.
struct Form {
    name: &'static str,
    /// Name of the AEAD at IANA.
    aead: &'static str,
    key_bytes: usize,
    /// Calls the function with the cipher of a derived key and base nonce.
    with_cipher: fn(Cores, &[u8], &[u8; 12], &mut UseCipher<'_>),
    #[cfg(feature = "alloc")]
    boxed: NewCipher,
}

impl Form {
    const fn of<A: Aead<Nonce = [u8; 12], Tag = [u8; 16]>>(
        name: &'static str,
        aead: &'static str,
    ) -> Self {
        Self {
            name,
            aead,
            key_bytes: A::KEY_BYTES,
            with_cipher: |cores, key, base_nonce, call| {
                call(&chunked::<A>(cores, key, base_nonce));
            },
            #[cfg(feature = "alloc")]
            boxed: |cores, key, base_nonce| {
                let bytes = VECTOR_STACK_BYTES + 4 * size_of::<A>();
                with_stack_wipe(bytes, || -> Box<dyn ChunkCipher> {
                    Box::new(chunked::<A>(cores, key, base_nonce))
                })
            },
        }
    }
}

/// `key` has the length of the AEAD's key.
fn chunked<A: Aead<Nonce = [u8; 12], Tag = [u8; 16]>>(
    cores: Cores,
    key: &[u8],
    base_nonce: &[u8; 12],
) -> ChunkedAead<A> {
    let cipher = ChunkedAead::<A>::new(&A::Key::chunks(key).0[0], base_nonce);
    if cores == Cores::All { cipher.parallel() } else { cipher }
}

static COBBLESTONE_128: Form = Form::of::<Gcm<Aes128>>("cobblestone-128", "AEAD_AES_128_GCM");
static COBBLESTONE_256: Form = Form::of::<Gcm<Aes256>>("cobblestone-256", "AEAD_AES_256_GCM");

/// Longest key, base nonce and commitment.
const DERIVED_BYTES: usize = 32 + 12 + COMMITMENT_BYTES;

/// Key, base nonce and commitment of one message.
struct Derived {
    form: &'static Form,
    bytes: [u8; DERIVED_BYTES],
}

impl Derived {
    fn key(&self) -> &[u8] {
        &self.bytes[..self.form.key_bytes]
    }

    fn base_nonce(&self) -> &[u8; 12] {
        self.bytes[self.form.key_bytes..].first_chunk().unwrap_or(&[0; 12])
    }

    fn commitment(&self) -> [u8; COMMITMENT_BYTES] {
        *self.bytes[self.form.key_bytes + 12..].first_chunk().unwrap_or(&[0; COMMITMENT_BYTES])
    }
}

impl Drop for Derived {
    fn drop(&mut self) {
        erase(&mut self.bytes);
    }
}

/// Key of chunked encryption. `K` is the key's type: `[u8; 16]` for [`Cobblestone128`], `[u8; 32]` for
/// [`Cobblestone256`], `[u8]` if the form is chosen at run time. The key is wiped on drop.
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

/// Chunked encryption with AES-128-GCM and keys of 16 bytes.
pub type Cobblestone128 = Cobblestone<[u8; 16]>;

/// Chunked encryption with AES-256-GCM and keys of 32 bytes.
pub type Cobblestone256 = Cobblestone<[u8; 32]>;

/// [`Cobblestone128`] or [`Cobblestone256`], chosen at run time by the length of the key.
pub type AnyCobblestone = Cobblestone<[u8]>;

#[derive(Clone)]
struct Secret {
    form: &'static Form,
    hkdf: Hkdf<Sha512>,
    cores: Cores,
}

impl Cobblestone128 {
    /// Creates the cipher with `key`.
    #[must_use]
    pub fn new(key: &[u8; 16]) -> Self {
        Self::with_form(&COBBLESTONE_128, key)
    }
}

impl Cobblestone256 {
    /// Creates the cipher with `key`.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        Self::with_form(&COBBLESTONE_256, key)
    }
}

impl AnyCobblestone {
    /// Creates the cipher with a key of 16 bytes (Cobblestone-128) or 32 bytes (Cobblestone-256).
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` has another length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::OneOf(&[16, 32]);
        ParameterError::check_length("cobblestone", "key", key.len(), allowed)?;
        let form = if key.len() == 16 { &COBBLESTONE_128 } else { &COBBLESTONE_256 };
        Ok(Self::with_form(form, key))
    }
}

impl<K: ?Sized> Cobblestone<K> {
    fn with_form(form: &'static Form, key: &[u8]) -> Self {
        let secret = Secret { form, hkdf: Hkdf::from_any_key(key), cores: Cores::One };
        Self { secret, key: PhantomData }
    }

    /// Canonical name: `cobblestone-128` or `cobblestone-256`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.secret.form.name
    }

    /// Works on all cores if a message is long and the feature `parallel` is enabled.
    #[must_use]
    pub fn parallel(mut self) -> Self {
        self.secret.cores = Cores::All;
        self
    }

    /// Seals `plaintext` into `sealed`.
    ///
    /// # Errors
    /// [`ChunkedError::Parameter`] if `sealed` does not have exactly [`sealed_bytes`] bytes.
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
    /// [`ChunkedError::InvalidCommitment`] if key or context is wrong, or the header was changed.
    ///
    /// [`ChunkedError::InvalidChunk`] for the first chunk that does not verify; `plaintext` is zeroed then.
    ///
    /// [`ChunkedError::Truncated`] if no message is as long as `sealed`.
    ///
    /// [`ChunkedError::Parameter`] if `plaintext` does not have exactly [`plaintext_bytes`] bytes.
    pub fn open_into(
        &self,
        context: &[u8],
        sealed: &[u8],
        plaintext: &mut [u8],
    ) -> Result<(), ChunkedError> {
        self.secret.open_into(context, sealed, plaintext)
    }

    /// Seals in place. On entry, `buffer` starts with the plaintext of `plaintext_bytes` bytes. It has exactly
    /// [`sealed_bytes`] bytes.
    ///
    /// # Errors
    /// [`ChunkedError::Parameter`] if `buffer` has another length. Nothing changes then.
    pub fn seal_in_place(
        &self,
        salt: &[u8; SALT_BYTES],
        context: &[u8],
        buffer: &mut [u8],
        plaintext_bytes: usize,
    ) -> Result<(), ChunkedError> {
        self.secret.seal_in_place(salt, context, buffer, plaintext_bytes)
    }

    /// Verifies `buffer` and decrypts it in place. Returns the plaintext, at the start of `buffer`. The rest is zeroed.
    ///
    /// # Errors
    /// The errors of [`open_into`](Self::open_into). `buffer` is zeroed if a chunk does not verify.
    pub fn open_in_place<'b>(
        &self,
        context: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], ChunkedError> {
        self.secret.open_in_place(context, buffer)
    }

    /// Seals `plaintext`.
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
    /// The errors of [`open_into`](Self::open_into).
    #[cfg(feature = "alloc")]
    pub fn open(&self, context: &[u8], sealed: &[u8]) -> Result<Vec<u8>, ChunkedError> {
        let (_, chunks) = split(sealed)?;
        let mut plaintext = whole::zeros(whole::plaintext_length(chunks)?);
        self.secret.open_into(context, sealed, &mut plaintext)?;
        Ok(plaintext)
    }

    /// Returns a writer that seals one message and writes it to `writer`.
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

    /// Returns a reader of the plaintext of the message in `reader`.
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
        Opener::new(reader, self.secret.header(context), self.secret.cores)
    }

    /// Returns a stream that seals one message from buffer to buffer.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn seal_stream(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> SealStream {
        SealStream::new(self.secret.seal_buffer(salt, context))
    }

    /// Returns a stream that opens one message from buffer to buffer.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn open_stream(&self, context: &[u8]) -> OpenStream {
        OpenStream::new(HEADER_BYTES, self.secret.header(context), self.secret.cores)
    }
}

impl Secret {
    fn derive(&self, salt: &[u8], context: &[u8]) -> Derived {
        let form = self.form;
        let mut derived = Derived { form, bytes: [0; DERIVED_BYTES] };
        let info = [
            b"c2sp.org/chunked-encryption@v1+".as_slice(),
            form.aead.as_bytes(),
            &[0],
            salt,
            context,
        ];
        let end = form.key_bytes + 12 + COMMITMENT_BYTES;
        self.hkdf.expand_parts(&info, &mut derived.bytes[..end]);
        derived
    }

    /// Derives the values of a message and compares the commitment in its header.
    fn verify(&self, context: &[u8], header: &[u8]) -> Result<Derived, ChunkedError> {
        let (salt, commitment) = header.split_at(SALT_BYTES);
        let derived = self.derive(salt, context);
        let verified = same_tag(&mut derived.commitment(), commitment);
        verified.map_err(|_| ChunkedError::InvalidCommitment)?;
        Ok(derived)
    }

    /// Calls `work` with the cipher of a message.
    fn with_cipher(
        &self,
        derived: &Derived,
        work: impl FnOnce(&dyn ChunkCipher) -> Result<(), ChunkedError>,
    ) -> Result<(), ChunkedError> {
        let (mut work, mut result) = (Some(work), Ok(()));
        let with_cipher = self.form.with_cipher;
        with_stack_wipe(VECTOR_STACK_BYTES, || {
            with_cipher(self.cores, derived.key(), derived.base_nonce(), &mut |cipher| {
                if let Some(work) = work.take() {
                    result = work(cipher);
                }
            });
        });
        result
    }

    fn seal_into(
        &self,
        salt: &[u8; SALT_BYTES],
        context: &[u8],
        plaintext: &[u8],
        sealed: &mut [u8],
    ) -> Result<(), ChunkedError> {
        let needed = HEADER_BYTES + whole::sealed_length(plaintext)?;
        ParameterError::check_buffer(self.form.name, sealed, needed)?;
        let (header, chunks) = sealed.split_at_mut(HEADER_BYTES);
        let derived = self.begin(salt, context, header);
        self.with_cipher(&derived, |cipher| whole::seal_into(cipher, self.cores, plaintext, chunks))
    }

    fn open_into(
        &self,
        context: &[u8],
        sealed: &[u8],
        plaintext: &mut [u8],
    ) -> Result<(), ChunkedError> {
        let (header, chunks) = split(sealed)?;
        ParameterError::check_buffer(self.form.name, plaintext, whole::plaintext_length(chunks)?)?;
        let derived = self.verify(context, header)?;
        self.with_cipher(&derived, |cipher| whole::open_into(cipher, self.cores, chunks, plaintext))
    }

    fn seal_in_place(
        &self,
        salt: &[u8; SALT_BYTES],
        context: &[u8],
        buffer: &mut [u8],
        plaintext_bytes: usize,
    ) -> Result<(), ChunkedError> {
        let needed = sealed_bytes(plaintext_bytes as u64);
        let needed = needed.and_then(|bytes| usize::try_from(bytes).ok());
        let needed = needed.ok_or(ChunkedError::TooLong)?;
        ParameterError::check_buffer(self.form.name, buffer, needed)?;
        buffer.copy_within(..plaintext_bytes, HEADER_BYTES);
        let (header, chunks) = buffer.split_at_mut(HEADER_BYTES);
        let derived = self.begin(salt, context, header);
        self.with_cipher(&derived, |cipher| {
            whole::seal_in_place(cipher, self.cores, chunks, plaintext_bytes)
        })
    }

    fn open_in_place<'b>(
        &self,
        context: &[u8],
        buffer: &'b mut [u8],
    ) -> Result<&'b mut [u8], ChunkedError> {
        split(buffer)?;
        let (header, chunks) = buffer.split_at_mut(HEADER_BYTES);
        let bytes = whole::plaintext_length(chunks)?;
        let derived = self.verify(context, header)?;
        self.with_cipher(&derived, |cipher| {
            whole::open_in_place(cipher, self.cores, chunks).map(|_| ())
        })?;
        buffer.copy_within(HEADER_BYTES..HEADER_BYTES + bytes, 0);
        let (plaintext, rest) = buffer.split_at_mut(bytes);
        erase(rest);
        Ok(plaintext)
    }

    #[cfg(feature = "alloc")]
    fn seal_buffer(&self, salt: &[u8; SALT_BYTES], context: &[u8]) -> SealBuffer {
        let mut header = [0; HEADER_BYTES];
        let derived = self.begin(salt, context, &mut header);
        let cipher = (self.form.boxed)(self.cores, derived.key(), derived.base_nonce());
        SealBuffer::new(cipher, self.cores, &header)
    }

    #[cfg(feature = "alloc")]
    fn header(&self, context: &[u8]) -> Header {
        let (secret, context) = (self.clone(), Vec::from(context));
        let from_header = move |header: &[u8]| {
            let derived = secret.verify(&context, header)?;
            Ok((secret.form.boxed)(secret.cores, derived.key(), derived.base_nonce()))
        };
        Header::Unread(HEADER_BYTES, Box::new(from_header))
    }

    /// Writes the header of a new message.
    fn begin(&self, salt: &[u8; SALT_BYTES], context: &[u8], header: &mut [u8]) -> Derived {
        let derived = self.derive(salt, context);
        header[..SALT_BYTES].copy_from_slice(salt);
        header[SALT_BYTES..].copy_from_slice(&derived.commitment());
        derived
    }
}

/// Splits a message into header and chunks.
fn split(sealed: &[u8]) -> Result<(&[u8], &[u8]), ChunkedError> {
    sealed.split_at_checked(HEADER_BYTES).ok_or(ChunkedError::Truncated)
}

impl<K: ?Sized> Clone for Cobblestone<K> {
    fn clone(&self) -> Self {
        Self { secret: self.secret.clone(), key: PhantomData }
    }
}

impl<K: ?Sized> fmt::Debug for Cobblestone<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Cobblestone<", self.secret.form.name, ">"])
    }
}
