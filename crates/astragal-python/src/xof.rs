//! `astragal.Xof`: an extendable-output function with the interface of `hashlib`, and streaming output.

use std::sync::{LazyLock, Mutex};

use astragal::error::StateError;
use astragal::registry::{self, Algorithm, DynXof, HashRow, XofParams, XofRow};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use zeroize::Zeroizing;

use crate::arguments::Arguments;
use crate::buffer::Input;
use crate::error::IntoPyErr;
use crate::lock::{detach_for, wipe, with_object};
use crate::lookup::fixed_hash;
use crate::names::hashlib_name;
use crate::number::number;
use crate::output::{hex, new_bytes, zeroed};
use crate::pickle;
use crate::short_message::ShortMessage;
use crate::threads::Threads;

/// An extendable-output function: a hash with output of any length.
///
/// `digest(length)` returns the start of the output, as `hashlib`'s SHAKE does, and can be called repeatedly.
/// `read(length)` returns the next bytes of the output; no `update` may follow. The fixed-length functions of SP
/// 800-185 (`tuplehash128`, `parallelhash256`, ...) take the length at construction, because the length is part of the
/// hashed data.
///
/// Threads may share an object; calls are atomic.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Xof {
    row: &'static XofRow,
    /// Length of the output in bytes, if the constructor fixed it.
    fixed_bytes: Option<usize>,
    state: Mutex<Option<State>>,
}

#[derive(Clone)]
struct State {
    message: Message,
    /// Copy of the extendable-output function that the first `read` makes, and from which `read` squeezes output. As
    /// long as this copy exists, no more data can be absorbed.
    reader: Option<Box<dyn DynXof>>,
}

impl State {
    fn to_export(&self, row: &'static XofRow) -> PyResult<Box<dyn DynXof>> {
        if self.reader.is_some() {
            let text = format!("{} has been read from; export the state before reading", row.name);
            return Err(PyValueError::new_err(text));
        }
        self.message.function(row)
    }

    /// Returns the object from which `read` squeezes the next output. The first call ends the message.
    fn reader(&mut self, row: &'static XofRow) -> PyResult<&mut Box<dyn DynXof>> {
        match &mut self.reader {
            Some(reader) => Ok(reader),
            reader => Ok(reader.insert(self.message.function(row)?)),
        }
    }
}

#[derive(Clone)]
enum Message {
    /// Buffered message of a function without parameters. Not used for functions that hash a tuple.
    Short(ShortMessage),
    Streaming(Box<dyn DynXof>),
}

impl Message {
    fn update(&mut self, row: &'static XofRow, data: &[u8], threads: Threads) -> PyResult<()> {
        if let Self::Short(short) = self {
            if short.append(data) {
                return Ok(());
            }
            *self = Self::Streaming(self.function(row)?);
        }
        let Self::Streaming(xof) = self else { return Ok(()) };
        let absorbed = if row.takes.items {
            xof.begin_item(data.len() as u64).and_then(|()| xof.absorb(data))
        } else if row.takes.cores {
            threads.run(data.len(), xof, |xof| xof.absorb(data), |xof| xof.absorb_parallel(data))
        } else {
            xof.absorb(data)
        };
        absorbed.map_err(IntoPyErr::into_py_err)
    }

    #[inline(never)]
    fn of(row: &'static XofRow, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut message = Self::Short(ShortMessage::EMPTY);
        message.absorb(row, data, Threads::ONE)?;
        Ok(message)
    }

