//! `astragal.Cipher`: a block cipher that encrypts single blocks (ECB).

use astragal::error::{Allowed, ParameterError};
use astragal::registry::{Algorithm, CipherRow, DynCipher};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::buffer::{Input, NewBytes, Output};
use crate::error::IntoPyErr as _;
use crate::lock::Shared;
use crate::lookup::{self, find};

/// A block cipher with a key, applied to each block separately (ECB).
///
/// Use it to build modes. Equal blocks encrypt to equal blocks, so encrypt messages with gcm() or another mode. Threads
/// may share an object. A `with` block erases the key at its end.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Cipher {
    row: &'static CipherRow,
    cipher: Shared<Box<dyn DynCipher>>,
}

/// Return a block cipher for single blocks, by name, such as "aes-256".
///
/// name -- a name of the cipher; case is ignored, and "/", "_" and "-" are interchangeable.
/// key -- a bytes-like object.
/// tweak -- for Threefish, 16 bytes; default zeros.
///
/// Raises ValueError if the name is unknown, or if the key or the tweak has the wrong length.
#[pyfunction]
#[pyo3(signature = (name, /, key, *, tweak = None))]
pub(crate) fn cipher(
    name: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
    tweak: Option<&Bound<'_, PyAny>>,
) -> PyResult<Cipher> {
    let row = row(name)?;
    let key = Input::parameter(key, "key")?;
    let cipher = row.new_cipher(key.as_slice()).map_err(|error| error.into_py_err())?;
    let cipher = Cipher { row, cipher: Shared::new(cipher) };
    match tweak {
        None => Ok(cipher),
        Some(tweak) => cipher.with_tweak(tweak),
    }
}

/// Returns the block cipher with this name.
pub(crate) fn row(name: &Bound<'_, PyAny>) -> PyResult<&'static CipherRow> {
    let Algorithm::Cipher(row) = find(name, lookup::cipher)? else {
        unreachable!("the lookup returns ciphers only")
    };
    Ok(row)
}

/// Returns the error for a mode that does not support this cipher.
pub(crate) fn unsupported_mode(cipher: &CipherRow, mode: &str) -> PyErr {
    let (name, block) = (cipher.name, cipher.block_bytes);
    PyValueError::new_err(match mode {
        "gcm-siv" => format!("{name} does not support gcm-siv; use aes-128 or aes-256"),
        _ => {
            format!(
                "{name} has blocks of {block} bytes; {mode} requires a cipher with blocks of 16 bytes"
            )
        }
    })
}

/// A function that encrypts or decrypts blocks in place.
type Operation = fn(&dyn DynCipher, &mut [u8]) -> Result<(), ParameterError>;

impl Cipher {
    /// Checks the length of a message in bytes.
    ///
    /// # Errors
    /// `ValueError` unless `given` is a multiple of the block length.
    fn check(&self, given: usize) -> PyResult<()> {
        let allowed = Allowed::MultipleOf(self.row.block_bytes);
        if allowed.contains(given) {
            return Ok(());
        }
        let (algorithm, what) = (self.row.name, "data");
        Err(ParameterError::Length { algorithm, what, given, allowed }.into_py_err())
    }

    fn apply_in_place(
        &self,
        py: Python<'_>,
        blocks: &mut [u8],
        operation: Operation,
    ) -> PyResult<()> {
        let bytes = blocks.len();
        self.cipher
            .with(py, self.row.name, bytes, |cipher| operation(&**cipher, blocks))?
            .map_err(|error| error.into_py_err())
    }

    fn apply<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        operation: Operation,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        self.check(data.len())?;
        let mut blocks = NewBytes::new(py, data.len())?;
        self.apply_in_place(py, blocks.cursor().append(data.as_slice()), operation)?;
        Ok(blocks.finish())
    }

    fn apply_into(
        &self,
        data: &Bound<'_, PyAny>,
        buf: &Bound<'_, PyAny>,
        operation: Operation,
    ) -> PyResult<usize> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        let bytes = data.len();
        self.check(bytes)?;
        let mut output = Output::new(buf)?;
        output.check_capacity(bytes)?;
        output.copy_from(&data, 0, bytes);
        drop(data);
        self.apply_in_place(py, &mut output.as_mut_slice()[..bytes], operation)?;
        Ok(bytes)
    }
}

#[pymethods]
impl Cipher {
    /// The canonical name of the cipher, such as "aes-256".
    #[getter]
    fn name(&self) -> &'static str {
        self.row.name
    }

    /// The length of the key in bytes.
    #[getter]
    fn key_size(&self) -> usize {
        self.row.key_bytes
    }

    /// The length of a block in bytes.
    #[getter]
    fn block_size(&self) -> usize {
        self.row.block_bytes
    }

    /// The length of the tweak in bytes; None if the cipher has no tweak.
    #[getter]
    fn tweak_size(&self) -> Option<usize> {
        self.row.tweak_bytes
    }

    /// Return a cipher with the same key and a different tweak.
    ///
    /// Raises TypeError if the cipher has no tweak, and ValueError if the tweak has the wrong length.
    #[pyo3(signature = (tweak, /))]
    fn with_tweak(&self, tweak: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, tweak) = (tweak.py(), Input::parameter(tweak, "tweak")?);
        let mut cipher = self.cipher.with(py, self.row.name, 0, |cipher| cipher.clone())?;
        cipher.set_tweak(tweak.as_slice()).map_err(|error| error.into_py_err())?;
        Ok(Self { row: self.row, cipher: Shared::new(cipher) })
    }

    /// Erase the key. Later calls raise ValueError. A `with` block calls `wipe` at its end.
    ///
    /// Waits for calls in progress in other threads.
    fn wipe(&self, py: Python<'_>) {
        self.cipher.wipe(py);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.wipe(py);
    }

    /// Encrypt each block of `data`; return the blocks as bytes.
    ///
    /// Raises ValueError if the length of `data` is not a multiple of the block length.
    #[pyo3(signature = (data, /))]
    fn encrypt_blocks<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        self.apply(data, |cipher, blocks| cipher.encrypt_blocks(blocks))
    }

    /// Decrypt each block of `data`; return the blocks as bytes.
    ///
    /// Raises ValueError if the length of `data` is not a multiple of the block length.
    #[pyo3(signature = (data, /))]
    fn decrypt_blocks<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        self.apply(data, |cipher, blocks| cipher.decrypt_blocks(blocks))
    }

    /// Encrypt each block of `data` into `buf`; return the number of bytes written.
    ///
    /// buf -- a writable bytes-like object, at least as long as `data`. It may overlap `data`.
    ///
    /// Raises ValueError if the length of `data` is not a multiple of the block length, or if `buf` is too short.
    /// Nothing is written in these cases.
    #[pyo3(signature = (data, buf, /))]
    fn encrypt_blocks_into(
        &self,
        data: &Bound<'_, PyAny>,
        buf: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        self.apply_into(data, buf, |cipher, blocks| cipher.encrypt_blocks(blocks))
    }

    /// Decrypt each block of `data` into `buf`; return the number of bytes written.
    ///
    /// buf -- a writable bytes-like object, at least as long as `data`. It may overlap `data`.
    ///
    /// Raises ValueError if the length of `data` is not a multiple of the block length, or if `buf` is too short.
    /// Nothing is written in these cases.
    #[pyo3(signature = (data, buf, /))]
    fn decrypt_blocks_into(
        &self,
        data: &Bound<'_, PyAny>,
        buf: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        self.apply_into(data, buf, |cipher, blocks| cipher.decrypt_blocks(blocks))
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Cipher {}>", self.row.name)
    }
}
