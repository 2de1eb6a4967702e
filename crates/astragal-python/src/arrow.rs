//! Columns of Arrow, by its PyCapsule interface: read where they lie, and given away without a copy.
//!
//! The structures are those of the Arrow C data interface. Whoever exports a column promises what they say; what can be
//! checked is, so that an offset that runs backwards is an error.
#![expect(unsafe_code, reason = "the Arrow C data interface hands out raw pointers")]

use core::ffi::{CStr, c_char, c_int, c_void};
use core::{ptr, slice};
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyIterator, PyList, PyNone, PySlice, PyTuple};

#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Self,
    dictionary: *mut Self,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArrayStream {
    get_schema: Option<unsafe extern "C" fn(*mut Self, *mut ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Self, *mut ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Self) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Self)>,
    private_data: *mut c_void,
}

/// A structure of the interface, which its owner releases once.
trait Released {
    /// What a consumer makes room for.
    const EMPTY: Self;
    /// The capsule's name.
    const NAME: &'static CStr;
    fn release(&mut self);
}

macro_rules! released {
    ($type:ident, $name:literal, $($field:ident: $empty:expr),+) => {
        impl Released for $type {
            const EMPTY: Self = Self { $($field: $empty,)+ release: None, private_data: ptr::null_mut() };
            const NAME: &'static CStr = $name;
            fn release(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: not released before, since a release sets the function to NULL.
                    unsafe { release(self) }
                }
            }
        }
    };
}

released!(ArrowSchema, c"arrow_schema", format: ptr::null(), name: ptr::null(), metadata: ptr::null(), flags: 0,
    n_children: 0, children: ptr::null_mut(), dictionary: ptr::null_mut());
released!(ArrowArray, c"arrow_array", length: 0, null_count: 0, offset: 0, n_buffers: 0, n_children: 0,
    buffers: ptr::null_mut(), children: ptr::null_mut(), dictionary: ptr::null_mut());
released!(ArrowArrayStream, c"arrow_array_stream", get_schema: None, get_next: None, get_last_error: None);

/// A structure that is ours to release.
struct Owned<T: Released>(T);

impl<T: Released> Owned<T> {
    /// Takes the structure out of a capsule, which is empty afterwards.
    fn take(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        let capsule = capsule.cast::<PyCapsule>()?;
        // SAFETY: the object is alive and the name is a C string.
        let pointer = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), T::NAME.as_ptr()) };
        if pointer.is_null() {
            return Err(PyErr::fetch(capsule.py()));
        }
        // SAFETY: a capsule of this name holds this structure; an empty one is left, which its destructor passes over.
        Ok(Self(unsafe { ptr::replace(pointer.cast::<T>(), T::EMPTY) }))
    }
}

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// How the rows of a column lie in memory.
#[derive(Clone, Copy)]
enum Layout {
    /// Offsets of 4 bytes.
    Offsets32,
    /// Offsets of 8 bytes.
    Offsets64,
    /// Views of 16 bytes.
    Views,
    /// Rows of so many bytes.
    Fixed(usize),
}

impl Layout {
    fn of(schema: &ArrowSchema) -> PyResult<Self> {
        if schema.format.is_null() {
            return Err(damaged());
        }
        // SAFETY: a schema's format is a C string.
        let format = unsafe { CStr::from_ptr(schema.format) }.to_string_lossy();
        if !schema.dictionary.is_null() {
            let hint = "decode it first, or hash its dictionary";
            return Err(PyTypeError::new_err(format!("the column is dictionary-encoded; {hint}")));
        }
        match (&*format, format.strip_prefix("w:").map(str::parse)) {
            ("z" | "u", _) => Ok(Self::Offsets32),
            ("Z" | "U", _) => Ok(Self::Offsets64),
            ("vz" | "vu", _) => Ok(Self::Views),
            (_, Some(Ok(width))) => Ok(Self::Fixed(width)),
            _ => Err(PyTypeError::new_err(format!(
                "a column of messages is binary or string; this one has Arrow's format {format:?}"
            ))),
        }
    }
}

/// A column of byte strings in one or several pieces, each exported for as long as this lives.
pub(crate) struct Column {
    layout: Layout,
    pieces: Vec<Owned<ArrowArray>>,
}