    /// Appends a bytes-like object to the message. If the function hashes a tuple, appends the elements of an
    /// iterable.
    fn absorb(
        &mut self,
        row: &'static XofRow,
        data: &Bound<'_, PyAny>,
        threads: Threads,
    ) -> PyResult<()> {
        let py = data.py();
        if !row.takes.items {
            if let Self::Short(short) = self
                && short.as_slice().is_empty()
                && let Some(borrowed) = ShortMessage::borrow(data)
            {
                *short = borrowed;
                return Ok(());
            }
            let data = Input::message(data)?;
            let data = data.as_slice();
            return detach_for(py, data.len(), || self.update(row, data, threads));
        }
        // Hashes the elements in batches. A single short element would not detach the thread from the interpreter, but
        // a batch of them does, so that other threads can run.
        let mut items = data.try_iter()?.map(|item| Input::message(&item?)).peekable();
        while items.peek().is_some() {
            let batch = items.by_ref().take(ITEM_BATCH).collect::<PyResult<Vec<_>>>()?;
            let batch: Vec<&[u8]> = batch.iter().map(Input::as_slice).collect();
            let bytes = batch.iter().map(|item| item.len() + ITEM_OVERHEAD_BYTES).sum();
            detach_for(py, bytes, || {
                batch.iter().try_for_each(|item| self.update(row, item, threads))
            })?;
        }
        Ok(())
    }

    /// Writes the first bytes of the output for the message so far.
    fn output(&self, row: &'static XofRow, output: &mut [u8]) -> PyResult<()> {
        match self {
            // Computes a BLAKE3 digest with the registry's hash, which builds no tree for a short message. This saves
            // 214 ns for 32 bytes.
            Self::Short(short) if row.name == "blake3" && output.len() == BLAKE3.digest_bytes => {
                BLAKE3.hash_into(short.as_slice(), output).map_err(|error| error.into_py_err())
            }
            Self::Short(short) => row
                .output_into(&XofParams::default(), short.as_slice(), output)
                .map_err(|error| error.into_py_err()),
            Self::Streaming(xof) => xof.clone().squeeze(output).map_err(IntoPyErr::into_py_err),
        }
    }

    /// Returns a new streaming object that has absorbed the message so far.
    fn function(&self, row: &'static XofRow) -> PyResult<Box<dyn DynXof>> {
        match self {
            Self::Short(short) => {
                let mut xof =
                    row.new_xof(&XofParams::default()).map_err(|error| error.into_py_err())?;
                xof.absorb(short.as_slice()).map_err(IntoPyErr::into_py_err)?;
                Ok(xof)
            }
            Self::Streaming(xof) => Ok(xof.clone()),
        }
    }
}

/// BLAKE3 as a hash of fixed length.
static BLAKE3: LazyLock<&HashRow> =
    LazyLock::new(|| registry::hash("blake3").expect("the registry has BLAKE3"));

/// Maximum number of tuple elements in a batch. The thread is detached from the interpreter once per batch.
const ITEM_BATCH: usize = 4096;
/// Overhead of each tuple element, expressed as the number of bytes that are hashed in the same time.
const ITEM_OVERHEAD_BYTES: usize = 16;

impl Xof {
    pub(crate) fn new(
        py: Python<'_>,
        row: &'static XofRow,
        arguments: &Arguments<'_>,
    ) -> PyResult<Self> {
        let threads = arguments.threads()?;
        let (context, name) = (arguments.context()?, arguments.name()?);
        let custom = if context.is_some() { context } else { arguments.custom()? };
        let length = arguments.length()?;
        let key = row.key_bytes.map(|_| arguments.key()).transpose()?;
        let params = XofParams {
            custom: custom.as_ref().map(Input::as_slice),
            function_name: name.as_ref().map(Input::as_slice),
            domain: arguments.domain()?,
            block_bytes: arguments.block()?,
            output_bytes: length,
            key: key.as_ref().map(Input::as_slice),
        };
        let has_parameters = key.is_some()
            || custom.is_some()
            || name.is_some()
            || params.domain.is_some()
            || params.block_bytes.is_some()
            || row.takes.output_bytes
            || row.takes.items;
        let mut message = if has_parameters {
            let bytes = params.custom.map_or(0, <[u8]>::len);
            let xof = detach_for(py, bytes, || row.new_xof(&params));
            Message::Streaming(xof.map_err(|error| error.into_py_err())?)
        } else {
            Message::Short(ShortMessage::EMPTY)
        };
        let fixed_bytes =
            row.takes.output_bytes.then(|| length.unwrap_or(row.default_output_bytes));
        if let Some(data) = arguments.data() {
            message.absorb(row, data, threads)?;
        }
        Ok(Self { row, fixed_bytes, state: Mutex::new(Some(State { message, reader: None })) })
    }

