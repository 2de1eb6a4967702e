//! The library's errors as Python's own: `ValueError` for a value, `TypeError` for a parameter that does
//! not exist, `astragal.InvalidTag` for what does not verify.

use astragal::error::{self, ImportError, ParameterError, StateError, VerifyError};
use astragal::registry::UnknownName;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    astragal,
    InvalidTag,
    PyException,
    "A message, ciphertext or tag does not verify. Carries no detail on purpose."
);

/// What can be raised.
pub(crate) trait Raise {
    fn raise(self) -> PyErr;
}

impl Raise for ParameterError {
    fn raise(self) -> PyErr {
        match self {
            Self::NotTaken { .. } | Self::Missing { .. } => PyTypeError::new_err(self.to_string()),
            Self::NoMemory { .. } => PyMemoryError::new_err(self.to_string()),
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

impl Raise for StateError {
    fn raise(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl Raise for ImportError {
    fn raise(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl Raise for UnknownName {
    fn raise(self) -> PyErr {
        PyValueError::new_err(self.to_string())
    }
}

impl Raise for error::InvalidTag {
    fn raise(self) -> PyErr {
        InvalidTag::new_err(self.to_string())
    }
}

impl Raise for VerifyError {
    fn raise(self) -> PyErr {
        match self {
            Self::Parameter(error) => error.raise(),
            Self::State(error) => error.raise(),
            _ => error::InvalidTag.raise(),
        }
    }
}
