//! `astragal.Xof`: output of any length, all at once as in `hashlib` or as a stream.

use std::sync::Mutex;

use astragal::error::StateError;
use astragal::registry::{Algorithm, DynXof, XofParams, XofRow};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use zeroize::Zeroizing;

use crate::algorithm;
use crate::arguments::{Given, number};
use crate::buffer::Input;
use crate::constructor::hashlib_name;
use crate::error::Raise as _;
use crate::exported::reduced;
use crate::state::{Short, detach_for, hex, result, wipe, with_object, zeroed};
use crate::threads::Threads;

/// An extendable-output function over a message that comes in pieces: a hash whose output is as long as one
/// likes.
///
/// `digest(length)` gives the start of the output, as `hashlib`'s SHAKE does, any number of times; `read`
/// gives the output piece after piece and ends the message. The fixed-length functions of SP 800-185
/// (`tuplehash128`, `parallelhash256`, ...) take their output's length at construction, because it is
/// part of what they hash.
///
/// Several threads may use one object at the same time; each call happens as a whole.
#[pyclass(frozen, module = "astragal")]
pub(crate) struct Xof {
    row: &'static XofRow,
    /// The output's length in bytes, if it was fixed at construction.
    fixed_bytes: Option<usize>,
    state: Mutex<Option<State>>,
}

#[derive(Clone)]
struct State {
    message: Message,
    /// What `read` squeezes; once it is here, the message has ended.
    reader: Option<Box<dyn DynXof>>,
}

impl State {
    /// The function whose state is exported.
    fn to_export(&self, row: &'static XofRow) -> PyResult<Box<dyn DynXof>> {
        if self.reader.is_some() {
            let text = format!("{} is being read; its state is exported before that", row.name);
            return Err(PyValueError::new_err(text));
        }
        self.message.function(row)
    }

    /// What gives the output, from where it stands; the first call ends the message.
    fn reader(&mut self, row: &'static XofRow) -> PyResult<&mut Box<dyn DynXof>> {
        match &mut self.reader {
            Some(reader) => Ok(reader),
            reader => Ok(reader.insert(self.message.function(row)?)),
        }
    }
}

#[derive(Clone)]
enum Message {
    /// Of a function with no parameters and no tuples.
    Short(Short),
    Absorbed(Box<dyn DynXof>),
}

impl Message {
    fn update(&mut self, row: &'static XofRow, data: &[u8], threads: Threads) -> PyResult<()> {
        if let Self::Short(short) = self {
            if short.append(data) {
                return Ok(());
            }
            *self = Self::Absorbed(self.function(row)?);
        }
        let Self::Absorbed(xof) = self else { return Ok(()) };
        let absorbed = if row.takes.items {
            xof.begin_item(data.len() as u64).and_then(|()| xof.absorb(data))
        } else if row.takes.cores {
            threads.run(data.len(), xof, |xof| xof.absorb(data), |xof| xof.absorb_parallel(data))
        } else {
            xof.absorb(data)
        };
        absorbed.map_err(StateError::raise)
    }

    /// Fills `output` with the start of the output.
    fn output(&self, row: &'static XofRow, output: &mut [u8]) -> PyResult<()> {
        match self {
            Self::Short(short) => row
                .output_into(&XofParams::default(), short.as_slice(), output)
                .map_err(|error| error.raise()),
            Self::Absorbed(xof) => xof.clone().squeeze(output).map_err(StateError::raise),
        }
    }

    /// A function that has absorbed the message.
    fn function(&self, row: &'static XofRow) -> PyResult<Box<dyn DynXof>> {
        match self {
            Self::Short(short) => {
                let mut xof = row.new_xof(&XofParams::default()).map_err(|error| error.raise())?;
                xof.absorb(short.as_slice()).map_err(StateError::raise)?;
                Ok(xof)
            }
            Self::Absorbed(xof) => Ok(xof.clone()),
        }
    }
}

