//! `astragal.Cipher`: the blocks of a block cipher, each by itself.

use astragal::error::{Allowed, ParameterError};
use astragal::registry::{Algorithm, CipherRow, DynCipher};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::algorithm;
use crate::buffer::{Input, NewBytes, Output};
use crate::constructor::find;
use crate::error::Raise as _;
use crate::state::Shared;

/// A block cipher under a key, which works on each block by itself.
///
/// For those who build something from blocks: two equal blocks encrypt to equal ones. To encrypt messages
/// take gcm(), or another mode. Several threads may use one object at the same time. `with` wipes the key at the end of
/// its block.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Cipher {
    row: &'static CipherRow,
    cipher: Shared<Box<dyn DynCipher>>,
}

/// Return a block cipher under a key by name, as "aes-256", for single blocks.
///
/// name -- any name of the cipher: case does not count, and "/", "_" and "-" are the same.
/// key -- a bytes-like object.
/// tweak -- of Threefish, 16 bytes; zeros if not given.
///
/// Raises ValueError for a name that is not known, or a key or tweak of the wrong length.
#[pyfunction]
#[pyo3(signature = (name, /, key, *, tweak = None))]
pub(crate) fn cipher(
    name: &Bound<'_, PyAny>,
    key: &Bound<'_, PyAny>,
    tweak: Option<&Bound<'_, PyAny>>,
) -> PyResult<Cipher> {
    let row = row(name)?;
    let key = Input::parameter(key, "key")?;
    let cipher = row.new_cipher(key.as_slice()).map_err(|error| error.raise())?;
    let cipher = Cipher { row, cipher: Shared::new(cipher) };
    match tweak {
        None => Ok(cipher),
        Some(tweak) => cipher.with_tweak(tweak),
    }
}

/// The row of this name.
pub(crate) fn row(name: &Bound<'_, PyAny>) -> PyResult<&'static CipherRow> {
    let Algorithm::Cipher(row) = find(name, algorithm::cipher)? else {
        unreachable!("of this kind")
    };
    Ok(row)
}

/// Why a cipher has not a mode that is for others.
pub(crate) fn has_no(cipher: &CipherRow, mode: &str) -> PyErr {
    let (name, block) = (cipher.name, cipher.block_bytes);
    PyValueError::new_err(match mode {
        "gcm-siv" => format!("{name} has no gcm-siv; aes-128 and aes-256 have"),
        _ => {
            format!("{name} has blocks of {block} bytes; {mode} takes ciphers whose blocks have 16")
        }
    })
}

/// Which way.
type Operation = fn(&dyn DynCipher, &mut [u8]) -> Result<(), ParameterError>;

impl Cipher {
    /// Fails unless so many bytes are whole blocks.
    fn check(&self, given: usize) -> PyResult<()> {
        let allowed = Allowed::MultipleOf(self.row.block_bytes);
        if allowed.contains(given) {
            return Ok(());
        }
        let (algorithm, what) = (self.row.name, "data");
        Err(ParameterError::Length { algorithm, what, given, allowed }.raise())
    }

    /// Works on `blocks`, which are whole ones.
    fn work(&self, py: Python<'_>, blocks: &mut [u8], operation: Operation) -> PyResult<()> {
        let bytes = blocks.len();
        self.cipher
            .with(py, self.row.name, bytes, |cipher| operation(&**cipher, blocks))?
            .map_err(|error| error.raise())
    }

    fn apply<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        operation: Operation,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (py, data) = (data.py(), Input::parameter(data, "data")?);
        self.check(data.len())?;
        let mut blocks = NewBytes::new(py, data.len())?;
        self.work(py, blocks.memory().append(data.as_slice()), operation)?;
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
        output.check_room(bytes)?;
        output.copy_from(&data, bytes);
        drop(data);
        self.work(py, &mut output.as_mut_slice()[..bytes], operation)?;
        Ok(bytes)
    }
}

#[pymethods]
impl Cipher {
    /// The cipher's canonical name, as "aes-256".
    #[getter]
    fn name(&self) -> &'static str {
        self.row.name
    }

    /// The key's length in bytes.
    #[getter]
    fn key_size(&self) -> usize {
        self.row.key_bytes
    }

    /// The block's length in bytes.
    #[getter]
    fn block_size(&self) -> usize {
        self.row.block_bytes
    }

    /// The tweak's length in bytes; None where the cipher takes none.
    #[getter]
    fn tweak_size(&self) -> Option<usize> {
        self.row.tweak_bytes
    }

    /// Return the same cipher under the same key with another tweak.
    ///
    /// Raises TypeError where the cipher takes none, and ValueError when it has the wrong length.
    #[pyo3(signature = (tweak, /))]
    fn with_tweak(&self, tweak: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, tweak) = (tweak.py(), Input::parameter(tweak, "tweak")?);
        let mut cipher = self.cipher.with(py, self.row.name, 0, |cipher| cipher.clone())?;
        cipher.set_tweak(tweak.as_slice()).map_err(|error| error.raise())?;
        Ok(Self { row: self.row, cipher: Shared::new(cipher) })
    }

    /// Erase the key; other calls raise ValueError from now on. A `with` block does it at its end.
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

    /// Return the encryption of each block of `data`, as bytes.
    ///
    /// Raises ValueError when `data` is not whole blocks.
    #[pyo3(signature = (data, /))]
    fn encrypt_blocks<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        self.apply(data, |cipher, blocks| cipher.encrypt_blocks(blocks))
    }

    /// Return the decryption of each block of `data`, as bytes.
    ///
    /// Raises ValueError when `data` is not whole blocks.
    #[pyo3(signature = (data, /))]
    fn decrypt_blocks<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        self.apply(data, |cipher, blocks| cipher.decrypt_blocks(blocks))
    }

    /// Write the encryption of each block of `data` into `buf`; return their length in bytes.
    ///
    /// buf -- a writable bytes-like object with room for it. It may lie over `data` in any way.
    ///
    /// Raises ValueError when `data` is not whole blocks or `buf` too short; nothing is written then.
    #[pyo3(signature = (data, buf, /))]
    fn encrypt_blocks_into(
        &self,
        data: &Bound<'_, PyAny>,
        buf: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        self.apply_into(data, buf, |cipher, blocks| cipher.encrypt_blocks(blocks))
    }

    /// Write the decryption of each block of `data` into `buf`; return their length in bytes.
    ///
    /// buf -- a writable bytes-like object with room for it. It may lie over `data` in any way.
    ///
    /// Raises ValueError when `data` is not whole blocks or `buf` too short; nothing is written then.
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
