//! `astragal.Mode`: block ciphers in the modes that encrypt without authenticating.

use astragal::cipher::Padding;
use astragal::error::CipherError;
use astragal::registry::{self, CipherMode, Direction, DynMode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};
use zeroize::{Zeroize as _, Zeroizing};

use crate::buffer::{Input, NewBytes, Output};
use crate::cipher;
use crate::error::Raise;
use crate::random::random_bytes;
use crate::state::{Shared, detach_for, zeroed};
use crate::stream::Stream;

impl Raise for CipherError {
    fn raise(self) -> PyErr {
        match self {
            Self::Parameter(error) => error.raise(),
            other => PyValueError::new_err(other.to_string()),
        }
    }
}

/// A piece of a long message, whose result fits the nearest cache beside it.
const PIECE_BYTES: usize = 16 << 10;

/// A block cipher in a mode, under a key.
///
/// Nothing is authenticated: who can change a message changes what it decrypts to. Each message has an IV
/// of its own. Several threads may use one object at the same time. `with` wipes the key at the end of its block.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Mode {
    mode: CipherMode,
    key: Shared<Zeroizing<Vec<u8>>>,
    padding: Padding,
}

impl Mode {
    /// The mode over the cipher of this name.
    pub(crate) fn of(
        cipher: &Bound<'_, PyAny>,
        mode: registry::Mode,
        key: &Bound<'_, PyAny>,
        padding: Option<&str>,
    ) -> PyResult<Self> {
        let cipher = cipher::row(cipher)?;
        let mode = CipherMode { cipher, mode };
        if registry::mode(&mode.name()).is_err() {
            return Err(cipher::has_no(cipher, &mode.mode.suffix()[1..]));
        }
        Self::new(mode, key, padding)
    }

    pub(crate) fn new(
        mode: CipherMode,
        key: &Bound<'_, PyAny>,
        padding: Option<&str>,
    ) -> PyResult<Self> {
        let padding = match padding {
            Some(_) if mode.mode != registry::Mode::Cbc => {
                let error = format!("{} takes no padding", mode.name());
                return Err(PyTypeError::new_err(error));
            }
            None | Some("pkcs7") => Padding::Pkcs7,
            Some("none") => Padding::None,
            Some(other) => {
                let error = format!("padding is {other:?}; it must be \"pkcs7\" or \"none\"");
                return Err(PyValueError::new_err(error));
            }
        };
        let key = Input::parameter(key, "key")?;
        // What is wrong with the key is said here and not with the first message.
        let iv = vec![0; mode.cipher.block_bytes];
        mode.start(Direction::Encrypt, key.as_slice(), &iv, padding).map_err(Raise::raise)?;
        Ok(Self { mode, key: Shared::new(Zeroizing::new(key.as_slice().to_vec())), padding })
    }

    /// A message that begins.
    fn start(&self, direction: Direction, iv: &Bound<'_, PyAny>) -> PyResult<Box<dyn DynMode>> {
        let start = |iv_bytes: &[u8]| {
            let start =
                |key: &Zeroizing<Vec<u8>>| self.mode.start(direction, key, iv_bytes, self.padding);
            self.key.with(iv.py(), &self.mode.name(), 0, start)?.map_err(Raise::raise)
        };
        if self.mode.mode == registry::Mode::Xts && iv.is_instance_of::<PyInt>() {
            let number = iv.extract::<u128>().map_err(|_| {
                let error = format!("the data unit's number is {iv}; it must be 0 to 2^128 - 1");
                PyValueError::new_err(error)
            })?;
            return start(&number.to_le_bytes());
        }
        start(Input::parameter(iv, "IV")?.as_slice())
    }

    fn whole<'py>(
        &self,
        direction: Direction,
        iv: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (py, mut message) = (iv.py(), self.start(direction, iv)?);
        let data = Input::parameter(data, "data")?;
        let data = data.as_slice();
        if direction == Direction::Decrypt && self.is_padded() {
            // How long the message is, its padding tells in the end.
            let mut output = Zeroizing::new(zeroed(data.len())?);
            let done = run(py, &mut *message, data, &mut output)?;
            return Ok(PyBytes::new(py, &output[..done]));
        }
        let mut output = NewBytes::new(py, self.whole_bytes(direction, data.len()))?;
        let memory = output.memory();
        let run = || {
            for piece in data.chunks(PIECE_BYTES) {
                let bytes = message.update_bytes(piece.len());
                message.update(piece, memory.append_zeros(bytes))?;
            }
            let bytes = message.finish_bytes();
            let last = message.finish(memory.append_zeros(bytes));
            if last.is_err() {
                memory.as_mut_slice().zeroize();
            }
            last
        };
        detach_for(py, data.len(), run).map_err(Raise::raise)?;
        Ok(output.finish())
    }

    fn whole_into(
        &self,
        direction: Direction,
        iv: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
        buf: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let (py, mut message) = (iv.py(), self.start(direction, iv)?);
        let data = Input::parameter(data, "data")?;
        let mut output = Output::new(buf)?;
        let bytes = self.whole_bytes(direction, data.len());
        output.check_room(bytes)?;
        let data = Apart::new(data, &output)?;
        run(py, &mut *message, data.as_slice(), &mut output.as_mut_slice()[..bytes])
    }

    fn is_padded(&self) -> bool {
        self.mode.mode == registry::Mode::Cbc && self.padding == Padding::Pkcs7
    }

    /// The most bytes that a whole message of `input` bytes gives.
    fn whole_bytes(&self, direction: Direction, input: usize) -> usize {
        let block = self.mode.cipher.block_bytes;
        match direction {
            Direction::Encrypt if self.is_padded() => input - input % block + block,
            _ => input,
        }
    }
}

