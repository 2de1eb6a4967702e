//! `astragal.Algorithm`, the result of `astragal.info`: facts about an algorithm from the registry.

use std::borrow::Cow;

use astragal::error::Allowed;
use astragal::registry::{self, Algorithm, CipherMode, Implementation, Kind, Sizes, UnknownName};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::lookup;

/// Facts about an algorithm: sizes, standard, status and backend. Sizes are in bytes. None means that a fact does not
/// apply.
#[pyclass(frozen, eq, hash, name = "Algorithm", module = "astragal")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Info(Subject);

/// An algorithm in the registry, or a block-cipher mode. The registry has no entries for modes.
#[derive(Clone, Copy)]
enum Subject {
    Algorithm(Algorithm),
    Mode(CipherMode),
}

impl PartialEq for Subject {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Algorithm(one), Self::Algorithm(other)) => one == other,
            (Self::Mode(one), Self::Mode(other)) => {
                (one.cipher.name, one.mode) == (other.cipher.name, other.mode)
            }
            _ => false,
        }
    }
}

impl Eq for Subject {}

impl core::hash::Hash for Subject {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        match self {
            Self::Algorithm(row) => row.hash(state),
            Self::Mode(mode) => (mode.cipher.name, mode.mode.suffix()).hash(state),
        }
    }
}

impl Info {
    /// Finds the algorithm with this name and kind. Searches all kinds if `kind` is `None`. Returns `None` for an
    /// unknown kind.
    pub(crate) fn find(name: &str, kind: Option<&str>) -> Option<Result<Self, UnknownName>> {
        let mode = || registry::mode(name).map(|mode| Self(Subject::Mode(mode)));
        let row = |row| Self(Subject::Algorithm(row));
        Some(match kind {
            None => lookup::any_kind(name).map(row).or_else(|error| mode().map_err(|_| error)),
            Some("mode") => mode(),
            Some(kind) => lookup::of_kind(kind, name)?.map(row),
        })
    }

    fn sizes(&self) -> Sizes {
        match self.0 {
            Subject::Algorithm(row) => row.sizes,
            Subject::Mode(mode) => Sizes {
                key_bytes: Some(Allowed::Exactly(mode.key_bytes())),
                block_bytes: mode.cipher.sizes.block_bytes,
                nonce_bytes: Some(mode.iv_bytes()),
                ..Sizes::NONE
            },
        }
    }

    fn implementation(&self) -> Implementation {
        match self.0 {
            Subject::Algorithm(row) => row.implementation(),
            Subject::Mode(mode) => mode.cipher.implementation(),
        }
    }

    fn limits(&self) -> Option<registry::AeadLimits> {
        match self.0 {
            Subject::Algorithm(Algorithm::Aead(row)) => Some(row.limits),
            _ => None,
        }
    }

    fn is_kind(&self, kind: Kind) -> bool {
        matches!(self.0, Subject::Algorithm(row) if row.kind == kind)
    }
}

