//! Errors from combining separately hashed parts of a message.

use core::fmt;

/// Error from combining separately hashed parts of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartError {
    /// A part starts within a leaf, or a part other than the last ends within a leaf.
    Unaligned {
        /// Unaligned offset in the message, in bytes.
        position: u64,
        /// Required alignment in bytes.
        leaf_bytes: u64,
    },
    /// No part covers this range of bytes.
    Gap {
        /// Offset of the first byte of the range.
        start: u64,
        /// Offset of the byte after the range.
        end: u64,
    },
    /// Two parts cover this range of bytes.
    Overlap {
        /// Offset of the first byte of the range.
        start: u64,
        /// Offset of the byte after the range.
        end: u64,
    },
    /// The parts end beyond the given message length.
    Length {
        /// Given message length in bytes.
        given: u64,
        /// End offset of the last part.
        parts: u64,
    },
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unaligned { position, leaf_bytes } => write!(
                f,
                "a part starts or ends at byte {position}; only the last part may end between multiples of {leaf_bytes} bytes"
            ),
            Self::Gap { start, end } => write!(f, "no part covers bytes {start} to {end}"),
            Self::Overlap { start, end } => write!(f, "two parts cover bytes {start} to {end}"),
            Self::Length { given, parts } => {
                write!(f, "the message is {given} bytes; the parts end at byte {parts}")
            }
        }
    }
}

impl core::error::Error for PartError {}
