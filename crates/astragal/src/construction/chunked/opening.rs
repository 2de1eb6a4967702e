//! Opening of a stream: collects sealed chunks and holds verified plaintext until it is read.
#![cfg_attr(not(feature = "std"), allow(dead_code, reason = "for `Opener`, which needs `std`"))]

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::fmt;

use zeroize::Zeroizing;

use super::{CHUNK_BYTES, ChunkCipher, MAX_CHUNKS, SEALED_CHUNK_BYTES, TAG_BYTES, whole};
use crate::error::ChunkedError;
use crate::platform::cores::Cores;

/// Reads the plaintext of a chunked message from a [`Read`](std::io::Read). Created by
/// [`Cobblestone::opener`](crate::aead::chunked::Cobblestone::opener).
///
/// Returns plaintext only from chunks that verified. **The end of a truncated message is an error after its verified
/// chunks:** do not act on the plaintext before a read returns 0 bytes. Every later read fails again.
///
/// With a [`Seek`](std::io::Seek) source, `Opener` seeks in the plaintext, and reads only the chunks it needs. Seeking
/// from the end, or past the end, verifies the last chunk, which authenticates the length. A reader that has seeked does
/// not verify the chunks that it skipped.
///
/// The buffers take at most 131 KiB, on all cores 2.1 MiB. Each error is an [`std::io::Error`] that contains a
/// [`ChunkedError`].
#[cfg(feature = "std")]
pub struct Opener<R> {
    pub(crate) reader: R,
    pub(crate) buffer: OpenBuffer,
    /// Offset of the first chunk in the reader, once known.
    pub(crate) origin: Option<u64>,
    /// Whether a failed seek left the reader at an unknown offset.
    pub(crate) is_lost: bool,
}

#[cfg(feature = "std")]
impl<R> Opener<R> {
    pub(crate) fn new(reader: R, header: Header, cores: Cores) -> Self {
        let buffer = OpenBuffer::new(header, cores);
        Self { reader, buffer, origin: None, is_lost: false }
    }
}

#[cfg(feature = "std")]
impl<R: fmt::Debug> fmt::Debug for Opener<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opener").field("reader", &self.reader).finish_non_exhaustive()
    }
}

/// Creates the cipher of a message from its header, or returns an error if the commitment does not match.
type FromHeader = Box<dyn Fn(&[u8]) -> Result<Box<dyn ChunkCipher>, ChunkedError> + Send + Sync>;

/// Header of a message.
pub(crate) enum Header {
    /// Of this length, not yet read.
    Unread(usize, FromHeader),
    /// Read, or the message has none.
    None(Box<dyn ChunkCipher>),
}

/// Header, then a batch of consecutive chunks.
pub(crate) struct OpenBuffer {
    header: Header,
    cores: Cores,
    /// The header, or the sealed chunks of the batch; opened in place.
    buffer: Zeroizing<Vec<u8>>,
    /// Bytes in the buffer, and how many are expected.
    filled: usize,
    expected: usize,
    /// Index of the first chunk of the batch.
    first: u64,
    /// Plaintext of the opened chunks in bytes.
    plaintext: usize,
    /// Whether the batch is opened, and whether it contains the last chunk.
    state: BatchState,
    /// Offset of the next byte to read in the plaintext.
    position: u64,
    /// Chunks of the next batch. Doubles, so that short messages take little memory.
    capacity: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BatchState {
    Filling,
    Opened,
    /// Opened, with the last chunk of the message.
    Last,
    Failed(ChunkedError),
}

impl OpenBuffer {
    pub(crate) fn new(header: Header, cores: Cores) -> Self {
        let expected = match header {
            Header::Unread(bytes, _) => bytes,
            Header::None(_) => 0,
        };
        Self {
            header,
            cores,
            buffer: Zeroizing::new(vec![0; expected]),
            filled: 0,
            expected,
            first: 0,
            plaintext: 0,
            state: BatchState::Filling,
            position: 0,
            capacity: 1,
        }
    }

    /// Plaintext at the position, of one chunk. Empty if none is available.
    pub(crate) fn available(&self) -> &[u8] {
        let Some(offset) = self.position.checked_sub(self.start()) else { return &[] };
        let Some(offset) = usize::try_from(offset).ok().filter(|&offset| offset < self.plaintext)
        else {
            return &[];
        };
        let (chunk, at) = (offset / CHUNK_BYTES, offset % CHUNK_BYTES);
        let bytes = (CHUNK_BYTES - at).min(self.plaintext - offset);
        let start = chunk * SEALED_CHUNK_BYTES + at;
        &self.buffer[start..start + bytes]
    }

    /// Marks `bytes` bytes of the plaintext as read.
    pub(crate) fn consume(&mut self, bytes: usize) {
        self.position += bytes.min(self.available().len()) as u64;
    }

    /// Whether the message ends at or before the position.
    ///
    /// # Errors
    /// If the batch contains no byte at the position because of an error.
    pub(crate) fn is_at_end(&self) -> Result<bool, ChunkedError> {
        match self.state {
            BatchState::Failed(error) => Err(error),
            state => Ok(state == BatchState::Last),
        }
    }

    /// Starts the batch after this one, unless one is being filled. It contains `bytes` bytes of plaintext from the
    /// position on, if the buffer is large enough.
    pub(crate) fn next_batch(&mut self, bytes: usize) {
        if self.skip_opened() {
            let largest = super::batch_chunks(self.cores);
            let wanted = bytes.saturating_add(self.offset_in_chunk()).div_ceil(CHUNK_BYTES);
            // Reads of at least a chunk get what they need and no more.
            let chunks = if bytes < CHUNK_BYTES { self.capacity } else { wanted.min(largest) };
            self.capacity = (2 * self.capacity).min(largest);
            self.expect(chunks);
        }
    }

