//! `astragal.Stream`: streaming encryption or decryption in a mode without authentication.

use std::sync::Mutex;

use astragal::error::CipherError;
use astragal::registry::{CipherMode, DynMode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};
use zeroize::Zeroizing;

use crate::buffer::{DisjointInput, Input, Output, too_short};
use crate::error::IntoPyErr as _;
use crate::lock::{wipe, with_state};
use crate::output::{new_bytes, zeroed};

/// Streaming encryption or decryption of one message, started by `Mode.encryptor` or `Mode.decryptor`. Pieces may have
/// any length.
///
/// Threads may share an object; calls are atomic.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Stream {
    mode: CipherMode,
    message: Mutex<Message>,
}

enum StreamError {
    /// The message has ended.
    Ended,
    /// The output buffer has the wrong length. Contains the length of the result in bytes.
    OutputLength(usize),
    Cipher(CipherError),
}

/// Streaming state of a message. `None` after the message has ended or has been wiped.
type Message = Option<Box<dyn DynMode>>;

/// Processes the next piece of the message. Returns the number of bytes written to `output`. If `exactly` is true,
/// `output` must be exactly as long as the result.
fn update(
    message: &mut Message,
    data: &[u8],
    output: &mut [u8],
    exactly: bool,
) -> Result<usize, StreamError> {
    let message = message.as_mut().ok_or(StreamError::Ended)?;
    let bytes = message.update_bytes(data.len());
    if output.len() < bytes || (exactly && output.len() != bytes) {
        return Err(StreamError::OutputLength(bytes));
    }
    message.update(data, output).map_err(|error| StreamError::Cipher(error.into()))
}

/// Writes the rest of the result to `output` and returns its length. Ends the message, unless `output` is too short.
fn finalize(message: &mut Message, output: &mut [u8]) -> Result<usize, StreamError> {
    let bytes = message.as_ref().ok_or(StreamError::Ended)?.finish_bytes();
    if output.len() < bytes {
        return Err(StreamError::OutputLength(bytes));
    }
    let mut message = message.take().ok_or(StreamError::Ended)?;
    message.finish(&mut output[..bytes]).map_err(StreamError::Cipher)
}

impl Stream {
    pub(crate) fn new(mode: CipherMode, message: Box<dyn DynMode>) -> Self {
        Self { mode, message: Mutex::new(Some(message)) }
    }

    fn py_err(&self, error: StreamError, output: usize) -> PyErr {
        match error {
            StreamError::Ended => {
                let name = self.mode.name();
                PyValueError::new_err(format!("{name} message has ended; start another"))
            }
            StreamError::OutputLength(bytes) => too_short(output, bytes),
            StreamError::Cipher(error) => error.into_py_err(),
        }
    }
}

#[pymethods]
impl Stream {
    /// The canonical name of cipher and mode, such as "camellia-256-cbc".
    #[getter]
    fn name(&self) -> String {
        self.mode.name()
    }

    /// Process the next piece of the message; return the result as bytes. An incomplete block is buffered.
    ///
    /// Raises ValueError if the message has ended or exceeds the maximum length of the mode.
    #[pyo3(signature = (data, /))]
    fn update<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let data = data.as_slice();
        let mut bytes = with_state(py, &self.message, 0, |message| {
            message.as_ref().map_or(0, |message| message.update_bytes(data.len()))
        });
        loop {
            let mut done = Ok(0);
            let output = new_bytes(py, bytes, |output| {
                done = with_state(py, &self.message, data.len(), |message| {
                    update(message, data, output, true)
                });
                Ok(())
            })?;
            match done {
                Ok(_) => return Ok(output),
                // Another thread has changed the number of buffered bytes since the output was allocated. Tries again
                // with the new length.
                Err(StreamError::OutputLength(now)) => bytes = now,
                Err(error) => return Err(self.py_err(error, bytes)),
            }
        }
    }

    /// Process the next piece of the message into `buf`; return the number of bytes written.
    ///
    /// buf -- a writable bytes-like object. The length of `data` plus one block is always enough. `buf` may overlap
    /// `data`.
    ///
    /// Raises ValueError in the same cases as `update`. Also raises ValueError if `buf` is too short; the piece is then
    /// not processed.
    #[pyo3(signature = (data, buf, /))]
    fn update_into(&self, data: &Bound<'_, PyAny>, buf: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let mut output = Output::new(buf)?;
        let data = DisjointInput::new(data, &output)?;
        let (data, output) = (data.as_slice(), output.as_mut_slice());
        let output_bytes = output.len();
        with_state(py, &self.message, data.len(), |message| update(message, data, output, false))
            .map_err(|error| self.py_err(error, output_bytes))
    }

    /// End the message; return the rest of the result as bytes.
    ///
    /// Raises ValueError if the message has already ended, if the mode does not allow its length, or if its padding is
    /// invalid.
    fn finalize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = with_state(py, &self.message, 0, |message| {
            message.as_ref().map_or(0, |message| message.finish_bytes())
        });
        loop {
            let mut output = Zeroizing::new(zeroed(bytes)?);
            match with_state(py, &self.message, bytes, |message| finalize(message, &mut output)) {
                Ok(done) => return Ok(PyBytes::new(py, &output[..done])),
                Err(StreamError::OutputLength(now)) => bytes = now,
                Err(error) => return Err(self.py_err(error, bytes)),
            }
        }
    }

    /// End the message; write the rest of the result into `buf` and return its length in bytes.
    ///
    /// buf -- a writable bytes-like object. One block is enough; for XTS, it must be as long as the message.
    ///
    /// Raises ValueError in the same cases as `finalize`. Also raises ValueError if `buf` is too short; the message can
    /// then still be ended.
    #[pyo3(signature = (buf, /))]
    fn finalize_into(&self, buf: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (py, mut output) = (buf.py(), Output::new(buf)?);
        let output = output.as_mut_slice();
        let output_bytes = output.len();
        with_state(py, &self.message, output_bytes, |message| finalize(message, output))
            .map_err(|error| self.py_err(error, output_bytes))
    }

    /// Seek to byte `position` of the keystream. Only CTR and stream ciphers support it.
    ///
    /// Raises TypeError in other modes, and ValueError if the message has ended.
    #[pyo3(signature = (position, /))]
    fn seek(&self, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = position.py();
        if !position.is_instance_of::<PyInt>() && !position.hasattr("__index__")? {
            let given = position.get_type().name()?;
            return Err(PyTypeError::new_err(format!("position must be a number, not {given}")));
        }
        let position = position.extract::<u128>().map_err(|_| {
            PyValueError::new_err(format!("position is {position}; expected 0 to 2^128 - 1"))
        })?;
        with_state(py, &self.message, 0, |message| {
            let message = message.as_mut().ok_or(StreamError::Ended)?;
            message.seek(position).map_err(|error| StreamError::Cipher(error.into()))
        })
        .map_err(|error| self.py_err(error, 0))
    }

    /// Return an independent copy with the same key and message.
    fn copy(&self, py: Python<'_>) -> Self {
        let message = with_state(py, &self.message, 0, |message| message.clone());
        Self { mode: self.mode, message: Mutex::new(message) }
    }

    /// Erase the key and the buffered part of the message. Later calls raise ValueError. A `with` block calls `wipe` at
    /// its end.
    fn wipe(&self, py: Python<'_>) {
        wipe(py, &self.message);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.wipe(py);
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Stream {}>", self.mode.name())
    }
}
