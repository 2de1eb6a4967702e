//! Random bytes from the operating system.

use pyo3::intern;
use pyo3::prelude::*;

/// Returns `os.urandom(bytes)`.
pub(crate) fn random_bytes(py: Python<'_>, bytes: usize) -> PyResult<Bound<'_, PyAny>> {
    py.import(intern!(py, "os"))?.call_method1(intern!(py, "urandom"), (bytes,))
}