/// Elements of a tuple that are taken from Python together.
const ITEMS_AT_ONCE: usize = 4096;
/// What an element costs beside its bytes, as bytes.
const PER_ITEM_BYTES: usize = 16;

impl Xof {
    pub(crate) fn new(py: Python<'_>, row: &'static XofRow, given: &Given<'_>) -> PyResult<Self> {
        let threads = given.threads()?;
        let (context, name) = (given.context()?, given.name()?);
        let custom = if context.is_some() { context } else { given.custom()? };
        let length = given.length()?;
        let key = row.key_bytes.map(|_| given.key()).transpose()?;
        let params = XofParams {
            custom: custom.as_ref().map(Input::as_slice),
            function_name: name.as_ref().map(Input::as_slice),
            domain: given.domain()?,
            block_bytes: given.block()?,
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
        let message = if has_parameters {
            let bytes = params.custom.map_or(0, <[u8]>::len);
            let xof = detach_for(py, bytes, || row.new_xof(&params));
            Message::Absorbed(xof.map_err(|error| error.raise())?)
        } else {
            Message::Short(Short::EMPTY)
        };
        let fixed_bytes =
            row.takes.output_bytes.then(|| length.unwrap_or(row.default_output_bytes));
        Self::after(py, row, fixed_bytes, message, given.data(), threads)
    }

    /// The function without parameters, if that is all of it.
    pub(crate) fn plain(
        py: Python<'_>,
        row: &'static XofRow,
        data: Option<&Bound<'_, PyAny>>,
    ) -> Option<PyResult<Self>> {
        let takes_more = row.key_bytes.is_some() || row.takes.output_bytes || row.takes.items;
        let empty = Message::Short(Short::EMPTY);
        (!takes_more).then(|| Self::after(py, row, None, empty, data, Threads::ONE))
    }

    fn after(
        py: Python<'_>,
        row: &'static XofRow,
        fixed_bytes: Option<usize>,
        mut message: Message,
        data: Option<&Bound<'_, PyAny>>,
        threads: Threads,
    ) -> PyResult<Self> {
        if let Some(data) = data {
            if row.takes.items {
                // Many at a time, so that other threads run meanwhile even where each is short.
                let mut items = data.try_iter()?.map(|item| Input::message(&item?)).peekable();
                while items.peek().is_some() {
                    let some = items.by_ref().take(ITEMS_AT_ONCE).collect::<PyResult<Vec<_>>>()?;
                    let some: Vec<&[u8]> = some.iter().map(Input::as_slice).collect();
                    let bytes = some.iter().map(|item| item.len() + PER_ITEM_BYTES).sum();
                    detach_for(py, bytes, || {
                        some.iter().try_for_each(|item| message.update(row, item, threads))
                    })?;
                }
            } else {
                let data = Input::message(data)?;
                match (&message, Short::given(&data)) {
                    (Message::Short(_), Some(short)) => message = Message::Short(short),
                    _ => {
                        let data = data.as_slice();
                        detach_for(py, data.len(), || message.update(row, data, threads))?;
                    }
                }
            }
        }
        Ok(Self { row, fixed_bytes, state: Mutex::new(Some(State { message, reader: None })) })
    }

    /// A function that was exported elsewhere.
    pub(crate) fn imported(xof: Box<dyn DynXof>) -> Self {
        let (row, fixed_bytes) = (xof.row(), xof.output_bytes());
        let state = State { message: Message::Absorbed(xof), reader: None };
        Self { row, fixed_bytes, state: Mutex::new(Some(state)) }
    }

    /// The length of the output that is asked for.
    fn output_bytes(&self, length: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let default = self.fixed_bytes.unwrap_or(self.row.default_output_bytes);
        let Some(length) = length else { return Ok(default) };
        let length = number(length, "length")?;
        match self.fixed_bytes {
            Some(fixed) if fixed != length => Err(PyValueError::new_err(format!(
                "length is {length}; this {} was made for {fixed} bytes",
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
    /// The algorithm's name as `hashlib` writes it: "shake_128".
    #[getter]
    fn name(&self) -> String {
        hashlib_name(self.row.name)
    }

    /// The output's length in bytes where it is fixed or has a default that is part of the algorithm
    /// (BLAKE3), else 0, as in `hashlib`.
    #[getter]
    fn digest_size(&self) -> usize {
        let default =
            || algorithm::fixed(Algorithm::Xof(self.row)).map_or(0, |hash| hash.digest_bytes);
        self.fixed_bytes.unwrap_or_else(default)
    }

    /// The rate: bytes that the function takes or gives at a time.
    #[getter]
    fn block_size(&self) -> usize {
        self.row.rate_bytes
    }

    /// Append a bytes-like object to the message; to a TupleHash, as one element of its tuple.
    ///
    /// threads -- for the tree hashes (KangarooTwelve, ParallelHash, BLAKE3): 1 to 256, or "auto" for as many as
    ///     there are processors. It pays from some hundred KiB per call on and never changes the output.
    ///
    /// Raises ValueError when reading has begun.
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
                return Err(StateError::AbsorbAfterSqueeze { algorithm: self.row.name }.raise());
            }
            state.message.update(self.row, data, threads)
        })?
    }

    /// Return the first `length` bytes of output. The message may go on afterwards.
    ///
    /// Without a length: the length fixed at construction, or the one that gives the function's full
    /// collision resistance.
    #[pyo3(signature = (length = None))]
    fn digest<'py>(
        &self,
        py: Python<'py>,
        length: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let length = self.output_bytes(length)?;
        result(py, length, |digest| self.digest_into(py, digest))
    }

    /// Return the first `length` bytes of output in lower-case hexadecimal; see `digest`.
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

    /// Return the next `length` bytes of output, from the start at the first call. Ends the message.
    ///
    /// Raises ValueError when a function of fixed length has given all its output.
    fn read<'py>(
        &self,
        py: Python<'py>,
        length: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let length = number(length, "length")?;
        result(py, length, |output| {
            self.with(py, length, |state| {
                state.reader(self.row)?.squeeze(output).map_err(StateError::raise)
            })?
        })
    }