    /// Creates an extendable-output function without parameters. Returns `None` if the function needs a key, a length
    /// or a tuple. This function is inlined, because otherwise its caller would move the new object. The move would
    /// stall the CPU until the stores to the object's fields complete.
    #[inline(always)]
    pub(crate) fn without_parameters(
        row: &'static XofRow,
        data: Option<&Bound<'_, PyAny>>,
    ) -> Option<PyResult<Self>> {
        if row.key_bytes.is_some() || row.takes.output_bytes || row.takes.items {
            return None;
        }
        let message = match data {
            None => Message::Short(ShortMessage::EMPTY),
            Some(data) => match ShortMessage::borrow(data) {
                Some(short) => Message::Short(short),
                None => match Message::of(row, data) {
                    Ok(message) => message,
                    Err(error) => return Some(Err(error)),
                },
            },
        };
        let state = State { message, reader: None };
        Some(Ok(Self { row, fixed_bytes: None, state: Mutex::new(Some(state)) }))
    }

    /// Creates an object from an imported state.
    pub(crate) fn from_state(xof: Box<dyn DynXof>) -> Self {
        let (row, fixed_bytes) = (xof.row(), xof.output_bytes());
        let state = State { message: Message::Streaming(xof), reader: None };
        Self { row, fixed_bytes, state: Mutex::new(Some(state)) }
    }

    /// Returns the number of output bytes that a call requests. `length` is the caller's argument, if there is one.
    fn output_bytes(&self, length: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let default = self.fixed_bytes.unwrap_or(self.row.default_output_bytes);
        let Some(length) = length else { return Ok(default) };
        let length = number(length, "length")?;
        match self.fixed_bytes {
            Some(fixed) if fixed != length => Err(PyValueError::new_err(format!(
                "length is {length}; this {} was constructed for {fixed}",
                self.row.name
            ))),
            _ => Ok(length),
        }
    }

    fn digest_into(&self, py: Python<'_>, digest: &mut [u8]) -> PyResult<()> {
        self.with(py, digest.len(), |state| state.message.output(self.row, digest))?
    }

    fn with<R: Send>(
        &self,
        py: Python<'_>,
        bytes: usize,
        compute: impl FnOnce(&mut State) -> R + Send,
    ) -> PyResult<R> {
        with_object(py, &self.state, self.row.name, bytes, compute)
    }
}

#[pymethods]
impl Xof {
    /// The name of the algorithm as `hashlib` spells it, such as "shake_128".
    #[getter]
    fn name(&self) -> String {
        hashlib_name(self.row.name)
    }

    /// The length of the output in bytes if the constructor or the algorithm (BLAKE3) sets it. Otherwise 0, as in
    /// `hashlib`.
    #[getter]
    fn digest_size(&self) -> usize {
        let default = || fixed_hash(Algorithm::Xof(self.row)).map_or(0, |hash| hash.digest_bytes);
        self.fixed_bytes.unwrap_or_else(default)
    }

    /// The rate in bytes.
    #[getter]
    fn block_size(&self) -> usize {
        self.row.rate_bytes
    }

    /// Append a bytes-like object to the message. For TupleHash, append one element to the tuple.
    ///
    /// threads -- for the tree hashes (KangarooTwelve, ParallelHash, BLAKE3): 1 to 256, or "auto" for one per
    ///     processor. Threads help for 256 KiB or more per call, and never change the output.
    ///
    /// Raises ValueError after `read`.
    #[pyo3(signature = (data, /, *, threads = None))]
    fn update(
        &self,
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let threads = threads.map_or(Ok(Threads::ONE), Threads::parse)?;
        let data = Input::message(data)?;
        let data = data.as_slice();
        self.with(py, data.len(), |state| {
            if state.reader.is_some() {
                return Err(
                    StateError::AbsorbAfterSqueeze { algorithm: self.row.name }.into_py_err()
                );
            }
            state.message.update(self.row, data, threads)
        })?
    }

