//! Threads for tree hashes.

use std::collections::HashMap;
use std::process;
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The most threads that can be asked for.
const MOST: usize = 256;

/// Pools by the process's number and that of their threads.
type Pools = HashMap<(u32, usize), Arc<ThreadPool>>;

/// The argument `threads`: a number, or `"auto"` for as many as there are processors.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Threads(usize);

impl Threads {
    pub(crate) const ONE: Self = Self(1);

    pub(crate) fn parse(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(word) = argument.cast::<PyString>() {
            if word.to_str()? == "auto" {
                return Ok(Self(available_parallelism().map_or(1, Into::into).min(MOST)));
            }
        } else if !argument.is_instance_of::<PyInt>() {
            let error = format!("threads must be a number or \"auto\", not {argument}");
            return Err(PyTypeError::new_err(error));
        }
        match argument.extract::<usize>() {
            Ok(number @ 1..=MOST) => Ok(Self(number)),
            _ => Err(PyValueError::new_err(format!(
                "threads is {argument}; it must be 1 to {MOST} or \"auto\""
            ))),
        }
    }

    /// Runs `serial` in this thread or `parallel` on a pool of these threads.
    pub(crate) fn run<S: Send, R: Send>(
        self,
        state: S,
        serial: impl FnOnce(S) -> R,
        parallel: impl FnOnce(S) -> R + Send,
    ) -> R {
        match self.pool() {
            Some(pool) => pool.install(|| parallel(state)),
            None => serial(state),
        }
    }

    /// The pool of so many threads. Pools stay, because starting one costs more than hashing a megabyte.
    fn pool(self) -> Option<Arc<ThreadPool>> {
        static POOLS: Mutex<Option<Pools>> = Mutex::new(None);
        if self == Self::ONE {
            return None;
        }
        // A fork takes along the pools but not their threads, and the lock perhaps while it is held: hence
        // the process's number in the key, and no waiting.
        let mut pools = POOLS.try_lock().ok()?;
        let pools = pools.get_or_insert_default();
        let key = (process::id(), self.0);
        if let Some(pool) = pools.get(&key) {
            return Some(Arc::clone(pool));
        }
        let pool = ThreadPoolBuilder::new().num_threads(self.0);
        let pool = pool.thread_name(|i| format!("astragal-{i}")).build().ok()?;
        Some(Arc::clone(pools.entry(key).or_insert(Arc::new(pool))))
    }
}
