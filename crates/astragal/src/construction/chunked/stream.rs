//! Seals and opens streams between buffers, without `Read` and `Write`. Asynchronous programs and the bindings to other
//! languages use these streams.

use core::fmt;

use super::opening::{Header, OpenBuffer};
use super::sealing::SealBuffer;
use super::{CHUNK_BYTES, SEALED_CHUNK_BYTES, TAG_BYTES};
use crate::error::{ChunkedError, ParameterError};
use crate::platform::cores::Cores;
use crate::platform::words::erase;

/// Algorithm name in parameter errors.
const NAME: &str = "chunked encryption";

/// Seals one message in parts, from buffer to buffer. Created by
/// [`Cobblestone::seal_stream`](crate::aead::chunked::Cobblestone::seal_stream).
///
/// Holds less than one chunk of plaintext between calls.
///
/// ```
/// use astragal::aead::chunked::Cobblestone256;
/// let key = Cobblestone256::new(&[7; 32]);
/// let salt = [1; 24]; // random in practice
/// let mut stream = key.seal_stream(&salt, b"context");
/// let mut sealed = vec![0; stream.update_bytes(7)];
/// stream.update_into(b"message", &mut sealed)?;
/// let mut end = vec![0; stream.finish_bytes()];
/// stream.finish_into(&mut end)?;
/// sealed.extend(end);
/// assert_eq!(key.open(b"context", &sealed)?, b"message");
/// # Ok::<(), astragal::error::ChunkedError>(())
/// ```
pub struct SealStream {
    buffer: SealBuffer,
    has_ended: bool,
}

impl SealStream {
    pub(crate) fn new(buffer: SealBuffer) -> Self {
        Self { buffer, has_ended: false }
    }

    /// Returns the number of bytes that [`update_into`](Self::update_into) writes for `bytes` bytes of plaintext.
    #[must_use]
    pub fn update_bytes(&self, bytes: usize) -> usize {
        let chunks = self.buffer.plaintext_bytes().saturating_add(bytes) / CHUNK_BYTES;
        self.buffer.pending().len().saturating_add(chunks.saturating_mul(SEALED_CHUNK_BYTES))
    }

    /// Seals the next part of the message and writes all complete chunks to `sealed`. The first call also writes the
    /// header.
    ///
    /// # Errors
    /// [`ChunkedError::Parameter`] if `sealed` is not exactly [`update_bytes`](Self::update_bytes) bytes long.
    ///
    /// [`ChunkedError::TooLong`] if the message has more than 2^38 chunks.
    ///
    /// [`ChunkedError::Ended`] after [`finish_into`](Self::finish_into).
    pub fn update_into(&mut self, plaintext: &[u8], sealed: &mut [u8]) -> Result<(), ChunkedError> {
        self.check_not_ended()?;
        ParameterError::check_buffer(NAME, sealed, self.update_bytes(plaintext.len()))?;
        let mut at = self.write_pending(sealed);
        let mut rest = plaintext;
        while !rest.is_empty() {
            let taken = self.buffer.push(rest);
            rest = &rest[taken..];
            if self.buffer.plaintext_bytes() >= CHUNK_BYTES {
                self.buffer.seal_complete()?;
                at += self.write_pending(&mut sealed[at..]);
            }
        }
        Ok(())
    }

    /// Returns the number of bytes that [`finish_into`](Self::finish_into) writes.
    #[must_use]
    pub fn finish_bytes(&self) -> usize {
        self.buffer.pending().len() + self.buffer.plaintext_bytes() + TAG_BYTES
    }

