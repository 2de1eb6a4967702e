//! `astragal.Algorithm`: a row of one of the library's tables, as `astragal.info` gives it.

use std::collections::HashMap;
use std::sync::LazyLock;

use astragal::error::Allowed;
use astragal::registry::{self, AEADS, Entry, HASHES, Implementation, XOFS, macs, normalize};
use astragal::registry::{AeadRow, HashRow, Kind, MacRow, UnknownName, XofRow};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arguments::Takes;

/// What is known about an algorithm. Sizes are in bytes, and None where the algorithm has no such thing.
#[pyclass(frozen, eq, hash, module = "astragal")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Algorithm {
    pub(crate) row: Row,
}

/// A row of any table.
#[derive(Clone, Copy)]
pub(crate) enum Row {
    Hash(&'static HashRow),
    Xof(&'static XofRow),
    Mac(&'static MacRow),
    Aead(&'static AeadRow),
}

/// Every row by the normal form of each of its names, per kind: a look-up takes as long for the last row as
/// for the first.
static HASH_NAMES: LazyLock<Names<HashRow>> = LazyLock::new(|| names(HASHES.iter()));
static XOF_NAMES: LazyLock<Names<XofRow>> = LazyLock::new(|| names(XOFS.iter()));
static MAC_NAMES: LazyLock<Names<MacRow>> = LazyLock::new(|| names(macs()));
static AEAD_NAMES: LazyLock<Names<AeadRow>> = LazyLock::new(|| names(AEADS.iter()));

type Names<R> = HashMap<String, &'static R>;

fn names<R: Entry>(rows: impl Iterator<Item = &'static R>) -> Names<R> {
    let mut names = HashMap::new();
    for row in rows {
        for name in row.aliases().iter().chain([&row.name()]) {
            names.insert(normalize(name), row);
        }
    }
    names
}

/// The row of this name, or the error of the table's own `search`.
fn find<R>(
    names: &Names<R>,
    name: &str,
    search: fn(&str) -> Result<&'static R, UnknownName>,
) -> Result<&'static R, UnknownName> {
    names.get(&normalize(name)).copied().map_or_else(|| search(name), Ok)
}

impl Row {
    /// Every row of every table.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let hashes = HASHES.iter().map(Self::Hash);
        let xofs = XOFS.iter().map(Self::Xof);
        hashes.chain(xofs).chain(macs().map(Self::Mac)).chain(AEADS.iter().map(Self::Aead))
    }

    /// The row of this name in the table of one kind: "hash", "xof", "mac" or "aead".
    pub(crate) fn of_kind(kind: &str, name: &str) -> Option<Result<Self, UnknownName>> {
        Some(match kind {
            "hash" => find(&HASH_NAMES, name, registry::hash).map(Self::Hash),
            "xof" => find(&XOF_NAMES, name, registry::xof).map(Self::Xof),
            "mac" => Self::mac(name),
            "aead" => Self::aead(name),
            _ => return None,
        })
    }

    /// The hash or extendable-output function of this name.
    pub(crate) fn hash_or_xof(name: &str) -> Result<Self, UnknownName> {
        let normal = normalize(name);
        // BLAKE3 is both; its extendable form does all that its fixed one does.
        if let Some(row) = XOF_NAMES.get(&normal) {
            return Ok(Self::Xof(row));
        }
        if let Some(row) = HASH_NAMES.get(&normal) {
            return Ok(Self::Hash(row));
        }
        match (registry::hash(name), registry::xof(name)) {
            (_, Ok(row)) => Ok(Self::Xof(row)),
            (Ok(row), _) => Ok(Self::Hash(row)),
            // Whichever knows a similar name.
            (Err(error), Err(other)) if error.nearest.is_empty() => {
                Err(UnknownName { kind: Kind::Hash, ..other })
            }
            (Err(error), Err(_)) => Err(error),
        }
    }

    pub(crate) fn mac(name: &str) -> Result<Self, UnknownName> {
        find(&MAC_NAMES, name, registry::mac).map(Self::Mac)
    }

    pub(crate) fn aead(name: &str) -> Result<Self, UnknownName> {
        find(&AEAD_NAMES, name, registry::aead).map(Self::Aead)
    }

    /// The code that this hash is with a key, if it takes one.
    pub(crate) fn keyed(self) -> Option<&'static MacRow> {
        match self {
            Self::Hash(_) | Self::Xof(_) => MAC_NAMES.get(self.name()).copied(),
            Self::Mac(_) | Self::Aead(_) => None,
        }
    }

    /// The hash of the same name, if there is one.
    pub(crate) fn fixed(self) -> Option<&'static HashRow> {
        HASH_NAMES.get(self.name()).copied()
    }

