//! `hash_many` and `hash_column`: many messages by one call, hashed side by side where the family can.

use astragal::error::{ParameterError, StateError};
use astragal::registry::{Algorithm, DynMac, DynXof, HashRow, MacParams, XofParams, XofRow};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyNone, PyTuple};

use crate::algorithm;
use crate::arguments::number;
use crate::arrow::{Column, Digests};
use crate::buffer::{Input, Output, Table, has_buffer};
use crate::error::Raise as _;
use crate::state::{detach_for, result, zeroed};
use crate::threads::Threads;

/// Hash many messages: the same as [new(name, item).digest() for item in items], several times as fast.
///
/// name -- a hash or extendable-output function, in any spelling; with a key, a message authentication code.
/// items -- an iterable of bytes-like objects; one buffer of two dimensions, such as a NumPy array in C
///     order, each row of which is a message; or a column of Arrow's, binary or string, of pyarrow, Polars or
///     pandas, which is read where it lies.
/// length -- the length of each digest in bytes, for extendable-output functions and codes.
/// out -- a writable buffer that takes the digests, one behind the other; None is returned then.
/// key, custom -- of a message authentication code; custom of an extendable-output function, too.
/// threads -- how many share the messages, or "auto".
///
/// Returns a list of bytes, None where a column has a null. Raises ValueError for a name that is not known, a
/// length that the algorithm does not have, a buffer of the wrong size, or a null that out has no place for.
#[pyfunction]
#[pyo3(signature = (name, items, *, length = None, out = None, key = None, custom = None, threads = None))]
#[expect(clippy::too_many_arguments, reason = "keywords")]
pub(crate) fn hash_many<'py>(
    py: Python<'py>,
    name: &str,
    items: &Bound<'py, PyAny>,
    length: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    key: Option<&Bound<'py, PyAny>>,
    custom: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let work = Work::new(name, length, key, custom, threads)?;
    let messages = Messages::new(items)?;
    let rows = messages.rows()?;
    let digest_bytes = work.digest_bytes;
    if let Some(out) = out {
        let slices: Vec<&[u8]> = rows.iter().flatten().copied().collect();
        let mut out = Output::new(out)?;
        if let Some(null) = rows.iter().position(Option::is_none) {
            let error = format!("row {null} is null; out has no place for it, hash_column has");
            return Err(PyValueError::new_err(error));
        }
        let needed = slices.len().saturating_mul(digest_bytes);
        if out.len() != needed {
            let (given, count) = (out.len(), slices.len());
            return Err(PyValueError::new_err(format!(
                "out has {given} bytes; {count} digests of {digest_bytes} bytes have {needed}"
            )));
        }
        if slices.iter().any(|message| out.overlaps(message)) {
            return Err(PyValueError::new_err("out overlaps the messages"));
        }
        work.run(py, &slices, out.as_mut_slice())?;
        return Ok(PyNone::get(py).to_owned().into_any());
    }
    // Some at a time: the memory beside the list stays small, and other threads run in between.
    let some = (AT_ONCE_BYTES / digest_bytes.max(1)).clamp(1, AT_ONCE);
    let mut digests = zeroed(some.min(rows.iter().flatten().count()).saturating_mul(digest_bytes))?;
    let list = PyList::empty(py);
    for rows in rows.chunks(some) {
        let slices: Vec<&[u8]> = rows.iter().flatten().copied().collect();
        let digests = &mut digests[..slices.len() * digest_bytes];
        work.run(py, &slices, digests)?;
        let mut next = 0;
        for row in rows {
            if row.is_none() {
                list.append(PyNone::get(py))?;
                continue;
            }
            let digest = &digests[next..][..digest_bytes];
            next += digest_bytes;
            list.append(result(py, digest_bytes, |bytes| {
                bytes.copy_from_slice(digest);
                Ok(())
            })?)?;
        }
    }
    Ok(list.into_any())
}

