//! BLAKE3 outboard trees that are read from and written to Python file objects, for `astragal.outboard`.

use astragal::hazmat::outboard::{OutboardError, OutboardWriter, verify_range_with};
use astragal::xof::Blake3Xof;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffer::Input;
use crate::number::bytes;
use crate::tree::blake3_key;

/// Number of bytes per read.
const READ_BYTES: u64 = 8 << 20;

/// Creates a BLAKE3 function. `key` selects the keyed hash, and `context` selects key derivation. If both are missing,
/// BLAKE3 is a plain hash.
fn blake3(
    key: Option<&Bound<'_, PyAny>>,
    context: Option<&Bound<'_, PyAny>>,
) -> PyResult<Blake3Xof> {
    if key.is_some() && context.is_some() {
        return Err(PyValueError::new_err("blake3 takes key or context, not both"));
    }
    if let Some(key) = key {
        let key = Input::parameter(key, "key")?;
        return Ok(Blake3Xof::keyed(blake3_key(&key)?));
    }
    let Some(context) = context else { return Ok(Blake3Xof::new()) };
    Ok(Blake3Xof::derive_key(Input::parameter(context, "context")?.as_slice()))
}

/// Read `file` to its end and write the outboard tree of its `length` bytes to the seekable file `tree`; return the
/// digest.
#[pyfunction]
#[pyo3(signature = (file, tree, length, key = None, context = None))]
pub(crate) fn outboard_write<'py>(
    file: &Bound<'py, PyAny>,
    tree: &Bound<'py, PyAny>,
    length: u64,
    key: Option<&Bound<'py, PyAny>>,
    context: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = file.py();
    let mut write = |offset: u64, bytes: &[u8]| -> PyResult<()> {
        tree.call_method1("seek", (offset,))?;
        let written = tree.call_method1("write", (PyBytes::new(py, bytes),))?;
        match written.extract::<usize>() {
            Ok(written) if written < bytes.len() => {
                Err(PyValueError::new_err("tree.write() wrote fewer bytes than given"))
            }
            _ => Ok(()),
        }
    };
    let mut writer = OutboardWriter::with_hash(&blake3(key, context)?, length);
    loop {
        let data = file.call_method1("read", (READ_BYTES,))?;
        let data = Input::message(&data)?;
        if data.len() == 0 {
            break;
        }
        writer.update(data.as_slice(), &mut write).map_err(py_err)?;
    }
    Ok(PyBytes::new(py, &writer.finish(&mut write).map_err(py_err)?))
}

/// Return bytes `start` to `end` of `file`, verified with the digest and `tree`. Both files must be seekable.
#[pyfunction]
#[pyo3(signature = (digest, file, tree, start, end, key = None, context = None))]
pub(crate) fn outboard_read<'py>(
    digest: &Bound<'py, PyAny>,
    file: &Bound<'py, PyAny>,
    tree: &Bound<'py, PyAny>,
    start: u64,
    end: Option<u64>,
    key: Option<&Bound<'py, PyAny>>,
    context: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let digest = Input::parameter(digest, "digest")?;
    let wrong =
        || PyValueError::new_err(format!("digest is {}; blake3 has 32", bytes(digest.len())));
    let root: &[u8; 32] = digest.as_slice().try_into().map_err(|_| wrong())?;
    let end = match end {
        Some(end) => end,
        None => {
            // Without `end`, the range ends at the message length that `tree` states. Verifying the last chunk, which
            // the range contains, also verifies this length.
            let mut length = [0; 8];
            read_exact(tree, "tree", 0, &mut length)?;
            u64::from_le_bytes(length)
        }
    };
    let mut verified = Vec::new();
    verify_range_with(
        &blake3(key, context)?,
        root,
        start..end,
        &mut |offset, out| read_exact(tree, "tree", offset, out),
        &mut |offset, out| read_exact(file, "file", offset, out),
        &mut |bytes| {
            verified.extend_from_slice(bytes);
            Ok(())
        },
    )
    .map_err(py_err)?;
    Ok(PyBytes::new(file.py(), &verified))
}

/// Reads `out.len()` bytes of a file object, starting at `offset`. `what` is the file's name for error messages.
fn read_exact(file: &Bound<'_, PyAny>, what: &str, offset: u64, out: &mut [u8]) -> PyResult<()> {
    file.call_method1("seek", (offset,))?;
    let mut filled = 0;
    while filled < out.len() {
        let piece = file.call_method1("read", (out.len() - filled,))?;
        let piece = Input::message(&piece)?;
        let piece = piece.as_slice();
        let Some(free) = out[filled..].get_mut(..piece.len()).filter(|_| !piece.is_empty()) else {
            let end = offset.saturating_add(out.len() as u64);
            return Err(PyValueError::new_err(format!("{what} ends before byte {end}")));
        };
        free.copy_from_slice(piece);
        filled += piece.len();
    }
    Ok(())
}

fn py_err(error: OutboardError<PyErr>) -> PyErr {
    match error {
        OutboardError::Io(error) => error,
        error => PyValueError::new_err(error.to_string()),
    }
}
