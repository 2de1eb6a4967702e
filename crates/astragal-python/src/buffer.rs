//! Bytes of Python objects, through the buffer protocol: the only `unsafe` of this face.
//!
//! An [`Input`] or [`Output`] keeps its object exported for as long as it lives, so that the memory stays
//! where it is. As in `hashlib`, whoever writes into an object while another thread hashes it gets a
//! digest of neither content.
#![expect(unsafe_code, reason = "the buffer protocol hands out raw pointers")]

use core::ffi::c_int;
use core::{ptr, slice};

use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// The bytes of any object that has the buffer protocol and lies in one piece.
pub(crate) enum Input<'py> {
    /// `bytes` never change nor move: no export is needed.
    Bytes(Bound<'py, PyBytes>),
    View(View<'py>),
}

impl<'py> Input<'py> {
    /// What is hashed; refused with the words of `hashlib`.
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

    /// A key, nonce, customization string or other parameter, which errors call `what`.
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

/// A table whose rows lie one behind the other, as a NumPy array of two dimensions.
pub(crate) struct Table<'py> {
    view: View<'py>,
    rows: usize,
}

impl<'py> Table<'py> {
    pub(crate) fn new(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        let view = View::new(object, ffi::PyBUF_C_CONTIGUOUS)?;
        if view.raw.ndim != 2 || view.raw.shape.is_null() {
            let given = view.raw.ndim;
            let error = format!("a buffer of messages has 2 dimensions, one row each, not {given}");
            return Err(PyValueError::new_err(error));
        }
        // SAFETY: the request for PyBUF_ND makes `shape` an array of `ndim` sizes, here two.
        let rows = unsafe { *view.raw.shape };
        Ok(Self { view, rows: usize::try_from(rows).unwrap_or_default() })
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        let bytes = self.view.as_slice();
        let width = bytes.len().checked_div(self.rows).unwrap_or_default();
        (0..self.rows).map(move |row| &bytes[row * width..][..width])
    }
}

/// Memory of the caller that takes a result.
pub(crate) struct Output<'py>(View<'py>);

impl<'py> Output<'py> {
    pub(crate) fn new(object: &Bound<'py, PyAny>) -> PyResult<Self> {
        if !has_buffer(object) {
            let given = object.get_type().name()?;
            let error = format!("the output must be a writable bytes-like object, not {given}");
            return Err(PyTypeError::new_err(error));
        }
        Ok(Self(View::new(object, ffi::PyBUF_WRITABLE)?))
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Fails unless there is room for `bytes` bytes.
    pub(crate) fn check_room(&self, bytes: usize) -> PyResult<()> {
        if self.len() >= bytes {
            return Ok(());
        }
        let given = self.len();
        let error = format!("the output has {given} bytes; the result has up to {bytes}");
        Err(PyValueError::new_err(error))
    }

    /// Whether writing here changes `input`.
    pub(crate) fn overlaps(&self, input: &[u8]) -> bool {
        let (mine, theirs) = (self.0.as_slice().as_ptr_range(), input.as_ptr_range());
        mine.start < theirs.end && theirs.start < mine.end
    }

    /// Copies the start of `input` here; they may overlap.
    ///
    /// # Panics
    /// If `bytes` is more than either has.
    pub(crate) fn copy_from(&mut self, input: &Input<'_>, bytes: usize) {
        assert!(bytes <= self.len() && bytes <= input.len(), "more bytes than there are");
        let from = input.as_slice().as_ptr();
        // SAFETY: both have `bytes` bytes, and `copy` allows for overlap. The exporter has promised that
        // this memory may be written to.
        unsafe { ptr::copy(from, self.0.raw.buf.cast::<u8>(), bytes) }
    }

    /// This memory, to be filled from its start. No input in use overlaps.
    pub(crate) fn memory(&mut self) -> Memory {
        Memory { start: self.0.raw.buf.cast::<u8>(), filled: 0, length: self.len() }
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        let bytes = self.len();
        if bytes == 0 {
            return &mut [];
        }
        // SAFETY: the exporter has promised `len` bytes at `buf` that may be written to, until the release.
        // Callers make sure that no input in use overlaps.
        unsafe { slice::from_raw_parts_mut(self.0.raw.buf.cast::<u8>(), bytes) }
    }
}

/// A new `bytes` object that is filled from its start. Its memory is not zeroed first, which saves a pass over it.
pub(crate) struct NewBytes<'py> {
    object: Bound<'py, PyBytes>,
    memory: Memory,
}

