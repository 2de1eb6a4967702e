//! Locks for the Python objects. A long computation detaches its thread from the interpreter, so that other Python
//! threads can run.

use std::sync::{Mutex, PoisonError, RwLock, TryLockError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;

/// A computation detaches the thread from the interpreter if it processes at least this many bytes. `hashlib` uses the
/// same threshold.
pub(crate) const DETACH_BYTES: usize = 2048;

/// Runs a computation that processes `bytes` bytes. Detaches the thread from the interpreter if `bytes` is at least
/// [`DETACH_BYTES`].
pub(crate) fn detach_for<R: Send>(
    py: Python<'_>,
    bytes: usize,
    compute: impl FnOnce() -> R + Send,
) -> R {
    if bytes < DETACH_BYTES { compute() } else { py.detach(compute) }
}

/// Locks `state` and runs a computation that processes `bytes` bytes with it. While a thread waits for the lock, it is
/// detached from the interpreter. Otherwise a deadlock would be possible: the thread that holds the lock could be
/// waiting for the interpreter.
pub(crate) fn with_state<T: Send, R: Send>(
    py: Python<'_>,
    state: &Mutex<T>,
    bytes: usize,
    compute: impl FnOnce(&mut T) -> R + Send,
) -> R {
    // Ignores a poisoned lock, because no panic leaves a state half changed.
    if bytes < DETACH_BYTES {
        compute(&mut state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    } else {
        py.detach(|| compute(&mut state.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Like [`with_state`], for an object that can be wiped. If the object was wiped, returns an error that contains
/// `name`, the algorithm's name.
pub(crate) fn with_object<T: Send, R: Send>(
    py: Python<'_>,
    object: &Mutex<Option<T>>,
    name: &str,
    bytes: usize,
    compute: impl FnOnce(&mut T) -> R + Send,
) -> PyResult<R> {
    with_state(py, object, bytes, |object| object.as_mut().map(compute)).ok_or_else(|| wiped(name))
}

/// Drops the object, which erases its key and message.
pub(crate) fn wipe<T: Send>(py: Python<'_>, object: &Mutex<Option<T>>) {
    with_state(py, object, 0, |object| drop(object.take()));
}

/// A keyed object. Any number of threads can use it at the same time, until one thread wipes it.
pub(crate) struct Shared<T>(RwLock<Option<T>>);

impl<T: Send + Sync> Shared<T> {
    pub(crate) fn new(object: T) -> Self {
        Self(RwLock::new(Some(object)))
    }

    /// Runs a computation that processes `bytes` bytes with the object. If the object was wiped, returns an error that
    /// contains `name`, the algorithm's name.
    pub(crate) fn with<R: Send>(
        &self,
        py: Python<'_>,
        name: &str,
        bytes: usize,
        compute: impl FnOnce(&T) -> R + Send,
    ) -> PyResult<R> {
        if bytes < DETACH_BYTES {
            // `try_read` rarely fails, because only `wipe` locks for writing. If it fails, the code below detaches the
            // thread from the interpreter and waits for the lock.
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

    /// Waits for calls in progress in other threads. Then drops the object, which erases its key.
    pub(crate) fn wipe(&self, py: Python<'_>) {
        py.detach(|| drop(self.0.write().unwrap_or_else(PoisonError::into_inner).take()));
    }
}

/// Returns the error for a call on a wiped object.
fn wiped(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} object was wiped; make a new one"))
}
