//! The module's functions that make objects by name, `new`, `mac` and `aead`, and what they share with the
//! constructors of single algorithms.

use std::collections::BTreeSet;

use astragal::registry::{self, Algorithm, UnknownName};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::aead::Aead;
use crate::algorithm::{self, Info};
use crate::arguments::{Given, Takes};
use crate::error::Raise;
use crate::hash::Hash;
use crate::mac::Mac;
use crate::xof::Xof;

/// The names of the constructors, as identifiers. HMACs have theirs too, but there are many.
#[pyfunction]
pub(crate) fn constructors() -> Vec<String> {
    let rows = algorithm::all().filter(|row| !row.name.starts_with("hmac-"));
    // A name may stand in several tables; then one constructor makes all of it.
    let names: BTreeSet<&str> = rows.map(|row| row.name).collect();
    let names = names.into_iter().map(identifier);
    names.chain(OF_HASHLIB.map(|(_, name)| name.into())).collect()
}

/// Names of `hashlib` that are not the canonical one as an identifier.
const OF_HASHLIB: [(&str, &str); 4] = [
    ("blake2b-512", "blake2b"),
    ("blake2s-256", "blake2s"),
    ("shake128", "shake_128"),
    ("shake256", "shake_256"),
];

/// The name that `hashlib` gives to a hash, or would.
pub(crate) fn hashlib_name(canonical: &str) -> String {
    let own = OF_HASHLIB.iter().find(|(name, _)| *name == canonical);
    own.map_or_else(|| identifier(canonical), |(_, name)| (*name).into())
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
pub(crate) fn new<'py>(
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let py = arguments.py();
    if let Ok(name) = arguments.get_item(0) {
        let row = find(&name, algorithm::hash_or_xof)?;
        let rest = arguments.get_slice(1, arguments.len());
        return make(py, row, "new", &rest, parameters);
    }
    let missing = || PyTypeError::new_err("new() missing required argument 'name'");
    let parameters = parameters.ok_or_else(missing)?.copy()?;
    let name = parameters.get_item("name")?.ok_or_else(missing)?;
    parameters.del_item("name")?;
    let row = find(&name, algorithm::hash_or_xof)?;
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
pub(crate) fn mac<'py>(
    name: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = find(name, algorithm::mac)?;
    make(name.py(), row, "mac", arguments, parameters)
}

/// Return a new extendable-output function under a key by name: "kmacxof128", "kmacxof256", "ascon-prf" or "blake3".
/// Its output is read in pieces of any length.
///
/// name -- any name of the algorithm: case does not count, and "/", "_" and "-" are the same.
/// key, data -- bytes-like objects; data is the start of the message.
/// parameters -- custom, of KMACXOF; threads, of BLAKE3.
///
/// Raises ValueError for a name that is not known, or a key that the algorithm does not take.
#[pyfunction]
#[pyo3(signature = (name, /, *arguments, **parameters),
    text_signature = "(name, /, key, data=b'', **parameters)")]
pub(crate) fn keyed_xof<'py>(
    name: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = find(name, algorithm::keyed_xof)?;
    make(name.py(), row, "keyed_xof", arguments, parameters)
}

/// Return an authenticated cipher by name, as "ascon-aead128".
///
/// name -- any name of the algorithm: case does not count, and "/", "_" and "-" are the same.
/// key -- a bytes-like object.
/// parameters -- those of the algorithm's own constructor: tag_size, of GCM and CCM.
///
/// Raises ValueError for a name that is not known or a key of the wrong length.
#[pyfunction]
#[pyo3(signature = (name, /, *arguments, **parameters),
    text_signature = "(name, /, key, **parameters)")]
pub(crate) fn aead<'py>(
    name: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let row = find(name, algorithm::aead)?;
    make(name.py(), row, "aead", arguments, parameters)
}

