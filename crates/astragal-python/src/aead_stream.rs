//! `astragal.AeadEncryptor` and `astragal.AeadDecryptor`: streaming authenticated encryption.

use std::sync::Mutex;

use astragal::error::VerifyError;
use astragal::registry::DynMessage;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::buffer::{DisjointInput, Input, NewBytes, Output};
use crate::error::IntoPyErr as _;
use crate::lock::{wipe, with_state};
use crate::output::new_bytes;

/// Streaming encryption of one message, started by `Aead.encryptor`. Pieces may have any length.
///
/// Threads may share an object; calls are atomic.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct AeadEncryptor {
    name: &'static str,
    message: Mutex<Slot>,
    tag_bytes: usize,
}

/// Streaming state of a message. `None` after the message has ended or has been wiped.
type Slot = Option<Box<dyn DynMessage>>;

/// Locks the state of the message and calls a function with it.
///
/// # Errors
/// `ValueError` if the message has ended or has been wiped.
fn with_message<R: Send>(
    py: Python<'_>,
    slot: &Mutex<Slot>,
    name: &str,
    bytes: usize,
    compute: impl FnOnce(&mut Box<dyn DynMessage>) -> R + Send,
) -> PyResult<R> {
    with_state(py, slot, bytes, |slot| slot.as_mut().map(compute)).ok_or_else(|| ended(name))
}

fn ended(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} message has ended; start another"))
}

impl AeadEncryptor {
    pub(crate) fn new(message: Box<dyn DynMessage>, tag_bytes: usize) -> Self {
        Self { name: message.row().name, message: Mutex::new(Some(message)), tag_bytes }
    }

    fn encrypt(&self, py: Python<'_>, text: &mut [u8]) -> PyResult<()> {
        let bytes = text.len();
        let encrypt = |message: &mut Box<dyn DynMessage>| message.encrypt(text);
        with_message(py, &self.message, self.name, bytes, encrypt)?
            .map_err(|error| error.into_py_err())
    }
}

#[pymethods]
impl AeadEncryptor {
    /// The canonical name of the algorithm, such as "ascon-aead128".
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// Encrypt the next piece of the message; return its ciphertext as bytes.
    ///
    /// Raises ValueError if the message has ended, or if it exceeds `data_size` or the algorithm's maximum message
    /// length.
    #[pyo3(signature = (data, /))]
    fn update<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let mut text = NewBytes::new(py, data.len())?;
        self.encrypt(py, text.cursor().append(data.as_slice()))?;
        Ok(text.finish())
    }

    /// Encrypt the next piece of the message into `buf`; return the number of bytes written.
    ///
    /// buf -- a writable bytes-like object, at least as long as `data`. It may overlap `data`.
    ///
    /// Raises ValueError in the same cases as `update`, and if `buf` is too short.
    #[pyo3(signature = (data, buf, /))]
    fn update_into(&self, data: &Bound<'_, PyAny>, buf: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let mut output = Output::new(buf)?;
        let bytes = data.len();
        output.check_capacity(bytes)?;
        let data = DisjointInput::new(data, &output)?;
        let text = &mut output.as_mut_slice()[..bytes];
        text.copy_from_slice(data.as_slice());
        let encrypted = self.encrypt(py, text);
        if encrypted.is_err() {
            // Erases the plaintext that the failed call left in the buffer. Otherwise the caller could mistake it for
            // ciphertext.
            text.fill(0);
        }
        encrypted.map(|()| bytes)
    }

    /// End the message; return its tag as bytes.
    ///
    /// Raises ValueError if the message has already ended or is shorter than `data_size`.
    fn finalize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        new_bytes(py, self.tag_bytes, |tag| {
            let done = with_state(py, &self.message, 0, |slot| {
                let done = slot.as_mut()?.finish_encryption(tag);
                if done.is_ok() {
                    *slot = None;
                }
                Some(done)
            });
            done.ok_or_else(|| ended(self.name))?.map_err(|error| error.into_py_err())
        })
    }

    /// Erase the key. Later calls raise ValueError. A `with` block calls `wipe` at its end.
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
        format!("<astragal.AeadEncryptor {}>", self.name)
    }
}

/// Streaming decryption of one message, started by `Aead.decryptor`. The plaintext is returned after the tag is
/// verified.
///
/// Threads may share an object; calls are atomic.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct AeadDecryptor {
    name: &'static str,
    message: Mutex<Slot>,
}

impl AeadDecryptor {
    pub(crate) fn new(message: Box<dyn DynMessage>) -> Self {
        Self { name: message.row().name, message: Mutex::new(Some(message)) }
    }

    fn plaintext_bytes(&self, py: Python<'_>) -> usize {
        with_state(py, &self.message, 0, |slot| {
            slot.as_ref().map_or(0, |message| message.plaintext_bytes())
        })
    }

    fn open(&self, py: Python<'_>, tag: &[u8], text: &mut [u8]) -> PyResult<()> {
        let done = with_state(py, &self.message, text.len(), |slot| {
            let done = slot.as_mut()?.finish_decryption(tag, text);
            if matches!(done, Ok(()) | Err(VerifyError::InvalidTag)) {
                *slot = None;
            }
            Some(done)
        });
        done.ok_or_else(|| ended(self.name))?.map_err(|error| error.into_py_err())
    }
}

#[pymethods]
impl AeadDecryptor {
    /// The canonical name of the algorithm, such as "ascon-aead128".
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// Decrypt the next piece of the ciphertext.
    ///
    /// Raises ValueError if the message has ended, or if it exceeds `data_size` or the algorithm's maximum message
    /// length.
    #[pyo3(signature = (data, /))]
    fn update(&self, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let data = data.as_slice();
        with_message(py, &self.message, self.name, data.len(), |message| message.decrypt(data))?
            .map_err(|error| error.into_py_err())
    }

    /// End the message; return its plaintext as bytes.
    ///
    /// Raises InvalidTag and erases the plaintext if the tag is wrong. Raises ValueError if the message has already
    /// ended, if it is shorter than `data_size`, or if the tag has the wrong length.
    #[pyo3(signature = (tag, /))]
    fn finalize<'py>(&self, tag: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (py, tag) = (tag.py(), Input::parameter(tag, "tag")?);
        new_bytes(py, self.plaintext_bytes(py), |text| self.open(py, tag.as_slice(), text))
    }

    /// End the message; write its plaintext into `buf` and return its length in bytes.
    ///
    /// buf -- a writable bytes-like object that is as long as the plaintext. It is zeroed if the tag does not verify.
    ///
    /// Raises InvalidTag and ValueError in the same cases as `finalize`. Raises ValueError if `buf` has the wrong
    /// length; `finalize` can then be called again.
    #[pyo3(signature = (tag, buf, /))]
    fn finalize_into(&self, tag: &Bound<'_, PyAny>, buf: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (py, tag) = (tag.py(), Input::parameter(tag, "tag")?);
        let mut output = Output::new(buf)?;
        let tag = DisjointInput::new(tag, &output)?;
        self.open(py, tag.as_slice(), output.as_mut_slice())?;
        Ok(output.len())
    }

    /// Erase the key and the plaintext. Later calls raise ValueError. A `with` block calls `wipe` at its end.
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
        format!("<astragal.AeadDecryptor {}>", self.name)
    }
}