    /// Starts the batch after this one, unless one is being filled. It has `chunks` chunks if the buffer may be that
    /// large.
    pub(crate) fn next_batch_of(&mut self, chunks: usize) {
        if self.skip_opened() {
            self.expect(chunks.min(super::batch_chunks(self.cores)));
        }
    }

    /// Drops an opened batch. Returns whether a new batch can start.
    fn skip_opened(&mut self) -> bool {
        if self.state == BatchState::Opened {
            self.first = self.next_chunk();
            self.empty();
        }
        self.filled == 0 && !self.needs_header()
    }

    fn expect(&mut self, chunks: usize) {
        self.expected = chunks * SEALED_CHUNK_BYTES;
        if self.buffer.len() < self.expected {
            self.buffer = Zeroizing::new(vec![0; self.expected]);
        }
    }

    /// Index of the first chunk that is not opened.
    fn next_chunk(&self) -> u64 {
        self.first + (self.plaintext / CHUNK_BYTES) as u64
    }

    /// Bytes that wait for the rest of their chunk or header.
    pub(crate) fn filled(&self) -> usize {
        if self.state == BatchState::Filling { self.filled } else { 0 }
    }

    /// Number of bytes at or after the position in the next `bytes` bytes of plaintext.
    pub(crate) fn after_position(&self, bytes: usize) -> usize {
        let end = self.next_chunk() * CHUNK_BYTES as u64 + bytes as u64;
        let after = usize::try_from(end.saturating_sub(self.position));
        after.map_or(bytes, |after| after.min(bytes))
    }

    fn offset_in_chunk(&self) -> usize {
        usize::try_from(self.position % CHUNK_BYTES as u64).unwrap_or(0)
    }

    /// Space for sealed bytes. Empty if the batch is complete.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        &mut self.buffer[self.filled..self.expected]
    }

    /// Adds `bytes` bytes that were written to the space.
    pub(crate) fn fill(&mut self, bytes: usize) {
        self.filled += bytes;
    }

    /// Opens the header or the chunks. They are complete, or the source has ended.
    pub(crate) fn open(&mut self) {
        if let Err(error) = self.try_open() {
            self.state = BatchState::Failed(error);
        }
    }

    fn try_open(&mut self) -> Result<(), ChunkedError> {
        let has_ended = self.filled < self.expected;
        let cipher = match &self.header {
            Header::Unread(..) if has_ended => return Err(ChunkedError::Truncated),
            Header::Unread(_, from_header) => {
                self.header = Header::None(from_header(&self.buffer[..self.filled])?);
                self.empty();
                return Ok(());
            }
            Header::None(cipher) => cipher,
        };
        let last = self.filled % SEALED_CHUNK_BYTES;
        let whole = self.filled - last;
        let has_last = has_ended && last >= TAG_BYTES;
        let end = if has_last { self.filled } else { whole };
        let chunks = end.div_ceil(SEALED_CHUNK_BYTES);
        if self.first + chunks as u64 > MAX_CHUNKS {
            return Err(ChunkedError::TooLong);
        }
        let opened = whole::open_chunks(&**cipher, self.cores, self.first, &mut self.buffer[..end]);
        if let Err((valid, error)) = opened {
            self.plaintext = valid * CHUNK_BYTES;
            // Chunks after the invalid one may have been opened.
            self.buffer[valid * SEALED_CHUNK_BYTES..].fill(0);
            return Err(error);
        }
        self.plaintext = end - chunks * TAG_BYTES;
        self.state = if has_last { BatchState::Last } else { BatchState::Opened };
        if has_ended && !has_last { Err(ChunkedError::Truncated) } else { Ok(()) }
    }

    fn empty(&mut self) {
        (self.filled, self.expected, self.plaintext) = (0, 0, 0);
        self.state = BatchState::Filling;
    }
}

/// Seeking.
impl OpenBuffer {
    /// Whether the header is not read yet.
    pub(crate) fn needs_header(&self) -> bool {
        matches!(self.header, Header::Unread(..))
    }

    /// Offset in the plaintext.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// Bytes of the source that were read after the header, up to the end of the batch.
    pub(crate) fn sealed_position(&self) -> u64 {
        self.first * SEALED_CHUNK_BYTES as u64 + self.filled as u64
    }

    /// Length of the plaintext, if the batch contains the last chunk.
    pub(crate) fn length(&self) -> Option<u64> {
        (self.state == BatchState::Last).then(|| self.start() + self.plaintext as u64)
    }

    /// Moves to `position`, if the batch contains it.
    pub(crate) fn move_inside(&mut self, position: u64) -> bool {
        let is_inside = match self.length() {
            Some(length) if position >= length => true,
            _ => position >= self.start() && position < self.start() + self.plaintext as u64,
        };
        if is_inside {
            self.position = position;
        }
        is_inside
    }

    /// Moves to `position`, and empties the buffer for a batch that starts at `chunk`.
    pub(crate) fn move_to(&mut self, position: u64, chunk: u64) {
        self.empty();
        (self.first, self.position, self.capacity) = (chunk, position, 1);
    }

    fn start(&self) -> u64 {
        self.first * CHUNK_BYTES as u64
    }
}