/// Return what is known about the algorithm of this name: its sizes, standard, status and what runs it.
///
/// kind -- "hash", "sized-hash", "xof", "mac", "aead", "cipher", "mode" or "kdf", for the names that are of several
///     kinds, as "blake3".
///
/// Raises ValueError for a name or kind that is not known.
#[pyfunction]
#[pyo3(signature = (name, /, kind = None))]
pub(crate) fn info(name: &str, kind: Option<&str>) -> PyResult<Info> {
    let unknown_kind = || {
        PyValueError::new_err(format!(
            "kind is {kind:?}; it must be hash, sized-hash, xof, mac, aead, cipher, mode or kdf",
            kind = kind.unwrap_or_default()
        ))
    };
    Info::of(name, kind).ok_or_else(unknown_kind)?.map_err(Raise::raise)
}

/// The row that `search` finds. Where the name is one of another kind, the error says which call is right.
pub(crate) fn find(
    name: &Bound<'_, PyAny>,
    search: fn(&str) -> Result<Algorithm, UnknownName>,
) -> PyResult<Algorithm> {
    let name = text(name)?;
    search(name).map_err(|error| match (algorithm::known(name), registry::mode(name)) {
        (Ok(row), _) => PyValueError::new_err(right_call(row)),
        (Err(_), Ok(mode)) => {
            let name = mode.name();
            let error = format!("{name} is a mode of a block cipher: astragal.mode('{name}', key)");
            PyValueError::new_err(error)
        }
        (Err(_), Err(_)) => error.raise(),
    })
}

fn right_call(row: Algorithm) -> String {
    let name = row.name;
    match row {
        Algorithm::Hash(_) => {
            let keyed = match algorithm::mac(&format!("hmac-{name}")) {
                Ok(hmac) => format!(", and with a key astragal.mac('{}', key)", hmac.name),
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
            "{name} is a block cipher: astragal.cbc('{name}', key), and ctr, gcm and others likewise; astragal.cipher('{name}', key) for single blocks"
        ),
        Algorithm::Kdf(_) => {
            format!("{name} is a key derivation function: astragal.kdf.derive('{name}', ...)")
        }
        _ => format!("{name} is a {}", row.kind),
    }
}

pub(crate) fn text<'a>(name: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    match name.cast::<PyString>() {
        Ok(name) => name.to_str(),
        Err(_) => Err(PyTypeError::new_err("name must be a string")),
    }
}

/// The object that a call of `function` asks for.
pub(crate) fn make<'py>(
    py: Python<'py>,
    row: Algorithm,
    function: &str,
    positional: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    if keywords.is_none() && positional.len() <= 1 {
        // The common call: sorting arguments takes as long as hashing a block.
        let data = positional.iter_borrowed().next();
        let data = data.as_deref();
        match row {
            Algorithm::Hash(row) => return Ok(Py::new(py, Hash::new(py, row, data)?)?.into_any()),
            Algorithm::Xof(row) => {
                if let Some(xof) = Xof::plain(py, row, data) {
                    return Ok(Py::new(py, xof?)?.into_any());
                }
            }
            _ => {}
        }
    }
    let given = Given::parse(function, algorithm::takes(row), positional, keywords)?;
    if given.has_any(Takes::OF_HASH)
        && let Algorithm::Hash(row) = row
    {
        return Ok(Py::new(py, Hash::with_parameters(py, row, &given)?)?.into_any());
    }
    if given.has_optional_key() && given.has_any(Takes::CONTEXT) {
        let error = format!("{} takes key or derive_key_context, not both", row.name);
        return Err(PyTypeError::new_err(error));
    }
    if given.has_optional_key()
        && let Some(row) = algorithm::keyed(row)
    {
        return Ok(Py::new(py, Mac::new(py, row, &given)?)?.into_any());
    }
    Ok(match row {
        Algorithm::Hash(row) => Py::new(py, Hash::new(py, row, given.data())?)?.into_any(),
        Algorithm::Xof(row) => Py::new(py, Xof::new(py, row, &given)?)?.into_any(),
        Algorithm::Mac(row) => Py::new(py, Mac::new(py, row, &given)?)?.into_any(),
        Algorithm::Aead(row) => Py::new(py, Aead::new(row, &given)?)?.into_any(),
        _ => return Err(PyValueError::new_err(format!("{function} makes no {}", row.kind))),
    })
}

