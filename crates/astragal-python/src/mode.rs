//! `astragal.Mode`: a block cipher in a mode without authentication.

use astragal::cipher::Padding;
use astragal::error::CipherError;
use astragal::registry::{self, CipherMode, Direction, DynMode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyTuple};
use zeroize::{Zeroize as _, Zeroizing};

use crate::buffer::{DisjointInput, Input, NewBytes, Output};
use crate::cipher;
use crate::cipher_stream::Stream;
use crate::error::IntoPyErr;
use crate::lock::{Shared, detach_for};
use crate::output::zeroed;
use crate::random::random_bytes;

impl IntoPyErr for CipherError {
    fn into_py_err(self) -> PyErr {
        match self {
            Self::Parameter(error) => error.into_py_err(),
            other => PyValueError::new_err(other.to_string()),
        }
    }
}

/// Number of bytes encrypted or decrypted at a time. An input and an output of this length together fill a 32 KiB L1
/// cache.
const CHUNK_BYTES: usize = 16 << 10;

/// A block cipher in a mode without authentication, with a key.
///
/// Decryption does not detect changes that an attacker made to the ciphertext. Use a new IV for each message. Threads
/// may share an object. A `with` block erases the key at its end.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Mode {
    mode: CipherMode,
    key: Shared<Zeroizing<Vec<u8>>>,
    padding: Padding,
}

impl Mode {
    pub(crate) fn of_cipher(
        cipher: &Bound<'_, PyAny>,
        mode: registry::Mode,
        key: &Bound<'_, PyAny>,
        padding: Option<&str>,
    ) -> PyResult<Self> {
        let cipher = cipher::row(cipher)?;
        let mode = CipherMode { cipher, mode };
        if registry::mode(&mode.name()).is_err() {
            return Err(cipher::unsupported_mode(cipher, &mode.mode.suffix()[1..]));
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
                let error = format!("padding is {other:?}; expected \"pkcs7\" or \"none\"");
                return Err(PyValueError::new_err(error));
            }
        };
        let key = Input::parameter(key, "key")?;
        // Starts a message with a dummy IV, so that an invalid key is reported here and not at the first message.
        let iv = vec![0; mode.cipher.block_bytes];
        mode.start(Direction::Encrypt, key.as_slice(), &iv, padding)
            .map_err(IntoPyErr::into_py_err)?;
        Ok(Self { mode, key: Shared::new(Zeroizing::new(key.as_slice().to_vec())), padding })
    }

    /// Starts the encryption or decryption of a message.
    fn start(&self, direction: Direction, iv: &Bound<'_, PyAny>) -> PyResult<Box<dyn DynMode>> {
        let start = |iv_bytes: &[u8]| {
            let start =
                |key: &Zeroizing<Vec<u8>>| self.mode.start(direction, key, iv_bytes, self.padding);
            self.key.with(iv.py(), &self.mode.name(), 0, start)?.map_err(IntoPyErr::into_py_err)
        };
        if self.mode.mode == registry::Mode::Xts && iv.is_instance_of::<PyInt>() {
            let number = iv.extract::<u128>().map_err(|_| {
                let error = format!("data unit number is {iv}; expected 0 to 2^128 - 1");
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
            // The plaintext's length is unknown until the padding is removed, so the output is as long as the
            // ciphertext.
            let mut output = Zeroizing::new(zeroed(data.len())?);
            let done = run(py, &mut *message, data, &mut output)?;
            return Ok(PyBytes::new(py, &output[..done]));
        }
        let mut output = NewBytes::new(py, self.whole_bytes(direction, data.len()))?;
        let cursor = output.cursor();
        let run = || {
            for chunk in data.chunks(CHUNK_BYTES) {
                let bytes = message.update_bytes(chunk.len());
                message.update(chunk, cursor.append_zeros(bytes))?;
            }
            let bytes = message.finish_bytes();
            let last = message.finish(cursor.append_zeros(bytes));
            if last.is_err() {
                cursor.as_mut_slice().zeroize();
            }
            last
        };
        detach_for(py, data.len(), run).map_err(IntoPyErr::into_py_err)?;
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
        output.check_capacity(bytes)?;
        let data = DisjointInput::new(data, &output)?;
        run(py, &mut *message, data.as_slice(), &mut output.as_mut_slice()[..bytes])
    }

    fn is_padded(&self) -> bool {
        self.mode.mode == registry::Mode::Cbc && self.padding == Padding::Pkcs7
    }

    /// Returns the maximum length of the result in bytes, for a message of `input` bytes.
    fn whole_bytes(&self, direction: Direction, input: usize) -> usize {
        let block = self.mode.cipher.block_bytes;
        match direction {
            Direction::Encrypt if self.is_padded() => input - input % block + block,
            _ => input,
        }
    }
}

/// Processes a whole message and returns the number of bytes written to `output`. Erases `output` on an error.
/// Detaches the thread from the interpreter if the message is long.
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
    detach_for(py, data.len(), run).map_err(IntoPyErr::into_py_err)
}

