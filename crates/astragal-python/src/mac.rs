//! `astragal.Mac`: message authentication codes, with the methods and attributes of the module `hmac`.

use std::sync::Mutex;

use astragal::error::{ParameterError, StateError};
use astragal::registry::{self, DynMac, MacParams, MacRow};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use zeroize::Zeroizing;

use crate::arguments::Given;
use crate::buffer::Input;
use crate::error::Raise as _;
use crate::state::{detach_for, hex, result, wipe, with_object, zeroed};

/// A message authentication code under a key, of a message that comes in pieces.
///
/// Compare tags with `verify`, never with `==`: the time that `==` takes tells how much of a forged tag
/// is right. Several threads may use one object at the same time; each call happens as a whole.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Mac {
    row: &'static MacRow,
    tag_bytes: usize,
    state: Mutex<Option<Box<dyn DynMac>>>,
}

impl Mac {
    pub(crate) fn new(py: Python<'_>, row: &'static MacRow, given: &Given<'_>) -> PyResult<Self> {
        let key = given.key()?;
        let custom = given.custom()?;
        let params =
            MacParams { custom: custom.as_ref().map(Input::as_slice), tag_bytes: given.length()? };
        let key = key.as_slice();
        let mut mac = detach_for(py, key.len(), || row.new_mac(key, &params))
            .map_err(|error| error.raise())?;
        if let Some(data) = given.data() {
            let data = Input::message(data)?;
            let data = data.as_slice();
            detach_for(py, data.len(), || mac.update(data));
        }
        Ok(Self { row, tag_bytes: mac.tag_bytes(), state: Mutex::new(Some(mac)) })
    }

    /// A code that was exported elsewhere.
    pub(crate) fn imported(mac: Box<dyn DynMac>) -> Self {
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

    /// Fills `tag`, which has the tag's length.
    fn digest_into(&self, py: Python<'_>, tag: &mut [u8]) -> PyResult<()> {
        let mut mac = self.snapshot(py)?;
        detach_for(py, tag.len(), || mac.finalize_into_reset(tag)).map_err(ParameterError::raise)
    }
}

#[pymethods]
impl Mac {
    /// The algorithm's canonical name, as "hmac-sha3-256".
    #[getter]
    fn name(&self) -> &'static str {
        self.row.name
    }

    /// The tag's length in bytes.
    #[getter]
    fn digest_size(&self) -> usize {
        self.tag_bytes
    }

    /// The length in bytes of the block that HMAC pads its key to. Other codes have none.
    #[getter]
    fn block_size(&self) -> PyResult<usize> {
        let hash = self.row.name.strip_prefix("hmac-").and_then(|name| registry::hash(name).ok());
        hash.map(|row| row.block_bytes).ok_or_else(|| {
            PyAttributeError::new_err(format!("{} has no block that takes a key", self.row.name))
        })
    }

    /// Append a bytes-like object to the message.
    #[pyo3(signature = (msg, /))]
    fn update(&self, py: Python<'_>, msg: &Bound<'_, PyAny>) -> PyResult<()> {
        let data = Input::message(msg)?;
        let data = data.as_slice();
        self.with(py, data.len(), |mac| mac.update(data))
    }

    /// Return the tag of the message so far, as bytes. The message may go on afterwards.
    ///
    /// Raises ValueError when the message is longer than the algorithm takes.
    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        result(py, self.tag_bytes, |tag| self.digest_into(py, tag))
    }

    /// Return the tag of the message so far, in lower-case hexadecimal; see `digest`.
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let mut tag = zeroed(self.tag_bytes)?;
        self.digest_into(py, &mut tag)?;
        hex(py, &tag)
    }

    /// Compare the tag of the message so far with `tag`, in constant time.
    ///
    /// Raises InvalidTag when they differ, in length or in any byte, and for an empty tag.
    #[pyo3(signature = (tag, /))]
    fn verify(&self, py: Python<'_>, tag: &Bound<'_, PyAny>) -> PyResult<()> {
        let tag = Input::parameter(tag, "tag")?;
        let tag = tag.as_slice();
        let mut mac = self.snapshot(py)?;
        detach_for(py, tag.len(), || mac.verify_reset(tag)).map_err(|error| error.raise())
    }

    /// Return a copy with the same key and message, to go on with separately.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(Self { state: Mutex::new(Some(self.snapshot(py)?)), ..*self })
    }

    /// Return the state as bytes, as secret as the key that they hold, from which `astragal.from_state_with_key` goes
    /// on, in another process or on another machine.
    ///
    /// Raises ValueError for CMAC, whose state is a cipher's key schedule.
    fn export_state_with_key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.with(py, 0, |mac| mac.export_state_with_key())?;
        Ok(PyBytes::new(py, &Zeroizing::new(state.map_err(StateError::raise)?)))
    }

    /// Go back to the empty message, the key kept.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, 0, |mac| mac.reset())
    }

    /// Erase key and message; other calls raise ValueError from now on. A `with` block does it at its end.
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