pub(crate) fn identifier(name: &str) -> String {
    name.replace('-', "_")
}

pub(crate) fn documentation(row: Algorithm) -> String {
    let (name, standard, status) = (row.name, row.standard, row.status.name());
    let what = match row {
        Algorithm::Hash(row) => {
            let (digest, block) = (row.digest_bytes, row.block_bytes);
            format!(
                "Return a new hash with a digest of {digest} bytes; HMAC block of {block} bytes."
            )
        }
        Algorithm::Xof(row) if row.takes.output_bytes => {
            let rate = row.rate_bytes;
            format!("Return a new hash whose length is chosen, with a rate of {rate} bytes.")
        }
        Algorithm::Xof(row) => {
            let rate = row.rate_bytes;
            format!("Return a new extendable-output function with a rate of {rate} bytes.")
        }
        Algorithm::Mac(row) => {
            let (key, tag) = (row.key_bytes, row.tag_bytes);
            format!(
                "Return a new message authentication code. Key length in bytes: {key}; tag: {tag} bytes."
            )
        }
        Algorithm::Aead(row) => {
            let (key, nonce, tag) = (row.key_bytes, row.nonce_bytes, row.tag_bytes);
            format!(
                "Return an authenticated cipher. Key of {key} bytes, nonce of {nonce}, tag of {tag}."
            )
        }
        _ => format!("Return a {}.", row.kind),
    };
    format!("{what}\n\n{name}, {standard}; {status}.{}", parameters(row))
}

/// What the parameters mean that are not the same for all.
fn parameters(row: Algorithm) -> String {
    let mut lines = String::new();
    let mut line = |text: String| {
        lines.push('\n');
        lines.push_str(&text);
    };
    if let Some(code) = algorithm::keyed(row) {
        let key = code.key_bytes;
        line(format!(
            "key -- makes it a message authentication code (Mac); length in bytes: {key}."
        ));
    }
    match row {
        Algorithm::Hash(row) => {
            let takes = row.takes;
            for (name, allowed) in [
                ("digest_size", takes.digest_bytes),
                ("salt", takes.salt_bytes),
                ("person", takes.personal_bytes),
            ] {
                if let Some(allowed) = allowed {
                    line(format!("{name} -- length in bytes: {allowed}."));
                }
            }
            if takes.key_bytes.is_some() {
                line("With any of these it is a Hash also under a key.".into());
            }
            if takes.node {
                line("fanout, depth, leaf_size, node_offset, node_depth, inner_size, last_node -- of a tree.".into());
            }
            if takes.strings {
                line("public_key, key_id, nonce -- bytes-like, of any length.".into());
            }
        }
        Algorithm::Xof(row) => {
            if row.takes.items {
                line("items -- the tuple, an iterable of bytes-like objects.".into());
            }
            if row.takes.output_bytes {
                let default = row.default_output_bytes;
                line(format!("length -- the output's length in bytes, {default} if not given."));
            }
            if row.name == "blake3" {
                line("derive_key_context -- makes it key derivation from the data; a string or bytes, and the".into());
                line("    data is the key material.".into());
            } else if row.takes.custom {
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
        Algorithm::Mac(row) => {
            let allowed = row.tag_bytes_allowed;
            if !matches!(allowed, astragal::error::Allowed::Exactly(_)) {
                line(format!("length -- the tag's length in bytes: {allowed}."));
            }
            if row.takes_custom {
                line("custom -- the customization string, bytes-like.".into());
            }
        }
        Algorithm::Aead(row) => {
            if let Some(allowed) = row.sizes.output_bytes_allowed
                && !matches!(allowed, astragal::error::Allowed::Exactly(_))
            {
                line(format!("tag_size -- the tag's length in bytes: {allowed}."));
            }
        }
        _ => {}
    }
    if lines.is_empty() { lines } else { format!("\n{lines}") }
}