    /// Seals the last chunk and ends the message.
    ///
    /// # Errors
    /// [`ChunkedError::Parameter`] if `sealed` is not exactly [`finish_bytes`](Self::finish_bytes) bytes long.
    ///
    /// [`ChunkedError::TooLong`] if the message has more than 2^38 chunks.
    ///
    /// [`ChunkedError::Ended`] if the message has ended.
    pub fn finish_into(&mut self, sealed: &mut [u8]) -> Result<(), ChunkedError> {
        self.check_not_ended()?;
        ParameterError::check_buffer(NAME, sealed, self.finish_bytes())?;
        let at = self.write_pending(sealed);
        self.buffer.seal_last()?;
        self.write_pending(&mut sealed[at..]);
        self.has_ended = true;
        Ok(())
    }

    fn check_not_ended(&self) -> Result<(), ChunkedError> {
        if self.has_ended { Err(ChunkedError::Ended) } else { Ok(()) }
    }

    /// Copies the sealed bytes that are ready for output to `out`, and returns their number.
    fn write_pending(&mut self, out: &mut [u8]) -> usize {
        let pending = self.buffer.pending();
        let bytes = pending.len();
        out[..bytes].copy_from_slice(pending);
        if bytes > 0 {
            self.buffer.advance(bytes);
        }
        bytes
    }
}

impl fmt::Debug for SealStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealStream { .. }")
    }
}

/// Opens one message in parts, from buffer to buffer. Created by
/// [`Cobblestone::open_stream`](crate::aead::chunked::Cobblestone::open_stream).
///
/// Returns plaintext only from verified chunks. **The plaintext is complete once [`finish_into`](Self::finish_into)
/// succeeds:** until then, the message may be truncated.
///
/// ```
/// use astragal::aead::chunked::Cobblestone256;
/// let key = Cobblestone256::new(&[7; 32]);
/// let sealed = key.seal(&[1; 24], b"context", b"message")?;
/// let mut stream = key.open_stream(b"context");
/// let mut plaintext = vec![0; stream.update_bytes(sealed.len())];
/// stream.update_into(&sealed, &mut plaintext)?;
/// let mut end = vec![0; stream.finish_bytes()];
/// stream.finish_into(&mut end)?;
/// plaintext.extend(end);
/// assert_eq!(plaintext, b"message");
/// # Ok::<(), astragal::error::ChunkedError>(())
/// ```
pub struct OpenStream {
    buffer: OpenBuffer,
    header_bytes: usize,
}

impl OpenStream {
    pub(crate) fn new(header_bytes: usize, header: Header, cores: Cores) -> Self {
        Self { buffer: OpenBuffer::new(header, cores), header_bytes }
    }

    /// Returns the number of bytes that [`update_into`](Self::update_into) writes for `bytes` bytes of the sealed
    /// message.
    #[must_use]
    pub fn update_bytes(&self, bytes: usize) -> usize {
        let filled = self.buffer.filled().saturating_add(bytes);
        let header = if self.buffer.needs_header() { self.header_bytes } else { 0 };
        let chunks = filled.saturating_sub(header) / SEALED_CHUNK_BYTES;
        self.buffer.after_position(chunks * CHUNK_BYTES)
    }

    /// Appends the next part of the message and opens the chunks that it completes. After an error other than
    /// [`ChunkedError::Parameter`], later calls return the same error, until a [`seek`](Self::seek).
    ///
    /// # Errors
    /// [`ChunkedError::InvalidCommitment`] if the key or the context is wrong, or if the header was changed.
    ///
    /// [`ChunkedError::InvalidChunk`] for the first chunk with an invalid tag. In that case all of `plaintext` is
    /// zeroed, even the plaintext of verified chunks before the invalid chunk. To keep the verified plaintext, pass
    /// parts of at most one chunk.
    ///
    /// [`ChunkedError::TooLong`] if the message has more than 2^38 chunks.
    ///
    /// [`ChunkedError::Parameter`] if `plaintext` is not exactly [`update_bytes`](Self::update_bytes) bytes long.
    ///
    /// [`ChunkedError::Ended`] after [`finish_into`](Self::finish_into).
    pub fn update_into(&mut self, sealed: &[u8], plaintext: &mut [u8]) -> Result<(), ChunkedError> {
        self.check_not_ended()?;
        ParameterError::check_buffer(NAME, plaintext, self.update_bytes(sealed.len()))?;
        let updated = self.update(sealed, plaintext);
        if updated.is_err() {
            erase(plaintext);
        }
        updated
    }

