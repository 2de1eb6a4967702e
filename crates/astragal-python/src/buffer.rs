//! Accesses the memory of Python objects through the buffer protocol.
//!
//! An [`Input`] or [`Output`] keeps the buffer exported during its lifetime, so that the object's owner neither moves
//! nor frees the memory. A caller may write to a buffer while another thread hashes it. The digest is then undefined,
//! as in `hashlib`.
#![expect(unsafe_code, reason = "the buffer protocol returns raw pointers")]

use core::ffi::c_int;
use core::{ptr, slice};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use zeroize::Zeroizing;

use crate::number::bytes;
use crate::output::{no_memory, zeroed};

/// The bytes of a contiguous bytes-like object.
pub(crate) enum Input<'py> {
    /// A `bytes` object. It is immutable, so its buffer need not be exported.
    Bytes(Bound<'py, PyBytes>),
    View(View<'py>),
}

impl<'py> Input<'py> {
    /// Returns the bytes of a message to hash. Error messages are the same as in `hashlib`.
    pub(crate) fn message(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone()));
        }
        if object.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("Strings must be encoded before hashing"));
        }
        if !has_buffer(object) {
            return Err(PyTypeError::new_err("object supporting the buffer API required"));
        }
        Ok(Self::View(View::new(object, ffi::PyBUF_SIMPLE)?))
    }

    /// Returns the bytes of a key, nonce or other parameter. `what` is the parameter's name for error messages.
    pub(crate) fn parameter(object: &Bound<'py, PyAny>, what: &str) -> PyResult<Self> {
        if !has_buffer(object) {
            let given = object.get_type().name()?;
            let error = format!("{what} must be a bytes-like object, not {given}");
            return Err(PyTypeError::new_err(error));
        }
        Self::message(object)
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes.as_bytes(),
            Self::View(view) => view.as_slice(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.as_slice().len()
    }
}

/// A two-dimensional C-contiguous buffer, such as a NumPy array. Each row is a message.
pub(crate) struct Table<'py> {
    view: View<'py>,
    rows: usize,
}

impl<'py> Table<'py> {
    pub(crate) fn new(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let view = View::new(object, ffi::PyBUF_C_CONTIGUOUS)?;
        if view.raw.ndim != 2 || view.raw.shape.is_null() {
            let given = view.raw.ndim;
            let error = format!(
                "buffer of messages has {given} dimensions; expected 2, with one message per row"
            );
            return Err(PyValueError::new_err(error));
        }
        // SAFETY: PyBUF_C_CONTIGUOUS includes PyBUF_ND, so `shape` points to `ndim` sizes, and `ndim` is two.
        let rows = unsafe { *view.raw.shape };
        Ok(Self { view, rows: usize::try_from(rows).unwrap_or_default() })
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let bytes = self.view.as_slice();
        let width = bytes.len().checked_div(self.rows).unwrap_or_default();
        (0..self.rows).map(move |row| &bytes[row * width..][..width])
    }
}

/// Writable memory that the caller provides.
pub(crate) struct Output<'py>(View<'py>);

