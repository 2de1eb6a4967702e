//! Functions `astragal.from_state` and `from_state_with_key`, which restore objects from exported states. Pickle uses
//! `from_state`.

use astragal::error::ImportError;
use astragal::registry;
use pyo3::prelude::*;

use crate::buffer::Input;
use crate::error::IntoPyErr as _;
use crate::hash::Hash;
use crate::mac::Mac;
use crate::xof::Xof;

/// Return the Hash or Xof whose `export_state` returned these bytes, possibly in another process or on another machine.
///
/// The checksum detects damage, not manipulation: an attacker who changes the state can choose the digest.
///
/// Raises ValueError if the state is damaged, or if the algorithm or the version in it is unknown.
#[pyfunction]
#[pyo3(signature = (state, /))]
pub(crate) fn from_state<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let state = Input::message(state)?;
    let state = state.as_slice();
    let error = match registry::import_hash(state) {
        Ok(hash) => return Ok(Bound::new(py, Hash::from_state(hash)?)?.into_any()),
        Err(error) => error,
    };
    let ImportError::Unknown { .. } = &error else { return Err(error.into_py_err()) };
    let xof = registry::import_xof(state).map_err(|error| error.into_py_err())?;
    Ok(Bound::new(py, Xof::from_state(xof))?.into_any())
}

/// Return the object whose `export_state_with_key` returned these bytes: a Mac, or a Hash or Xof with or without a key.
///
/// Raises ValueError if the state is damaged, or if the algorithm or the version in it is unknown.
#[pyfunction]
#[pyo3(signature = (state, /))]
pub(crate) fn from_state_with_key<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = Input::message(state)?;
    let bytes = bytes.as_slice();
    let error = match registry::import_mac_with_key(bytes) {
        Ok(mac) => return Ok(Bound::new(py, Mac::from_state(mac))?.into_any()),
        Err(error) => error,
    };
    let ImportError::Unknown { .. } = &error else { return Err(error.into_py_err()) };
    if let Ok(hash) = registry::import_hash_with_key(bytes) {
        return Ok(Bound::new(py, Hash::from_state(hash)?)?.into_any());
    }
    match registry::import_xof_with_key(bytes) {
        Ok(xof) => Ok(Bound::new(py, Xof::from_state(xof))?.into_any()),
        Err(_) => from_state(py, state),
    }
}
