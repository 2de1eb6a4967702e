//! What a function returns, and how a mistake is told.

use core::ffi::{CStr, c_char, c_int};
use core::fmt;

use astragal::error::{
    CipherError, ImportError, InvalidTag, KdfError, ParameterError, PartError, StateError,
    VerifyError,
};
use astragal::kdf::PasswordError;
use astragal::registry::{RecordError, UnknownName};

use crate::executor::MOST_THREADS;

/// Good.
pub const OK: c_int = 0;
/// The tag, or what was compared, does not verify, or the padding is not valid. The only positive code.
pub const INVALID: c_int = 1;
/// A pointer is NULL that must not be: only NULL with a length of 0 is legal.
pub const ERR_NULL: c_int = -1;
/// Not a handle from astragal_find() or astragal_alg_at(), or one of another kind.
pub const ERR_ALGORITHM: c_int = -2;
/// Not a live object of this kind: never made, freed, moved, or of another kind.
pub const ERR_OBJECT: c_int = -3;
/// A length is not one that the algorithm takes, or longer than any object in memory.
pub const ERR_LENGTH: c_int = -4;
/// A parameter that the algorithm does not take, or not with this value.
pub const ERR_PARAMETER: c_int = -5;
/// A call at the wrong time, as absorbing after squeezing.
pub const ERR_STATE: c_int = -6;
/// Buffers overlap that must not.
pub const ERR_OVERLAP: c_int = -7;
/// There is no memory left.
pub const ERR_MEMORY: c_int = -8;
/// The progress callback cancelled the work.
pub const ERR_CANCELLED: c_int = -10;
/// A defect of the library. The object of the call should only be freed.
pub const ERR_INTERNAL: c_int = -9;

/// What a code means, in a few words; never NULL. astragal_last_error() tells more.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_strerror(code: c_int) -> *const c_char {
    meaning(code).as_ptr()
}

fn meaning(code: c_int) -> &'static CStr {
    match code {
        OK => c"good",
        INVALID => c"does not verify",
        ERR_NULL => c"a pointer is NULL that must not be",
        ERR_ALGORITHM => c"not an algorithm of this kind",
        ERR_OBJECT => c"not a live object of this kind",
        ERR_LENGTH => c"wrong length",
        ERR_PARAMETER => c"parameter not taken, or not with this value",
        ERR_STATE => c"call at the wrong time",
        ERR_OVERLAP => c"buffers overlap",
        ERR_MEMORY => c"out of memory",
        ERR_CANCELLED => c"cancelled",
        ERR_INTERNAL => c"defect of the library",
        _ => c"not a code of astragal",
    }
}

