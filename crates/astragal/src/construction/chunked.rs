//! Chunked encryption (c2sp.org/chunked-encryption) without the header. It splits a message into chunks and seals each
//! chunk independently.
//!
//! Chunk k is sealed under the base nonce XOR k. Every chunk but the last holds [`CHUNK_BYTES`] bytes of plaintext. The
//! last chunk is always shorter, and may be empty. A message that ends with a full chunk is therefore truncated.
//!
//! | file | contents |
//! | --- | --- |
//! | `chunked/whole.rs` | messages in memory |
//! | `chunked/sealing.rs`, `chunked/opening.rs` | [`Sealer`] and [`Opener`], with their buffers |
//! | `chunked/stream.rs` | streams from buffer to buffer |

#[cfg(feature = "alloc")]
mod opening;
#[cfg(feature = "alloc")]
mod sealing;
#[cfg(feature = "alloc")]
mod stream;
pub(crate) mod whole;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::fmt;

use crate::error::{ChunkedError, VerifyError};
use crate::platform::cores::Cores;
use crate::traits::aead::Aead;
use crate::traits::opaque;

#[cfg(feature = "alloc")]
pub(crate) use self::opening::Header;
#[cfg(feature = "std")]
pub use self::opening::Opener;
#[cfg(feature = "alloc")]
pub(crate) use self::sealing::SealBuffer;
#[cfg(feature = "std")]
pub use self::sealing::Sealer;
#[cfg(feature = "alloc")]
pub use self::stream::{OpenStream, SealStream};

/// Plaintext length of every chunk but the last, in bytes. The last chunk is shorter.
#[cfg(not(all(test, miri)))]
pub const CHUNK_BYTES: usize = 16_384;

/// Under Miri, which is slow, the unit tests use short chunks.
#[cfg(all(test, miri))]
pub const CHUNK_BYTES: usize = 64;

/// Length of a chunk's tag in bytes.
pub(crate) const TAG_BYTES: usize = 16;

/// Length of every sealed chunk but the last, in bytes.
pub(crate) const SEALED_CHUNK_BYTES: usize = CHUNK_BYTES + TAG_BYTES;

/// Maximum number of chunks.
pub(crate) const MAX_CHUNKS: u64 = 1 << 38;

/// Returns the total length of the sealed chunks for a plaintext of `bytes` bytes, or `None` if there would be more
/// than 2^38 chunks.
pub(crate) const fn chunks_bytes(bytes: u64) -> Option<u64> {
    let chunks = bytes / CHUNK_BYTES as u64 + 1;
    if chunks > MAX_CHUNKS { None } else { Some(bytes + chunks * TAG_BYTES as u64) }
}

/// Returns the plaintext length of a message whose sealed chunks total `bytes` bytes. Returns `None` if no message has
/// sealed chunks of this total length.
pub(crate) const fn text_bytes(bytes: u64) -> Option<u64> {
    let (whole, last) = (bytes / SEALED_CHUNK_BYTES as u64, bytes % SEALED_CHUNK_BYTES as u64);
    if whole >= MAX_CHUNKS || last < TAG_BYTES as u64 {
        return None;
    }
    Some(bytes - (whole + 1) * TAG_BYTES as u64)
}

/// Returns the maximum number of chunks in a stream's buffer. If the stream uses all cores, a full buffer contains
/// several chunks for each core.
#[cfg(feature = "alloc")]
const fn batch_chunks(cores: Cores) -> usize {
    match cores {
        Cores::One => 8,
        Cores::All => 128,
    }
}

/// Cipher that seals and opens single chunks. Callers use it as a trait object, so that the code for whole messages is
/// compiled once for all ciphers.
pub(crate) trait ChunkCipher: Send + Sync {
    /// Encrypts the text of chunk `index` in place and returns its tag.
    fn seal(&self, index: u64, text: &mut [u8]) -> Result<[u8; TAG_BYTES], ChunkedError>;
    /// Verifies and decrypts the text of chunk `index` in place. Zeroes `text` if the tag is invalid.
    fn open(&self, index: u64, text: &mut [u8], tag: &[u8; 16]) -> Result<(), ChunkedError>;
}

/// Chunked encryption in raw mode, without a header or a key commitment. The caller derives the key and the base nonce.
/// **Hazardous:** two messages under the same base nonce reveal both messages. Without a commitment, a ciphertext may
/// verify under two keys. [`Cobblestone256`](crate::aead::chunked::Cobblestone256) derives the key and the nonce of
/// each message.
///
/// The AEAD must have 12-byte nonces and 16-byte tags.
///
/// ```
/// use astragal::aead::Gcm;
/// use astragal::cipher::Aes256;
/// use astragal::hazmat::ChunkedAead;
/// let chunked = ChunkedAead::<Gcm<Aes256>>::new(&[7; 32], &[1; 12]);
/// let sealed = chunked.seal(b"message")?;
/// assert_eq!(chunked.open(&sealed)?, b"message");
/// # Ok::<(), astragal::error::ChunkedError>(())
/// ```
#[derive(Clone)]
pub struct ChunkedAead<A> {
    aead: A,
    base_nonce: [u8; 12],
    cores: Cores,
}

