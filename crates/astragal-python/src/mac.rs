//! `astragal.Mac`: a message authentication code (MAC) with the interface of the module `hmac`.

use std::sync::Mutex;

use astragal::registry::{self, DynMac, MacParams, MacRow};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use zeroize::Zeroizing;

use crate::arguments::Arguments;
use crate::buffer::Input;
use crate::error::IntoPyErr;
use crate::lock::{detach_for, wipe, with_object};
use crate::output::{hex, new_bytes, zeroed};

/// A message authentication code (MAC) with a key.
///
/// Compare tags with `verify`, never with `==`: the running time of `==` reveals how many bytes of a forged tag are
/// correct. Threads may share an object; calls are atomic.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Mac {
    row: &'static MacRow,
    tag_bytes: usize,
    state: Mutex<Option<Box<dyn DynMac>>>,
}

impl Mac {
    pub(crate) fn new(
        py: Python<'_>,
        row: &'static MacRow,
        arguments: &Arguments<'_>,
    ) -> PyResult<Self> {
        let key = arguments.key()?;
        let custom = arguments.custom()?;
        let params = MacParams {
            custom: custom.as_ref().map(Input::as_slice),
            tag_bytes: arguments.length()?,
        };
        let key = key.as_slice();
        let mut mac = detach_for(py, key.len(), || row.new_mac(key, &params))
            .map_err(|error| error.into_py_err())?;
        if let Some(data) = arguments.data() {
            let data = Input::message(data)?;
            let data = data.as_slice();
            detach_for(py, data.len(), || mac.update(data));
        }
        Ok(Self { row, tag_bytes: mac.tag_bytes(), state: Mutex::new(Some(mac)) })
    }

    /// Creates a MAC object from an imported state.
    pub(crate) fn from_state(mac: Box<dyn DynMac>) -> Self {
        Self { row: mac.row(), tag_bytes: mac.tag_bytes(), state: Mutex::new(Some(mac)) }
    }

    fn snapshot(&self, py: Python<'_>) -> PyResult<Box<dyn DynMac>> {
        self.with(py, 0, |mac| mac.clone())
    }

    fn with<R: Send>(
        &self,
        py: Python<'_>,
        bytes: usize,
        compute: impl FnOnce(&mut Box<dyn DynMac>) -> R + Send,
    ) -> PyResult<R> {
        with_object(py, &self.state, self.row.name, bytes, compute)
    }

    /// Writes the tag of the message so far. `tag` must be exactly as long as the object's tag.
    fn digest_into(&self, py: Python<'_>, tag: &mut [u8]) -> PyResult<()> {
        let mut mac = self.snapshot(py)?;
        detach_for(py, tag.len(), || mac.finalize_into_reset(tag)).map_err(IntoPyErr::into_py_err)
    }
}

#[pymethods]
impl Mac {
    /// The canonical name of the algorithm, such as "hmac-sha3-256".
    #[getter]
    fn name(&self) -> &'static str {
        self.row.name
    }

    /// The length of the tag in bytes.
    #[getter]
    fn digest_size(&self) -> usize {
        self.tag_bytes
    }

    /// The block length in bytes, to which HMAC pads its key. Raises AttributeError for MACs other than HMAC.
    #[getter]
    fn block_size(&self) -> PyResult<usize> {
        let hash = self.row.name.strip_prefix("hmac-").and_then(|name| registry::hash(name).ok());
        hash.map(|row| row.block_bytes).ok_or_else(|| {
            PyAttributeError::new_err(format!(
                "{} has no block_size; only HMAC pads its key to a block",
                self.row.name
            ))
        })
    }

    /// Append a bytes-like object to the message.
    #[pyo3(signature = (msg, /))]
    fn update(&self, py: Python<'_>, msg: &Bound<'_, PyAny>) -> PyResult<()> {
        let data = Input::message(msg)?;
        let data = data.as_slice();
        self.with(py, data.len(), |mac| mac.update(data))
    }

    /// Return the tag of the message so far, as bytes. `update` may follow.
    ///
    /// Raises ValueError if the message exceeds the maximum length of the algorithm.
    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        new_bytes(py, self.tag_bytes, |tag| self.digest_into(py, tag))
    }

    /// Return the tag of the message so far, in lower-case hexadecimal; see `digest`.
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let mut tag = zeroed(self.tag_bytes)?;
        self.digest_into(py, &mut tag)?;
        hex(py, &tag)
    }

    /// Verify a tag of the message so far, in constant time.
    ///
    /// Raises InvalidTag if the tag is wrong, empty, or of the wrong length.
    #[pyo3(signature = (tag, /))]
    fn verify(&self, py: Python<'_>, tag: &Bound<'_, PyAny>) -> PyResult<()> {
        let tag = Input::parameter(tag, "tag")?;
        let tag = tag.as_slice();
        let mut mac = self.snapshot(py)?;
        detach_for(py, tag.len(), || mac.verify_reset(tag)).map_err(|error| error.into_py_err())
    }

    /// Return an independent copy with the same key and message.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self { state: Mutex::new(Some(self.snapshot(py)?)), ..*self })
    }

    /// Return the state as bytes, which are as secret as the key. `astragal.from_state_with_key` restores it, even in
    /// another process or on another machine.
    ///
    /// Raises ValueError for CMAC, because its state is a key schedule.
    fn export_state_with_key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.with(py, 0, |mac| mac.export_state_with_key())?;
        Ok(PyBytes::new(py, &Zeroizing::new(state.map_err(IntoPyErr::into_py_err)?)))
    }

    /// Reset to the empty message, with the same key.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, 0, |mac| mac.reset())
    }

    /// Erase the key and the message. Later calls raise ValueError. A `with` block calls `wipe` at its end.
    fn wipe(&self, py: Python<'_>) {
        wipe(py, &self.state);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.wipe(py);
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Mac {}>", self.row.name)
    }
}
