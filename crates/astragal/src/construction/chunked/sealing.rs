//! Seals a stream: collects plaintext into chunks, and holds sealed bytes until they are written.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::fmt;

use zeroize::Zeroizing;

use super::{CHUNK_BYTES, ChunkCipher, MAX_CHUNKS, SEALED_CHUNK_BYTES, TAG_BYTES, whole};
use crate::error::ChunkedError;
use crate::platform::cores::Cores;

/// Seals one message and writes it to a [`Write`](std::io::Write). Created by
/// [`Cobblestone::sealer`](crate::aead::chunked::Cobblestone::sealer).
///
/// [`finish`](Self::finish) writes the last chunk. A message sealed without this call is truncated and cannot be
/// opened.
///
/// The buffer takes at most 131 kB, or 2.1 MB if all cores are used.
#[cfg(feature = "std")]
pub struct Sealer<W> {
    pub(crate) writer: W,
    pub(crate) buffer: SealBuffer,
}

#[cfg(feature = "std")]
impl<W: fmt::Debug> fmt::Debug for Sealer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealer").field("writer", &self.writer).finish_non_exhaustive()
    }
}

/// Buffer for chunks of a message. It either accepts plaintext or holds sealed bytes. After chunks are sealed, the
/// caller must write out all sealed bytes before it adds plaintext.
pub(crate) struct SealBuffer {
    cipher: Box<dyn ChunkCipher>,
    cores: Cores,
    /// Sealed bytes, followed by chunks of plaintext, each with space for its tag.
    buffer: Zeroizing<Vec<u8>>,
    /// Number of sealed bytes that the caller has written out.
    written: usize,
    /// Offset in `buffer` at which the sealed bytes end.
    sealed: usize,
    /// Number of plaintext bytes that are not yet sealed.
    plaintext: usize,
    /// Index of the first chunk after the sealed bytes.
    next: u64,
    /// Capacity of the next buffer, in chunks. It doubles each time, up to a maximum, so that a short message takes
    /// little memory.
    capacity: usize,
}

impl SealBuffer {
    pub(crate) fn new(cipher: Box<dyn ChunkCipher>, cores: Cores, header: &[u8]) -> Self {
        let buffer = Zeroizing::new(header.to_vec());
        let sealed = header.len();
        Self { cipher, cores, buffer, written: 0, sealed, plaintext: 0, next: 0, capacity: 1 }
    }

    /// Returns the sealed bytes that the caller has not written out yet.
    pub(crate) fn pending(&self) -> &[u8] {
        &self.buffer[self.written..self.sealed]
    }

    /// Records that the caller has written out `bytes` more sealed bytes.
    pub(crate) fn advance(&mut self, bytes: usize) {
        self.written += bytes;
        if self.written < self.sealed {
            return;
        }
        // Moves the incomplete chunk to the start of the buffer.
        let start = core::mem::take(&mut self.sealed);
        self.buffer.copy_within(start..start + self.plaintext, 0);
        self.written = 0;
    }

    /// Appends as much of `plaintext` as fits in the buffer. Returns the number of bytes appended. The caller must
    /// first write out all sealed bytes.
    pub(crate) fn push(&mut self, plaintext: &[u8]) -> usize {
        let capacity = self.capacity * SEALED_CHUNK_BYTES;
        if self.plaintext < CHUNK_BYTES && self.buffer.len() < capacity {
            let mut larger = Zeroizing::new(vec![0; capacity]);
            larger[..self.plaintext].copy_from_slice(&self.buffer[..self.plaintext]);
            self.buffer = larger;
        }
        let mut taken = 0;
        while taken < plaintext.len() && !self.is_full() {
            let (chunk, at) = (self.plaintext / CHUNK_BYTES, self.plaintext % CHUNK_BYTES);
            let bytes = (CHUNK_BYTES - at).min(plaintext.len() - taken);
            let start = chunk * SEALED_CHUNK_BYTES + at;
            self.buffer[start..start + bytes].copy_from_slice(&plaintext[taken..taken + bytes]);
            self.plaintext += bytes;
            taken += bytes;
        }
        taken
    }

    /// Returns the number of buffered plaintext bytes that are not yet sealed.
    pub(crate) fn plaintext_bytes(&self) -> usize {
        self.plaintext
    }

    pub(crate) fn is_full(&self) -> bool {
        let capacity = self.buffer.len() / SEALED_CHUNK_BYTES * CHUNK_BYTES;
        self.plaintext > 0 && self.plaintext == capacity
    }

    /// Seals the complete chunks. The caller must first write out all earlier sealed bytes.
    pub(crate) fn seal_complete(&mut self) -> Result<(), ChunkedError> {
        self.seal(self.plaintext / CHUNK_BYTES * SEALED_CHUNK_BYTES)?;
        self.plaintext %= CHUNK_BYTES;
        self.capacity = (2 * self.capacity).min(super::batch_chunks(self.cores));
        Ok(())
    }

    /// Seals all chunks, including the last.
    pub(crate) fn seal_last(&mut self) -> Result<(), ChunkedError> {
        let (chunks, last) = (self.plaintext / CHUNK_BYTES, self.plaintext % CHUNK_BYTES);
        let end = chunks * SEALED_CHUNK_BYTES + last + TAG_BYTES;
        if self.buffer.len() < end {
            let mut larger = Zeroizing::new(vec![0; end]);
            larger[..self.buffer.len()].copy_from_slice(&self.buffer);
            self.buffer = larger;
        }
        self.seal(end)?;
        self.plaintext = 0;
        Ok(())
    }

    fn seal(&mut self, end: usize) -> Result<(), ChunkedError> {
        let chunks = end.div_ceil(SEALED_CHUNK_BYTES) as u64;
        if self.next + chunks > MAX_CHUNKS {
            return Err(ChunkedError::TooLong);
        }
        whole::seal_chunks(&*self.cipher, self.cores, self.next, &mut self.buffer[..end])?;
        self.next += chunks;
        self.sealed = end;
        Ok(())
    }

    /// Sets the index of the next chunk, so that tests can reach the maximum number of chunks.
    #[cfg(test)]
    pub(crate) fn skip_to(&mut self, chunk: u64) {
        self.next = chunk;
    }
}
