//! Result codes of the C functions, and the error type that is converted to a code and a message.

use core::ffi::{CStr, c_char, c_int};
use core::fmt;

use astragal::error::{
    ChunkedError, CipherError, ImportError, InvalidTag, KdfError, ParameterError, PartError,
    StateError, VerifyError,
};
use astragal::kdf::PasswordError;
use astragal::registry::{RecordError, UnknownName};

use crate::executor::MAX_THREADS;

/// Success.
pub const OK: c_int = 0;
/// Verification failed: a tag, padding, sealed message, wrapped key or password is invalid, or the compared bytes
/// differ. This is the only positive result code.
pub const INVALID: c_int = 1;
/// A required pointer is NULL, or a buffer is NULL with a length other than 0.
pub const ERR_NULL: c_int = -1;
/// The algorithm is not a handle from astragal_find() or astragal_alg_at(), or the function does not accept algorithms
/// of its kind.
pub const ERR_ALGORITHM: c_int = -2;
/// The object is not live (uninitialized, freed or moved), or the function does not accept objects of its type.
pub const ERR_OBJECT: c_int = -3;
/// The algorithm does not accept this length, or the length exceeds PTRDIFF_MAX.
pub const ERR_LENGTH: c_int = -4;
/// The algorithm does not accept this parameter or its value.
pub const ERR_PARAMETER: c_int = -5;
/// The object's state does not allow this call, such as absorbing after squeezing.
pub const ERR_STATE: c_int = -6;
/// Buffers overlap in a way that the function does not allow.
pub const ERR_OVERLAP: c_int = -7;
/// Memory allocation failed.
pub const ERR_MEMORY: c_int = -8;
/// The progress callback cancelled the computation.
pub const ERR_CANCELLED: c_int = -10;
/// Internal error: a bug in the library. Afterwards, the object can only be freed.
pub const ERR_INTERNAL: c_int = -9;

/// Returns a short description of a result code, never NULL. astragal_last_error() returns the details of the last
/// error.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_strerror(code: c_int) -> *const c_char {
    description(code).as_ptr()
}

fn description(code: c_int) -> &'static CStr {
    match code {
        OK => c"success",
        INVALID => c"invalid tag or padding",
        ERR_NULL => c"required pointer is NULL",
        ERR_ALGORITHM => c"not an algorithm of the required kind",
        ERR_OBJECT => c"not a live object of the required type",
        ERR_LENGTH => c"invalid length",
        ERR_PARAMETER => c"invalid parameter",
        ERR_STATE => c"call not allowed in this state",
        ERR_OVERLAP => c"buffers overlap",
        ERR_MEMORY => c"out of memory",
        ERR_CANCELLED => c"cancelled",
        ERR_INTERNAL => c"internal error",
        _ => c"unknown result code",
    }
}

