//! Chunked encryption, for `astragal.chunked`.

use std::sync::Mutex;

use astragal::aead::chunked::{self, AnyCobblestone, HEADER_BYTES, SALT_BYTES};
use astragal::error::ChunkedError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffer::{Input, NewBytes};
use crate::error::{IntoPyErr, InvalidTag};
use crate::lock::{detach_for, wipe, with_object};
use crate::number::bytes;
use crate::output::{new_bytes, no_memory};
use crate::random::random_bytes;
use crate::threads::Threads;

/// Name of the algorithm in error messages.
const NAME: &str = "chunked";

impl IntoPyErr for ChunkedError {
    fn into_py_err(self) -> PyErr {
        match self {
            Self::Parameter(error) => error.into_py_err(),
            Self::InvalidCommitment | Self::InvalidChunk { .. } | Self::Truncated => {
                InvalidTag::new_err(self.to_string())
            }
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

fn cipher(key: &Bound<'_, PyAny>) -> PyResult<AnyCobblestone> {
    let key = Input::parameter(key, "key")?;
    AnyCobblestone::from_slice(key.as_slice()).map_err(IntoPyErr::into_py_err)
}

/// Returns the given salt, or a random salt if it is `None`.
fn salt_or_random(py: Python<'_>, salt: Option<&Bound<'_, PyAny>>) -> PyResult<[u8; SALT_BYTES]> {
    let salt = salt.cloned().map_or_else(|| random_bytes(py, SALT_BYTES), Ok)?;
    let salt = Input::parameter(&salt, "salt")?;
    let given = salt.len();
    let wrong =
        |_| PyValueError::new_err(format!("salt is {}; expected {SALT_BYTES}", bytes(given)));
    salt.as_slice().try_into().map_err(wrong)
}

/// Encrypt and authenticate `data`; return the sealed message as bytes.
#[pyfunction]
#[pyo3(signature = (key, data, context, salt = None, threads = None))]
pub(crate) fn chunked_seal<'py>(
    key: &Bound<'py, PyAny>,
    data: &Bound<'py, PyAny>,
    context: &Bound<'py, PyAny>,
    salt: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (py, key) = (data.py(), cipher(key)?);
    let data = Input::parameter(data, "data")?;
    let context = Input::parameter(context, "context")?;
    let salt = salt_or_random(py, salt)?;
    let threads = threads.map_or(Ok(Threads::ONE), Threads::parse)?;
    let (data, context) = (data.as_slice(), context.as_slice());
    let length = chunked::sealed_bytes(data.len() as u64);
    let length = length.and_then(|length| usize::try_from(length).ok());
    let length = length.ok_or_else(|| no_memory(data.len()))?;
    let mut sealed = NewBytes::new(py, length)?;
    let out = sealed.cursor().append_zeros(length);
    let done = detach_for(py, data.len(), || {
        threads.run(
            data.len(),
            (key, out),
            |(key, out)| key.seal_into(&salt, context, data, out),
            |(key, out)| key.parallel().seal_into(&salt, context, data, out),
        )
    });
    done.map_err(IntoPyErr::into_py_err)?;
    Ok(sealed.finish())
}

/// Verify and decrypt the message `sealed`; return the plaintext as bytes.
#[pyfunction]
#[pyo3(signature = (key, sealed, context, threads = None))]
pub(crate) fn chunked_open<'py>(
    key: &Bound<'py, PyAny>,
    sealed: &Bound<'py, PyAny>,
    context: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (py, key) = (sealed.py(), cipher(key)?);
    let sealed = Input::parameter(sealed, "sealed")?;
    let context = Input::parameter(context, "context")?;
    let threads = threads.map_or(Ok(Threads::ONE), Threads::parse)?;
    let (sealed, context) = (sealed.as_slice(), context.as_slice());
    let length = chunked::plaintext_bytes(sealed.len() as u64);
    let length = length.and_then(|length| usize::try_from(length).ok());
    let length = length.ok_or_else(|| ChunkedError::Truncated.into_py_err())?;
    let mut plaintext = NewBytes::new(py, length)?;
    let out = plaintext.cursor().append_zeros(length);
    let done = detach_for(py, sealed.len(), || {
        threads.run(
            sealed.len(),
            (key, out),
            |(key, out)| key.open_into(context, sealed, out),
            |(key, out)| key.parallel().open_into(context, sealed, out),
        )
    });
    done.map_err(IntoPyErr::into_py_err)?;
    Ok(plaintext.finish())
}

/// Seals one message in parts: encrypts and authenticates it.
#[pyclass(frozen, module = "astragal._native")]
pub(crate) struct SealStream(Mutex<Option<chunked::SealStream>>);

#[pymethods]
impl SealStream {
    #[new]
    #[pyo3(signature = (key, context, salt = None))]
    fn new(
        key: &Bound<'_, PyAny>,
        context: &Bound<'_, PyAny>,
        salt: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let context = Input::parameter(context, "context")?;
        let salt = salt_or_random(key.py(), salt)?;
        let stream = cipher(key)?.seal_stream(&salt, context.as_slice());
        Ok(Self(Mutex::new(Some(stream))))
    }

