//! Functions `hash_many` and `hash_column`, which hash many messages in one call. Some algorithms have a backend that
//! hashes several messages per vector register.

use astragal::registry::{Algorithm, DynMac, DynXof, HashRow, MacParams, XofParams, XofRow};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyNone, PyTuple};

use crate::arrow::{Column, Digests};
use crate::buffer::{Input, Output, Table, has_buffer};
use crate::error::IntoPyErr;
use crate::lock::detach_for;
use crate::lookup;
use crate::number::{bytes, number};
use crate::output::{new_bytes, zeroed};
use crate::threads::Threads;

/// Hash many messages: [new(name, item).digest() for item in items], but several times faster.
///
/// name -- a hash or extendable-output function; if `key` is given, a MAC.
/// items -- an iterable of bytes-like objects; or a two-dimensional buffer, such as a NumPy array in C order, with
///     one message per row; or a binary or string Arrow column of pyarrow, Polars or pandas, which is not copied.
/// length -- the length of each digest in bytes, for extendable-output functions and MACs.
/// out -- a writable buffer for the concatenated digests; the result is then None.
/// key -- the key of a MAC.
/// custom -- the customization string of a MAC or extendable-output function.
/// threads -- the number of threads that share the messages, or "auto" for one per processor.
///
/// Returns a list of bytes, with None for each null of a column. Raises ValueError if the name is unknown, if the
/// length is invalid, if `out` has the wrong length, or if `out` is given for a column with nulls.
#[pyfunction]
#[pyo3(signature = (name, items, *, length = None, out = None, key = None, custom = None, threads = None))]
#[expect(clippy::too_many_arguments, reason = "the Python function has these parameters")]
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
    let job = Job::new(name, length, key, custom, threads)?;
    let messages = Messages::new(items)?;
    let rows = messages.rows()?;
    let digest_bytes = job.digest_bytes;
    if let Some(out) = out {
        let slices: Vec<&[u8]> = rows.iter().flatten().copied().collect();
        let mut out = Output::new(out)?;
        if let Some(null) = rows.iter().position(Option::is_none) {
            let error = format!("row {null} is null; out cannot hold nulls, use hash_column");
            return Err(PyValueError::new_err(error));
        }
        let needed = slices.len().saturating_mul(digest_bytes);
        if out.len() != needed {
            let (given, needed, count) = (bytes(out.len()), bytes(needed), slices.len());
            return Err(PyValueError::new_err(format!(
                "out is {given}; expected {needed} for {count} x {digest_bytes}"
            )));
        }
        if slices.iter().any(|message| out.overlaps(message)) {
            return Err(PyValueError::new_err("out overlaps the messages"));
        }
        job.run(py, &slices, out.as_mut_slice())?;
        return Ok(PyNone::get(py).to_owned().into_any());
    }
    // Processes the messages in batches, to limit the temporary memory and to let other threads run between batches.
    let batch = (BATCH_BYTES / digest_bytes.max(1)).clamp(1, BATCH_ROWS);
    let mut digests =
        zeroed(batch.min(rows.iter().flatten().count()).saturating_mul(digest_bytes))?;
    let list = PyList::empty(py);
    for rows in rows.chunks(batch) {
        let slices: Vec<&[u8]> = rows.iter().flatten().copied().collect();
        let digests = &mut digests[..slices.len() * digest_bytes];
        job.run(py, &slices, digests)?;
        let mut next = 0;
        for row in rows {
            if row.is_none() {
                list.append(PyNone::get(py))?;
                continue;
            }
            let digest = &digests[next..][..digest_bytes];
            next += digest_bytes;
            list.append(new_bytes(py, digest_bytes, |bytes| {
                bytes.copy_from_slice(digest);
                Ok(())
            })?)?;
        }
    }
    Ok(list.into_any())
}

/// Hash each row of a column; return a column of Digests, which pyarrow.array() and polars.Series() import without a
/// copy.
///
/// column -- a column, as for the argument `items` of hash_many.
/// length, key, custom, threads -- as for hash_many.
///
/// The digest of a null row is null. Raises the same errors as hash_many.
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
    let job = Job::new(name, length, key, custom, threads)?;
    let messages = Messages::new(column)?;
    let rows = messages.rows()?;
    let slices: Vec<&[u8]> = rows.iter().flatten().copied().collect();
    let mut digests = zeroed(rows.len().saturating_mul(job.digest_bytes))?;
    job.run(py, &slices, &mut digests[..slices.len() * job.digest_bytes])?;
    if slices.len() < rows.len() {
        // `digests` contains the digests of the non-null rows without gaps. Moves each digest to the position of its
        // row, from the last row to the first, and fills null rows with zeros.
        let mut from = slices.len();
        for (to, row) in rows.iter().enumerate().rev() {
            let target = to * job.digest_bytes;
            if row.is_some() {
                from -= 1;
                let start = from * job.digest_bytes;
                digests.copy_within(start..start + job.digest_bytes, target);
            } else {
                digests[target..target + job.digest_bytes].fill(0);
            }
        }
    }
    Ok(Digests::new(digests, job.digest_bytes, &rows))
}

/// Maximum number of rows in a batch.
const BATCH_ROWS: usize = 8192;
/// Maximum total length of the digests in a batch, in bytes.
const BATCH_BYTES: usize = 1 << 20;

