//! What can be wrong with a call: one type per kind of mistake. Each message names the subject, what
//! was given and what is allowed.

use core::fmt;

/// A message, ciphertext or tag that does not verify. Carries no detail on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidTag;

impl fmt::Display for InvalidTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the authentication tag does not match")
    }
}

impl core::error::Error for InvalidTag {}

/// The lengths, in bytes, that a parameter may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Allowed {
    /// This length alone.
    Exactly(usize),
    /// Any length up to this one.
    AtMost(usize),
    /// This length or more.
    AtLeast(usize),
    /// Any length from the first to the second, both included.
    Between(usize, usize),
    /// One of these lengths.
    OneOf(&'static [usize]),
    /// Whole multiples of this length, also none.
    MultipleOf(usize),
}

impl Allowed {
    /// Whether a parameter of `bytes` bytes is allowed.
    #[must_use]
    pub fn contains(self, bytes: usize) -> bool {
        match self {
            Self::Exactly(n) => bytes == n,
            Self::AtMost(n) => bytes <= n,
            Self::AtLeast(n) => bytes >= n,
            Self::Between(low, high) => (low..=high).contains(&bytes),
            Self::OneOf(lengths) => lengths.contains(&bytes),
            Self::MultipleOf(n) => bytes.is_multiple_of(n),
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(n) => write!(f, "{n}"),
            Self::AtMost(n) => write!(f, "at most {n}"),
            Self::AtLeast(n) => write!(f, "at least {n}"),
            Self::Between(low, high) => write!(f, "{low} to {high}"),
            Self::OneOf(lengths) => {
                for (i, n) in lengths.iter().enumerate() {
                    let separator = match i {
                        0 => "",
                        _ if i + 1 == lengths.len() => " or ",
                        _ => ", ",
                    };
                    write!(f, "{separator}{n}")?;
                }
                Ok(())
            }
            Self::MultipleOf(n) => write!(f, "multiples of {n}"),
        }
    }
}

/// A parameter that the algorithm does not take, or not with this length or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParameterError {
    /// The length of a byte string is not one that the algorithm takes.
    Length {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The parameter: "key", "nonce", "tag", …
        what: &'static str,
        /// The length given, in bytes.
        given: usize,
        /// The lengths that would have been good.
        allowed: Allowed,
    },
    /// A number is out of range.
    Value {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The parameter: "domain byte", "block size", …
        what: &'static str,
        /// The number given.
        given: usize,
        /// The numbers that would have been good, in words.
        allowed: &'static str,
    },
    /// The algorithm has no such parameter.
    NotTaken {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The parameter.
        what: &'static str,
    },
    /// The two halves of a key are the same.
    EqualHalves {
        /// The algorithm's canonical name.
        algorithm: &'static str,
    },
    /// The algorithm cannot do without this parameter.
    Missing {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The parameter.
        what: &'static str,
    },
    /// The parameter has to be kept, and there is no memory left for it.
    NoMemory {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The parameter.
        what: &'static str,
        /// Its length in bytes.
        given: usize,
    },
}

impl ParameterError {
    /// `Ok` when `given` bytes are allowed for the parameter `what` of `algorithm`.
    pub(crate) fn check_length(
        algorithm: &'static str,
        what: &'static str,
        given: usize,
        allowed: Allowed,
    ) -> Result<(), Self> {
        if allowed.contains(given) {
            return Ok(());
        }
        Err(Self::Length { algorithm, what, given, allowed })
    }
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { algorithm, what, given, allowed } => {
                let unit = if *given == 1 { "byte" } else { "bytes" };
                write!(f, "{what} is {given} {unit}; {algorithm} takes {allowed}")
            }
            Self::Value { algorithm, what, given, allowed } => {
                write!(f, "{what} is {given}; {algorithm} takes {allowed}")
            }
            Self::NotTaken { algorithm, what } => write!(f, "{algorithm} takes no {what}"),
            Self::EqualHalves { algorithm } => {
                write!(f, "both halves of the key are the same; {algorithm} takes different ones")
            }
            Self::Missing { algorithm, what } => write!(f, "{algorithm} needs a {what}"),
            Self::NoMemory { algorithm, what, given } => write!(
                f,
                "{what} is {given} bytes, which {algorithm} keeps; there is no memory for them"
            ),
        }
    }
}

