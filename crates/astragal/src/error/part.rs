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
    /// Bytes of the message are missing: no part covers them.
    Gap {
        /// Offset of the first missing byte.
        start: u64,
        /// Offset of the byte after the last missing byte.
        end: u64,
    },
    /// Two parts contain the same bytes of the message.
    Overlap {
        /// Offset of the first byte that both parts contain.
        start: u64,
        /// Offset of the byte after the last byte that both parts contain.
        end: u64,
    },
    /// The parts end beyond the given message length.
    Length {
        /// Given message length in bytes.
        given: u64,
        /// Offset at which the last part ends, in bytes.
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
