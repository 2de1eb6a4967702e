//! Errors from importing an exported state.

use core::fmt;

/// Error from importing an exported state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportError {
    /// The bytes are not an exported state, because they do not begin with its header.
    Foreign,
    /// The state has an unsupported format version.
    Version {
        /// Version character in the state.
        given: u8,
    },
    /// The state is truncated or corrupted.
    Damaged,
    /// The state belongs to another algorithm or kind of object.
    Algorithm {
        /// Algorithm name in the state, followed by the kind of object unless the object is a hash.
        given: alloc::string::String,
        /// Expected algorithm name and kind of object.
        expected: &'static str,
    },
    /// The state names an unknown algorithm.
    Unknown {
        /// Algorithm name in the state, followed by the kind of object unless the object is a hash.
        given: alloc::string::String,
    },
    /// The state contains a key, and the called function imports only states without a key.
    Keyed {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => f.write_str("the bytes are not an exported state"),
            Self::Version { given } => {
                let given = char::from(*given);
                write!(f, "the state has version {given:?}; this library reads version '1'")
            }
            Self::Damaged => f.write_str("the state is truncated or altered"),
            Self::Algorithm { given, expected } => {
                write!(f, "the state belongs to {given:?}; expected {expected}")
            }
            Self::Unknown { given } => {
                write!(f, "the state belongs to {given:?}; this build has no such algorithm")
            }
            Self::Keyed { algorithm } => {
                write!(
                    f,
                    "the state of {algorithm} contains a key; use the function that imports keys"
                )
            }
        }
    }
}

impl core::error::Error for ImportError {}
