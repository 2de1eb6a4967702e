//! `astragal.Algorithm`: a row of one of the library's tables, as `astragal.info` gives it.

use astragal::error::Allowed;
use astragal::registry::{self, Algorithm, HashRow, Kind, MacRow, UnknownName, XofRow};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::Takes;
use crate::parameters;

/// What is known about an algorithm. Sizes are in bytes, and None where the algorithm has no such thing.
#[pyclass(frozen, eq, hash, name = "Algorithm", module = "astragal")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Info {
    pub(crate) row: Algorithm,
}

/// BLAKE3 is a hash and an extendable-output function; its extendable form does all that its fixed one does.
const HASH_OR_XOF: &[Kind] = &[Kind::Xof, Kind::SizedHash, Kind::Hash];

/// The algorithm of this name in the table of one kind: "hash", "sized-hash", "xof", "mac", "aead", "cipher" or
/// "kdf".
pub(crate) fn of_kind(kind: &str, name: &str) -> Option<Result<Algorithm, UnknownName>> {
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
        Algorithm::Xof(XofRow { takes, .. }) => {
            Takes::DATA.when(!takes.items)
                | Takes::ITEMS.when(takes.items)
                | Takes::LENGTH.when(takes.output_bytes)
                | Takes::CUSTOM.when(takes.custom)
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

#[pymethods]
impl Info {
    /// The canonical name.
    #[getter]
    fn name(&self) -> &'static str {
        self.row.name
    }

    /// "hash", "sized-hash" (a hash whose length is chosen before), "xof", "mac", "aead", "cipher" or "kdf".
    #[getter]
    fn kind(&self) -> &'static str {
        self.row.kind.name()
    }

    /// Other names, as a tuple.
    #[getter]
    fn aliases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.row.aliases)
    }

    /// The family's name, as "keccak".
    #[getter]
    fn family(&self) -> &'static str {
        self.row.family
    }

    /// The standard and section that define it.
    #[getter]
    pub(crate) fn standard(&self) -> &'static str {
        self.row.standard
    }

    /// "recommended", "acceptable", "legacy" (for compatibility only) or "broken".
    #[getter]
    pub(crate) fn status(&self) -> &'static str {
        self.row.status.name()
    }

    /// The code that runs it on this machine: "portable", "avx2", "avx512", ...
    #[getter]
    fn backend(&self) -> &'static str {
        self.row.implementation().backend
    }

    /// What that code's timing depends on: "constant-time" (nothing but lengths), "table-based" or
    /// "data-dependent".
    #[getter]
    fn timing(&self) -> &'static str {
        self.row.implementation().timing.name()
    }

    /// The length of the digest or tag, if none is asked for.
    #[getter]
    fn digest_size(&self) -> Option<usize> {
        self.row.sizes.output_bytes.filter(|_| !matches!(self.row.kind, Kind::Aead | Kind::Kdf))
    }

    /// The length of a hash's or cipher's block, or the rate of an extendable-output function.
    #[getter]
    fn block_size(&self) -> Option<usize> {
        self.row.sizes.block_bytes
    }

    /// The length of the key, where there is only one.
    #[getter]
    fn key_size(&self) -> Option<usize> {
        self.row.sizes.key_bytes.and_then(only)
    }

    /// The length of an authenticated cipher's nonce.
    #[getter]
    fn nonce_size(&self) -> Option<usize> {
        self.row.sizes.nonce_bytes.and_then(only)
    }

    /// The length of an authenticated cipher's tag.
    #[getter]
    fn tag_size(&self) -> Option<usize> {
        self.row.sizes.output_bytes.filter(|_| self.row.kind == Kind::Aead)
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Algorithm {}>", self.row.name)
    }
}

/// The length that is allowed, where there is only one.
fn only(allowed: Allowed) -> Option<usize> {
    if let Allowed::Exactly(bytes) = allowed { Some(bytes) } else { None }
}
