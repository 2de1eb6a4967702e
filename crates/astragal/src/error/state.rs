//! Errors of calls that the state of an object does not allow.

use core::fmt;

/// Error of a call that the run-time state of an object does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// Input after squeezing has begun.
    AbsorbAfterSqueeze {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// Output requested beyond the fixed length.
    OutputExhausted {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Fixed output length in bytes.
        output_bytes: usize,
    },
    /// Output requested beyond the algorithm's maximum length.
    OutputEnds {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// Tuple element with fewer bytes than announced.
    ItemIncomplete {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Number of missing bytes.
        missing: u64,
    },
    /// Tuple element with more bytes than announced.
    ItemTooLong {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// Tuple element for an algorithm that does not hash tuples.
    NoItems {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// Message with fewer bytes than announced.
    MessageIncomplete {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Number of missing bytes.
        missing: u64,
    },
    /// Input or finish call after the message has ended.
    MessageEnded {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// Encryption call while decrypting, or decryption call while encrypting.
    OtherDirection {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Direction of the message: "encrypted" or "decrypted".
        direction: &'static str,
    },
    /// Export of a state that contains a key, by a method that does not export keys.
    Keyed {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// Export of a state that has no serialized form.
    NotExportable {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
}

#[cfg(feature = "registry")]
impl StateError {
    /// Replaces the algorithm name of `MessageIncomplete`, which streaming AEADs return. Other errors are unchanged.
    pub(crate) const fn named(self, algorithm: &'static str) -> Self {
        match self {
            Self::MessageIncomplete { missing, .. } => {
                Self::MessageIncomplete { algorithm, missing }
            }
            other => other,
        }
    }
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AbsorbAfterSqueeze { algorithm } => {
                write!(f, "{algorithm} cannot absorb after a squeeze; reset it first")
            }
            Self::OutputExhausted { algorithm, output_bytes } => {
                write!(
                    f,
                    "the output of {algorithm} is fixed at {output_bytes} bytes; fewer are left"
                )
            }
            Self::OutputEnds { algorithm } => {
                write!(f, "the output of {algorithm} has 2^64 - 1 bytes; fewer are left")
            }
            Self::ItemTooLong { algorithm } => {
                write!(f, "a tuple element of {algorithm} is longer than announced")
            }
            Self::ItemIncomplete { algorithm, missing } => {
                write!(
                    f,
                    "a tuple element of {algorithm} is shorter than announced; missing bytes: {missing}"
                )
            }
            Self::NoItems { algorithm } => write!(f, "{algorithm} does not hash tuples"),
            Self::MessageIncomplete { algorithm, missing } => {
                write!(
                    f,
                    "the message of {algorithm} is shorter than announced; missing bytes: {missing}"
                )
            }
            Self::MessageEnded { algorithm } => {
                write!(f, "the message of {algorithm} has ended; start another")
            }
            Self::OtherDirection { algorithm, direction } => {
                write!(
                    f,
                    "the message of {algorithm} is being {direction}; start another for the other direction"
                )
            }
            Self::Keyed { algorithm } => {
                write!(
                    f,
                    "the state of {algorithm} contains a key; use the function that exports keys"
                )
            }
            Self::NotExportable { algorithm } => {
                write!(f, "the state of {algorithm} cannot be exported; it is a key schedule")
            }
        }
    }
}

impl core::error::Error for StateError {}
