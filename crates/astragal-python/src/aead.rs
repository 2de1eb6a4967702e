//! `astragal.Aead`: authenticated encryption with the methods of `cryptography`'s classes.

use astragal::error::{Allowed, ParameterError};
use astragal::registry::{AeadRow, Direction, DynAead, DynMessage, MessageLengths};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::arguments::Given;
use crate::buffer::{Input, Memory, NewBytes, Output};
use crate::error::Raise as _;
use crate::message::{AeadDecryptor, AeadEncryptor};
use crate::random::random_bytes;
use crate::state::Shared;

/// A piece of a long message: with its copy, half of a nearest cache of 64 KiB or all of one of 32.
const PIECE_BYTES: usize = 16 << 10;

/// An authenticated cipher under a key.
///
/// A sealed message is the ciphertext with its tag behind it. Never encrypt two messages under the same
/// key and nonce. A key of GCM takes at most 2^32 random nonces (SP 800-38D section 8.3). Several threads may use one
/// object at the same time. `with` wipes the key at the end of its block.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Aead {
    row: &'static AeadRow,
    tag_bytes: usize,
    cipher: Shared<Box<dyn DynAead>>,
}

/// What the lock holds.
type Object = Box<dyn DynAead>;

impl Aead {
    pub(crate) fn new(row: &'static AeadRow, given: &Given<'_>) -> PyResult<Self> {
        let cipher = row.new_aead(given.key()?.as_slice()).map_err(|error| error.raise())?;
        let tag_bytes = given.tag_size()?.unwrap_or(row.tag_bytes);
        let allowed = row.sizes.output_bytes_allowed.unwrap_or(Allowed::Exactly(row.tag_bytes));
        if !allowed.contains(tag_bytes) {
            let (algorithm, what) = (row.name, "tag");
            return Err(
                ParameterError::Length { algorithm, what, given: tag_bytes, allowed }.raise()
            );
        }
        Ok(Self { row, tag_bytes, cipher: Shared::new(cipher) })
    }

    /// `text` and its tag, at the end of `sealed`, which holds the plaintext.
    fn seal(&self, py: Python<'_>, parameters: &Parameters<'_>, sealed: &mut [u8]) -> PyResult<()> {
        let (nonce, data) = parameters.as_slices();
        let (text, tag) = sealed.split_at_mut(sealed.len() - self.tag_bytes);
        let work = text.len() + data.len();
        let seal = |cipher: &Object| cipher.encrypt_in_place_detached(nonce, data, text, tag);
        self.cipher.with(py, self.row.name, work, seal)?.map_err(|error| error.raise())
    }

    /// Decrypts `text` in place.
    fn open(
        &self,
        py: Python<'_>,
        parameters: &Parameters<'_>,
        text: &mut [u8],
        tag: &[u8],
    ) -> PyResult<()> {
        let (nonce, data) = parameters.as_slices();
        let work = text.len() + data.len();
        let open = |cipher: &Object| cipher.decrypt_in_place_detached(nonce, data, text, tag);
        self.cipher.with(py, self.row.name, work, open)?.map_err(|error| error.raise())
    }

    /// A message that begins, and comes piece by piece.
    fn start(
        &self,
        py: Python<'_>,
        direction: Direction,
        nonce: &Bound<'_, PyAny>,
        associated_data: Option<&Bound<'_, PyAny>>,
        message_bytes: Option<u64>,
    ) -> PyResult<Box<dyn DynMessage>> {
        let parameters = Parameters::new(nonce, associated_data)?;
        let (nonce, data) = parameters.as_slices();
        let lengths = MessageLengths { message_bytes, tag_bytes: Some(self.tag_bytes) };
        let start = |cipher: &Object| cipher.start(direction, nonce, data, lengths);
        self.cipher.with(py, self.row.name, data.len(), start)?.map_err(|error| error.raise())
    }

