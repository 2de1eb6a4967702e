//! `astragal.Algorithm`: a row of one of the library's tables, as `astragal.info` gives it.

use std::borrow::Cow;

use astragal::error::Allowed;
use astragal::registry::{
    self, Algorithm, CipherMode, HashRow, Implementation, Kind, MacRow, Sizes, UnknownName, XofRow,
};
use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyTuple};

use crate::arguments::Takes;
use crate::constructor::{hashlib_name, identifier};
use crate::parameters;

/// What is known about an algorithm. Sizes are in bytes, and None where the algorithm has no such thing.
#[pyclass(frozen, eq, hash, name = "Algorithm", module = "astragal")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Info(Subject);

/// A row of a table, or a cipher in a mode, which no table holds.
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

/// BLAKE3 is a hash and an extendable-output function; its extendable form does all that its fixed one does.
const HASH_OR_XOF: &[Kind] = &[Kind::Xof, Kind::SizedHash, Kind::Hash];

/// The algorithm of this name in the table of one kind: "hash", "sized-hash", "xof", "mac", "aead", "cipher" or
/// "kdf".
fn of_kind(kind: &str, name: &str) -> Option<Result<Algorithm, UnknownName>> {
    let kinds: &[Kind] = match kind {
        "hash" => &[Kind::Hash],
        "sized-hash" => &[Kind::SizedHash],
        "xof" => &[Kind::Xof],
        "mac" => &[Kind::Mac],
        "aead" => &[Kind::Aead],
        "cipher" => &[Kind::Cipher],
        "kdf" => &[Kind::Kdf],
        _ => return None,
    };
    Some(registry::find(kinds, name))
}

/// The kinds that have a constructor for each algorithm.
const ALL: &[Kind] = &[Kind::Xof, Kind::SizedHash, Kind::Hash, Kind::Mac, Kind::Aead];

/// Every algorithm that has a constructor of its own.
pub(crate) fn all() -> impl Iterator<Item = Algorithm> {
    registry::algorithms().filter(|row| ALL.contains(&row.kind))
}

/// The block cipher of this name.
pub(crate) fn cipher(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(&[Kind::Cipher], name)
}

/// The message authentication code of this name.
pub(crate) fn mac(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(&[Kind::Mac], name)
}

/// The extendable-output function under a key of this name.
pub(crate) fn keyed_xof(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(&[Kind::KeyedXof], name)
}

/// The authenticated cipher of this name.
pub(crate) fn aead(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(&[Kind::Aead], name)
}

/// The hash or extendable-output function of this name.
pub(crate) fn hash_or_xof(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(HASH_OR_XOF, name)
}

/// The algorithm of this name that a constructor of this name makes.
pub(crate) fn any(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(ALL, name)
}

/// Adds `algorithms_available` and its like to the module: every name that a constructor takes is in one of the sets.
pub(crate) fn add_names(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let hashes = all().filter(|row| matches!(row, Algorithm::Hash(_) | Algorithm::Xof(_)));
    let hashes = hashes.flat_map(|row| [hashlib_name(row.name), identifier(row.name)]);
    module.add("algorithms_available", PyFrozenSet::new(py, hashes.collect::<Vec<_>>())?)?;
    let macs = registry::macs().chain(registry::composed_macs()).map(|row| row.name);
    module.add("macs_available", PyFrozenSet::new(py, macs.collect::<Vec<_>>())?)?;
    let aeads = registry::AEADS.iter().chain(registry::composed_aeads()).map(|row| row.name);
    module.add("aeads_available", PyFrozenSet::new(py, aeads.collect::<Vec<_>>())?)?;
    let ciphers = registry::CIPHERS.iter().map(|row| row.name);
    module.add("ciphers_available", PyFrozenSet::new(py, ciphers.collect::<Vec<_>>())?)?;
    let modes = registry::modes().map(|mode| mode.name());
    module.add("modes_available", PyFrozenSet::new(py, modes.collect::<Vec<_>>())?)?;
    let kdfs = registry::kdfs().chain(registry::composed_kdfs()).map(|row| row.name);
    module.add("kdfs_available", PyFrozenSet::new(py, kdfs.collect::<Vec<_>>())?)
}

/// The algorithm of this name, of whichever kind.
pub(crate) fn known(name: &str) -> Result<Algorithm, UnknownName> {
    const KINDS: &[Kind] =
        &[Kind::Xof, Kind::SizedHash, Kind::Hash, Kind::Mac, Kind::Aead, Kind::Cipher, Kind::Kdf];
    registry::find(KINDS, name)
}

/// The code that this hash is with a key, if it takes one.
pub(crate) fn keyed(algorithm: Algorithm) -> Option<&'static MacRow> {
    match algorithm {
        Algorithm::Hash(_) | Algorithm::Xof(_) => registry::mac(algorithm.name).ok(),
        _ => None,
    }
}

/// The hash of the same name, if there is one.
pub(crate) fn fixed(algorithm: Algorithm) -> Option<&'static HashRow> {
    registry::hash(algorithm.name).ok()
}

