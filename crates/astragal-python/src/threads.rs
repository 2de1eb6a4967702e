//! The argument `threads` of tree hashes and `hash_many`.

use std::num::NonZeroUsize;

use astragal::threads::on_threads;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::number::number;

const MAX_THREADS: usize = 256;

/// Minimum input length in bytes for which several threads are used. For shorter input, starting threads takes more
/// time than it saves.
const MIN_PARALLEL_BYTES: usize = 256 << 10;

/// Value of the argument `threads`: a number of threads, or `"auto"` for one per processor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Threads {
    Auto,
    Exactly(NonZeroUsize),
}

impl Threads {
    pub(crate) const ONE: Self = Self::Exactly(NonZeroUsize::MIN);

    pub(crate) fn parse(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(word) = argument.cast::<PyString>() {
            return match word.to_str()? {
                "auto" => Ok(Self::Auto),
                _ => Err(out_of_range(argument)),
            };
        }
        if !argument.hasattr("__index__")? {
            let error = format!("threads must be a number or \"auto\", not {argument}");
            return Err(PyTypeError::new_err(error));
        }
        match number(argument, "threads").map(NonZeroUsize::new) {
            Ok(Some(threads)) if threads.get() <= MAX_THREADS => Ok(Self::Exactly(threads)),
            _ => Err(out_of_range(argument)),
        }
    }

    /// Returns the number of threads for `bytes` bytes of messages.
    pub(crate) fn count_for(self, bytes: usize) -> usize {
        match self {
            _ if bytes < MIN_PARALLEL_BYTES => 1,
            Self::Auto => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            Self::Exactly(threads) => threads.get(),
        }
    }

    /// Calls `serial` for one thread, or for a message below 256 KiB. Otherwise, calls `parallel`, which uses the given
    /// number of threads.
    pub(crate) fn run<S: Send, R: Send>(
        self,
        bytes: usize,
        state: S,
        serial: impl FnOnce(S) -> R,
        parallel: impl FnOnce(S) -> R + Send,
    ) -> R {
        match self {
            _ if self == Self::ONE || bytes < MIN_PARALLEL_BYTES => serial(state),
            Self::Auto => parallel(state),
            Self::Exactly(threads) => on_threads(threads, || parallel(state)),
        }
    }
}

fn out_of_range(argument: &Bound<'_, PyAny>) -> PyErr {
    PyValueError::new_err(format!("threads is {argument}; expected 1 to {MAX_THREADS} or \"auto\""))
}