    /// Pass over the next `length` bytes of output; BLAKE3 does so at no cost. Ends the message.
    ///
    /// Raises ValueError when a function of fixed length does not have so much output.
    fn skip(&self, py: Python<'_>, length: &Bound<'_, PyAny>) -> PyResult<()> {
        let length = number(length, "length")?;
        self.with(py, length, |state| {
            state.reader(self.row)?.skip(length as u64).map_err(StateError::raise)
        })?
    }

    /// Return a copy with the same message and the same place in the output, to go on with separately.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let state = self.with(py, 0, |state| state.clone())?;
        Ok(Self { state: Mutex::new(Some(state)), ..*self })
    }

    /// Return the state as bytes, with its parameters, from which `astragal.from_state` goes on, in another process or
    /// on another machine. The bytes tell the end of the message.
    ///
    /// Raises ValueError when reading has begun, and for BLAKE3 with a context, whose state is a key's.
    fn export_state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.with(py, 0, |state| {
            state.to_export(self.row)?.export_state().map_err(StateError::raise)
        })??;
        Ok(PyBytes::new(py, &state))
    }

    /// `export_state`, also of BLAKE3 with a context: then the bytes are as secret as the keys that are derived, and
    /// `astragal.from_state_with_key` goes on from them.
    fn export_state_with_key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.with(py, 0, |state| {
            let xof = state.to_export(self.row)?;
            PyResult::Ok(Zeroizing::new(xof.export_state_with_key()))
        })??;
        Ok(PyBytes::new(py, &state))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        reduced(self.export_state(py)?)
    }

    /// Go back to the empty message, parameters kept.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, 0, |state| {
            state.reader = None;
            match &mut state.message {
                Message::Short(short) => *short = Short::EMPTY,
                Message::Absorbed(xof) => xof.reset(),
            }
        })
    }

    /// Erase message and output, and the key if it has one; other calls raise ValueError from now on. A `with` block does it at its end.
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
