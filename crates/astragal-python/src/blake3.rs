//! BLAKE3 as a hash, keyed hash and key derivation function with output of any length. Used by
//! `astragal.compat.blake3`.

use std::sync::Mutex;

use astragal::error::{Allowed, ParameterError};
use astragal::xof::Blake3Xof;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::buffer::Input;
use crate::error::IntoPyErr as _;
use crate::lock::{detach_for, with_state};
use crate::number::number;
use crate::output::{hex, new_bytes, zeroed};
use crate::threads::Threads;

/// Streaming BLAKE3: as a hash, a keyed hash or a key derivation function.
#[pyclass(frozen, module = "astragal._native")]
pub(crate) struct Blake3 {
    threads: Threads,
    state: Mutex<Blake3Xof>,
}

/// A requested range of the output.
struct OutputRange {
    length: usize,
    seek: u64,
}

impl OutputRange {
    fn new(length: &Bound<'_, PyAny>, seek: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (length, seek) = (number::<usize>(length, "length")?, seek.extract::<u64>()?);
        if seek.checked_add(length as u64).is_none() {
            let error =
                format!("seek is {seek} and length is {length}; the output has 2^64 - 1 bytes");
            return Err(PyValueError::new_err(error));
        }
        Ok(Self { length, seek })
    }
}

impl Blake3 {
    /// Writes output for the message so far, starting at byte `seek` of the output.
    fn output(&self, py: Python<'_>, seek: u64, output: &mut [u8]) {
        let message = with_state(py, &self.state, 0, |state| state.clone());
        detach_for(py, output.len(), || {
            let mut reader = message.finalize();
            reader.seek(seek);
            reader.squeeze(output);
        });
    }
}

#[pymethods]
impl Blake3 {
    /// Creates a BLAKE3 object. `key` selects the keyed hash, and `context` selects key derivation. If both are
    /// missing, BLAKE3 is a plain hash.
    #[new]
    #[pyo3(signature = (key, context, threads))]
    fn new(
        key: Option<&Bound<'_, PyAny>>,
        context: Option<&str>,
        threads: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let threads = Threads::parse(threads)?;
        let state = match (key, context) {
            (None, None) => Blake3Xof::new(),
            (None, Some(context)) => Blake3Xof::derive_key(context.as_bytes()),
            (Some(key), None) => {
                let key = Input::parameter(key, "key")?;
                let key = <&[u8; 32]>::try_from(key.as_slice()).map_err(|_| {
                    let (algorithm, what, given) = ("blake3", "key", key.len());
                    let allowed = Allowed::Exactly(32);
                    ParameterError::Length { algorithm, what, given, allowed }.into_py_err()
                })?;
                Blake3Xof::keyed(key)
            }
            (Some(_), Some(_)) => {
                let error = "key and derive_key_context cannot be given both";
                return Err(PyValueError::new_err(error));
            }
        };
        Ok(Self { threads, state: Mutex::new(state) })
    }

    /// Append a bytes-like object to the message.
    fn absorb(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let data = Input::message(data)?;
        let data = data.as_slice();
        with_state(py, &self.state, data.len(), |state| {
            let (serial, parallel) = (Blake3Xof::absorb, Blake3Xof::absorb_parallel);
            self.threads.run(
                data.len(),
                state,
                |state| serial(state, data),
                |state| parallel(state, data),
            );
        });
        Ok(())
    }

    /// Return `length` bytes of the output, starting at byte `seek`.
    #[pyo3(signature = (length, seek))]
    fn squeeze<'py>(
        &self,
        length: &Bound<'py, PyAny>,
        seek: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (py, range) = (length.py(), OutputRange::new(length, seek)?);
        new_bytes(py, range.length, |output| {
            self.output(py, range.seek, output);
            Ok(())
        })
    }

    /// Return `length` bytes of the output in lower-case hexadecimal, starting at byte `seek`.
    #[pyo3(signature = (length, seek))]
    fn hexsqueeze<'py>(
        &self,
        length: &Bound<'py, PyAny>,
        seek: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyString>> {
        let (py, range) = (length.py(), OutputRange::new(length, seek)?);
        let mut output = zeroed(range.length)?;
        self.output(py, range.seek, &mut output);
        hex(py, &output)
    }

    /// Return an independent copy with the same key and message.
    fn duplicate(&self, py: Python<'_>) -> Self {
        let state = with_state(py, &self.state, 0, |state| state.clone());
        Self { threads: self.threads, state: Mutex::new(state) }
    }

    /// Reset to the empty message, with the same key or context.
    fn restart(&self, py: Python<'_>) {
        with_state(py, &self.state, 0, |state| state.reset());
    }
}