    /// Return the first `length` bytes of the output. `update` may follow.
    ///
    /// The default length is the length given to the constructor. If none was given there, it is the length that gives
    /// the function's full collision resistance.
    #[pyo3(signature = (length = None))]
    fn digest<'py>(
        &self,
        py: Python<'py>,
        length: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let length = self.output_bytes(length)?;
        new_bytes(py, length, |digest| self.digest_into(py, digest))
    }

    /// Return the first `length` bytes of the output in lower-case hexadecimal; see `digest`.
    #[pyo3(signature = (length = None))]
    fn hexdigest<'py>(
        &self,
        py: Python<'py>,
        length: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyString>> {
        let mut digest = zeroed(self.output_bytes(length)?)?;
        self.digest_into(py, &mut digest)?;
        hex(py, &digest)
    }

    /// Return the next `length` bytes of the output. No `update` may follow.
    ///
    /// Raises ValueError if the output has a fixed length and fewer bytes are left.
    fn read<'py>(
        &self,
        py: Python<'py>,
        length: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let length = number(length, "length")?;
        new_bytes(py, length, |output| {
            self.with(py, length, |state| {
                state.reader(self.row)?.squeeze(output).map_err(IntoPyErr::into_py_err)
            })?
        })
    }

    /// Skip the next `length` bytes of the output. No `update` may follow. BLAKE3 skips without computing the bytes.
    ///
    /// Raises ValueError if the output has a fixed length and fewer bytes are left.
    fn skip(&self, py: Python<'_>, length: &Bound<'_, PyAny>) -> PyResult<()> {
        let length = number(length, "length")?;
        self.with(py, length, |state| {
            state.reader(self.row)?.skip(length as u64).map_err(IntoPyErr::into_py_err)
        })?
    }

    /// Return an independent copy with the same message and position in the output.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let state = self.with(py, 0, |state| state.clone())?;
        Ok(Self { state: Mutex::new(Some(state)), ..*self })
    }

    /// Return the state with its parameters as bytes. `astragal.from_state` restores it, even in another process or on
    /// another machine. The state contains the last bytes of the message.
    ///
    /// Raises ValueError after `read`. Also raises ValueError for BLAKE3 with a context, because its state is secret.
    fn export_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.with(py, 0, |state| {
            state.to_export(self.row)?.export_state().map_err(IntoPyErr::into_py_err)
        })??;
        Ok(PyBytes::new(py, &state))
    }

    /// Return the state as bytes, even for BLAKE3 with a context; the bytes are then as secret as the derived keys.
    /// `astragal.from_state_with_key` restores it.
    fn export_state_with_key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.with(py, 0, |state| {
            let xof = state.to_export(self.row)?;
            PyResult::Ok(Zeroizing::new(xof.export_state_with_key()))
        })??;
        Ok(PyBytes::new(py, &state))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        pickle::reduce(self.export_state(py)?)
    }

    /// Reset to the empty message, with the same parameters.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, 0, |state| {
            state.reader = None;
            match &mut state.message {
                Message::Short(short) => *short = ShortMessage::EMPTY,
                Message::Streaming(xof) => xof.reset(),
            }
        })
    }

    /// Erase the message, the output and any key. Later calls raise ValueError. A `with` block calls `wipe` at its end.
    fn wipe(&self, py: Python<'_>) {
        wipe(py, &self.state);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyTuple>) {
        self.wipe(py);
    }

    fn __repr__(&self) -> String {
        format!("<astragal.Xof {}>", self.row.name)
    }
}
