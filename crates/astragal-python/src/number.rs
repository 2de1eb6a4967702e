//! Converts sizes and other numbers that are passed as Python arguments.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Converts a Python or NumPy integer. `what` is the argument's name for error messages.
///
/// # Errors
/// `ValueError` if the number is negative, is above `isize::MAX`, or does not fit into `T`. `TypeError` if the argument
/// is not an integer.
pub(crate) fn number<T: TryFrom<usize>>(argument: &Bound<'_, PyAny>, what: &str) -> PyResult<T> {
    match argument.extract::<usize>() {
        Ok(number) if isize::try_from(number).is_ok() => {
            T::try_from(number).map_err(|_| out_of_range(argument, what))
        }
        Err(error) if error.is_instance_of::<PyTypeError>(argument.py()) => {
            let given = argument.get_type().name()?;
            Err(PyTypeError::new_err(format!("{what} must be a number, not {given}")))
        }
        _ => Err(out_of_range(argument, what)),
    }
}

fn out_of_range(argument: &Bound<'_, PyAny>, what: &str) -> PyErr {
    PyValueError::new_err(format!("{what} is {argument}, which is out of range"))
}

/// Formats a number of bytes: "1 byte", "2 bytes".
pub(crate) fn bytes(count: usize) -> String {
    if count == 1 { "1 byte".into() } else { format!("{count} bytes") }
}
