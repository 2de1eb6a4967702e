//! Hashes a message part by part with a tree hash, for `astragal.tree`. Hashing a part returns a record with the part's
//! chaining values. The digest is computed from the records of all parts.

use std::sync::{Mutex, PoisonError};

use astragal::registry::{self, DynPart, DynTree, Record, TreeParams};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffer::Input;
use crate::error::IntoPyErr as _;
use crate::lock::detach_for;
use crate::number::bytes;
use crate::output::new_bytes;
use crate::threads::Threads;

/// Creates a tree hash with its parameters.
fn tree(
    algorithm: &str,
    custom: Option<&Bound<'_, PyAny>>,
    block: Option<usize>,
    key: Option<&Bound<'_, PyAny>>,
    context: Option<&Bound<'_, PyAny>>,
) -> PyResult<Box<dyn DynTree>> {
    let input = |object, what| Input::parameter(object, what);
    let custom = custom.map(|object| input(object, "custom")).transpose()?;
    let context = context.map(|object| input(object, "context")).transpose()?;
    let key = key.map(|object| input(object, "key")).transpose()?;
    let key = key.as_ref().map(blake3_key).transpose()?;
    let params = TreeParams {
        custom: custom.as_ref().map(Input::as_slice),
        block_bytes: block,
        key,
        context: context.as_ref().map(Input::as_slice),
    };
    let Some(tree) = registry::tree(algorithm, &params) else {
        let names = registry::TREES.join(", ");
        let error = format!("no tree hash is named {algorithm:?}; expected one of {names}");
        return Err(PyValueError::new_err(error));
    };
    tree.map_err(|error| error.into_py_err())
}

/// Returns the key of keyed BLAKE3 as an array. Returns an error if the key is not 32 bytes long.
pub(crate) fn blake3_key<'k>(key: &'k Input<'_>) -> PyResult<&'k [u8; 32]> {
    let wrong = |_| PyValueError::new_err(format!("key is {}; blake3 takes 32", bytes(key.len())));
    key.as_slice().try_into().map_err(wrong)
}

/// Streaming hash of one part of a message.
#[pyclass(frozen, module = "astragal._native")]
pub(crate) struct PartHasher(Mutex<Option<Box<dyn DynPart>>>);

#[pymethods]
impl PartHasher {
    #[new]
    #[pyo3(signature = (algorithm, start, custom = None, block = None, key = None, context = None))]
    fn new(
        algorithm: &str,
        start: u64,
        custom: Option<&Bound<'_, PyAny>>,
        block: Option<usize>,
        key: Option<&Bound<'_, PyAny>>,
        context: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let part = tree(algorithm, custom, block, key, context)?.part(start);
        part.map(|part| Self(Mutex::new(Some(part)))).map_err(value_error)
    }

    /// Append a bytes-like object to the part.
    #[pyo3(signature = (data, threads = None))]
    fn update(
        &self,
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let threads = threads.map_or(Ok(Threads::ONE), Threads::parse)?;
        let data = Input::message(data)?;
        let data = data.as_slice();
        detach_for(py, data.len(), || {
            let mut part = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(part) = part.as_mut() else { return Err(finished()) };
            threads.run(
                data.len(),
                part,
                |part| part.update(data),
                |part| part.update_parallel(data),
            );
            Ok(())
        })
    }

    /// End the part; return its record, which contains its chaining values. `total` is the length of the whole message,
    /// if known.
    #[pyo3(signature = (total = None))]
    fn finish<'py>(&self, py: Python<'py>, total: Option<u64>) -> PyResult<Bound<'py, PyBytes>> {
        let part = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(PyBytes::new(py, &part.ok_or_else(finished)?.finish(total)))
    }
}

/// Computes the digest of a message from the records of its parts, which contain chaining values.
#[pyclass(frozen, module = "astragal._native")]
pub(crate) struct Assembly(Mutex<Option<Box<dyn DynTree>>>);

#[pymethods]
impl Assembly {
    #[new]
    #[pyo3(signature = (algorithm, custom = None, block = None, key = None, context = None))]
    fn new(
        algorithm: &str,
        custom: Option<&Bound<'_, PyAny>>,
        block: Option<usize>,
        key: Option<&Bound<'_, PyAny>>,
        context: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        tree(algorithm, custom, block, key, context).map(|tree| Self(Mutex::new(Some(tree))))
    }

    /// Leaf size of the tree in bytes. Each part must start at a multiple of this size.
    #[getter]
    fn leaf_bytes(&self) -> PyResult<u64> {
        self.with(|tree| Ok(tree.leaf_bytes()))
    }

    /// Add the record of a part. Parts may be added in any order.
    fn add(&self, py: Python<'_>, record: &Bound<'_, PyAny>) -> PyResult<()> {
        let record = Input::parameter(record, "record")?;
        let record = record.as_slice();
        detach_for(py, record.len(), || self.with(|tree| tree.add(record).map_err(value_error)))
    }

    /// Merge the records of two adjacent parts; return the record of both parts together.
    fn join<'py>(
        &self,
        py: Python<'py>,
        left: &Bound<'py, PyAny>,
        right: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (left, right) = (Input::parameter(left, "record")?, Input::parameter(right, "record")?);
        let joined =
            self.with(|tree| tree.join(left.as_slice(), right.as_slice()).map_err(value_error))?;
        Ok(PyBytes::new(py, &joined))
    }

    /// Return the digest of the whole message, which is `total` bytes long. The object cannot be used afterwards.
    fn finish<'py>(
        &self,
        py: Python<'py>,
        total: u64,
        length: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let tree = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let tree = tree.ok_or_else(finished)?;
        new_bytes(py, length, |out| tree.finish(total, out).map_err(value_error))
    }
}

impl Assembly {
    fn with<R>(&self, work: impl FnOnce(&mut Box<dyn DynTree>) -> PyResult<R>) -> PyResult<R> {
        let mut tree = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        work(tree.as_mut().ok_or_else(finished)?)
    }
}

/// Return the fields of a record: the algorithm's name, the block size in bytes, the offset of the part in the message,
/// and the length of the part in bytes.
#[pyfunction]
pub(crate) fn read_record(record: &Bound<'_, PyAny>) -> PyResult<(String, u64, u64, u64)> {
    let record = Input::parameter(record, "record")?;
    let record = Record::read(record.as_slice()).map_err(value_error)?;
    Ok((record.name.to_owned(), record.block_bytes, record.start, record.length))
}

fn value_error(error: impl core::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn finished() -> PyErr {
    PyTypeError::new_err("finish() was called; make a new object")
}
