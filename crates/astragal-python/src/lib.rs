//! astragal from Python: the module `astragal._native`, which the package `astragal` shows to the world.
//!
//! Everything is a loop over the library's tables: a row is a constructor here, and a name that `new`
//! knows. Objects are frozen classes with one lock each, so any thread may use them, with or without the
//! interpreter's global lock; there is no state of the module besides.

mod aead;
mod algorithm;
mod arguments;
mod buffer;
mod constructor;
mod error;
mod hash;
mod mac;
mod many;
mod state;
mod threads;
mod xof;

use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyString};

use algorithm::Row;

#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<algorithm::Algorithm>()?;
    module.add_class::<hash::Hash>()?;
    module.add_class::<xof::Xof>()?;
    module.add_class::<mac::Mac>()?;
    module.add_class::<aead::Aead>()?;
    module.add("InvalidTag", py.get_type::<error::InvalidTag>())?;
    module.add_function(wrap_pyfunction!(constructor::info, module)?)?;
    module.add_function(wrap_pyfunction!(constructor::constructor, module)?)?;
    module.add_function(wrap_pyfunction!(many::hash_many, module)?)?;
    let names = |keep: fn(&Row) -> bool| {
        PyFrozenSet::new(py, Row::all().filter(keep).map(Row::name).collect::<Vec<_>>())
    };
    module.add("algorithms_available", names(|row| matches!(row, Row::Hash(_) | Row::Xof(_)))?)?;
    module.add("algorithms_guaranteed", names(|row| matches!(row, Row::Hash(_) | Row::Xof(_)))?)?;
    module.add("macs_available", names(|row| matches!(row, Row::Mac(_)))?)?;
    module.add("aeads_available", names(|row| matches!(row, Row::Aead(_)))?)?;
    constructor::add(module)
}

/// Lower-case hexadecimal.
fn hex<'py>(py: Python<'py>, bytes: &[u8]) -> Bound<'py, PyString> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    let text: String = bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
    PyString::new(py, &text)
}
