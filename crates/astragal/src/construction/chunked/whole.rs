//! Seals and opens whole messages in memory.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::{CHUNK_BYTES, ChunkCipher, SEALED_CHUNK_BYTES, TAG_BYTES, chunks_bytes, text_bytes};
use crate::error::{ChunkedError, ParameterError};
use crate::platform::cores::Cores;
use crate::platform::words::erase;

/// Number of chunks that a thread seals or opens per task. Sealing them (64 KiB) takes 10 µs, far longer than starting
/// the task.
const PART_CHUNKS: usize = 4;

/// Algorithm name in parameter errors.
const NAME: &str = "chunked encryption";

/// Returns the total length of the sealed chunks for `plaintext`, in bytes.
pub(crate) fn sealed_length(plaintext: &[u8]) -> Result<usize, ChunkedError> {
    let bytes = chunks_bytes(plaintext.len() as u64);
    bytes.and_then(|bytes| usize::try_from(bytes).ok()).ok_or(ChunkedError::TooLong)
}

/// Returns the plaintext length for the chunks in `sealed`, in bytes.
#[expect(clippy::cast_possible_truncation, reason = "less than the length of `sealed`")]
pub(crate) fn plaintext_length(sealed: &[u8]) -> Result<usize, ChunkedError> {
    text_bytes(sealed.len() as u64).map(|bytes| bytes as usize).ok_or(ChunkedError::Truncated)
}

#[cfg(feature = "alloc")]
pub(crate) fn zeros(bytes: usize) -> Vec<u8> {
    alloc::vec![0; bytes]
}

/// Seals `plaintext` and writes the chunks to `sealed`, which must be exactly as long as the sealed chunks.
pub(crate) fn seal_into(
    cipher: &dyn ChunkCipher,
    cores: Cores,
    plaintext: &[u8],
    sealed: &mut [u8],
) -> Result<(), ChunkedError> {
    ParameterError::check_buffer(NAME, sealed, sealed_length(plaintext)?)?;
    each_part(cores, sealed, SEALED_CHUNK_BYTES, &|index, chunk| {
        let (text, tag) = split(chunk)?;
        let start = as_usize(index) * CHUNK_BYTES;
        text.copy_from_slice(&plaintext[start..start + text.len()]);
        *tag = cipher.seal(index, text)?;
        Ok(())
    })
    .map_err(|(_, error)| error)
}

/// Opens the chunks in `sealed` and writes their plaintext to `plaintext`, which must be exactly as long as the
/// plaintext of all chunks. On error, zeroes `plaintext`.
pub(crate) fn open_into(
    cipher: &dyn ChunkCipher,
    cores: Cores,
    sealed: &[u8],
    plaintext: &mut [u8],
) -> Result<(), ChunkedError> {
    ParameterError::check_buffer(NAME, plaintext, plaintext_length(sealed)?)?;
    let open = |index: u64, text: &mut [u8]| {
        let start = as_usize(index) * SEALED_CHUNK_BYTES;
        let (ciphertext, tag) = sealed[start..start + text.len() + TAG_BYTES].split_at(text.len());
        text.copy_from_slice(ciphertext);
        cipher.open(index, text, &tag.try_into().unwrap_or([0; TAG_BYTES]))
    };
    let opened = each_part(cores, plaintext, CHUNK_BYTES, &open).map_err(|(_, error)| error);
    // An empty last chunk has no bytes in `plaintext`, so it is verified separately.
    let opened = opened.and_then(|()| match plaintext.len() % CHUNK_BYTES {
        0 => open((plaintext.len() / CHUNK_BYTES) as u64, &mut []),
        _ => Ok(()),
    });
    if opened.is_err() {
        erase(plaintext);
    }
    opened
}

/// Seals a message in place. On entry, the first `plaintext_bytes` bytes of `buffer` are the plaintext. `buffer` must
/// be exactly as long as the sealed chunks.
pub(crate) fn seal_in_place(
    cipher: &dyn ChunkCipher,
    cores: Cores,
    buffer: &mut [u8],
    plaintext_bytes: usize,
) -> Result<(), ChunkedError> {
    // Moves each chunk to its final position, which leaves space for the tags of all earlier chunks. Starts with the
    // last chunk, because moving an earlier chunk would overwrite it.
    for chunk in (1..=plaintext_bytes / CHUNK_BYTES).rev() {
        let start = chunk * CHUNK_BYTES;
        let end = plaintext_bytes.min(start + CHUNK_BYTES);
        buffer.copy_within(start..end, chunk * SEALED_CHUNK_BYTES);
    }
    seal_chunks(cipher, cores, 0, buffer)
}

