//! Threads for tree hashes: the argument, and who does the work.

use std::num::NonZeroUsize;

use astragal::threads::on_threads;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::arguments::number;

/// The most threads that can be asked for.
const MOST: usize = 256;

/// Below, one thread does it: to call upon others takes longer than they save.
const LEAST_BYTES: usize = 256 << 10;

/// The argument `threads`: a number, or `"auto"` for as many as there are processors.
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
                _ => Err(refused(argument)),
            };
        }
        if !argument.hasattr("__index__")? {
            let error = format!("threads must be a number or \"auto\", not {argument}");
            return Err(PyTypeError::new_err(error));
        }
        match number(argument, "threads").map(NonZeroUsize::new) {
            Ok(Some(threads)) if threads.get() <= MOST => Ok(Self::Exactly(threads)),
            _ => Err(refused(argument)),
        }
    }

    /// How many threads share `bytes` bytes of messages, each whole.
    pub(crate) fn share(self, bytes: usize) -> usize {
        match self {
            _ if bytes < LEAST_BYTES => 1,
            Self::Auto => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            Self::Exactly(threads) => threads.get(),
        }
    }

    /// Runs `serial` here, or `parallel` on these threads if there are several and `bytes` bytes are worth it.
    pub(crate) fn run<S: Send, R: Send>(
        self,
        bytes: usize,
        state: S,
        serial: impl FnOnce(S) -> R,
        parallel: impl FnOnce(S) -> R + Send,
    ) -> R {
        match self {
            _ if self == Self::ONE || bytes < LEAST_BYTES => serial(state),
            Self::Auto => parallel(state),
            Self::Exactly(threads) => on_threads(threads, || parallel(state)),
        }
    }
}

fn refused(argument: &Bound<'_, PyAny>) -> PyErr {
    PyValueError::new_err(format!("threads is {argument}; it must be 1 to {MOST} or \"auto\""))
}
