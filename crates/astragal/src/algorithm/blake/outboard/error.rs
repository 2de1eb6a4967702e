//! Errors that occur with outboard trees.

use core::fmt;

/// Error that occurs when an outboard tree is computed or a range is verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutboardError<E> {
    /// The message does not have the expected length.
    Length {
        /// Expected message length in bytes.
        announced: u64,
        /// Number of message bytes given.
        given: u64,
    },
    /// The range exceeds the message.
    Range {
        /// Start of the range, as a byte offset in the message.
        start: u64,
        /// End of the range, as a byte offset in the message, exclusive.
        end: u64,
        /// Message length in bytes, as stored in the outboard tree.
        length: u64,
    },
    /// A parent node in the outboard tree does not match the hash.
    Node {
        /// Byte offset of the parent node in the outboard tree.
        offset: u64,
    },
    /// A section of the message does not match the hash.
    Message {
        /// Byte offset in the message where the mismatching section starts.
        start: u64,
        /// Byte offset in the message where the mismatching section ends, exclusive.
        end: u64,
    },
    /// The caller's read or write function failed with this error.
    Io(E),
}

impl<E: fmt::Display> fmt::Display for OutboardError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { announced, given } => {
                write!(f, "the message has {given} bytes; expected {announced}")
            }
            Self::Range { start, end, length } => {
                write!(f, "the range is {start}:{end}; the message has {length} bytes")
            }
            Self::Node { offset } => {
                write!(f, "the outboard tree does not match the hash at byte {offset}")
            }
            Self::Message { start, end } => {
                write!(f, "the message does not match the hash in bytes {start} to {end}")
            }
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for OutboardError<E> {}