/// Hash each row of a column, and return a column: Digests, which pyarrow.array(), polars.Series() and others take
/// without a copy.
///
/// column -- what hash_many takes as items.
/// length, key, custom, threads -- as there.
///
/// A null's digest is null. Raises as hash_many does.
#[pyfunction]
#[pyo3(signature = (name, column, *, length = None, key = None, custom = None, threads = None))]
pub(crate) fn hash_column<'py>(
    py: Python<'py>,
    name: &str,
    column: &Bound<'py, PyAny>,
    length: Option<&Bound<'py, PyAny>>,
    key: Option<&Bound<'py, PyAny>>,
    custom: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
) -> PyResult<Digests> {
    let work = Work::new(name, length, key, custom, threads)?;
    let messages = Messages::new(column)?;
    let rows = messages.rows()?;
    let slices: Vec<&[u8]> = rows.iter().flatten().copied().collect();
    let mut digests = zeroed(rows.len().saturating_mul(work.digest_bytes))?;
    work.run(py, &slices, &mut digests[..slices.len() * work.digest_bytes])?;
    if slices.len() < rows.len() {
        // Those of nulls are zeros, in between.
        let mut from = slices.len();
        for (to, row) in rows.iter().enumerate().rev() {
            let place = to * work.digest_bytes;
            if row.is_some() {
                from -= 1;
                let start = from * work.digest_bytes;
                digests.copy_within(start..start + work.digest_bytes, place);
            } else {
                digests[place..place + work.digest_bytes].fill(0);
            }
        }
    }
    Ok(Digests::new(digests, work.digest_bytes, &rows))
}

/// Digests that are computed before they become objects: their number and length.
const AT_ONCE: usize = 8192;
const AT_ONCE_BYTES: usize = 1 << 20;

