//! Constructors for individual algorithms, such as `astragal.sha3_256`. Constructors are callable objects that look
//! like functions.

use std::ffi::CString;

use astragal::registry::Algorithm;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::construct::construct;
use crate::docstring::docstring;
use crate::hash_parameters::max_size;
use crate::lookup;
use crate::signature::parameters;

// This class has no doc comment, because a docstring of the class would hide `__doc__` of its objects.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Constructor {
    row: Algorithm,
    name: String,
}

/// Return the constructor with this name. The name may be any spelling that is an identifier, such as `shake_128` or
/// `hmac_sha3_256`.
#[pyfunction]
pub(crate) fn constructor(attribute: &str) -> PyResult<Constructor> {
    let unknown =
        || PyAttributeError::new_err(format!("module 'astragal' has no attribute '{attribute}'"));
    if attribute.starts_with('_') || attribute.contains(char::is_uppercase) {
        return Err(unknown());
    }
    let row = lookup::of_constructor(attribute).map_err(|_| unknown())?;
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
        construct(positional.py(), self.row, &self.name, positional, keywords)
    }

    /// Returns the value of an attribute that `hashlib.blake2b` also has: `SALT_SIZE`, `PERSON_SIZE`, `MAX_KEY_SIZE` or
    /// `MAX_DIGEST_SIZE`.
    fn __getattr__(&self, name: &str) -> PyResult<usize> {
        let size = if let Algorithm::Hash(row) = self.row { max_size(row, name) } else { None };
        size.ok_or_else(|| {
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
        docstring(self.row)
    }

    #[getter]
    fn __signature__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shown = parameters(self.row).signature();
        let parameters = shown.trim_start_matches('(').trim_end_matches(')');
        let function = py.eval(&CString::new(format!("lambda {parameters}: None"))?, None, None)?;
        py.import("inspect")?.call_method1("signature", (function,))
    }

    /// Returns the constructor itself, so that a constructor stored as a class attribute does not become a method. This
    /// method exists because `inspect` treats any object with `__get__` as a function.
    fn __get__(
        slf: Py<Self>,
        _instance: Option<&Bound<'_, PyAny>>,
        _owner: Option<&Bound<'_, PyAny>>,
    ) -> Py<Self> {
        slf
    }

    /// Pickles the constructor by its name, as functions are pickled.
    fn __reduce__(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("<function astragal.{}>", self.name)
    }
}