    /// The row of this name, of whichever kind: what a constructor of this name makes.
    pub(crate) fn any(name: &str) -> Result<Self, UnknownName> {
        let keyed = || Self::mac(name).or_else(|_| Self::aead(name));
        Self::hash_or_xof(name).or_else(|error| keyed().map_err(|_| error))
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hash(row) => row.name,
            Self::Xof(row) => row.name,
            Self::Mac(row) => row.name,
            Self::Aead(row) => row.name,
        }
    }

    /// The parameters of its constructor.
    pub(crate) fn takes(self) -> Takes {
        match self {
            Self::Hash(_) => {
                Takes::DATA
                    | Takes::OPTIONAL_KEY.when(self.keyed().is_some())
                    | Takes::USED_FOR_SECURITY
            }
            Self::Xof(XofRow { takes, .. }) => {
                Takes::DATA.when(!takes.items)
                    | Takes::ITEMS.when(takes.items)
                    | Takes::LENGTH.when(takes.output_bytes)
                    | Takes::CUSTOM.when(takes.custom)
                    | Takes::NAME.when(takes.function_name)
                    | Takes::DOMAIN.when(takes.domain)
                    | Takes::BLOCK.when(takes.block_bytes)
                    | Takes::THREADS.when(takes.cores)
                    | Takes::OPTIONAL_KEY.when(self.keyed().is_some())
                    | Takes::USED_FOR_SECURITY
            }
            Self::Mac(row) => {
                let has_length = !matches!(row.tag_bytes_allowed, Allowed::Exactly(_));
                Takes::KEY
                    | Takes::DATA
                    | Takes::LENGTH.when(has_length)
                    | Takes::CUSTOM.when(row.takes_custom)
            }
            Self::Aead(_) => Takes::KEY,
        }
    }

    fn implementation(self) -> Implementation {
        match self {
            Self::Hash(row) => row.implementation(),
            Self::Xof(row) => row.implementation(),
            Self::Mac(row) => row.implementation(),
            Self::Aead(row) => row.implementation(),
        }
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        core::mem::discriminant(self) == core::mem::discriminant(other)
            && self.name() == other.name()
    }
}

impl Eq for Row {}

impl core::hash::Hash for Row {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

#[pymethods]
impl Algorithm {
    /// The canonical name.
    #[getter]
    fn name(&self) -> &'static str {
        self.row.name()
    }

    /// "hash", "xof", "mac" or "aead".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.row {
            Row::Hash(_) => "hash",
            Row::Xof(_) => "xof",
            Row::Mac(_) => "mac",
            Row::Aead(_) => "aead",
        }
    }

    /// Other names, as a tuple.
    #[getter]
    fn aliases<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(
            py,
            match self.row {
                Row::Hash(row) => row.aliases,
                Row::Xof(row) => row.aliases,
                Row::Mac(row) => row.aliases,
                Row::Aead(row) => row.aliases,
            },
        )
    }

    /// The family's name, as "keccak".
    #[getter]
    fn family(&self) -> &'static str {
        match self.row {
            Row::Hash(row) => row.family,
            Row::Xof(row) => row.family,
            Row::Mac(row) => row.family,
            Row::Aead(row) => row.family,
        }
    }

    /// The standard and section that define it.
    #[getter]
    pub(crate) fn standard(&self) -> &'static str {
        match self.row {
            Row::Hash(row) => row.standard,
            Row::Xof(row) => row.standard,
            Row::Mac(row) => row.standard,
            Row::Aead(row) => row.standard,
        }
    }

    /// "recommended", "acceptable", "legacy" (for compatibility only) or "broken".
    #[getter]
    pub(crate) fn status(&self) -> &'static str {
        match self.row {
            Row::Hash(row) => row.status,
            Row::Xof(row) => row.status,
            Row::Mac(row) => row.status,
            Row::Aead(row) => row.status,
        }
        .name()
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
        match self.row {
            Row::Hash(row) => Some(row.digest_bytes),
            Row::Xof(row) => Some(row.default_output_bytes),
            Row::Mac(row) => Some(row.tag_bytes),
            Row::Aead(_) => None,
        }
    }

    /// The length of a hash's block or the rate of an extendable-output function.
    #[getter]
    fn block_size(&self) -> Option<usize> {
        match self.row {
            Row::Hash(row) => Some(row.block_bytes),
            Row::Xof(row) => Some(row.rate_bytes),
            Row::Mac(_) | Row::Aead(_) => None,
        }
    }

    /// The length of the key, where there is only one.
    #[getter]
    fn key_size(&self) -> Option<usize> {
        match self.row {
            Row::Mac(MacRow { key_bytes: Allowed::Exactly(bytes), .. }) => Some(*bytes),
            Row::Aead(row) => Some(row.key_bytes),
            _ => None,
        }
    }

    /// The length of an authenticated cipher's nonce.
    #[getter]
    fn nonce_size(&self) -> Option<usize> {
        if let Row::Aead(row) = self.row { Some(row.nonce_bytes) } else { None }
    }

    /// The length of an authenticated cipher's tag.
    #[getter]
    fn tag_size(&self) -> Option<usize> {
        if let Row::Aead(row) = self.row { Some(row.tag_bytes) } else { None }
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Algorithm {}>", self.row.name())
    }
}