// SAFETY: an exported array may be read and released by any thread.
unsafe impl Send for Column {}
// SAFETY: it is only read.
unsafe impl Sync for Column {}

impl Column {
    /// The column that an object exports, if it is one of Arrow's.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if object.hasattr("__arrow_c_array__")? {
            let capsules = object.call_method0("__arrow_c_array__")?;
            let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = capsules.extract()?;
            let (schema, array) = (Owned::<ArrowSchema>::take(&schema)?, Owned::take(&array)?);
            return Ok(Some(Self { layout: Layout::of(&schema.0)?, pieces: vec![array] }));
        }
        if object.hasattr("__arrow_c_stream__")? {
            let mut stream = Owned::take(&object.call_method0("__arrow_c_stream__")?)?;
            return Self::of_stream(&mut stream.0).map(Some);
        }
        Ok(None)
    }

    fn of_stream(stream: &mut ArrowArrayStream) -> PyResult<Self> {
        let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
            return Err(PyValueError::new_err("the stream of Arrow arrays was read before"));
        };
        let mut schema = Owned(ArrowSchema::EMPTY);
        // SAFETY: the stream is alive, and `schema` is room for the answer.
        if unsafe { get_schema(stream, &raw mut schema.0) } != 0 {
            return Err(failure(stream));
        }
        let layout = Layout::of(&schema.0)?;
        let mut pieces = Vec::new();
        loop {
            let mut array = Owned(ArrowArray::EMPTY);
            // SAFETY: as above.
            if unsafe { get_next(stream, &raw mut array.0) } != 0 {
                return Err(failure(stream));
            }
            if array.0.release.is_none() {
                return Ok(Self { layout, pieces });
            }
            pieces.push(array);
        }
    }

    /// The rows in order; `None` where one is null.
    pub(crate) fn rows(&self) -> PyResult<Vec<Option<&[u8]>>> {
        let mut rows = Vec::new();
        for piece in &self.pieces {
            Rows::of(&piece.0, self.layout)?.append_to(&mut rows)?;
        }
        Ok(rows)
    }
}

fn failure(stream: &mut ArrowArrayStream) -> PyErr {
    let error = stream.get_last_error.map(|get| {
        // SAFETY: the stream is alive.
        unsafe { get(stream) }
    });
    match error {
        Some(text) if !text.is_null() => {
            // SAFETY: a C string that lives until the stream is used again.
            PyValueError::new_err(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
        }
        _ => PyValueError::new_err("the stream of Arrow arrays fails"),
    }
}

/// One piece of a column, its numbers checked.
struct Rows<'a> {
    layout: Layout,
    offset: usize,
    length: usize,
    buffers: &'a [*const u8],
}

impl<'a> Rows<'a> {
    fn of(array: &'a ArrowArray, layout: Layout) -> PyResult<Self> {
        let numbers = [array.offset, array.length, array.n_buffers].map(usize::try_from);
        let [Ok(offset), Ok(length), Ok(count)] = numbers else { return Err(damaged()) };
        let least = match layout {
            Layout::Fixed(_) => 2,
            Layout::Offsets32 | Layout::Offsets64 | Layout::Views => 3,
        };
        if count < least || array.buffers.is_null() {
            return Err(damaged());
        }
        // SAFETY: an array has so many buffers.
        let buffers = unsafe { slice::from_raw_parts(array.buffers.cast::<*const u8>(), count) };
        Ok(Self { layout, offset, length, buffers })
    }

    fn append_to(&self, rows: &mut Vec<Option<&'a [u8]>>) -> PyResult<()> {
        rows.reserve(self.length);
        for row in self.offset..self.offset + self.length {
            rows.push(if self.is_valid(row) { Some(self.row(row)?) } else { None });
        }
        Ok(())
    }

    /// Bit `row` of the validity bitmap; without one all rows are valid.
    fn is_valid(&self, row: usize) -> bool {
        let bitmap = self.buffers[0];
        // SAFETY: the bitmap has a bit for each row.
        bitmap.is_null() || unsafe { *bitmap.add(row / 8) } >> (row % 8) & 1 == 1
    }

