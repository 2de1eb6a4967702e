//! `astragal.AeadEncryptor` and `astragal.AeadDecryptor`: authenticated messages that come piece by piece.

use std::sync::Mutex;

use astragal::error::VerifyError;
use astragal::registry::DynMessage;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::buffer::{Input, NewBytes, Output};
use crate::error::Raise as _;
use crate::mode::Apart;
use crate::state::{result, wipe, with_state};

/// A message that an Aead encrypts in pieces of any length.
///
/// Several threads may use one object at the same time; each call happens as a whole.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct AeadEncryptor {
    name: &'static str,
    message: Mutex<Slot>,
    tag_bytes: usize,
}

type Slot = Option<Box<dyn DynMessage>>;

/// Computes with a message under way; an error when it has ended or was wiped.
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
    PyValueError::new_err(format!("{name} message has ended; begin another"))
}

impl AeadEncryptor {
    pub(crate) fn new(message: Box<dyn DynMessage>, tag_bytes: usize) -> Self {
        Self { name: message.row().name, message: Mutex::new(Some(message)), tag_bytes }
    }

    fn encrypt(&self, py: Python<'_>, text: &mut [u8]) -> PyResult<()> {
        let bytes = text.len();
        let encrypt = |message: &mut Box<dyn DynMessage>| message.encrypt(text);
        with_message(py, &self.message, self.name, bytes, encrypt)?.map_err(|error| error.raise())
    }
}

#[pymethods]
impl AeadEncryptor {
    /// The algorithm's canonical name, as "ascon-aead128".
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// Return the ciphertext of the next piece of the message, as bytes.
    ///
    /// Raises ValueError when the message has ended, or becomes longer than the algorithm takes or than was announced.
    #[pyo3(signature = (data, /))]
    fn update<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let mut text = NewBytes::new(py, data.len())?;
        self.encrypt(py, text.memory().append(data.as_slice()))?;
        Ok(text.finish())
    }

    /// Write the ciphertext of the next piece of the message into `buf`; return its length in bytes.
    ///
    /// buf -- a writable bytes-like object with room for it. It may lie over `data` in any way.
    ///
    /// Raises ValueError as `update` does, and when `buf` is too short.
    #[pyo3(signature = (data, buf, /))]
    fn update_into(&self, data: &Bound<'_, PyAny>, buf: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let mut output = Output::new(buf)?;
        let bytes = data.len();
        output.check_room(bytes)?;
        let data = Apart::new(data, &output)?;
        let text = &mut output.as_mut_slice()[..bytes];
        text.copy_from_slice(data.as_slice());
        let encrypted = self.encrypt(py, text);
        if encrypted.is_err() {
            // What was refused is not left looking like a ciphertext.
            text.fill(0);
        }
        encrypted.map(|()| bytes)
    }

    /// End the message; return its tag, as bytes.
    ///
    /// Raises ValueError when it has ended before, or is shorter than was announced.
    fn finalize<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        result(py, self.tag_bytes, |tag| {
            let done = with_state(py, &self.message, 0, |slot| {
                let done = slot.as_mut()?.finish_encryption(tag);
                if done.is_ok() {
                    *slot = None;
                }
                Some(done)
            });
            done.ok_or_else(|| ended(self.name))?.map_err(|error| error.raise())
        })
    }

    /// Erase the key; other calls raise ValueError from now on. A `with` block does it at its end.
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

/// A message that an Aead decrypts in pieces of any length. It keeps the plaintext back until the tag has verified.
///
/// Several threads may use one object at the same time; each call happens as a whole.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct AeadDecryptor {
    name: &'static str,
    message: Mutex<Slot>,
}

impl AeadDecryptor {
    pub(crate) fn new(message: Box<dyn DynMessage>) -> Self {
        Self { name: message.row().name, message: Mutex::new(Some(message)) }
    }

    fn waiting(&self, py: Python<'_>) -> usize {
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
        done.ok_or_else(|| ended(self.name))?.map_err(|error| error.raise())
    }
}

#[pymethods]
impl AeadDecryptor {
    /// The algorithm's canonical name, as "ascon-aead128".
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// Take the next piece of the ciphertext.
    ///
    /// Raises ValueError when the message has ended, or becomes longer than the algorithm takes or than was announced.
    #[pyo3(signature = (data, /))]
    fn update(&self, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let data = data.as_slice();
        with_message(py, &self.message, self.name, data.len(), |message| message.decrypt(data))?
            .map_err(|error| error.raise())
    }

    /// End the message; return its plaintext, as bytes.
    ///
    /// Raises InvalidTag when `tag` is not its tag: the plaintext is erased then. Raises ValueError when the message has
    /// ended before or is shorter than was announced, and when the tag has another length.
    #[pyo3(signature = (tag, /))]
    fn finalize<'py>(&self, tag: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (py, tag) = (tag.py(), Input::parameter(tag, "tag")?);
        result(py, self.waiting(py), |text| self.open(py, tag.as_slice(), text))
    }

    /// End the message; write its plaintext into `buf` and return its length.
    ///
    /// buf -- a writable bytes-like object of that length. Zeroed when the tag does not verify.
    ///
    /// Raises InvalidTag and ValueError as `finalize` does, and ValueError when `buf` has the wrong length; the message
    /// has not ended then.
    #[pyo3(signature = (tag, buf, /))]
    fn finalize_into(&self, tag: &Bound<'_, PyAny>, buf: &Bound<'_, PyAny>) -> PyResult<usize> {
        let (py, tag) = (tag.py(), Input::parameter(tag, "tag")?);
        let mut output = Output::new(buf)?;
        let tag = Apart::new(tag, &output)?;
        self.open(py, tag.as_slice(), output.as_mut_slice())?;
        Ok(output.len())
    }

    /// Erase the key and the plaintext; other calls raise ValueError from now on. A `with` block does it at its end.
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
