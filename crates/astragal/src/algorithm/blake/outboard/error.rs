//! What goes wrong with outboard trees.

use core::fmt;

/// Why an outboard tree was not made, or a range not verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutboardError<E> {
    /// The message does not have the length that was announced.
    Length {
        /// The length announced, in bytes.
        announced: u64,
        /// The bytes that have come.
        given: u64,
    },
    /// The message has no such range.
    Range {
        /// The first byte of the range.
        start: u64,
        /// The byte behind its last.
        end: u64,
        /// The message's length, as the tree says.
        length: u64,
    },
    /// The parent at this byte of the tree is not one of this hash.
    Node {
        /// Where it stands.
        place: u64,
    },
    /// These bytes of the message are not those that were hashed.
    Message {
        /// The first of them.
        start: u64,
        /// The one behind the last of them.
        end: u64,
    },
    /// Reading or writing has failed.
    Io(E),
}

impl<E: fmt::Display> fmt::Display for OutboardError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { announced, given } => {
                write!(f, "the message has {given} bytes; {announced} were announced")
            }
            Self::Range { start, end, length } => {
                write!(f, "the range is {start}:{end}; the message has {length} bytes")
            }
            Self::Node { place } => {
                write!(f, "the outboard tree is not of this hash: the node at byte {place}")
            }
            Self::Message { start, end } => {
                write!(f, "the bytes {start} to {end} are not those that were hashed")
            }
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl<E: fmt::Debug + fmt::Display> core::error::Error for OutboardError<E> {}
