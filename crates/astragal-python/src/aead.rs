//! `astragal.Aead`: an authenticated cipher with the interface of `cryptography`'s AEAD classes.

use astragal::error::{Allowed, ParameterError};
use astragal::registry::{AeadRow, Direction, DynAead, DynMessage, MessageLengths};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::aead_stream::{AeadDecryptor, AeadEncryptor};
use crate::arguments::Arguments;
use crate::buffer::{Input, NewBytes, Output, OutputCursor};
use crate::error::IntoPyErr as _;
use crate::lock::{Shared, detach_for};
use crate::number::bytes;
use crate::random::random_bytes;

/// An authenticated cipher with a key.
///
/// `encrypt` returns the ciphertext followed by the tag; SIV puts the tag first. Never encrypt two messages with the
/// same key and nonce. With random nonces, encrypt at most 2^32 messages per GCM key (SP 800-38D section 8.3). Threads
/// may share an object. A `with` block erases the key at its end.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Aead {
    row: &'static AeadRow,
    tag_bytes: usize,
    cipher: Shared<BoxedAead>,
}

type BoxedAead = Box<dyn DynAead>;

impl Aead {
    pub(crate) fn new(row: &'static AeadRow, arguments: &Arguments<'_>) -> PyResult<Self> {
        let cipher =
            row.new_aead(arguments.key()?.as_slice()).map_err(|error| error.into_py_err())?;
        let tag_bytes = arguments.tag_size()?.unwrap_or(row.tag_bytes);
        let allowed = row.sizes.output_bytes_allowed.unwrap_or(Allowed::Exactly(row.tag_bytes));
        if !allowed.contains(tag_bytes) {
            let (algorithm, what) = (row.name, "tag");
            return Err(
                ParameterError::Length { algorithm, what, given: tag_bytes, allowed }.into_py_err()
            );
        }
        Ok(Self { row, tag_bytes, cipher: Shared::new(cipher) })
    }

    /// Splits the buffer of a sealed message into the text and the tag. The text is plaintext before encryption, and
    /// ciphertext afterwards.
    fn text_and_tag<'a>(&self, sealed: &'a mut [u8]) -> (&'a mut [u8], &'a mut [u8]) {
        if self.row.is_tag_first {
            let (tag, text) = sealed.split_at_mut(self.tag_bytes);
            (text, tag)
        } else {
            sealed.split_at_mut(sealed.len() - self.tag_bytes)
        }
    }

    /// Returns the ciphertext and the tag of a sealed message as read-only slices.
    fn ciphertext_and_tag<'a>(&self, sealed: &'a [u8]) -> (&'a [u8], &'a [u8]) {
        if self.row.is_tag_first {
            let (tag, text) = sealed.split_at(self.tag_bytes);
            (text, tag)
        } else {
            sealed.split_at(sealed.len() - self.tag_bytes)
        }
    }

    /// Returns the offset of the ciphertext in a sealed message: the tag's length if the tag comes first, and otherwise
    /// 0.
    fn text_start(&self) -> usize {
        if self.row.is_tag_first { self.tag_bytes } else { 0 }
    }

    /// Encrypts the plaintext in `sealed` in place. `sealed` also has space for the tag.
    fn seal(
        &self,
        py: Python<'_>,
        parameters: &NonceAndData<'_>,
        sealed: &mut [u8],
    ) -> PyResult<()> {
        let (nonce, data) = parameters.as_slices();
        let (text, tag) = self.text_and_tag(sealed);
        let work = text.len() + data.len();
        let seal = |cipher: &BoxedAead| cipher.encrypt_in_place_detached(nonce, data, text, tag);
        self.cipher.with(py, self.row.name, work, seal)?.map_err(|error| error.into_py_err())
    }

    /// Verifies the tag and decrypts `text` in place.
    fn open(
        &self,
        py: Python<'_>,
        parameters: &NonceAndData<'_>,
        text: &mut [u8],
        tag: &[u8],
    ) -> PyResult<()> {
        let (nonce, data) = parameters.as_slices();
        let work = text.len() + data.len();
        let open = |cipher: &BoxedAead| cipher.decrypt_in_place_detached(nonce, data, text, tag);
        self.cipher.with(py, self.row.name, work, open)?.map_err(|error| error.into_py_err())
    }

    /// Starts streaming encryption or decryption of a message.
    fn start(
        &self,
        py: Python<'_>,
        direction: Direction,
        nonce: &Bound<'_, PyAny>,
        associated_data: Option<&Bound<'_, PyAny>>,
        message_bytes: Option<u64>,
    ) -> PyResult<Box<dyn DynMessage>> {
        let parameters = NonceAndData::new(nonce, associated_data)?;
        let (nonce, data) = parameters.as_slices();
        let lengths = MessageLengths { message_bytes, tag_bytes: Some(self.tag_bytes) };
        let start = |cipher: &BoxedAead| cipher.start(direction, nonce, data, lengths);
        self.cipher.with(py, self.row.name, data.len(), start)?.map_err(|error| error.into_py_err())
    }

    /// Copies `data` into `sealed`, encrypts the copy in place, and writes the tag next to it.
    fn seal_to(
        &self,
        py: Python<'_>,
        parameters: &NonceAndData<'_>,
        data: &[u8],
        sealed: &mut OutputCursor,
    ) -> PyResult<()> {
        detach_for(py, data.len(), || {
            sealed.append_zeros(self.text_start());
            sealed.append(data);
            sealed.append_zeros(self.tag_bytes - self.text_start());
        });
        self.seal(py, parameters, sealed.as_mut_slice())
    }

    /// Returns the length in bytes of the plaintext that `sealed` contains.
    fn plaintext_bytes(&self, sealed: &Input<'_>) -> PyResult<usize> {
        sealed
            .len()
            .checked_sub(self.tag_bytes)
            .ok_or_else(|| astragal::error::InvalidTag.into_py_err())
    }
}