#[pymethods]
impl Info {
    /// The canonical name.
    #[getter]
    fn name(&self) -> Cow<'static, str> {
        match self.0 {
            Subject::Algorithm(row) => row.name.into(),
            Subject::Mode(mode) => mode.name().into(),
        }
    }

    /// The kind: "hash", "sized-hash" (a hash of chosen length), "xof", "mac", "aead", "cipher", "mode" (a block cipher
    /// in a mode without authentication), "kdf" or "key-wrap".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            Subject::Algorithm(row) => row.kind.name(),
            Subject::Mode(_) => "mode",
        }
    }

    /// Other names, a tuple.
    #[getter]
    fn aliases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match self.0 {
            Subject::Algorithm(row) => PyTuple::new(py, row.aliases),
            Subject::Mode(CipherMode { cipher, mode }) => PyTuple::new(
                py,
                cipher.aliases.iter().map(|name| format!("{name}{}", mode.suffix())),
            ),
        }
    }

    /// The name of the family, such as "keccak".
    #[getter]
    fn family(&self) -> &'static str {
        match self.0 {
            Subject::Algorithm(row) => row.family,
            Subject::Mode(mode) => mode.cipher.family,
        }
    }

    /// The standard and section.
    #[getter]
    fn standard(&self) -> &'static str {
        match self.0 {
            Subject::Algorithm(row) => row.standard,
            Subject::Mode(mode) => mode.standard(),
        }
    }

    /// The status: "recommended", "acceptable", "legacy" (for compatibility only), "broken" or "not-cryptographic".
    #[getter]
    fn status(&self) -> &'static str {
        match self.0 {
            Subject::Algorithm(row) => row.status.name(),
            Subject::Mode(mode) => mode.status().name(),
        }
    }

    /// The backend used on this machine: "portable", "avx2", "avx512", ...
    #[getter]
    fn backend(&self) -> &'static str {
        self.implementation().backend
    }

    /// Timing of the backend: "constant-time" (depends on lengths only), "table-based" or "data-dependent".
    #[getter]
    fn timing(&self) -> &'static str {
        self.implementation().timing.name()
    }

    /// The default length of the digest or tag in bytes.
    #[getter]
    fn digest_size(&self) -> Option<usize> {
        self.sizes().output_bytes.filter(|_| !self.is_kind(Kind::Aead) && !self.is_kind(Kind::Kdf))
    }

    /// The block length of a hash or cipher, or the rate of an extendable-output function, in bytes.
    #[getter]
    fn block_size(&self) -> Option<usize> {
        self.sizes().block_bytes
    }

    /// The key length in bytes; None if several lengths are allowed.
    #[getter]
    fn key_size(&self) -> Option<usize> {
        self.sizes().key_bytes.and_then(only)
    }

    /// The length of the nonce or IV in bytes; None if several lengths are allowed.
    #[getter]
    fn nonce_size(&self) -> Option<usize> {
        self.sizes().nonce_bytes.and_then(only)
    }

    /// The default tag length of an authenticated cipher in bytes.
    #[getter]
    fn tag_size(&self) -> Option<usize> {
        self.sizes().output_bytes.filter(|_| self.is_kind(Kind::Aead))
    }

    /// The maximum message length of an authenticated cipher in bytes, with a nonce of the usual length. None if there
    /// is no limit.
    #[getter]
    fn max_message_size(&self) -> Option<u64> {
        self.limits()?.message_bytes
    }

    /// The base-2 logarithm of the maximum number of messages that may be encrypted under one key of an authenticated
    /// cipher if the nonces are random. With at most this many messages, the probability of a repeated nonce is below
    /// 2**-32.
    #[getter]
    fn random_nonces_log2(&self) -> Option<u32> {
        Some(self.limits()?.random_nonces_log2)
    }

    /// The base-2 logarithm of the maximum number of 16-byte messages that may be encrypted under one key of an
    /// authenticated cipher if a counter generates the nonces. A longer message counts as several, one for every 16
    /// bytes of plaintext.
    #[getter]
    fn counted_nonces_log2(&self) -> Option<u32> {
        Some(self.limits()?.counted_nonces_log2)
    }

    /// Whether an authenticated cipher is key-committing: every ciphertext is valid under at most one key.
    #[getter]
    fn commits_to_key(&self) -> Option<bool> {
        Some(self.limits()?.commits_to_key)
    }

    /// Whether a repeated nonce reveals plaintexts or allows forgeries. If false, a repeated nonce only reveals which
    /// messages are equal.
    #[getter]
    fn nonce_reuse_is_fatal(&self) -> Option<bool> {
        Some(self.limits()?.is_nonce_reuse_fatal)
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Algorithm {}>", self.name())
    }
}

/// Returns the only allowed length, or `None` if several lengths are allowed.
fn only(allowed: Allowed) -> Option<usize> {
    if let Allowed::Exactly(bytes) = allowed { Some(bytes) } else { None }
}