    /// Seal the next part of the message; return the sealed chunks that are complete. The first call also returns the
    /// header.
    fn update<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let data = data.as_slice();
        let length = with_object(py, &self.0, NAME, 0, |stream| stream.update_bytes(data.len()))?;
        new_bytes(py, length, |out| {
            let update = |stream: &mut chunked::SealStream| stream.update_into(data, out);
            let done = with_object(py, &self.0, NAME, data.len(), update)?;
            done.map_err(IntoPyErr::into_py_err)
        })
    }

    /// End the message; return the last bytes of the sealed message.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let length = with_object(py, &self.0, NAME, 0, |stream| stream.finish_bytes())?;
        new_bytes(py, length, |out| {
            let done = with_object(py, &self.0, NAME, length, |stream| stream.finish_into(out))?;
            done.map_err(IntoPyErr::into_py_err)
        })
    }

    /// Erase the key and the plaintext.
    fn wipe(&self, py: Python<'_>) {
        wipe(py, &self.0);
    }
}

/// Opens one message in parts: verifies and decrypts it.
#[pyclass(frozen, module = "astragal._native")]
pub(crate) struct OpenStream(Mutex<Option<chunked::OpenStream>>);

#[pymethods]
impl OpenStream {
    /// Header length of a sealed message in bytes.
    #[classattr]
    const HEADER_BYTES: usize = HEADER_BYTES;

    #[new]
    fn new(key: &Bound<'_, PyAny>, context: &Bound<'_, PyAny>) -> PyResult<Self> {
        let context = Input::parameter(context, "context")?;
        Ok(Self(Mutex::new(Some(cipher(key)?.open_stream(context.as_slice())))))
    }

    /// Open the next part of the message; return the plaintext of the chunks that are complete.
    fn update<'py>(&self, sealed: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let (py, sealed) = (sealed.py(), Input::parameter(sealed, "sealed")?);
        let sealed = sealed.as_slice();
        let length = with_object(py, &self.0, NAME, 0, |stream| stream.update_bytes(sealed.len()))?;
        new_bytes(py, length, |out| {
            let update = |stream: &mut chunked::OpenStream| stream.update_into(sealed, out);
            let done = with_object(py, &self.0, NAME, sealed.len(), update)?;
            done.map_err(IntoPyErr::into_py_err)
        })
    }

    /// End the message; return the last bytes of its plaintext.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let length = with_object(py, &self.0, NAME, 0, |stream| stream.finish_bytes())?;
        new_bytes(py, length, |out| {
            let done = with_object(py, &self.0, NAME, length, |stream| stream.finish_into(out))?;
            done.map_err(IntoPyErr::into_py_err)
        })
    }

    /// Seek to `position` in the plaintext. Return an offset in the sealed message: pass the bytes from this offset on
    /// to `update`.
    fn seek(&self, py: Python<'_>, position: u64) -> PyResult<u64> {
        let offset = with_object(py, &self.0, NAME, 0, |stream| stream.seek(position))?;
        offset.ok_or_else(|| PyValueError::new_err(format!("cannot seek to {position}")))
    }

    /// Erase the key and the plaintext.
    fn wipe(&self, py: Python<'_>) {
        wipe(py, &self.0);
    }
}
