//! `astragal.Hash`: a hash object with the interface of `hashlib`.

use std::sync::Mutex;

use astragal::error::StateError;
use astragal::registry::{self, DynHash, HashRow};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use zeroize::Zeroizing;

use crate::arguments::Arguments;
use crate::buffer::Input;
use crate::error::IntoPyErr;
use crate::hash_parameters;
use crate::lock::{detach_for, wipe, with_object};
use crate::names::hashlib_name;
use crate::output::{hex, new_bytes, zeroed};
use crate::pickle;
use crate::short_message::ShortMessage;

/// A hash object with the methods and attributes of `hashlib`'s hash objects.
///
/// `astragal.new` and constructors such as `astragal.sha3_256` return hash objects. Threads may share an object; calls
/// are atomic.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Hash {
    row: &'static HashRow,
    digest_bytes: usize,
    message: Mutex<Option<Message>>,
}

#[derive(Clone)]
enum Message {
    Short(ShortMessage),
    Streaming(Box<dyn DynHash>),
}

impl Message {
    fn update(&mut self, row: &HashRow, data: &[u8]) {
        match self {
            Self::Short(short) => {
                if !short.append(data) {
                    let mut hash = row.new_hash();
                    hash.update(short.as_slice());
                    hash.update(data);
                    *self = Self::Streaming(hash);
                }
            }
            Self::Streaming(hash) => hash.update(data),
        }
    }

    #[inline(never)]
    fn of(row: &HashRow, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut message = Self::Short(ShortMessage::EMPTY);
        message.absorb(row, data)?;
        Ok(message)
    }

    /// Appends a bytes-like object to the message.
    fn absorb(&mut self, row: &HashRow, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let (py, data) = (data.py(), Input::message(data)?);
        let data = data.as_slice();
        detach_for(py, data.len(), || self.update(row, data));
        Ok(())
    }

    fn export_state(&self, row: &HashRow) -> Result<Vec<u8>, StateError> {
        match self {
            Self::Short(short) => {
                let mut hash = row.new_hash();
                hash.update(short.as_slice());
                hash.export_state()
            }
            Self::Streaming(hash) => hash.export_state(),
        }
    }

    fn export_state_with_key(&self, row: &HashRow) -> Result<Vec<u8>, StateError> {
        match self {
            Self::Streaming(hash) => Ok(hash.export_state_with_key()),
            Self::Short(_) => self.export_state(row),
        }
    }

    /// Writes the digest of the message so far. `digest` must be exactly as long as the algorithm's digest.
    fn digest_into(&self, row: &HashRow, digest: &mut [u8]) {
        let filled = match self {
            Self::Short(short) => row.hash_into(short.as_slice(), digest),
            Self::Streaming(hash) => hash.clone().finalize_into_reset(digest),
        };
        debug_assert!(filled.is_ok(), "the buffer has the length of the digest");
    }
}

impl Hash {
    /// Creates a hash object. This function is inlined, because otherwise its caller would move the new object. The
    /// move would stall the CPU until the stores to the object's fields complete.
    #[inline(always)]
    pub(crate) fn new(row: &'static HashRow, data: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let message = match data {
            None => Message::Short(ShortMessage::EMPTY),
            Some(data) => match ShortMessage::borrow(data) {
                Some(short) => Message::Short(short),
                None => Message::of(row, data)?,
            },
        };
        Ok(Self { row, digest_bytes: row.digest_bytes, message: Mutex::new(Some(message)) })
    }

    pub(crate) fn with_parameters(
        row: &'static HashRow,
        arguments: &Arguments<'_>,
    ) -> PyResult<Self> {
        let hash = hash_parameters::new_hash(row, arguments)?;
        let digest_bytes = hash.digest_bytes();
        let mut message = Message::Streaming(hash);
        if let Some(data) = arguments.data() {
            message.absorb(row, data)?;
        }
        Ok(Self { row, digest_bytes, message: Mutex::new(Some(message)) })
    }

    /// Creates a hash object from an imported state.
    pub(crate) fn from_state(hash: Box<dyn DynHash>) -> PyResult<Self> {
        let row = registry::hash(hash.name()).map_err(|error| error.into_py_err())?;
        let digest_bytes = hash.digest_bytes();
        Ok(Self { row, digest_bytes, message: Mutex::new(Some(Message::Streaming(hash))) })
    }

    fn with<R: Send>(
        &self,
        py: Python<'_>,
        bytes: usize,
        compute: impl FnOnce(&mut Message) -> R + Send,
    ) -> PyResult<R> {
        with_object(py, &self.message, self.row.name, bytes, compute)
    }
}

#[pymethods]
impl Hash {
    /// The name of the algorithm as `hashlib` spells it, such as "sha3_256".
    #[getter]
    fn name(&self) -> String {
        hashlib_name(self.row.name)
    }

    /// The length of the digest in bytes.
    #[getter]
    fn digest_size(&self) -> usize {
        self.digest_bytes
    }

    /// The block length in bytes, to which HMAC pads its key.
    #[getter]
    fn block_size(&self) -> usize {
        self.row.block_bytes
    }

    /// Append a bytes-like object to the message.
    #[pyo3(signature = (data, /))]
    fn update(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<()> {
        let data = Input::message(data)?;
        let data = data.as_slice();
        self.with(py, data.len(), |message| message.update(self.row, data))
    }

    /// Return the digest of the message so far, as bytes. `update` may follow.
    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        new_bytes(py, self.digest_bytes, |digest| {
            self.with(py, 0, |message| message.digest_into(self.row, digest))
        })
    }

    /// Return the digest of the message so far, in lower-case hexadecimal.
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let mut digest = zeroed(self.digest_bytes)?;
        self.with(py, 0, |message| message.digest_into(self.row, &mut digest))?;
        hex(py, &digest)
    }

    /// Return an independent copy.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let message = self.with(py, 0, |message| message.clone())?;
        Ok(Self { message: Mutex::new(Some(message)), ..*self })
    }

    /// Return the state as bytes. `astragal.from_state` restores it, even in another process or on another machine.
    /// The state contains the last bytes of the message.
    ///
    /// Raises ValueError for BLAKE2 and Skein with a key.
    fn export_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.with(py, 0, |message| message.export_state(self.row))?;
        Ok(PyBytes::new(py, &state.map_err(IntoPyErr::into_py_err)?))
    }

    /// Return the state as bytes, even if BLAKE2 or Skein has a key; the bytes are then as secret as the key.
    /// `astragal.from_state_with_key` restores it.
    fn export_state_with_key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let export = |message: &mut Message| message.export_state_with_key(self.row);
        let state = self.with(py, 0, export)?.map_err(IntoPyErr::into_py_err)?;
        Ok(PyBytes::new(py, &Zeroizing::new(state)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pickle::reduce(self.export_state(py)?)
    }

    /// Reset to the empty message.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, 0, |message| match message {
            Message::Streaming(hash) => hash.reset(),
            Message::Short(short) => *short = ShortMessage::EMPTY,
        })
    }

    /// Erase the message and any key. Later calls raise ValueError. A `with` block calls `wipe` at its end.
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
        format!("<astragal.Hash {}>", self.row.name)
    }
}
