//! Finds algorithms by name. If the name belongs to an algorithm of a different kind, the error message shows the
//! Python call that accepts this name.

use astragal::registry::{self, Algorithm, HashRow, Kind, MacRow, UnknownName};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::IntoPyErr;

/// Kinds of algorithms that have constructors in the module.
const WITH_CONSTRUCTOR: &[Kind] = &[Kind::Xof, Kind::SizedHash, Kind::Hash, Kind::Mac, Kind::Aead];

/// Kinds that `new` searches, in this order. If a hash and an extendable-output function have the same name, `new`
/// returns the extendable-output function. An example is BLAKE3, whose extendable-output function can do everything
/// that its hash can.
const HASH_OR_XOF: &[Kind] = &[Kind::Xof, Kind::SizedHash, Kind::Hash];

/// Returns every algorithm that has a constructor.
pub(crate) fn with_constructor() -> impl Iterator<Item = Algorithm> {
    registry::algorithms().filter(|row| WITH_CONSTRUCTOR.contains(&row.kind))
}

/// Returns the algorithm whose constructor has this name.
pub(crate) fn of_constructor(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(WITH_CONSTRUCTOR, name)
}

pub(crate) fn cipher(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(&[Kind::Cipher], name)
}

pub(crate) fn mac(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(&[Kind::Mac], name)
}

pub(crate) fn keyed_xof(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(&[Kind::KeyedXof], name)
}

pub(crate) fn aead(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(&[Kind::Aead], name)
}

pub(crate) fn hash_or_xof(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(HASH_OR_XOF, name)
}

pub(crate) fn key_wrap(name: &str) -> Result<Algorithm, UnknownName> {
    registry::find(&[Kind::KeyWrap], name)
}

/// Returns the algorithm with this name, of any kind. Does not find block-cipher modes, because the registry has no
/// entries for them.
pub(crate) fn any_kind(name: &str) -> Result<Algorithm, UnknownName> {
    const KINDS: &[Kind] = &[
        Kind::Xof,
        Kind::SizedHash,
        Kind::Hash,
        Kind::Mac,
        Kind::Aead,
        Kind::Cipher,
        Kind::Kdf,
        Kind::KeyWrap,
    ];
    registry::find(KINDS, name)
}

/// Returns the algorithm with this name and kind. Kinds are "hash", "sized-hash", "xof", "mac", "aead", "cipher", "kdf"
/// and "key-wrap". Returns `None` for an unknown kind.
pub(crate) fn of_kind(kind: &str, name: &str) -> Option<Result<Algorithm, UnknownName>> {
    let kinds: &[Kind] = match kind {
        "hash" => &[Kind::Hash],
        "sized-hash" => &[Kind::SizedHash],
        "xof" => &[Kind::Xof],
        "mac" => &[Kind::Mac],
        "aead" => &[Kind::Aead],
        "cipher" => &[Kind::Cipher],
        "kdf" => &[Kind::Kdf],
        "key-wrap" => &[Kind::KeyWrap],
        _ => return None,
    };
    Some(registry::find(kinds, name))
}

/// Returns the keyed variant of a hash or extendable-output function: the MAC with the same name.
pub(crate) fn keyed_mac(algorithm: Algorithm) -> Option<&'static MacRow> {
    match algorithm {
        Algorithm::Hash(_) | Algorithm::Xof(_) => registry::mac(algorithm.name).ok(),
        _ => None,
    }
}

/// Returns the hash with a fixed digest length and the same name as `algorithm`, if there is one.
pub(crate) fn fixed_hash(algorithm: Algorithm) -> Option<&'static HashRow> {
    registry::hash(algorithm.name).ok()
}

/// Returns the algorithm that `search` finds. If the name belongs to an algorithm of a different kind, the error
/// message shows the Python call that accepts it.
pub(crate) fn find(
    name: &Bound<'_, PyAny>,
    search: fn(&str) -> Result<Algorithm, UnknownName>,
) -> PyResult<Algorithm> {
    let name = name_text(name)?;
    search(name).map_err(|error| match (any_kind(name), registry::mode(name)) {
        (Ok(row), _) => PyValueError::new_err(right_call(row)),
        (Err(_), Ok(mode)) => {
            let name = mode.name();
            let what = match mode.mode {
                registry::Mode::Stream => "stream cipher",
                _ => "mode of a block cipher",
            };
            let error = format!("{name} is a {what}: astragal.mode('{name}', key)");
            PyValueError::new_err(error)
        }
        (Err(_), Err(_)) => error.into_py_err(),
    })
}

/// Returns a phrase for an error message: the kind of the algorithm, and the call that creates its object.
fn right_call(row: Algorithm) -> String {
    let name = row.name;
    match row {
        Algorithm::Hash(_) => {
            let keyed = match mac(&format!("hmac-{name}")) {
                Ok(hmac) => format!(", or with a key astragal.mac('{}', key)", hmac.name),
                Err(_) => String::new(),
            };
            format!("{name} is a hash: astragal.new('{name}'){keyed}")
        }
        Algorithm::Xof(row) if row.takes.output_bytes => {
            format!("{name} is a hash of chosen length: astragal.new('{name}')")
        }
        Algorithm::Xof(_) => {
            format!("{name} is an extendable-output function: astragal.new('{name}')")
        }
        Algorithm::Mac(_) => {
            format!("{name} is a message authentication code: astragal.mac('{name}', key)")
        }
        Algorithm::Aead(_) => {
            format!("{name} is an authenticated cipher: astragal.aead('{name}', key)")
        }
        Algorithm::Cipher(_) => format!(
            "{name} is a block cipher: astragal.gcm('{name}', key) or another mode, or astragal.cipher('{name}', key) \
             for single blocks"
        ),
        Algorithm::Kdf(_) => {
            format!("{name} is a key derivation function: astragal.kdf.derive('{name}', ...)")
        }
        Algorithm::KeyWrap(_) => {
            format!("{name} is a key-wrapping algorithm: astragal.key_wrap('{name}', kek, key)")
        }
        _ => format!("{name} is a {}", row.kind),
    }
}

/// Returns the Python argument `name` as a string.
pub(crate) fn name_text<'a>(name: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    match name.cast::<PyString>() {
        Ok(name) => name.to_str(),
        Err(_) => Err(PyTypeError::new_err("name must be a string")),
    }
}