#[pymethods]
impl Mode {
    /// The canonical name of cipher and mode, such as "camellia-256-cbc".
    #[getter]
    fn name(&self) -> String {
        self.mode.name()
    }

    /// The length of the key in bytes.
    #[getter]
    fn key_size(&self) -> usize {
        self.mode.key_bytes()
    }

    /// The length of the IV in bytes; CTR also accepts a shorter IV.
    #[getter]
    fn iv_size(&self) -> usize {
        self.mode.cipher.block_bytes
    }

    /// The length of a block in bytes.
    #[getter]
    fn block_size(&self) -> usize {
        self.mode.cipher.block_bytes
    }

    /// Encrypt a whole message; return the ciphertext as bytes.
    ///
    /// Raises ValueError if the mode does not allow the length of the IV or of the message.
    #[pyo3(signature = (iv, data))]
    fn encrypt<'py>(
        &self,
        iv: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        self.whole(Direction::Encrypt, iv, data)
    }

    /// Decrypt a whole message; return the plaintext as bytes.
    ///
    /// Raises ValueError if the mode does not allow the length of the IV or of the message, or if the padding is
    /// invalid.
    #[pyo3(signature = (iv, data))]
    fn decrypt<'py>(
        &self,
        iv: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        self.whole(Direction::Decrypt, iv, data)
    }

    /// Encrypt a whole message into `buf`; return the number of bytes written.
    ///
    /// buf -- a writable bytes-like object, at least as long as the ciphertext. It may overlap `data`.
    ///
    /// Raises ValueError in the same cases as `encrypt`, and if `buf` is too short.
    #[pyo3(signature = (iv, data, buf))]
    fn encrypt_into(
        &self,
        iv: &Bound<'_, PyAny>,
        data: &Bound<'_, PyAny>,
        buf: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        self.whole_into(Direction::Encrypt, iv, data, buf)
    }

    /// Decrypt a whole message into `buf`; return the number of bytes written.
    ///
    /// buf -- a writable bytes-like object, at least as long as `data`. It may overlap `data`. It is zeroed if the
    ///     padding is invalid.
    ///
    /// Raises ValueError in the same cases as `decrypt`, and if `buf` is too short.
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
    /// Raises ValueError if the IV has the wrong length.
    #[pyo3(signature = (iv))]
    fn encryptor(&self, iv: &Bound<'_, PyAny>) -> PyResult<Stream> {
        Ok(Stream::new(self.mode, self.start(Direction::Encrypt, iv)?))
    }

    /// Return a Stream that decrypts a message in pieces.
    ///
    /// Raises ValueError if the IV has the wrong length.
    #[pyo3(signature = (iv))]
    fn decryptor(&self, iv: &Bound<'_, PyAny>) -> PyResult<Stream> {
        Ok(Stream::new(self.mode, self.start(Direction::Decrypt, iv)?))
    }

    /// Return a random IV of `iv_size` bytes, from the operating system.
    ///
    /// Raises TypeError for XTS, because its IV is the data unit number.
    fn generate_iv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.mode.mode == registry::Mode::Xts {
            let name = self.mode.name();
            let error = format!("{name} takes no random IV; the IV is the data unit number");
            return Err(PyTypeError::new_err(error));
        }
        random_bytes(py, self.mode.cipher.block_bytes)
    }

    /// Erase the key. Later calls raise ValueError. A `with` block calls `wipe` at its end.
    ///
    /// Waits for calls in progress in other threads. Stream objects hold copies of the key.
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
