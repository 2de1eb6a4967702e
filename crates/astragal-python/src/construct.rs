//! Constructs a hash, extendable-output function, MAC or authenticated cipher from the arguments of a Python call, such
//! as `astragal.new(...)` or `astragal.sha3_256(...)`.

use astragal::registry::Algorithm;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::aead::Aead;
use crate::arguments::Arguments;
use crate::hash::Hash;
use crate::lookup::keyed_mac;
use crate::mac::Mac;
use crate::signature::{ParameterSet, parameters};
use crate::xof::Xof;

/// Creates an object for the algorithm `row` from the arguments of a Python call. `function` is the name of the called
/// Python function, for error messages.
pub(crate) fn construct<'py>(
    py: Python<'py>,
    row: Algorithm,
    function: &str,
    positional: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Py<PyAny>> {
    if keywords.is_none() && positional.len() <= 1 {
        // A call with only a message does not use `Arguments::parse`. This is the most common call, and parsing takes
        // as long as hashing one block.
        let data = positional.iter_borrowed().next();
        let data = data.as_deref();
        match row {
            Algorithm::Hash(row) => return Ok(Py::new(py, Hash::new(row, data)?)?.into_any()),
            Algorithm::Xof(row) => {
                if let Some(xof) = Xof::without_parameters(row, data) {
                    return Ok(Py::new(py, xof?)?.into_any());
                }
            }
            _ => {}
        }
    }
    let arguments = Arguments::parse(function, parameters(row), positional, keywords)?;
    if arguments.has_any(ParameterSet::HASH)
        && let Algorithm::Hash(row) = row
    {
        return Ok(Py::new(py, Hash::with_parameters(row, &arguments)?)?.into_any());
    }
    if arguments.has_optional_key() && arguments.has_any(ParameterSet::CONTEXT) {
        let error = format!("{} takes key or derive_key_context, not both", row.name);
        return Err(PyTypeError::new_err(error));
    }
    if arguments.has_optional_key()
        && let Some(row) = keyed_mac(row)
    {
        return Ok(Py::new(py, Mac::new(py, row, &arguments)?)?.into_any());
    }
    Ok(match row {
        Algorithm::Hash(row) => Py::new(py, Hash::new(row, arguments.data())?)?.into_any(),
        Algorithm::Xof(row) => Py::new(py, Xof::new(py, row, &arguments)?)?.into_any(),
        Algorithm::Mac(row) => Py::new(py, Mac::new(py, row, &arguments)?)?.into_any(),
        Algorithm::Aead(row) => Py::new(py, Aead::new(row, &arguments)?)?.into_any(),
        _ => {
            let error = format!("{function}() cannot make a {}", row.kind);
            return Err(PyValueError::new_err(error));
        }
    })
}