    fn row(&self, row: usize) -> PyResult<&'a [u8]> {
        match self.layout {
            Layout::Fixed(width) => {
                let end = (row + 1).checked_mul(width).ok_or_else(damaged)?;
                self.bytes(1, row * width, end)
            }
            Layout::Offsets32 => {
                let offset = |row| usize::try_from(self.number::<i32>(1, row)).ok();
                self.between(offset(row), offset(row + 1))
            }
            Layout::Offsets64 => {
                let offset = |row| usize::try_from(self.number::<i64>(1, row)).ok();
                self.between(offset(row), offset(row + 1))
            }
            Layout::Views => self.view(row),
        }
    }

    fn between(&self, start: Option<usize>, end: Option<usize>) -> PyResult<&'a [u8]> {
        match (start, end) {
            (Some(start), Some(end)) => self.bytes(2, start, end),
            _ => Err(damaged()),
        }
    }

    /// A view has a length and, if that is at most 12, the bytes; else their first four, the number of a buffer, and
    /// where they begin in it.
    fn view(&self, row: usize) -> PyResult<&'a [u8]> {
        let number =
            |at| usize::try_from(self.number::<i32>(1, 4 * row + at)).map_err(|_| damaged());
        let length = number(0)?;
        if length <= 12 {
            return self.bytes(1, 16 * row + 4, 16 * row + 4 + length);
        }
        let (buffer, start) = (number(2)?, number(3)?);
        // Behind the buffers stands one with their lengths.
        let last = self.buffers.len() - 1;
        if buffer >= last - 2 {
            return Err(damaged());
        }
        let room = usize::try_from(self.number::<i64>(last, buffer)).map_err(|_| damaged())?;
        let end = start.checked_add(length).filter(|&end| end <= room).ok_or_else(damaged)?;
        self.bytes(2 + buffer, start, end)
    }

    /// Number `at` of a buffer of numbers.
    fn number<N: Copy>(&self, buffer: usize, at: usize) -> N {
        // SAFETY: the buffer has a number for each row, and one more where they are offsets.
        unsafe { self.buffers[buffer].cast::<N>().add(at).read_unaligned() }
    }

    fn bytes(&self, buffer: usize, start: usize, end: usize) -> PyResult<&'a [u8]> {
        let length = end.checked_sub(start).ok_or_else(damaged)?;
        if length == 0 {
            return Ok(&[]);
        }
        let buffer = self.buffers[buffer];
        if buffer.is_null() {
            return Err(damaged());
        }
        // SAFETY: the buffer holds all rows, of which this is one.
        Ok(unsafe { slice::from_raw_parts(buffer.add(start), length) })
    }
}

fn damaged() -> PyErr {
    PyValueError::new_err("the Arrow array is not well-formed")
}

/// Digests, one for each row of a column, as an array of Arrow's: `pyarrow.array(digests)`, `polars.Series(digests)`.
///
/// It has the PyCapsule interface, by which others take it without a copy, and is a sequence of bytes. A null's digest
/// is null, None in the sequence.
#[pyclass(frozen, sequence, module = "astragal")]
pub(crate) struct Digests(Arc<Rowset>);

/// The digests, with what lies around them in Arrow's format.
struct Rowset {
    digests: Vec<u8>,
    /// A bit for each row, if any is null.
    validity: Option<Vec<u8>>,
    rows: usize,
    nulls: usize,
    digest_bytes: usize,
}

impl Digests {
    /// Of digests that stand one behind the other, zeros where a row is null.
    pub(crate) fn new(digests: Vec<u8>, digest_bytes: usize, rows: &[Option<&[u8]>]) -> Self {
        let nulls = rows.iter().filter(|row| row.is_none()).count();
        let validity = (nulls > 0).then(|| {
            let bits = |rows: &[Option<&[u8]>]| {
                rows.iter().rev().fold(0, |bits, row| bits << 1 | u8::from(row.is_some()))
            };
            rows.chunks(8).map(bits).collect()
        });
        Self(Arc::new(Rowset { digests, validity, rows: rows.len(), nulls, digest_bytes }))
    }

    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let rows = &self.0;
        if rows.validity.as_ref().is_some_and(|bits| bits[row / 8] >> (row % 8) & 1 == 0) {
            return Ok(PyNone::get(py).to_owned().into_any());
        }
        let digest = &rows.digests[row * rows.digest_bytes..][..rows.digest_bytes];
        Ok(PyBytes::new(py, digest).into_any())
    }

    fn list<'py>(
        &self,
        py: Python<'py>,
        rows: impl Iterator<Item = usize>,
    ) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for row in rows {
            list.append(self.row(py, row)?)?;
        }
        Ok(list)
    }
}