/// A whole message, detached from the interpreter when it is long; the number of bytes in `output`, which is
/// erased when there is an error.
fn run(
    py: Python<'_>,
    message: &mut dyn DynMode,
    data: &[u8],
    output: &mut [u8],
) -> PyResult<usize> {
    let run = || {
        let done = message.update(data, output)?;
        let last = message.finish(&mut output[done..]);
        if last.is_err() {
            output.zeroize();
        }
        Ok::<_, CipherError>(done + last?)
    };
    detach_for(py, data.len(), run).map_err(Raise::raise)
}

/// The input of a call that has an output: a copy where the two lie over each other.
pub(crate) enum Apart<'py> {
    Itself(Input<'py>),
    Copy(Zeroizing<Vec<u8>>),
}

impl<'py> Apart<'py> {
    pub(crate) fn new(data: Input<'py>, output: &Output<'_>) -> PyResult<Self> {
        if !output.overlaps(data.as_slice()) {
            return Ok(Self::Itself(data));
        }
        let mut copy = Zeroizing::new(zeroed(data.len())?);
        copy.copy_from_slice(data.as_slice());
        Ok(Self::Copy(copy))
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Itself(data) => data.as_slice(),
            Self::Copy(copy) => copy,
        }
    }
}

#[pymethods]
impl Mode {
    /// The canonical name of cipher and mode, as "camellia-256-cbc".
    #[getter]
    fn name(&self) -> String {
        self.mode.name()
    }

    /// The key's length in bytes.
    #[getter]
    fn key_size(&self) -> usize {
        self.mode.key_bytes()
    }

    /// The IV's length in bytes; CTR takes a shorter one, too.
    #[getter]
    fn iv_size(&self) -> usize {
        self.mode.cipher.block_bytes
    }

    /// The length in bytes of the cipher's block.
    #[getter]
    fn block_size(&self) -> usize {
        self.mode.cipher.block_bytes
    }

    /// Return the encryption of a whole message, as bytes.
    ///
    /// Raises ValueError when the IV or the message has a length that the mode does not take.
    #[pyo3(signature = (iv, data))]
    fn encrypt<'py>(
        &self,
        iv: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        self.whole(Direction::Encrypt, iv, data)
    }

    /// Return the decryption of a whole message, as bytes.
    ///
    /// Raises ValueError when the IV or the message has a length that the mode does not take, or the padding is
    /// not valid.
    #[pyo3(signature = (iv, data))]
    fn decrypt<'py>(
        &self,
        iv: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        self.whole(Direction::Decrypt, iv, data)
    }

    /// Write the encryption of a whole message into `buf`; return its length in bytes.
    ///
    /// buf -- a writable bytes-like object with room for it. It may lie over `data` in any way.
    ///
    /// Raises ValueError as `encrypt` does, and when `buf` is too short.
    #[pyo3(signature = (iv, data, buf))]
    fn encrypt_into(
        &self,
        iv: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
        buf: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        self.whole_into(Direction::Encrypt, iv, data, buf)
    }

    /// Write the decryption of a whole message into `buf`; return its length in bytes.
    ///
    /// buf -- a writable bytes-like object as long as `data`. It may lie over it in any way. What was written is
    ///     zeroed when the padding is not valid.
    ///
    /// Raises ValueError as `decrypt` does, and when `buf` is too short.
    #[pyo3(signature = (iv, data, buf))]
    fn decrypt_into(
        &self,
        iv: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
        buf: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        self.whole_into(Direction::Decrypt, iv, data, buf)
    }

    /// Return a Stream that encrypts a message in pieces.
    ///
    /// Raises ValueError when the IV has a length that the mode does not take.
    #[pyo3(signature = (iv))]
    fn encryptor(&self, iv: &Bound<'_, PyAny>) -> PyResult<Stream> {
        Ok(Stream::new(self.mode, self.start(Direction::Encrypt, iv)?))
    }

    /// Return a Stream that decrypts a message in pieces.
    ///
    /// Raises ValueError when the IV has a length that the mode does not take.
    #[pyo3(signature = (iv))]
    fn decryptor(&self, iv: &Bound<'_, PyAny>) -> PyResult<Stream> {
        Ok(Stream::new(self.mode, self.start(Direction::Decrypt, iv)?))
    }

    /// Return a random IV of `iv_size` bytes, from the operating system.
    ///
    /// Raises TypeError for XTS, whose IV is the number of the data unit.
    fn generate_iv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.mode.mode == registry::Mode::Xts {
            let name = self.mode.name();
            let error = format!("{name} takes no random IV; it is the number of the data unit");
            return Err(PyTypeError::new_err(error));
        }
        random_bytes(py, self.mode.cipher.block_bytes)
    }

    /// Erase the key; other calls raise ValueError from now on. A `with` block does it at its end.
    ///
    /// Waits for calls in progress in other threads. Each Stream has its own copy of the key.
    fn wipe(&self, py: Python<'_>) {
        self.key.wipe(py);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.wipe(py);
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Mode {}>", self.mode.name())
    }
}
