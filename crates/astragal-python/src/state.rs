//! What the objects of all kinds share: one lock each, and the interpreter let go while much is computed.

use std::sync::{Mutex, PoisonError, RwLock, TryLockError};

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::sync::MutexExt as _;
use pyo3::types::{PyBytes, PyString};
use zeroize::optimization_barrier;

use crate::buffer::Input;

/// From so many bytes on, other Python threads run meanwhile; `hashlib` has the same bound.
pub(crate) const DETACH_BYTES: usize = 2048;

/// Computes over `bytes` bytes, detached from the interpreter when that is many.
pub(crate) fn detach_for<R: Send>(
    py: Python<'_>,
    bytes: usize,
    compute: impl FnOnce() -> R + Send,
) -> R {
    if bytes < DETACH_BYTES { compute() } else { py.detach(compute) }
}

/// Computes over `bytes` bytes with the state, which other threads may want as well. Whoever waits for it
/// does so detached, so that the two cannot wait for each other.
pub(crate) fn with_state<T: Send, R: Send>(
    py: Python<'_>,
    state: &Mutex<T>,
    bytes: usize,
    compute: impl FnOnce(&mut T) -> R + Send,
) -> R {
    // No method leaves a state half changed when it panics, so a poisoned lock is as good as any.
    if bytes < DETACH_BYTES {
        compute(&mut state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    } else {
        py.detach(|| compute(&mut state.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Computes as [`with_state`] does with an object that may have been wiped. `name` is the algorithm's, for the error.
pub(crate) fn with_object<T: Send, R: Send>(
    py: Python<'_>,
    object: &Mutex<Option<T>>,
    name: &str,
    bytes: usize,
    compute: impl FnOnce(&mut T) -> R + Send,
) -> PyResult<R> {
    with_state(py, object, bytes, |object| object.as_mut().map(compute)).ok_or_else(|| wiped(name))
}

/// Erases the object.
pub(crate) fn wipe<T: Send>(py: Python<'_>, object: &Mutex<Option<T>>) {
    with_state(py, object, 0, |object| drop(object.take()));
}

/// A keyed object that any number of threads use at the same time, until one of them wipes it.
pub(crate) struct Shared<T>(RwLock<Option<T>>);

impl<T: Send + Sync> Shared<T> {
    pub(crate) fn new(object: T) -> Self {
        Self(RwLock::new(Some(object)))
    }

    /// Computes over `bytes` bytes with the object. `name` is the algorithm's, for the error.
    pub(crate) fn with<R: Send>(
        &self,
        py: Python<'_>,
        name: &str,
        bytes: usize,
        compute: impl FnOnce(&T) -> R + Send,
    ) -> PyResult<R> {
        if bytes < DETACH_BYTES {
            // Only `wipe` writes, so waiting is rare; a thread that waits does not hold the interpreter.
            match self.0.try_read() {
                Ok(object) => return object.as_ref().map(compute).ok_or_else(|| wiped(name)),
                Err(TryLockError::Poisoned(object)) => {
                    let object = object.into_inner();
                    return object.as_ref().map(compute).ok_or_else(|| wiped(name));
                }
                Err(TryLockError::WouldBlock) => {}
            }
        }
        let result = py.detach(|| {
            let object = self.0.read().unwrap_or_else(PoisonError::into_inner);
            object.as_ref().map(compute)
        });
        result.ok_or_else(|| wiped(name))
    }

    /// Erases the object, once calls in progress in other threads have ended.
    pub(crate) fn wipe(&self, py: Python<'_>) {
        py.detach(|| drop(self.0.write().unwrap_or_else(PoisonError::into_inner).take()));
    }
}

/// The error of a call on an object whose key or message was erased.
pub(crate) fn wiped(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} object was wiped; make a new one"))
}

/// A result of so many bytes, which `fill` gives; a length that memory has not is an error and no abort.
pub(crate) fn result<'py>(
    py: Python<'py>,
    length: usize,
    fill: impl FnOnce(&mut [u8]) -> PyResult<()>,
) -> PyResult<Bound<'py, PyBytes>> {
    // Beyond, the interpreter has an error of another kind.
    if length > usize::MAX / 4 {
        return Err(too_long(length));
    }
    PyBytes::new_with(py, length, fill)
}

fn too_long(length: usize) -> PyErr {
    PyMemoryError::new_err(format!("there is no memory for a result of {length} bytes"))
}

/// So many zeros, for a result.
pub(crate) fn zeroed(length: usize) -> PyResult<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| too_long(length))?;
    bytes.resize(length, 0);
    Ok(bytes)
}

/// Lower-case hexadecimal.
pub(crate) fn hex<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let mut text = zeroed(bytes.len().saturating_mul(2))?;
    let written = detach_for(py, bytes.len(), || faster_hex::hex_encode(bytes, &mut text).is_ok());
    debug_assert!(written, "there are two digits for each byte");
    PyString::from_bytes(py, &text)
}

/// The longest message that is kept rather than absorbed, in bytes: what a few blocks cost is more than an object of
/// their hash.
const SHORT_BYTES: usize = 1024;

/// A message short enough to be kept until its digest is asked for. One call of the library does the
/// work then, without an object on the heap and without the copy that keeps `digest` from ending it.
pub(crate) enum Short {
    /// As the caller has it: `bytes` never change.
    Given(PyBackedBytes),
    /// In pieces, or from what may change.
    ObjectKind(Vec<u8>),
}

impl Short {
    pub(crate) const EMPTY: Self = Self::ObjectKind(Vec::new());

    /// The start of a message, if it need not be copied.
    pub(crate) fn given(data: &Input<'_>) -> Option<Self> {
        match data {
            Input::Bytes(bytes) if data.len() <= SHORT_BYTES => {
                Some(Self::Given(bytes.clone().into()))
            }
            _ => None,
        }
    }

    /// Appends `data` if there is room for it.
    pub(crate) fn append(&mut self, data: &[u8]) -> bool {
        if self.as_slice().len() + data.len() > SHORT_BYTES {
            return false;
        }
        match self {
            Self::ObjectKind(bytes) if bytes.capacity() > 0 => bytes.extend_from_slice(data),
            _ => {
                let mut bytes = with_room(self.as_slice());
                bytes.extend_from_slice(data);
                *self = Self::ObjectKind(bytes);
            }
        }
        true
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Given(bytes) => bytes,
            Self::ObjectKind(bytes) => bytes,
        }
    }
}

/// A vector that does not grow any more, which would leave copies behind.
fn with_room(bytes: &[u8]) -> Vec<u8> {
    let mut vector = Vec::with_capacity(SHORT_BYTES);
    vector.extend_from_slice(bytes);
    vector
}

impl Clone for Short {
    fn clone(&self) -> Self {
        match self.as_slice() {
            [] => Self::EMPTY,
            bytes => Self::ObjectKind(with_room(bytes)),
        }
    }
}

impl Drop for Short {
    fn drop(&mut self) {
        if let Self::ObjectKind(bytes) = self {
            // Not by `zeroize`, which does it byte by byte, as long as their hash takes.
            bytes.fill(0);
            optimization_barrier(&bytes[..]);
        }
    }
}
