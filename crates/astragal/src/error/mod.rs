//! Error types. Each error's text names the subject, the given value and the allowed values.

#[cfg(all(feature = "aes", feature = "sha2"))]
mod chunked;
#[cfg(feature = "alloc")]
mod import;
mod part;
mod state;

use core::fmt;

#[cfg(all(feature = "aes", feature = "sha2"))]
pub use chunked::ChunkedError;
#[cfg(feature = "alloc")]
pub use import::ImportError;
pub use part::PartError;
pub use state::StateError;

/// Error for an invalid tag. It contains no detail, because an attacker could use a detail as an oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidTag;

impl fmt::Display for InvalidTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the authentication tag does not match")
    }
}

impl core::error::Error for InvalidTag {}

/// Allowed lengths of a parameter, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Allowed {
    /// Exactly this length.
    Exactly(usize),
    /// This length or shorter.
    AtMost(usize),
    /// This length or longer.
    AtLeast(usize),
    /// Any length from the first value to the second, inclusive.
    Between(usize, usize),
    /// One of these lengths.
    OneOf(&'static [usize]),
    /// Multiples of this length, including 0.
    MultipleOf(usize),
}

impl Allowed {
    /// Returns whether a length of `bytes` bytes is allowed.
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

/// Error for a parameter that is missing, not supported, or has an invalid length or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParameterError {
    /// The algorithm does not allow this length.
    Length {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Name of the parameter: "key", "nonce", "tag", "message", "output buffer", …
        what: &'static str,
        /// Given length in bytes.
        given: usize,
        /// Allowed lengths.
        allowed: Allowed,
    },
    /// A number is out of range.
    Value {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Name of the parameter: "domain byte", "block size", …
        what: &'static str,
        /// Given number.
        given: usize,
        /// Allowed numbers, as they appear in the error's text.
        allowed: &'static str,
    },
    /// The algorithm does not support this parameter.
    NotTaken {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Name of the parameter.
        what: &'static str,
    },
    /// The two halves of the key are equal.
    EqualHalves {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
    },
    /// The algorithm requires this parameter.
    Missing {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Name of the parameter.
        what: &'static str,
    },
    /// Allocating memory for the parameter or the result failed.
    NoMemory {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Name of the parameter.
        what: &'static str,
        /// Requested length in bytes.
        given: usize,
    },
}

/// Name of the output buffer in errors.
const BUFFER: &str = "output buffer";

impl ParameterError {
    /// Checks that the parameter `what` of `algorithm` may be `given` bytes long. This function is inlined: the allowed
    /// lengths are nearly always constant, so the check becomes one comparison.
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

    /// Converts the key of `algorithm` to an array. Returns an error if its length is wrong.
    #[cfg(any(feature = "ascon", feature = "blake3"))]
    pub(crate) fn key<'k, const N: usize>(
        algorithm: &'static str,
        key: &'k [u8],
    ) -> Result<&'k [u8; N], Self> {
        let (given, allowed) = (key.len(), Allowed::Exactly(N));
        key.try_into().map_err(|_| Self::Length { algorithm, what: "key", given, allowed })
    }

    /// Checks that the caller's output buffer is exactly as long as the result.
    pub(crate) fn check_buffer(
        algorithm: &'static str,
        buffer: &[u8],
        needed: usize,
    ) -> Result<(), Self> {
        Self::check_length(algorithm, BUFFER, buffer.len(), Allowed::Exactly(needed))
    }

    /// Returns an error if a message of `bytes` bytes is longer than `longest` bytes.
    pub(crate) fn check_message(
        algorithm: &'static str,
        bytes: u64,
        longest: u64,
    ) -> Result<(), Self> {
        let in_memory = |bytes| usize::try_from(bytes).unwrap_or(usize::MAX);
        if bytes <= longest {
            return Ok(());
        }
        let allowed = Allowed::AtMost(in_memory(longest));
        Err(Self::length(algorithm, "message", in_memory(bytes), allowed))
    }

    /// Replaces the algorithm name in the error, because code shared by many ciphers does not know the name.
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

    /// Returns the error for an output buffer of `given` bytes that is too short for a result of `needed` bytes.
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
                write!(f, "the halves of the key are equal; {algorithm} takes different halves")
            }
            Self::Missing { algorithm, what } => write!(f, "{algorithm} needs a {what}"),
            Self::NoMemory { algorithm, what, given } => {
                write!(f, "cannot allocate {given} bytes for the {what} of {algorithm}")
            }
        }
    }
}

impl core::error::Error for ParameterError {}

/// Error from a cipher object, for example if a message ends with invalid padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CipherError {
    /// A parameter or the message has the wrong length.
    Parameter(ParameterError),
    /// The object's state does not allow the call.
    State(StateError),
    /// The padding is invalid. The error contains no detail, because an attacker could use a detail as an oracle.
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
            Self::InvalidPadding => f.write_str("the padding is invalid"),
        }
    }
}

impl core::error::Error for CipherError {}

/// Error from verifying a tag, for operations that also check parameters or the object's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The algorithm does not allow the length of a parameter.
    Parameter(ParameterError),
    /// The object's state does not allow the call.
    State(StateError),
    /// The tag is invalid.
    InvalidTag,
}

#[cfg(feature = "registry")]
impl VerifyError {
    /// Replaces the algorithm name in the error.
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

/// Error from a key derivation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KdfError {
    /// A parameter is missing, not supported or invalid.
    Parameter(ParameterError),
    /// The memory that the parameters require could not be allocated.
    Memory {
        /// Canonical name of the algorithm.
        algorithm: &'static str,
        /// Requested memory in bytes.
        bytes: u64,
    },
    /// The progress callback stopped the derivation.
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
                write!(f, "cannot allocate {bytes} bytes of memory for {algorithm}")
            }
            Self::Cancelled => f.write_str("the derivation was cancelled"),
        }
    }
}

impl core::error::Error for KdfError {}