    fn update(&mut self, sealed: &[u8], plaintext: &mut [u8]) -> Result<(), ChunkedError> {
        let (mut rest, mut at) = (sealed, 0);
        while !rest.is_empty() {
            let complete = (rest.len() / SEALED_CHUNK_BYTES).max(1);
            self.buffer.next_batch_of(complete);
            let space = self.buffer.space();
            let bytes = space.len().min(rest.len());
            space[..bytes].copy_from_slice(&rest[..bytes]);
            self.buffer.fill(bytes);
            rest = &rest[bytes..];
            if self.buffer.space().is_empty() {
                self.buffer.open();
                self.buffer.is_at_end()?;
                at += self.read(&mut plaintext[at..]);
            }
        }
        Ok(())
    }

    /// Returns the number of bytes that [`finish_into`](Self::finish_into) writes.
    #[must_use]
    pub fn finish_bytes(&self) -> usize {
        let header = if self.buffer.needs_header() { self.header_bytes } else { 0 };
        self.buffer.after_position(self.buffer.filled().saturating_sub(header + TAG_BYTES))
    }

    /// Opens the last chunk and ends the message. The caller must first pass the whole message to
    /// [`update_into`](Self::update_into).
    ///
    /// # Errors
    /// [`ChunkedError::InvalidChunk`] if the tag of the last chunk is invalid. In that case `plaintext` is zeroed.
    ///
    /// [`ChunkedError::Truncated`] if the message ends before the end of its header, or without a last chunk.
    ///
    /// [`ChunkedError::Parameter`] if `plaintext` is not exactly [`finish_bytes`](Self::finish_bytes) bytes long.
    ///
    /// [`ChunkedError::Ended`] if the message has ended.
    pub fn finish_into(&mut self, plaintext: &mut [u8]) -> Result<(), ChunkedError> {
        self.check_not_ended()?;
        ParameterError::check_buffer(NAME, plaintext, self.finish_bytes())?;
        plaintext.fill(0);
        self.buffer.next_batch_of(1);
        self.buffer.open();
        self.buffer.is_at_end()?;
        self.read(plaintext);
        Ok(())
    }

    /// Moves to `position` in the plaintext. A seek is also possible after the end of the message or after an error.
    /// Skipped chunks are not verified.
    ///
    /// Returns the offset in the sealed message at which the next part must start. Returns `None` if the header is
    /// still incomplete.
    ///
    /// The length of the message is verified only when [`finish_into`](Self::finish_into) succeeds.
    pub fn seek(&mut self, position: u64) -> Option<u64> {
        if self.buffer.needs_header() {
            return None;
        }
        let chunk = position / CHUNK_BYTES as u64;
        let offset = chunk.checked_mul(SEALED_CHUNK_BYTES as u64)?;
        let offset = offset.checked_add(self.header_bytes as u64)?;
        self.buffer.move_to(position, chunk);
        Some(offset)
    }

    /// Returns an error if an earlier call failed or the message has already ended.
    fn check_not_ended(&self) -> Result<(), ChunkedError> {
        if self.buffer.is_at_end()? { Err(ChunkedError::Ended) } else { Ok(()) }
    }

    /// Copies all available plaintext to `out`, and returns its length in bytes.
    fn read(&mut self, out: &mut [u8]) -> usize {
        let mut at = 0;
        while let bytes @ 1.. = self.buffer.available().len() {
            out[at..at + bytes].copy_from_slice(self.buffer.available());
            self.buffer.consume(bytes);
            at += bytes;
        }
        at
    }
}

impl fmt::Debug for OpenStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OpenStream { .. }")
    }
}