/// What is done with each message.
enum Function {
    Hash(&'static HashRow),
    /// Without parameters.
    Plain(&'static XofRow),
    Xof(Box<dyn DynXof>),
    Mac(Box<dyn DynMac>),
}

/// What is done, by how many threads.
struct Work {
    function: Function,
    digest_bytes: usize,
    threads: Threads,
}

impl Work {
    fn new(
        name: &str,
        length: Option<&Bound<'_, PyAny>>,
        key: Option<&Bound<'_, PyAny>>,
        custom: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let length = length.map(|length| number(length, "length")).transpose()?;
        let threads = threads.map_or(Ok(Threads::ONE), Threads::parse)?;
        let custom = custom.map(|custom| Input::parameter(custom, "custom")).transpose()?;
        let custom = custom.as_ref().map(Input::as_slice);
        if let Some(key) = key {
            let key = Input::parameter(key, "key")?;
            let Algorithm::Mac(row) = algorithm::mac(name).map_err(|error| error.raise())? else {
                return Err(PyTypeError::new_err(format!("{name} takes no key")));
            };
            let params = MacParams { custom, tag_bytes: length };
            let mac = row.new_mac(key.as_slice(), &params).map_err(|error| error.raise())?;
            let digest_bytes = mac.tag_bytes();
            return Ok(Self { function: Function::Mac(mac), digest_bytes, threads });
        }
        let row = algorithm::hash_or_xof(name).map_err(|error| error.raise())?;
        if row.name == "blake3" && custom.is_some() {
            let error = "blake3 takes no custom; blake3(data, derive_key_context=...) derives keys";
            return Err(PyTypeError::new_err(error));
        }
        // A hash can take several messages at once.
        let fixed = algorithm::fixed(row)
            .filter(|hash| length.is_none_or(|length| length == hash.digest_bytes));
        let fixed = fixed.filter(|_| custom.is_none() || !matches!(row, Algorithm::Xof(_)));
        let row = fixed.map_or(row, Algorithm::Hash);
        let (function, digest_bytes) = match (row, length) {
            (Algorithm::Xof(row), length) if custom.is_none() => {
                (Function::Plain(row), length.unwrap_or(row.default_output_bytes))
            }
            (Algorithm::Xof(row), length) => {
                let output_bytes = length.unwrap_or(row.default_output_bytes);
                let params =
                    XofParams { custom, output_bytes: Some(output_bytes), ..XofParams::default() };
                let xof = row.new_xof(&params).map_err(|error| error.raise())?;
                (Function::Xof(xof), output_bytes)
            }
            (Algorithm::Hash(row), _) if custom.is_some() => {
                let error = format!("{} takes no customization string", row.name);
                return Err(PyTypeError::new_err(error));
            }
            (Algorithm::Hash(row), Some(length)) if length != row.digest_bytes => {
                let (name, digest) = (row.name, row.digest_bytes);
                let error = format!("length is {length}; {name} gives {digest}");
                return Err(PyValueError::new_err(error));
            }
            (Algorithm::Hash(row), _) => (Function::Hash(row), row.digest_bytes),
            _ => return Err(PyTypeError::new_err(format!("{name} is no hash"))),
        };
        Ok(Self { function, digest_bytes, threads })
    }

    /// Fills `digests`, one behind the other.
    fn run(&self, py: Python<'_>, messages: &[&[u8]], digests: &mut [u8]) -> PyResult<()> {
        let bytes = digests.len() + messages.iter().map(|message| message.len()).sum::<usize>();
        detach_for(py, bytes, || {
            let threads = self.threads.share(bytes);
            if threads <= 1 || self.digest_bytes == 0 {
                return self.function.digest_all(messages, digests);
            }
            let some = messages.len().div_ceil(threads).max(1);
            let pieces = messages.chunks(some).zip(digests.chunks_mut(some * self.digest_bytes));
            std::thread::scope(|scope| {
                let running: Vec<_> = pieces
                    .map(|(some, out)| scope.spawn(|| self.function.digest_all(some, out)))
                    .collect();
                running.into_iter().try_for_each(|one| match one.join() {
                    Ok(done) => done,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
            })
        })
    }
}

impl Function {
    fn digest_all(&self, messages: &[&[u8]], digests: &mut [u8]) -> PyResult<()> {
        match self {
            Self::Hash(row) => row.hash_many(messages, digests).map_err(ParameterError::raise),
            Self::Plain(row) => {
                let digest_bytes = digests.len().checked_div(messages.len()).unwrap_or_default();
                row.hash_many(messages, digest_bytes, digests).map_err(ParameterError::raise)
            }
            Self::Xof(xof) => {
                let mut xof = xof.clone();
                let digest_bytes = digests.len().checked_div(messages.len()).unwrap_or_default();
                for (i, message) in messages.iter().enumerate() {
                    if xof.row().takes.items {
                        xof.begin_item(message.len() as u64).map_err(StateError::raise)?;
                    }
                    xof.absorb(message).map_err(StateError::raise)?;
                    let digest = &mut digests[i * digest_bytes..][..digest_bytes];
                    xof.squeeze(digest).map_err(StateError::raise)?;
                    xof.reset();
                }
                Ok(())
            }
            Self::Mac(mac) => {
                let mut mac = mac.clone();
                let tags = digests.chunks_mut(mac.tag_bytes().max(1));
                for (message, tag) in messages.iter().zip(tags) {
                    mac.update(message);
                    mac.finalize_into_reset(tag).map_err(ParameterError::raise)?;
                }
                Ok(())
            }
        }
    }
}

enum Messages<'py> {
    Each(Vec<Input<'py>>),
    Rows(Table<'py>),
    Column(Column),
}

impl<'py> Messages<'py> {
    fn new(items: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(list) = items.cast::<PyList>() {
            return list
                .iter()
                .map(|item| Input::message(&item))
                .collect::<PyResult<_>>()
                .map(Self::Each);
        }
        if items.is_instance_of::<PyTuple>() {
            return Self::each(items);
        }
        if let Some(column) = Column::of(items)? {
            return Ok(Self::Column(column));
        }
        if !has_buffer(items) {
            return Self::each(items);
        }
        match items.getattr_opt("dtype")?.map(|dtype| dtype.getattr("kind")?.extract::<char>()) {
            // An array of NumPy's whose rows are objects, each with a buffer of its own.
            Some(Ok('O')) => Self::each(items),
            Some(Ok('S' | 'U')) => Err(PyTypeError::new_err(
                "NumPy's fixed-width strings have lost the zeros at their ends, or are encoded in UTF-32; pass a list \
                 of bytes, an array of dtype object, or one of uint8 with a message in each row",
            )),
            _ => Ok(Self::Rows(Table::new(items)?)),
        }
    }

    fn each(items: &Bound<'py, PyAny>) -> PyResult<Self> {
        let each = items.try_iter()?.map(|item| Input::message(&item?));
        each.collect::<PyResult<_>>().map(Self::Each)
    }

    /// The messages in order; `None` for a null.
    fn rows(&self) -> PyResult<Vec<Option<&[u8]>>> {
        match self {
            Self::Each(each) => Ok(each.iter().map(|input| Some(input.as_slice())).collect()),
            Self::Rows(table) => Ok(table.rows().map(Some).collect()),
            Self::Column(column) => column.rows(),
        }
    }
}
