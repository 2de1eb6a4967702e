//! Errors of chunked encryption.

use core::fmt;

use super::ParameterError;

/// Error from sealing or opening a chunked message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChunkedError {
    /// A buffer has the wrong length.
    Parameter(ParameterError),
    /// The commitment in the header does not match.
    InvalidCommitment,
    /// The tag of a chunk is invalid.
    InvalidChunk {
        /// Index of the chunk.
        chunk: u64,
    },
    /// The message ends before the end of its header, or without its last chunk.
    Truncated,
    /// The message has more than 2^38 chunks.
    TooLong,
    /// The message has ended, and accepts no more parts.
    Ended,
}

impl From<ParameterError> for ChunkedError {
    fn from(error: ParameterError) -> Self {
        Self::Parameter(error)
    }
}

impl fmt::Display for ChunkedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(error) => error.fmt(f),
            Self::InvalidCommitment => f.write_str(
                "the commitment does not match; key or context is wrong, or the header was changed",
            ),
            Self::InvalidChunk { chunk } => {
                write!(f, "chunk {chunk} does not verify; the message was changed or truncated")
            }
            Self::Truncated => f.write_str("the message is truncated"),
            Self::TooLong => f.write_str("the message has more than 2^38 chunks"),
            Self::Ended => f.write_str("the message has ended; start another"),
        }
    }
}

impl core::error::Error for ChunkedError {}