/// Opens a message in place and moves the plaintext to the start of `buffer`. Returns the length of the plaintext. On
/// error, zeroes `buffer`.
pub(crate) fn open_in_place(
    cipher: &dyn ChunkCipher,
    cores: Cores,
    buffer: &mut [u8],
) -> Result<usize, ChunkedError> {
    let bytes = plaintext_length(buffer)?;
    if let Err((_, error)) = open_chunks(cipher, cores, 0, buffer) {
        erase(buffer);
        return Err(error);
    }
    for chunk in 1..=bytes / CHUNK_BYTES {
        let start = chunk * CHUNK_BYTES;
        let sealed = chunk * SEALED_CHUNK_BYTES;
        buffer.copy_within(sealed..sealed + CHUNK_BYTES.min(bytes - start), start);
    }
    // Moving the chunks leaves copies of plaintext after the end of the message. These copies are erased.
    erase(&mut buffer[bytes..]);
    Ok(bytes)
}

/// Seals consecutive chunks in place, starting with chunk number `first`. The text of each chunk is followed by space
/// for its tag. Only the last chunk may be short.
pub(crate) fn seal_chunks(
    cipher: &dyn ChunkCipher,
    cores: Cores,
    first: u64,
    chunks: &mut [u8],
) -> Result<(), ChunkedError> {
    each_part(cores, chunks, SEALED_CHUNK_BYTES, &|index, chunk| {
        let (text, tag) = split(chunk)?;
        *tag = cipher.seal(first + index, text)?;
        Ok(())
    })
    .map_err(|(_, error)| error)
}

/// Opens consecutive chunks in place, starting with chunk number `first`. Only the last chunk may be short. On error,
/// returns the number of chunks before the first invalid chunk. Later chunks may already be decrypted.
pub(crate) fn open_chunks(
    cipher: &dyn ChunkCipher,
    cores: Cores,
    first: u64,
    chunks: &mut [u8],
) -> Result<(), (usize, ChunkedError)> {
    each_part(cores, chunks, SEALED_CHUNK_BYTES, &|index, chunk| {
        let (text, tag) = split(chunk)?;
        cipher.open(first + index, text, tag)
    })
}

/// Splits a chunk into its text and its tag.
fn split(chunk: &mut [u8]) -> Result<(&mut [u8], &mut [u8; TAG_BYTES]), ChunkedError> {
    chunk.split_last_chunk_mut().ok_or(ChunkedError::Truncated)
}

/// Function that processes one chunk. Its arguments are the index and the bytes of the chunk.
type EachChunk<'a> = dyn Fn(u64, &mut [u8]) -> Result<(), ChunkedError> + Sync + 'a;

/// Splits `data` into chunks of `chunk_bytes` bytes and calls `work` on each chunk. If a call fails, returns the index
/// and the error of the first failed chunk.
fn each_part(
    cores: Cores,
    data: &mut [u8],
    chunk_bytes: usize,
    work: &EachChunk<'_>,
) -> Result<(), (usize, ChunkedError)> {
    let part = |number: usize, part: &mut [u8]| {
        let first = number * PART_CHUNKS;
        let chunks = part.chunks_mut(chunk_bytes).enumerate();
        let mut failed = chunks.filter_map(|(i, chunk)| {
            let index = first + i;
            work(index as u64, chunk).err().map(|error| (index, error))
        });
        failed.next()
    };
    #[cfg(feature = "parallel")]
    if cores == Cores::All {
        use std::sync::{Mutex, PoisonError};

        use crate::construction::mode::parallel_chunks::each_chunk;

        let first_failed = Mutex::new(None);
        each_chunk(data, chunk_bytes * PART_CHUNKS, &|number, chunks| {
            if let Some((index, error)) = part(number, chunks) {
                let mut first = first_failed.lock().unwrap_or_else(PoisonError::into_inner);
                if first.is_none_or(|(before, _)| index < before) {
                    *first = Some((index, error));
                }
            }
        });
        let first = first_failed.into_inner().unwrap_or_else(PoisonError::into_inner);
        return first.map_or(Ok(()), Err);
    }
    let _ = cores;
    let parts = data.chunks_mut(chunk_bytes * PART_CHUNKS).enumerate();
    let mut failed = parts.filter_map(|(number, chunks)| part(number, chunks));
    failed.next().map_or(Ok(()), Err)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the index is within a chunk, which is in memory"
)]
fn as_usize(index: u64) -> usize {
    index as usize
}
