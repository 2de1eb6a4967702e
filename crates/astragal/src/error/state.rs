//! Calls at the wrong time.

use core::fmt;

/// A call that comes at the wrong time on an object whose state is only known at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// More input after the output has begun.
    AbsorbAfterSqueeze {
        /// The algorithm's canonical name.
        algorithm: &'static str,
    },
    /// More output than the fixed length that was fixed before.
    OutputExhausted {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The fixed output length in bytes.
        output_bytes: usize,
    },
    /// More output than the algorithm has.
    OutputEnds {
        /// The algorithm's canonical name.
        algorithm: &'static str,
    },
    /// A tuple element with fewer bytes than announced.
    ItemIncomplete {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// Bytes announced and still to come.
        missing: u64,
    },
    /// A tuple element with more bytes than announced.
    ItemTooLong {
        /// The algorithm's canonical name.
        algorithm: &'static str,
    },
    /// A tuple element on an algorithm that does not hash tuples.
    NoItems {
        /// The algorithm's canonical name.
        algorithm: &'static str,
    },
    /// A message that ends before it has as many bytes as announced.
    MessageIncomplete {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// Bytes announced and still to come.
        missing: u64,
    },
    /// More of a message that has ended.
    MessageEnded {
        /// The algorithm's canonical name.
        algorithm: &'static str,
    },
    /// Encryption of a message that is being decrypted, or the other way round.
    OtherDirection {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// What is done with the message: "encrypted" or "decrypted".
        direction: &'static str,
    },
    /// The state holds a key, and was asked for by a name that does not say so.
    Keyed {
        /// The algorithm's canonical name.
        algorithm: &'static str,
    },
    /// The state has no form in which it could be taken elsewhere.
    NotCarried {
        /// The algorithm's canonical name.
        algorithm: &'static str,
    },
}

#[cfg(feature = "registry")]
impl StateError {
    /// The same error of the algorithm by this name, of those that a message in pieces has.
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
                write!(f, "{algorithm} is being squeezed and absorbs no more; reset it first")
            }
            Self::OutputExhausted { algorithm, output_bytes } => {
                write!(f, "{algorithm} was set to {output_bytes} bytes of output and gives no more")
            }
            Self::OutputEnds { algorithm } => {
                write!(f, "the output of {algorithm} ends before that; it has 2^64 - 1 bytes")
            }
            Self::ItemTooLong { algorithm } => {
                write!(f, "an element of the {algorithm} tuple is longer than announced")
            }
            Self::ItemIncomplete { algorithm, missing } => {
                write!(f, "an element of the {algorithm} tuple lacks {missing} of its bytes")
            }
            Self::NoItems { algorithm } => write!(f, "{algorithm} does not hash tuples"),
            Self::MessageIncomplete { algorithm, missing } => {
                write!(f, "the message of {algorithm} lacks {missing} of the bytes announced")
            }
            Self::MessageEnded { algorithm } => {
                write!(f, "the message of {algorithm} has ended; begin another")
            }
            Self::OtherDirection { algorithm, direction } => {
                write!(f, "this message of {algorithm} is being {direction}")
            }
            Self::Keyed { algorithm } => {
                write!(
                    f,
                    "the state of {algorithm} holds a key; it is exported only with that said"
                )
            }
            Self::NotCarried { algorithm } => {
                write!(
                    f,
                    "the state of {algorithm} is a cipher's key schedule and stays where it is"
                )
            }
        }
    }
}

impl core::error::Error for StateError {}