/// Memory that is filled from its start, also while the interpreter is released.
pub(crate) struct Memory {
    start: *mut u8,
    filled: usize,
    length: usize,
}

// SAFETY: a new object is not yet known to others. For an output see `Output::as_mut_slice`.
unsafe impl Send for Memory {}

impl<'py> NewBytes<'py> {
    pub(crate) fn new(py: Python<'py>, length: usize) -> PyResult<Self> {
        let size = ffi::Py_ssize_t::try_from(length)
            .ok()
            .filter(|&size| size <= ffi::Py_ssize_t::MAX / 2)
            .ok_or_else(|| PyMemoryError::new_err(format!("cannot allocate {length} bytes")))?;
        // SAFETY: attached to the interpreter. A null source leaves the memory uninitialised; the result is a new
        // reference to a `bytes` object, or null with an exception set.
        let object = unsafe {
            let object = ffi::PyBytes_FromStringAndSize(ptr::null(), size);
            Bound::from_owned_ptr_or_err(py, object)?.cast_into_unchecked::<PyBytes>()
        };
        // SAFETY: the object is a `bytes` object.
        let start = unsafe { ffi::PyBytes_AsString(object.as_ptr()) }.cast::<u8>();
        Ok(Self { object, memory: Memory { start, filled: 0, length } })
    }

    pub(crate) fn memory(&mut self) -> &mut Memory {
        &mut self.memory
    }

    /// The object.
    ///
    /// # Panics
    /// If it is not full.
    pub(crate) fn finish(self) -> Bound<'py, PyBytes> {
        assert_eq!(self.memory.filled, self.memory.length, "the object is full");
        self.object
    }
}

impl Memory {
    /// Appends a copy of `input`; the copy.
    ///
    /// # Panics
    /// If less memory is left.
    pub(crate) fn append(&mut self, input: &[u8]) -> &mut [u8] {
        let (start, bytes) = (self.next(input.len()), input.len());
        // SAFETY: `next` gives the start of `bytes` bytes, in which no `input` lies because they were not handed out.
        unsafe {
            ptr::copy_nonoverlapping(input.as_ptr(), start, bytes);
            slice::from_raw_parts_mut(start, bytes)
        }
    }

    /// Appends zeros; the zeros.
    ///
    /// # Panics
    /// If less memory is left.
    pub(crate) fn append_zeros(&mut self, bytes: usize) -> &mut [u8] {
        let start = self.next(bytes);
        // SAFETY: `next` gives the start of `bytes` bytes.
        unsafe {
            ptr::write_bytes(start, 0, bytes);
            slice::from_raw_parts_mut(start, bytes)
        }
    }

    /// The bytes filled so far.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [u8] {
        if self.filled == 0 {
            return &mut [];
        }
        // SAFETY: so many bytes were written at `start`.
        unsafe { slice::from_raw_parts_mut(self.start, self.filled) }
    }

    /// The start of the next `bytes` bytes, which the caller fills at once.
    fn next(&mut self, bytes: usize) -> *mut u8 {
        assert!(bytes <= self.length - self.filled, "more bytes than there are");
        let start = self.start.wrapping_add(self.filled);
        self.filled += bytes;
        start
    }
}

/// An export of an object's memory.
pub(crate) struct View<'py> {
    /// In a box, because an exporter may keep the structure's address until the release.
    raw: Box<ffi::Py_buffer>,
    /// The release needs the interpreter.
    _attached: Python<'py>,
}

impl<'py> View<'py> {
    fn new(object: &Bound<'py, PyAny>, flags: c_int) -> PyResult<Self> {
        let mut raw = Box::new(ffi::Py_buffer::new());
        // SAFETY: `object` is alive and `raw` is a structure to fill; we are attached to the interpreter.
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
        // SAFETY: the exporter has promised `len` bytes in one piece at `buf`, until the release.
        unsafe { slice::from_raw_parts(self.raw.buf.cast::<u8>(), self.len()) }
    }
}

impl Drop for View<'_> {
    fn drop(&mut self) {
        // SAFETY: `raw` was filled by PyObject_GetBuffer and is released once; we are attached.
        unsafe { ffi::PyBuffer_Release(&raw mut *self.raw) }
    }
}

/// Whether the object has the buffer protocol.
pub(crate) fn has_buffer(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: `object` is alive.
    unsafe { ffi::PyObject_CheckBuffer(object.as_ptr()) != 0 }
}