#[pymethods]
impl Digests {
    fn __len__(&self) -> usize {
        self.0.rows
    }

    /// The digest of a row, as bytes, None where the row is null; of a slice, a list of them.
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        let count = isize::try_from(self.0.rows).map_err(|_| damaged())?;
        if let Ok(slice) = key.cast::<PySlice>() {
            let range = slice.indices(count)?;
            let rows = (0..range.slicelength.cast_signed()).map(|i| range.start + i * range.step);
            return self.list(py, rows.map(isize::cast_unsigned)).map(Bound::into_any);
        }
        let row = key.extract::<isize>().map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(py) {
                return PyIndexError::new_err(format!("row is {key}; there are {count} rows"));
            }
            error
        })?;
        let row = if row < 0 { row + count } else { row };
        if row < 0 || row >= count {
            return Err(PyIndexError::new_err(format!("row is {row}; there are {count} rows")));
        }
        self.row(py, row.cast_unsigned())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py, 0..self.0.rows)?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Digests of {} rows>", self.0.rows)
    }

    /// Arrow's PyCapsule interface: the capsules of a schema and of an array.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Another format would be a wish; the interface allows for not granting it.
        let _ = requested_schema;
        let rows = &self.0;
        let number = |number: usize| i64::try_from(number).map_err(|_| damaged());
        let (length, null_count) = (number(rows.rows)?, number(rows.nulls)?);
        let format = std::ffi::CString::new(format!("w:{}", rows.digest_bytes))?;
        let schema = ArrowSchema {
            format: format.into_raw(),
            name: c"".as_ptr(),
            // May hold nulls.
            flags: 2,
            release: Some(release_schema),
            ..ArrowSchema::EMPTY
        };
        let buffers = Box::new([
            rows.validity.as_ref().map_or(ptr::null(), |bits| bits.as_ptr().cast::<c_void>()),
            rows.digests.as_ptr().cast::<c_void>(),
        ]);
        let array = ArrowArray {
            length,
            null_count,
            n_buffers: 2,
            buffers: Box::into_raw(buffers).cast::<*const c_void>(),
            release: Some(release_array),
            private_data: Arc::into_raw(Arc::clone(&self.0)).cast_mut().cast::<c_void>(),
            ..ArrowArray::EMPTY
        };
        (capsule(py, schema)?, capsule(py, array)?).into_pyobject(py)
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the owner releases a schema of ours once; the format is a string of Rust's.
    unsafe {
        drop(std::ffi::CString::from_raw((*schema).format.cast_mut()));
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the owner releases an array of ours once; what it points to was made where it was exported.
    unsafe {
        drop(Box::from_raw((*array).buffers.cast::<[*const c_void; 2]>()));
        drop(Arc::from_raw((*array).private_data.cast::<Rowset>()));
        (*array).release = None;
    }
}

/// A capsule that releases what nobody has taken out.
fn capsule<T: Released>(py: Python<'_>, structure: T) -> PyResult<Bound<'_, PyAny>> {
    unsafe extern "C" fn destroy<T: Released>(capsule: *mut ffi::PyObject) {
        // SAFETY: the capsule is of this name and holds a box of this structure.
        unsafe {
            let pointer = ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr());
            drop(Owned(*Box::from_raw(pointer.cast::<T>())));
        }
    }
    let pointer = Box::into_raw(Box::new(structure)).cast::<c_void>();
    // SAFETY: the name lives for ever, and the destructor is that of the structure.
    unsafe {
        let capsule = ffi::PyCapsule_New(pointer, T::NAME.as_ptr(), Some(destroy::<T>));
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}