impl<'py> Output<'py> {
    pub(crate) fn new(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if !has_buffer(object) {
            let given = object.get_type().name()?;
            let error = format!("output must be a writable bytes-like object, not {given}");
            return Err(PyTypeError::new_err(error));
        }
        Ok(Self(View::new(object, ffi::PyBUF_WRITABLE)?))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks that the result fits into the memory.
    ///
    /// # Errors
    /// `ValueError` if the memory is shorter than `bytes` bytes.
    pub(crate) fn check_capacity(&self, bytes: usize) -> PyResult<()> {
        if self.len() >= bytes {
            return Ok(());
        }
        Err(too_short(self.len(), bytes))
    }

    /// Returns whether this memory overlaps `input`.
    pub(crate) fn overlaps(&self, input: &[u8]) -> bool {
        let (output, input) = (self.0.as_slice().as_ptr_range(), input.as_ptr_range());
        output.start < input.end && input.start < output.end
    }

    /// Copies `bytes` bytes of `input`, starting at byte `start`, into this memory. The input and this memory may
    /// overlap.
    ///
    /// # Panics
    /// If `input` or this memory is too short.
    pub(crate) fn copy_from(&mut self, input: &Input<'_>, start: usize, bytes: usize) {
        assert!(bytes <= self.len(), "the copy must not exceed the output");
        let from = input.as_slice()[start..start + bytes].as_ptr();
        // SAFETY: both memory ranges have `bytes` bytes. `ptr::copy` allows overlap, and the export is writable.
        unsafe { ptr::copy(from, self.0.raw.buf.cast::<u8>(), bytes) }
    }

    /// Returns a cursor at the start of this memory. The caller must check that the memory overlaps no input that is
    /// still used.
    pub(crate) fn cursor(&mut self) -> OutputCursor {
        OutputCursor { start: self.0.raw.buf.cast::<u8>(), filled: 0, length: self.len() }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        let bytes = self.len();
        if bytes == 0 {
            return &mut [];
        }
        // SAFETY: the export has `len` writable bytes at `buf` until its release. Callers check that the memory
        // overlaps no input that is still used.
        unsafe { slice::from_raw_parts_mut(self.0.raw.buf.cast::<u8>(), bytes) }
    }
}

/// Returns the error for an output buffer that is shorter than the result.
pub(crate) fn too_short(given: usize, needed: usize) -> PyErr {
    let (given, needed) = (bytes(given), bytes(needed));
    PyValueError::new_err(format!("output is {given}; the result has up to {needed}"))
}

/// An input whose memory does not overlap the output of the same call: the original input, or a copy if the original
/// overlaps.
pub(crate) enum DisjointInput<'py> {
    Original(Input<'py>),
    Copy(Zeroizing<Vec<u8>>),
}

impl<'py> DisjointInput<'py> {
    pub(crate) fn new(data: Input<'py>, output: &Output<'_>) -> PyResult<Self> {
        if !output.overlaps(data.as_slice()) {
            return Ok(Self::Original(data));
        }
        let mut copy = Zeroizing::new(zeroed(data.len())?);
        copy.copy_from_slice(data.as_slice());
        Ok(Self::Copy(copy))
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Original(data) => data.as_slice(),
            Self::Copy(copy) => copy,
        }
    }
}

/// A new `bytes` object that is filled from its start. The memory is not zeroed first, which saves one write of every
/// byte.
pub(crate) struct NewBytes<'py> {
    object: Bound<'py, PyBytes>,
    cursor: OutputCursor,
}

/// Write position in uninitialized memory, which is filled from its start. Other threads can fill the memory without
/// holding the interpreter lock.
pub(crate) struct OutputCursor {
    start: *mut u8,
    filled: usize,
    length: usize,
}

// SAFETY: the memory belongs to a new object, which has no other owner, or to the caller of `Output::cursor`, who
// guarantees the conditions of `Output::as_mut_slice`.
unsafe impl Send for OutputCursor {}

impl<'py> NewBytes<'py> {
    pub(crate) fn new(py: Python<'py>, length: usize) -> PyResult<Self> {
        let size = ffi::Py_ssize_t::try_from(length)
            .ok()
            .filter(|&size| size <= ffi::Py_ssize_t::MAX / 2)
            .ok_or_else(|| no_memory(length))?;
        // SAFETY: the thread is attached to the interpreter. A null source leaves the memory uninitialized. The result
        // is a new reference to a `bytes` object, or null with an exception set.
        let object = unsafe {
            let object = ffi::PyBytes_FromStringAndSize(ptr::null(), size);
            Bound::from_owned_ptr_or_err(py, object)?.cast_into_unchecked::<PyBytes>()
        };
        // SAFETY: the object is a `bytes` object.
        let start = unsafe { ffi::PyBytes_AsString(object.as_ptr()) }.cast::<u8>();
        Ok(Self { object, cursor: OutputCursor { start, filled: 0, length } })
    }

