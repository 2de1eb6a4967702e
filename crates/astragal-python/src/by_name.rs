//! Functions of the Python module that take an algorithm's name: `new`, `mac`, `keyed_xof`, `aead`, `info` and
//! `generate_key`.

use astragal::error::Allowed;
use astragal::registry::{self, Algorithm, Kind};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::construct::construct;
use crate::error::IntoPyErr as _;
use crate::info::Info;
use crate::lookup::{self, find, name_text};
use crate::random::random_bytes;

/// Return a new hash or extendable-output function by name.
///
/// name -- a name of the algorithm; case is ignored, and "/", "_" and "-" are interchangeable.
/// data -- the start of the message, a bytes-like object.
/// parameters -- the parameters of the algorithm's own constructor, such as custom, length and threads.
///
/// Raises ValueError if the name is unknown.
#[pyfunction]
#[pyo3(signature = (*arguments, **parameters), text_signature = "(name, data=b'', **parameters)")]
pub(crate) fn new<'py>(
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let py = arguments.py();
    if let Ok(name) = arguments.get_item(0) {
        let row = find(&name, lookup::hash_or_xof)?;
        let rest = arguments.get_slice(1, arguments.len());
        return construct(py, row, "new", &rest, parameters);
    }
    let missing = || PyTypeError::new_err("new() missing required argument 'name'");
    let parameters = parameters.ok_or_else(missing)?.copy()?;
    let name = parameters.get_item("name")?.ok_or_else(missing)?;
    parameters.del_item("name")?;
    let row = find(&name, lookup::hash_or_xof)?;
    construct(py, row, "new", arguments, Some(&parameters))
}

/// Return a new message authentication code (MAC) by name, such as "kmac256" or "hmac-sha3-256".
///
/// name -- a name of the algorithm; case is ignored, and "/", "_" and "-" are interchangeable.
/// key, data -- bytes-like objects; data is the start of the message.
/// parameters -- the parameters of the algorithm's own constructor: custom and length.
///
/// Raises ValueError if the name is unknown, or if the key or the length is invalid.
#[pyfunction]
#[pyo3(signature = (name, /, *arguments, **parameters),
    text_signature = "(name, /, key, data=b'', **parameters)")]
pub(crate) fn mac<'py>(
    name: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = find(name, lookup::mac)?;
    construct(name.py(), row, "mac", arguments, parameters)
}

/// Return a new keyed extendable-output function by name: "kmacxof128", "kmacxof256", "ascon-prf" or "blake3". The
/// method read() returns output in pieces of any length.
///
/// name -- a name of the algorithm; case is ignored, and "/", "_" and "-" are interchangeable.
/// key, data -- bytes-like objects; data is the start of the message.
/// parameters -- custom for KMACXOF, threads for BLAKE3.
///
/// Raises ValueError if the name is unknown or the key is invalid.
#[pyfunction]
#[pyo3(signature = (name, /, *arguments, **parameters),
    text_signature = "(name, /, key, data=b'', **parameters)")]
pub(crate) fn keyed_xof<'py>(
    name: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = find(name, lookup::keyed_xof)?;
    construct(name.py(), row, "keyed_xof", arguments, parameters)
}

/// Return an authenticated cipher by name, such as "ascon-aead128".
///
/// name -- a name of the algorithm; case is ignored, and "/", "_" and "-" are interchangeable.
/// key -- a bytes-like object.
/// parameters -- tag_size for GCM and CCM.
///
/// Raises ValueError if the name is unknown or the key has the wrong length.
#[pyfunction]
#[pyo3(signature = (name, /, *arguments, **parameters),
    text_signature = "(name, /, key, **parameters)")]
pub(crate) fn aead<'py>(
    name: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = find(name, lookup::aead)?;
    construct(name.py(), row, "aead", arguments, parameters)
}

/// Return sizes, standard, status and backend of an algorithm.
///
/// kind -- "hash", "sized-hash", "xof", "mac", "aead", "cipher", "mode", "kdf" or "key-wrap". Needed only if algorithms
///     of several kinds share the name, such as "blake3".
///
/// Raises ValueError if the name or kind is unknown.
#[pyfunction]
#[pyo3(signature = (name, /, kind = None))]
pub(crate) fn info(name: &str, kind: Option<&str>) -> PyResult<Info> {
    let unknown_kind = || {
        PyValueError::new_err(format!(
            "kind is {kind:?}; expected hash, sized-hash, xof, mac, aead, cipher, mode, kdf or key-wrap",
            kind = kind.unwrap_or_default()
        ))
    };
    Info::find(name, kind).ok_or_else(unknown_kind)?.map_err(|error| error.into_py_err())
}

/// Return a random key for an algorithm, from the operating system.
///
/// name -- an authenticated cipher ("aes-256-gcm"), a mode ("aes-256-cbc"), a block cipher, a MAC or key wrapping
///     ("aes-256-kw"). If any key length is allowed, as for HMAC, the key is as long as the tag.
///
/// Raises ValueError if the name is unknown or the algorithm takes no key.
#[pyfunction]
#[pyo3(signature = (name, /))]
pub(crate) fn generate_key<'py>(name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    const KEYED: &[Kind] = &[Kind::Aead, Kind::Cipher, Kind::Mac, Kind::KeyedXof, Kind::KeyWrap];
    let py = name.py();
    let name = name_text(name)?;
    let bytes = match registry::mode(name) {
        Ok(mode) => mode.key_bytes(),
        Err(_) => match registry::find(KEYED, name) {
            Ok(row) => key_bytes(&row),
            Err(error) => {
                return Err(match registry::hash(name) {
                    Ok(row) => PyValueError::new_err(format!(
                        "{} takes no key; use the MAC hmac-{}",
                        row.name, row.name
                    )),
                    Err(_) => error.into_py_err(),
                });
            }
        },
    };
    random_bytes(py, bytes)
}

fn key_bytes(row: &Algorithm) -> usize {
    let tag = row.sizes.output_bytes.unwrap_or(32);
    match row.sizes.key_bytes {
        Some(Allowed::Exactly(bytes)) => bytes,
        Some(Allowed::AtMost(most) | Allowed::Between(_, most)) => tag.min(most),
        _ => tag,
    }
}