/// The parameters of an algorithm's constructor.
pub(crate) fn takes(algorithm: Algorithm) -> Takes {
    match algorithm {
        Algorithm::Hash(row) => {
            Takes::DATA
                | Takes::OPTIONAL_KEY.when(keyed(algorithm).is_some())
                | parameters::takes(row)
                | Takes::USED_FOR_SECURITY
        }
        Algorithm::Xof(XofRow { takes, key_bytes: Some(_), .. }) => {
            Takes::KEY
                | Takes::DATA
                | Takes::CUSTOM.when(takes.custom)
                | Takes::THREADS.when(takes.cores)
        }
        Algorithm::Xof(XofRow { info, takes, .. }) => {
            // The registry's customization string of BLAKE3 is the context of its key derivation.
            let has_context = info.name == "blake3";
            Takes::DATA.when(!takes.items)
                | Takes::ITEMS.when(takes.items)
                | Takes::LENGTH.when(takes.output_bytes)
                | Takes::CUSTOM.when(takes.custom && !has_context)
                | Takes::CONTEXT.when(has_context)
                | Takes::NAME.when(takes.function_name)
                | Takes::DOMAIN.when(takes.domain)
                | Takes::BLOCK.when(takes.block_bytes)
                | Takes::THREADS.when(takes.cores)
                | Takes::OPTIONAL_KEY.when(keyed(algorithm).is_some())
                | Takes::USED_FOR_SECURITY
        }
        Algorithm::Mac(row) => {
            let has_length = !matches!(row.tag_bytes_allowed, Allowed::Exactly(_));
            Takes::KEY
                | Takes::DATA
                | Takes::LENGTH.when(has_length)
                | Takes::CUSTOM.when(row.takes_custom)
        }
        Algorithm::Aead(row) => {
            let allowed = row.sizes.output_bytes_allowed;
            let has_tag_size = !matches!(allowed, None | Some(Allowed::Exactly(_)));
            Takes::KEY | Takes::TAG_SIZE.when(has_tag_size)
        }
        _ => Takes::KEY,
    }
}

impl Info {
    /// What is known of the row of this name, of any kind or of the kind named.
    pub(crate) fn of(name: &str, kind: Option<&str>) -> Option<Result<Self, UnknownName>> {
        let mode = || registry::mode(name).map(|mode| Self(Subject::Mode(mode)));
        let row = |row| Self(Subject::Algorithm(row));
        Some(match kind {
            None => known(name).map(row).or_else(|error| mode().map_err(|_| error)),
            Some("mode") => mode(),
            Some(kind) => of_kind(kind, name)?.map(row),
        })
    }

    fn sizes(&self) -> Sizes {
        match self.0 {
            Subject::Algorithm(row) => row.sizes,
            Subject::Mode(mode) => Sizes {
                key_bytes: Some(Allowed::Exactly(mode.key_bytes())),
                block_bytes: Some(mode.cipher.block_bytes),
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

    /// Whether it is a row of this kind.
    fn is(&self, kind: Kind) -> bool {
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

    /// "hash", "sized-hash" (a hash whose length is chosen before), "xof", "mac", "aead", "cipher", "mode" (a block
    /// cipher in a mode that does not authenticate) or "kdf".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.0 {
            Subject::Algorithm(row) => row.kind.name(),
            Subject::Mode(_) => "mode",
        }
    }

    /// Other names, as a tuple.
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

    /// The family's name, as "keccak".
    #[getter]
    fn family(&self) -> &'static str {
        match self.0 {
            Subject::Algorithm(row) => row.family,
            Subject::Mode(mode) => mode.cipher.family,
        }
    }

    /// The standard and section that define it.
    #[getter]
    fn standard(&self) -> &'static str {
        match self.0 {
            Subject::Algorithm(row) => row.standard,
            Subject::Mode(mode) => mode.mode.standard(),
        }
    }

    /// "recommended", "acceptable", "legacy" (for compatibility only), "broken" or "not-cryptographic".
    #[getter]
    fn status(&self) -> &'static str {
        match self.0 {
            Subject::Algorithm(row) => row.status.name(),
            Subject::Mode(mode) => mode.status().name(),
        }
    }

    /// The code that runs it on this machine: "portable", "avx2", "avx512", ...
    #[getter]
    fn backend(&self) -> &'static str {
        self.implementation().backend
    }

    /// What that code's timing depends on: "constant-time" (nothing but lengths), "table-based" or
    /// "data-dependent".
    #[getter]
    fn timing(&self) -> &'static str {
        self.implementation().timing.name()
    }

    /// The length of the digest or tag, if none is asked for.
    #[getter]
    fn digest_size(&self) -> Option<usize> {
        self.sizes().output_bytes.filter(|_| !self.is(Kind::Aead) && !self.is(Kind::Kdf))
    }

    /// The length of a hash's or cipher's block, or the rate of an extendable-output function.
    #[getter]
    fn block_size(&self) -> Option<usize> {
        self.sizes().block_bytes
    }

    /// The length of the key, where there is only one.
    #[getter]
    fn key_size(&self) -> Option<usize> {
        self.sizes().key_bytes.and_then(only)
    }

    /// The length of an authenticated cipher's nonce or of a mode's IV, where there is only one.
    #[getter]
    fn nonce_size(&self) -> Option<usize> {
        self.sizes().nonce_bytes.and_then(only)
    }

    /// The length of an authenticated cipher's tag.
    #[getter]
    fn tag_size(&self) -> Option<usize> {
        self.sizes().output_bytes.filter(|_| self.is(Kind::Aead))
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Algorithm {}>", self.name())
    }
}

/// The length that is allowed, where there is only one.
fn only(allowed: Allowed) -> Option<usize> {
    if let Allowed::Exactly(bytes) = allowed { Some(bytes) } else { None }
}
