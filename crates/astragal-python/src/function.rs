//! `astragal.sha3_256` and its like: the functions of Python that make objects of one algorithm.

use std::ffi::CString;

use astragal::registry::Algorithm;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::algorithm;
use crate::constructor::{documentation, make};
use crate::parameters::bound;

// A function that makes objects of one algorithm. (Text of the class would hide that of each function.)
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Constructor {
    row: Algorithm,
    name: String,
}

/// The constructor by a name in any spelling that is an identifier, as `shake_128` or `hmac_sha3_256`.
#[pyfunction]
pub(crate) fn constructor(attribute: &str) -> PyResult<Constructor> {
    let unknown =
        || PyAttributeError::new_err(format!("module 'astragal' has no attribute '{attribute}'"));
    if attribute.starts_with('_') || attribute.contains(char::is_uppercase) {
        return Err(unknown());
    }
    let row = algorithm::any(attribute).map_err(|_| unknown())?;
    Ok(Constructor { row, name: attribute.into() })
}

#[pymethods]
impl Constructor {
    #[pyo3(signature = (*positional, **keywords))]
    fn __call__<'py>(
        &self,
        positional: &Bound<'py, PyTuple>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        make(positional.py(), self.row, &self.name, positional, keywords)
    }

    /// The bounds of BLAKE2's parameters, by `hashlib`'s names.
    fn __getattr__(&self, name: &str) -> PyResult<usize> {
        let found = if let Algorithm::Hash(row) = self.row { bound(row, name) } else { None };
        found.ok_or_else(|| {
            PyAttributeError::new_err(format!("'{}' has no attribute '{name}'", self.name))
        })
    }

    #[getter]
    fn __name__(&self) -> &str {
        &self.name
    }

    #[getter]
    fn __qualname__(&self) -> &str {
        &self.name
    }

    #[getter]
    fn __doc__(&self) -> String {
        documentation(self.row)
    }

    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shown = algorithm::takes(self.row).signature();
        let parameters = shown.trim_start_matches('(').trim_end_matches(')');
        // Whoever reads signatures reads those of functions.
        let function = py.eval(&CString::new(format!("lambda {parameters}: None"))?, None, None)?;
        py.import("inspect")?.call_method1("signature", (function,))
    }

    /// A function of a class that holds it is no method of its objects; and what has this is one to `inspect`.
    fn __get__(
        slf: Py<Self>,
        _instance: Option<&Bound<'_, PyAny>>,
        _owner: Option<&Bound<'_, PyAny>>,
    ) -> Py<Self> {
        slf
    }

    /// Pickled by its name, as any function.
    fn __reduce__(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("<function astragal.{}>", self.name)
    }
}
