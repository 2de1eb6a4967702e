//! Errors of importing states and combining parts of a message.

use core::fmt;

/// Error of importing an exported state.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportError {
    /// The bytes do not begin with the state header.
    Foreign,
    /// The state has an unsupported format version.
    Version {
        /// Version character of the state.
        given: u8,
    },
    /// The state is truncated or corrupted.
    Damaged,
    /// The state belongs to another algorithm or kind of object.
    Algorithm {
        /// Name in the state.
        given: alloc::string::String,
        /// Expected name.
        expected: &'static str,
    },
    /// The state names an unknown algorithm.
    Unknown {
        /// Name in the state.
        given: alloc::string::String,
    },
    /// The state contains a key, and the called function imports only states without a key.
    Keyed {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
}

#[cfg(feature = "alloc")]
impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("this is no state of a hash"),
            Self::Version { given } => {
                let given = char::from(*given);
                write!(f, "the state is of version {given:?}; this library reads version '1'")
            }
            Self::Damaged => f.write_str("the state is cut off or altered"),
            Self::Algorithm { given, expected } => {
                write!(f, "the state is of {given:?}; {expected} is asked for")
            }
            Self::Unknown { given } => {
                write!(f, "the state is of {given:?}, which is not known here")
            }
            Self::Keyed { algorithm } => {
                write!(
                    f,
                    "the state of {algorithm} holds a key; it is imported only with that said"
                )
            }
        }
    }
}

#[cfg(feature = "alloc")]
impl core::error::Error for ImportError {}

/// Error of combining independently hashed parts of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartError {
    /// A part begins inside a leaf, or a part before the last ends inside one.
    Unaligned {
        /// Offset in the message, in bytes.
        position: u64,
        /// Required alignment in bytes.
        leaf_bytes: u64,
    },
    /// No part covers these bytes.
    Gap {
        /// Offset of the first byte.
        start: u64,
        /// Offset after the last byte.
        end: u64,
    },
    /// Two parts cover these bytes.
    Overlap {
        /// Offset of the first byte.
        start: u64,
        /// Offset after the last byte.
        end: u64,
    },
    /// The parts exceed the message length.
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
                "a part begins or ends at byte {position}; only the end of the message may be no multiple of {leaf_bytes}"
            ),
            Self::Gap { start, end } => write!(f, "no part has the bytes {start} to {end}"),
            Self::Overlap { start, end } => write!(f, "two parts have the bytes {start} to {end}"),
            Self::Length { given, parts } => {
                write!(f, "the message is {given} bytes; the parts reach to byte {parts}")
            }
        }
    }
}

impl core::error::Error for PartError {}