    /// Fills `sealed` with the ciphertext of `data` and the tag, and reads `data` once: each piece is copied and
    /// encrypted while it is in the nearest cache.
    fn seal_to(
        &self,
        py: Python<'_>,
        parameters: &Parameters<'_>,
        data: &[u8],
        sealed: &mut Memory,
    ) -> PyResult<()> {
        if data.len() > PIECE_BYTES {
            let (nonce, associated_data) = parameters.as_slices();
            let lengths = MessageLengths {
                message_bytes: Some(data.len() as u64),
                tag_bytes: Some(self.tag_bytes),
            };
            let seal = |cipher: &Object| {
                // GCM-SIV takes no pieces. Any other error comes again below.
                let start = cipher.start(Direction::Encrypt, nonce, associated_data, lengths);
                let mut message = start.ok()?;
                let sealed = data
                    .chunks(PIECE_BYTES)
                    .try_for_each(|piece| message.encrypt(sealed.append(piece)))
                    .and_then(|()| message.finish_encryption(sealed.append_zeros(self.tag_bytes)));
                Some(sealed)
            };
            if let Some(done) = self.cipher.with(py, self.row.name, data.len(), seal)? {
                return done.map_err(|error| {
                    sealed.as_mut_slice().fill(0);
                    error.raise()
                });
            }
        }
        sealed.append(data);
        sealed.append_zeros(self.tag_bytes);
        self.seal(py, parameters, sealed.as_mut_slice())
    }

    /// The length of the plaintext in so many sealed bytes.
    fn plaintext_bytes(&self, sealed: &Input<'_>) -> PyResult<usize> {
        sealed.len().checked_sub(self.tag_bytes).ok_or_else(|| astragal::error::InvalidTag.raise())
    }
}

/// Nonce and associated data.
struct Parameters<'py> {
    nonce: Input<'py>,
    associated_data: Option<Input<'py>>,
}

impl<'py> Parameters<'py> {
    fn new(
        nonce: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let nonce = Input::parameter(nonce, "nonce")?;
        let parse = |data| Input::parameter(data, "associated data");
        Ok(Self { nonce, associated_data: associated_data.map(parse).transpose()? })
    }

    fn as_slices(&self) -> (&[u8], &[u8]) {
        let data = self.associated_data.as_ref().map(Input::as_slice);
        (self.nonce.as_slice(), data.unwrap_or_default())
    }

    /// Fails unless `output` is `bytes` long and apart from nonce and associated data.
    fn check(&self, output: &Output<'_>, bytes: usize) -> PyResult<()> {
        if output.len() != bytes {
            let given = output.len();
            let error = format!("the output has {given} bytes; the result has {bytes}");
            return Err(PyValueError::new_err(error));
        }
        let (nonce, associated_data) = self.as_slices();
        if output.overlaps(nonce) || output.overlaps(associated_data) {
            let error = "the output overlaps the nonce or the associated data";
            return Err(PyValueError::new_err(error));
        }
        Ok(())
    }
}

