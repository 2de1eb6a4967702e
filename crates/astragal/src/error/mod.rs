//! What can be wrong with a call: one type per kind of mistake. Each message names the subject, what
//! was given and what is allowed.

mod elsewhere;
mod state;

use core::fmt;

#[cfg(feature = "alloc")]
pub use elsewhere::ImportError;
pub use elsewhere::PartError;
pub use state::StateError;

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
    #[inline]
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
        /// The parameter: "key", "nonce", "tag", "message", "output buffer", …
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
    /// The parameter has to be kept, or a result has this length, and there is no memory left for it.
    NoMemory {
        /// The algorithm's canonical name.
        algorithm: &'static str,
        /// The parameter.
        what: &'static str,
        /// Its length in bytes.
        given: usize,
    },
}

/// The parameter that results are written to.
const BUFFER: &str = "output buffer";

impl ParameterError {
    /// `Ok` when `given` bytes are allowed for the parameter `what` of `algorithm`.
    // Inlined, as what is allowed is nearly always a constant: then a comparison is left.
    #[inline]
    pub(crate) fn check_length(
        algorithm: &'static str,
        what: &'static str,
        given: usize,
        allowed: Allowed,
    ) -> Result<(), Self> {
        if allowed.contains(given) {
            return Ok(());
        }
        Err(Self::length(algorithm, what, given, allowed))
    }

    #[cold]
    fn length(algorithm: &'static str, what: &'static str, given: usize, allowed: Allowed) -> Self {
        Self::Length { algorithm, what, given, allowed }
    }

    /// The key of `algorithm` as an array.
    pub(crate) fn key<'k, const N: usize>(
        algorithm: &'static str,
        key: &'k [u8],
    ) -> Result<&'k [u8; N], Self> {
        let (given, allowed) = (key.len(), Allowed::Exactly(N));
        key.try_into().map_err(|_| Self::Length { algorithm, what: "key", given, allowed })
    }

    /// `Ok` when the caller's buffer is as long as the result.
    pub(crate) fn check_buffer(
        algorithm: &'static str,
        buffer: &[u8],
        needed: usize,
    ) -> Result<(), Self> {
        Self::check_length(algorithm, BUFFER, buffer.len(), Allowed::Exactly(needed))
    }

    /// The same error of the algorithm by this name: what is written once for many ciphers does not know theirs.
    #[cfg(feature = "registry")]
    pub(crate) const fn named(mut self, name: &'static str) -> Self {
        let (Self::Length { algorithm, .. }
        | Self::Value { algorithm, .. }
        | Self::NotTaken { algorithm, .. }
        | Self::EqualHalves { algorithm }
        | Self::Missing { algorithm, .. }
        | Self::NoMemory { algorithm, .. }) = &mut self;
        *algorithm = name;
        self
    }

    /// The caller's buffer of `given` bytes is too short for a result of `needed`.
    pub(crate) fn short_buffer(algorithm: &'static str, given: usize, needed: usize) -> Self {
        Self::Length { algorithm, what: BUFFER, given, allowed: Allowed::AtLeast(needed) }
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
            Self::NoMemory { algorithm, what, given } => {
                write!(f, "{what} is {given} bytes; {algorithm} finds no memory for them")
            }
        }
    }
}

impl core::error::Error for ParameterError {}

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

#[cfg(feature = "registry")]
impl VerifyError {
    /// The same error of the algorithm by this name.
    pub(crate) const fn named(self, name: &'static str) -> Self {
        match self {
            Self::Parameter(error) => Self::Parameter(error.named(name)),
            other => other,
        }
    }
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
