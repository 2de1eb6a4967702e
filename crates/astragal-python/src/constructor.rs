//! The module's functions that make objects: one per row of the tables, and `new`, `mac` and `aead`, which
//! take a name.

use std::ffi::{CStr, CString};

use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyString, PyTuple};

use crate::aead::Aead;
use crate::algorithm::{Algorithm, Row};
use crate::arguments::Given;
use crate::error::Raise;
use crate::hash::Hash;
use crate::mac::Mac;
use crate::xof::Xof;

/// Adds a constructor for each row: `sha3_256` for sha3-256. HMACs have theirs by [`constructor`].
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for row in Row::all().filter(|row| !row.name().starts_with("hmac-")) {
        // A name may stand in several tables; then one constructor makes all of it.
        let name = identifier(row.name());
        if Row::any(row.name()).is_ok_and(|first| first == row) {
            module.add(name.as_str(), function(module.py(), row, &name)?)?;
        }
    }
    module.add_function(wrap_pyfunction!(new, module)?)?;
    module.add_function(wrap_pyfunction!(mac, module)?)?;
    module.add_function(wrap_pyfunction!(aead, module)?)
}

/// The constructor by a name in any spelling that is an identifier, as `shake_128` or `hmac_sha3_256`.
#[pyfunction]
pub(crate) fn constructor<'py>(
    py: Python<'py>,
    attribute: &str,
) -> PyResult<Bound<'py, PyCFunction>> {
    let unknown =
        || PyAttributeError::new_err(format!("module 'astragal' has no attribute '{attribute}'"));
    if attribute.starts_with('_') || attribute.contains(char::is_uppercase) {
        return Err(unknown());
    }
    let row = Row::any(attribute).map_err(|_| unknown())?;
    function(py, row, attribute)
}

/// Return a new hash or extendable-output function by name.
///
/// name -- any name of the algorithm: case does not count, and "/", "_" and "-" are the same.
/// data -- the start of the message, a bytes-like object.
/// parameters -- those of the algorithm's own constructor: custom, name, domain, block, length, threads.
///
/// Raises ValueError for a name that is not known.
#[pyfunction]
#[pyo3(signature = (*arguments, **parameters), text_signature = "(name, data=b'', **parameters)")]
fn new<'py>(
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let py = arguments.py();
    if let Ok(name) = arguments.get_item(0) {
        let row = Row::hash_or_xof(text(&name)?).map_err(Raise::raise)?;
        let rest = arguments.get_slice(1, arguments.len());
        return make(py, row, "new", &rest, parameters);
    }
    let missing = || PyTypeError::new_err("new() missing required argument 'name'");
    let parameters = parameters.ok_or_else(missing)?.copy()?;
    let name = parameters.get_item("name")?.ok_or_else(missing)?;
    parameters.del_item("name")?;
    let row = Row::hash_or_xof(text(&name)?).map_err(Raise::raise)?;
    make(py, row, "new", arguments, Some(&parameters))
}

/// Return a new message authentication code by name, as "kmac256" or "hmac-sha3-256".
///
/// name -- any name of the algorithm: case does not count, and "/", "_" and "-" are the same.
/// key, data -- bytes-like objects; data is the start of the message.
/// parameters -- those of the algorithm's own constructor: custom, length.
///
/// Raises ValueError for a name that is not known, or a key or length that the algorithm does not take.
#[pyfunction]
#[pyo3(signature = (name, /, *arguments, **parameters),
    text_signature = "(name, /, key, data=b'', **parameters)")]
fn mac<'py>(
    name: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = Row::mac(text(name)?).map_err(Raise::raise)?;
    make(name.py(), row, "mac", arguments, parameters)
}

/// Return an authenticated cipher by name, as "ascon-aead128".
///
/// name -- any name of the algorithm: case does not count, and "/", "_" and "-" are the same.
/// key -- a bytes-like object.
///
/// Raises ValueError for a name that is not known or a key of the wrong length.
#[pyfunction]
#[pyo3(signature = (name, /, *arguments, **parameters), text_signature = "(name, /, key)")]
fn aead<'py>(
    name: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = Row::aead(text(name)?).map_err(Raise::raise)?;
    make(name.py(), row, "aead", arguments, parameters)
}

/// Return what is known about the algorithm of this name: its sizes, standard, status and what runs it.
///
/// kind -- "hash", "xof", "mac" or "aead", for the names that are of several kinds, as "blake3".
///
/// Raises ValueError for a name or kind that is not known.
#[pyfunction]
#[pyo3(signature = (name, /, kind = None))]
pub(crate) fn info(name: &str, kind: Option<&str>) -> PyResult<Algorithm> {
    let row = match kind {
        None => Row::any(name),
        Some(kind) => Row::of_kind(kind, name).ok_or_else(|| {
            PyValueError::new_err(format!("kind is {kind:?}; it must be hash, xof, mac or aead"))
        })?,
    };
    Ok(Algorithm { row: row.map_err(Raise::raise)? })
}