#[pymethods]
impl Aead {
    /// The algorithm's canonical name, as "ascon-aead128".
    #[getter]
    fn name(&self) -> &'static str {
        self.row.name
    }

    /// The key's length in bytes.
    #[getter]
    fn key_size(&self) -> usize {
        self.row.key_bytes
    }

    /// The nonce's length in bytes; where others are allowed too, the usual one.
    #[getter]
    fn nonce_size(&self) -> usize {
        self.row.nonce_bytes
    }

    /// The tag's length in bytes.
    #[getter]
    fn tag_size(&self) -> usize {
        self.tag_bytes
    }

    /// Return the ciphertext of `data` with the tag behind it, as bytes.
    ///
    /// associated_data -- authenticated but not encrypted.
    ///
    /// Raises ValueError when the nonce has the wrong length.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let parameters = Parameters::new(nonce, associated_data)?;
        let data = Input::parameter(data, "data")?;
        let mut sealed = NewBytes::new(py, data.len().saturating_add(self.tag_bytes))?;
        self.seal_to(py, &parameters, data.as_slice(), sealed.memory())?;
        Ok(sealed.finish())
    }

    /// Return the plaintext of `data`, a ciphertext with its tag behind it, as bytes.
    ///
    /// Raises InvalidTag when it does not verify under this key, nonce and associated data, and ValueError
    /// when the nonce has the wrong length.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let parameters = Parameters::new(nonce, associated_data)?;
        let data = Input::parameter(data, "data")?;
        let length = self.plaintext_bytes(&data)?;
        let (ciphertext, tag) = data.as_slice().split_at(length);
        let mut text = NewBytes::new(py, length)?;
        self.open(py, &parameters, text.memory().append(ciphertext), tag)?;
        Ok(text.finish())
    }

    /// Write the ciphertext of `data` with the tag behind it into `buf`; return their length in bytes.
    ///
    /// buf -- a writable bytes-like object of that length. It may begin with `data` itself.
    ///
    /// Raises ValueError when the nonce or `buf` has the wrong length.
    #[pyo3(signature = (nonce, data, associated_data, buf))]
    fn encrypt_into<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
        buf: &Bound<'py, PyAny>,
    ) -> PyResult<usize> {
        let parameters = Parameters::new(nonce, associated_data)?;
        let data = Input::parameter(data, "data")?;
        let mut output = Output::new(buf)?;
        let length = data.len();
        parameters.check(&output, length + self.tag_bytes)?;
        if output.overlaps(data.as_slice()) {
            output.copy_from(&data, length);
            drop(data);
            self.seal(py, &parameters, output.as_mut_slice())?;
        } else {
            self.seal_to(py, &parameters, data.as_slice(), &mut output.memory())?;
        }
        Ok(output.len())
    }

    /// Write the plaintext of `data`, a ciphertext with its tag behind it, into `buf`; return its length.
    ///
    /// buf -- a writable bytes-like object of that length. It may be the start of `data` itself. Zeroed
    ///     when the tag does not verify.
    ///
    /// Raises InvalidTag and ValueError as `decrypt` does, and ValueError when `buf` has the wrong length.
    #[pyo3(signature = (nonce, data, associated_data, buf))]
    fn decrypt_into<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
        buf: &Bound<'py, PyAny>,
    ) -> PyResult<usize> {
        let parameters = Parameters::new(nonce, associated_data)?;
        let data = Input::parameter(data, "data")?;
        let mut output = Output::new(buf)?;
        let length = self.plaintext_bytes(&data)?;
        parameters.check(&output, length)?;
        // The output may lie over the tag.
        let tag = data.as_slice()[length..].to_vec();
        output.copy_from(&data, length);
        drop(data);
        self.open(py, &parameters, output.as_mut_slice(), &tag)?;
        Ok(output.len())
    }

    /// Return an AeadEncryptor, which encrypts a message in pieces.
    ///
    /// associated_data -- all of it.
    /// data_size -- the message's length in bytes, which CCM has to know beforehand.
    ///
    /// Raises ValueError when the nonce or `data_size` is not one that the algorithm takes, and TypeError for CCM
    /// without `data_size` and for GCM-SIV, which takes whole messages alone.
    #[pyo3(signature = (nonce, associated_data = None, *, data_size = None))]
    fn encryptor(
        &self,
        nonce: &Bound<'_, PyAny>,
        associated_data: Option<&Bound<'_, PyAny>>,
        data_size: Option<u64>,
    ) -> PyResult<AeadEncryptor> {
        let message =
            self.start(nonce.py(), Direction::Encrypt, nonce, associated_data, data_size)?;
        Ok(AeadEncryptor::new(message, self.tag_bytes))
    }

    /// Return an AeadDecryptor, which decrypts a message in pieces and keeps it back until the tag has verified.
    ///
    /// associated_data -- all of it.
    /// data_size -- the message's length in bytes, which CCM has to know beforehand.
    ///
    /// Raises ValueError and TypeError as `encryptor` does.
    #[pyo3(signature = (nonce, associated_data = None, *, data_size = None))]
    fn decryptor(
        &self,
        nonce: &Bound<'_, PyAny>,
        associated_data: Option<&Bound<'_, PyAny>>,
        data_size: Option<u64>,
    ) -> PyResult<AeadDecryptor> {
        self.start(nonce.py(), Direction::Decrypt, nonce, associated_data, data_size)
            .map(AeadDecryptor::new)
    }

    /// Return a random nonce of `nonce_size` bytes, from the operating system.
    ///
    /// A GCM key takes at most 2^32 random nonces of 12 bytes (SP 800-38D section 8.3), then a new key is due; so does
    /// a CCM key. Count messages where there may be more.
    fn generate_nonce<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        random_bytes(py, self.row.nonce_bytes)
    }

    /// Erase the key; calls of this object raise ValueError from now on. A `with` block does it at its end.
    ///
    /// Waits for calls in progress in other threads. Messages in pieces have their own copy of the key.
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

    fn __repr__(&self) -> String {
        format!("<astragal.Aead {}>", self.row.name)
    }
}
