//! Keys and nonces from the operating system's generator.

use astragal::error::Allowed;
use astragal::registry::{self, Algorithm, Kind};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;

use crate::constructor::text;
use crate::error::Raise as _;

/// Return a random key for the algorithm of this name, from the operating system.
///
/// name -- an authenticated cipher ("aes-256-gcm"), a mode ("aes-256-cbc"), a block cipher or a message authentication
///     code. Where keys have any length, as those of HMAC, the key is as long as the tag.
///
/// Raises ValueError for a name that is not known, or takes no key.
#[pyfunction]
#[pyo3(signature = (name, /))]
pub(crate) fn generate_key<'py>(name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    const KEYED: &[Kind] = &[Kind::Aead, Kind::Cipher, Kind::Mac, Kind::KeyedXof];
    let py = name.py();
    let name = text(name)?;
    let bytes = match registry::mode(name) {
        Ok(mode) => mode.key_bytes(),
        Err(_) => match registry::find(KEYED, name) {
            Ok(row) => key_bytes(&row),
            Err(error) => {
                return Err(match registry::hash(name) {
                    Ok(row) => PyValueError::new_err(format!(
                        "{} takes no key; a hash with a key is hmac-{}",
                        row.name, row.name
                    )),
                    Err(_) => error.raise(),
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

/// So many bytes of `os.urandom`.
pub(crate) fn random_bytes(py: Python<'_>, bytes: usize) -> PyResult<Bound<'_, PyAny>> {
    py.import(intern!(py, "os"))?.call_method1(intern!(py, "urandom"), (bytes,))
}