    pub(crate) fn cursor(&mut self) -> &mut OutputCursor {
        &mut self.cursor
    }

    /// Returns the filled object.
    ///
    /// # Panics
    /// If the memory of the object is not completely filled.
    pub(crate) fn finish(self) -> Bound<'py, PyBytes> {
        assert_eq!(self.cursor.filled, self.cursor.length, "the whole object must be filled");
        self.object
    }
}

impl OutputCursor {
    /// Appends a copy of `input` to the filled memory and returns this copy.
    ///
    /// # Panics
    /// If the remaining memory is too short.
    pub(crate) fn append(&mut self, input: &[u8]) -> &mut [u8] {
        let (start, bytes) = (self.advance(input.len()), input.len());
        // SAFETY: `advance` returns the start of `bytes` bytes. `input` cannot overlap them, because no reference to
        // them exists yet.
        unsafe {
            ptr::copy_nonoverlapping(input.as_ptr(), start, bytes);
            slice::from_raw_parts_mut(start, bytes)
        }
    }

    /// Extends the filled part of the buffer by `bytes` zero bytes, and returns the new part.
    ///
    /// # Panics
    /// If less than `bytes` bytes of space remain.
    pub(crate) fn append_zeros(&mut self, bytes: usize) -> &mut [u8] {
        let start = self.advance(bytes);
        // SAFETY: `advance` returns the start of `bytes` bytes.
        unsafe {
            ptr::write_bytes(start, 0, bytes);
            slice::from_raw_parts_mut(start, bytes)
        }
    }

    /// Returns the bytes filled so far.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        if self.filled == 0 {
            return &mut [];
        }
        // SAFETY: `filled` bytes were written at `start`.
        unsafe { slice::from_raw_parts_mut(self.start, self.filled) }
    }

    /// Returns the start of the next `bytes` bytes, which the caller must fill.
    fn advance(&mut self, bytes: usize) -> *mut u8 {
        assert!(bytes <= self.length - self.filled, "the piece must not exceed the unfilled bytes");
        let start = self.start.wrapping_add(self.filled);
        self.filled += bytes;
        start
    }
}

/// Export of a Python object's buffer, released when dropped.
pub(crate) struct View<'py> {
    /// Structure that `PyObject_GetBuffer` fills. It is boxed, because the exporting object may keep its address until
    /// `PyBuffer_Release`.
    raw: Box<ffi::Py_buffer>,
    /// Proof that the thread is attached to the interpreter. Only an attached thread may release the export.
    _attached: Python<'py>,
}

impl<'py> View<'py> {
    fn new(object: &Bound<'py, PyAny>, flags: c_int) -> PyResult<Self> {
        let mut raw = Box::new(ffi::Py_buffer::new());
        // SAFETY: `object` is alive, `raw` is writable, and the thread is attached.
        if unsafe { ffi::PyObject_GetBuffer(object.as_ptr(), &raw mut *raw, flags) } != 0 {
            return Err(PyErr::fetch(object.py()));
        }
        Ok(Self { raw, _attached: object.py() })
    }

    fn len(&self) -> usize {
        usize::try_from(self.raw.len).unwrap_or_default()
    }

    fn as_slice(&self) -> &[u8] {
        if self.len() == 0 {
            return &[];
        }
        // SAFETY: the export has `len` contiguous bytes at `buf` until its release.
        unsafe { slice::from_raw_parts(self.raw.buf.cast::<u8>(), self.len()) }
    }
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        // SAFETY: PyObject_GetBuffer filled `raw`, it is released once, and the thread is attached.
        unsafe { ffi::PyBuffer_Release(&raw mut *self.raw) }
    }
}

/// Returns whether the object supports the buffer protocol.
pub(crate) fn has_buffer(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: `object` is alive.
    unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) != 0 }
}
