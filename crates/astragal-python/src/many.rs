//! `hash_many`: many messages by one call, hashed side by side where the family can.

use astragal::error::{ParameterError, StateError};
use astragal::registry::{Algorithm, XofParams};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyNone, PyTuple};

use crate::algorithm;
use crate::arguments::number;
use crate::buffer::{Input, Output, Table, has_buffer};
use crate::error::Raise as _;
use crate::state::{detach_for, result, zeroed};

/// Hash many messages: the same as [new(name, item).digest() for item in items], several times as fast.
///
/// name -- a hash or extendable-output function, in any spelling.
/// items -- an iterable of bytes-like objects, or one buffer of two dimensions, such as a NumPy array in
///     C order, each row of which is a message.
/// length -- the length of each digest in bytes, for extendable-output functions.
/// out -- a writable buffer that takes the digests, one behind the other; None is returned then.
///
/// Returns a list of bytes. Raises ValueError for a name that is not known, a length that the algorithm
/// does not have, or a buffer of the wrong size.
#[pyfunction]
#[pyo3(signature = (name, items, *, length = None, out = None))]
pub(crate) fn hash_many<'py>(
    py: Python<'py>,
    name: &str,
    items: &Bound<'py, PyAny>,
    length: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let length = length.map(|length| number(length, "length")).transpose()?;
    let row = algorithm::hash_or_xof(name).map_err(|error| error.raise())?;
    // A hash can take several messages at once.
    let fixed = algorithm::fixed(row)
        .filter(|hash| length.is_none_or(|length| length == hash.digest_bytes));
    let row = fixed.map_or(row, Algorithm::Hash);
    let digest_bytes = digest_bytes(row, length)?;
    let messages = Messages::new(items)?;
    let slices = messages.as_slices();
    if let Some(out) = out {
        let mut out = Output::new(out)?;
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
        digest_all(py, row, digest_bytes, &slices, out.as_mut_slice())?;
        return Ok(PyNone::get(py).to_owned().into_any());
    }
    // Some at a time: the memory beside the list stays small, and other threads run in between.
    let some = (AT_ONCE_BYTES / digest_bytes.max(1)).clamp(1, AT_ONCE);
    let mut digests = zeroed(some.min(slices.len()).saturating_mul(digest_bytes))?;
    let list = PyList::empty(py);
    for slices in slices.chunks(some) {
        let digests = &mut digests[..slices.len() * digest_bytes];
        digest_all(py, row, digest_bytes, slices, digests)?;
        for i in 0..slices.len() {
            let digest = &digests[i * digest_bytes..][..digest_bytes];
            list.append(result(py, digest_bytes, |bytes| {
                bytes.copy_from_slice(digest);
                Ok(())
            })?)?;
        }
    }
    Ok(list.into_any())
}

/// Digests that are computed before they become objects: their number and length.
const AT_ONCE: usize = 8192;
const AT_ONCE_BYTES: usize = 1 << 20;

fn digest_bytes(row: Algorithm, length: Option<usize>) -> PyResult<usize> {
    match (row, length) {
        (Algorithm::Xof(row), length) => Ok(length.unwrap_or(row.default_output_bytes)),
        (Algorithm::Hash(row), Some(length)) if length != row.digest_bytes => {
            let (name, digest) = (row.name, row.digest_bytes);
            Err(PyValueError::new_err(format!("length is {length}; {name} gives {digest}")))
        }
        (Algorithm::Hash(row), _) => Ok(row.digest_bytes),
        _ => Ok(0),
    }
}

enum Messages<'py> {
    Each(Vec<Input<'py>>),
    Rows(Table<'py>),
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
        if !items.is_instance_of::<PyTuple>() && has_buffer(items) {
            return Ok(Self::Rows(Table::new(items)?));
        }
        let each = items.try_iter()?.map(|item| Input::message(&item?));
        each.collect::<PyResult<_>>().map(Self::Each)
    }

    fn as_slices(&self) -> Vec<&[u8]> {
        match self {
            Self::Each(each) => each.iter().map(Input::as_slice).collect(),
            Self::Rows(table) => table.rows().collect(),
        }
    }
}

/// Fills `digests`, one behind the other.
fn digest_all(
    py: Python<'_>,
    row: Algorithm,
    digest_bytes: usize,
    messages: &[&[u8]],
    digests: &mut [u8],
) -> PyResult<()> {
    let work = digests.len() + messages.iter().map(|message| message.len()).sum::<usize>();
    detach_for(py, work, || match row {
        Algorithm::Hash(row) => row.hash_many(messages, digests).map_err(ParameterError::raise),
        Algorithm::Xof(row) => {
            let params = XofParams { output_bytes: Some(digest_bytes), ..XofParams::default() };
            let mut xof = row.new_xof(&params).map_err(|error| error.raise())?;
            for (i, message) in messages.iter().enumerate() {
                if row.takes.items {
                    xof.begin_item(message.len() as u64).map_err(StateError::raise)?;
                }
                xof.absorb(message).map_err(StateError::raise)?;
                xof.squeeze(&mut digests[i * digest_bytes..][..digest_bytes])
                    .map_err(StateError::raise)?;
                xof.reset();
            }
            Ok(())
        }
        _ => Ok(()),
    })
}