/// Function that is applied to each message.
enum Function {
    Hash(&'static HashRow),
    /// An extendable-output function without parameters.
    PlainXof(&'static XofRow),
    Xof(Box<dyn DynXof>),
    Mac(Box<dyn DynMac>),
}

/// Parsed arguments of `hash_many` or `hash_column`.
struct Job {
    function: Function,
    digest_bytes: usize,
    threads: Threads,
}

impl Job {
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
            let Algorithm::Mac(row) = lookup::mac(name).map_err(|error| error.into_py_err())?
            else {
                return Err(PyTypeError::new_err(format!("{name} takes no key")));
            };
            let params = MacParams { custom, tag_bytes: length };
            let mac = row.new_mac(key.as_slice(), &params).map_err(|error| error.into_py_err())?;
            let digest_bytes = mac.tag_bytes();
            return Ok(Self { function: Function::Mac(mac), digest_bytes, threads });
        }
        let row = lookup::hash_or_xof(name).map_err(|error| error.into_py_err())?;
        if row.name == "blake3" && custom.is_some() {
            let error =
                "blake3 takes no custom; blake3(data, derive_key_context=...) derives a key";
            return Err(PyTypeError::new_err(error));
        }
        // If both a hash and an extendable-output function have this name, uses the hash, because it can process
        // several messages per vector register.
        let fixed = lookup::fixed_hash(row)
            .filter(|hash| length.is_none_or(|length| length == hash.digest_bytes));
        let fixed = fixed.filter(|_| custom.is_none() || !matches!(row, Algorithm::Xof(_)));
        let row = fixed.map_or(row, Algorithm::Hash);
        let (function, digest_bytes) = match (row, length) {
            (Algorithm::Xof(row), length) if custom.is_none() => {
                (Function::PlainXof(row), length.unwrap_or(row.default_output_bytes))
            }
            (Algorithm::Xof(row), length) => {
                let output_bytes = length.unwrap_or(row.default_output_bytes);
                let params =
                    XofParams { custom, output_bytes: Some(output_bytes), ..XofParams::default() };
                let xof = row.new_xof(&params).map_err(|error| error.into_py_err())?;
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
            _ => return Err(PyTypeError::new_err(format!("{name} is not a hash"))),
        };
        Ok(Self { function, digest_bytes, threads })
    }

    /// Writes the concatenated digests of `messages` to `digests`.
    fn run(&self, py: Python<'_>, messages: &[&[u8]], digests: &mut [u8]) -> PyResult<()> {
        let bytes = digests.len() + messages.iter().map(|message| message.len()).sum::<usize>();
        detach_for(py, bytes, || {
            let threads = self.threads.count_for(bytes);
            if threads <= 1 || self.digest_bytes == 0 {
                return self.function.digest_all(messages, digests);
            }
            let share = messages.len().div_ceil(threads).max(1);
            let shares = messages.chunks(share).zip(digests.chunks_mut(share * self.digest_bytes));
            std::thread::scope(|scope| {
                let workers: Vec<_> = shares
                    .map(|(share, out)| scope.spawn(|| self.function.digest_all(share, out)))
                    .collect();
                workers.into_iter().try_for_each(|worker| match worker.join() {
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
            Self::Hash(row) => row.hash_many(messages, digests).map_err(IntoPyErr::into_py_err),
            Self::PlainXof(row) => {
                let digest_bytes = digests.len().checked_div(messages.len()).unwrap_or_default();
                row.hash_many(messages, digest_bytes, digests).map_err(IntoPyErr::into_py_err)
            }
            Self::Xof(xof) => {
                let mut xof = xof.clone();
                let digest_bytes = digests.len().checked_div(messages.len()).unwrap_or_default();
                for (i, message) in messages.iter().enumerate() {
                    if xof.row().takes.items {
                        xof.begin_item(message.len() as u64).map_err(IntoPyErr::into_py_err)?;
                    }
                    xof.absorb(message).map_err(IntoPyErr::into_py_err)?;
                    let digest = &mut digests[i * digest_bytes..][..digest_bytes];
                    xof.squeeze(digest).map_err(IntoPyErr::into_py_err)?;
                    xof.reset();
                }
                Ok(())
            }
            Self::Mac(mac) => {
                let mut mac = mac.clone();
                let tags = digests.chunks_mut(mac.tag_bytes().max(1));
                for (message, tag) in messages.iter().zip(tags) {
                    mac.update(message);
                    mac.finalize_into_reset(tag).map_err(IntoPyErr::into_py_err)?;
                }
                Ok(())
            }
        }
    }
}

/// The messages of one call. There is a variant for each type that the argument `items` may have.
enum Messages<'py> {
    Objects(Vec<Input<'py>>),
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
                .map(Self::Objects);
        }
        if items.is_instance_of::<PyTuple>() {
            return Self::objects(items);
        }
        if let Some(column) = Column::import(items)? {
            return Ok(Self::Column(column));
        }
        if !has_buffer(items) {
            return Self::objects(items);
        }
        match items.getattr_opt("dtype")?.map(|dtype| dtype.getattr("kind")?.extract::<char>()) {
            // The items are a NumPy array of Python objects, such as bytes objects.
            Some(Ok('O')) => Self::objects(items),
            Some(Ok('S' | 'U')) => Err(PyTypeError::new_err(
                "NumPy's fixed-width strings lose trailing zero bytes or are encoded in UTF-32; pass a list of bytes, an \
                 array of dtype object, or an array of uint8 with one message per row",
            )),
            _ => Ok(Self::Rows(Table::new(items)?)),
        }
    }

    fn objects(items: &Bound<'py, PyAny>) -> PyResult<Self> {
        let objects = items.try_iter()?.map(|item| Input::message(&item?));
        objects.collect::<PyResult<_>>().map(Self::Objects)
    }

    /// Returns the messages in order, with `None` for a null row.
    fn rows(&self) -> PyResult<Vec<Option<&[u8]>>> {
        match self {
            Self::Objects(objects) => {
                Ok(objects.iter().map(|input| Some(input.as_slice())).collect())
            }
            Self::Rows(table) => Ok(table.rows().map(Some).collect()),
            Self::Column(column) => column.rows(),
        }
    }
}