fn text<'a>(name: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    match name.cast::<PyString>() {
        Ok(name) => name.to_str(),
        Err(_) => Err(PyTypeError::new_err("name must be a string")),
    }
}

/// The object that a call of `function` asks for.
fn make<'py>(
    py: Python<'py>,
    row: Row,
    function: &str,
    positional: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let given = Given::parse(function, row.takes(), positional, keywords)?;
    if given.has_optional_key()
        && let Some(row) = row.keyed()
    {
        return Ok(Py::new(py, Mac::new(py, row, &given)?)?.into_any());
    }
    Ok(match row {
        Row::Hash(row) => Py::new(py, Hash::new(py, row, given.data())?)?.into_any(),
        Row::Xof(row) => Py::new(py, Xof::new(py, row, &given)?)?.into_any(),
        Row::Mac(row) => Py::new(py, Mac::new(py, row, &given)?)?.into_any(),
        Row::Aead(row) => Py::new(py, Aead::new(row, &given)?)?.into_any(),
    })
}

/// The constructor of `row` as a function of Python.
fn function<'py>(py: Python<'py>, row: Row, name: &str) -> PyResult<Bound<'py, PyCFunction>> {
    let documentation = format!("{name}{}\n--\n\n{}", row.takes().signature(), documentation(row));
    let shown = String::from(name);
    PyCFunction::new_closure(
        py,
        Some(leak(name)?),
        Some(leak(&documentation)?),
        move |positional, keywords| make(positional.py(), row, &shown, positional, keywords),
    )
}

/// Functions of the interpreter refer to their name and text for as long as it runs.
fn leak(text: &str) -> PyResult<&'static CStr> {
    let text = CString::new(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Box::leak(text.into_boxed_c_str()))
}

fn identifier(name: &str) -> String {
    name.replace('-', "_")
}

fn documentation(row: Row) -> String {
    let algorithm = Algorithm { row };
    let (name, standard, status) = (row.name(), algorithm.standard(), algorithm.status());
    let what = match row {
        Row::Hash(row) => {
            let (digest, block) = (row.digest_bytes, row.block_bytes);
            format!(
                "Return a new hash with a digest of {digest} bytes; HMAC block of {block} bytes."
            )
        }
        Row::Xof(row) => {
            let rate = row.rate_bytes;
            format!("Return a new extendable-output function with a rate of {rate} bytes.")
        }
        Row::Mac(row) => {
            let (key, tag) = (row.key_bytes, row.tag_bytes);
            format!(
                "Return a new message authentication code. Key length in bytes: {key}; tag: {tag} bytes."
            )
        }
        Row::Aead(row) => {
            let (key, nonce, tag) = (row.key_bytes, row.nonce_bytes, row.tag_bytes);
            format!(
                "Return an authenticated cipher. Key of {key} bytes, nonce of {nonce}, tag of {tag}."
            )
        }
    };
    format!("{what}\n\n{name}, {standard}; {status}.{}", parameters(row))
}

/// What the parameters mean that are not the same for all.
fn parameters(row: Row) -> String {
    let mut lines = String::new();
    let mut line = |text: String| {
        lines.push('\n');
        lines.push_str(&text);
    };
    if let Some(code) = row.keyed() {
        let key = code.key_bytes;
        line(format!(
            "key -- makes it a message authentication code (Mac); length in bytes: {key}."
        ));
    }
    match row {
        Row::Xof(row) => {
            if row.takes.items {
                line("items -- the tuple, an iterable of bytes-like objects.".into());
            }
            if row.takes.output_bytes {
                let default = row.default_output_bytes;
                line(format!("length -- the output's length in bytes, {default} if not given."));
            }
            if row.takes.custom {
                line("custom -- the customization string, bytes-like.".into());
            }
            if row.takes.function_name {
                line("name -- the function name, bytes-like; kept for NIST.".into());
            }
            if row.takes.domain {
                line("domain -- the domain separation byte, 0x01 to 0x7f.".into());
            }
            if row.takes.cores {
                line(
                    "threads -- 1 to 256, or \"auto\" for as many as there are processors.".into(),
                );
            }
            if row.takes.block_bytes {
                line(
                    "block -- the length in bytes of the blocks that are hashed on their own."
                        .into(),
                );
            }
        }
        Row::Mac(row) => {
            let allowed = row.tag_bytes_allowed;
            if !matches!(allowed, astragal::error::Allowed::Exactly(_)) {
                line(format!("length -- the tag's length in bytes: {allowed}."));
            }
            if row.takes_custom {
                line("custom -- the customization string, bytes-like.".into());
            }
        }
        Row::Hash(_) | Row::Aead(_) => {}
    }
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}
