//! Converts library errors to Python exceptions. A wrong value raises `ValueError`, and a missing or unsupported
//! parameter raises `TypeError`. A failed allocation raises `MemoryError`. A tag that does not verify raises
//! `astragal.InvalidTag`.

use astragal::error::{self, ImportError, ParameterError, StateError, VerifyError};
use astragal::registry::UnknownName;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    astragal,
    InvalidTag,
    PyException,
    "The tag does not verify. The error carries no detail, so that it cannot help a forger."
);

/// Converts a library error to a Python exception.
pub(crate) trait IntoPyErr {
    fn into_py_err(self) -> PyErr;
}

impl IntoPyErr for ParameterError {
    fn into_py_err(self) -> PyErr {
        match self {
            Self::NotTaken { .. } | Self::Missing { .. } => PyTypeError::new_err(self.to_string()),
            Self::NoMemory { .. } => PyMemoryError::new_err(self.to_string()),
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

impl IntoPyErr for StateError {
    fn into_py_err(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl IntoPyErr for ImportError {
    fn into_py_err(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl IntoPyErr for UnknownName {
    fn into_py_err(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl IntoPyErr for error::InvalidTag {
    fn into_py_err(self) -> PyErr {
        InvalidTag::new_err(self.to_string())
    }
}

impl IntoPyErr for VerifyError {
    fn into_py_err(self) -> PyErr {
        match self {
            Self::Parameter(error) => error.into_py_err(),
            Self::State(error) => error.into_py_err(),
            _ => error::InvalidTag.into_py_err(),
        }
    }
}