/// Nonce and associated data of one message.
struct NonceAndData<'py> {
    nonce: Input<'py>,
    associated_data: Option<Input<'py>>,
}

impl<'py> NonceAndData<'py> {
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

    /// Checks that the output buffer has the right length, and that it overlaps no input except the message.
    ///
    /// # Errors
    /// `ValueError` if `output` is not `length` bytes long, or overlaps the nonce or the associated data.
    fn check(&self, output: &Output<'_>, length: usize) -> PyResult<()> {
        if output.len() != length {
            let (given, length) = (bytes(output.len()), bytes(length));
            let error = format!("output is {given}; the result has {length}");
            return Err(PyValueError::new_err(error));
        }
        let (nonce, associated_data) = self.as_slices();
        if output.overlaps(nonce) || output.overlaps(associated_data) {
            let error = "output overlaps the nonce or the associated data";
            return Err(PyValueError::new_err(error));
        }
        Ok(())
    }
}

#[pymethods]
impl Aead {
    /// The canonical name of the algorithm, such as "ascon-aead128".
    #[getter]
    fn name(&self) -> &'static str {
        self.row.name
    }

    /// The length of the key in bytes.
    #[getter]
    fn key_size(&self) -> usize {
        self.row.key_bytes
    }

    /// The length of the nonce in bytes, or the recommended length if several are allowed.
    #[getter]
    fn nonce_size(&self) -> usize {
        self.row.nonce_bytes
    }

    /// The length of the tag in bytes.
    #[getter]
    fn tag_size(&self) -> usize {
        self.tag_bytes
    }

    /// Encrypt `data`; return the ciphertext followed by the tag, as bytes. SIV puts the tag first.
    ///
    /// associated_data -- data that is authenticated but not encrypted.
    ///
    /// Raises ValueError if the nonce has the wrong length.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn encrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let parameters = NonceAndData::new(nonce, associated_data)?;
        let data = Input::parameter(data, "data")?;
        let mut sealed = NewBytes::new(py, data.len().saturating_add(self.tag_bytes))?;
        self.seal_to(py, &parameters, data.as_slice(), sealed.cursor())?;
        Ok(sealed.finish())
    }

    /// Decrypt `data`, the result of `encrypt`; return the plaintext as bytes.
    ///
    /// Raises InvalidTag if the tag does not verify for this key, nonce and associated data, and ValueError if the
    /// nonce has the wrong length.
    #[pyo3(signature = (nonce, data, associated_data = None))]
    fn decrypt<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let parameters = NonceAndData::new(nonce, associated_data)?;
        let data = Input::parameter(data, "data")?;
        let length = self.plaintext_bytes(&data)?;
        let (ciphertext, tag) = self.ciphertext_and_tag(data.as_slice());
        let mut text = NewBytes::new(py, length)?;
        self.open(py, &parameters, text.cursor().append(ciphertext), tag)?;
        Ok(text.finish())
    }

    /// Encrypt `data` into `buf` like `encrypt`; return the number of bytes written.
    ///
    /// buf -- a writable bytes-like object, tag_size bytes longer than `data`. It may overlap `data`.
    ///
    /// Raises ValueError if the nonce or `buf` has the wrong length.
    #[pyo3(signature = (nonce, data, associated_data, buf))]
    fn encrypt_into<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
        buf: &Bound<'py, PyAny>,
    ) -> PyResult<usize> {
        let parameters = NonceAndData::new(nonce, associated_data)?;
        let data = Input::parameter(data, "data")?;
        let mut output = Output::new(buf)?;
        let length = data.len();
        parameters.check(&output, length + self.tag_bytes)?;
        if output.overlaps(data.as_slice()) {
            output.copy_from(&data, 0, length);
            drop(data);
            output.as_mut_slice().copy_within(..length, self.text_start());
            self.seal(py, &parameters, output.as_mut_slice())?;
        } else {
            self.seal_to(py, &parameters, data.as_slice(), &mut output.cursor())?;
        }
        Ok(output.len())
    }

    /// Decrypt `data`, the result of `encrypt`, into `buf`; return the number of bytes written.
    ///
    /// buf -- a writable bytes-like object that is as long as the plaintext. It may overlap `data`. It is zeroed if the
    ///     tag does not verify.
    ///
    /// Raises InvalidTag and ValueError in the same cases as `decrypt`. Also raises ValueError if `buf` has the wrong
    /// length.
    #[pyo3(signature = (nonce, data, associated_data, buf))]
    fn decrypt_into<'py>(
        &self,
        py: Python<'py>,
        nonce: &Bound<'py, PyAny>,
        data: &Bound<'py, PyAny>,
        associated_data: Option<&Bound<'py, PyAny>>,
        buf: &Bound<'py, PyAny>,
    ) -> PyResult<usize> {
        let parameters = NonceAndData::new(nonce, associated_data)?;
        let data = Input::parameter(data, "data")?;
        let mut output = Output::new(buf)?;
        let length = self.plaintext_bytes(&data)?;
        parameters.check(&output, length)?;
        // Copies the tag first. The tag may overlap `output`, so writing to `output` could change it.
        let tag = self.ciphertext_and_tag(data.as_slice()).1.to_vec();
        output.copy_from(&data, self.text_start(), length);
        drop(data);
        self.open(py, &parameters, output.as_mut_slice(), &tag)?;
        Ok(output.len())
    }

    /// Return an AeadEncryptor, which encrypts a message in pieces.
    ///
    /// associated_data -- data that is authenticated but not encrypted.
    /// data_size -- the length of the message in bytes; required for CCM.
    ///
    /// Raises ValueError if the length of the nonce or `data_size` is invalid. Raises TypeError for CCM without
    /// `data_size`, and for GCM-SIV, SIV and OCB, which need the whole message at once.
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

    /// Return an AeadDecryptor, which decrypts a message in pieces. The AeadDecryptor returns the plaintext after the
    /// tag is verified.
    ///
    /// associated_data -- the associated data given at encryption.
    /// data_size -- the length of the message in bytes; required for CCM.
    ///
    /// Raises ValueError and TypeError in the same cases as `encryptor`.
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
    /// Use at most 2^32 random 12-byte nonces per GCM key (SP 800-38D section 8.3) or CCM key. Count the messages
    /// if their number may exceed this limit.
    fn generate_nonce<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        random_bytes(py, self.row.nonce_bytes)
    }

    /// Erase the key. Later calls raise ValueError. A `with` block calls `wipe` at its end.
    ///
    /// Waits for calls in progress in other threads. AeadEncryptor and AeadDecryptor objects hold copies of the key.
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
