//! Imports and exports Arrow columns through the Arrow PyCapsule interface without a copy.
//!
//! The structures are defined by the Arrow C data interface. The exporter guarantees that they are valid. Offsets and
//! lengths are checked where possible: a decreasing offset is an error.
#![expect(unsafe_code, reason = "the Arrow C data interface returns raw pointers")]

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

/// A structure of the Arrow C data interface, which its owner must release exactly once.
trait ArrowStruct {
    /// An empty structure, which counts as released. The producer of the data overwrites it.
    const EMPTY: Self;
    /// Name of the Python capsules that contain a structure of this type.
    const NAME: &'static CStr;
    fn release(&mut self);
}

macro_rules! arrow_struct {
    ($type:ident, $name:literal, $($field:ident: $empty:expr),+) => {
        impl ArrowStruct for $type {
            const EMPTY: Self = Self { $($field: $empty,)+ release: None, private_data: ptr::null_mut() };
            const NAME: &'static CStr = $name;
            fn release(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the function pointer is not NULL, so the structure has not been released.
                    unsafe { release(self) }
                }
            }
        }
    };
}

arrow_struct!(ArrowSchema, c"arrow_schema", format: ptr::null(), name: ptr::null(), metadata: ptr::null(), flags: 0,
    n_children: 0, children: ptr::null_mut(), dictionary: ptr::null_mut());
arrow_struct!(ArrowArray, c"arrow_array", length: 0, null_count: 0, offset: 0, n_buffers: 0, n_children: 0,
    buffers: ptr::null_mut(), children: ptr::null_mut(), dictionary: ptr::null_mut());
arrow_struct!(ArrowArrayStream, c"arrow_array_stream", get_schema: None, get_next: None, get_last_error: None);

/// An Arrow structure that this module owns and must release.
struct Owned<T: ArrowStruct>(T);

impl<T: ArrowStruct> Owned<T> {
    /// Moves the structure out of a capsule and leaves an empty structure in the capsule.
    fn take(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        let capsule = capsule.cast::<PyCapsule>()?;
        // SAFETY: the object is alive and the name is a C string.
        let pointer = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), T::NAME.as_ptr()) };
        if pointer.is_null() {
            return Err(PyErr::fetch(capsule.py()));
        }
        // SAFETY: a capsule with the name `T::NAME` contains a structure of type `T`. `replace` moves the structure out
        // and leaves an empty structure, which the capsule's destructor ignores.
        Ok(Self(unsafe { ptr::replace(pointer.cast::<T>(), T::EMPTY) }))
    }
}

impl<T: ArrowStruct> Drop for Owned<T> {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// Memory layout of a column.
#[derive(Clone, Copy)]
enum Layout {
    /// Values of variable length, with 32-bit offsets into a data buffer.
    Offsets32,
    /// Values of variable length, with 64-bit offsets into a data buffer.
    Offsets64,
    /// Values of variable length, each described by a 16-byte view. Short values are stored in the view itself.
    Views,
    /// Values of fixed length in bytes.
    Fixed(usize),
}

impl Layout {
    fn new(schema: &ArrowSchema) -> PyResult<Self> {
        if schema.format.is_null() {
            return Err(malformed());
        }
        // SAFETY: the format of a schema is a C string.
        let format = unsafe { CStr::from_ptr(schema.format) }.to_string_lossy();
        if !schema.dictionary.is_null() {
            let error = "column is dictionary-encoded; decode it, or hash its dictionary";
            return Err(PyTypeError::new_err(error));
        }
        match (&*format, format.strip_prefix("w:").map(str::parse)) {
            ("z" | "u", _) => Ok(Self::Offsets32),
            ("Z" | "U", _) => Ok(Self::Offsets64),
            ("vz" | "vu", _) => Ok(Self::Views),
            (_, Some(Ok(width))) => Ok(Self::Fixed(width)),
            _ => Err(PyTypeError::new_err(format!(
                "column has Arrow format {format:?}; expected binary or string"
            ))),
        }
    }
}

/// An imported column of byte strings, in one or more chunks.
pub(crate) struct Column {
    layout: Layout,
    chunks: Vec<Owned<ArrowArray>>,
}

// SAFETY: the Arrow C data interface allows any thread to read and release an exported array.
unsafe impl Send for Column {}
// SAFETY: shared references only read the arrays.
unsafe impl Sync for Column {}

impl Column {
    /// Imports a column from an object that supports the PyCapsule interface. Returns `None` for other objects.
    pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if object.hasattr("__arrow_c_array__")? {
            let capsules = object.call_method0("__arrow_c_array__")?;
            let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = capsules.extract()?;
            let (schema, array) = (Owned::<ArrowSchema>::take(&schema)?, Owned::take(&array)?);
            return Ok(Some(Self { layout: Layout::new(&schema.0)?, chunks: vec![array] }));
        }
        if object.hasattr("__arrow_c_stream__")? {
            let mut stream = Owned::take(&object.call_method0("__arrow_c_stream__")?)?;
            return Self::import_stream(&mut stream.0).map(Some);
        }
        Ok(None)
    }

