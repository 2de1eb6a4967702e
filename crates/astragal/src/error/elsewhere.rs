//! States and parts of a message that come from elsewhere.

use core::fmt;

/// Bytes that are not the state of the object that is asked for.
#[cfg(feature = "alloc")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportError {
    /// They do not begin as states do.
    Foreign,
    /// The state is of another version of the format.
    Version {
        /// Its version, a character.
        given: u8,
    },
    /// The state is cut off or altered.
    Damaged,
    /// The state is of another algorithm, or another kind of object.
    Algorithm {
        /// The state's.
        given: alloc::string::String,
        /// The one that was asked for.
        expected: &'static str,
    },
    /// No algorithm has the state's name.
    Unknown {
        /// The name.
        given: alloc::string::String,
    },
    /// The state holds a key, and was given by a name that does not say so.
    Keyed {
        /// The algorithm's canonical name.
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

/// Parts of a message, hashed apart, that do not make the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartError {
    /// A part begins, or ends before another, inside a leaf.
    Unaligned {
        /// The byte of the message where it does.
        position: u64,
        /// What the position must be a multiple of.
        leaf_bytes: u64,
    },
    /// Bytes that no part has.
    Gap {
        /// The first of them.
        start: u64,
        /// The one behind the last of them.
        end: u64,
    },
    /// Bytes that two parts have.
    Overlap {
        /// The first of them.
        start: u64,
        /// The one behind the last of them.
        end: u64,
    },
    /// The parts reach beyond the message's length.
    Length {
        /// The length given.
        given: u64,
        /// The byte behind the last part.
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
