//! `astragal.Hash`: `hashlib`'s hash object.

use std::sync::Mutex;

use astragal::error::StateError;
use astragal::registry::{self, DynHash, HashRow};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use zeroize::Zeroizing;

use crate::arguments::Given;
use crate::buffer::Input;
use crate::constructor::hashlib_name;
use crate::error::Raise as _;
use crate::exported::reduced;
use crate::parameters;
use crate::state::{Short, detach_for, hex, result, wipe, with_object, zeroed};

/// A hash of a message that comes in pieces, with the methods and attributes of `hashlib`'s objects.
///
/// Made by a constructor such as `astragal.sha3_256` or by `astragal.new`. Several threads may use one
/// object at the same time; each call happens as a whole.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Hash {
    row: &'static HashRow,
    digest_bytes: usize,
    message: Mutex<Option<Message>>,
}

#[derive(Clone)]
enum Message {
    Short(Short),
    Absorbed(Box<dyn DynHash>),
}

impl Message {
    fn update(&mut self, row: &HashRow, data: &[u8]) {
        match self {
            Self::Short(short) => {
                if !short.append(data) {
                    let mut hash = row.new_hash();
                    hash.update(short.as_slice());
                    hash.update(data);
                    *self = Self::Absorbed(hash);
                }
            }
            Self::Absorbed(hash) => hash.update(data),
        }
    }

    fn export_state(&self, row: &HashRow) -> Result<Vec<u8>, StateError> {
        match self {
            Self::Short(short) => {
                let mut hash = row.new_hash();
                hash.update(short.as_slice());
                hash.export_state()
            }
            Self::Absorbed(hash) => hash.export_state(),
        }
    }

    fn export_state_with_key(&self, row: &HashRow) -> Result<Vec<u8>, StateError> {
        match self {
            Self::Absorbed(hash) => Ok(hash.export_state_with_key()),
            Self::Short(_) => self.export_state(row),
        }
    }

    /// Fills `digest`, which has the digest's length.
    fn digest_into(&self, row: &HashRow, digest: &mut [u8]) {
        let filled = match self {
            Self::Short(short) => row.hash_into(short.as_slice(), digest),
            Self::Absorbed(hash) => hash.clone().finalize_into_reset(digest),
        };
        debug_assert!(filled.is_ok(), "the buffer has the digest's length");
    }
}

impl Hash {
    pub(crate) fn new(
        py: Python<'_>,
        row: &'static HashRow,
        data: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        Self::after(py, row, row.digest_bytes, Message::Short(Short::EMPTY), data)
    }

    /// The hash with parameters.
    pub(crate) fn with_parameters(
        py: Python<'_>,
        row: &'static HashRow,
        given: &Given<'_>,
    ) -> PyResult<Self> {
        let hash = parameters::hash(row, given)?;
        Self::after(py, row, hash.digest_bytes(), Message::Absorbed(hash), given.data())
    }

    /// A hash that was exported elsewhere.
    pub(crate) fn imported(hash: Box<dyn DynHash>) -> PyResult<Self> {
        let row = registry::hash(hash.name()).map_err(|error| error.raise())?;
        let digest_bytes = hash.digest_bytes();
        Ok(Self { row, digest_bytes, message: Mutex::new(Some(Message::Absorbed(hash))) })
    }

    fn with<R: Send>(
        &self,
        py: Python<'_>,
        bytes: usize,
        compute: impl FnOnce(&mut Message) -> R + Send,
    ) -> PyResult<R> {
        with_object(py, &self.message, self.row.name, bytes, compute)
    }

    fn after(
        py: Python<'_>,
        row: &'static HashRow,
        digest_bytes: usize,
        mut message: Message,
        data: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if let Some(data) = data {
            let data = Input::message(data)?;
            match (&message, Short::given(&data)) {
                (Message::Short(_), Some(short)) => message = Message::Short(short),
                _ => {
                    let data = data.as_slice();
                    detach_for(py, data.len(), || message.update(row, data));
                }
            }
        }
        Ok(Self { row, digest_bytes, message: Mutex::new(Some(message)) })
    }
}

#[pymethods]
impl Hash {
    /// The algorithm's name as `hashlib` writes it: "sha3_256".
    #[getter]
    fn name(&self) -> String {
        hashlib_name(self.row.name)
    }

    /// The digest's length in bytes.
    #[getter]
    fn digest_size(&self) -> usize {
        self.digest_bytes
    }

    /// The length in bytes of the block that HMAC pads its key to.
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

    /// Return the digest of the message so far, as bytes. The message may go on afterwards.
    fn digest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        result(py, self.digest_bytes, |digest| {
            self.with(py, 0, |message| message.digest_into(self.row, digest))
        })
    }

    /// Return the digest of the message so far, in lower-case hexadecimal.
    fn hexdigest<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let mut digest = zeroed(self.digest_bytes)?;
        self.with(py, 0, |message| message.digest_into(self.row, &mut digest))?;
        hex(py, &digest)
    }

    /// Return a copy with the same message, to go on with separately.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let message = self.with(py, 0, |message| message.clone())?;
        Ok(Self { message: Mutex::new(Some(message)), ..*self })
    }

    /// Return the state as bytes, from which `astragal.from_state` goes on, in another process or on another machine.
    /// The bytes tell the end of the message.
    ///
    /// Raises ValueError for BLAKE2 and Skein with a key.
    fn export_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.with(py, 0, |message| message.export_state(self.row))?;
        Ok(PyBytes::new(py, &state.map_err(StateError::raise)?))
    }

    /// `export_state`, also of BLAKE2 and Skein with a key: then the bytes are as secret as that, and
    /// `astragal.from_state_with_key` goes on from them.
    fn export_state_with_key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let export = |message: &mut Message| message.export_state_with_key(self.row);
        let state = self.with(py, 0, export)?.map_err(StateError::raise)?;
        Ok(PyBytes::new(py, &Zeroizing::new(state)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduced(self.export_state(py)?)
    }

    /// Go back to the empty message.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, 0, |message| match message {
            Message::Absorbed(hash) => hash.reset(),
            Message::Short(short) => *short = Short::EMPTY,
        })
    }

    /// Erase the message, and the key if it has one; other calls raise ValueError from now on. A `with` block does it at its end.
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
