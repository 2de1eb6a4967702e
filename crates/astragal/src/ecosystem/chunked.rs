//! Implements the `std::io` traits for chunked encryption.

use std::io::{BufRead, Error, ErrorKind, Read, Result, Seek, SeekFrom, Write};

use crate::construction::chunked::{CHUNK_BYTES, Opener, SEALED_CHUNK_BYTES, Sealer, TAG_BYTES};
use crate::error::ChunkedError;

impl From<ChunkedError> for Error {
    fn from(error: ChunkedError) -> Self {
        let kind = match error {
            ChunkedError::Truncated => ErrorKind::UnexpectedEof,
            ChunkedError::Parameter(_) | ChunkedError::TooLong | ChunkedError::Ended => {
                ErrorKind::InvalidInput
            }
            _ => ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}

impl<W: Write> Sealer<W> {
    /// Seals and writes the last chunk, and returns the writer without flushing it.
    ///
    /// # Errors
    /// Returns errors from the writer.
    ///
    /// [`ErrorKind::InvalidInput`] if the message has more than 2^38 chunks.
    pub fn finish(mut self) -> Result<W> {
        self.write_pending()?;
        self.buffer.seal_last()?;
        self.write_pending()?;
        Ok(self.writer)
    }

    fn write_pending(&mut self) -> Result<()> {
        while !self.buffer.pending().is_empty() {
            match self.writer.write(self.buffer.pending()) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(bytes) => self.buffer.advance(bytes),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

impl<W> Sealer<W> {
    /// Returns a reference to the writer.
    #[must_use]
    pub fn get_ref(&self) -> &W {
        &self.writer
    }

    /// Returns a mutable reference to the writer. Writing to it directly damages the message.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.writer
    }
}

/// If `write` fails, it has not accepted any plaintext, so the caller can repeat the call. `flush` writes only complete
/// chunks.
impl<W: Write> Write for Sealer<W> {
    fn write(&mut self, plaintext: &[u8]) -> Result<usize> {
        self.write_pending()?;
        if self.buffer.is_full() {
            self.buffer.seal_complete()?;
            self.write_pending()?;
        }
        Ok(self.buffer.push(plaintext))
    }

    fn flush(&mut self) -> Result<()> {
        self.write_pending()?;
        self.buffer.seal_complete()?;
        self.write_pending()?;
        self.writer.flush()
    }
}

impl<R> Opener<R> {
    /// Returns a reference to the reader.
    #[must_use]
    pub fn get_ref(&self) -> &R {
        &self.reader
    }

    /// Returns a mutable reference to the reader. Reading from it directly loses parts of the message.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.reader
    }

    /// Returns the underlying reader. Chunks are read in batches, so the reader's position may be past the last chunk
    /// whose plaintext the caller has read.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.reader
    }
}

impl<R: Read> Opener<R> {
    /// Reads and opens chunks until plaintext is available, or the message ends. `bytes` is the number of plaintext
    /// bytes that the caller needs.
    fn open_next(&mut self, bytes: usize) -> Result<()> {
        while self.buffer.available().is_empty() && !self.buffer.is_at_end()? {
            if self.is_lost {
                return Err(Error::other("position is unknown after a failed seek; seek again"));
            }
            self.buffer.next_batch(bytes);
            self.open_batch()?;
        }
        Ok(())
    }

    /// Reads and opens the header of the message, unless the header is already open.
    fn open_header(&mut self) -> Result<()> {
        while self.buffer.needs_header() {
            self.buffer.is_at_end()?;
            self.open_batch()?;
        }
        Ok(())
    }

    fn open_batch(&mut self) -> Result<()> {
        while !self.buffer.space().is_empty() {
            match self.reader.read(self.buffer.space()) {
                Ok(0) => break,
                Ok(bytes) => self.buffer.fill(bytes),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.buffer.open();
        Ok(())
    }
}

impl<R: Read> Read for Opener<R> {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        self.open_next(out.len())?;
        let mut done = 0;
        while done < out.len() {
            let available = self.buffer.available();
            let bytes = available.len().min(out.len() - done);
            if bytes == 0 {
                break;
            }
            out[done..done + bytes].copy_from_slice(&available[..bytes]);
            self.buffer.consume(bytes);
            done += bytes;
        }
        Ok(done)
    }
}

/// The method `fill_buf` returns the plaintext of at most one chunk.
impl<R: Read> BufRead for Opener<R> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        self.open_next(1)?;
        Ok(self.buffer.available())
    }

    fn consume(&mut self, bytes: usize) {
        self.buffer.consume(bytes);
    }
}

impl<R: Read + Seek> Opener<R> {
    /// Verifies the last chunk, and returns the length of the whole plaintext in bytes.
    fn length(&mut self) -> Result<u64> {
        if let Some(length) = self.buffer.length() {
            return Ok(length);
        }
        let last = self.sealed_length()? / SEALED_CHUNK_BYTES as u64;
        self.move_to(last * CHUNK_BYTES as u64, last)?;
        self.open_next(1)?;
        let changed = || Error::other("the length changed during the seek");
        self.buffer.length().ok_or_else(changed)
    }

