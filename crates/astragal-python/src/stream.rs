//! `astragal.Stream`: a message that is encrypted or decrypted in pieces.

use std::sync::Mutex;

use astragal::error::CipherError;
use astragal::registry::{CipherMode, DynMode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};
use zeroize::Zeroizing;

use crate::buffer::{Input, Output};
use crate::error::Raise as _;
use crate::mode::Apart;
use crate::state::{result, wipe, with_state, zeroed};

/// A message that is encrypted or decrypted in pieces of any length, by a Mode.
///
/// Several threads may use one object at the same time; each call happens as a whole.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Stream {
    mode: CipherMode,
    /// `None` when the message has ended.
    message: Mutex<Option<Box<dyn DynMode>>>,
}

/// Why a call on a message did not do its work.
enum Refused {
    /// The message has ended.
    Ended,
    /// The output buffer is too short for what now comes out.
    Room(usize),
    Error(CipherError),
}

type Message = Option<Box<dyn DynMode>>;

/// The next piece into `output`, which has to be as long as what comes out if `exactly`; the number of bytes.
fn update(
    message: &mut Message,
    data: &[u8],
    output: &mut [u8],
    exactly: bool,
) -> Result<usize, Refused> {
    let message = message.as_mut().ok_or(Refused::Ended)?;
    let bytes = message.update_bytes(data.len());
    if output.len() < bytes || (exactly && output.len() != bytes) {
        return Err(Refused::Room(bytes));
    }
    message.update(data, output).map_err(|error| Refused::Error(error.into()))
}

/// What is left of the message into the start of `output`; the number of bytes. It has ended then, also when
/// there is an error but for a short output.
fn finalize(message: &mut Message, output: &mut [u8]) -> Result<usize, Refused> {
    let bytes = message.as_ref().ok_or(Refused::Ended)?.finish_bytes();
    if output.len() < bytes {
        return Err(Refused::Room(bytes));
    }
    let mut message = message.take().ok_or(Refused::Ended)?;
    message.finish(&mut output[..bytes]).map_err(Refused::Error)
}

impl Stream {
    pub(crate) fn new(mode: CipherMode, message: Box<dyn DynMode>) -> Self {
        Self { mode, message: Mutex::new(Some(message)) }
    }

    fn raise(&self, refused: Refused, output: usize) -> PyErr {
        match refused {
            Refused::Ended => {
                let name = self.mode.name();
                PyValueError::new_err(format!("the message of {name} has ended; begin another"))
            }
            Refused::Room(bytes) => PyValueError::new_err(format!(
                "the output has {output} bytes; the result has up to {bytes}"
            )),
            Refused::Error(error) => error.raise(),
        }
    }
}

#[pymethods]
impl Stream {
    /// The canonical name of cipher and mode, as "camellia-256-cbc".
    #[getter]
    fn name(&self) -> String {
        self.mode.name()
    }

    /// Return what the next piece of the message gives, as bytes. A block that is not whole waits.
    ///
    /// Raises ValueError when the message has ended, or becomes longer than the mode takes.
    #[pyo3(signature = (data, /))]
    fn update<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let data = data.as_slice();
        let mut bytes = with_state(py, &self.message, 0, |message| {
            message.as_ref().map_or(0, |message| message.update_bytes(data.len()))
        });
        loop {
            let mut done = Ok(0);
            let output = result(py, bytes, |output| {
                done = with_state(py, &self.message, data.len(), |message| {
                    update(message, data, output, true)
                });
                Ok(())
            })?;
            match done {
                Ok(_) => return Ok(output),
                // Another thread was here meanwhile, and more or less waits now.
                Err(Refused::Room(now)) => bytes = now,
                Err(refused) => return Err(self.raise(refused, bytes)),
            }
        }
    }

    /// Write what the next piece of the message gives into `buf`; return its length in bytes.
    ///
    /// buf -- a writable bytes-like object with room for it: `data` and a block more are always enough. It may
    ///     lie over `data` in any way.
    ///
    /// Raises ValueError as `update` does, and when `buf` is too short; nothing changes then.
    #[pyo3(signature = (data, buf, /))]
    fn update_into(&self, data: &Bound<'_, PyAny>, buf: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let mut output = Output::new(buf)?;
        let data = Apart::new(data, &output)?;
        let (data, output) = (data.as_slice(), output.as_mut_slice());
        let room = output.len();
        with_state(py, &self.message, data.len(), |message| update(message, data, output, false))
            .map_err(|refused| self.raise(refused, room))
    }

    /// End the message; return what is left of it, as bytes.
    ///
    /// Raises ValueError when it has ended before, when the mode does not take its length, and when its padding
    /// is not valid.
    fn finalize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = with_state(py, &self.message, 0, |message| {
            message.as_ref().map_or(0, |message| message.finish_bytes())
        });
        loop {
            let mut output = Zeroizing::new(zeroed(bytes)?);
            match with_state(py, &self.message, bytes, |message| finalize(message, &mut output)) {
                Ok(done) => return Ok(PyBytes::new(py, &output[..done])),
                Err(Refused::Room(now)) => bytes = now,
                Err(refused) => return Err(self.raise(refused, bytes)),
            }
        }
    }

    /// End the message; write what is left of it into `buf` and return its length in bytes.
    ///
    /// buf -- a writable bytes-like object with room for it: of XTS the message, of others a block.
    ///
    /// Raises ValueError as `finalize` does, and when `buf` is too short; the message has not ended then.
    #[pyo3(signature = (buf, /))]
    fn finalize_into(&self, buf: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (py, mut output) = (buf.py(), Output::new(buf)?);
        let output = output.as_mut_slice();
        let room = output.len();
        with_state(py, &self.message, room, |message| finalize(message, output))
            .map_err(|refused| self.raise(refused, room))
    }

    /// Go to byte `position` of the keystream, of CTR alone.
    ///
    /// Raises TypeError in another mode, and ValueError when the message has ended.
    #[pyo3(signature = (position, /))]
    fn seek(&self, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = position.py();
        if !position.is_instance_of::<PyInt>() && !position.hasattr("__index__")? {
            let given = position.get_type().name()?;
            return Err(PyTypeError::new_err(format!("position must be a number, not {given}")));
        }
        let position = position.extract::<u128>().map_err(|_| {
            PyValueError::new_err(format!("position is {position}; it must be 0 to 2^128 - 1"))
        })?;
        with_state(py, &self.message, 0, |message| {
            let message = message.as_mut().ok_or(Refused::Ended)?;
            message.seek(position).map_err(|error| Refused::Error(error.into()))
        })
        .map_err(|refused| self.raise(refused, 0))
    }

    /// Return a copy with the same key and the same message so far, to go on with separately.
    fn copy(&self, py: Python<'_>) -> Self {
        let message = with_state(py, &self.message, 0, |message| message.clone());
        Self { mode: self.mode, message: Mutex::new(message) }
    }

    /// Erase the key and what waits of the message; other calls raise ValueError from now on. A `with` block does it at its end.
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
