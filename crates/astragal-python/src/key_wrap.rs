//! Key wrapping: `astragal.key_wrap` and `astragal.key_unwrap`.

use astragal::registry::{Algorithm, KeyWrapRow};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zeroize::Zeroizing;

use crate::buffer::Input;
use crate::error::IntoPyErr;
use crate::lock::detach_for;
use crate::lookup;
use crate::output::{new_bytes, zeroed};

/// Wrap a key: encrypt it under another key, without a nonce, and protect its integrity. Return the wrapped key.
///
/// name -- "aes-256-kw" (RFC 3394) or "aes-256-kwp" (RFC 5649). Any cipher with 16-byte blocks can replace AES.
/// kek -- the key encryption key, a bytes-like object.
/// key -- the key to wrap: for KW a multiple of 8 bytes, and at least 16; for KWP at least 1 byte.
///
/// The wrapped key is 8 to 15 bytes longer than the key. Wrap only random keys: wrapping the same key twice gives the
/// same result.
///
/// Raises ValueError if the name is unknown or a key has the wrong length.
#[pyfunction]
#[pyo3(signature = (name, /, kek, key))]
pub(crate) fn key_wrap<'py>(
    name: &Bound<'py, PyAny>,
    kek: &Bound<'py, PyAny>,
    key: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (py, row) = (name.py(), row(name)?);
    let (kek, key) = (Input::parameter(kek, "kek")?, Input::parameter(key, "key")?);
    let (kek, key) = (kek.as_slice(), key.as_slice());
    new_bytes(py, row.wrapped_bytes(key.len()), |wrapped| {
        detach_for(py, key.len(), || row.wrap_to(kek, key, wrapped)).map_err(IntoPyErr::into_py_err)
    })
}

/// Unwrap a key and verify its integrity. Return the key.
///
/// name, kek -- as for key_wrap().
/// wrapped -- the result of key_wrap(), a bytes-like object.
///
/// Raises InvalidTag if the wrapped key was modified or wrapped with a different key, and ValueError if the name is
/// unknown or a key has the wrong length.
#[pyfunction]
#[pyo3(signature = (name, /, kek, wrapped))]
pub(crate) fn key_unwrap<'py>(
    name: &Bound<'py, PyAny>,
    kek: &Bound<'py, PyAny>,
    wrapped: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (py, row) = (name.py(), row(name)?);
    let (kek, wrapped) = (Input::parameter(kek, "kek")?, Input::parameter(wrapped, "wrapped")?);
    let (kek, wrapped) = (kek.as_slice(), wrapped.as_slice());
    // KWP reveals the key's length only when the key is unwrapped, so the buffer has the maximum length.
    let mut key = Zeroizing::new(zeroed(wrapped.len().saturating_sub(8))?);
    let unwrapped = detach_for(py, wrapped.len(), || row.unwrap_to(kek, wrapped, &mut key));
    let bytes = unwrapped.map_err(IntoPyErr::into_py_err)?;
    Ok(PyBytes::new(py, &key[..bytes]))
}

fn row(name: &Bound<'_, PyAny>) -> PyResult<&'static KeyWrapRow> {
    match lookup::find(name, lookup::key_wrap)? {
        Algorithm::KeyWrap(row) => Ok(row),
        other => unreachable!("{} is not a key-wrapping algorithm", other.name),
    }
}
