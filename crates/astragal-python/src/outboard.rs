//! What `astragal.outboard` is written over: BLAKE3's outboard trees, from and to Python's file objects.

use astragal::hazmat::outboard::{OutboardError, OutboardWriter, verify_range_with};
use astragal::xof::Blake3Xof;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffer::Input;
use crate::tree::blake3_key;

/// Bytes per read.
const PIECE_BYTES: u64 = 8 << 20;

/// BLAKE3, its keyed hash, or its key derivation for a context.
fn mode(key: Option<&Bound<'_, PyAny>>, context: Option<&Bound<'_, PyAny>>) -> PyResult<Blake3Xof> {
    if key.is_some() && context.is_some() {
        return Err(PyValueError::new_err("blake3 takes no key beside a context"));
    }
    if let Some(key) = key {
        let key = Input::parameter(key, "key")?;
        return Ok(Blake3Xof::keyed(blake3_key(&key)?));
    }
    let Some(context) = context else { return Ok(Blake3Xof::new()) };
    Ok(Blake3Xof::derive_key(Input::parameter(context, "context")?.as_slice()))
}

/// Write the outboard tree of `length` bytes that `file.read` gives to `tree`, which is sought; return the digest.
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
    let mut write = |place: u64, bytes: &[u8]| -> PyResult<()> {
        tree.call_method1("seek", (place,))?;
        let written = tree.call_method1("write", (PyBytes::new(py, bytes),))?;
        match written.extract::<usize>() {
            Ok(written) if written < bytes.len() => {
                Err(PyValueError::new_err("the tree's file does not take all that is written"))
            }
            _ => Ok(()),
        }
    };
    let mut writer = OutboardWriter::with_hash(&mode(key, context)?, length);
    loop {
        let piece = file.call_method1("read", (PIECE_BYTES,))?;
        let piece = Input::message(&piece)?;
        if piece.len() == 0 {
            break;
        }
        writer.update(piece.as_slice(), &mut write).map_err(raised)?;
    }
    Ok(PyBytes::new(py, &writer.finish(&mut write).map_err(raised)?))
}

/// Return the bytes from `start` to `end` of `file`, verified by its digest and `tree`; both files are sought.
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
        || PyValueError::new_err(format!("digest is {} bytes; BLAKE3's is 32", digest.len()));
    let root: &[u8; 32] = digest.as_slice().try_into().map_err(|_| wrong())?;
    let end = match end {
        Some(end) => end,
        None => {
            // What the tree says, and the last chunk, which is in the range, will prove.
            let mut length = [0; 8];
            fill(tree, "the tree", 0, &mut length)?;
            u64::from_le_bytes(length)
        }
    };
    let mut verified = Vec::new();
    verify_range_with(
        &mode(key, context)?,
        root,
        start..end,
        &mut |place, out| fill(tree, "the tree", place, out),
        &mut |place, out| fill(file, "the file", place, out),
        &mut |bytes| {
            verified.extend_from_slice(bytes);
            Ok(())
        },
    )
    .map_err(raised)?;
    Ok(PyBytes::new(file.py(), &verified))
}

/// Fills `out` with the bytes of a file object from `place` on.
fn fill(file: &Bound<'_, PyAny>, what: &str, place: u64, out: &mut [u8]) -> PyResult<()> {
    file.call_method1("seek", (place,))?;
    let mut filled = 0;
    while filled < out.len() {
        let piece = file.call_method1("read", (out.len() - filled,))?;
        let piece = Input::message(&piece)?;
        let piece = piece.as_slice();
        let Some(room) = out[filled..].get_mut(..piece.len()).filter(|_| !piece.is_empty()) else {
            let end = place.saturating_add(out.len() as u64);
            return Err(PyValueError::new_err(format!("{what} ends before byte {end}")));
        };
        room.copy_from_slice(piece);
        filled += piece.len();
    }
    Ok(())
}

fn raised(error: OutboardError<PyErr>) -> PyErr {
    match error {
        OutboardError::Io(error) => error,
        error => PyValueError::new_err(error.to_string()),
    }
}