/// A mistake on its way to the caller.
#[derive(Debug)]
pub(crate) enum Mistake {
    Null(&'static str),
    /// NULL in place of an algorithm, as astragal_find() returns it.
    NullAlgorithm,
    NotText,
    /// Brings what writes it: a program that asks for no name shall not hold all of them.
    UnknownName(UnknownName, fn(&UnknownName, &mut fmt::Formatter<'_>) -> fmt::Result),
    NoKind(c_int),
    NoLevel,
    NoDigit,
    NoChoice {
        what: &'static str,
        given: c_int,
    },
    NoPadding {
        cipher: &'static str,
        suffix: &'static str,
    },
    InvalidPadding,
    NotAlgorithm,
    OtherKind {
        algorithm: &'static str,
        wanted: &'static str,
    },
    NoProperty {
        algorithm: &'static str,
    },
    NotObject(&'static str),
    TooLong(&'static str),
    Buffer {
        what: &'static str,
        given: usize,
        needed: usize,
    },
    Parameter(ParameterError),
    Params {
        given: usize,
        known: usize,
    },
    Domain(usize),
    Threads(usize),
    State(StateError),
    /// A copy of a message that is being encrypted.
    NoCopy {
        algorithm: &'static str,
    },
    Derivation(KdfError),
    Import(ImportError),
    Password(PasswordError),
    /// An algorithm that is no tree hash.
    NoTree {
        algorithm: &'static str,
    },
    /// Parts that reach less far than the message.
    Incomplete {
        position: u64,
        message_len: u64,
    },
    Part(PartError),
    Record(RecordError),
    Overlap(&'static str),
    Memory,
    Internal,
    Invalid,
}

impl Mistake {
    pub(crate) fn unknown_name(error: UnknownName) -> Self {
        Self::UnknownName(error, fmt::Display::fmt)
    }

    pub(crate) fn code(&self) -> c_int {
        match self {
            Self::Null(_) | Self::NullAlgorithm => ERR_NULL,
            Self::NotText | Self::UnknownName(..) | Self::NoKind(_) => ERR_ALGORITHM,
            Self::NotAlgorithm | Self::OtherKind { .. } => ERR_ALGORITHM,
            Self::NotObject(_) => ERR_OBJECT,
            Self::TooLong(_) | Self::Buffer { .. } => ERR_LENGTH,
            Self::Parameter(ParameterError::Length { .. }) => ERR_LENGTH,
            Self::Parameter(ParameterError::NoMemory { .. }) => ERR_MEMORY,
            Self::NoProperty { .. } | Self::Parameter(_) => ERR_PARAMETER,
            Self::NoChoice { .. } | Self::NoPadding { .. } => ERR_PARAMETER,
            Self::Params { .. } | Self::Domain(_) | Self::NoLevel | Self::NoDigit => ERR_PARAMETER,
            Self::Threads(_) => ERR_PARAMETER,
            Self::State(_) | Self::NoCopy { .. } => ERR_STATE,
            Self::Import(_) | Self::Password(_) => ERR_PARAMETER,
            Self::NoTree { .. } | Self::Incomplete { .. } => ERR_PARAMETER,
            Self::Part(_) | Self::Record(_) => ERR_PARAMETER,
            Self::Derivation(KdfError::Cancelled) => ERR_CANCELLED,
            Self::Derivation(_) => ERR_MEMORY,
            Self::Overlap(_) => ERR_OVERLAP,
            Self::Memory => ERR_MEMORY,
            Self::Internal => ERR_INTERNAL,
            Self::Invalid | Self::InvalidPadding => INVALID,
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null(what) => write!(f, "{what} is NULL"),
            Self::NullAlgorithm => f.write_str("the algorithm is NULL"),
            Self::NotText => f.write_str("the name is not UTF-8"),
            Self::UnknownName(error, write) => write(error, f),
            Self::NoKind(kind) => write!(f, "there is no kind {kind}"),
            Self::NoLevel => f.write_str("there is no such level of instruction sets"),
            Self::NoDigit => f.write_str("the text holds what is no hexadecimal digit"),
            Self::NoChoice { what, given } => write!(f, "there is no {what} {given}"),
            Self::NoPadding { cipher, suffix } => write!(f, "{cipher}{suffix} takes no padding"),
            Self::InvalidPadding => CipherError::InvalidPadding.fmt(f),
            Self::NotAlgorithm => f.write_str("the algorithm is not a handle of this library"),
            Self::OtherKind { algorithm, wanted } => write!(f, "{algorithm} is no {wanted}"),
            Self::NoProperty { algorithm } => write!(f, "{algorithm} has no such property"),
            Self::NotObject(kind) => {
                write!(f, "not a live {kind}: never made, freed, moved, or of another kind")
            }
            Self::TooLong(what) => write!(f, "the length of {what} is more than memory can hold"),
            Self::Buffer { what, given, needed } => {
                write!(f, "{what} is {given} bytes; {needed} are needed")
            }
            Self::Parameter(error) => error.fmt(f),
            Self::Params { given, known } => write!(
                f,
                "the parameters say that they have {given} bytes; this library knows {known}"
            ),
            Self::Domain(given) => {
                write!(f, "domain byte is {given}; TurboSHAKE takes 0x01 to 0x7f")
            }
            Self::Threads(given) => {
                write!(f, "the executor has {given} threads; 1 to {MOST_THREADS} are taken")
            }
            Self::State(error) => error.fmt(f),
            Self::NoCopy { algorithm } => write!(
                f,
                "{algorithm}: cannot copy a message that is being encrypted; both would use the same nonce"
            ),
            Self::Derivation(error) => error.fmt(f),
            Self::Import(error) => error.fmt(f),
            Self::Password(error) => error.fmt(f),
            Self::NoTree { algorithm } => write!(
                f,
                "{algorithm} is not a tree hash; those are blake3, kt128, kt256, parallelhash128, parallelhash256, \
                 parallelhashxof128 and parallelhashxof256"
            ),
            Self::Incomplete { position, message_len } => write!(
                f,
                "the message has {message_len} bytes; the parts reach byte {position} without a gap"
            ),
            Self::Part(error) => error.fmt(f),
            Self::Record(error) => error.fmt(f),
            Self::Overlap(what) => write!(f, "{what} overlap"),
            Self::Memory => f.write_str("out of memory"),
            Self::Internal => f.write_str("a defect of the library; please report it"),
            Self::Invalid => InvalidTag.fmt(f),
        }
    }
}

impl From<ParameterError> for Mistake {
    fn from(error: ParameterError) -> Self {
        Self::Parameter(error)
    }
}

impl From<StateError> for Mistake {
    fn from(error: StateError) -> Self {
        Self::State(error)
    }
}

impl From<ImportError> for Mistake {
    fn from(error: ImportError) -> Self {
        Self::Import(error)
    }
}

impl From<CipherError> for Mistake {
    fn from(error: CipherError) -> Self {
        match error {
            CipherError::Parameter(error) => Self::Parameter(error),
            CipherError::State(error) => Self::State(error),
            _ => Self::InvalidPadding,
        }
    }
}

impl From<KdfError> for Mistake {
    fn from(error: KdfError) -> Self {
        match error {
            KdfError::Parameter(error) => Self::Parameter(error),
            other => Self::Derivation(other),
        }
    }
}

impl From<PasswordError> for Mistake {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Mismatch => Self::Invalid,
            PasswordError::Kdf(error) => error.into(),
            other => Self::Password(other),
        }
    }
}

impl From<PartError> for Mistake {
    fn from(error: PartError) -> Self {
        Self::Part(error)
    }
}

impl From<RecordError> for Mistake {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Part(error) => Self::Part(error),
            other => Self::Record(other),
        }
    }
}

impl From<InvalidTag> for Mistake {
    fn from(InvalidTag: InvalidTag) -> Self {
        Self::Invalid
    }
}

impl From<VerifyError> for Mistake {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Parameter(error) => Self::Parameter(error),
            VerifyError::State(error) => Self::State(error),
            _ => Self::Invalid,
        }
    }
}