    /// Returns the total length of the sealed chunks in bytes.
    fn sealed_length(&mut self) -> Result<u64> {
        let origin = self.origin()?;
        self.is_lost = true;
        let end = self.reader.seek(SeekFrom::End(0))?;
        let bytes = end.checked_sub(origin).ok_or(ChunkedError::Truncated)?;
        if bytes % (SEALED_CHUNK_BYTES as u64) < TAG_BYTES as u64 {
            return Err(ChunkedError::Truncated.into());
        }
        Ok(bytes)
    }

    fn origin(&mut self) -> Result<u64> {
        if let Some(origin) = self.origin {
            return Ok(origin);
        }
        let position = self.reader.stream_position()?;
        let origin = position.checked_sub(self.buffer.sealed_position());
        let origin = origin.ok_or_else(|| Error::other("the reader was moved"))?;
        self.origin = Some(origin);
        Ok(origin)
    }

    fn move_to(&mut self, position: u64, chunk: u64) -> Result<()> {
        let origin = self.origin()?;
        let target = chunk.checked_mul(SEALED_CHUNK_BYTES as u64);
        let target = target.and_then(|offset| offset.checked_add(origin));
        let target = target.ok_or(ErrorKind::InvalidInput)?;
        self.is_lost = true;
        self.buffer.move_to(position, chunk);
        self.reader.seek(SeekFrom::Start(target))?;
        self.is_lost = false;
        Ok(())
    }
}

/// Seeks in the plaintext. A position past the end is allowed, and reads at such a position return 0 bytes.
impl<R: Read + Seek> Seek for Opener<R> {
    fn seek(&mut self, target: SeekFrom) -> Result<u64> {
        self.open_header()?;
        let before = self.buffer.position();
        let position = match target {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::Current(offset) => before.checked_add_signed(offset),
            SeekFrom::End(offset) => self.length()?.checked_add_signed(offset),
        };
        let Some(position) = position else {
            if !self.buffer.move_inside(before) {
                self.move_to(before, before / CHUNK_BYTES as u64)?;
            }
            return Err(Error::new(ErrorKind::InvalidInput, "position is before the start"));
        };
        if !self.is_lost && self.buffer.move_inside(position) {
            return Ok(position);
        }
        let chunk = position / CHUNK_BYTES as u64;
        let last = self.sealed_length()? / SEALED_CHUNK_BYTES as u64;
        if chunk <= last {
            self.move_to(position, chunk)?;
        } else {
            // Verifies the last chunk, which authenticates the length.
            self.move_to(position, last)?;
            self.buffer.next_batch(1);
            self.open_batch()?;
            self.buffer.is_at_end()?;
        }
        Ok(position)
    }

    fn stream_position(&mut self) -> Result<u64> {
        Ok(self.buffer.position())
    }
}

#[cfg(test)]
mod tests;