/// Error of a C function. [`guard`](crate::guard) converts the error to a result code and a message.
#[derive(Debug)]
pub(crate) enum Error {
    Null(&'static str),
    /// The algorithm handle is NULL, for example because astragal_find() failed.
    NullAlgorithm,
    NotUtf8,
    /// Unknown algorithm name, and the function that formats the error message. The function is called only through
    /// this pointer, so the linker can drop it from static programs that look up no names.
    UnknownName(UnknownName, fn(&UnknownName, &mut fmt::Formatter<'_>) -> fmt::Result),
    UnknownKind(c_int),
    UnknownCpuLevel,
    InvalidHexDigit,
    InvalidChoice {
        allowed: &'static str,
        what: &'static str,
        given: c_int,
    },
    PaddingNotTaken {
        cipher: &'static str,
        suffix: &'static str,
    },
    InvalidPadding,
    InvalidHandle,
    WrongKind {
        algorithm: &'static str,
        wanted: &'static str,
    },
    NoProperty {
        algorithm: &'static str,
    },
    InvalidObject(&'static str),
    TooLong(&'static str),
    BufferLength {
        what: &'static str,
        given: usize,
        needed: usize,
    },
    Parameter(ParameterError),
    StructSize {
        given: usize,
        known: usize,
    },
    Domain(usize),
    Threads(usize),
    State(StateError),
    /// Attempt to copy a streaming state during encryption. The two copies could encrypt different messages with the
    /// same nonce.
    CopyDuringEncryption {
        algorithm: &'static str,
    },
    Kdf(KdfError),
    Import(ImportError),
    Password(PasswordError),
    /// The algorithm is not a tree hash.
    NotTreeHash {
        algorithm: &'static str,
    },
    /// The parts do not cover the whole message.
    MissingParts {
        position: u64,
        message_len: u64,
    },
    Part(PartError),
    Record(RecordError),
    Chunked(ChunkedError),
    CannotSeek {
        position: u64,
    },
    Overlap(&'static str),
    OutOfMemory,
    Internal,
    InvalidTag,
}

impl Error {
    pub(crate) fn unknown_name(error: UnknownName) -> Self {
        Self::UnknownName(error, fmt::Display::fmt)
    }

    pub(crate) fn code(&self) -> c_int {
        match self {
            Self::Null(_) | Self::NullAlgorithm => ERR_NULL,
            Self::NotUtf8 | Self::UnknownName(..) | Self::UnknownKind(_) => ERR_ALGORITHM,
            Self::InvalidHandle | Self::WrongKind { .. } => ERR_ALGORITHM,
            Self::InvalidObject(_) => ERR_OBJECT,
            Self::TooLong(_) | Self::BufferLength { .. } => ERR_LENGTH,
            Self::Parameter(ParameterError::Length { .. }) => ERR_LENGTH,
            Self::Parameter(ParameterError::NoMemory { .. }) => ERR_MEMORY,
            Self::NoProperty { .. } | Self::Parameter(_) => ERR_PARAMETER,
            Self::InvalidChoice { .. } | Self::PaddingNotTaken { .. } => ERR_PARAMETER,
            Self::StructSize { .. }
            | Self::Domain(_)
            | Self::UnknownCpuLevel
            | Self::InvalidHexDigit => ERR_PARAMETER,
            Self::Threads(_) => ERR_PARAMETER,
            Self::State(_) | Self::CopyDuringEncryption { .. } => ERR_STATE,
            Self::Import(_) | Self::Password(_) => ERR_PARAMETER,
            Self::NotTreeHash { .. } | Self::MissingParts { .. } => ERR_PARAMETER,
            Self::Part(_) | Self::Record(_) => ERR_PARAMETER,
            Self::Kdf(KdfError::Cancelled) => ERR_CANCELLED,
            Self::Kdf(_) => ERR_MEMORY,
            Self::Chunked(ChunkedError::TooLong) => ERR_LENGTH,
            Self::Chunked(ChunkedError::Ended) => ERR_STATE,
            Self::Chunked(_) => INVALID,
            Self::CannotSeek { .. } => ERR_PARAMETER,
            Self::Overlap(_) => ERR_OVERLAP,
            Self::OutOfMemory => ERR_MEMORY,
            Self::Internal => ERR_INTERNAL,
            Self::InvalidTag | Self::InvalidPadding => INVALID,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null(what) => write!(f, "{what} is NULL"),
            Self::NullAlgorithm => f.write_str("algorithm is NULL"),
            Self::NotUtf8 => f.write_str("name is not UTF-8"),
            Self::UnknownName(error, write) => write(error, f),
            Self::UnknownKind(kind) => write!(f, "algorithm kind is {kind}; expected 1 to 9"),
            Self::UnknownCpuLevel => f.write_str("unknown instruction-set level; see astragal_cpu_limit()"),
            Self::InvalidHexDigit => f.write_str("text contains a character that is not a hexadecimal digit"),
            Self::InvalidChoice { what, given, allowed } => {
                write!(f, "{what} is {given}; expected {allowed}")
            }
            Self::PaddingNotTaken { cipher, suffix } => write!(f, "{cipher}{suffix} takes no padding"),
            Self::InvalidPadding => CipherError::InvalidPadding.fmt(f),
            Self::InvalidHandle => f.write_str(
                "algorithm is not a handle of this library; use astragal_find() or astragal_alg_at()",
            ),
            Self::WrongKind { algorithm, wanted } => {
                write!(f, "{algorithm} is not {wanted}")
            }
            Self::NoProperty { algorithm } => write!(f, "{algorithm} does not have this property"),
            Self::InvalidObject(kind) => write!(
                f,
                "object is not a live {kind}: uninitialized, freed, moved, or of another type"
            ),
            Self::TooLong(what) => write!(f, "length of {what} exceeds PTRDIFF_MAX"),
            Self::BufferLength { what, given, needed } => {
                let unit = if *given == 1 { "byte" } else { "bytes" };
                write!(f, "{what} is {given} {unit}; expected {needed}")
            }
            Self::Parameter(error) => error.fmt(f),
            Self::StructSize { given, known } => write!(
                f,
                "size member of the parameters is {given}; this library expects {known}"
            ),
            Self::Domain(given) => {
                write!(f, "domain byte is {given}; TurboSHAKE takes 0x01 to 0x7f")
            }
            Self::Threads(given) => {
                write!(f, "executor has {given} threads; expected 1 to {MAX_THREADS}")
            }
            Self::State(error) => error.fmt(f),
            Self::CopyDuringEncryption { algorithm } => write!(
                f,
                "{algorithm}: cannot copy a message during encryption; both copies would use the same nonce"
            ),
            Self::Kdf(error) => error.fmt(f),
            Self::Import(error) => error.fmt(f),
            Self::Password(error) => error.fmt(f),
            Self::NotTreeHash { algorithm } => write!(
                f,
                "{algorithm} is not a tree hash; tree hashes are blake3, kt128, kt256, parallelhash128, parallelhash256, \
                 parallelhashxof128 and parallelhashxof256"
            ),
            Self::MissingParts { position, message_len } => write!(
                f,
                "the parts are contiguous up to byte {position}; the message has {message_len} bytes"
            ),
            Self::Part(error) => error.fmt(f),
            Self::Record(error) => error.fmt(f),
            Self::Chunked(error) => error.fmt(f),
            Self::CannotSeek { position } => write!(
                f,
                "cannot seek to {position}; open the header first, and seek to less than 2^52"
            ),
            Self::Overlap(what) => write!(f, "{what} overlap"),
            Self::OutOfMemory => f.write_str("out of memory"),
            Self::Internal => f.write_str("internal error in astragal; please report it"),
            Self::InvalidTag => InvalidTag.fmt(f),
        }
    }
}

impl From<ParameterError> for Error {
    fn from(error: ParameterError) -> Self {
        Self::Parameter(error)
    }
}

impl From<StateError> for Error {
    fn from(error: StateError) -> Self {
        Self::State(error)
    }
}

impl From<ImportError> for Error {
    fn from(error: ImportError) -> Self {
        Self::Import(error)
    }
}

impl From<CipherError> for Error {
    fn from(error: CipherError) -> Self {
        match error {
            CipherError::Parameter(error) => Self::Parameter(error),
            CipherError::State(error) => Self::State(error),
            _ => Self::InvalidPadding,
        }
    }
}

impl From<KdfError> for Error {
    fn from(error: KdfError) -> Self {
        match error {
            KdfError::Parameter(error) => Self::Parameter(error),
            other => Self::Kdf(other),
        }
    }
}

impl From<PasswordError> for Error {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Mismatch => Self::InvalidTag,
            PasswordError::Kdf(error) => error.into(),
            other => Self::Password(other),
        }
    }
}

impl From<ChunkedError> for Error {
    fn from(error: ChunkedError) -> Self {
        match error {
            ChunkedError::Parameter(error) => Self::Parameter(error),
            other => Self::Chunked(other),
        }
    }
}

impl From<PartError> for Error {
    fn from(error: PartError) -> Self {
        Self::Part(error)
    }
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Part(error) => Self::Part(error),
            other => Self::Record(other),
        }
    }
}

impl From<InvalidTag> for Error {
    fn from(InvalidTag: InvalidTag) -> Self {
        Self::InvalidTag
    }
}

impl From<VerifyError> for Error {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Parameter(error) => Self::Parameter(error),
            VerifyError::State(error) => Self::State(error),
            _ => Self::InvalidTag,
        }
    }
}
