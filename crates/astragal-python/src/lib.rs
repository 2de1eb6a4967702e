//! Python binding: the extension module `astragal._native`, which the Python package `astragal` re-exports.
//!
//! Constructors and names are generated from the library's registry of algorithms. The code contains an algorithm's
//! name only where an interface of Python, such as `hashlib`, requires it. Each object is an instance of a frozen class
//! with a lock. Several threads can therefore use an object at the same time, with or without the global interpreter
//! lock. The module has no other state.

mod aead;
mod aead_modes;
mod aead_stream;
mod arguments;
mod arrow;
mod blake3;
mod buffer;
mod by_name;
mod chunked;
mod cipher;
mod cipher_modes;
mod cipher_stream;
mod construct;
mod constructor;
mod docstring;
mod error;
mod from_state;
mod hash;
mod hash_many;
mod hash_parameters;
mod info;
mod kdf;
mod key_wrap;
mod lock;
mod lookup;
mod mac;
mod mode;
mod name_sets;
mod names;
mod number;
mod outboard;
mod output;
mod pickle;
mod random;
mod short_message;
mod signature;
mod threads;
mod tree;
mod xof;

use astragal::hazmat::cpu::{Level, limit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<info::Info>()?;
    module.add_class::<hash::Hash>()?;
    module.add_class::<xof::Xof>()?;
    module.add_class::<mac::Mac>()?;
    module.add_class::<aead::Aead>()?;
    module.add_class::<blake3::Blake3>()?;
    module.add_class::<cipher::Cipher>()?;
    module.add_class::<mode::Mode>()?;
    module.add_class::<cipher_stream::Stream>()?;
    module.add_class::<aead_stream::AeadEncryptor>()?;
    module.add_class::<aead_stream::AeadDecryptor>()?;
    module.add("InvalidTag", py.get_type::<error::InvalidTag>())?;
    module.add_function(wrap_pyfunction!(by_name::info, module)?)?;
    module.add_class::<constructor::Constructor>()?;
    module.add_function(wrap_pyfunction!(constructor::constructor, module)?)?;
    module.add_function(wrap_pyfunction!(name_sets::constructors, module)?)?;
    module.add_function(wrap_pyfunction!(hash_many::hash_many, module)?)?;
    module.add_function(wrap_pyfunction!(hash_many::hash_column, module)?)?;
    module.add_class::<arrow::Digests>()?;
    let sequence = py.import("collections.abc")?.getattr("Sequence")?;
    sequence.call_method1("register", (py.get_type::<arrow::Digests>(),))?;
    name_sets::add_to(module)?;
    module.add_function(wrap_pyfunction!(by_name::new, module)?)?;
    module.add_function(wrap_pyfunction!(by_name::mac, module)?)?;
    module.add_function(wrap_pyfunction!(by_name::keyed_xof, module)?)?;
    module.add_function(wrap_pyfunction!(by_name::aead, module)?)?;
    module.add_function(wrap_pyfunction!(by_name::generate_key, module)?)?;
    module.add_function(wrap_pyfunction!(cipher::cipher, module)?)?;
    module.add_function(wrap_pyfunction!(cipher_modes::mode, module)?)?;
    module.add_function(wrap_pyfunction!(cipher_modes::cbc, module)?)?;
    module.add_function(wrap_pyfunction!(cipher_modes::ctr, module)?)?;
    module.add_function(wrap_pyfunction!(cipher_modes::cfb, module)?)?;
    module.add_function(wrap_pyfunction!(cipher_modes::ofb, module)?)?;
    module.add_function(wrap_pyfunction!(cipher_modes::xts, module)?)?;
    module.add_function(wrap_pyfunction!(aead_modes::gcm, module)?)?;
    module.add_function(wrap_pyfunction!(aead_modes::ccm, module)?)?;
    module.add_function(wrap_pyfunction!(aead_modes::gcm_siv, module)?)?;
    module.add_function(wrap_pyfunction!(aead_modes::cmac, module)?)?;
    module.add_function(wrap_pyfunction!(key_wrap::key_wrap, module)?)?;
    module.add_function(wrap_pyfunction!(key_wrap::key_unwrap, module)?)?;
    module.add_function(wrap_pyfunction!(kdf::derive, module)?)?;
    module.add_function(wrap_pyfunction!(kdf::password_hash, module)?)?;
    module.add_function(wrap_pyfunction!(kdf::password_verify, module)?)?;
    module.add_function(wrap_pyfunction!(kdf::password_needs_rehash, module)?)?;
    module.getattr("derive")?.setattr("__module__", "astragal.kdf")?;
    module.add_function(wrap_pyfunction!(from_state::from_state, module)?)?;
    module.add_function(wrap_pyfunction!(from_state::from_state_with_key, module)?)?;
    module.add_class::<tree::PartHasher>()?;
    module.add_class::<tree::Assembly>()?;
    module.add_function(wrap_pyfunction!(tree::read_record, module)?)?;
    module.add_function(wrap_pyfunction!(outboard::outboard_read, module)?)?;
    module.add_function(wrap_pyfunction!(outboard::outboard_write, module)?)?;
    module.add_class::<chunked::SealStream>()?;
    module.add_class::<chunked::OpenStream>()?;
    module.add_function(wrap_pyfunction!(chunked::chunked_seal, module)?)?;
    module.add_function(wrap_pyfunction!(chunked::chunked_open, module)?)?;
    module.add_function(wrap_pyfunction!(cpu_limit, module)?)?;
    module.add_function(wrap_pyfunction!(allow_table_lookups, module)?)?;
    for name in PUBLIC_FUNCTIONS {
        // Sets the function's `__module__` to the module from which `pickle` imports the function.
        module.getattr(name)?.setattr("__module__", "astragal")?;
    }
    Ok(())
}

/// Limit the instruction sets used from now on, for tests and measurements: "portable", "avx2" and so on.
#[pyfunction]
fn cpu_limit(level: &str) -> PyResult<()> {
    let unknown = || {
        let names = Level::ALL.map(Level::name).join(", ");
        PyValueError::new_err(format!("level is {level:?}; expected one of {names}"))
    };
    limit(Level::from_name(level).ok_or_else(unknown)?);
    Ok(())
}

/// Allow CAST-256 and MARS to use table indices that depend on keys and data, from this call on. Intended for
/// measurements only: the CPU cache may then reveal keys and data to other programs.
#[pyfunction]
fn allow_table_lookups() {
    astragal::hazmat::cpu::allow_table_lookups();
}

/// Functions of this module that the package `astragal` re-exports.
const PUBLIC_FUNCTIONS: [&str; 23] = [
    "new",
    "from_state",
    "from_state_with_key",
    "mac",
    "keyed_xof",
    "aead",
    "cipher",
    "mode",
    "cbc",
    "ctr",
    "cfb",
    "ofb",
    "xts",
    "gcm",
    "ccm",
    "gcm_siv",
    "cmac",
    "key_wrap",
    "key_unwrap",
    "generate_key",
    "info",
    "hash_many",
    "hash_column",
];
