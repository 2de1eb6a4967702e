//! Errors for calls that are not allowed in the object's current state.

use core::fmt;

/// Error for a call that is not allowed in the object's current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// Message data was absorbed after squeezing began.
    AbsorbAfterSqueeze {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// Output was requested beyond the fixed output length.
    OutputExhausted {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Fixed output length in bytes.
        output_bytes: usize,
    },
    /// Output was requested beyond the algorithm's maximum output length.
    OutputEnds {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// A tuple element ended with fewer bytes than announced.
    ItemIncomplete {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Number of missing bytes.
        missing: u64,
    },
    /// A tuple element got more bytes than announced.
    ItemTooLong {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// A tuple element was started, but the algorithm does not hash tuples.
    NoItems {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// The message ended with fewer bytes than announced.
    MessageIncomplete {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Number of missing bytes.
        missing: u64,
    },
    /// Data was added after the message had ended, or the message was finished twice.
    MessageEnded {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// An encryption method was called on a message being decrypted, or a decryption method on a message being
    /// encrypted.
    OtherDirection {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Direction of the message: "encrypted" or "decrypted".
        direction: &'static str,
    },
    /// The state contains a key, and the called method does not export keys.
    Keyed {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// The state cannot be exported: it has no serialized format.
    NotExportable {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
}

#[cfg(feature = "registry")]
impl StateError {
    /// Replaces the algorithm name in `MessageIncomplete`, which streaming AEADs return. Leaves other errors unchanged.
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
                    "the output of {algorithm} is fixed at {output_bytes} bytes; fewer are left than requested"
                )
            }
            Self::OutputEnds { algorithm } => {
                write!(
                    f,
                    "the output of {algorithm} has 2^64 - 1 bytes; fewer are left than requested"
                )
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
