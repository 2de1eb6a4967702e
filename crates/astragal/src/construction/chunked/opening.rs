//! Opens a stream: collects sealed chunks, and holds verified plaintext until it is read.
#![cfg_attr(
    not(feature = "std"),
    allow(dead_code, reason = "only `Opener` uses these items, and it requires the feature `std`")
)]

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
/// Returns plaintext only from verified chunks. **Truncation is detected only at the end of the message, after all
/// verified chunks have been read.** Do not act on the plaintext before a read returns 0 bytes. After an error, every
/// later read fails.
///
/// If the reader implements [`Seek`](std::io::Seek), `Opener` seeks in the plaintext, and reads only the chunks it
/// needs. Chunks that a seek skips are not verified. Seeking from the end, or past the end, verifies the last chunk,
/// which authenticates the length.
///
/// The buffer takes at most 131 kB, or 2.1 MB if all cores are used. Each error is an [`std::io::Error`] that contains
/// a [`ChunkedError`].
#[cfg(feature = "std")]
pub struct Opener<R> {
    pub(crate) reader: R,
    pub(crate) buffer: OpenBuffer,
    /// Offset of the first chunk in the reader. `None` until the offset is known.
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

/// Function that creates the cipher for a message from the message's header. Returns an error if the commitment in the
/// header does not match.
type FromHeader = Box<dyn Fn(&[u8]) -> Result<Box<dyn ChunkCipher>, ChunkedError> + Send + Sync>;

/// Header of a message.
pub(crate) enum Header {
    /// The header has not been read yet. The fields hold the length of the header in bytes, and the function that
    /// creates the cipher from the header.
    Unread(usize, FromHeader),
    /// The header has been read, or the message has no header. The field holds the cipher that opens the chunks.
    None(Box<dyn ChunkCipher>),
}

/// Buffer for the header, and then for one batch of consecutive chunks at a time.
pub(crate) struct OpenBuffer {
    header: Header,
    cores: Cores,
    /// Bytes of the header or of the current batch of chunks. The chunks are opened in place.
    buffer: Zeroizing<Vec<u8>>,
    /// Number of bytes read into the buffer so far. The header or the batch is complete at `expected` bytes.
    filled: usize,
    expected: usize,
    /// Index of the first chunk of the batch.
    first: u64,
    /// Plaintext length of all opened chunks in the batch, in bytes.
    plaintext: usize,
    /// State of the batch, including whether it contains the last chunk of the message.
    state: BatchState,
    /// Offset in the plaintext of the next byte to read.
    position: u64,
    /// Number of chunks in the next batch. It doubles with each batch up to a maximum, so that a short message takes
    /// little memory.
    capacity: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BatchState {
    Filling,
    Opened,
    /// The batch is opened and contains the last chunk of the message.
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

    /// Returns the plaintext from the read position to the end of the chunk that contains this position. The slice is
    /// empty if the batch contains no plaintext at the read position.
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

    /// Returns whether the batch contains the last chunk of the message. The reader is at the end only if this is true
    /// and [`available`](Self::available) returns no plaintext.
    ///
    /// # Errors
    /// Returns the stored error if the batch could not be opened.
    pub(crate) fn is_at_end(&self) -> Result<bool, ChunkedError> {
        match self.state {
            BatchState::Failed(error) => Err(error),
            state => Ok(state == BatchState::Last),
        }
    }

    /// Starts the next batch for a read of `bytes` bytes of plaintext, unless a batch is being filled. The batch never
    /// exceeds the maximum size of the buffer.
    pub(crate) fn next_batch(&mut self, bytes: usize) {
        if self.skip_opened() {
            let largest = super::batch_chunks(self.cores);
            let wanted = bytes.saturating_add(self.offset_in_chunk()).div_ceil(CHUNK_BYTES);
            // A read of one chunk or more gets a batch with exactly the chunks that it needs. A shorter read gets a
            // batch of `capacity` chunks, which also contains the plaintext of the next reads.
            let chunks = if bytes < CHUNK_BYTES { self.capacity } else { wanted.min(largest) };
            self.capacity = (2 * self.capacity).min(largest);
            self.expect(chunks);
        }
    }

    /// Starts a batch of `chunks` chunks, unless a batch is being filled. The batch never exceeds the maximum size of
    /// the buffer.
    pub(crate) fn next_batch_of(&mut self, chunks: usize) {
        if self.skip_opened() {
            self.expect(chunks.min(super::batch_chunks(self.cores)));
        }
    }

    /// Discards the batch if it has been opened. Returns whether a new batch can start.
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

    /// Returns the index of the first chunk that is not yet opened.
    fn next_chunk(&self) -> u64 {
        self.first + (self.plaintext / CHUNK_BYTES) as u64
    }

    /// Returns the number of bytes read so far into an incomplete batch or header.
    pub(crate) fn filled(&self) -> usize {
        if self.state == BatchState::Filling { self.filled } else { 0 }
    }

    /// The next `bytes` bytes of plaintext follow the opened chunks. Returns how many of them lie at or after the read
    /// position.
    pub(crate) fn after_position(&self, bytes: usize) -> usize {
        let end = self.next_chunk() * CHUNK_BYTES as u64 + bytes as u64;
        let after = usize::try_from(end.saturating_sub(self.position));
        after.map_or(bytes, |after| after.min(bytes))
    }

    fn offset_in_chunk(&self) -> usize {
        usize::try_from(self.position % CHUNK_BYTES as u64).unwrap_or(0)
    }

    /// Returns the free part of the buffer, into which the caller reads sealed bytes. The slice is empty if the batch
    /// is complete.
    pub(crate) fn space(&mut self) -> &mut [u8] {
        &mut self.buffer[self.filled..self.expected]
    }

    /// Records that the caller has written `bytes` bytes to [`space`](Self::space).
    pub(crate) fn fill(&mut self, bytes: usize) {
        self.filled += bytes;
    }

    /// Opens the header or the chunks in the buffer. The buffer must be full, unless the sealed message has ended.
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
            // Other threads may already have decrypted chunks after the invalid chunk, so the invalid chunk and
            // everything after it are zeroed.
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

/// Methods for seeking in the plaintext.
impl OpenBuffer {
    /// Returns whether the header has not been read yet.
    pub(crate) fn needs_header(&self) -> bool {
        matches!(self.header, Header::Unread(..))
    }

    /// Returns the read position in the plaintext.
    pub(crate) fn position(&self) -> u64 {
        self.position
    }

    /// Returns the offset in the sealed message at which the buffered bytes end, not counting the header.
    pub(crate) fn sealed_position(&self) -> u64 {
        self.first * SEALED_CHUNK_BYTES as u64 + self.filled as u64
    }

    /// Returns the length of the whole plaintext, if the batch contains the last chunk.
    pub(crate) fn length(&self) -> Option<u64> {
        (self.state == BatchState::Last).then(|| self.start() + self.plaintext as u64)
    }

    /// Moves the read position to `position` if the batch contains that position. A batch that contains the end of the
    /// message also accepts any position at or after the end. Returns whether the read position was set.
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

    /// Moves to `position` and empties the buffer. The next batch starts at chunk number `chunk`.
    pub(crate) fn move_to(&mut self, position: u64, chunk: u64) {
        self.empty();
        (self.first, self.position, self.capacity) = (chunk, position, 1);
    }

    fn start(&self) -> u64 {
        self.first * CHUNK_BYTES as u64
    }
}