    fn import_stream(stream: &mut ArrowArrayStream) -> PyResult<Self> {
        let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
            return Err(PyValueError::new_err("the Arrow stream was already read"));
        };
        let mut schema = Owned(ArrowSchema::EMPTY);
        // SAFETY: the stream is alive and `schema` is writable.
        if unsafe { get_schema(stream, &raw mut schema.0) } != 0 {
            return Err(failure(stream));
        }
        let layout = Layout::new(&schema.0)?;
        let mut chunks = Vec::new();
        loop {
            let mut array = Owned(ArrowArray::EMPTY);
            // SAFETY: the stream is alive and `array` is writable.
            if unsafe { get_next(stream, &raw mut array.0) } != 0 {
                return Err(failure(stream));
            }
            if array.0.release.is_none() {
                return Ok(Self { layout, chunks });
            }
            chunks.push(array);
        }
    }

    /// Returns the values of all rows in order, with `None` for a null.
    pub(crate) fn rows(&self) -> PyResult<Vec<Option<&[u8]>>> {
        let mut rows = Vec::new();
        for chunk in &self.chunks {
            Rows::new(&chunk.0, self.layout)?.append_to(&mut rows)?;
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
            // SAFETY: the message is a C string and stays valid until the next call on the stream.
            PyValueError::new_err(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
        }
        _ => PyValueError::new_err("the Arrow stream failed"),
    }
}

/// Rows of one chunk of a column. `new` rejects a negative offset or length.
struct Rows<'a> {
    layout: Layout,
    offset: usize,
    length: usize,
    buffers: &'a [*const u8],
}

impl<'a> Rows<'a> {
    fn new(array: &'a ArrowArray, layout: Layout) -> PyResult<Self> {
        let numbers = [array.offset, array.length, array.n_buffers].map(usize::try_from);
        let [Ok(offset), Ok(length), Ok(count)] = numbers else { return Err(malformed()) };
        let min_buffers = match layout {
            Layout::Fixed(_) => 2,
            Layout::Offsets32 | Layout::Offsets64 | Layout::Views => 3,
        };
        if count < min_buffers || array.buffers.is_null() {
            return Err(malformed());
        }
        // SAFETY: the array has `count` buffers.
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

    /// Returns whether the row is not null: bit `row` of the validity bitmap. Without a bitmap, all rows are valid.
    fn is_valid(&self, row: usize) -> bool {
        let bitmap = self.buffers[0];
        // SAFETY: the bitmap has a bit for each row.
        bitmap.is_null() || unsafe { *bitmap.add(row / 8) } >> (row % 8) & 1 == 1
    }

    fn row(&self, row: usize) -> PyResult<&'a [u8]> {
        match self.layout {
            Layout::Fixed(width) => {
                let end = (row + 1).checked_mul(width).ok_or_else(malformed)?;
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
            _ => Err(malformed()),
        }
    }

    /// Returns the value that the 16-byte view of a row describes. A view starts with the length of the value in 4
    /// bytes. A value of up to 12 bytes fills the rest of the view. For a longer value, the view contains the first 4
    /// bytes, the index of a data buffer, and the value's offset in this buffer.
    fn view(&self, row: usize) -> PyResult<&'a [u8]> {
        let number =
            |at| usize::try_from(self.number::<i32>(1, 4 * row + at)).map_err(|_| malformed());
        let length = number(0)?;
        if length <= 12 {
            return self.bytes(1, 16 * row + 4, 16 * row + 4 + length);
        }
        let (buffer, start) = (number(2)?, number(3)?);
        // The last buffer lists the lengths of the data buffers before it.
        let last = self.buffers.len() - 1;
        if buffer >= last - 2 {
            return Err(malformed());
        }
        let capacity =
            usize::try_from(self.number::<i64>(last, buffer)).map_err(|_| malformed())?;
        let end = start.checked_add(length).filter(|&end| end <= capacity).ok_or_else(malformed)?;
        self.bytes(2 + buffer, start, end)
    }

    /// Returns element `at` of the integer buffer with index `buffer`.
    fn number<N: Copy>(&self, buffer: usize, at: usize) -> N {
        // SAFETY: the buffer has one element per row. An offset buffer has one element more.
        unsafe { self.buffers[buffer].cast::<N>().add(at).read_unaligned() }
    }

    fn bytes(&self, buffer: usize, start: usize, end: usize) -> PyResult<&'a [u8]> {
        let length = end.checked_sub(start).ok_or_else(malformed)?;
        if length == 0 {
            return Ok(&[]);
        }
        let buffer = self.buffers[buffer];
        if buffer.is_null() {
            return Err(malformed());
        }
        // SAFETY: the buffer contains the bytes of all rows.
        Ok(unsafe { slice::from_raw_parts(buffer.add(start), length) })
    }
}