impl core::error::Error for ParameterError {}

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
    /// An output that does not fit the memory.
    OutputMemory {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The output's length in bytes.
        output_bytes: usize,
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
    /// A message longer than the algorithm takes.
    MessageLength {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The longest message in bytes.
        longest: usize,
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
    /// The caller's buffer does not have the length of the result.
    BufferLength {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The buffer's length in bytes.
        given: usize,
        /// The result's length in bytes.
        needed: usize,
    },
    /// The state holds a key, and was asked for by a name that does not say so.
    Keyed {
        /// The algorithm's canonical name.
        algorithm: &'static str,
    },
}

impl StateError {
    /// `Ok` when the caller's buffer is as long as the result.
    #[cfg(feature = "registry")]
    pub(crate) fn check_buffer(
        algorithm: &'static str,
        buffer: &[u8],
        needed: usize,
    ) -> Result<(), Self> {
        if buffer.len() == needed {
            return Ok(());
        }
        Err(Self::BufferLength { algorithm, given: buffer.len(), needed })
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
            Self::OutputMemory { algorithm, output_bytes } => {
                write!(f, "there is no memory for {output_bytes} bytes of {algorithm}")
            }
            Self::ItemTooLong { algorithm } => {
                write!(f, "an element of the {algorithm} tuple is longer than announced")
            }
            Self::ItemIncomplete { algorithm, missing } => {
                write!(f, "an element of the {algorithm} tuple lacks {missing} of its bytes")
            }
            Self::NoItems { algorithm } => write!(f, "{algorithm} does not hash tuples"),
            Self::MessageLength { algorithm, longest } => {
                write!(f, "the message is longer than {longest} bytes; {algorithm} takes no more")
            }
            Self::MessageIncomplete { algorithm, missing } => {
                write!(f, "the message of {algorithm} lacks {missing} of the bytes announced")
            }
            Self::MessageEnded { algorithm } => {
                write!(f, "the message of {algorithm} has ended; begin another")
            }
            Self::OtherDirection { algorithm, direction } => {
                write!(f, "this message of {algorithm} is being {direction}")
            }
            Self::BufferLength { algorithm, given, needed } => {
                write!(f, "the buffer is {given} bytes; the output of {algorithm} is {needed}")
            }
            Self::Keyed { algorithm } => {
                write!(
                    f,
                    "the state of {algorithm} holds a key; it is exported only with that said"
                )
            }
        }
    }
}

impl core::error::Error for StateError {}

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

/// Why a mode of a block cipher did not end a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CipherError {
    /// A parameter or the message has the wrong length.
    Parameter(ParameterError),
    /// The call does not suit the object's state.
    State(StateError),
    /// The padding is not as it has to be. Says no more on purpose.
    InvalidPadding,
}

impl From<ParameterError> for CipherError {
    fn from(error: ParameterError) -> Self {
        Self::Parameter(error)
    }
}

impl From<StateError> for CipherError {
    fn from(error: StateError) -> Self {
        Self::State(error)
    }
}

impl fmt::Display for CipherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(error) => error.fmt(f),
            Self::State(error) => error.fmt(f),
            Self::InvalidPadding => f.write_str("the padding is not valid"),
        }
    }
}

impl core::error::Error for CipherError {}

/// Why a tag or a ciphertext was not accepted by an object whose algorithm is only known at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// A parameter has a length that the algorithm does not take.
    Parameter(ParameterError),
    /// The call does not suit the object's state.
    State(StateError),
    /// The tag does not verify.
    InvalidTag,
}

impl From<StateError> for VerifyError {
    fn from(error: StateError) -> Self {
        Self::State(error)
    }
}

impl From<ParameterError> for VerifyError {
    fn from(error: ParameterError) -> Self {
        Self::Parameter(error)
    }
}

impl From<InvalidTag> for VerifyError {
    fn from(InvalidTag: InvalidTag) -> Self {
        Self::InvalidTag
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(error) => error.fmt(f),
            Self::State(error) => error.fmt(f),
            Self::InvalidTag => InvalidTag.fmt(f),
        }
    }
}

impl core::error::Error for VerifyError {}

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

/// Why a key was not derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KdfError {
    /// A parameter is not one that the algorithm takes.
    Parameter(ParameterError),
    /// The memory that the parameters ask for cannot be had.
    Memory {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The bytes asked for.
        bytes: u64,
    },
    /// The progress callback cancelled the work.
    Cancelled,
}

impl From<ParameterError> for KdfError {
    fn from(error: ParameterError) -> Self {
        Self::Parameter(error)
    }
}

impl fmt::Display for KdfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parameter(error) => error.fmt(f),
            Self::Memory { algorithm, bytes } => {
                write!(f, "{algorithm} needs {bytes} bytes of memory, which cannot be had")
            }
            Self::Cancelled => f.write_str("the derivation was cancelled"),
        }
    }
}

impl core::error::Error for KdfError {}
