//! `astragal.from_state`: objects from what `export_state` gave, by which they are pickled too.

use astragal::error::ImportError;
use astragal::registry;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::buffer::Input;
use crate::error::Raise as _;
use crate::hash::Hash;
use crate::mac::Mac;
use crate::xof::Xof;

/// Return the Hash or Xof whose `export_state` gave this, in whatever process and on whatever machine.
///
/// A checksum tells damage, not malice: who can alter a state decides what comes out.
///
/// Raises ValueError when the state is damaged, or of an algorithm or version that is not known.
#[pyfunction]
#[pyo3(signature = (state, /))]
pub(crate) fn from_state<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let state = Input::message(state)?;
    let state = state.as_slice();
    let error = match registry::import_hash(state) {
        Ok(hash) => return Ok(Bound::new(py, Hash::imported(hash)?)?.into_any()),
        Err(error) => error,
    };
    let ImportError::Unknown { .. } = &error else { return Err(error.raise()) };
    let xof = registry::import_xof(state).map_err(|error| error.raise())?;
    Ok(Bound::new(py, Xof::imported(xof))?.into_any())
}

/// Return the object whose `export_state_with_key` gave this: a Mac, or a Hash or Xof with or without a key.
///
/// Raises ValueError when the state is damaged, or of an algorithm or version that is not known.
#[pyfunction]
#[pyo3(signature = (state, /))]
pub(crate) fn from_state_with_key<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = Input::message(state)?;
    let bytes = bytes.as_slice();
    let error = match registry::import_mac_with_key(bytes) {
        Ok(mac) => return Ok(Bound::new(py, Mac::imported(mac))?.into_any()),
        Err(error) => error,
    };
    let ImportError::Unknown { .. } = &error else { return Err(error.raise()) };
    if let Ok(hash) = registry::import_hash_with_key(bytes) {
        return Ok(Bound::new(py, Hash::imported(hash)?)?.into_any());
    }
    match registry::import_xof_with_key(bytes) {
        Ok(xof) => Ok(Bound::new(py, Xof::imported(xof))?.into_any()),
        Err(_) => from_state(py, state),
    }
}

/// What pickle makes an object of that has this state.
pub(crate) fn reduced<'py>(state: Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyTuple>> {
    let py = state.py();
    let from_state = py.import("astragal")?.getattr("from_state")?;
    (from_state, (state,)).into_pyobject(py)
}