fn malformed() -> PyErr {
    PyValueError::new_err("the Arrow array is malformed")
}

/// Digests of the rows of a column, as an Arrow array: `pyarrow.array(digests)`, `polars.Series(digests)`.
///
/// Exports the digests through the Arrow PyCapsule interface without a copy. The object is also a sequence of bytes
/// objects. The digest of a null row is null in the array and None in the sequence.
#[pyclass(frozen, sequence, module = "astragal")]
pub(crate) struct Digests(Arc<DigestColumn>);

/// The buffers of the Arrow array.
struct DigestColumn {
    digests: Vec<u8>,
    /// Validity bitmap with one bit per row. `None` if no row is null.
    validity: Option<Vec<u8>>,
    rows: usize,
    nulls: usize,
    digest_bytes: usize,
}

impl Digests {
    /// Creates a column from the concatenated digests. The bytes of a null row are zero.
    pub(crate) fn new(digests: Vec<u8>, digest_bytes: usize, rows: &[Option<&[u8]>]) -> Self {
        let nulls = rows.iter().filter(|row| row.is_none()).count();
        let validity = (nulls > 0).then(|| {
            let bits = |rows: &[Option<&[u8]>]| {
                rows.iter().rev().fold(0, |bits, row| bits << 1 | u8::from(row.is_some()))
            };
            rows.chunks(8).map(bits).collect()
        });
        Self(Arc::new(DigestColumn { digests, validity, rows: rows.len(), nulls, digest_bytes }))
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

    /// Return the digest of a row as bytes, or None for a null row. For a slice, return a list.
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        let count = isize::try_from(self.0.rows).map_err(|_| malformed())?;
        if let Ok(slice) = key.cast::<PySlice>() {
            let range = slice.indices(count)?;
            let rows = (0..range.slicelength.cast_signed()).map(|i| range.start + i * range.step);
            return self.list(py, rows.map(isize::cast_unsigned)).map(Bound::into_any);
        }
        let row = key.extract::<isize>().map_err(|error| {
            if error.is_instance_of::<PyOverflowError>(py) {
                return PyIndexError::new_err(format!("row is {key}; the column has {count} rows"));
            }
            error
        })?;
        let row = if row < 0 { row + count } else { row };
        if row < 0 || row >= count {
            return Err(PyIndexError::new_err(format!(
                "row is {row}; the column has {count} rows"
            )));
        }
        self.row(py, row.cast_unsigned())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.list(py, 0..self.0.rows)?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Digests of {} rows>", self.0.rows)
    }

    /// Return the two capsules that the Arrow PyCapsule interface requires: one with the schema and one with the array.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Ignores `requested_schema`, as the interface allows.
        let _ = requested_schema;
        let rows = &self.0;
        let number = |number: usize| i64::try_from(number).map_err(|_| malformed());
        let (length, null_count) = (number(rows.rows)?, number(rows.nulls)?);
        let format = std::ffi::CString::new(format!("w:{}", rows.digest_bytes))?;
        let schema = ArrowSchema {
            format: format.into_raw(),
            name: c"".as_ptr(),
            flags: ARROW_FLAG_NULLABLE,
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

/// Value of `ARROW_FLAG_NULLABLE` in the Arrow C data interface.
const ARROW_FLAG_NULLABLE: i64 = 2;

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: the owner releases the schema once, and `format` comes from `CString::into_raw`.
    unsafe {
        drop(std::ffi::CString::from_raw((*schema).format.cast_mut()));
        (*schema).release = None;
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: the owner releases the array once. `__arrow_c_array__` created `buffers` with `Box::into_raw` and
    // `private_data` with `Arc::into_raw`.
    unsafe {
        drop(Box::from_raw((*array).buffers.cast::<[*const c_void; 2]>()));
        drop(Arc::from_raw((*array).private_data.cast::<DigestColumn>()));
        (*array).release = None;
    }
}

/// Returns a capsule with the structure. The capsule's destructor releases the structure, unless a consumer has moved
/// the structure out.
fn capsule<T: ArrowStruct>(py: Python<'_>, structure: T) -> PyResult<Bound<'_, PyAny>> {
    unsafe extern "C" fn destroy<T: ArrowStruct>(capsule: *mut ffi::PyObject) {
        // SAFETY: the capsule has the name `T::NAME` and holds a boxed structure of type `T`.
        unsafe {
            let pointer = ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr());
            drop(Owned(*Box::from_raw(pointer.cast::<T>())));
        }
    }
    let pointer = Box::into_raw(Box::new(structure)).cast::<c_void>();
    // SAFETY: the name is static, and the destructor matches the structure.
    unsafe {
        let capsule = ffi::PyCapsule_New(pointer, T::NAME.as_ptr(), Some(destroy::<T>));
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}