impl<A: Aead<Nonce = [u8; 12], Tag = [u8; TAG_BYTES]>> ChunkedAead<A> {
    /// Creates the cipher with `key`. Chunk k is sealed under the nonce `base_nonce` XOR k.
    #[must_use]
    pub fn new(key: &A::Key, base_nonce: &[u8; 12]) -> Self {
        Self { aead: A::new(key), base_nonce: *base_nonce, cores: Cores::One }
    }

    /// Lets the cipher use all cores for long messages. Has no effect without the feature `parallel`.
    #[must_use]
    pub fn parallel(mut self) -> Self {
        self.cores = Cores::All;
        self
    }

    /// Encrypts the text of chunk `index` in place and returns its tag. Every chunk but the last has [`CHUNK_BYTES`]
    /// bytes; the last is shorter.
    ///
    /// # Errors
    /// [`ChunkedError::Parameter`] if `text` is longer than [`CHUNK_BYTES`].
    ///
    /// [`ChunkedError::TooLong`] if `index` is 2^38 or more.
    pub fn seal_chunk(&self, index: u64, text: &mut [u8]) -> Result<[u8; 16], ChunkedError> {
        self.check(index, text)?;
        ChunkCipher::seal(self, index, text)
    }

    /// Verifies the tag of chunk `index` and decrypts its text in place. The caller must check that the message ends
    /// with a chunk shorter than [`CHUNK_BYTES`], and that no other chunk is shorter.
    ///
    /// # Errors
    /// [`ChunkedError::InvalidChunk`] if the tag is invalid. In that case `text` is zeroed. Also returns the errors of
    /// [`seal_chunk`](Self::seal_chunk).
    pub fn open_chunk(
        &self,
        index: u64,
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), ChunkedError> {
        self.check(index, text)?;
        ChunkCipher::open(self, index, text, tag)
    }

    /// Seals `plaintext` and returns the chunks.
    ///
    /// # Errors
    /// [`ChunkedError::TooLong`] if there are more than 2^38 chunks.
    #[cfg(feature = "alloc")]
    pub fn seal(&self, plaintext: &[u8]) -> Result<Vec<u8>, ChunkedError> {
        let mut sealed = whole::zeros(whole::sealed_length(plaintext)?);
        whole::seal_into(self, self.cores, plaintext, &mut sealed)?;
        Ok(sealed)
    }

    /// Verifies the chunks in `sealed` and returns the plaintext.
    ///
    /// # Errors
    /// [`ChunkedError::InvalidChunk`] for the first chunk with an invalid tag.
    ///
    /// [`ChunkedError::Truncated`] if `sealed` does not have the length of a complete message.
    #[cfg(feature = "alloc")]
    pub fn open(&self, sealed: &[u8]) -> Result<Vec<u8>, ChunkedError> {
        let mut plaintext = whole::zeros(whole::plaintext_length(sealed)?);
        whole::open_into(self, self.cores, sealed, &mut plaintext)?;
        Ok(plaintext)
    }

    /// Returns a writer that seals one message and writes the chunks to `writer`.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn sealer<W>(self, writer: W) -> Sealer<W> {
        let cores = self.cores;
        Sealer { writer, buffer: SealBuffer::new(alloc::boxed::Box::new(self), cores, &[]) }
    }

    /// Returns a reader that reads sealed chunks from `reader`, opens them and yields their plaintext.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn opener<R>(self, reader: R) -> Opener<R> {
        let cores = self.cores;
        Opener::new(reader, Header::None(alloc::boxed::Box::new(self)), cores)
    }

    fn check(&self, index: u64, text: &[u8]) -> Result<(), ChunkedError> {
        use crate::error::{Allowed, ParameterError};

        if index >= MAX_CHUNKS {
            return Err(ChunkedError::TooLong);
        }
        let allowed = Allowed::AtMost(CHUNK_BYTES);
        Ok(ParameterError::check_length(A::NAME, "chunk", text.len(), allowed)?)
    }

    fn nonce(&self, index: u64) -> [u8; 12] {
        let mut nonce = self.base_nonce;
        nonce[4..].iter_mut().zip(index.to_be_bytes()).for_each(|(byte, index)| *byte ^= index);
        nonce
    }
}

impl<A: Aead<Nonce = [u8; 12], Tag = [u8; TAG_BYTES]>> ChunkCipher for ChunkedAead<A> {
    fn seal(&self, index: u64, text: &mut [u8]) -> Result<[u8; TAG_BYTES], ChunkedError> {
        Ok(self.aead.encrypt_in_place_detached(&self.nonce(index), &[], text)?)
    }

    fn open(&self, index: u64, text: &mut [u8], tag: &[u8; 16]) -> Result<(), ChunkedError> {
        let opened = self.aead.decrypt_in_place_detached(&self.nonce(index), &[], text, tag);
        opened.map_err(|error| match error {
            VerifyError::Parameter(error) => error.into(),
            _ => ChunkedError::InvalidChunk { chunk: index },
        })
    }
}

impl<A: Aead> fmt::Debug for ChunkedAead<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["ChunkedAead<", A::NAME, ">"])
    }
}
