//! Results as Python objects: `bytes` and hexadecimal strings. A failed allocation raises `MemoryError`.

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::lock::detach_for;
use crate::number::bytes;

/// Returns a `bytes` object of `length` bytes. The function `fill` writes its contents.
pub(crate) fn new_bytes<'py>(
    py: Python<'py>,
    length: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyBytes>> {
    // Rejects the length here. For a length above `isize::MAX`, the interpreter would raise OverflowError instead of
    // MemoryError.
    if length > usize::MAX / 4 {
        return Err(no_memory(length));
    }
    PyBytes::new_with(py, length, fill)
}

/// Returns the error for a result of `length` bytes that cannot be allocated.
pub(crate) fn no_memory(length: usize) -> PyErr {
    PyMemoryError::new_err(format!("cannot allocate {} for the result", bytes(length)))
}

/// Returns `length` zero bytes.
pub(crate) fn zeroed(length: usize) -> PyResult<Vec<u8>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(length).map_err(|_| no_memory(length))?;
    zeros.resize(length, 0);
    Ok(zeros)
}

/// Encodes `bytes` as a Python string of lower-case hexadecimal digits.
pub(crate) fn hex<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let mut text = zeroed(bytes.len().saturating_mul(2))?;
    let written = detach_for(py, bytes.len(), || base16ct::lower::encode(bytes, &mut text).is_ok());
    debug_assert!(written, "the text has two digits per byte");
    PyString::from_bytes(py, &text)
}
