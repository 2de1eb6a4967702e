//! Pickle support for hashes and extendable-output functions.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// Returns the `__reduce__` value of an object with this exported state. Pickle then restores the object with
/// `astragal.from_state(state)`.
pub(crate) fn reduce<'py>(state: Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyTuple>> {
    let py = state.py();
    let from_state = py.import("astragal")?.getattr("from_state")?;
    (from_state, (state,)).into_pyobject(py)
}
